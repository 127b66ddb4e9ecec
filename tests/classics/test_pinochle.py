"""Pinochle, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve
from lockstep import is_followed
from trickkit_classics import pinochle

from trickkit import IllegalAction, InvalidRules, Result, Stacked, State, batch, testing
from trickkit.phases import ShowMelds, Tricks

OPTIONS: list[dict[str, Any]] = [
    {},
    {"doubles": False, "royal_in_run": True, "trick_needed": False, "lead": "bidder", "heading": "always"},
    {"lowest": 250, "nobody_bids": "thrown_in", "counting": "fives", "both_reach": "more", "target": 500},
    {"passed": 3, "target": 500},
]

TestLaws = testing.laws(pinochle.rules, examples=2, moves=60)


# The oracle

ORDER = "9JQKTA"
WORTH = {
    "traditional": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0},
    "fives": {"A": 10, "T": 10, "K": 5, "Q": 5, "J": 0, "9": 0},
}


def meld_points(hand: list[str], trump: str, options: dict[str, Any]) -> int:
    """What the melds of a hand score."""
    held, doubled = Counter(hand), options.get("doubles", True)

    def scored(times: int, once: int, twice: int) -> int:
        return (0, once, twice if doubled else 2 * once)[times]

    runs = min(held[rank + trump] for rank in "ATKQJ")
    points = scored(runs, 150, 1500) + 10 * held["9" + trump]
    for suit in "CDHS":
        marriages = min(held["K" + suit], held["Q" + suit])
        if suit == trump:
            points += 40 * (marriages if options.get("royal_in_run") else marriages - runs)
        else:
            points += 20 * marriages
    for rank, once, twice in (("A", 100, 1000), ("K", 80, 800), ("Q", 60, 600), ("J", 40, 400)):
        points += scored(min(held[rank + suit] for suit in "CDHS"), once, twice)
    return points + scored(min(held["QS"], held["JD"]), 40, 300)


def strength(card: str, led: str, trump: str) -> int:
    """How strong a card is in a trick; 0 never wins."""
    return ORDER.index(card[0]) + 1 + 10 * (card[1] == trump) if card[1] in (led, trump) else 0


def playable(hand: list[str], trick: list[tuple[int, str]], trump: str, heading: str) -> set[str]:
    """What a hand may play."""
    if not trick:
        return {*hand}
    led = trick[0][1][1]
    best = max(strength(card, led, trump) for _, card in trick)
    same = {card for card in hand if card[1] == led} or {card for card in hand if card[1] == trump}
    higher = {card for card in same if strength(card, led, trump) > best}
    must_beat = heading == "always" or led == trump
    return (higher if must_beat else set()) or same or {*hand}


@pytest.mark.sample(6)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_whole_games_agree_with_the_oracle(options: dict[str, Any], seed: int) -> None:
    random, state = Random(seed), pinochle.rules(**options).start(seed=seed)
    target, totals, worth = options.get("target", 1000), [0] * 4, WORTH[options.get("counting", "traditional")]
    heading, made, failed = options.get("heading", "trumps"), 0, 0
    bidder: int | None = None
    while max(totals) < target and min(totals) > -1000:
        number, dealer = state.deal.number, state.deal.starter
        hands = [[str(card) for card in hand] for hand in state.deal.hands]

        def decide(state: State, seat: int, expected: set[str], *, wanted: str = "") -> tuple[State, str]:
            assert state.actors == (seat,)
            assert {str(action) for action in state.legal(seat)} == expected
            action = wanted if wanted in expected else random.choice(sorted(expected))
            return state.play(seat, action), action

        bid, bidder, passed, seat = options.get("lowest", 100) - 10, None, set[int](), dealer
        while len(passed) < (3 if bidder is not None else 4):
            seat = next((seat + turn) % 4 for turn in range(1, 5) if (seat + turn) % 4 not in passed)
            forced = len(passed) == 3 and options.get("nobody_bids", "forced") == "forced"
            expected = {str(more) for more in range(bid + 10, 501, 10)} | (set() if forced else {"pass"})
            wanted = "pass" if random.random() < 0.8 else str(bid + 10)
            state, said = decide(state, seat, expected, wanted="100" if forced else wanted)
            if said == "pass":
                passed.add(seat)
            else:
                bid, bidder = int(said), seat
        if bidder is None:
            assert list(state.results[number].scores) == [0] * 4
            continue
        state, said = decide(state, bidder, {f"name {letter}" for letter in "CDHS"})
        trump, partner = said[-1], (bidder + 2) % 4
        for giver, receiver in ((partner, bidder), (bidder, partner)):
            for _ in range(options.get("passed", 0)):
                state, card = decide(state, giver, {*hands[giver]})
                hands[giver].remove(card)
                hands[receiver].append(card)
        melds = [meld_points(hand, trump, options) for hand in hands]
        assert [state.deal[ShowMelds].points(seat) for seat in range(4)] == melds
        taken, cards = [0, 0], [0, 0]
        leader = bidder if options.get("lead") == "bidder" else (dealer + 1) % 4
        for _ in range(12):
            trick: list[tuple[int, str]] = []
            for turn in range(4):
                seat = (leader + turn) % 4
                state, card = decide(state, seat, playable(hands[seat], trick, trump, heading))
                hands[seat].remove(card)
                trick.append((seat, card))
            led = trick[0][1][1]
            # Of equal cards, max returns the first.
            leader = max(trick, key=lambda play: strength(play[1], led, trump))[0]
            taken[leader % 2] += 1
            cards[leader % 2] += sum(worth[card[0]] for _, card in trick)
        cards[leader % 2] += 10
        assert sum(cards) == 250
        points = []
        for side in (0, 1):
            counts = taken[side] or not options.get("trick_needed", True)
            whole = cards[side] + (melds[side] + melds[side + 2] if counts else 0)
            if side == bidder % 2:
                made, failed = made + (whole >= bid), failed + (whole < bid)
                whole = whole if whole >= bid else -bid
            points.append(whole)
        assert list(state.results[number].scores) == points * 2
        totals = [total + score for total, score in zip(totals, points * 2, strict=True)]
    assert state.is_over
    assert state.outcome is not None
    assert made + failed
    assert bidder is not None
    first = options.get("both_reach", "bidders") == "bidders" and totals[bidder] >= target
    best = bidder % 2 if first else int(totals[1] > totals[0])
    assert state.outcome.winners == (best, best + 2)


# Single rules

HANDS = (
    "AS TS KS KS QS QS JS JD JD 9S 9C 9C",
    "AC AC AD AD AH AH AS KC KD KH TH 9D",
    "TC TC KC QC QC JC JC TH QH QH JH JH",
    "TD TD KD QD QD 9D TS JS 9S KH 9H 9H",
)


def after(moves: str, hands: tuple[str, ...] = HANDS, **options: Any) -> State:
    """A deal of these hands, with seat 3 as the dealer, after some moves of whoever is to act."""
    dealt = Stacked(hands=[hand.split() for hand in hands])
    state = pinochle.rules(**options).start(seed=1, first=3, deals=[dealt])
    for move in moves.split(", "):
        state = state.play(state.actors[0], move)
    return state


BID = "100, pass, pass, pass, name S"


def shown(state: State, seat: int) -> list[str]:
    return [str(meld) for meld in state.deal[ShowMelds].shown[seat]]


def test_all_seats_show_their_melds_and_all_see_them() -> None:
    state = after(BID)
    assert shown(state, 0) == [
        "QS JD QS JD (300)",
        "AS TS KS QS JS (150)",
        "KS QS (40)",
        "9S (10)",
    ]
    assert shown(state, 1) == ["AC AD AH AS (100)"]
    assert shown(state, 3) == ["KD QD (20)", "9S (10)"]
    view = state.view(2).deal
    assert str(view.hands[0]) == "JD JD 9S JS QS QS KS KS TS AS ?? ??"
    assert str(view.hands[1]) == "AC AD AH AS ?? ?? ?? ?? ?? ?? ?? ??"


def test_the_king_and_queen_of_a_run_are_a_marriage_only_by_option() -> None:
    assert shown(after(BID, royal_in_run=True), 0)[2] == "KS QS KS QS (80)"


def test_a_double_counts_twice_by_option() -> None:
    assert shown(after(BID, doubles=False), 0)[1] == "QS JD QS JD (80)"


def test_the_dealer_must_bid_if_all_others_pass() -> None:
    assert "pass" not in [str(action) for action in after("pass, pass, pass").legal(3)]
    assert after("pass, pass, pass, pass", nobody_bids="thrown_in").deal.number == 1


def test_the_seat_left_of_the_dealer_leads_or_the_bidder_by_option() -> None:
    moves = "pass, 100, pass, pass, name C"
    assert (after(moves).actors, after(moves, lead="bidder").actors) == ((0,), (1,))


def test_a_trump_lead_must_be_beaten_and_another_lead_need_not() -> None:
    led = after("pass, 100, pass, pass, name S, JS")
    assert [str(card) for card in led.legal(1)] == ["AS"]
    moves = "pass, 100, pass, pass, name S, 9C, KC"
    assert {str(card) for card in after(moves).legal(2)} == {"TC", "KC", "QC", "JC"}
    with pytest.raises(IllegalAction, match="follow suit with a card that beats the trick"):
        after(moves, heading="always").play(2, "KC")


def test_partners_pass_cards_by_option_before_melds_are_shown() -> None:
    state = after(f"{BID}, TC, TC, KC", passed=3)
    assert state.actors == (0,)
    assert state.deal.get(ShowMelds) is None
    state = state.play_all([(0, "TC"), (0, "AS"), (0, "9S")])
    assert shown(state, 0) == ["QS JD QS JD (300)", "KS QS KS QS (80)"]


def test_of_equal_cards_the_first_wins() -> None:
    state = after("pass, 100, pass, pass, name D, AS, AS, TC, TS")
    assert state.deal[Tricks].tricks[0].taker == 0


def scores(bid: int, **options: Any) -> tuple[int, ...]:
    """What seats score where one side takes all tricks, and the other one has two nines of trumps."""
    hands = (
        "AC AC TC TC KC KC AD AD TD TD KD KD",
        "9C 9C JC JC QC QC 9D 9D JD JD QD QD",
        "AH AH TH TH KH KH AS AS TS TS KS KS",
        "9H 9H JH JH QH QH 9S 9S JS JS QS QS",
    )
    state = after(f"{bid}, pass, pass, pass, name C", hands, **options)
    while not state.results:
        seat = state.actors[0]
        state = state.play(seat, state.legal(seat)[-1])
    return state.results[0].scores


def test_a_side_without_a_trick_scores_nothing_for_its_melds_by_default() -> None:
    assert scores(100) == (250, 0, 250, 0)
    assert scores(100, trick_needed=False) == (250, 20, 250, 20)


def test_bidders_who_have_what_they_bid_score_all_and_with_less_lose_the_bid() -> None:
    assert scores(250) == (250, 0, 250, 0)
    assert scores(260) == (-260, 0, -260, 0)


def test_bidders_who_reach_the_target_win_even_if_the_others_have_more() -> None:
    rules = pinochle.rules(target=250)
    deal = evolve(rules.start(seed=1).deal, declarer=0)
    results = [Result(deal, totals, totals) for totals in ((250, 300, 250, 300), (240, 300, 240, 300))]
    winners = [rules.ending.outcome([result]).winners for result in results]  # type: ignore[union-attr]
    assert winners == [(0, 2), (1, 3)]
    more = pinochle.rules(target=250, both_reach="more").ending.outcome(results[:1])
    assert more is not None
    assert more.winners == (1, 3)


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(InvalidRules, match="no option 'minimum'"):
        pinochle.rules(minimum=100)


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_of_it_is_compiled(options: dict[str, Any]) -> None:
    rules = pinochle.rules(**options)
    support = batch.supports(rules)
    assert (support.slow, [one.name for one in support.phases if one.how == "python"]) == ("", [])
    is_followed(rules, 4, seed=5)
