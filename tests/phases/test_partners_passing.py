"""Passing between partners: cards to the declarer, and as many back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lockstep import is_followed, is_replayed
from strategies import effort
from turns import at_random

from trickkit import Deal, Deck, IllegalAction, InvalidRules, Rules, Stacked, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, LadderAuction, PassBetweenPartners, Tricks
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Words
from trickkit.policies.partners import Alone
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks
from trickkit.testing import laws

DECK = french("TJQKA")


def game(deck: Deck = DECK, size: int = 5, **passing: Any) -> Rules:
    """Four players of whom one becomes the declarer."""
    auction = LadderAuction(ladder=Words(["one", "two"]), all_pass=LastMustBid())
    return Rules(
        key="partners",
        name="Partners",
        players=4,
        deck=deck,
        phases=(DealOut(), auction, PassBetweenPartners(**{"cards": 2, **passing}), Tricks()),
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


def begun() -> Any:
    """Seat 1 declares with the diamonds, its partner has the spades."""
    hands = [[f"{rank}{suit}" for rank in "TJQKA"] for suit in "CDHS"]
    state = game().start(seed=1, first=0, deals=[Stacked(hands=hands)])
    return state.play_all([(1, "one"), (2, "pass"), (3, "pass"), (0, "pass")])


def test_the_declarer_gives_back_after_it_has_seen_what_it_got() -> None:
    state = begun()
    assert state.actors == (3,)
    with pytest.raises(IllegalAction, match="hand 3 does not hold AD; it holds TS JS QS KS AS"):
        state.play(3, "AD")
    state = state.play_all([(3, "AS"), (3, "TS")])
    assert (state.actors, str(state.view(1).deal.hands[1])) == ((1,), "TD JD QD KD AD TS AS")
    state = state.play_all([(1, "TS"), (1, "TD")])
    assert [str(state.deal.hands[seat]) for seat in (1, 3)] == ["JD QD KD AD AS", "TD TS JS QS KS"]


def test_only_partners_see_what_they_pass() -> None:
    state = begun().play_all([(3, "AS"), (3, "TS"), (1, "TS"), (1, "TD")])
    gifts = [str(event)[-10:] for event in state.view(1).events[-4:]]
    assert gifts == ["hand 1 AS.", "hand 1 TS.", "hand 3 TS.", "hand 3 TD."]
    assert str(state.view(0).events[-1]) == "Hand 1 gives hand 3 ??."
    assert ["TD" in str(state.view(seat).deal.hands[3]) for seat in range(4)] == [False, True, False, True]


def test_the_declarer_has_one_partner() -> None:
    with pytest.raises(InvalidRules, match="PassBetweenPartners: seat 0 has 0 partners; it needs one"):
        game(partners=Alone()).start(seed=1)


def test_without_a_declarer_nothing_is_passed() -> None:
    after = PassBetweenPartners().begin(Deal.fresh(french(), players=4))
    assert isinstance(after, Deal)
    assert str(after[PassBetweenPartners]) == "none"


def test_compiled_code_passes_cards_one_by_one() -> None:
    rules = game()
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "traced", "compiled", "compiled"]
    is_followed(rules, 3, 7)
    found = batch.deals(rules, 12, 5, moves=True)
    for deal in range(12):
        is_replayed(found, deal)
    again = batch.playouts(at_random(rules.start(seed=4), 4, 7), 6, 7, moves=True)
    for deal in range(6):
        is_replayed(again, deal)


def test_a_sheet_has_it(tmp_path: Path) -> None:
    sheet = tmp_path / "passing.toml"
    sheet.write_text('base = "bridge"\n[phases.PassBetweenPartners]\nafter = "Auction"\ncards = 3\n', encoding="utf-8")
    assert any(phase == PassBetweenPartners(cards=3) for phase in load(str(sheet)).phases)


def test_of_equal_cards_the_giver_knows_the_one_that_is_played_first() -> None:
    rules = game(deck=Deck(tuple(card for card in french("KA") for _ in range(2))), size=4, cards=1)
    hands = ["KC KC AC AC", "KD KD AD AS", "KH KH AH AH", "KS KS AS AD"]
    state = rules.start(first=0, deals=[Stacked(hands=[hand.split() for hand in hands])])
    state = state.play_all([(1, "one"), (2, "pass"), (3, "pass"), (0, "pass"), (3, "AS"), (1, "KD")])
    assert "AS" in str(state.view(3).deal.hands[1])
    state = state.play_all([(0, "KC"), (1, "AS")])
    assert "AS" not in str(state.view(3).deal.hands[1])


TestPassing = laws(game(), examples=effort(12))
TestPassingEqualCopies = laws(
    game(deck=Deck(tuple(card for card in french("KA") for _ in range(2))), size=4, cards=2), examples=effort(8)
)
