"""All laws together: as tests for pytest, and as a check that says for each whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

from attrs import frozen
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import HypothesisException

from trickkit.state import made_of
from trickkit.testing import counting, course, forms, secrecy, symmetries
from trickkit.testing.game import MOST_MOVES, Buildable, Choice, Course, courses
from trickkit.testing.law import Law, LawBroken

__all__ = ["LAWS", "Verdict", "check", "laws"]

LAWS: tuple[Law, ...] = (
    counting.cards_are_conserved,
    course.somebody_can_act,
    course.games_end,
    course.what_is_legal_is_accepted,
    course.refusals_change_nothing,
    course.old_states_stay_as_they_were,
    course.the_same_moves_give_the_same_game,
    course.the_log_only_grows,
    counting.tricks_keep_to_their_policies,
    counting.scores_add_up,
    counting.counts_say_enough,
    counting.everybody_is_placed,
    secrecy.views_show_only_what_is_known,
    secrecy.views_do_not_leak,
    secrecy.commitments_stay_secret,
    secrecy.commitments_come_in_any_order,
    secrecy.sampled_worlds_agree,
    secrecy.nothing_true_is_ruled_out,
    forms.texts_read_back,
    forms.copies_are_equal,
    forms.records_replay,
    symmetries.seats_may_be_rotated,
    symmetries.suits_may_be_renamed,
)
"""Every law, in the order in which they are looked at."""

EXAMPLES = 100
"""In how many games a law is looked at, where nothing else is said."""

TRIALS = 6
"""How often each position before a law was seen broken is looked at, to find the shortest game that breaks it."""


def laws(
    what: Buildable,
    /,
    *,
    examples: int | None = None,
    moves: int = MOST_MOVES,
    only: Iterable[Law] = LAWS,
    **fixed: Any,
) -> type:
    """A class of tests for pytest, one for every law: `TestMyGame = trickkit.testing.laws(my_rules)`.

    Every test plays random games with random options; one that breaks the law is made as short as possible.

    Args:
        what: rules, which are taken as they are; a function that builds rules from options; or the key or path of a
            game.
        examples: in how many games a law is looked at; None leaves it to the settings of hypothesis.
        moves: how many decisions a game is followed for.
        only: the laws.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option.

    >>> from trickkit.variants import pikoko
    >>> tests = laws(pikoko.rules, players=3)
    >>> [name for name in dir(tests) if name.startswith("test_")][:2]
    ['test_cards_are_conserved', 'test_commitments_come_in_any_order']
    """
    choice = Choice.of(what, fixed)
    limits: dict[str, Any] = {} if examples is None else {"max_examples": examples}
    return type("Laws", (), {f"test_{one.name}": _test(one, choice, moves, limits) for one in only})


def _test(one: Law, choice: Choice, moves: int, limits: Mapping[str, Any]) -> Callable[..., None]:
    def test(_self: object) -> None:
        verdict = _searched(one, choice, moves, settings(**limits), lambda: None)
        if verdict.broken is not None:
            raise verdict.broken from verdict.broken.__cause__

    test.__name__ = test.__qualname__ = f"test_{one.name}"
    test.__doc__ = one.text
    return test


@frozen
class Verdict:
    """What came of holding a game to a law.

    Args:
        law: the law.
        games: in how many games it was looked at.
        applied: in how many of them there was anything to look at.
        broken: the shortest game found that breaks the law; None when none does.

    >>> from trickkit.variants import pikoko
    >>> Verdict(LAWS[0], games=100, applied=100).holds
    True
    """

    law: Law
    games: int
    applied: int
    broken: LawBroken | None = None

    @property
    def holds(self) -> bool:
        """Whether no game was found that breaks the law."""
        return self.broken is None


def check(
    one: Law,
    what: Buildable,
    /,
    *,
    examples: int = EXAMPLES,
    moves: int = MOST_MOVES,
    source: int = 0,
    seen: Callable[[], object] = lambda: None,
    **fixed: Any,
) -> Verdict:
    """Hold a game to one law.

    Args:
        one: the law.
        what: as in `laws`.
        examples: in how many games, 1 or more.
        moves: how many decisions a game is followed for.
        source: where randomness comes from: the same number, the same games.
        seen: called after every game.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option, or its rules cannot be started.

    >>> check(LAWS[0], "pikoko", examples=5, players=3).holds
    True
    """
    limits = settings(max_examples=examples, database=None, phases=(Phase.generate, Phase.shrink))
    return _searched(one, Choice.of(what, fixed), moves, limits, seen, source)


def _searched(
    one: Law, choice: Choice, moves: int, limits: settings, seen: Callable[[], object], source: int | None = None
) -> Verdict:
    """Look for the shortest game that breaks a law."""
    games = applied = 0
    broken: list[LawBroken] = []

    def look(course: Course) -> None:
        nonlocal games, applied
        try:
            found = one(course.state(), course.trials)
        except LawBroken as error:
            broken.append(error)
            raise
        if not broken:
            games += 1
            applied += found
        seen()

    # Failures are kept by the name: every law and game has its own.
    look.__name__ = look.__qualname__ = f"{one.name}_{crc32(repr(choice).encode())}"
    quiet = settings(
        limits,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    search = quiet(given(course=courses(choice, moves))(look))
    try:
        (search if source is None else seed(source)(search))()
    except (LawBroken, HypothesisException):
        # A law whose verdict differs when it is looked at again makes hypothesis give up: what it found still counts.
        if not broken:
            raise
    return Verdict(one, games, applied, _shortest(one, broken))


def _shortest(one: Law, broken: Sequence[LawBroken]) -> LawBroken | None:
    """The shortest game of those that break a law, and of all that they began with."""
    found = min(broken, key=lambda error: len(error.state.moves), default=None)
    if found is None:
        return None
    rules, number, first, stacked, moves = made_of(found.state)
    try:
        state = rules.start(seed=number, first=first, deals=stacked)
        for seat, action in moves:
            for trials in (found.seed, *range(TRIALS)):
                one(state, trials)
            state = state.play(seat, action)
    except LawBroken as error:
        return min(found, error, key=lambda error: len(error.state.moves))
    except Exception:
        # A game that cannot be played again is one of those that break laws.
        return found
    return found
