"""Slovenian Tarok: bids, the king that is called, the talon, tricks, scores; and an oracle of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Sequence
from random import Random
from typing import Annotated, Any, Literal

import pytest
from strategies import effort
from tiers import DEEP
from trickkit_classics import tarok
from trickkit_classics.tarok_play import TAROCKS, VALUES, deck
from trickkit_classics.tarok_scoring import ScoreTarok
from turns import called, legal, legal_cards, play

from trickkit import IllegalAction, InvalidRules, Rules, Stacked, State, batch, record, variant
from trickkit.phases import BidContracts, DiscardDown, GiveTop, TakePart, Tricks
from trickkit.testing import laws

FOUR = [
    "T1 T5 T9 T13 T17 T20 KH QH 4D 7C 8C 9C",
    "T2 T6 T10 T14 T18 T21 KD QD 4H 7S 8S 9S",
    "T3 T7 T11 T15 T19 KS QS JS CS 3H 2H 1H",
    "T4 T8 T12 T16 T22 KC QC JC CC 3D 2D 1D",
]
TALON = "10S 10C JH CH JD CD"
RULES = {players: tarok.rules(players=players, deals=1) for players in (3, 4)}


def dealt(hands: Sequence[str] = FOUR, talon: str = TALON, **options: Any) -> State:
    """One deal with these hands; seat 0 is forehand."""
    rules = tarok.rules(players=len(hands), deals=1, **options) if options else RULES[len(hands)]
    stacked = Stacked(hands=[hand.split() for hand in hands], stock=talon.split())
    return rules.start(first=len(hands) - 1, deals=[stacked])


def bid(contract: str, **options: Any) -> State:
    """The deal above, in which seat 0 plays a contract."""
    return called(dealt(**options), f"pass, pass, pass, {contract}")


def lowest(state: State) -> State:
    """The deal played out; each seat plays what stands first."""
    while not state.is_over:
        seat = state.actors[0]
        state = state.play(seat, state.legal(seat)[0])
    return state


def reasons(state: State) -> dict[int, list[str]]:
    """By seat, what it scored."""
    found: dict[int, list[str]] = {}
    for line in state.results[0].lines:
        found.setdefault(line.seat, []).append(f"{line.points:+} {line.reason}")
    return found


# Cards


def test_22_tarocks_and_eight_cards_in_each_suit() -> None:
    texts = [card.text for card in deck()]
    assert len(texts) == 54
    assert sum(text[0] == "T" for text in texts) == 22
    assert {"KH", "CH", "1H", "4H", "10S", "7S"} <= {*texts}
    assert not {"10H", "1S"} & {*texts}


def test_a_deal_without_tarocks_in_a_hand_is_dealt_again() -> None:
    plain = "KS QS CS JS 10S 9S 8S 7S KC QC CC JC"
    rest = [card.text for card in deck() if card.text not in plain.split()]
    stacked = Stacked(hands=[plain.split(), *(rest[number:36:3] for number in range(3))], stock=rest[36:])
    state = RULES[4].start(seed=1, first=3, deals=[stacked])
    assert (state.actors, legal(state)) == ((0,), ["deal again"])
    view = state.view(1)
    assert not any(str(card)[0] == "T" for card in view.sample(Random(1)).deal.hands[0])
    with pytest.raises(IllegalAction, match="no tarocks in hand 0: deal again is all that can be said, not pass"):
        state.play(0, "pass")
    state = state.play(0, "deal again")
    assert len(state.results) == 1
    assert state.results[0].lines == ()
    assert "No tarocks in hand 0: the deal is not played." in map(str, state.results[0].deal.events)
    assert state.deal.starter == 3
    view = state.view(1)
    world = view.sample(Random(1))
    assert world.view(1) == view
    assert not any(str(card)[0] == "T" for card in world.results[0].deal.hands[0])


# Bids


def test_forehand_bids_last_and_three_and_klop_are_its_own() -> None:
    state = dealt()
    assert state.actors == (1,)
    assert legal(state)[0] == "two"
    assert "klop" not in legal(state)
    with pytest.raises(IllegalAction, match="only the last seat may bid three, and only if all others have passed"):
        state.play(1, "three")
    state = called(state, "pass, pass, pass")
    assert state.actors == (0,)
    assert legal(state)[:3] == ["klop", "three", "two"]
    with pytest.raises(IllegalAction, match="all others have passed: seat 0 says what it plays"):
        state.play(0, "pass")


def test_who_sits_before_a_bidder_may_hold_and_who_sits_after_it_must_bid_more() -> None:
    state = called(dealt(), "pass, two")
    assert "two" not in legal(state)
    with pytest.raises(IllegalAction, match="two is not higher than two by seat 2"):
        state.play(3, "two")
    state = called(state, "pass, two")
    assert (state.actors, legal(state)[0]) == ((2,), "one")
    state = called(state, "one, pass")
    assert (state.actors, legal(state)[:2]) == ((2,), ["one", "solo three"])


def test_three_players_have_no_solos_and_call_no_king() -> None:
    state = RULES[3].start(seed=1, first=2)
    assert legal(state) == [*["two", "one", "beggar", "solo without", "open beggar", "colour valat", "valat", "pass"]]
    state = called(state, "pass, pass, three")
    assert legal(state) == ["take 1", "take 2"]


# The king and the talon


def test_a_king_is_called_in_three_two_and_one() -> None:
    for contract in ("three", "two", "one"):
        assert legal(bid(contract)) == ["call KH", "call KD", "call KS", "call KC"]
    assert legal(bid("solo two")) == ["take 1", "take 2", "take 3"]
    assert isinstance(bid("solo without").phase, Tricks)


def test_the_talon_is_open_in_parts_and_what_is_left_is_out() -> None:
    state = called(bid("two"), "call KD")
    assert [str(card) for card in state.view(3).deal.stock] == TALON.split()
    state = state.play(0, "take 2")
    assert {"JH", "CH"} <= {str(card) for card in state.view(3).deal.hands[0]}
    assert str(state.view(3).deal.out) == "10C JD CD 10S"
    assert state.deal[TakePart].left == ("10S", "10C", "JD", "CD")


def test_kings_and_tarocks_are_kept_and_the_discards_stay_hidden() -> None:
    state = called(bid("two"), "call KD, take 2")
    assert legal_cards(state) == "7C 8C 9C 4D JH CH QH"
    with pytest.raises(IllegalAction, match="KH may not be laid away"):
        state.play(0, "KH")
    state = called(state, "7C, JH")
    assert str(state.deal[DiscardDown]) == "hand 0: 7C JH"
    for viewer in (1, 2, 3, None):
        assert str(state.view(viewer).deal[DiscardDown]) == "hand 0: ?? ??"
        # Whether the jack that all saw is still there, they do not know; the knight neither.
        assert not {"JH", "CH"} & {str(card) for card in state.view(viewer).deal.hands[0]}


def test_tarocks_are_discarded_only_where_nothing_else_can_be_and_openly() -> None:
    hands = [
        "T1 T2 T3 T4 T5 T6 T7 T8 KH KD KS 4D",
        "T9 T10 T11 T12 7C 8C 9C 10C JC CC QC 1H",
        "T13 T14 T15 T16 7S 8S 9S 10S JS CS QS 4H",
        "T17 T18 T19 T20 3D 2D 1D JD CD QD 3H 2H",
    ]
    state = called(dealt(hands, "T21 T22 KC JH CH QH"), "pass, pass, pass, solo three, take 1")
    assert legal_cards(state) == "4D"
    state = state.play(0, "4D")
    assert legal_cards(state) == "T2 T3 T4 T5 T6 T7 T8"
    view = state.view(2)
    assert str(state.events[-1]) == "Hand 0 discards 4D, 2 too few."
    assert str(view.events[-1]) == "Hand 0 discards ??, 2 too few."
    world = view.sample(Random(3))
    assert world.view(2) == view
    assert all(str(card)[0] in "TK" for card in world.deal.hands[0])
    state = called(state, "T3, T8")
    assert str(state.view(2).deal[DiscardDown]) == "hand 0: T3 T8 ??"
    assert state.view(2).sample(Random(4)).view(2) == state.view(2)
    assert isinstance(state.phase, Tricks)


# Who plays with whom


def test_nobody_but_its_holder_knows_who_holds_the_king_that_was_called() -> None:
    state = called(bid("three"), "call KD, take 1, 7C, 8C, 9C")
    holders = {seat: set[int]() for seat in (0, 1, 2, 3)}
    draw = Random(5)
    for seat, found in holders.items():
        for _ in range(40):
            world = state.view(seat).sample(draw)
            assert world.view(seat) == state.view(seat)
            found |= {other for other in range(4) if "KD" in world.deal.hands[other]}
    assert holders == {0: {1, 2, 3}, 1: {1}, 2: {0, 1, 3}, 3: {0, 1, 2}}
    assert not any("partner" in str(found) for found in state.view(2).deal.records)
    shown = play(state, "4D KD T3 3D").view(3)
    assert shown.sample(draw).view(3) == shown


def test_the_partner_shares_the_score() -> None:
    end = lowest(called(bid("three"), "call KD, take 1, 7C, 8C, 9C"))
    assert end.scores[0] == end.scores[1] != 0
    assert end.scores[2:] == (0, 0)


def test_who_calls_a_king_of_its_own_or_in_the_talon_plays_alone() -> None:
    end = lowest(called(bid("three"), "call KH, take 1, 7C, 8C, 9C"))
    assert end.scores[1:] == (0, 0, 0)
    hands = [hand.replace("KD", "JD") for hand in FOUR]
    state = dealt(hands, TALON.replace("JD", "KD"))
    end = lowest(called(state, "pass, pass, pass, three, call KD, take 1, 7C, 8C, 9C"))
    assert end.scores[1:] == (0, 0, 0)


# Tricks


def test_who_is_void_must_play_a_tarock() -> None:
    state = called(bid("solo without"), "7C")
    assert legal_cards(state) == "T2 T6 T10 T14 T18 T21"
    with pytest.raises(IllegalAction, match="void in the led suit, you must play a tarock"):
        state.play(1, "4H")


def test_the_pagat_takes_mond_and_skis() -> None:
    state = play(bid("solo without"), "T20 T21 T3 T22")
    assert state.deal[Tricks].tricks[0].taker == 3
    state = play(bid("solo without"), "T1 T21 T3 T22")
    assert state.deal[Tricks].tricks[0].taker == 0


def test_no_later_tarock_beats_the_pagat_that_takes_them() -> None:
    hands = [FOUR[0], FOUR[1], FOUR[3], FOUR[2]]
    state = play(called(dealt(hands), "pass, pass, pass, solo without"), "T1 T21 T22 T19")
    assert state.deal[Tricks].tricks[0].taker == 0


def test_in_colour_valat_the_trula_cannot_take_a_trick_of_another_suit() -> None:
    hands = [
        "KH QH CH JH 1H 2H 3H 4H T2 T3 T4 T5",
        "T21 T6 T7 T8 KD QD CD JD 7C 8C 9C 10C",
        "T22 T9 T10 T11 1D 2D 3D 4D JC CC QC KC",
        "T1 T12 T13 T14 7S 8S 9S 10S JS CS QS KS",
    ]
    state = called(dealt(hands, "T15 T16 T17 T18 T19 T20"), "pass, pass, pass, colour valat")
    assert play(state, "KH T21 T22 T1").deal[Tricks].tricks[0].taker == 0
    # A tarock may be led, too, which the pagat then takes with mond and skis.
    assert play(state, "T2 T21 T22 T1").deal[Tricks].tricks[0].taker == 3


def test_in_colour_valat_tarocks_are_no_trumps_but_must_be_played() -> None:
    state = play(bid("colour valat"), "7C")
    assert state.deal.trump is None
    assert legal_cards(state) == "T2 T6 T10 T14 T18 T21"
    state = play(state, "T21 T3 CC")
    assert state.deal[Tricks].tricks[0].taker == 3
    assert state.is_over
    assert state.scores == (-125, 0, 0, 0)


@pytest.mark.parametrize(
    ("contract", "leader"),
    [("klop", 1), ("three", 1), ("solo without", 3), ("beggar", 3), ("open beggar", 3), ("valat", 3)],
)
def test_forehand_leads_or_the_declarer(contract: str, leader: int) -> None:
    state = RULES[4].start(first=0, deals=[Stacked(hands=[hand.split() for hand in FOUR], stock=TALON.split())])
    assert state.actors == (2,)
    if contract in ("klop", "three"):
        state = called(state, f"pass, pass, pass, {contract}")
    else:
        state = called(state, f"pass, {contract}, pass, pass, {contract}")
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert state.actors == (leader,)


def test_in_klop_and_the_beggars_the_trick_must_be_beaten() -> None:
    state = play(bid("beggar"), "4D")
    assert legal_cards(state) == "QD KD"
    state = play(state, "QD")
    assert legal_cards(state) == "T3 T7 T11 T15 T19"
    state = play(state, "T7")
    assert legal_cards(state) == "3D 2D 1D"
    state = play(bid("klop"), "T20")
    assert legal_cards(state) == "T21"
    with pytest.raises(IllegalAction, match="follow suit: tarocks was led, and beat the trick"):
        state.play(1, "T2")
    assert legal_cards(play(state, "T21")) == "T3 T7 T11 T15 T19"


def test_the_pagat_is_kept_to_the_last_but_must_take_mond_and_skis() -> None:
    assert "T1" not in legal(bid("klop"))
    hands = [FOUR[1], FOUR[2], FOUR[3], FOUR[0]]
    state = play(called(dealt(hands), "pass, pass, pass, klop"), "T21 T3 T22")
    assert legal_cards(state) == "T1"
    state = play(called(dealt(hands), "pass, pass, pass, klop"), "T18 T19 T22")
    assert legal_cards(state) == "T5 T9 T13 T17 T20"


def test_the_skis_must_beat_the_mond_even_if_the_pagat_takes_both() -> None:
    hands = [
        "T21 T2 T3 T4 T5 T6 7C 8C 9C 10C JC CC",
        "T1 KD QD CD JD 1D 2D 3D 4D 7S 8S 9S",
        "T22 T7 T8 T9 T10 T11 KH QH CH JH 1H 2H",
        "T12 T13 T14 T15 T16 T17 10S JS CS QS KS 3H",
    ]
    state = play(called(dealt(hands, "T18 T19 T20 QC KC 4H"), "pass, pass, pass, klop"), "T21 T1")
    assert legal_cards(state) == "T22"
    assert play(state, "T22 T12").deal[Tricks].tricks[0].taker == 1


def test_in_klop_each_of_the_first_tricks_wins_a_card_of_the_talon() -> None:
    state = play(bid("klop"), "7C T2 T3 CC")
    assert str(state.deal[GiveTop]) == "2: 10S"
    assert str(state.view(1).deal.stock) == "?? ?? ?? ?? ??"
    assert "10S" in str(state.view(1).deal.out)
    end = lowest(state)
    assert [text for _, text in end.results[0].deal[GiveTop].cards] == TALON.split()


@pytest.mark.parametrize(("open_beggar", "after"), [("at_once", 0), ("after_first_trick", 1)])
def test_the_hand_of_an_open_beggar_lies_open(open_beggar: str, after: int) -> None:
    state = bid("open beggar", open_beggar=open_beggar)
    assert ("??" in str(state.view(2).deal.hands[0])) == (after == 1)
    state = play(state, "4D QD T3 1D")
    assert "?" not in str(state.view(2).deal.hands[0])


def test_a_beggar_is_over_with_the_first_trick_of_its_declarer() -> None:
    state = play(bid("beggar"), "7C T2 T3 CC T7 T12 T13 T14 T18 T19 T22 T20")
    assert not state.is_over
    state = play(bid("beggar"), "KH 4H 3H T4")
    assert not state.is_over
    assert lowest(bid("beggar")).results[0].scores in ((70, 0, 0, 0), (-70, 0, 0, 0))


# Scores


def test_losing_the_mond_costs_20_or_21() -> None:
    said = "call KS, take 1, 7C, 8C, 9C, T20, T21, T3, T22"
    for cost in (20, 21):
        end = lowest(called(bid("three", mond=cost), said))
        assert f"{-cost} lost the mond" in reasons(end)[1]
    end = lowest(called(bid("solo without"), "T20, T21, T3, T22"))
    assert reasons(end)[1] == ["-20 lost the mond"]
    end = lowest(called(bid("valat"), "T20, T21, T3, T22"))
    assert list(reasons(end)) == [0]


def test_who_leaves_the_mond_in_the_talon_loses_it() -> None:
    hands = [hand.replace("T21", "10S") for hand in FOUR]
    state = dealt(hands, TALON.replace("10S", "T21"))
    end = lowest(called(state, "pass, pass, pass, three, call KS, take 2, 7C, 8C, 9C"))
    assert reasons(end)[0][-1] == "-20 lost the mond"
    assert "-20 lost the mond" not in reasons(end)[2]


def test_a_king_of_the_talon_that_wins_a_trick_brings_the_rest_of_it() -> None:
    hands = [hand.replace("KD", "JH").replace("T21", "CH") for hand in FOUR]
    talon = "KD 10C 10S T21 JD CD"
    state = called(dealt(hands, talon), "pass, pass, pass, three, call KD, take 1, 7C, 8C, 9C")
    lost = lowest(play(state, "KD QD T3 3D"))
    assert "-20 lost the mond" in reasons(lost)[0]
    hands[0], hands[2] = hands[0].replace("4D", "2H"), hands[2].replace("2H", "4D")
    state = called(dealt(hands, talon), "pass, pass, pass, three, call KD, take 1, 7C, 8C, 9C")
    kept = lowest(play(state, "KD QD 4D 3D"))
    assert not any("mond" in reason for reason in reasons(kept)[0])
    own, others = ScoreTarok().piles(kept.results[0].deal, (0,))
    assert {"T21", "JD", "CD"} <= {*own}
    own, others = ScoreTarok().piles(lost.results[0].deal, (0,))
    assert {"T21", "JD", "CD"} <= {*others}


def test_the_difference_may_be_rounded() -> None:
    said = "call KD, take 1, 7C, 8C, 9C"
    exact, rounded = (lowest(called(bid("three", difference=how), said)) for how in ("exact", "rounded"))
    by_reason = [{line.reason: line.points for line in end.results[0].lines} for end in (exact, rounded)]
    (reason,) = [reason for reason in by_reason[0] if "card points" in reason]
    assert abs(by_reason[0][reason] - by_reason[1].get(reason, 0)) <= 2
    assert by_reason[1].get(reason, 0) % 5 == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 5}, "players=5 is not one of 3, 4"),
        ({"mond": 22}, "mond=22 is not one of 20, 21"),
        ({"deals": 0}, "deals=0 is not one of 1, 2"),
        ({"open_beggar": "never"}, "open_beggar='never' is not one of"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        tarok.rules(**given)


# An oracle, written from the rules apart from the library: cards are texts, and a deal is a generator of questions


CONTRACTS = {"klop": 70, "three": 10, "two": 20, "one": 30, "solo three": 40, "solo two": 50, "solo one": 60}
CONTRACTS |= {"beggar": 70, "solo without": 80, "open beggar": 90, "colour valat": 125, "valat": 500}
POINTS = {"K": 5, "Q": 4, "C": 3, "J": 2}
LOW = {"H": "4321", "D": "4321", "S": "7890", "C": "7890"}
NO_TRICKS = ("klop", "beggar", "open beggar")


def suit(card: str) -> str:
    return "T" if card[0] == "T" else card[-1]


def height(card: str) -> int:
    if suit(card) == "T":
        return int(card[1:])
    return "JCQK".index(card[0]) + 4 if card[0] in POINTS else LOW[card[-1]].index(card[-2])


def winning(lying: list[str], contract: str) -> int:
    """The place of the card that takes a trick."""
    trumps = contract != "colour valat" or suit(lying[0]) == "T"
    if trumps and {"T1", "T21", "T22"} <= {*lying}:
        return lying.index("T1")
    among = [place for place, card in enumerate(lying) if trumps and suit(card) == "T"]
    among = among or [place for place, card in enumerate(lying) if suit(card) == suit(lying[0])]
    return max(among, key=lambda place: height(lying[place]))


def may_play(hand: list[str], lying: list[str], contract: str) -> set[str]:
    """What of a hand may be played to the cards that lie."""
    if not lying:
        kept = [card for card in hand if contract not in NO_TRICKS or card != "T1"]
        return {*(kept or hand)}
    among = [card for card in hand if suit(card) == suit(lying[0])] or [card for card in hand if suit(card) == "T"]
    if not among or contract not in NO_TRICKS:
        return {*(among or hand)}
    if "T1" in among and {"T21", "T22"} <= {*lying}:
        return {"T1"}
    over = max([height(card) for card in lying if suit(card) == suit(among[0])], default=-1)
    trumped = suit(among[0]) != "T" and any(suit(card) == "T" for card in lying)
    among = [card for card in among if height(card) > over and not trumped] or among
    return {card for card in among if card != "T1"} or {"T1"}


def count(cards: list[str]) -> int:
    """Card points, counted in threes: each three less two, a rest of one or two cards less one."""
    worth = [5 if card in ("T1", "T21", "T22") else POINTS.get(card[0], 1) for card in cards]
    threes = [sum(worth[at : at + 3]) - (2 if len(worth[at : at + 3]) == 3 else 1) for at in range(0, len(worth), 3)]
    return sum(threes)


Questions = Generator[tuple[int, set[str]], str, list[int]]


def asked_of(hands: list[list[str]], talon: list[str], forehand: int) -> Questions:
    """Every question of a deal: whose turn it is and what may be answered; at the end, the scores."""
    players, scores = len(hands), [0] * len(hands)
    words = [word for word in CONTRACTS if players == 4 or word not in ("solo three", "solo two", "solo one")]
    left, contract, declarer = deque((forehand + 1 + step) % players for step in range(players)), "", -1
    while True:
        seat, alone = left[0], len(left) == 1
        may = set() if alone else {"pass"}
        for place, word in enumerate(words):
            if word in ("klop", "three"):
                fits = alone and not contract
            elif contract:
                at = words.index(contract)
                fits = place > at or (place == at and (seat - forehand) % players <= (declarer - forehand) % players)
            else:
                fits = True
            may |= {word} if fits else set()
        said = yield seat, may
        if said == "pass":
            left.popleft()
            continue
        contract, declarer = said, seat
        if alone:
            break
        left.rotate(-1)
    king, aside, parted = "", list[str](), contract in words[1:7] and contract not in ("beggar", "solo without")
    parted = parted and contract != "open beggar"
    opened = [*talon] if parted else []
    if players == 4 and contract in ("three", "two", "one"):
        king = (yield declarer, {"call KH", "call KD", "call KS", "call KC"})[5:]
    if parted:
        size = {"three": 3, "two": 2, "one": 1}[contract.split()[-1]]
        number = int((yield declarer, {f"take {part}" for part in range(1, 6 // size + 1)})[5:])
        hands[declarer] += talon[size * (number - 1) : size * number]
        del talon[size * (number - 1) : size * number]
        for _ in range(size):
            own = hands[declarer]
            free = {card for card in own if suit(card) != "T" and card[0] != "K"}
            card = yield (
                declarer,
                free or {card for card in own if suit(card) == "T" and card[1:] not in ("1", "21", "22")},
            )
            own.remove(card)
            aside.append(card)
    holders = [seat for seat in range(players) if king in hands[seat] and seat != declarer]
    side, piles = {declarer, *holders}, [list[str]() for _ in hands]
    leader, mond, last, claimed = forehand, -1, list[str](), False
    if contract in ("solo without", "beggar", "open beggar", "valat", "colour valat"):
        leader = declarer
    while any(hands):
        lying: list[str] = []
        for step in range(players):
            seat = (leader + step) % players
            card = yield seat, may_play(hands[seat], lying, contract)
            hands[seat].remove(card)
            lying.append(card)
        best = winning(lying, contract)
        if "T21" in lying and lying[best] in ("T1", "T22"):
            mond = (leader + lying.index("T21")) % players
        leader, last = (leader + best) % players, lying
        piles[leader] += lying
        if contract == "klop" and talon:
            piles[leader].append(talon.pop(0))
        claimed = claimed or (lying[best] == king and king in opened)
        if contract in ("beggar", "open beggar") and leader == declarer:
            break
        if "valat" in contract and leader != declarer:
            break
    if contract == "klop":
        counts = [count(pile) for pile in piles]
        if 0 in counts or max(counts) > 35:
            return [70 if not points else -70 if points > 35 else 0 for points in counts]
        return [-points for points in counts]
    worth = CONTRACTS[contract]
    if parted:
        own = [card for seat in side for card in piles[seat]] + aside
        rest = [card for seat in range(players) if seat not in side for card in piles[seat]]
        (own if claimed else rest).extend(talon)
        if not any(piles[seat] for seat in side):
            points = -250
        elif not any(piles[seat] for seat in range(players) if seat not in side):
            points = 250
        else:
            points = count(own) - 35 + (worth if count(own) > 35 else -worth)
            for four in ({"KH", "KD", "KS", "KC"}, {"T1", "T21", "T22"}):
                points += 10 * (four <= {*own}) - 10 * (four <= {*rest})
            bonus = 10 if king in last else 25 if "T1" in last else 0
            points += bonus if leader in side else -bonus
        for seat in side:
            scores[seat] = points
        if "T21" in talon and not claimed:
            mond = declarer
    elif "beggar" in contract:
        scores[declarer] = -worth if piles[declarer] else worth
    elif "valat" in contract:
        scores[declarer] = worth if not any(hands) and leader == declarer else -worth
    else:
        scores[declarer] = worth if count(piles[declarer]) > 35 else -worth
    if mond >= 0 and (parted or contract == "solo without"):
        scores[mond] -= 20
    return scores


def holds_to_the_oracle(state: State, draw: Random) -> str:
    """Play a deal to its end, and compare every question and the scores; gives the contract."""
    hands = [[str(card) for card in hand] for hand in state.deal.hands]
    forehand, number, contract = (state.deal.starter + 1) % len(hands), state.deal.number, ""
    game = asked_of(hands, [str(card) for card in state.deal.stock], forehand)
    seat, may = next(game)
    while True:
        assert state.actors == (seat,)
        choices = [str(action) for action in state.legal(seat)]
        assert {*choices} == may
        bidding = isinstance(state.phase, BidContracts)
        low = "pass" if "pass" in may else choices[0]
        said = low if bidding and draw.random() < 0.8 else draw.choice(choices)
        contract = said if bidding and said != "pass" else contract
        state = state.play(seat, said)
        try:
            seat, may = game.send(said)
        except StopIteration as over:
            scores = over.value
            break
    assert list(state.results[number].scores) == scores, contract
    return contract


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", [3, 4])
def test_deals_go_as_the_oracle_says(players: int) -> None:
    contracts = set()
    for seed in range(1000 if DEEP else 50):
        state = RULES[players].start(seed=seed)
        if isinstance(state.phase, BidContracts):
            contracts.add(holds_to_the_oracle(state, Random(seed)))
    assert len(contracts) >= 6


# Whole games, and the laws


@pytest.mark.parametrize("players", [3, 4])
def test_games_are_written_down(players: int) -> None:
    state = tarok.rules(players=players, deals=3).start(seed=players)
    draw = Random(players)
    while not state.is_over:
        seat = state.actors[0]
        choices = state.legal(seat)
        state = state.play(seat, choices[-1] if str(choices[-1]) == "pass" else draw.choice(choices))
    again = record.loads(str(record.of(state)))
    again.verify()
    assert again.replay().events == state.events


@pytest.mark.sample(0)
@pytest.mark.parametrize("players", [3, 4])
def test_it_runs_compiled(players: int) -> None:
    assert batch.supports(RULES[players])


@variant
def limited(
    *,
    players: Annotated[Literal[3, 4], "how many play"] = 4,
    contract: Annotated[Literal[tuple(VALUES)], "the only one that may be bid"] = "three",  # type: ignore[valid-type]
    open_beggar: Annotated[Literal["after_first_trick", "at_once"], "when a beggar's hand lies open"] = "at_once",
) -> Rules:
    """One contract, which random bids would hardly ever lead to."""
    rules = tarok.rules(players=players, deals=1, open_beggar=open_beggar)
    contracts = {contract: None if contract == "colour valat" else TAROCKS}
    return rules.replace(BidContracts, contracts=contracts, last=()).replace(key="limited", name="Limited")


TestLaws = laws(tarok.rules, examples=effort(2), deals=2)
TestLawsOfContracts = laws(limited, examples=effort(6))
