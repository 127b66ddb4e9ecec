"""What a seat may expect after an action, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.bots.base import choices, source
from trickkit.bots.utility import deal_played, gained
from trickkit.errors import IllegalAction, InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.phases.bids import BidTable
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable

if TYPE_CHECKING:
    from random import Random

    from trickkit.model.deal import Deal
    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["Expectation", "expectations"]

WORLDS = 32
"""The number of worlds, in each of which every action is played out once."""


@frozen
class Expectation:
    """The average result of random play for the rest of a deal after an action.

    Args:
        action: a legal action.
        seat: the seat that would take it.
        points: of the deal, by seat.
        tricks: of the whole deal, by hand; () in a game without tricks.
        exact: the share of the seat's bids on tricks, 0..1, that turn out exact; None if it makes none.
        worlds: in how many worlds the action was played out.

    >>> from trickkit import Bid
    >>> print(Expectation(Bid(2), 0, points=(3.5, 2.0, 2.5), tricks=(2.25, 2.75, 3.0), exact=0.25, worlds=32))
    2: 3.5 points for seat 0, 2.2 for the others; tricks by seat 2.2 2.8 3.0; 25 % of its bids come true
    """

    action: Action
    seat: int
    points: tuple[float, ...]
    tricks: tuple[float, ...]
    exact: float | None
    worlds: int

    def __str__(self) -> str:
        others = [points for seat, points in enumerate(self.points) if seat != self.seat]
        text = f"{self.points[self.seat]:.1f} points for seat {self.seat}"
        text += f", {fmean(others):.1f} for the others" if others else ""
        tricks = f"; tricks by seat {' '.join(f'{taken:.1f}' for taken in self.tricks)}" if self.tricks else ""
        exact = "" if self.exact is None else f"; {100 * self.exact:.0f} % of its bids come true"
        return f"{self.action}: {text}{tricks}{exact}"


def expectations(
    view: View, actions: Sequence[Action] | None = None, *, worlds: int = WORLDS
) -> tuple[Expectation, ...]:
    """What a seat may expect after each action: the reasons behind a bot's opinions.

    Each action is played out once in each of some worlds that agree with the view, the same ones for all actions.

    Args:
        view: of a seat that has a decision to make.
        actions: legal ones; None for all.
        worlds: how many, 1 or more.

    Raises:
        NotYourTurn: the seat has nothing to decide.
        GameOver: the game is over.
        IllegalAction: an action is not legal.
        InvalidRules: there is no world.

    >>> from trickkit import Stacked, load
    >>> deal = Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")
    >>> view = load("pikinni", players=3).start(first=0, deals=[deal]).view(0)
    >>> one, none = (next(o for o in expectations(view) if str(o.action) == text) for text in "10")
    >>> one.points[0], one.tricks[0], one.exact, none.exact
    (20.0, 1.0, 1.0, 0.0)
    """
    legal = choices(view)
    for action in actions or ():
        if action not in legal:
            raise IllegalAction(
                f"{action} is not legal", action=action, legal=legal, game=view.rules.key, seat=view.seat
            )
    if type(worlds) is not int or worlds < 1:
        raise InvalidRules(f"worlds={quoted(worlds)}: an expectation needs 1 world or more")
    rng = source(view, 0)
    drawn = [view.sample(rng) for _ in range(worlds)]
    return tuple(_after(view, action, drawn, rng) for action in (legal if actions is None else actions))


def _after(view: View, action: Action, worlds: Sequence[State], rng: Random) -> Expectation:
    seat = view.seat
    assert seat is not None  # A spectator has no legal actions.
    points, tricks = [], []
    exact: list[bool] = []
    for world in worlds:
        end = deal_played(world.play(seat, action), rng.random)
        deal = end.results[len(world.results)].deal
        points.append(gained(world, end))
        table = deal.get(Tricks)
        if isinstance(table, TrickTable):
            tricks.append(table.taken)
            exact += _hits(deal, table.taken, seat)
    return Expectation(
        action,
        seat,
        tuple(fmean(column) for column in zip(*points, strict=True)),
        tuple(fmean(column) for column in zip(*tricks, strict=True)),
        fmean(exact) if exact else None,
        len(worlds),
    )


def _hits(deal: Deal, taken: tuple[int, ...], seat: int) -> tuple[bool, ...]:
    """For every bid of a seat on tricks, whether it was exactly right."""
    tables = (record for record in deal.records if isinstance(record, BidTable | Estimated))
    return tuple(hit for table in tables for hit in table.exact(taken)[seat])
