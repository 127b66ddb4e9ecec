"""Plays many whole games side by side, deal by deal."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.points.finished import GameSoFar
from trickkit.batch.results import Deals, joined
from trickkit.batch.run.chunks import MANY, cores, in_memory, run, whole
from trickkit.batch.run.fallback import collected, game_seed, spread
from trickkit.batch.run.mixed import run_mixed
from trickkit.batch.run.succession import BetweenDeals, why_not_by_points
from trickkit.model.events import Outcome
from trickkit.play.later import unknown_lines
from trickkit.play.playout import playout
from trickkit.play.rules import Rules, rules_of
from trickkit.play.state import State
from trickkit.policies.ending import AfterDeals

__all__ = ["Games", "games"]

MOST = 2**46
"""The highest number of a game: all deals of all games have numbers, and a game has at most tens of thousands of
deals."""


@frozen(eq=False, repr=False)
class Games:
    """The results of whole games, by game and seat.

    Args:
        rules: the rules of the games.
        deals: (games,), int64: the number of deals played.
        scores: (games, seats), int64: the points at the end.
        wins: (games, seats), float64: the share of the first place: 1, or less if several seats share it; otherwise 0,
            as for all seats of a game that nobody wins.
        played: all the deals, in no particular order.

    >>> from trickkit import batch, load
    >>> found = batch.games(load("pikoko", players=3), 100, seed=7)
    >>> len(found), int(found.deals.sum()), float(found.wins.sum())
    (100, 300, 100.0)
    """

    rules: Rules
    deals: Array
    scores: Array
    wins: Array
    played: Deals

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.rules.name}>"


@in_memory()
def games(rules: Rules, n: int, seed: int = 0, *, first: int = 0, threads: int | None = None) -> Games:
    """Play whole games with random decisions.

    Game k is a function of the rules, the seed and k alone, for any number of threads.

    Args:
        rules: the rules of the games.
        n: the number of games, 1 or more.
        seed: any integer, every bit of which counts.
        first: the number of the first game, 0..2**46.
        threads: how many are used, 1 or more; None for all processors that this process may use.

    Raises:
        InvalidRules: an argument is invalid, or these rules cannot be played.

    >>> from trickkit import batch, load
    >>> batch.games(load("5211", players=2), 10, seed=1).played.points.shape
    (10, 2)
    """
    n, seed, first = whole("n", n, 1, MANY), seed_of(seed), whole("first", first, 0, MOST)
    if not why_not_games(rules_of(rules)):
        try:
            return playing(rules, seed, np.arange(first, first + n), cores(threads)).played()
        except Unsupported:
            # A phase may turn out to ask for more about earlier deals than a row stores.
            pass
    return _by_reference(rules, n, seed, first, cores(threads))


def why_not_games(rules: Rules) -> str:
    """Why the reference engine must play whole games; `""` if the compiled one can, perhaps with phases in Python."""
    program = compile_rules(rules)
    return why_not_by_points(rules) if program.is_mixed else program.why


def playing(rules: Rules, seed: int, which: Array, threads: int) -> Playing:
    """Games before their first deals, given by their numbers."""
    kind = AskingOfDeals if why_not_by_points(rules) else Playing
    return kind(compile_rules(rules), seed, which, threads)


@frozen(eq=False, slots=False)
class Playing:
    """Games that are played side by side, deal after deal; points and piles determine how they go on."""

    program: Program
    seed: int
    which: Array
    threads: int
    totals: Array = field(init=False)
    starters: Array = field(init=False)
    results: list[tuple[Array, Deals]] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "totals", np.zeros((len(self.which), self.rules.players), np.int64))
        object.__setattr__(self, "starters", np.full(len(self.which), -1, np.int64))

    @property
    def rules(self) -> Rules:
        return self.program.rules

    @cached_property
    def between(self) -> BetweenDeals:
        return BetweenDeals(self.rules)

    def played(self) -> Games:
        going = np.arange(len(self.which))
        wins, counts = np.zeros(self.totals.shape), np.zeros(len(self.which), np.int64)
        each = len(self.program.sizes)
        for index in range(each):
            deals = self.deals(going, index)
            self.results.append((going, deals))
            self.totals[going] += deals.points
            over = self.over(going, index, wins)
            self.starters[going] = self.next_starters(deals, going, over)
            counts[going[over]] = index + 1
            going = going[~over]
            if not len(going):
                break
        if len(going):
            raise self.between.not_over(self.which[going[0]], each)
        return Games(self.rules, counts, self.totals, wins, joined([deals for _, deals in self.results]))

    def deals(self, going: Array, number: int) -> Deals:
        """The next deal of the games in progress.

        Raises:
            Unsupported: the deal depends on what earlier deals have scored.
        """
        program, begins = self.program, self.beginnings(going, number)
        if not program.is_mixed:
            return run(program, self.seed, begins, threads=self.threads)
        lines = unknown_lines()
        deals = run_mixed(program, self.seed, begins, moves=False, lines=lines)
        if lines.looked_at:
            raise Unsupported("a phase or scoring looks at score lines of earlier deals")
        return deals

    def beginnings(self, going: Array, number: int) -> Beginnings:
        """The beginnings of the next deals of the games in progress."""
        games = self.which[going] * len(self.program.sizes) + number
        return Beginnings(games, np.full(len(going), number), self.starters[going], self.totals[going])

    def next_starters(self, deals: Deals, going: Array, _over: Array) -> Array:
        """Who starts the next deals of the games in progress."""
        return self.between.next_starters(deals, self.totals[going])

    def over(self, going: Array, number: int, wins: Array) -> Array:
        """Which games in progress are over; writes the shares of their winners into `wins`."""
        ending, totals = self.rules.ending, self.totals[going]
        over = np.zeros(len(going), np.bool_)
        undecided = np.arange(len(going))
        if isinstance(ending, AfterDeals):
            if number + 1 < ending.deals:
                return over
            over[:] = True
            # A seat ahead of all others has won, whatever breaks ties.
            best = (totals.max if ending.wins == "most" else totals.min)(axis=1, keepdims=True)
            alone = (totals == best).sum(axis=1) == 1
            wins[going[alone], (totals == best)[alone].argmax(axis=1)] = 1
            undecided = np.flatnonzero(~alone)
        for index in undecided:
            outcome = self.between.outcome(self.scored(int(going[index])), tuple(totals[index].tolist()))
            if outcome is not None:
                over[index] = True
                _share(wins[going[index]], outcome)
        return over

    def scored(self, game: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The scores of a game's deals, as far as its ending looks at them."""
        if not self.rules.ending.ties:
            return [((), ())] * len(self.results)
        scores = []
        for going, deals in self.results:
            index = int(np.searchsorted(going, game))
            scores.append((tuple(deals.points[index].tolist()), tuple(deals.piles[index].tolist())))
        return scores


@frozen(eq=False, slots=False)
class AskingOfDeals(Playing):
    """Games whose policies read more of deals than points and piles; they are called after every deal."""

    so_far: list[GameSoFar] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self.so_far.extend(GameSoFar(self.program.scoring.schema) for _ in self.which)

    def deals(self, going: Array, number: int) -> Deals:
        """The next deal of the games in progress.

        Raises:
            Unsupported: a policy reads something that is not recorded.
        """
        so_far = [self.so_far[game] for game in going.tolist()]
        for game in so_far:
            game.begin()
        begins = self.beginnings(going, number)
        return run(self.program, self.seed, begins, threads=self.threads, moves=True, so_far=so_far)

    def next_starters(self, deals: Deals, going: Array, over: Array) -> Array:
        """Who starts the next deals; -1 for games that are over."""
        every = zip(going.tolist(), over.tolist(), strict=True)
        return np.array([-1 if ended else self.so_far[game].starter() for game, ended in every], np.int64)

    def over(self, going: Array, number: int, wins: Array) -> Array:
        """Which games in progress are over; writes the shares of their winners into `wins`."""
        outcomes = [self.so_far[game].outcome() for game in going.tolist()]
        for game, outcome in zip(going.tolist(), outcomes, strict=True):
            if outcome is not None:
                _share(wins[game], outcome)
        return np.array([outcome is not None for outcome in outcomes])


def _by_reference(rules: Rules, n: int, seed: int, first: int, processes: int) -> Games:
    """Whole games on the reference engine."""
    seeds = [game_seed(seed, index) for index in range(first, first + n)]
    ends: list[State] = [*spread(partial(_end, rules), seeds, n, processes)]
    results = [result for end in ends for result in end.results]
    wins = np.zeros((n, rules.players))
    for game, end in enumerate(ends):
        if end.outcome is not None:
            _share(wins[game], end.outcome)
    return Games(
        rules,
        np.array([len(end.results) for end in ends]),
        np.array([end.scores for end in ends]),
        wins,
        collected(rules, results, len(results)),
    )


def _share(wins: Array, outcome: Outcome) -> None:
    """Divide the first place of a game among its winners, if it has any."""
    wins[list(outcome.winners)] = 1 / max(1, len(outcome.winners))


def _end(rules: Rules, seed: int) -> State:
    return playout(rules, seed=seed)
