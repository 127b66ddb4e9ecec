"""Positions on which all laws are checked, and the search for the shortest game that breaks one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random, SystemRandom
from time import perf_counter
from typing import Any
from zlib import crc32

from attrs import define, evolve, field, frozen
from hypothesis import HealthCheck, Verbosity, core, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from trickkit.model.deal import Deal
from trickkit.phases.contracts import words_played
from trickkit.phases.dealing import stacked_deal
from trickkit.play.rules import Rules
from trickkit.play.state import made_of
from trickkit.play.trial import contracts_in
from trickkit.scoring import Scoring
from trickkit.testing.law import Law, LawBroken
from trickkit.testing.limit import TimeIsUp, at_most
from trickkit.testing.strategies import MOST_MOVES, SEEDS, Buildable, Choice, Playthrough, playthroughs
from trickkit.testing.transitions import snapshot

__all__ = ["Positions", "Verdict"]

TRIALS = 6
"""The number of checks of each position before one that breaks a law, to find the shortest game that breaks it."""

PILOT = 5, 2.0
"""The number of games in which the time of a game is measured, and the most seconds for that."""


@frozen
class Verdict:
    """The result of checking a law on a game.

    Args:
        law: the law.
        games: the number of games in which it was checked.
        applied: the number of those games in which there was anything to check.
        broken: the shortest game found that breaks the law; None if none does.
        stopped: the time limit in seconds, if it ran out before all games were checked; otherwise None.

    >>> from trickkit.testing import LAWS
    >>> Verdict(LAWS[0], games=100, applied=100).holds
    True
    """

    law: Law
    games: int
    applied: int
    broken: LawBroken | None = None
    stopped: float | None = None

    @property
    def holds(self) -> bool:
        """Whether all games were checked and none broke the law."""
        return self.broken is None and self.stopped is None


@define
class Reached:
    """The phases and scorings that random games of some rules have reached.

    >>> from trickkit.variants import pikoko
    >>> reached = Reached()
    >>> reached.add(Playthrough(pikoko.rules(players=3), 7, bytes(5)))
    >>> reached.phases
    {'Bids': True, 'Confidence': False, 'Tricks': False}
    """

    _noted: dict[int, Playthrough] = field(init=False, factory=dict, repr=False)
    """The games, by identity, as all laws check the same ones."""

    def add(self, playthrough: Playthrough) -> None:
        self._noted[id(playthrough)] = playthrough

    @property
    def phases(self) -> dict[str, bool]:
        """By name of a phase with decisions, whether a game reached it."""
        reached: dict[str, bool] = {}
        for playthrough in self._noted.values():
            for index, name in _deciding(playthrough.rules):
                reached[name] = reached.get(name, False) or index in playthrough.reached
        return reached

    @property
    def scorings(self) -> dict[str, bool]:
        """By name of a scoring, whether it gave any points line."""
        scored: dict[str, bool] = {}
        for playthrough in self._noted.values():
            for scoring in playthrough.rules.scoring:
                name, results = type(scoring).__name__, playthrough.furthest.results
                scored[name] = scored.get(name, False) or any(_scores(scoring, result.deal) for result in results)
        return scored

    @property
    def finished(self) -> bool:
        return any(playthrough.furthest.results for playthrough in self._noted.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """The phases that no game reached, and `"the end of a deal"` if no deal was finished."""
        end = () if self.finished else ("the end of a deal",)
        return (*(name for name, came in self.phases.items() if not came), *end)

    @property
    def silent(self) -> tuple[str, ...]:
        """The scorings that never scored in finished deals."""
        return tuple(name for name, came in self.scorings.items() if not came) if self.finished else ()

    @property
    def unplayed(self) -> dict[str, tuple[str, ...]]:
        """By name of a part, the contracts on which it depends and which no finished deal had.

        >>> from trickkit import load
        >>> reached = Reached()
        >>> reached.add(Playthrough(load("king"), 7, bytes(120)))
        >>> reached.unplayed["ScoreByContract"]
        ('no hearts', 'no boys', 'no queens', 'no last two', 'no king')
        """
        depending: dict[str, dict[str, None]] = {}
        played = set[str]()
        for playthrough in self._noted.values():
            for name, word in _contracts(playthrough.rules):
                depending.setdefault(name, {})[word] = None
            played.update(*[words_played(result.deal) for result in playthrough.furthest.results])
        unplayed = {name: tuple([word for word in words if word not in played]) for name, words in depending.items()}
        return {name: words for name, words in unplayed.items() if words and self.finished}


@lru_cache(maxsize=256)
def _contracts(rules: Rules) -> tuple[tuple[str, str], ...]:
    return (*contracts_in((rules.phases, rules.scoring, rules.memory)),)


@lru_cache(maxsize=256)
def _deciding(rules: Rules) -> tuple[tuple[int, str], ...]:
    phases = [(index, phase) for index, phase in enumerate(rules.phases) if phase.actions(rules.deck, rules.players)]
    return tuple([(index, type(phase.inner).__name__) for index, phase in phases])


def _scores(scoring: Scoring, deal: Deal) -> bool:
    """Whether a scoring gives any line; False if it fails, which is for the laws to report."""
    with suppress(Exception):
        return bool(scoring.lines(evolve(deal, lines=())))
    return False


@frozen(eq=False)
class Positions:
    """Random games with random options, stopped anywhere; all laws share them, and each is played once.

    Args:
        choice: the possible rules.
        moves: how many decisions a game is followed for.
        source: the source of randomness: equal numbers give equal games.

    >>> from trickkit.testing import LAWS
    >>> positions = Positions.of("pikoko", source=7, players=3)
    >>> [positions.hold(law, settings(max_examples=5, database=None)).holds for law in LAWS[:2]]
    [True, True]
    """

    choice: Choice
    moves: int
    source: int
    reached: Reached = field(init=False, factory=Reached)
    """What the games reached that laws have checked."""
    drawn: st.SearchStrategy[Playthrough] = field(init=False)

    @drawn.default
    def _drawn(self) -> st.SearchStrategy[Playthrough]:
        return playthroughs(self.choice, self.moves)

    @classmethod
    def of(cls, what: Buildable, /, *, moves: int = MOST_MOVES, source: int | None = None, **fixed: Any) -> Positions:
        """The positions of a game.

        Args:
            what: as in `trickkit.testing.rules`.
            moves: how many decisions a game is followed for.
            source: the source of randomness; None for a new number, or the one in the settings of hypothesis.
            fixed: options that keep one value.

        Raises:
            InvalidRules: there is no such game or option.
        """
        choice = Choice.of(what, fixed)
        return cls(choice, moves, _source(choice) if source is None else source)

    def hold(
        self,
        law: Law,
        limits: settings,
        *,
        seconds: float | None = None,
        seen: Callable[[], object] = lambda: None,
    ) -> Verdict:
        """Check a law on the positions.

        Args:
            law: the law.
            limits: the number of games to check, as settings of hypothesis.
            seconds: the time limit, more than 0; None for no limit.
            seen: called after every game.

        Raises:
            InvalidRules: the rules cannot be started, or refuse a value that an option may have according to them.
        """
        # Rules that refuse a value are refused before the first game, not during the search.
        _ = self.choice.tried
        began = perf_counter()
        search = _Search(law, seen)
        stopped = None
        try:
            with at_most(seconds):
                search.run(self, limits, None if seconds is None else began + seconds)
        except TimeIsUp:
            stopped = perf_counter() - began
        return Verdict(law, search.games, search.applied, search.shortest(), stopped)

    def pace(self, laws: Iterable[Law], games: int | None = None) -> float:
        """The seconds that some laws take together for one game, measured on the first few games.

        Args:
            laws: the laws.
            games: the number of games to check, if known; measuring takes a small part of their time.
        """
        _ = self.choice.tried
        first_few, most = PILOT
        games = first_few if games is None else max(1, min(first_few, games // first_few))
        first, random, looked = len(self.choice.values) + SEEDS, Random(self.source), 0
        began = perf_counter()
        with suppress(TimeIsUp), at_most(most):
            for _ in range(games):
                playthrough = Playthrough.of(self.choice, random.randbytes(first + random.randint(0, self.moves)))
                for law in laws:
                    with suppress(LawBroken):
                        law(playthrough.state, playthrough.trials)
                looked += 1
        return (perf_counter() - began) / max(looked, 1)


def _source(choice: Choice) -> int:
    """The default seed: that of Hypothesis if it has one, otherwise a random one."""
    forced: int | None = getattr(core, "global_force_seed", None)
    if settings().derandomize:
        return crc32(repr((_name(choice.what), choice.values)).encode())
    return SystemRandom().getrandbits(32) if forced is None else forced


def _name(what: Buildable) -> str:
    """The name of a game, the same on every machine: without its folder, or the address of a function."""
    if isinstance(what, str):
        return Path(what).name
    return repr(what) if isinstance(what, Rules) else f"{what.__module__}.{getattr(what, '__qualname__', what)}"


class _Search:
    """A search for a game that breaks a law, with its results so far."""

    def __init__(self, law: Law, seen: Callable[[], object]) -> None:
        self.law = law
        self.seen = seen
        self.games = self.applied = 0
        self.broken: list[LawBroken] = []

    def run(self, positions: Positions, limits: settings, until: float | None) -> None:
        """Check positions until one breaks the law, then shorten that game."""

        def look(playthrough: Playthrough) -> None:
            if until is not None and perf_counter() > until:
                raise TimeIsUp
            self.look(playthrough)
            positions.reached.add(playthrough)

        # Failures are stored by name: every law and game has its own.
        look.__name__ = look.__qualname__ = f"{self.law.name}_{crc32(repr(positions.choice).encode())}"
        quiet = settings(
            limits,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
            verbosity=Verbosity.quiet,
        )
        try:
            seed(positions.source)(quiet(given(playthrough=positions.drawn)(look)))()
        except (LawBroken, HypothesisException):
            # If a law's verdict differs when it is checked again, hypothesis gives up; its findings still count.
            if not self.broken:
                raise
        self.shorten()

    def look(self, playthrough: Playthrough) -> None:
        try:
            applies = _held(self.law, playthrough)
        except LawBroken as error:
            self.broken.append(error)
            raise
        if not self.broken:
            self.games += 1
            self.applied += applies
        self.seen()

    def shortest(self) -> LawBroken | None:
        """The shortest game that breaks the law."""
        return min(self.broken, key=lambda error: len(error.state.moves), default=None)

    def restart(self, broken: LawBroken, deals: int) -> None:
        """Try whether the last deals of a game break the law by themselves, dealt as they were."""
        state = broken.state
        played = [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]
        if len(played) <= deals:
            return
        kept = played[-deals:]
        with suppress(Exception):
            replayed = state.rules.start(
                seed=0, first=played[0].begun_by, deals=[stacked_deal(deal) for deal in played]
            )
            moves = list(state.moves)
            while replayed.deal.number < kept[0].number:
                replayed = replayed.play(*moves.pop(0))
            short = state.rules.start(seed=0, first=kept[0].begun_by, deals=[stacked_deal(deal) for deal in kept])
            try:
                self.law(short.play_all(moves), broken.seed)
            except LawBroken as error:
                self.broken.append(error)

    def shorten(self) -> None:
        """Try whether the shortest game breaks the law at an earlier position."""
        shortest = self.shortest()
        if shortest is None:
            return
        for deals in (1, 2):
            self.restart(shortest, deals)
        shortest = self.shortest() or shortest
        rules, seed_of_game, first, stacked, moves = made_of(shortest.state)
        try:
            state = rules.start(seed=seed_of_game, first=first, deals=stacked)
            for seat, action in moves:
                for trials in (shortest.seed, *range(TRIALS)):
                    self.law(state, trials)
                state = state.play(seat, action)
        except LawBroken as error:
            self.broken.append(error)
        except Exception:
            # A game that cannot be replayed also breaks laws.
            return


def _held(law: Law, playthrough: Playthrough) -> bool:
    try:
        return law(playthrough.state, playthrough.trials)
    except LawBroken:
        if not _is_spoilt(playthrough):
            raise
    return law(playthrough.played(), playthrough.trials)


def _is_spoilt(playthrough: Playthrough) -> bool:
    """Whether a law changed the position by playing on from it; another law reports this fault."""
    try:
        return snapshot(playthrough.state) != snapshot(playthrough.played())
    except Exception:
        return False
