"""Whether the starter of a deal is its dealer, or leads its first trick, as players call it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from trickkit.phases.auction import Auction
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.tricks.phase import Tricks
from trickkit.policies.lead import Opening
from trickkit.policies.participants import Everyone

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["deals_itself", "opens_itself"]


@lru_cache(maxsize=64)
def deals_itself(rules: Rules) -> bool:
    """Whether the starter of a deal is its dealer.

    It is in games where the seat to its left leads, bids or passes first, where it is dealt the card that is turned up,
    and in auctions like that of bridge, which the dealer opens.

    >>> from trickkit import load
    >>> [key for key in ("oh_hell", "bridge", "pikoko") if deals_itself(load(key))]
    ['oh_hell', 'bridge']
    """
    return any(map(_is_sign, _values(rules.phases)))


@lru_cache(maxsize=64)
def opens_itself(rules: Rules) -> bool:
    """Whether the starter of a deal leads its first trick, whatever the cards and the contract.

    >>> from trickkit import load
    >>> [key for key in ("oh_hell", "hearts", "5211", "pikoko") if opens_itself(load(key))]
    ['pikoko']
    """
    openings = (type(phase.opening).opening for phase in rules.phases if isinstance(phase, Tricks))
    return next(openings, None) is Opening.opening and not deals_itself(rules)


def _is_sign(value: Any) -> bool:
    if isinstance(value, Everyone):
        return value.after == 1
    return isinstance(value, DealersCard | Auction) or (isinstance(value, Opening) and value.starter_deals)


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
