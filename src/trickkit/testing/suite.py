"""All laws together: as tests for pytest, and as a check of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import Phase, settings

from trickkit.testing import counting, secrecy, serialization, symmetries, transitions
from trickkit.testing.law import Law
from trickkit.testing.positions import Positions, Verdict
from trickkit.testing.strategies import MOST_MOVES, Buildable

__all__ = ["LAWS", "Verdict", "check", "laws"]

LAWS: tuple[Law, ...] = (
    counting.cards_are_conserved,
    transitions.somebody_can_act,
    transitions.games_end,
    transitions.what_is_legal_is_accepted,
    transitions.refusals_change_nothing,
    transitions.old_states_stay_as_they_were,
    transitions.the_same_moves_give_the_same_game,
    transitions.the_log_only_grows,
    counting.tricks_keep_to_their_policies,
    counting.scores_add_up,
    counting.scores_keep_to_their_bounds,
    counting.counts_say_enough,
    counting.everybody_is_placed,
    secrecy.views_show_only_what_is_known,
    secrecy.views_do_not_leak,
    secrecy.commitments_stay_secret,
    secrecy.commitments_come_in_any_order,
    secrecy.sampled_worlds_agree,
    secrecy.nothing_true_is_ruled_out,
    serialization.texts_read_back,
    serialization.copies_are_equal,
    serialization.records_replay,
    symmetries.seats_may_be_rotated,
    symmetries.suits_may_be_renamed,
)
"""All laws, in the order in which they are checked."""

EXAMPLES = 100
"""The default number of games in which a law is checked."""


def laws(
    what: Buildable,
    /,
    *,
    examples: int | None = None,
    moves: int = MOST_MOVES,
    only: Iterable[Law] = LAWS,
    source: int | None = None,
    **fixed: Any,
) -> type:
    """A class of tests for pytest, one for every law: `TestMyGame = trickkit.testing.laws(my_rules)`.

    All tests check the same random games with random options; a game that breaks a law is shortened as much as
    possible.

    Args:
        what: rules, used as they are; a function that builds rules from options; or the key or path of a game.
        examples: the number of games in which a law is checked; None for the number in the settings of hypothesis.
        moves: how many decisions a game is followed for.
        only: the laws.
        source: the source of randomness: equal numbers give equal games. None is a new number every time, unless
            hypothesis has one; a failing test reports it.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option.

    >>> from trickkit.variants import pikoko
    >>> tests = laws(pikoko.rules, players=3)
    >>> [name for name in dir(tests) if name.startswith("test_")][:2]
    ['test_cards_are_conserved', 'test_commitments_come_in_any_order']
    """
    positions = Positions.of(what, moves=moves, source=source, **fixed)
    limits: dict[str, Any] = {} if examples is None else {"max_examples": examples}
    return type("Laws", (), {f"test_{law.name}": _test(law, positions, limits) for law in only})


def _test(tested: Law, positions: Positions, limits: dict[str, Any]) -> Callable[..., None]:
    def test(_self: object) -> None:
        broken = positions.hold(tested, settings(**limits)).broken
        if broken is not None:
            broken.add_note(f"found with source={positions.source}")
            raise broken from broken.__cause__

    test.__name__ = test.__qualname__ = f"test_{tested.name}"
    test.__doc__ = tested.text
    return test


def check(
    tested: Law,
    what: Buildable,
    /,
    *,
    examples: int = EXAMPLES,
    moves: int = MOST_MOVES,
    source: int = 0,
    seconds: float | None = None,
    seen: Callable[[], object] = lambda: None,
    **fixed: Any,
) -> Verdict:
    """Check one law on a game.

    Args:
        tested: the law.
        what: as in `laws`.
        examples: the number of games, 1 or more.
        moves: how many decisions a game is followed for.
        source: the source of randomness: equal numbers give equal games.
        seconds: the time limit, more than 0; None for no limit. On a system without alarms, or outside the main thread,
            it ends only after the current game.
        seen: called after every game.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option, or its rules cannot be started.

    >>> check(LAWS[0], "pikoko", examples=5, players=3).holds
    True
    """
    positions = Positions.of(what, moves=moves, source=source, **fixed)
    return positions.hold(tested, within(examples), seconds=seconds, seen=seen)


def within(examples: int) -> settings:
    """Hypothesis settings for a number of games, without storing examples.

    >>> within(5).max_examples
    5
    """
    return settings(max_examples=examples, database=None, phases=(Phase.generate, Phase.shrink))
