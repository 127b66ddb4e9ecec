"""Sheepshead, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from lockstep import is_followed
from trickkit_classics import sheepshead

from trickkit import IllegalAction, InvalidRules, Stacked, State, batch, testing
from trickkit.phases import CallPartner, LayAway, Tricks

OPTIONS: list[dict[str, Any]] = [
    {},
    {"call_ten": False, "bump": True, "blind": "first"},
    {"partner": "jack", "nobody_picks": "forced"},
    {"players": 3, "bump": True},
    {"players": 4, "blind": "first"},
    {"nobody_picks": "thrown_in", "deals": 30},
]
TRUMPS = [*(rank + suit for rank in "QJ" for suit in "CSHD"), *(rank + "D" for rank in "ATK987")]
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

TestLaws = testing.laws(sheepshead.rules, examples=2, moves=60)


# The oracle


def suit(card: str) -> str:
    """The suit of a card: trumps are one of their own."""
    return "trump" if card in TRUMPS else card[1]


def worth(cards: Any) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def taker(trick: list[tuple[int, str]]) -> int:
    """The seat that takes a trick."""
    led = suit(trick[0][1])

    def strength(play: tuple[int, str]) -> tuple[int, int]:
        card = play[1]
        if card in TRUMPS:
            return 2, -TRUMPS.index(card)
        return (1 if card[1] == led else 0), "789KTA".index(card[0])

    return max(trick, key=strength)[0]


def may_call(hand: list[str], buried: list[str], ten: bool) -> set[str]:
    """What a picker may call."""
    for rank in "AT" if ten else "A":
        cards = {rank + letter for letter in "CSH"}
        if foreign := cards - {*hand, *buried}:
            return {f"call {card}" for card in foreign if any(suit(own) == card[1] for own in hand)} | {"alone"}
    return {"alone"}


def may_play(hand: list[str], trick: list[tuple[int, str]], called: str, is_out: bool, is_picker: bool) -> set[str]:
    """The cards of a hand that may be played."""
    bound = called and not is_out
    of_suit = [card for card in hand if suit(card) == called[1:]]
    if not trick:
        if bound and called in hand:
            return {*hand} - {*of_suit} | {called}
        return {*hand}
    led = suit(trick[0][1])
    if bound and led == called[1:] and called in hand:
        return {called}
    if same := {card for card in hand if suit(card) == led}:
        return same
    if bound and is_picker and len(of_suit) == 1:
        return {*hand} - {*of_suit} or {*hand}
    if bound and not is_picker:
        return {*hand} - {called} or {*hand}
    return {*hand}


def scored(
    picker: int | None, called: str, buried: list[str], blind: list[str], tricks: Any, options: dict[str, Any]
) -> list[int]:
    """The points of a deal."""
    seats = range(options.get("players", 5))
    takers = [taker(trick) for trick in tricks]
    piles = [
        [card for trick, took in zip(tricks, takers, strict=True) if took == seat for _, card in trick]
        for seat in seats
    ]
    if picker is None:
        piles[takers[0 if options.get("blind") == "first" else -1]] += blind
        counts = {seat: (worth(piles[seat]), takers.count(seat)) for seat in {*takers}}
        winners = [seat for seat, count in counts.items() if count == min(counts.values())]
        return [len(seats) - len(winners) if seat in winners else -len(winners) for seat in seats]
    partners = {seat for trick in tricks for seat, card in trick if called == card} - {picker}
    side = {picker, *partners}
    points = worth(buried) + sum(worth(piles[seat]) for seat in side)
    taken = sum(took in side for took in takers)
    value = 3 if taken in (0, len(tricks)) else 2 if points > 90 or points < 31 else 1
    if points < 61:
        value *= -2 if options.get("bump") else -1
    shares = {seat: 1 if seat in side else -1 for seat in seats}
    shares[picker] = len(seats) - 1 if not partners else 2
    return [value * shares[seat] for seat in seats]


@pytest.mark.sample(6)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [3, 11])
def test_whole_games_agree_with_the_oracle(options: dict[str, Any], seed: int) -> None:
    random, state = Random(seed), sheepshead.rules(**options).start(seed=seed)
    players, with_call = options.get("players", 5), options.get("players", 5) == 5 and "partner" not in options
    seen, leasters = set[str](), 0
    while not state.is_over:
        number, first = state.deal.number, state.deal.starter
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        blind = [str(card) for card in state.deal.stock]
        picker: int | None = None

        def decide(state: State, seat: int, expected: set[str]) -> tuple[State, str]:
            assert state.actors == (seat,)
            assert {str(action) for action in state.legal(seat)} == expected
            action = random.choice(sorted(expected))
            seen.add(action)
            return state.play(seat, action), action

        for turn in range(players):
            seat = (first + turn) % players
            forced = options.get("nobody_picks") == "forced" and turn == players - 1
            state, said = decide(state, seat, {"pick"} if forced else {"pick", "pass"})
            if said == "pick":
                picker = seat
                break
        if picker is None and options.get("nobody_picks") == "thrown_in":
            assert state.results[number].lines == ()
            continue
        buried: list[str] = []
        called = "JD" if options.get("partner") == "jack" else ""
        if picker is not None:
            hands[picker] += blind
            chosen = random.sample(hands[picker], len(blind))
            state = state.play_all([(picker, f"{card}") for card in chosen])
            buried, hands[picker] = chosen, [card for card in hands[picker] if card not in chosen]
            if with_call:
                wanted = may_call(hands[picker], buried, options.get("call_ten", True))
                state, said = decide(state, picker, wanted)
                called = said.removeprefix("call ") if said != "alone" else ""
        leasters += picker is None
        tricks: list[list[tuple[int, str]]] = []
        leader, is_out = first, False
        for _ in range(len(hands[0])):
            tricks.append([])
            for turn in range(players):
                seat = (leader + turn) % players
                keeps = called if with_call else ""
                legal = may_play(hands[seat], tricks[-1], keeps, is_out, seat == picker)
                state, card = decide(state, seat, legal)
                hands[seat].remove(card)
                tricks[-1].append((seat, card))
                is_out |= card == called
            leader = taker(tricks[-1])
        assert list(state.results[number].scores) == scored(picker, called, buried, blind, tricks, options)
    assert len(state.results) == options.get("deals", 20)
    assert {"pick", "pass"} <= seen or options.get("nobody_picks") == "forced"
    assert sum(state.scores) == 0


# Single rules

HANDS = "QC JC AD TD KD KC/AC TC 9C 8C 7C 7D/QS QH QD JS JH JD/AS TS KS 9S 8S 7S/AH TH KH 9H 8H 8D"
BLIND = ("7H", "9D")


def after(moves: str, hands: str = HANDS, blind: tuple[str, ...] = BLIND, **options: Any) -> State:
    """A deal of these hands after some moves of whoever is to act."""
    dealt = Stacked(hands=[hand.split() for hand in hands.split("/")], stock=blind)
    state = sheepshead.rules(**options).start(seed=1, first=0, deals=[dealt])
    for move in moves.split(", "):
        state = state.play(state.actors[0], move)
    return state


def test_an_ace_is_called_of_a_suit_that_the_picker_holds() -> None:
    state = after("pick, 9D, AD")
    assert [str(action) for action in state.legal(0)] == ["call AC", "call AH", "alone"]
    state = after("pick, KC, 7H")
    assert [str(action) for action in state.legal(0)] == ["alone"]
    with pytest.raises(IllegalAction, match="seat 0 has no card to call, and plays alone; it may not say call AC"):
        state.play(0, "call AC")
    alone = state.play(0, "alone").deal
    assert (str(alone[CallPartner]), str(alone.events[-1])) == ("seat 0 plays alone", "Seat 0: alone.")


ACES = "AC AS AH TD KD KC/TC 9C 8C 7C 7D AD/QS QH QD JS JH JD/QC TS KS 9S 8S 7S/JC TH KH 9H 8H 8D"


def test_a_ten_is_called_by_one_who_has_all_aces() -> None:
    assert [str(action) for action in after("pick, TD, 9D", ACES).legal(0)] == [
        "call TC",
        "call TS",
        "call TH",
        "alone",
    ]
    # An ace that is laid away is the picker's own, and no card to hold.
    assert [str(action) for action in after("pick, AS, 9D", ACES).legal(0)] == ["call TC", "call TH", "alone"]
    assert [str(action) for action in after("pick, TD, 9D", ACES, call_ten=False).legal(0)] == ["alone"]


def test_the_called_ace_must_be_played_when_its_suit_is_led() -> None:
    state = after("pick, 9D, AD, call AC, KC")
    assert [str(action) for action in state.legal(1)] == ["AC"]
    with pytest.raises(IllegalAction, match="AC is called: it is played when clubs are led"):
        state.play(1, "7C")


def test_the_holder_of_the_called_ace_leads_no_other_card_of_its_suit() -> None:
    hands = "KC QC JC AD TD KD/AC TC 9C 8C 7C 7D/QS QH QD JS JH JD/AS TS KS 9S 8S 7S/AH TH KH 9H 8H 8D"
    # Seat 1 takes the first trick with a trump.
    state = after("pick, 9D, AD, call AC, KD", hands.replace("7D", "QS").replace("QS QH", "7D QH"))
    state = state.play_all([(1, "QS"), (2, "7D"), (3, "AS"), (4, "8D")])
    assert [str(action) for action in state.legal(1)] == ["AC"]
    with pytest.raises(IllegalAction, match="AC is called: its holder may not lead other clubs"):
        state.play(1, "TC")


def test_the_called_ace_is_not_thrown_off_but_as_the_last_card() -> None:
    hands = "QC JC AD TD KD KC/AC TC 9C 8C 7C 7S/QS QH QD JS JH JD/AS TS KS 9S 8S 7D/AH TH KH 9H 8H 8D"
    state = after("pick, 9D, AD, call AC, QC", hands)
    assert [str(action) for action in state.legal(1)] == ["7C", "8C", "9C", "TC", "7S"]
    with pytest.raises(IllegalAction, match="AC is called: it is kept until clubs are led"):
        state.play(1, "AC")


def test_the_picker_keeps_a_card_of_the_called_suit() -> None:
    hands = "KC 9C KS 8S AH 7S/AC TC 8C 7C QC 7D/QS QH QD JS JH JD/AS TS 9S JC AD TD/TH KH 9H 8H 8D KD"
    two = after("pick, 9D, 7H, call AC, AH, 7C, QS, TD, TH", hands)
    # Seat 2 leads a trump: the picker has none, and two clubs of which it may throw off one.
    two = two.play_all([(2, "QH"), (3, "AD"), (4, "KD")])
    assert [str(action) for action in two.legal(0)] == ["9C", "KC", "7S", "8S", "KS"]
    one = two.play_all([(0, "9C"), (1, "7D"), (2, "QD"), (3, "JC"), (4, "8D")])
    assert [str(action) for action in one.legal(0)] == ["7S", "8S", "KS"]
    with pytest.raises(IllegalAction, match="AC is called: you keep one of the clubs until they are led"):
        one.play(0, "KC")


def test_in_a_leaster_the_fewest_points_of_a_trick_win() -> None:
    state = after("pass, pass, pass, pass, pass")
    assert (state.deal.declarer, len(state.deal.stock), str(state.deal.trump)) == (None, 2, "diamonds")
    assert state.actors == (0,)


def test_what_is_laid_away_counts_for_the_picker() -> None:
    state = after("pick, TD, AD, alone")
    assert str(state.deal[LayAway].hands[0]) == "TD AD"
    random = Random(2)
    while not state.results:
        state = state.play(state.actors[0], random.choice(state.legal(state.actors[0])))
    taken = state.results[0].deal[Tricks].captured(0)
    assert str(state.results[0].lines[0]).endswith(f"the picker's side has {21 + worth(taken)}")


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(InvalidRules, match="no option 'partners'"):
        sheepshead.rules(partners="jack")


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_of_it_is_compiled(options: dict[str, Any]) -> None:
    rules = sheepshead.rules(**options)
    assert batch.supports(rules).why == ""
    is_followed(rules, 6, seed=5)
