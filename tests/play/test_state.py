"""A game in progress: what it says of itself, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import Bid, InvalidAction, InvalidSeat, Stacked, load, playout
from trickkit.phases import Bids
from trickkit.variants import pikoko

RULES = pikoko.rules(players=3)
START = RULES.start(seed=7, first=0)
END = playout(RULES, seed=7)


def test_a_state_names_its_phase_and_a_finished_one_none() -> None:
    assert isinstance(START.phase, Bids)
    assert START.view(None).phase == START.phase
    assert END.phase is END.view(0).phase is None
    assert (END.actors, END.legal(0), END.view(0).legal()) == ((), (), ())


def test_a_view_of_the_end_tells_the_outcome() -> None:
    view = END.view(None)
    assert view.is_over
    assert view.outcome == END.outcome
    assert view.scores == END.scores
    assert view.deal == view.results[-1].deal
    assert len(view.events) == len(END.events)


@pytest.mark.parametrize("seat", [3, -1, 1.0, 1.5, "1", None])
def test_what_is_no_seat_is_refused_everywhere(seat: Any) -> None:
    calls = [
        lambda: START.play(seat, "3"),
        lambda: START.play(seat, Bid(3)),
        lambda: START.verify(seat, "3"),
        lambda: START.legal(seat),
    ]
    if seat is not None:
        calls.append(lambda: START.view(seat))
    for call in calls:
        with pytest.raises(InvalidSeat, match=r"this game has the seats 0\.\.2"):
            call()
    assert not START.can(seat, "3")


@pytest.mark.parametrize("action", [11, True, None, ["3"], {}, Bid(10), object()])
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(InvalidAction, match=r"is not an action of this game \(pikoko, deal 0, seat 1\)"):
        START.play(1, action)
    assert not START.can(1, action)


def test_an_action_that_is_no_text_is_pointed_to_its_text() -> None:
    with pytest.raises(
        InvalidAction, match=r'^3 is not an action of this game; write it as text: "3" \(pikoko, deal 0'
    ):
        START.play(1, 3)  # type: ignore[arg-type]
    assert START.play(1, "3").moves == ((1, Bid(3)),)


def test_the_repr_of_a_view_is_made_of_its_parts() -> None:
    view = START.view(1)
    names = ("rules", "seat", "deal", "results", "scores", "actors", "phase", "committed", "outcome", "legal")
    assert repr(view).startswith("View(rules=pikoko.rules(players=3), seat=1, deal=Deal(number=0, ")
    assert all(f"{name}=" in repr(view) for name in names)


def test_verify_does_nothing_where_play_would_play() -> None:
    START.verify(1, "3")
    assert START.can(1, Bid(3))


def test_several_moves_stop_at_the_first_that_is_refused() -> None:
    with pytest.raises(InvalidAction, match="'R55' is not an action"):
        START.play_all([(1, "3"), (2, "R55"), (2, "3")])
    assert START.play_all([]) == START


def test_a_fault_inside_a_phase_is_not_taken_for_a_wrong_action(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise TypeError("a fault of the phase")

    monkeypatch.setattr(type(START._context.run), "play", broken)
    with pytest.raises(TypeError, match="a fault of the phase"):
        START.play(1, Bid(3))


def test_states_with_stacked_cards_say_so_in_their_repr() -> None:
    state = RULES.start(seed=3, deals=[Stacked(turned="W5")])
    assert repr(state) == (
        "pikoko.rules(players=3).start(seed=3, first=None, "
        "deals=[Stacked(hands=None, turned='W5', stock=(), rolls=())])"
    )
    assert eval(repr(state)) == state


class Ambiguous:
    """Something that cannot be compared, as an array of several numbers."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value is ambiguous")


@pytest.mark.parametrize("key", ["skat", "whist", "pikoko", "5211"])
def test_what_does_not_bear_to_be_compared_is_no_action(key: str) -> None:
    state = load(key).start(seed=7)
    odd: Any = Ambiguous()
    with pytest.raises(InvalidAction, match="is not an action of this game"):
        state.play(state.actors[0], odd)
    with pytest.raises(InvalidSeat):
        state.play(odd, odd)
