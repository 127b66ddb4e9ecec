"""What a play tells of the hand that it came from: who passes over a step of what must be played has nothing of it."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal
from trickkit.model.actions import Play
from trickkit.model.cards import piquet
from trickkit.model.hands import Hand
from trickkit.phases import Tricks
from trickkit.phases.base import Void
from trickkit.phases.stock import Drawn
from trickkit.phases.tricks.record import Played, PlayedUnder, Trick, TrickTable
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.first_trick import NotInFirstTrick
from trickkit.policies.follow import MustFollow, MustOvertrump, NotBeforeBroken

DECK = piquet()
SUITS = {suit.letter: suit for suit in DECK.suits}
PLAIN = Tricks(follow=MustFollow())
OVERTRUMP = Tricks(follow=MustOvertrump())
HELD_BACK = Tricks(follow=NotBeforeBroken("hearts"), breaking=SuitBreaks("hearts"))
CLEAN = Tricks(follow=NotInFirstTrick(suits="hearts"))


def trick(text: str) -> Trick:
    """Plays in order, each as `hand:card`."""
    plays = []
    for one in text.split():
        hand, card = one.split(":")
        plays.append(Played(int(hand), int(hand), Play(card), DECK.card(card)))
    return Trick(tuple(plays), None)


def ruled_out(
    phase: Tricks, tricks: str, *, trump: str = "", players: int = 3, phases: tuple[Tricks, ...] = ()
) -> list[str]:
    """By hand, what it cannot hold after tricks with a slash between them; whole suits as their letters."""
    *complete, current = [trick(text) for text in tricks.split("/")]
    deal = evolve(Deal.fresh(DECK, players=players), trump=SUITS[trump] if trump else None)
    plays = [play for one in (*complete, current) for play in one.plays]
    under = tuple([PlayedUnder(one, one.follow, deal.trump) for one in phases])
    table = TrickTable(tuple(complete), current, (0,) * players, phases=under)
    found = phase.ruled_out(deal.with_record(table, *plays))
    return [written({text for text, bit in DECK.kinds.items() if bit & mask}) for mask in found]


def written(texts: set[str]) -> str:
    """Whole suits as their letters, other cards as they are."""
    whole = [letter for letter in SUITS if {f"{rank}{letter}" for rank in "789TJQKA"} <= texts]
    others = [text for text in DECK.kinds if text in texts and text[-1] not in whole]
    return " ".join([*whole, *others])


@pytest.mark.parametrize(
    ("phase", "tricks", "trump", "expected"),
    [
        (PLAIN, "", "", ["", "", ""]),
        (PLAIN, "0:AC 1:7C 2:KC", "", ["", "", ""]),
        (PLAIN, "0:AC 1:7D 2:KC", "", ["", "C", ""]),
        (PLAIN, "0:AC 1:7D 2:KC / 0:AD 1:8D 2:7S", "", ["", "C", "D"]),
        (PLAIN, "0:AC 1:7D 2:KC / 1:AD 2:8H 0:7S", "", ["D", "C", "D"]),
        (OVERTRUMP, "0:AC 1:7D 2:KC", "S", ["", "C S", ""]),
        (OVERTRUMP, "0:AC 1:TS 2:7S", "S", ["", "C", "C JS QS KS AS"]),
        (OVERTRUMP, "0:AC 1:7S 2:TS", "S", ["", "C", "C"]),
        (OVERTRUMP, "2:AC 0:TS 1:7C / 0:AC 1:8S 2:KC", "S", ["C", "C", ""]),
        (OVERTRUMP, "2:AC 0:QS 1:JS", "S", ["C", "C KS AS", ""]),
    ],
)
def test_who_does_not_follow_is_void(phase: Tricks, tricks: str, trump: str, expected: list[str]) -> None:
    assert ruled_out(phase, tricks, trump=trump) == expected


@pytest.mark.parametrize(
    ("beaten", "last"),
    [
        ("0:AC 1:TS 2:8S 3:9S", "C JS QS KS AS"),
        ("0:AC 1:8S 2:TS 3:9S", "C JS QS KS AS"),
        ("0:AC 1:TS 2:KC 3:9S", "C JS QS KS AS"),
        ("0:AC 1:TS 2:8S 3:JS", "C"),
    ],
)
def test_the_best_card_so_far_is_what_must_be_beaten(beaten: str, last: str) -> None:
    assert ruled_out(OVERTRUMP, beaten, trump="S", players=4)[3] == last


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ("0:7H", ["C D S", "", ""]),
        ("0:7C 1:AC 2:8C / 1:7H", ["", "C D S", ""]),
        ("0:7C 1:7H 2:8C / 2:9H", ["", "C", ""]),
        ("0:7C 1:7H 2:8C / 2:9C 0:8H 1:9H / 2:TH", ["C", "C", ""]),
    ],
)
def test_who_leads_a_suit_that_is_not_broken_has_nothing_else(tricks: str, expected: list[str]) -> None:
    assert ruled_out(HELD_BACK, tricks) == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [("0:7C 1:7H 2:8C", ["", "C D S", ""]), ("0:7C 1:9C 2:8C / 1:TC 2:7H 0:AC", ["", "", "C"])],
)
def test_who_plays_what_may_not_be_played_to_the_first_trick_has_nothing_else(tricks: str, expected: list[str]) -> None:
    assert ruled_out(CLEAN, tricks) == expected


def test_each_phase_of_tricks_tells_of_its_own_plays() -> None:
    tricks, phases = "0:AC 1:7D 2:KC / 0:AD 1:8D 2:7S", (PLAIN, OVERTRUMP)
    assert ruled_out(PLAIN, tricks, phases=phases) == ["", "C", ""]
    assert ruled_out(OVERTRUMP, tricks, phases=phases) == ["", "", "D"]


def test_before_any_trick_nothing_is_ruled_out() -> None:
    assert PLAIN.ruled_out(Deal.fresh(DECK, players=3)) == (0, 0, 0)
    assert PLAIN.voids(Deal.fresh(DECK, players=3)) == ()


def test_what_is_ruled_out_now_was_shown_since_the_last_new_card() -> None:
    one = trick("0:AC 1:7D 2:KC")
    deal = Deal.fresh(DECK, players=3).changed(*one.plays)
    deal = deal.with_record(TrickTable((one,), Trick(()), (0, 0, 0)))
    clubs = sum(bit for text, bit in DECK.kinds.items() if text[-1] == "C")
    assert PLAIN.voids(deal) == (Void(hand=1, event=2, faces=clubs),)
    assert PLAIN.ruled_out(deal) == (0, clubs, 0)
    new = Hand.of(DECK, ["9H"])
    for hand, expected in ((0, (0, clubs, 0)), (1, (0, 0, 0))):
        drawn = deal.changed(Drawn(tuple(new if one == hand else Hand(DECK) for one in deal.seats), (), (hand,)))
        assert drawn.events[-1].into_hands == (hand,)
        assert PLAIN.voids(drawn) == PLAIN.voids(deal)
        assert PLAIN.ruled_out(drawn) == expected
