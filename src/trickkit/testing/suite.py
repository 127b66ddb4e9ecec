"""All laws together: as tests for pytest, and as a check that says for each whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from trickkit.rules import Rules
from trickkit.state import State
from trickkit.testing import counting, course, forms, secrecy, symmetries
from trickkit.testing.game import MOST_MOVES, Buildable, rules, states
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
    counting.everybody_is_placed,
    secrecy.views_show_only_what_is_known,
    secrecy.views_do_not_leak,
    secrecy.commitments_stay_secret,
    secrecy.commitments_come_in_any_order,
    secrecy.sampled_worlds_agree,
    secrecy.nothing_true_is_ruled_out,
    forms.texts_read_back,
    forms.copies_are_equal,
    symmetries.seats_may_be_rotated,
    symmetries.suits_may_be_renamed,
)
"""Every law, in the order in which they are looked at."""

EXAMPLES = 100
"""In how many games a law is looked at, where nothing else is said."""


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
    games = _games(rules(what, **fixed), moves)
    return type("Laws", (), {f"test_{one.name}": _test(one, games, examples) for one in only})


def _games(of: st.SearchStrategy[Rules], moves: int) -> st.SearchStrategy[State]:
    return states(of, moves)


_randomness = st.integers(0, 2**32 - 1)


def _test(one: Law, games: st.SearchStrategy[State], examples: int | None) -> Callable[..., None]:
    def test(_self: object, state: State, randomness: int) -> None:
        one(state, Random(randomness))

    test.__name__ = test.__qualname__ = f"test_{one.name}"
    test.__doc__ = one.text
    limits: dict[str, Any] = {} if examples is None else {"max_examples": examples}
    quiet = settings(deadline=None, suppress_health_check=list(HealthCheck), print_blob=False, **limits)
    return quiet(given(state=games, randomness=_randomness)(test))


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
    games = applied = 0
    broken: list[LawBroken] = []

    @seed(source)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
    )
    @given(state=_games(rules(what, **fixed), moves), randomness=_randomness)
    def look(state: State, randomness: int) -> None:
        nonlocal games, applied
        try:
            found = one(state, Random(randomness))
        except LawBroken as error:
            broken.append(error)
            raise
        if not broken:
            games += 1
            applied += found
        seen()

    try:
        look()
    except LawBroken:
        pass
    except HypothesisException:
        # A law whose verdict differs when it is looked at again: what it found still counts.
        if not broken:
            raise
    return Verdict(one, games, applied, _shortest(broken))


def _shortest(broken: Sequence[LawBroken]) -> LawBroken | None:
    return min(broken, key=lambda error: len(error.state.moves), default=None)
