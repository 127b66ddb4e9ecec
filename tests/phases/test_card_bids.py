"""Bids made with cards: chosen in secret, shown together, and still in the hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled
from strategies import effort

from trickkit import Deal, Deck, InvalidRules, Rules, ScoreLine, Stacked, State, batch, load
from trickkit.model.cards import UNKNOWN, french
from trickkit.phases import BidWithCards, DealOut, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import Declarer, Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring
from trickkit.testing import laws
from trickkit.variants import pikoko

DECK = french("TJQKA")
HANDS = [[f"{rank}{suit}" for rank in "TJQKA"] for suit in "CDH"]
PAIRS = Deck(tuple(card for card in french("QKA") for _ in range(2)))


@frozen
class CaptureNone(Scoring):
    """Each captured card of the suit that a seat bid costs it a point."""

    reads = (BidWithCards, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        lines = []
        for seat, (bid, *_) in enumerate(map(str, deal[BidWithCards].hands)):
            pain = str(deal[BidWithCards].hands[seat])[-1]
            caught = sum(text[-1] == pain for text in deal[Tricks].captured(seat))
            lines.append(ScoreLine(seat, f"{caught} cards of {bid}", -caught))
        return tuple(lines)


@frozen
class TakeAsBid(Scoring):
    """A seat that takes as many tricks as the suits of its two bid cards say gets a point, one with a king two."""

    reads = (BidWithCards, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        worth = {card.text: "CDHS".index(card.text[1]) for card in deal.deck}
        lines = []
        for seat, bid in enumerate(deal[BidWithCards].hands):
            if deal[Tricks].taken[seat] == bid.points(worth):
                lines.append(ScoreLine(seat, "as bid", 2 if "KC" in bid else 1))
        return tuple(lines)


def game(*, deck: Deck = DECK, scoring: Any = (), **bids: Any) -> Rules:
    return Rules(
        key="card_bids",
        name="Card Bids",
        players=3,
        deck=deck,
        phases=(DealOut(), BidWithCards(**bids), Tricks()),
        scoring=scoring,
        schedule=Schedule(hand_sizes=SameSize(5)),
        ending=AfterDeals(deals=1),
    )


def begun(**bids: Any) -> State:
    return game(**bids).start(first=0, deals=[Stacked(hands=HANDS)])


def test_cards_are_chosen_in_secret_and_shown_together() -> None:
    state = begun().play_all([(2, "TH"), (0, "AC")])
    assert state.view(1).moves == ((0, UNKNOWN, 1), (2, UNKNOWN, 1))
    assert str(state.view(1).deal[BidWithCards]) == "seat 0: -; seat 1: -; seat 2: -"
    state = state.play(1, "QD")
    assert str(state.view(1).events[-1]) == "Bids with cards: seat 0: AC; seat 1: QD; seat 2: TH."
    assert str(state.view(None).deal[BidWithCards]) == "seat 0: AC; seat 1: QD; seat 2: TH"


def test_they_stay_in_the_hands_where_all_know_them() -> None:
    state = begun(cards=2).play_all([(seat, rank + suit) for rank in "TA" for seat, suit in enumerate("CDH")])
    assert [str(hand) for hand in state.view(0).deal.hands] == ["TC JC QC KC AC", "TD AD ?? ?? ??", "TH AH ?? ?? ??"]
    state = state.play(0, "AC").play(1, "AD")
    assert str(state.view(2).deal[BidWithCards].hands[0]) == "TC AC"
    assert str(state.view(2).deal.hands[0]) == "TC ?? ?? ??"


def test_only_some_seats_may_bid() -> None:
    assert begun(who=Starter()).actors == (0,)
    state = begun(who=Declarer())
    assert isinstance(state.phase, Tricks)
    assert str(state.deal[BidWithCards]) == "seat 0: -; seat 1: -; seat 2: -"


def test_cards_of_several_faces_are_bid_by_their_own_names() -> None:
    state = game(deck=pikoko.deck(3)).start(seed=5, first=0)
    assert {"M1", "M4", "M7", "M10"} & {str(action) for seat in range(3) for action in state.legal(seat)}


def test_a_hand_has_as_many_cards() -> None:
    with pytest.raises(InvalidRules, match="BidWithCards: hand 0 has 5 cards; 6 are to be bid"):
        game(cards=6).start(seed=1)


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "bids.toml"
    sheet.write_text('base = "whist"\n[phases.BidWithCards]\nafter = "DealOut"\ncards = 2\n')
    assert BidWithCards(cards=2) in load(str(sheet)).phases


@pytest.mark.parametrize("rules", [game(scoring=CaptureNone()), game(deck=PAIRS, cards=2)], ids=["plain", "copies"])
def test_compiled_code_shows_the_bids(rules: Rules) -> None:
    assert {phase.how for phase in batch.supports(rules).phases} == {"compiled"}
    runs_compiled(rules, lanes=4, deals=12, seed=3)


@pytest.mark.parametrize("deck", [DECK, PAIRS], ids=["plain", "copies"])
def test_scorings_that_count_the_bid_cards_are_traced(deck: Deck) -> None:
    rules = game(deck=deck, scoring=TakeAsBid(), cards=2)
    runs_compiled(rules, lanes=4, deals=24, seed=3)
    assert batch.deals(rules, 500, seed=1).points.any()
    assert not batch.supports(rules).slow
    again = rules.before(Tricks, BidWithCards(cards=1))
    batch.deals(again, 20, seed=1)
    assert batch.supports(again).slow.startswith("TakeAsBid: it looks at what BidWithCards found out")


TestCardBids = laws(game(scoring=CaptureNone()), examples=effort(8), moves=20)
TestCardBidsCopies = laws(game(deck=PAIRS, cards=2), examples=effort(8), moves=20)
TestCardBidsFaces = laws(game(deck=pikoko.deck(3), who=Starter()), examples=effort(8), moves=20)
