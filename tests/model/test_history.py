"""The decisions of a deal phase by phase: put in order on request, and redacted for views."""

from __future__ import annotations

import pickle
from functools import partial

import pytest

from trickkit import UNKNOWN, State, load
from trickkit.model.history import History, in_order
from trickkit.phases.base import Run
from trickkit.play.playout import states
from trickkit.variants import pikoko

RULES = pikoko.rules(players=3)
BIDS = [(1, "2"), (2, "0"), (0, "1"), (2, "3"), (0, "4"), (1, "1"), (0, "2"), (1, "0"), (2, "6")]
BACKS = [(2, "trust 0"), (0, "no trust"), (1, "trust 2")]
STATE = RULES.start(seed=7, first=0).play_all([*BIDS, *BACKS])


def history(state: State) -> History:
    """The moves of the current deal."""
    context, _, moves = state._now
    found = context.history(moves)
    assert found is not None
    return found


def test_phases_follow_each_other() -> None:
    first = History(None, 2, partial(in_order, (1, RULES.action("3"), None), 2), ((0, 1),))
    second = History(first, 3, ((0, RULES.action("trust 1"), 3), (1, RULES.action("no trust"), 3)), ((0, 2),))
    assert [place for _, _, place in second.moves] == [2, 3, 3]
    assert second.turns == ((0, 1), (1, 3))
    assert second.parts() == [first, second]


def test_turns_are_told_as_if_they_were_played_again() -> None:
    for upto in range(1, len(BIDS) + 1):
        state = RULES.start(seed=7, first=0).play_all(BIDS[:upto])
        made, run = history(state).parts()[0].made, RULES.start(seed=7, first=0)._context.run
        assert run.together(made) == Run._together(run, made)
    assert history(STATE).turns == ((0, 2), (2, 4), (4, 6), (6, 9), (9, 12))


def test_everybody_is_given_one_and_the_same_redacted_history() -> None:
    seen = [STATE.view(viewer)._history for viewer in (0, 0, 1)]  # type: ignore[attr-defined]
    assert seen[0] is seen[1]
    assert seen[0] is not seen[2]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_view_holds_no_move_that_its_seat_may_not_know(viewer: int | None) -> None:
    for part in vars(STATE.view(viewer))["_history"].parts():
        assert isinstance(part._made, tuple)
        assert part._together == part.together
    backs = [action for _, action, _ in STATE.view(viewer).moves[9:]]
    assert [action is UNKNOWN for action in backs] == [seat != viewer for seat in (0, 1, 2)]


@pytest.mark.parametrize("key", ["pikoko", "5211"])
def test_a_view_is_pickled_alike_whether_it_was_read_or_not(key: str) -> None:
    for number, state in enumerate(states(load(key, players=3), seed=7)):
        if number % 9 == 0:
            view, read = state.view(1), state.view(1)
            assert len(read.moves) >= len(read.together)
            assert read.scores == state.scores
            assert pickle.dumps(view) == pickle.dumps(read)
            again = pickle.loads(pickle.dumps(view))
            assert (again, again.moves, again.together) == (read, read.moves, read.together)
            assert "_history" not in vars(again)
