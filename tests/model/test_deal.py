"""The record of a deal, and the texts of what happened."""

from __future__ import annotations

import pickle
from copy import deepcopy
from functools import partial

import pytest

from trickkit import Deal, InvalidRules, Play, Stacked, playout
from trickkit.model.cards import french
from trickkit.model.events import DealStarted, Event, Later
from trickkit.model.hands import Hand
from trickkit.model.log import redacted
from trickkit.phases import Bids, CallDouble, Confidence, Estimates, Tricks
from trickkit.phases.calls import Doubles
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks.record import Played
from trickkit.variants import pikoko

HANDS = [
    ["R2", "R5", "B3", "B7", "M1", "Y6", "W2", "P4"],
    ["R3", "R6", "B1", "B5", "M7", "Y2", "W6", "P5"],
    ["R4", "B2", "B6", "Y3", "Y7", "M4", "W3", "P2"],
]
BIDS = [(1, "2"), (2, "0"), (0, "1"), (2, "3"), (0, "4"), (1, "1"), (0, "2"), (1, "0"), (2, "6")]
STATE = pikoko.rules(players=3).start(first=0, deals=[Stacked(hands=HANDS, turned="W5")])


def test_what_no_phase_found_out_yet_is_asked_for_in_vain() -> None:
    assert STATE.deal.get(Tricks) is None
    with pytest.raises(InvalidRules, match="nothing of Tricks in this deal so far; its records: Dealing, Turned, Bid"):
        STATE.deal[Tricks]
    with pytest.raises(InvalidRules, match="nothing of Bids in this deal so far; its records: none"):
        Deal.fresh(french(), players=2)[Bids]


def test_a_deal_with_holes_stays_as_it_is() -> None:
    view = STATE.view(1)
    assert view.deal.seen_by(0) == view.deal
    assert [event.seen_by(0, scored=False) for event in view.events] == list(view.events)
    with pytest.raises(InvalidRules, match="the deal of a view does not say what seats know"):
        view.deal.knows(0)


def test_a_table_of_bids_grows_turn_by_turn() -> None:
    state = STATE.play_all(BIDS[:4])
    assert str(state.deal[Bids]) == "seat 0: - 1 -; seat 1: 2 - -; seat 2: 0 3 -"
    assert state.deal[Bids].bids == ((None, 1, None), (2, None, None), (0, 3, None))


def test_the_log_tells_a_deal_in_words() -> None:
    state = STATE.play_all([*BIDS, (0, "trust 1"), (1, "no trust"), (2, "trust 0"), (0, "B1")])
    state = state.play_all([(1, "B2"), (2, "B3"), (2, "P1")])
    lines = [str(event) for event in state.events]
    assert lines[:3] == [
        "Deal 0 begins; seat 0 starts.",
        "Dealt: hand 0: R2 R5 Y6 B3 B7 W2 P4 M1; hand 1: R3 R6 Y2 B1 B5 W6 P5 M7; hand 2: R4 Y3 Y7 B2 B6 W3 P2 M4.",
        "W5 is turned up: white is trump.",
    ]
    assert lines[3] == "Bids: seat 1 bids 2 on 0, seat 2 bids 0 on 0."
    assert lines[-6:] == [
        "Confidence: seat 0: trust 1, seat 1: no trust, seat 2: trust 0.",
        "Seat 0 plays B1 from hand 1.",
        "Seat 1 plays B2 from hand 2.",
        "Seat 2 plays B3 from hand 0.",
        "Trick 0 goes to hand 0.",
        "Seat 2 plays M1 as P1 from hand 0.",
    ]
    assert str(state.deal[Tricks]) == "taken: 1 0 0; trick 1: P1"
    assert str(state.deal[Confidence]) == "seat 0: trust 1; seat 1: no trust; seat 2: trust 0"
    assert str(state.view(1).events[-6]) == "Confidence: seat 0: ??, seat 1: no trust, seat 2: ??."


def test_the_log_tells_the_end() -> None:
    end = playout(pikoko.rules(players=3), seed=7)
    scored, ended = (str(event) for event in end.events[-2:])
    assert scored.startswith("Scored: seat 0: +")
    assert scored.endswith(f"Totals: {end.scores}.")
    assert ended.startswith("The game is over: 3 deals are played. First: seat ")
    assert str(STATE.deal[Bids]) == "seat 0: - - -; seat 1: - - -; seat 2: - - -"
    assert str(STATE.play_all(BIDS).deal[Confidence]) == "not laid yet"


def test_an_own_card_is_played_without_naming_the_hand() -> None:

    assert str(Played(seat=1, hand=1, action=Play("AS"), card="AS")) == "Seat 1 plays AS."


def started(*numbers: int) -> tuple[Event, ...]:
    return tuple(DealStarted(number=number, starter=0) for number in numbers)


@pytest.mark.parametrize("read", [(), (0,), (1,), (0, 1, 2)])
def test_the_log_is_the_same_whenever_it_is_read(read: tuple[int, ...]) -> None:
    deals = [Deal.fresh(french(), players=2)]
    steps: tuple[tuple[Event | Later, ...], ...] = (
        (partial(started, 1, 2),),
        (*started(3), partial(started), partial(started, 4)),
        started(5),
    )
    for place, events in enumerate(steps):
        if place in read:
            assert deals[-1].events
        deals.append(deals[-1].changed(*events))
    assert [deal.events for deal in deals] == [started(*range(upto)) for upto in (1, 3, 5, 6)]


def test_a_deal_is_the_same_whether_it_was_looked_at_or_not() -> None:
    begun = Deal.fresh(french(), players=2)
    hands = (Hand.of(begun.deck, ["2C"]), Hand.of(begun.deck, ["AS", "KS"]))
    held = tuple(hand.mask for hand in hands)
    by_hands, by_masks = begun.changed(*started(1), hands=hands), begun.changed(partial(started, 1), held=held)
    assert repr(deepcopy(by_masks)) == repr(by_hands)
    assert pickle.loads(pickle.dumps(begun.changed(partial(started, 1), held=held))) == by_hands
    assert (by_masks.hands, by_hands.held) == (hands, held)
    assert by_masks == by_hands


def test_the_last_hands_that_are_given_count() -> None:
    begun = Deal.fresh(french(), players=2)
    hand = Hand.of(begun.deck, ["2C"])
    one, other = begun.changed(held=(hand.mask, 0)), begun.changed(hands=(Hand(begun.deck), hand))
    assert [len(hand) for hand in one.hands] == [1, 0]
    assert other.held == (0, hand.mask)
    assert one.changed(hands=other.hands).held == other.held
    assert other.changed(held=one.held).hands == one.hands


def test_the_last_records_that_are_given_count() -> None:
    begun = Deal.fresh(french(), players=2)
    estimated, doubled, again = Estimated((1, 2)), Doubles((1,)), Estimated((0, 0))
    deal = begun.with_record(estimated).with_record(doubled)
    assert deal.with_record(again).records == (doubled, again)
    assert deal.records == (estimated, doubled)
    assert deal.changed(records=(again,)).get(CallDouble) is None
    assert deal.changed(records=(again,)).with_record(doubled).records == (again, doubled)
    assert deal.changed(records=(again,))[Estimates] == again


def test_a_deal_has_no_other_fields() -> None:
    with pytest.raises(TypeError, match="a deal has no cards, suit"):
        Deal.fresh(french(), players=2).changed(suit=None, cards=())


def test_the_log_of_a_view_is_redacted() -> None:
    state = STATE.play_all(BIDS)
    whole, seen = vars(state.deal)["_log"], vars(state.view(0).deal)["_log"]
    assert len(seen.parts()) == len(whole.parts()) > 1
    assert not {*map(id, seen.parts())} & {*map(id, whole.parts())}
    for one, other in zip(seen.parts(), whole.parts(), strict=True):
        assert one.added == redacted(other.told(), 0, scored=False)
    assert state.view(0).deal.events == redacted(state.deal.events, 0, scored=False) != state.deal.events


def test_hands_that_are_given_to_the_deal_of_a_view_have_no_hidden_cards() -> None:
    seen = STATE.view(0).deal
    assert [hand.hidden for hand in seen.changed(closed=True).hands] == [hand.hidden for hand in seen.hands] != [0] * 3
    assert [hand.hidden for hand in seen.changed(held=(0, 0, 0)).hands] == [0] * 3
    assert [hand.hidden for hand in seen.changed(hands=STATE.deal.hands).changed(held=seen.held).hands] == [0] * 3
