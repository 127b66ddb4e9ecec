"""A layout of cards in sequence: what fits, who must pass, and when it is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lockstep import is_followed
from strategies import effort
from turns import legal

from trickkit import Card, Deck, IllegalAction, InvalidRules, Rules, Stacked, State, batch, load, playout
from trickkit.model.cards import french
from trickkit.phases import BuildSequences, DealOut, InContracts, NameTrump, Tricks
from trickkit.phases.sequences import CouldNotLay
from trickkit.policies.ending import AfterDeals
from trickkit.policies.offers import Games
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreByContract, ScoreTricks
from trickkit.testing import laws
from trickkit.variants import pikoko

DECK = french("6789T", suits="CDH")
PAIRS = Deck([card for card in DECK for _ in range(2)])
HANDS = [["7C", "8C", "6D", "TD", "TH"], ["6C", "7D", "8D", "9D", "6H"], ["9C", "TC", "7H", "8H", "9H"]]


def game(deck: Deck = DECK, size: int = 5, **layout: Any) -> Rules:
    return Rules(
        key="layout",
        name="Layout",
        players=3,
        deck=deck,
        phases=(DealOut(), BuildSequences(**layout)),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


def laid(cards: str, **layout: Any) -> State:
    state = game(**layout).start(first=0, deals=[Stacked(hands=HANDS)])
    for card in cards.split():
        state = state.play(state.actors[0], card)
    return state


def test_rows_begin_with_one_rank_and_go_on_both_ways() -> None:
    state = laid("7D 7H", first="7")
    assert legal(state) == ["7C", "6D"]
    assert legal(state.play(0, "6D")) == ["8D", "6H"]


def test_the_first_card_may_say_with_which_rank_rows_begin() -> None:
    assert legal(laid("")) == ["6C", "7D", "8D", "9D", "6H"]
    assert [legal(laid(cards)) for cards in ("8D", "8D 8H", "8D 8H 8C")] == [["8H"], ["8C"], ["7D", "9D"]]


def test_rows_begin_with_the_rank_of_the_first_card_however_ranks_are_written() -> None:
    deck = Deck(Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in DECK.suits for rank in range(6, 11))
    assert BuildSequences().starts(deck, "C7") == deck.mask(["C7", "D7", "H7"])


def test_only_one_that_has_no_card_that_fits_passes() -> None:
    assert legal(laid("6C")) == ["pass"]
    state = laid("7D", first="7")
    with pytest.raises(IllegalAction, match="a seat that has a card which fits lays one"):
        state.play(2, "pass")
    with pytest.raises(
        IllegalAction, match="9C is not a card of hand 2 that fits the layout; what fits is 7C 6D 8D 7H"
    ):
        state.play(2, "9C")


def test_a_pass_shows_what_a_hand_lacks() -> None:
    state = laid("pass", first="T")
    assert state.events[-1] == CouldNotLay(1)
    (void,) = state.rules.phases[1].voids(state.view(0).deal)
    assert (void.hand, void.faces) == (1, DECK.mask(["TC", "TD", "TH"]))


def test_cards_that_were_laid_are_known_to_all_and_out_of_play() -> None:
    state = laid("7D 7H", first="7")
    assert str(state.view(0).deal.out) == "7D 7H"
    assert str(state.deal[BuildSequences]) == "7D 7H"


def test_a_card_of_several_faces_is_laid_as_one_that_fits() -> None:
    hands = [["R6", "B3", "P6"], ["M7", "M4", "P2"], ["W6", "R5", "Y7"]]
    state = game(deck=pikoko.deck(3), size=3, first="7").start(first=0, deals=[Stacked(hands=hands)])
    assert legal(state) == ["R7", "W7", "P7"]
    state = state.play(1, "W7")
    assert str(state.events[-1]) == "Seat 1 lays M7 as W7."
    assert (str(state.deal.hands[1]), str(state.deal.out)) == ("P2 M4", "M7")
    assert legal(state) == ["Y7", "W6"]
    with pytest.raises(IllegalAction, match="R5 is not a card of hand 2 that fits the layout; what fits is "):
        state.play(2, "R5")
    state = state.play_all([(2, "W6"), (0, "pass")])
    assert legal(state) == ["pass"]
    lacked = state.rules.phases[1].voids(state.view(2).deal)[0].faces
    assert {str(face) for face in state.rules.deck.faces if state.rules.deck.kinds[str(face)] & lacked} >= {"Y7", "B7"}


def test_it_is_over_when_enough_seats_are_out() -> None:
    end = playout(game(first="7", until_out=1), seed=4).deal
    assert [seat for seat, hand in enumerate(end.hands) if not hand] == [*end[BuildSequences].out]
    assert sorted(playout(game(first="7"), seed=4).deal[BuildSequences].out) == [0, 1, 2]


def test_it_is_over_when_no_card_fits_any_more() -> None:
    rules = game(deck=french("67", suits="CDH"), size=1, first="7")
    state = rules.start(first=0, deals=[Stacked(hands=[["6C"], ["6D"], ["6H"]])])
    assert state.play_all([(1, "pass"), (2, "pass"), (0, "pass")]).is_over


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (lambda: game(first="2").start(seed=1), "BuildSequences: no card of the deck has the rank '2'"),
        (lambda: game(until_out=0), "until_out=0 is not a whole number from 1 on"),
        (lambda: game(until_out=True), "until_out=True is not a whole number from 1 on"),
    ],
)
def test_a_layout_that_cannot_be_built_is_refused(rules: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        rules()


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "layout.toml"
    sheet.write_text('base = "whist"\n[phases.BuildSequences]\nbefore = "Tricks"\nfirst = "7"\nuntil_out = 1\n')
    assert BuildSequences(first="7", until_out=1) in load(str(sheet)).phases


def test_deals_are_played_by_both_engines() -> None:
    is_followed(game(first="7"), 3, seed=2)


TestLayout = laws(game(first="7"), examples=effort(8), moves=20)
TestLayoutOfCopies = laws(
    game(deck=Deck([card for card in DECK for _ in range(2)]), size=6, until_out=1), examples=effort(8), moves=20
)

TestLayoutOfFaces = laws(game(deck=pikoko.deck(3), size=5, first="7", until_out=1), examples=effort(8), moves=20)


def test_deals_with_several_faces_are_played_by_both_engines() -> None:
    is_followed(game(deck=pikoko.deck(3), first="7"), 3, seed=2)


def test_a_contract_may_be_a_layout_without_tricks() -> None:
    rules = game(until_out=2)
    (layout,) = [phase for phase in rules.phases if isinstance(phase, BuildSequences)]
    offer = Games({"layout": None, "tricks": None})
    phases = (DealOut(), NameTrump(offers=offer, must=True), InContracts("layout", layout), Tricks())
    rules = rules.replace(phases=phases, scoring=ScoreByContract({"tricks": ScoreTricks()}, ()))
    state = rules.start(seed=3, first=0).play(1, "name layout")
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    deal = state.results[0].deal
    assert deal.get(Tricks) is None
    assert len(deal[BuildSequences].out) == 2
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "traced", "compiled", "compiled"]
    is_followed(rules, lanes=3, seed=2)
