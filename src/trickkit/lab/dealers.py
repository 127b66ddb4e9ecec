"""Whether the starter of a deal is the player whom people would call the dealer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from trickkit.phases.auction import Auction
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.kinds.choosing import Choosing
from trickkit.play.rules import Rules
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.participants import Everyone

__all__ = ["deals_itself"]


def deals_itself(rules: Rules) -> bool:
    """Whether the starter of a deal is its dealer.

    It is in games where the seat to its left leads, bids or passes first, where it is dealt the card that is turned up,
    and in auctions like that of bridge, which the dealer opens.

    >>> from trickkit import load
    >>> [key for key in ("oh_hell", "bridge", "pikoko") if deals_itself(load(key))]
    ['oh_hell', 'bridge']
    """
    return any(map(_is_sign, _values(rules.phases)))


def _is_sign(value: Any) -> bool:
    if isinstance(value, Everyone):
        return value.after == 1
    return isinstance(value, LeftOfStarter | DealersCard | Auction)


def _values(value: Any) -> Iterator[Any]:
    if isinstance(value, Choosing):
        # Seats choose cards together.
        return
    yield value
    inside = value if isinstance(value, tuple) else ()
    if attrs.has(type(value)):
        inside = tuple(getattr(value, attribute.name) for attribute in attrs.fields(type(value)))
    for inner in inside:
        yield from _values(inner)
