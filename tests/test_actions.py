"""Actions: interned values with a text."""

import copy
import pickle

import pytest
from attrs import frozen

from trickkit import Action, Back, Bid, Play

ACTIONS = [Play("R7"), Bid(0), Bid(9), Back(0), Back(None)]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_equal_actions_are_one_object(action: Action) -> None:
    assert eval(repr(action)) is action
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action


def test_actions_with_one_text_but_other_values_stay_apart() -> None:
    @frozen(eq=False)
    class Shout(Action):
        loudness: int

        def __str__(self) -> str:
            return "hey"

    assert Shout(1) is Shout(1)
    assert Shout(1) is not Shout(2)


def test_actions_of_different_kinds_differ_also_with_the_same_text() -> None:
    assert Play("3") != Bid(3)
    assert Play(face="R7") is Play("R7")


def test_texts() -> None:
    assert [str(action) for action in ACTIONS] == ["R7", "0", "9", "trust 0", "no trust"]


def test_what_is_no_number_of_tricks_is_refused() -> None:
    with pytest.raises(ValueError, match="must be >= 0"):
        Bid(-1)
    with pytest.raises(TypeError):
        Bid("3")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Play(7)  # type: ignore[arg-type]
