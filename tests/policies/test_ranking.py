"""Rankings in which jacks go above all: bowers, and cards that are always trumps."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from trickkit import InvalidRules
from trickkit.model.cards import Suit, french, piquet
from trickkit.phases import Tricks
from trickkit.policies.ranking import Bowers, ByTrump, HighCard, Ranking, TopTrumps, TrumpOrder
from trickkit.variants import pikoko

SKAT = TopTrumps(tops=["JC", "JS", "JH", "JD"], order="789QKTA", plain="789TJQKA")
JACKS = Suit("jacks", "J")
SUITS: dict[str | None, Suit | None] = {**{suit.letter: suit for suit in french().suits}, "J": JACKS, None: None}


def ranked(ranking: Ranking, led: str, trump: str | None, cards: str) -> str:
    """The cards that can win a trick, the best first."""
    deck, lead, over = piquet(), SUITS[led], SUITS[trump]
    assert lead is not None
    strengths = {text: ranking.strength(deck.card(text).faces[0], lead, over) for text in cards.split()}
    assert len({strength for strength in strengths.values() if strength}) == sum(map(bool, strengths.values()))
    return " ".join(sorted((text for text in strengths if strengths[text]), key=lambda text: -strengths[text]))


def suits(ranking: Ranking, trump: str | None, cards: str) -> list[str]:
    deck = piquet()
    return [ranking.suit(deck.card(text).faces[0], SUITS[trump]).name for text in cards.split()]


@pytest.mark.parametrize(
    ("trump", "right", "left"), [("C", "JC", "JS"), ("S", "JS", "JC"), ("D", "JD", "JH"), ("H", "JH", "JD")]
)
def test_bowers(trump: str, right: str, left: str) -> None:
    best = f"{right} {left} A{trump} K{trump} Q{trump} T{trump} 9{trump}"
    assert ranked(Bowers(), trump, trump, " ".join(reversed(best.split()))) == best
    name = SUITS[trump]
    assert name is not None
    assert suits(Bowers(), trump, f"{right} {left}") == [name.name] * 2


def test_the_left_bower_does_not_belong_to_its_printed_suit() -> None:
    assert ranked(Bowers(), "S", "C", "AS TS JS JD JC 9C") == "JC JS 9C AS TS"
    assert suits(Bowers(), "C", "JS JD JH QS") == ["clubs", "diamonds", "hearts", "spades"]


def test_without_trump_there_are_no_bowers() -> None:
    assert ranked(Bowers(), "S", None, "JS QS JC") == "QS JS"
    assert suits(Bowers(), None, "JS JC") == ["spades", "clubs"]


def test_other_colours_and_ranks() -> None:
    queens = Bowers(colours=[("clubs", "diamonds"), ("hearts", "spades")], rank="Q")
    assert ranked(queens, "D", "C", "QC QD AC JC JS AD") == "QC QD AC JC AD"
    with pytest.raises(InvalidRules, match=r"Bowers: colours: \('clubs',\) are not the names of two suits"):
        Bowers(colours=[("clubs",)])
    with pytest.raises(InvalidRules, match="Bowers: rank=3 is not a str"):
        Bowers(rank=3)  # type: ignore[arg-type]


def test_the_suit_game_of_skat() -> None:
    assert ranked(SKAT, "H", "H", "7H 8H 9H QH KH TH AH JD JH JS JC AS") == "JC JS JH JD AH TH KH QH 9H 8H 7H"
    assert ranked(SKAT, "S", "H", "AS TS KS 7H JD JS AC") == "JS JD 7H AS TS KS"
    assert suits(SKAT, "H", "JC AC") == ["hearts", "clubs"]


def test_in_grand_the_jacks_are_a_suit_of_their_own() -> None:
    assert ranked(SKAT, "S", "J", "AS TS KS AH JD JS") == "JS JD AS TS KS"
    assert suits(SKAT, "J", "JS JD AS") == ["jacks", "jacks", "spades"]


def test_in_null_the_jack_and_the_ten_go_where_they_do_elsewhere() -> None:
    assert ranked(SKAT, "S", None, "7S TS JS QS KS AS JC") == "AS KS QS JS TS 7S"


@pytest.mark.parametrize(
    ("cards", "trump", "count"),
    [
        ("JC", "H", 1),
        ("JC JS JD", "H", 2),
        ("JC JS JH JD AH KH", "H", 5),
        ("JS JH", "H", 1),
        ("JD AH", "H", 3),
        ("TH", "H", 5),
        ("", "H", 11),
        ("", "J", 4),
        ("JC JS JH JD AH", "J", 4),
        ("JH", "J", 2),
    ],
)
def test_tops_in_a_row(cards: str, trump: str, count: int) -> None:
    suit = SUITS[trump]
    assert suit is not None
    assert SKAT.in_a_row(cards.split(), piquet(), suit) == count


def test_a_rank_must_have_its_place() -> None:
    deck = french()
    with pytest.raises(InvalidRules, match="TopTrumps: the rank of 2C is not among 7 8 9 Q K T A"):
        SKAT.strength(deck.card("2C").faces[0], deck.suits[0], deck.suits[1])
    with pytest.raises(InvalidRules, match=r"TopTrumps: tops\[0\]=3 is not a str"):
        TopTrumps(tops=[3], order="7", plain="7")  # type: ignore[list-item]


@frozen
class Odd(HighCard):
    """Gives what it is told to."""

    gives: Any
    for_suits: bool = False

    def suit(self, face: Any, *_: Any) -> Any:
        return self.gives if self.for_suits else face.suit

    def strength(self, *_: Any) -> Any:
        return self.gives


@pytest.mark.parametrize("gives", [None, "x", 1.5])
def test_a_strength_is_a_whole_number(gives: Any) -> None:
    rules = pikoko.rules().replace(Tricks, ranking=Odd(gives))
    message = (
        rf"Odd\(.*\): strength returned {gives!r} for R2; it must return a whole number, 0 for never wins \(pikoko\)"
    )
    with pytest.raises(InvalidRules, match=message):
        rules.start()


@pytest.mark.parametrize("gives", [None, "red"])
def test_a_suit_is_a_suit(gives: Any) -> None:
    rules = pikoko.rules().replace(Tricks, ranking=Odd(gives, for_suits=True))
    with pytest.raises(
        InvalidRules, match=rf"suit returned {gives!r} for R2; it must return a Suit, such as face\.suit \(pikoko\)"
    ):
        rules.start()


def test_the_high_card_is_as_it_was() -> None:
    assert ranked(HighCard(), "S", "H", "AS JS 7H JH AC") == "JH 7H AS JS"


ALL = Suit("all trumps", "AT")
BELOTE = TrumpOrder(trump="78QKTA9J", plain="789JQKTA", games={ALL: "78QKTA9J"})


def test_trumps_in_an_order_of_their_own() -> None:
    assert ranked(BELOTE, "C", "H", "7C AC JC 9C TC JD AD 8H JH AH 9H") == "JH 9H AH 8H AC TC JC 9C 7C"
    assert ranked(BELOTE, "H", "H", "7H JH KH TH 9H AH QH 8H AC") == "JH 9H AH TH KH QH 8H 7H"
    assert ranked(BELOTE, "C", None, "7C AC JC 9C TC JD AD") == "AC TC JC 9C 7C"


def test_where_every_suit_has_the_order_of_trumps_none_beats_the_others() -> None:
    game = BELOTE.games[0][0]
    deck = piquet()
    clubs = deck.suits[0]
    strengths = [BELOTE.strength(deck.card(text).faces[0], clubs, game) for text in ("7C", "AC", "9C", "JC", "JD")]
    assert strengths[:4] == sorted({*strengths[:4]})
    assert strengths[4] == 0


def test_an_order_has_every_rank() -> None:
    with pytest.raises(InvalidRules, match="TrumpOrder: the rank of 7C is not among J 9"):
        TrumpOrder(trump="9J", plain="J9").strength(piquet().card("7C").faces[0], piquet().suits[0], None)


SOLOS = ByTrump(rankings={JACKS: SKAT}, others=HighCard())


@pytest.mark.parametrize(("trump", "expected"), [("J", "JH JD AS TS KS"), ("H", "JH 7H AS KS TS"), (None, "AS KS TS")])
def test_a_trump_may_have_a_ranking_of_its_own(trump: str | None, expected: str) -> None:
    assert ranked(SOLOS, "S", trump, "TS KS AS JH 7H JD") == expected


def test_the_rankings_by_trump_are_rankings() -> None:
    with pytest.raises(InvalidRules, match=r"rankings has 'high' for Suit.*; it must have a Ranking by Suit"):
        ByTrump(rankings={JACKS: "high"}, others=SKAT)  # type: ignore[dict-item]
    with pytest.raises(InvalidRules, match="rankings has the key 'jacks'; it must have a Ranking by Suit"):
        ByTrump(rankings={"jacks": SKAT}, others=SKAT)
