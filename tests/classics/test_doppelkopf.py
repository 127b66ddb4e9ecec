"""Doppelkopf: cards, reservations, calls, parties, who takes a trick, scores; and an oracle of its own."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from strategies import effort
from tiers import sampled
from trickkit_classics import doppelkopf
from turns import called, legal, play

from trickkit import IllegalAction, InvalidRules, Rules, Stacked, State, batch, playout, record
from trickkit.model.actions import Play
from trickkit.phases import AskReservations, Tricks
from trickkit.phases.tricks.record import Played, Trick
from trickkit.policies.sides import Settled
from trickkit.testing import laws

SIDES, CALLS = doppelkopf.SIDES, doppelkopf.CALLS
HEALTHY = ", ".join(["healthy"] * 4)
REST = (
    "9C 9C TC JC KC AC AC 9S 9S TS TS AS",
    "TC KC JC AS KS QS QS JS JS 9H 9H KS",
    "KH KH AH AH QH QH JH JH QD 9D TD KD",
)
"""Hands without a queen of clubs, which go with two queens in the hand of seat 3."""

MARRIED = "QC QC TH TH AD AD QD JD JD 9D TD KD"
CARDS = sorted(" ".join((*REST, MARRIED)).split())


@cache
def rules(**options: Any) -> Rules:
    return doppelkopf.rules(deals=1, **options)


def table(*hands: str, calls: str = HEALTHY, **options: Any) -> State:
    """The hands of seats 0 to 3; seat 0 leads."""
    dealt = [hand.split() for hand in hands]
    state = rules(**options).start(first=3, deals=[Stacked(hands=dealt)])
    return called(state, calls) if calls else state


# Cards and trump


def test_two_of_every_card() -> None:
    assert sorted(card.text for card in doppelkopf.deck()) == CARDS
    assert len(CARDS) == 48
    assert sorted(card.text for card in doppelkopf.deck(nines=False)) == [text for text in CARDS if text[0] != "9"]


TRUMPS = ["TH", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD"]


@pytest.mark.parametrize(
    ("solo", "trumps"),
    [
        (None, [*TRUMPS, "AD", "TD", "KD", "9D"]),
        ("C", [*TRUMPS, "AC", "TC", "KC", "9C"]),
        ("H", [*TRUMPS, "AH", "KH", "9H"]),
        ("queens", ["QC", "QS", "QH", "QD"]),
        ("jacks", ["JC", "JS", "JH", "JD"]),
        ("aces", []),
    ],
)
def test_trumps_and_their_order(solo: str | None, trumps: list[str]) -> None:
    calls = f"reservation, healthy, healthy, healthy, name {solo}" if solo else HEALTHY
    trump = table(*REST, MARRIED, calls=calls).deal.trump
    ranking, faces = doppelkopf.RANKING, [card.faces[0] for card in doppelkopf.deck().cards[::2]]
    found = [face for face in faces if trump is not None and ranking.suit(face, trump) == trump]
    found.sort(key=lambda face: -ranking.strength(face, trump, trump))  # type: ignore[arg-type]
    assert [face.text for face in found] == trumps
    plain = [face for face in faces if face.suit.letter == "S" and face not in found]
    plain.sort(key=lambda face: -ranking.strength(face, face.suit, trump))
    assert [face.text[0] for face in plain] == [rank for rank in "ATKQJ9" if f"{rank}S" not in trumps]


# Reservations


def test_who_has_a_reservation_plays_a_solo_or_marries() -> None:
    state = table(*REST, MARRIED, calls="healthy, reservation, healthy, reservation")
    solos = [f"name {solo}" for solo in ("queens", "jacks", "aces", "C", "D", "H", "S")]
    assert (state.actors, legal(state)) == ((1,), solos)
    assert state.play(1, "name jacks").deal.declarer == 1
    state = table(*REST, MARRIED, calls="healthy, healthy, healthy, reservation")
    assert legal(state) == [*solos, "name marriage"]
    assert str(state.play(3, "name marriage").deal.trump) == "diamonds"


def test_a_bridegroom_may_say_what_finds_its_partner() -> None:
    state = table(*REST, MARRIED, calls="healthy, healthy, healthy, reservation", marriage="named")
    assert legal(state)[7:] == ["name marriage", "name marriage plain", "name marriage trump"]


def test_a_later_solo_is_before_a_marriage() -> None:
    calls = "reservation, healthy, healthy, reservation, name marriage, name aces"
    state = table(MARRIED, *REST, calls=calls)
    assert (state.deal.declarer, state.deal[AskReservations].game) == (3, "aces")


# Parties

HANDS = (
    "QC 9C TC JC KC AC AC 9S 9S TS TS AS",
    "TC KC JC AS KS QS QS JS JS 9H 9H KS",
    "KH KH AH AH QH QH JH JH QD 9D TD QC",
    "9C KD TH TH AD AD QD JD JD 9D TD KD",
)


def known(state: State, viewer: int | None) -> str:
    """Who is Re to somebody, R and K with a question mark for those it cannot tell."""
    letters = {True: "R", False: "K", None: "?"}
    return "".join(letters[re] for re in CALLS.known(state.view(viewer).deal))


def test_partners_are_known_to_themselves_until_a_queen_or_a_call_tells() -> None:
    state = table(*HANDS)
    assert [known(state, viewer) for viewer in (0, 1, 2, 3, None)] == ["R???", "?K??", "??R?", "???K", "????"]
    assert CALLS.known(state.deal) == (True, False, True, False)
    state = play(state, "QC kontra JC")
    assert [known(state, viewer) for viewer in (0, 1, 2, 3, None)] == ["RK??", "RK??", "RKRK", "RK?K", "RK??"]
    state = play(state, "re")
    assert known(state, None) == "RKRK"


def test_a_call_shows_one_queen_and_none_after_that_is_played() -> None:
    state = play(table(MARRIED, *REST), "re")
    assert str(state.view(1).deal.hands[0]).startswith("QC ??")
    state = play(table(MARRIED, *REST), "QC")
    while state.actors != (0,):
        state = play(state, legal(state)[0])
    assert "QC" not in state.play(0, "re").view(1).deal.hands[0]


MARRIAGE = "healthy, healthy, healthy, reservation, name marriage"


def test_a_bridegroom_is_known_and_its_partner_when_it_is_found() -> None:
    state = table(*REST, MARRIED, calls=MARRIAGE)
    assert str(state.view(0).deal.hands[3]).startswith("QC QC ??")
    state = play(state, "AS AS KH 9D")
    assert known(state, 0) == "???R"
    assert known(play(state, "JD JC JC QD"), 0) == "KKRR"


@pytest.mark.parametrize(
    ("kind", "finder"),
    [("any", (0, 3)), ("plain", (0, 3)), ("trump", None)],
)
def test_which_trick_finds_the_partner(kind: str, finder: tuple[int, ...] | None) -> None:
    hands = (REST[0].replace("AC AC", "AC 9D"), REST[1], REST[2], MARRIED.replace("9D", "AC"))
    words = "marriage" if kind == "any" else f"marriage {kind}"
    state = table(*hands, calls=f"healthy, healthy, healthy, reservation, name {words}", marriage=kind)
    state = play(state, "AC KC KH AC")
    settled = SIDES.settled(state.deal, state.deal[Tricks].tricks)
    assert settled == (None if finder is None else Settled(finder, 0))
    assert known(state, 1) == ("RKKR" if finder else "???R")


def test_a_bridegroom_without_a_partner_after_three_tricks_is_alone() -> None:
    hands = ("9C 9C TC JC KC AC AC 9S 9S TS TS JD", *REST[1:], MARRIED.replace("JD JD", "JD AS"))
    state = table(*hands, calls="healthy, healthy, healthy, reservation, name marriage")
    for led in ("JD QS QD TH", "TH", "QC"):
        state = play(state, led)
        while len(state.deal[Tricks].current.plays):
            state = play(state, legal(state)[0])
    assert known(state, 0) == "KKKR"


# Calls


def test_re_and_kontra_may_be_called_before_the_second_card() -> None:
    state = table(*HANDS)
    assert legal(state)[-1] == "re"
    state = play(state, "AC TC KH 9C")
    assert state.actors == (0,)
    assert legal(state)[-1] == "re"
    state = play(state, "AC")
    assert legal(state)[-1] == "kontra"
    state = play(state, "KC KH QD")
    state = play(state, "TH")
    assert "re" not in legal(state)
    assert "kontra" not in legal(state)
    with pytest.raises(IllegalAction, match="seat 0 may not say re now: the hand must hold at least 11 cards"):
        state.play(0, "re")


def test_each_call_comes_after_the_one_before_it() -> None:
    state = table(*HANDS)
    with pytest.raises(IllegalAction, match="re must be announced before it"):
        state.play(0, "re no 90")
    with pytest.raises(IllegalAction, match="it is an announcement of the other side"):
        state.play(0, "kontra")
    state = play(state, "re")
    with pytest.raises(IllegalAction, match="it has already been announced"):
        state.play(0, "re")
    for word in ("re no 90", "re no 60", "re no 30", "re schwarz"):
        assert legal(state)[-1] == word
        state = state.play(0, word)
    assert legal(state)[-1] == "AS"


TWO_TRICKS = "AC TC KH 9C AC KC KH QD"
"""Then seat 3 leads, and all hold 10 cards."""


def test_a_call_may_be_raised_by_the_partner_with_one_card_less() -> None:
    state = play(table(*HANDS), f"re {TWO_TRICKS} JD QC QS")
    assert state.actors == (2,)
    assert legal(state)[-1] == "re no 90"


@pytest.mark.parametrize(
    ("called_before", "cards", "may"),
    [("", 10, False), ("re", 10, True), ("re", 9, False), ("re, re no 90", 9, True), ("re, re no 90", 8, False)],
)
def test_who_has_not_called_may_answer_with_one_card_less(called_before: str, cards: int, may: bool) -> None:
    state = table(*HANDS)
    state = play(called(state, called_before) if called_before else state, TWO_TRICKS)
    while state.actors != (1,) or len(state.deal.hands[1]) > cards:
        state = play(state, legal(state)[0])
    assert ("kontra" in legal(state)) == may


def test_after_a_marriage_calls_wait_for_the_partner() -> None:
    state = play(table(*REST, MARRIED, calls=MARRIAGE), "AS AS KH 9D")
    with pytest.raises(IllegalAction, match="it is not settled yet who plays together"):
        state.play(3, "re")
    state = play(state, "JD JC JC QD")
    assert state.actors == (2,)
    assert legal(state)[-1] == "re"
    state = play(state, "AH")
    assert "re" in legal(state)
    state = play(state, legal(state)[0])
    assert state.actors == (0,)
    assert legal(state)[-1] == "kontra"


@pytest.mark.parametrize("until", [0, 1, 4])
def test_until_when_calls_are_made_is_an_option(until: int) -> None:
    state = table(*HANDS, calls_until=until)
    while len(state.deal.hands[0]) > 7:
        if state.actors == (0,):
            assert ("re" in legal(state)) == (len(state.deal.hands[0]) >= 12 - until)
        state = play(state, legal(state)[0])


# Who takes a trick


@pytest.mark.parametrize(("second_ten", "taker"), [("never", 0), ("always", 1)])
def test_the_second_ten_of_hearts(second_ten: str, taker: int) -> None:
    hands = (MARRIED.replace("TH TH", "TH QS"), REST[1].replace("QS QS", "TH QS"), *REST[::2])
    state = play(table(*hands, second_ten=second_ten), "TH TH")
    while not state.deal[Tricks].tricks:
        state = play(state, legal(state)[0])
    assert state.deal[Tricks].tricks[0].taker == taker


@pytest.mark.parametrize("second_ten", ["never", "always", "not_last"])
def test_of_other_equal_cards_the_first_wins(second_ten: str) -> None:
    state = play(table(*HANDS, second_ten=second_ten), "AS AS AH TH")
    state = play(state, "QD QC")
    assert len(state.deal[Tricks].current.plays) == 2
    hands = (REST[0].replace("JC", "AS"), REST[1].replace("AS", "JC"), *REST[2:], MARRIED)
    state = play(table(*hands, second_ten=second_ten), "AC KC")
    assert state.actors == (2,)


# Scores


def party(name: str, points: int, calls: int = 0, tricks: int = 6) -> doppelkopf.Party:
    return doppelkopf.Party(name, points, tricks, calls)


@pytest.mark.parametrize(
    ("re", "points", "kontra", "winner"),
    [
        (0, 121, 0, "re"),
        (0, 120, 0, "kontra"),
        (1, 120, 0, "kontra"),
        (1, 120, 1, "kontra"),
        (0, 120, 1, "re"),
        (0, 119, 1, "kontra"),
        (2, 151, 0, "re"),
        (2, 150, 0, "kontra"),
        (3, 181, 0, "re"),
        (3, 180, 1, "kontra"),
        (4, 211, 0, "re"),
        (5, 235, 0, "kontra"),
        (0, 90, 2, "re"),
        (0, 89, 2, "kontra"),
        (1, 60, 3, "re"),
        (0, 30, 4, "re"),
        (0, 5, 5, "re"),
        (2, 151, 2, "re"),
        (2, 130, 2, None),
    ],
)
def test_who_wins(re: int, points: int, kontra: int, winner: str | None) -> None:
    sides = party("re", points, re), party("kontra", 240 - points, kontra)
    assert [one.name for one, other in (sides, sides[::-1]) if one.beats(other)] == ([winner] if winner else [])


@pytest.mark.parametrize(
    ("re", "kontra", "alone", "expected"),
    [
        (party("re", 130), party("kontra", 110), False, [("re wins, 130 to 110", 1)]),
        (
            party("re", 80),
            party("kontra", 160, 1),
            False,
            [
                ("kontra wins, 80 to 160", -1),
                ("against the old ladies", -1),
                ("kontra", -2),
                ("re below 90", -1),
            ],
        ),
        (
            party("re", 130, 3),
            party("kontra", 110),
            False,
            [
                ("kontra wins, 130 to 110", -1),
                ("against the old ladies", -1),
                ("re no 60", -4),
                ("kontra has 110 against re no 60", -1),
            ],
        ),
        (
            party("re", 240, 5, 12),
            party("kontra", 0, 1, 0),
            True,
            [("re wins, 240 to 0", 1), ("re schwarz", 6), ("kontra", 2), ("kontra without a trick", 4)],
        ),
        (
            party("re", 170, 3),
            party("kontra", 70, 2),
            False,
            [("kontra below 90", 1), ("re has 170 against kontra no 90", 1)],
        ),
    ],
)
def test_the_value_of_a_game(re: Any, kontra: Any, alone: bool, expected: list[tuple[str, int]]) -> None:
    assert [*doppelkopf.ScoreParties(sides=SIDES).value(re, kontra, alone=alone)] == expected


def trick(cards: str, taker: int) -> Trick:
    return Trick(tuple(Played(hand, hand, Play(card), card) for hand, card in enumerate(cards.split())), taker)


@pytest.mark.parametrize(
    ("cards", "taker", "last", "expected"),
    [
        ("TC TC TS TS", 0, False, [("Doppelkopf in trick 0", 1)]),
        ("TC AC TC TS", 1, False, [("Doppelkopf in trick 0", -1)]),
        ("TC AC KC TS", 1, False, []),
        ("QC AD AD KD", 0, False, [("fox of hand 1 caught in trick 0", 1)]),
        ("AD QS AD KD", 1, False, [(f"fox of hand {hand} caught in trick 0", -1) for hand in (0, 2)]),
        ("JC KD KD JC", 0, True, [("Charlie of hand 0 takes the last trick", 1)]),
        ("JC KD KD JC", 0, False, []),
        ("JC QD KD KD", 1, True, []),
    ],
)
def test_extra_points(cards: str, taker: int, last: bool, expected: list[tuple[str, int]]) -> None:
    """Seats 0 and 2 are Re."""
    extras = doppelkopf.ScoreParties(sides=SIDES).extras(0, trick(cards, taker), (0, 2), last=0 if last else 11)
    assert [*extras] == expected


def test_charlie_may_be_caught() -> None:
    scoring, played = doppelkopf.ScoreParties(sides=SIDES, charlie_caught=True), trick("JC QD JC JD", 1)
    caught = [(f"Charlie of hand {hand} caught", -1) for hand in (0, 2)]
    assert [*scoring.extras(0, played, (0, 2), last=0)] == caught
    assert [*scoring.extras(0, played, (0, 1), last=0)] == [("Charlie of hand 2 caught", 1)]


def test_a_deal_is_scored_for_every_seat() -> None:
    """Both foxes of Kontra lie in the first two tricks that Re takes."""
    hands = (
        "QC QS AS AS KC KC AC AC TC TC 9C 9C",
        "AD AD KD KD 9D 9D TD TD JD JD JH JH",
        "QC QS JS JS JC JC QD QD QH QH KS KS",
        "TH TH AH AH KH KH 9H 9H TS TS 9S 9S",
    )
    state = play(table(*hands), "QC AD QC TH")
    state = play(state, "AH QS AD QS")
    while not state.is_over:
        state = play(state, legal(state)[0])
    lines = [line for line in state.results[0].lines if line.seat == 0]
    assert "fox of hand 1 caught in trick 1" in [line.reason for line in lines]
    assert sum(state.scores) == 0


def test_one_who_is_alone_scores_threefold_without_extras() -> None:
    state = table(*REST, MARRIED)
    while not state.is_over:
        state = play(state, legal(state)[0])
    first, _, _, last = state.scores
    assert last == -3 * first
    assert not any("Doppelkopf" in line.reason or "old ladies" in line.reason for line in state.results[0].lines)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"second_ten": "last"}, "second_ten='last' is not one of"),
        ({"marriage": "first"}, "marriage='first' is not one of"),
        ({"calls_until": 5}, "calls_until=5 is not one of 0, 1, 2, 3, 4"),
        ({"deals": 0}, "deals=0 is not one of"),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        doppelkopf.rules(**given)


# An oracle, written from the rules apart from the library: cards are texts

EYES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
COURT = ["QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD"]
STEPS = ["", " no 90", " no 60", " no 30", " schwarz"]


def trumps_of(game: str) -> list[str]:
    """The trumps of a game, the highest first."""
    if game in ("queens", "jacks"):
        return [card for card in COURT if card[0] == game[0].upper()]
    if game == "aces":
        return []
    suit = game if game in "CDHS" else "D"
    return ["TH", *COURT, *(f"{rank}{suit}" for rank in "ATK9" if f"{rank}{suit}" != "TH")]


def colour(card: str, trumps: list[str]) -> str:
    return "trump" if card in trumps else card[1]


def place_that_wins(lying: list[str], trumps: list[str], tens: bool) -> int:
    if tens and "TH" in trumps and lying.count("TH") == 2:
        return 3 - lying[::-1].index("TH")
    asked = colour(lying[0], trumps)
    for order, suit in ((trumps, "trump"), ([f"{rank}{lying[0][1]}" for rank in "ATKQJ9"], asked)):
        for card in order:
            if card in lying and colour(card, trumps) == suit:
                return lying.index(card)
    raise AssertionError("some card wins")


def wins(mine: int, tricks: int, said: int, said_by_them: int, enough: int) -> bool:
    """With so many points in so many tricks, after so many steps: 0 for nothing, 1 for the name, 2 to 5 for more."""
    if said > 1:
        return mine > 240 - (90, 60, 30)[said - 2] if said < 5 else tricks == -1
    if said_by_them > 1:
        return mine >= (90, 60, 30)[said_by_them - 2] if said_by_them < 5 else tricks != 0
    return mine >= enough


def settled(
    re: set[int], taken: list[tuple[int, list[tuple[int, str]]]], said: dict[str, int], caught: bool
) -> list[int]:
    """What every seat scores, from the tricks as pairs of their taker and the cards with their seats."""
    eyes, tricks = {True: 0, False: 0}, {True: 0, False: 0}
    for taker, cards in taken:
        eyes[taker in re] += sum(EYES[card[0]] for _, card in cards)
        tricks[taker in re] += 1
    steps = {True: said["re"], False: said["kontra"]}
    only_kontra = steps[False] == 1 and steps[True] == 0
    # A party that took all tricks has -1 of them here.
    count = {side: -1 if not tricks[not side] else tricks[side] for side in (True, False)}
    won = {
        True: wins(eyes[True], count[True], steps[True], steps[False], 120 if only_kontra else 121),
        False: wins(eyes[False], count[False], steps[False], steps[True], 121 if only_kontra else 120),
    }
    assert won[True] + won[False] < 2
    points = {True: 0, False: 0}
    for side in (True, False):
        if won[side]:
            points[side] += 1 + sum(1 + value for value in steps.values() if value)
        if not won[not side]:
            points[side] += sum(eyes[not side] < limit for limit in (90, 60, 30)) + (not tricks[not side])
            points[side] += sum(eyes[side] >= limit for limit in (120, 90, 60, 30)[: max(steps[not side] - 1, 0)])
    if len(re) > 1:
        points[False] += won[False]
        for number, (taker, cards) in enumerate(taken):
            side = taker in re
            points[side] += sum(EYES[card[0]] for _, card in cards) >= 40
            points[side] += sum(card == "AD" and (seat in re) != side for seat, card in cards)
            if number == len(taken) - 1:
                points[side] += (taker, "JC") in cards
                points[side] += caught and sum(card == "JC" and (seat in re) != side for seat, card in cards)
    net = points[True] - points[False]
    return [(net * (1 if len(re) > 1 else 3)) if seat in re else -net for seat in range(4)]


def partner_of(bridegroom: int, kind: str, leads: list[str], takers: list[int]) -> tuple[int, int] | None:
    """Who goes with a bridegroom, and after which trick that is known; None while it is not."""
    for number, (led, taker) in enumerate(zip(leads[:3], takers[:3], strict=True)):
        if taker != bridegroom and kind in ("any", "trump" if led in trumps_of("marriage") else "plain"):
            return taker, number
    return (bridegroom, 2) if len(takers) >= 3 else None


def holds_to_the_oracle(state: State, draw: Random, options: dict[str, Any]) -> None:
    """Play a game to its end, and compare every decision and every score."""
    talkative = draw.choice((0, 0.1, 0.3, 0.6))
    while not state.is_over:
        number, size = state.deal.number, state.deal.size
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        order = [(state.deal.begun_by + step) % 4 for step in range(1, 5)]
        reserved = []
        for seat in order:
            assert [str(one) for one in state.legal(seat)] == ["healthy", "reservation"]
            if draw.random() < (0.7 if hands[seat].count("QC") == 2 else 0.1):
                reserved.append(seat)
            state = state.play(seat, "reservation" if seat in reserved else "healthy")
        kinds = ["any", "plain", "trump"] if options["marriage"] == "named" else [options["marriage"]]
        weddings = ["marriage" if kind == "any" else f"marriage {kind}" for kind in kinds]
        game, player = "", -1
        for seat in reserved:
            if game and game not in weddings:
                break
            solos = ["queens", "jacks", "aces", "C", "D", "H", "S"]
            may = weddings if hands[seat].count("QC") == 2 else []
            assert [str(one) for one in state.legal(seat)] == [f"name {word}" for word in [*solos, *may]]
            word = draw.choice(may or solos)
            state = state.play(seat, f"name {word}")
            if not game or word not in weddings:
                game, player = word, seat
        married, trumps = game in weddings, trumps_of(game or "normal")
        kind = [*game.split(), "any"][1] if married else ""
        re = {player} if game else {seat for seat in range(4) if "QC" in hands[seat]}
        said, leads, takers = {"re": 0, "kontra": 0}, list[str](), list[int]()
        taken: list[tuple[int, list[tuple[int, str]]]] = []
        seat = order[0]
        for trick in range(size):
            lying: list[tuple[int, str]] = []
            while len(lying) < 4:
                found = partner_of(player, kind, leads, takers) if married else (-1, 0)
                if married and found:
                    re = {player, found[0]}
                mine, theirs = ("re", "kontra") if seat in re else ("kontra", "re")
                may = sorted({*hands[seat]})
                if lying:
                    asked = colour(lying[0][1], trumps)
                    may = [card for card in may if colour(card, trumps) == asked] or may
                cards, left, latest = may, len(hands[seat]), size - options["calls_until"] - (found[1] if found else 0)
                if found and said[mine] < 5:
                    reply = said[theirs] if said[mine] == 0 else 0
                    if left >= latest - max(said[mine], reply):
                        may = [*cards, mine + STEPS[said[mine]]]
                assert state.actors == (seat,)
                assert sorted(str(one) for one in state.legal(seat)) == sorted(may)
                action = may[-1] if draw.random() < talkative else draw.choice(cards)
                state = state.play(seat, action)
                if action.startswith(mine):
                    said[mine] += 1
                    continue
                hands[seat].remove(action)
                lying.append((seat, action))
                seat = (seat + 1) % 4
            tens = options["second_ten"] == "always" or (options["second_ten"] == "not_last" and trick < size - 1)
            seat = lying[place_that_wins([card for _, card in lying], trumps, tens)][0]
            leads.append(lying[0][1])
            takers.append(seat)
            taken.append((seat, lying))
        assert state.results[number].scores == tuple(settled(re, taken, said, options["charlie_caught"]))


def queens_together(size: int) -> Stacked:
    """A deal in which seat 1 holds both queens of clubs."""
    hands = [["??"] * size for _ in range(4)]
    return Stacked(hands=[hands[0], ["QC", "QC", *hands[1][2:]], *hands[2:]])


@pytest.mark.parametrize("seed", sampled(range(1000), 12))
def test_games_go_as_the_oracle_says(seed: int) -> None:
    draw = Random(seed)
    options = {
        "nines": draw.random() < 0.7,
        "second_ten": draw.choice(("never", "always", "not_last")),
        "marriage": draw.choice(("any", "plain", "trump", "named")),
        "calls_until": draw.choice((0, 1, 1, 2, 4)),
        "charlie_caught": draw.random() < 0.5,
    }
    deals = [queens_together(12 if options["nines"] else 10)] if seed % 2 else []
    holds_to_the_oracle(rules(**options).start(seed=seed, deals=deals), draw, options)


@pytest.mark.parametrize("stacked", [False, True])
def test_games_are_written_down_and_sampled(stacked: bool) -> None:
    deals = [queens_together(12)] if stacked else []
    draw, state = Random(1), rules().start(seed=4, first=0, deals=deals)
    if stacked:
        state = called(state, "reservation, healthy, healthy, healthy, name marriage")
    while not state.is_over:
        seat = state.actors[0]
        if draw.random() < 0.2:
            view = state.view(seat)
            assert view.sample(draw).view(seat) == view
        state = state.play(seat, draw.choice(state.legal(seat)))
    again = record.loads(str(record.of(state)))
    again.verify()
    assert again.replay().events == state.events


@pytest.mark.sample(0)
def test_it_runs_compiled() -> None:
    assert batch.supports(rules())
    assert sum(playout(rules(), seed=2).scores) == 0


TestLaws = laws(doppelkopf.rules, examples=effort(6), deals=1)
