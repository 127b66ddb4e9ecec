"""Rope Team: fulfil missions together, in tricks; everybody wins, or nobody does.

For 3 to 5 players. An original game of this library. Missions are turned up and taken on in turn, such as to take a
certain card, or no trick before the fourth. Before the tricks every seat may show one card and say that it is its
highest, its lowest or its only one of that suit. A deal is over as soon as all missions are fulfilled, or one has
failed. `trickkit rules rope_team` lists the variations.
"""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Deal, Deck, Outcome, Result, Rules, ScoreLine
from trickkit.catalog.options import variant
from trickkit.model.cards import Card
from trickkit.model.checks import counted, whole
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, FixedTrump, Tricks
from trickkit.phases.kinds.tasks import Tally
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import Ending
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import HandsEmpty, Until
from trickkit.scoring import Bounds, Extent, Scoring
from trickkit_classics.drafting import DraftMissions
from trickkit_classics.messages import SendMessages
from trickkit_classics.missions import HOOKS, SUITS

__all__ = [
    "Expedition",
    "MissionsDecided",
    "ScoreMissions",
    "deck",
    "rules",
]


def deck(players: int = 4, *, hooks: bool = True) -> Deck:
    """Four suits from 1 to 9, and three hooks for 3 players, four for more; 5 players without hooks need the tens.

    Args:
        players: 3 to 5.
        hooks: whether there is a trump suit.

    >>> [len(deck(players)) for players in (3, 4, 5)], len(deck(5, hooks=False))
    ([39, 40, 40], 40)
    """
    numbers, trumps = (9, min(players, 4)) if hooks else (10 if players == 5 else 9, 0)
    cards = [Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in SUITS for rank in range(1, numbers + 1)]
    return Deck((*cards, *(Card.plain(HOOKS, rank, f"H{rank}") for rank in range(1, trumps + 1))))


@frozen
class MissionsDecided(Until):
    """The tricks are over when all missions are fulfilled, or when one has failed.

    >>> from trickkit import playout
    >>> len(playout(rules(deals=1, missions=1, tasks="cards"), seed=3).results[0].deal[Tricks].tricks)
    3
    """

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Always False, because numbers of tricks alone decide nothing."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        """Whether a mission has failed, or none is undecided."""
        tally = deal[DraftMissions].tally(tricks, deal.size)
        return bool(tally.failed > 0 or tally.undecided == 0)


def tally(deal: Deal) -> Tally:
    """The state of the missions in a deal."""
    counts: Tally = deal[DraftMissions].tally(deal[Tricks], deal.size)
    return counts


@frozen(kw_only=True)
class ScoreMissions(Scoring):
    """Every seat scores a point for each fulfilled mission, whoever did it, and a bonus if all are fulfilled.

    Args:
        bonus: 0 or more.

    Raises:
        InvalidRules: the bonus is negative.

    >>> from trickkit import playout
    >>> game = rules(deals=1, missions=1, play_on=True)
    >>> [str(line) for line in playout(game, seed=3).results[0].lines[:2]]
    ['seat 0: +1 1 of 1 missions', 'seat 0: +2 all missions']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (DraftMissions, Tricks)

    bonus: int = field(default=2, validator=whole(0))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The same lines for every seat."""
        fulfilled, missions = tally(deal).fulfilled, sum(tally(deal))
        lines = [(f"{fulfilled} of {missions} missions", fulfilled)] if fulfilled else []
        if fulfilled == missions and self.bonus:
            lines.append(("all missions", self.bonus))
        return tuple([ScoreLine(seat, reason, points) for seat in deal.seats for reason, points in lines])

    def bounds(self, extent: Extent) -> Bounds:
        """All missions of the last deal that exist."""
        draft = extent.phase(DraftMissions)
        if draft is None:
            return None
        missions = len(draft.tasks(extent.deck, extent.players))
        return 0, min(missions, draft.drawn(extent.deals - 1) if extent.deals else missions) + self.bonus


@frozen(kw_only=True)
class Expedition(Ending):
    """Everybody wins when the last deal is over, and loses as soon as too many deals have failed.

    A deal has failed if not all of its missions were fulfilled. If all deals fail, the game is always lost.

    Args:
        deals: how many are played, 1 or more.
        falls: how many may fail, 0 or more.

    >>> Expedition(deals=3, falls=1).most_deals()
    3
    """

    deals: int = field(validator=counted(1))
    falls: int = field(validator=whole(0))

    def most_deals(self) -> int:
        """The number of deals."""
        return self.deals

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """All seats in first place, or none of them."""
        # When a deal is played separately, only the points of earlier ones are known.
        played = [result.deal for result in results if result.deal.get(DraftMissions) is not None]
        failed = sum(tally(deal).fulfilled < sum(tally(deal)) for deal in played)
        seats = tuple(results[-1].deal.seats)
        if failed > min(self.falls, self.deals - 1):
            return Outcome(((), seats), "1 deal has failed" if failed == 1 else f"{failed} deals have failed")
        if len(results) < self.deals:
            return None
        return Outcome((seats,), "the summit is reached")


@variant
def rules(
    *,
    players: Annotated[int, range(3, 6), "how many play"] = 4,
    deals: Annotated[int, range(1, 7), "how many deals lead to the summit"] = 3,
    falls: Annotated[int, range(4), "how many deals may fail; never all of them"] = 1,
    missions: Annotated[int, range(1, 7), "how many missions there are in the first deal"] = 2,
    growing: Annotated[bool, "whether every deal has one mission more than the deal before"] = True,
    tasks: Annotated[
        Literal["all", "cards"], "what missions ask for: cards, tricks and numbers of tricks, or cards alone"
    ] = "all",
    messages: Annotated[bool, "whether every seat may lay a card open before the tricks"] = True,
    hooks: Annotated[bool, "whether there is a small suit of trumps"] = True,
    play_on: Annotated[
        bool, "whether the tricks go on when a mission has failed, for the points of the others"
    ] = False,
    bonus: Annotated[int, range(6), "points for every seat where all missions of a deal are fulfilled"] = 2,
) -> Rules:
    """The rules of Rope Team with the given options.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3).start(seed=7, first=0)
    >>> print(state.deal[DraftMissions])
    open: take G3; open: take R2
    """
    game = deck(players, hooks=hooks)
    return Rules(
        key="rope_team",
        name="Rope Team",
        summary="Fulfil missions in tricks, with one message each: everybody wins, or nobody does.",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            *((FixedTrump("hooks"),) if hooks else ()),
            DraftMissions(first=missions, growing=growing, kinds=tasks),
            *((SendMessages(),) if messages else ()),
            Tricks(until=HandsEmpty() if play_on else MissionsDecided()),
        ),
        scoring=ScoreMissions(bonus=bonus),
        schedule=Schedule(hand_sizes=SameSize(len(game) // players)),
        ending=Expedition(deals=deals, falls=falls),
        symmetry=Symmetry(seats=True),
    )
