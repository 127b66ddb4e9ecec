"""A Pikoko table in short text forms: hands in, plays in, what a player would see out."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from trickkit import Rules, Stacked, State, TrickkitError
from trickkit.model.deal import Deal
from trickkit.phases import Tricks
from trickkit.phases.bids import BidTable
from trickkit.phases.confidence import Backed
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.variants import pikoko

# The complete round of the rules, section 1.9, R.
HANDS = "R2 R5 B3 B7 M1 Y6 W2 P4 / R3 R6 B1 B5 M7 Y2 W6 P5 / R4 B2 B6 Y3 Y7 M4 W3 P2"
BIDS = "2 4 2 / 3 3 3 / 5 4 0"
TRUST = "1 / none / 0"
TRICKS = (
    "0:B1 1:B2 2:B3",
    "2:P1 0:P5 1:P2",
    "0:Y2 1:Y3 2:Y6",
    "2:R2 0:R3 1:R4",
    "1:W3 2:W2 0:W6",
    "0:B5 1:B4 2:B7",
    "2:P4 0:P7 1:B6",
    "0:R6 1:Y7 2:R5",
)


def hands_of(text: str) -> list[list[str]]:
    """The hands in a text with a slash between seats."""
    return [hand.split() for hand in text.split("/")]


def deal_of(hands: str, turned: str, stock: str = "") -> Stacked:
    """A stacked deal: hands by seat, the turned card, the top of the left-overs below it."""
    return Stacked(hands=hands_of(hands), turned=turned, stock=[turned, *stock.split()])


def sized(rules: Rules, cards: int) -> Rules:
    """The rules with smaller hands, to show the last tricks of a round and nothing else."""
    return rules.replace(schedule=Schedule(hand_sizes=SameSize(cards), starter=rules.schedule.starter))


@cache
def built(cards: int, **options: Any) -> Rules:
    """Rules with hands of so many cards, whose trial before a game is made once for all tests."""
    return sized(pikoko.rules(**options), cards)


def table(
    hands: str, *, turned: str, first: int = 0, rounds: int = 1, rules: Rules | None = None, **options: Any
) -> State:
    """A game at its first bid, with these hands in each of the first rounds; hands may be as small as one card."""
    dealt = hands_of(hands)
    size = len(dealt[0])
    game = built(size, players=len(dealt), **options) if rules is None else sized(rules, size)
    return game.start(first=first, deals=[deal_of(hands, turned)] * rounds)


def bid(state: State, bids: str | None = None) -> State:
    """All bids made: by seat, its bids on the seats 0, 1, ...; all 0 when not given."""
    players = state.rules.players
    rows = [row.split() for row in bids.split("/")] if bids else [["0"] * players] * players
    start = state.deal.starter
    for subject in (*((start + turn) % players for turn in range(players)), None):
        for seat in state.actors:
            state = state.play(seat, rows[seat][seat if subject is None else subject])
    return state


def trust(state: State, trusts: str | None = None) -> State:
    """All confidence cards laid: by seat, the seat trusted or `none`; all `none` when not given."""
    for seat, trusted in enumerate(trusts.split("/") if trusts else ["none"] * state.rules.players):
        state = state.play(seat, "no trust" if trusted.strip() == "none" else f"trust {trusted.strip()}")
    return state


def play(state: State, plays: str) -> State:
    """Cards played in order, each as `seat:face`."""
    for one in plays.split():
        seat, face = one.split(":")
        state = state.play(int(seat), face)
    return state


def tricks(hands: str, *, turned: str, **options: Any) -> State:
    """A game at its first lead, after bids of 0 and no trust."""
    return trust(bid(table(hands, turned=turned, **options)))


def legal(state: State) -> str:
    """What the one seat that may act may choose."""
    (seat,) = state.actors
    return " ".join(str(action) for action in state.legal(seat))


def taken(state: State) -> tuple[int, ...]:
    """The tricks that each peacock took in the current round."""
    return state.deal[Tricks].taken


def last_taker(state: State) -> int:
    """The peacock that took the last trick of the current round."""
    return state.deal[Tricks].tricks[-1].taker


def next_leader(state: State) -> str:
    """Who leads now, and out of which hand, as `seat of hand`."""
    (seat,) = state.actors
    choices = {str(action) for action in state.legal(seat)}
    (hand,) = (
        number
        for number, cards in enumerate(state.deal.hands)
        if choices == {face.text for card in cards.known for face in card.faces}
    )
    return f"{seat} of {hand}"


def scores(bids: str, trusts: str, tricks_taken: str, **options: Any) -> tuple[int, ...]:
    """What a finished round is worth for each seat."""
    rows = tuple(tuple(int(number) for number in row.split()) for row in bids.split("/"))
    counts = tuple(int(number) for number in tricks_taken.split())
    rules = pikoko.rules(players=len(counts), **options)
    backs = tuple(
        rules.action("no trust" if one.strip() == "none" else f"trust {one.strip()}") for one in trusts.split("/")
    )
    deal = (
        Deal.fresh(rules.deck, players=rules.players)
        .with_record(BidTable(rows))
        .with_record(Backed(backs))
        .with_record(TrickTable((), Trick(()), counts))
    )
    points = [0] * rules.players
    for part in rules.scoring:
        for line in part.lines(deal):
            points[line.seat] += line.points
    return tuple(points)


# Bids of a seat that score these points in a round of one trick that goes to peacock 0, with three seats.
ONE_TRICK = {
    -1: ("3 3 3", "0"),
    0: ("2 3 3", "1"),
    1: ("3 3 3", "none"),
    2: ("2 3 3", "none"),
    3: ("1 3 3", "none"),
    4: ("1 1 3", "none"),
    5: ("1 0 3", "none"),
    6: ("1 1 0", "none"),
    7: ("1 0 0", "none"),
    8: ("1 1 0", "0"),
    9: ("1 0 0", "0"),
}


def three_rounds(**options: Any) -> State:
    """A game of three seats and rounds of one trick, which always goes to peacock 0; seat 0 starts."""
    return table("R6 / R2 / R3", turned="W5", rounds=3, **options)


def score_round(state: State, *points: int) -> State:
    """A round of `three_rounds` in which the seats score these points."""
    rows, trusts = zip(*(ONE_TRICK[number] for number in points), strict=True)
    state = trust(bid(state, " / ".join(rows)), " / ".join(trusts))
    cards = ("2:R6", "0:R2", "1:R3")  # seat 2 plays out of hand 0, and so on
    start = state.actors[0]
    order = [next(card for card in cards if card.startswith(f"{(start + turn) % 3}:")) for turn in range(3)]
    after = play(state, " ".join(order))
    assert after.results[-1].scores == points
    return after


def refused(error: type[TrickkitError], telling: str, state: State, doing: Callable[[State], object]) -> TrickkitError:
    """What is raised, which says the telling words; the state is afterwards what it was before."""
    before = pickle.loads(pickle.dumps(state))  # played again from the rules and the moves: shares no state
    choices = {seat: state.legal(seat) for seat in range(state.rules.players)}
    with pytest.raises(error) as caught:
        doing(state)
    assert type(caught.value) is error
    assert telling in str(caught.value)
    assert state == before
    assert repr(state) == repr(before)
    assert {seat: state.legal(seat) for seat in range(state.rules.players)} == choices
    return caught.value


def refuses(error: type[TrickkitError], telling: str, state: State, seat: Any, action: Any) -> TrickkitError:
    """What `play`, `verify` and `can` say of an action that is refused."""
    refused(error, telling, state, lambda same: same.verify(seat, action))
    assert not state.can(seat, action)
    return refused(error, telling, state, lambda same: same.play(seat, action))
