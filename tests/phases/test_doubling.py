"""Doubling part by part, by both sides in turn."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import Deal, InvalidRules
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import french
from trickkit.phases import DoubleParts
from trickkit.phases.contracts import ContractBids
from trickkit.phases.doubling import DoublingRun

PARTS = {("seven", "red seven"): ("game", "seven"), "betl": "betl"}


def begun(contract: str = "seven", *, players: int = 3, most: int = 4, declarer: int | None = 1) -> Deal | DoublingRun:
    deal = Deal.fresh(french(), players=players).with_record(ContractBids((), contract), declarer=declarer)
    return DoubleParts(parts=PARTS, most=most).begin(deal)


def after(words: str, **given: Any) -> tuple[tuple[int, ...], list[str], Deal]:
    """Who speaks after some words, the parts that it may double, and the deal."""
    run = begun(**given)
    assert isinstance(run, DoublingRun)
    at = run.start()
    for word in words.split():
        action: Action = Pass() if word == "pass" else Call(f"double {word}")
        played = run.play(at, at.actors[0], action)
        assert played is not None
        at = played
    open_ = [str(action).removeprefix("double ") for action in run.legal(at, at.actors[0])] if at.actors else []
    return at.actors, open_[:-1], run.record(at)


def test_all_opponents_speak_clockwise_from_the_declarer() -> None:
    assert after("")[:2] == ((2,), ["game", "seven"])
    assert after("pass")[:2] == ((0,), ["game", "seven"])
    assert after("pass pass", players=4)[:2] == ((0,), ["game", "seven"])


def test_it_is_over_when_a_side_has_doubled_nothing() -> None:
    actors, _, deal = after("pass pass")
    assert (actors, str(deal[DoubleParts])) == ((), "not doubled")
    assert after("game pass pass pass")[0] == ()


def test_a_seat_goes_on_until_it_passes() -> None:
    assert after("seven")[:2] == ((2,), ["game"])
    assert after("seven pass")[:2] == ((0,), ["game"])


def test_the_other_side_answers_what_was_doubled_and_nothing_else() -> None:
    assert after("seven game")[:2] == ((1,), ["game", "seven"])
    assert after("seven pass pass")[:2] == ((1,), ["seven"])
    actors, open_, deal = after("seven game seven pass")
    assert (actors, open_) == ((2,), ["seven"])
    assert [deal[DoubleParts].times(part) for part in ("game", "seven", "hundred")] == [2, 4, 1]


def test_a_part_is_doubled_so_often_at_most() -> None:
    actors, _, deal = after("betl betl", contract="betl", most=2)
    assert (actors, str(deal[DoubleParts])) == ((), "betl doubled 2 times")
    assert after("betl betl", contract="betl", most=3)[0] == (2,)


def test_nothing_is_doubled_in_other_contracts_or_without_a_declarer() -> None:
    for deal in (begun("durch"), begun(declarer=None)):
        assert isinstance(deal, Deal)
        assert deal[DoubleParts].levels == ()


def test_a_refusal_names_what_may_be_doubled() -> None:
    run = begun()
    assert isinstance(run, DoublingRun)
    said = run.refusal(run.start(), 2, Call("double betl"))
    assert said == "seat 2 may double game or seven now; double betl is none of these, and no pass"


@pytest.mark.parametrize("parts", [(), ("game", "game"), ("game", " "), (3,)])
def test_parts_are_different_words(parts: Any) -> None:
    with pytest.raises(InvalidRules, match="there must be at least one part"):
        DoubleParts(parts={"seven": parts})
