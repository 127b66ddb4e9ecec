"""A Pikinni table in short text forms: hands, the cut card and answers in, what a player would see out."""

from __future__ import annotations

from functools import cache
from typing import Any

from trickkit import Rules, Stacked, State
from trickkit.phases import CutTrump, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import ListedSizes, Schedule
from trickkit.variants import pikinni

# The whole party of the rules, section 3.7, N9.
N9_HANDS = "AC KC 7S 9D / 8C AS TD JD / QC 9S KD 8H / 7D QD AH KH"
N9_TRICKS = (
    "0:AC 1:8C 2:QC 3:7D",
    "0:KC 1:AS 2:9S 3:QD",
    "1:JD 2:KD 3:AH 0:9D",
    "2:8H 3:KH 0:7S 1:TD",
)


def hands_of(text: str) -> list[list[str]]:
    """The hands in a text with a slash between seats."""
    return [hand.split() for hand in text.split("/")]


def suit(letter: str) -> list[str]:
    """All cards of a suit, highest first."""
    return [f"{rank}{letter}" for rank in "AKQJT987"]


def sized(rules: Rules, *sizes: int) -> Rules:
    """The rules with deals of these sizes instead of their own."""
    return rules.replace(
        schedule=Schedule(hand_sizes=ListedSizes(sizes), starter=rules.schedule.starter),
        ending=AfterDeals(deals=len(sizes)),
    )


@cache
def built(*sizes: int, **options: Any) -> Rules:
    """Rules with deals of these sizes, whose trial before a game is made once for all tests."""
    return sized(pikinni.rules(**options), *sizes)


def table(hands: str, *, cut: str | None = None, dealer: int = 0, deals: int = 1, **options: Any) -> State:
    """A game of deals with these hands, at its first decision."""
    dealt = hands_of(hands)
    rules = built(*[len(dealt[0])] * deals, players=len(dealt), **options)
    return rules.start(first=dealer, deals=[Stacked(hands=dealt, turned=cut)] * deals)


def dealt(size: int, *, players: int = 3, dealer: int = 0, deals: int = 1, **options: Any) -> State:
    """A game of deals of one size with random hands, at its first decision."""
    return built(*[size] * deals, players=players, **options).start(seed=7, first=dealer)


def say(state: State, answers: str) -> State:
    """Answers in order, each as `seat:answer`, with commas between them."""
    for one in answers.split(","):
        seat, answer = one.strip().split(":")
        state = state.play(int(seat), answer)
    return state


def estimate(state: State, estimates: str | None = None) -> State:
    """All estimates, by seat; all 0 when not given."""
    numbers = estimates.split() if estimates else ["0"] * state.rules.players
    return state.play_all(list(enumerate(numbers)))


def play(state: State, plays: str) -> State:
    """Cards played in order, each as `seat:card`."""
    return say(state, plays.replace(" ", ","))


def tricks(hands: str, *, cut: str | None, **options: Any) -> State:
    """A game at its first lead, after estimates of 0."""
    return estimate(table(hands, cut=cut, **options))


def legal(state: State, seat: int | None = None) -> str:
    """What a seat may choose; the one that may act when no seat is given."""
    if seat is None:
        (seat,) = state.actors
    return " ".join(str(action) for action in state.legal(seat))


def phase(state: State) -> str:
    """What is going on."""
    return type(state.phase).__name__


def trump(state: State) -> str:
    """The trump suit now."""
    return str(state.deal.trump)


def shown(state: State) -> str:
    """The card that was cut, or that there was no cut."""
    return str(state.deal[CutTrump])


def last_taker(state: State) -> int:
    """The seat that took the last trick."""
    deal = state.results[-1].deal if state.results and not state.deal.get(Tricks) else state.deal
    taker: int = deal[Tricks].tricks[-1].taker
    return taker


def asked(state: State) -> list[tuple[str, int, int]]:
    """Who is asked in the current deal until the estimates, when all pass: the phase, the seat, the cards it has."""
    found = []
    while phase(state) in ("CallDouble", "BuyTrump"):
        seat = state.actors[0]
        found.append((phase(state), seat, len(state.deal.hands[seat])))
        state = state.play(seat, "pass")
    return found


def on(state: State, *, until: int) -> State:
    """The game played on, each seat doing what stands last, until a deal begins or the game is over."""
    while not state.is_over and state.deal.number < until:
        state = state.play(state.actors[0], state.legal(state.actors[0])[-1])
    return state


def worth(size: int, *, estimate: int, tricks: int, doubles: int = 0, bought: bool = False, **options: Any) -> int:
    """What a deal of two seats is worth to seat 1, played card by card; seat 0 deals and estimates none.

    Seat 1 leads hearts, which are trump, as many as it is to take; then a club to the ace, and seat 0 takes the rest.
    """
    lost = [*reversed(suit("C")[1:]), "7S"]
    wanted = [[*suit("D")[: size - 1], "AC"], [*suit("H")[:tricks], *lost[: size - tricks]]]
    rules = built(size, players=2, **options)
    cut = None if size == 8 else "8S" if bought else "8H"
    state = rules.start(first=0, deals=[Stacked(hands=wanted, turned=cut)])
    while not state.is_over:
        seat = state.actors[0]
        choices = legal(state, seat).split(" ")
        if phase(state) == "CallDouble":
            answer = "double" if doubles > (seat == 0) else "pass"
        elif phase(state) == "BuyTrump":
            answer = "change H" if bought and seat == 1 else "pass"
        elif phase(state) == "Estimates":
            answer = str(estimate) if seat == 1 else "0"
        else:
            answer = next(card for card in wanted[seat] if card in choices)
        state = state.play(seat, answer)
    (result,) = state.results
    assert result.deal[Tricks].taken[1] == tricks
    return result.scores[1]
