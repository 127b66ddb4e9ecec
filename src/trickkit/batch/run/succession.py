"""What follows a deal in a lane: another deal, or the next deal of the same game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from attrs import define, evolve, field, frozen

from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import SEATS
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.results import Deals
from trickkit.errors import InvalidRules
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import Outcome
from trickkit.model.result import Result
from trickkit.phases.evaluate import Evaluated
from trickkit.play.later import earlier, unknown_lines
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed


class After(NamedTuple):
    """What follows finished deals, one in each of some lanes.

    Args:
        over: (lanes,), bool: whether the episode is over, too.
        beginnings: the beginnings of the next deals, for rows or as states.
        episodes: (lanes,), int64: the numbers of the episodes of the next deals.
        scored: by lane, if episodes are games, the scores of the game's deals so far.
    """

    over: Array
    beginnings: Beginnings | list[State]
    episodes: Array
    scored: Sequence[list[Scored]]


def why_not_next(rules: Rules) -> str:
    """Why points and piles do not determine what follows a deal; `""` if they do."""
    starter, ending = rules.schedule.starter, rules.ending
    ties = [("tie-break", tie) for tie in ending.ties]
    for what, part in (("starter", starter), ("ending", ending), *ties):
        # A class that is derived from one that looks at points alone may look at more.
        if not vars(type(part)).get("by_points"):
            return f"the {what} {part!r} looks at more of a deal than its points"
    names = " and ".join(type(part).__name__ for part in rules.memory)
    return f"{names}: what is remembered of earlier deals is not recorded in rows" if names else ""


def why_not_by_points(rules: Rules) -> str:
    """Why points and piles do not determine how compiled whole games go on; `""` if they do."""
    program = compile_rules(rules)
    return why_not_next(rules) or ("" if program.is_mixed else program.why) or _why_not_kept(rules)


def _why_not_kept(rules: Rules) -> str:
    """Why a scoring needs score lines of earlier deals, of which rows keep only sums; `""` if none does."""
    before = compile_rules(rules).scoring.reasons_before
    if before:
        reasons = {reason for some in before for reason in some or ("whether there are any",)}
        return f"a scoring looks at score lines of earlier deals: {', '.join(sorted(reasons))}"
    return "a phase or scoring looks at score lines of earlier deals" if _looks_back(rules) else ""


LOOKS = 4
"""The number of deals that show whether anything looks at earlier ones."""


@lru_cache(maxsize=256)
def _looks_back(rules: Rules) -> bool:
    """Whether anything reads score lines of earlier deals, judged by some random deals."""
    lines, nothing = unknown_lines(), (0,) * rules.players
    for seed in range(LOOKS if rules.ending.most_deals() != 1 else 0):
        draw = Random(seed)
        before = earlier(rules, 0, nothing, 1, lines)
        state = resumed(rules, 0, before, 0, Stacked(), Chance(seed))
        while len(state.results) == 1 and not lines.looked_at:
            state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    return lines.looked_at


Scored = tuple[tuple[int, ...], tuple[int, ...]]
"""The score of a deal: the points by seat, and the numbers of cards in score piles."""


def scored_in(result: Result) -> Scored:
    """The score of a deal in the form that policies read."""
    record = result.deal.get(Evaluated)
    return result.scores, (0,) * len(result.scores) if record is None else record.piles


@frozen(eq=False)
class BetweenDeals:
    """The policies that decide what follows a deal: starter and ending, applied to scores.

    Args:
        rules: the rules of the games, whose policies look only at points and piles.
    """

    rules: Rules
    _blanks: dict[tuple[int, tuple[int, ...]], Deal] = field(init=False, factory=dict)

    def not_over(self, game: int, deals: int) -> InvalidRules:
        """The error that a game has too many deals."""
        advice = self.rules.ending.advice
        return InvalidRules(f"game {game} was not over after {deals:,} deals{advice}", game=self.rules.key)

    def next_starters(self, deals: Deals, totals: Array) -> Array:
        """The starters of the next deals; the policy is called once for every distinct case."""
        basis = getattr(self.rules.schedule.starter, "basis", "none")
        points_read = {"total": totals, "round": deals.points}.get(basis, totals[:, :0])
        cases, inverse = np.unique(np.column_stack([deals.starter, points_read]), axis=0, return_inverse=True)
        starters = []
        for case in cases.tolist():
            points = tuple(case[1:]) or (0,) * self.rules.players
            starters.append(self.next_starter(case[0], points, points))
        return np.array(starters)[inverse.ravel()]

    def next_starter(self, starter: int, points: tuple[int, ...], totals: tuple[int, ...]) -> int:
        """The starter of the deal after a given one.

        Args:
            starter: the seat that started the deal.
            points: by seat, the score of the deal.
            totals: by seat, the points after the deal.
        """
        return self.rules.schedule.starter.after(Result(self._blank(starter), points, totals))

    def outcome(self, deals: Sequence[Scored], totals: tuple[int, ...]) -> Outcome | None:
        """The outcome of a game by its ending; None while it goes on.

        Args:
            deals: the scores of its deals, in order.
            totals: the points after the last deal.
        """
        ending = self.rules.ending
        if not ending.ties:
            return ending.outcome([Result(self._blank(), totals, totals)] * len(deals))
        results = [Result(self._blank(piles=piles), points, points) for points, piles in deals]
        results[-1] = evolve(results[-1], totals=totals)
        return ending.outcome(results)

    def _blank(self, starter: int = 0, piles: tuple[int, ...] = ()) -> Deal:
        """A deal that contains only what these policies read; cached, as there are few."""
        key = starter, piles
        if key not in self._blanks:
            deal = Deal.fresh(self.rules.deck, players=self.rules.players, starter=starter)
            self._blanks[key] = deal.with_record(Evaluated(0, piles)) if piles else deal
        return self._blanks[key]


@define(eq=False)
class SeparateDeals:
    """Lane k plays the deals k, k + lanes, k + 2 lanes, ..., each an episode.

    Args:
        episodes: by lane, the number of its deal.
        cycle: the numbers that successive deals have in their games, repeated.
        starter: the seat that starts; -1 for any.
        totals: (SEATS,), int64: the points of earlier deals.
    """

    episodes: Array
    cycle: range
    starter: int
    totals: Array

    def begin(self, lanes: Array) -> Beginnings:
        """The first deals of lanes."""
        return self._begun(self.episodes[lanes])

    def _begun(self, deals: Array) -> Beginnings:
        numbers = self.cycle.start + deals % len(self.cycle)
        before = np.zeros((len(deals), SEATS), np.int64)
        before[:, : len(self.totals)] = self.totals
        return Beginnings(deals, numbers, np.full(len(deals), self.starter, np.int64), before)

    def after(self, lanes: Array, _ended: Deals) -> After:
        """What follows finished deals; nothing changes yet."""
        episodes = self.episodes[lanes] + len(self.episodes)
        return After(np.ones(len(lanes), np.bool_), self._begun(episodes), episodes, ())

    def settle(self, lanes: Array, after: After) -> None:
        """Advance lanes to these successors."""
        self.episodes[lanes] = after.episodes


@define(eq=False)
class Games:
    """Lane k plays the games k, k + lanes, k + 2 lanes, ..., each an episode.

    Args:
        between: the policies that decide what follows a deal.
        episodes: by lane, the number of its game.
        most: the most deals of a game.
        starter: the seat that starts games; -1 for any.
    """

    between: BetweenDeals
    episodes: Array
    most: int
    starter: int
    _scored: list[list[Scored]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._scored = [[] for _ in self.episodes]

    def begin(self, lanes: Array) -> Beginnings:
        """The first deals of the lanes' games."""
        zero = np.zeros(len(lanes), np.int64)
        totals = np.zeros((len(lanes), SEATS), np.int64)
        return Beginnings(self.episodes[lanes] * self.most, zero, zero + self.starter, totals)

    def after(self, lanes: Array, ended: Deals) -> After:
        """What follows finished deals; nothing changes yet.

        Raises:
            InvalidRules: a game is not over after its last possible deal.
        """
        totals = ended.totals[:, : ended.points.shape[1]] + ended.points
        over, every_scored = np.zeros(len(lanes), np.bool_), list[list[Scored]]()
        every = zip(lanes.tolist(), ended.points.tolist(), ended.piles.tolist(), totals.tolist(), strict=True)
        for index, (lane, points, piles, after) in enumerate(every):
            scored = [*self._scored[lane], (tuple(points), tuple(piles))]
            over[index] = self.between.outcome(scored, tuple(after)) is not None
            if len(scored) == self.most and not over[index]:
                raise self.between.not_over(self.episodes[lane], self.most)
            every_scored.append([] if over[index] else scored)
        numbers = np.where(over, 0, ended.number.astype(np.int64) + 1)
        starters = np.where(over, self.starter, self.between.next_starters(ended, totals))
        episodes = self.episodes[lanes] + np.where(over, len(self.episodes), 0)
        before = np.zeros((len(lanes), SEATS), np.int64)
        before[~over, : totals.shape[1]] = totals[~over]
        return After(
            over, Beginnings(episodes * self.most + numbers, numbers, starters, before), episodes, every_scored
        )

    def settle(self, lanes: Array, after: After) -> None:
        """Advance lanes to these successors."""
        self.episodes[lanes] = after.episodes
        for lane, scored in zip(lanes.tolist(), after.scored, strict=True):
            self._scored[lane] = scored


@define(eq=False)
class OfStates:
    """Lane k plays the episodes k, k + lanes, k + 2 lanes, ...; states determine what follows a deal.

    Args:
        episodes: by lane, the number of its episode.
        begun: returns the first state of an episode.
        in_games: whether an episode is a whole game.
    """

    episodes: Array
    _begun: Callable[[int], State]
    _in_games: bool
    ends: dict[int, State] = field(init=False, factory=dict)
    """By lane, the state after its last deal."""

    def begin(self, lanes: Array) -> list[State]:
        """The first states of lanes."""
        return [self._begun(episode) for episode in self.episodes[lanes].tolist()]

    def after(self, lanes: Array, _ended: Deals) -> After:
        """What follows finished deals; nothing changes yet."""
        ends = [self.ends[lane] for lane in lanes.tolist()]
        over = np.array([end.is_over or not self._in_games for end in ends], np.bool_)
        episodes = self.episodes[lanes] + np.where(over, len(self.episodes), 0)
        every = zip(ends, over.tolist(), episodes.tolist(), strict=True)
        return After(over, [self._begun(episode) if is_over else end for end, is_over, episode in every], episodes, ())

    def settle(self, lanes: Array, after: After) -> None:
        """Advance lanes to these successors."""
        self.episodes[lanes] = after.episodes


Succession = SeparateDeals | Games | OfStates
