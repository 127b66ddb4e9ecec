"""Rollout policies: how seats decide in playouts."""

from __future__ import annotations

from attrs import Attribute, field, frozen
from attrs.validators import in_, instance_of, optional

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.model.checks import is_a
from trickkit.model.converters import to_tuple
from trickkit.phases.base import Phase

__all__ = ["Mixed", "NeedDriven", "RolloutPolicy", "Uniform", "Weight", "Weighted"]

POSITIONS = ("lead", "follow", "last")
"""The positions of a card in a trick."""


@frozen
class RolloutPolicy:
    """How seats decide in playouts; all seats decide alike.

    >>> isinstance(NeedDriven(), RolloutPolicy)
    True
    """


@frozen
class Uniform(RolloutPolicy):
    """Chooses uniformly among the legal actions, but passes wherever it may in phases that bind a seat.

    A bid is tried as if it were the last one: if others went on bidding at random, no bid would be worth anything.

    >>> Mixed(Uniform(), epsilon=0.5)
    Mixed(policy=Uniform(), epsilon=0.5)
    """


@frozen
class NeedDriven(RolloutPolicy):
    """Takes tricks while its side wants them, otherwise avoids them; decides everything else as `Uniform` does.

    A side wants tricks until it has as many as it bid. Without a bid, it wants tricks if more of them go with a higher
    utility in random play. To take a trick, the hand plays the strongest card that would be winning, or otherwise its
    weakest card. To avoid a trick, it plays the strongest card that would not be winning; if there is none, its
    strongest card if it is the last hand, and its weakest card otherwise.

    >>> from trickkit import batch, load
    >>> view = load("oh_hell").start(seed=7, first=0).view(1)
    >>> found = batch.evaluate(view, playouts=64, policy=batch.rollouts.NeedDriven())
    >>> len(found.means) == len(found.actions)
    True
    """


def _weight(_owner: object, attribute: Attribute[float], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise InvalidRules(f"{attribute.alias}={quoted(value)}: a weight is a number from 0 to below a billion")


@frozen(kw_only=True)
class Weight:
    """How likely an action is to be drawn, relative to the other legal ones.

    Args:
        action: the action; None for every action.
        weight: 0 or more; if all legal actions have weight 0, they are equally likely.
        phase: the type of the phase in which the weight applies; None for any.
        wants: in tricks, whether the side wants the trick, as for `NeedDriven`; None for both.
        position: in tricks, `"lead"`, `"follow"` or `"last"`; None for any.

    >>> Weight(weight=3, wants=True, position="last").phase is None
    True
    """

    action: Action | None = field(default=None, validator=optional(instance_of(Action)))
    weight: float = field(validator=_weight)
    phase: type[Phase] | None = None
    wants: bool | None = field(default=None, validator=optional(instance_of(bool)))
    position: str | None = field(default=None, validator=optional(in_(POSITIONS)))


@frozen
class Weighted(RolloutPolicy):
    """Draws actions by weights; an action without one has weight 1.

    Args:
        weights: if several apply to an action, the last one counts.

    >>> from trickkit import Bid, batch, load
    >>> view = load("oh_hell").start(seed=7, first=0).view(1)
    >>> humble = batch.rollouts.Weighted([batch.rollouts.Weight(action=Bid(0), weight=50)])
    >>> len(batch.evaluate(view, playouts=64, policy=humble).means) == len(view.legal())
    True
    """

    weights: tuple[Weight, ...] = field(converter=to_tuple)


def _chance(_owner: object, attribute: Attribute[float], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidRules(f"{attribute.alias}={quoted(value)}: a chance is a number from 0 to 1")


@frozen
class Mixed(RolloutPolicy):
    """Decides at random with some probability, and by another policy otherwise (*epsilon-greedy*).

    Args:
        policy: the other policy.
        epsilon: the probability, 0 to 1.

    >>> Mixed(NeedDriven(), epsilon=0.2).epsilon
    0.2
    """

    policy: RolloutPolicy = field(validator=is_a(RolloutPolicy))
    epsilon: float = field(validator=_chance, kw_only=True)
