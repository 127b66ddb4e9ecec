"""A view as JSON, which other tests hold to the view: what stands in it, for every game."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import frozen

from trickkit import InvalidRules, Play, Rules, load
from trickkit.catalog.registry import keys
from trickkit.model.questions import Question
from trickkit.phases import Tricks
from trickkit.play.as_json import plain
from trickkit.play.playout import states
from trickkit.play.state import State
from trickkit.variants import game5211, pikinni, pikoko

MOST_BYTES = 15 * 1024


@cache
def game(key: str) -> list[State]:
    """A whole game, state by state; of a long one its first 400."""
    return [state for state, _ in zip(states(load(key), seed=5), range(400), strict=False)]


def at(rules: Rules, moves: int) -> State:
    return next(state for state in states(rules, seed=7, first=0) if len(state.moves) == moves)


def numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, int) else []


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", keys())
def test_views_of_every_game_are_short_and_plain(key: str) -> None:
    rng = Random(key)
    for state in [*rng.sample(game(key), 2), game(key)[-1]]:
        for seat in (rng.randrange(state.rules.players), None):
            sight = state.view(seat).to_json()
            text = json.dumps(sight, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            assert json.loads(text) == sight
            assert len(text.encode()) <= MOST_BYTES
            assert all(-(2**53) < number < 2**53 for number in numbers(sight))


@pytest.mark.sample(10)
@pytest.mark.parametrize("key", keys())
def test_each_decision_is_asked_for_in_words(key: str) -> None:
    asked = {type(state.phase): state for state in game(key) if state.actors}
    for phase, state in asked.items():
        sight = state.view(state.actors[0]).to_json()
        assert sight["phase"] == phase.__name__
        assert sight["question"]["text"].endswith(("?", "."))
        assert sight["question"]["code"]
        assert sight["legal"] == [str(action) for action in state.legal(state.actors[0])]


def test_nobody_is_asked_who_has_nothing_to_decide() -> None:
    state = pikoko.rules(players=3).start(seed=7, first=0)
    assert state.actors == (1, 2)
    assert state.view(0).to_json()["question"] is None
    assert state.view(None).to_json()["question"] is None


def test_questions_say_what_the_actions_alone_do_not() -> None:
    bids = at(pikoko.rules(players=3), 0)
    assert bids.view(1).to_json()["question"] == {
        "text": "How many tricks will seat 0 take?",
        "code": "bid",
        "fields": {"seat": 0},
    }
    tricks = next(state for state in states(pikoko.rules(players=3), seed=7) if isinstance(state.phase, Tricks))
    seat = tricks.actors[0]
    hand = (seat + 1) % 3
    assert tricks.view(seat).to_json()["question"]["text"] == f"Lead a card out of hand {hand}."
    (after,) = tricks.play(seat, tricks.legal(seat)[0]).actors
    assert (
        tricks.play(seat, tricks.legal(seat)[0]).view(after).to_json()["question"]["text"]
        == f"Play a card out of hand {(after + 1) % 3}."
    )
    own = pikinni.rules(players=2).start(seed=7, first=0)
    assert own.view(0).to_json()["question"]["text"] == "Will you take the trick?"
    reveal = game5211.rules(players=2).start(seed=7)
    assert reveal.view(0).to_json()["question"]["text"] == "Choose card 1 of 2 to lay face down."
    once = reveal.play(0, reveal.legal(0)[0]).view(0).to_json()
    assert once["question"]["text"] == "Choose card 2 of 2 to lay face down."
    assert len(once["committed"]) == 1


def test_a_phase_that_says_nothing_is_asked_for_by_its_name() -> None:
    assert Question.of_name("GoAlone") == Question("Go alone.", "GoAlone")
    assert Question.of_name("AskNT2") == Question("Ask nt 2.", "AskNT2")


def test_a_trick_lies_until_the_next_one_is_led() -> None:
    rules = pikoko.rules(players=3)
    first = next(state for state in states(rules, seed=7) if isinstance(state.phase, Tricks))
    assert first.view(0).to_json()["trick"] == {"number": 0, "plays": [], "taker": None, "complete": False}
    state = first
    for _ in range(3):
        (seat,) = state.actors
        state = state.play(seat, state.legal(seat)[0])
    trick = state.view(0).to_json()["trick"]
    assert (trick["number"], trick["complete"], len(trick["plays"])) == (0, True, 3)
    assert trick["taker"] == state.deal[Tricks].tricks[0].taker
    (seat,) = state.actors
    trick = state.play(seat, state.legal(seat)[0]).view(0).to_json()["trick"]
    assert (trick["number"], trick["complete"], len(trick["plays"])) == (1, False, 1)


def test_a_hand_is_sorted_as_trumps_go_together_and_rank() -> None:
    skat = load("skat")
    state = skat.start(seed=7, first=0)
    # Jacks are trumps in whatever suit, also before one is named, but not in null.
    assert state.view(0).to_json()["order"][:7] == ["JC", "JS", "JH", "JD", "AC", "TC", "KC"]
    null = load("skat", bidding="simple").start(seed=7, first=0).play(1, "name null")
    while null.deal.get(Tricks) is None:
        null = null.play(1, null.legal(1)[0])
    assert null.view(0).to_json()["order"][:8] == ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C"]
    trumped = next(state for state in states(skat, seed=7) if state.deal.trump and state.deal.trump.letter == "H")
    order = trumped.view(0).to_json()["order"]
    assert order[:11] == ["JC", "JS", "JH", "JD", "AH", "TH", "KH", "QH", "9H", "8H", "7H"]
    assert order[11:18] == ["AC", "TC", "KC", "QC", "9C", "8C", "7C"]
    assert sorted(order) == sorted(face.text for face in skat.deck.faces)


def test_what_was_said_and_what_is_played_for_are_told_for_every_auction() -> None:
    state = load("bridge").start(seed=7, first=0)
    for call in ("bid 1H", "double", "pass", "bid 3NT"):
        (seat,) = state.actors
        state = state.play(seat, call)
    sight = state.view(2).to_json()
    assert sight["said"] == [
        {"seat": seat, "text": text} for seat, text in enumerate(["bid 1H", "double", "pass", "bid 3NT"])
    ]
    assert sight["contract"] == ["3NT"]
    for key in ("skat", "schieber", "tarot", "doppelkopf", "euchre"):
        late = next(state for state in states(load(key), seed=7) if isinstance(state.phase, Tricks))
        assert late.view(None).to_json()["said"], key


def test_what_counts_on_the_table_is_told_as_it_is_laid() -> None:
    state = game5211.rules(players=2).start(seed=7)
    assert state.view(0).to_json()["tally"][:2] == [
        {"name": "Kododo", "count": 0, "mark": 4},
        {"name": "blue", "count": 0, "mark": 5},
    ]
    for seat in (0, 0, 1, 1):
        state = state.play(seat, state.legal(seat)[0])
    laid = [card for cards in state.view(None).to_json()["records"]["Laid"]["cards"] for card in cards]
    tally = {one["name"]: one["count"] for one in state.view(None).to_json()["tally"]}
    assert tally["Kododo"] == sum(card.endswith("1") for card in laid)
    assert tally["green"] == sum(card.startswith("G") for card in laid)
    assert sum(tally.values()) - tally["Kododo"] == len(laid) == 4


def test_events_are_told_once_to_who_asks_for_the_next_ones() -> None:
    told: list[str] = []
    since = 0
    end = pikoko.rules(players=3).start(seed=7)
    for end in states(pikoko.rules(players=3), seed=7):
        events = end.view(1).to_json(since)["events"]
        assert events["first"] == since
        told += [event["text"] for event in events["told"]]
        since = events["next"]
    # What was secret when it happened is told as it was seen then.
    assert len(told) == len(end.view(1).events) == since
    assert told[-1] == str(end.view(1).events[-1])


def test_events_of_earlier_deals_are_left_out() -> None:
    state = next(state for state in states(pikinni.rules(players=2), seed=7) if len(state.results) == 3)
    events = state.view(0).to_json()["events"]
    assert events["first"] == sum(len(result.deal.events) for result in state.results[:2])
    assert state.view(0).to_json(events["next"])["events"]["told"] == []
    assert state.view(0).to_json(10**6)["events"]["told"] == []


def test_a_score_line_has_its_reason_in_parts() -> None:
    state = next(state for state in states(pikoko.rules(players=3), seed=7) if state.results)
    (result,) = state.view(0).to_json()["results"]
    assert result["totals"] == [*state.scores]
    line = next(line for line in result["lines"] if line["code"] == "bid_exact")
    fields = line["fields"]
    assert line["reason"] == f"bid {fields['bid']} on seat {fields['subject']}, took {fields['tricks']}: exact"


@frozen
class Odd:
    number: int
    text: str
    _inside: int = 3


def test_what_json_has_no_word_for_is_told_as_text() -> None:
    given = (Play("R7"), None, True, {1: 2}, frozenset({"b", "a"}), Odd(2**60, "x"), 1.5, -(2**53))
    assert plain(given) == [
        "R7",
        None,
        True,
        {"1": 2},
        ["a", "b"],
        {"number": str(2**60), "text": "x"},
        "1.5",
        str(-(2**53)),
    ]


@pytest.mark.parametrize("since", [-1, 1.0, "3", None, True])
def test_a_wrong_number_of_an_event_is_refused(since: Any) -> None:
    with pytest.raises(InvalidRules, match="since="):
        pikoko.rules(players=3).start(seed=7).view(0).to_json(since)


@pytest.mark.parametrize(
    ("trump", "suits"), [(None, "CDSH"), ("C", "CDSH"), ("D", "DCHS"), ("H", "HCDS"), ("S", "SDCH")]
)
def test_red_and_black_suits_stand_in_turn_in_a_hand(trump: str | None, suits: str) -> None:
    deals = (load("whist").start(seed=seed) for seed in range(60))
    deal = next(
        (state for state in deals if state.deal.trump and state.deal.trump.letter == trump),
        load("hearts").start(seed=7),
    )
    order = deal.view(0).to_json()["order"]
    assert "".join(dict.fromkeys(text[-1] for text in order)) == suits
