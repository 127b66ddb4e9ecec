"""Actions: interned values with a text."""

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from attrs import frozen

from trickkit import Action, Back, Bid, InvalidAction, Play

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
    for wrong in (lambda: Bid(-1), lambda: Bid("3"), lambda: Bid(True), lambda: Back(-1), lambda: Back("2")):
        with pytest.raises(InvalidAction, match="is not a whole number from 0 on"):
            wrong()
    with pytest.raises(InvalidAction, match="Play: face=7 is not a str"):
        Play(7)
    assert str(Bid(1)) == "1"


def test_equal_values_of_other_types_stay_apart() -> None:
    @frozen(eq=False)
    class Tell(Action):
        value: object

    assert (str(Tell(True)), str(Tell(1))) == ("True", "1")
    assert Tell(1) is Tell(1)


def test_actions_with_keywords_are_copied() -> None:
    @frozen(eq=False, kw_only=True)
    class Named(Action):
        name: str

    assert copy.copy(Named(name="x")) is Named(name="x")


@pytest.mark.skipif(sys.platform == "emscripten", reason="Python for the browser has no threads")
def test_threads_get_one_object() -> None:
    made = [Play(f"T{number}") for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        lists = list(pool.map(lambda _: [Play(f"T{number}") for number in range(200)], range(16)))
    assert all(one is other for others in lists for one, other in zip(made, others, strict=True))
