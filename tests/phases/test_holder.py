"""A declarer by a card: who holds it is asked first, and may give it away."""

from __future__ import annotations

import pytest
from lockstep import is_followed
from strategies import effort
from turns import at_random

from trickkit import InvalidRules, Rules, Stacked, batch
from trickkit.model.cards import french
from trickkit.phases import DealOut, DeclarerByCard, PassCards, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import DeclarerOpens
from trickkit.policies.passing import InTurn
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws, views_do_not_leak


def game(card: str = "AS") -> Rules:
    """Tricks with three cards for each of three seats, of nine or twelve, that the holder of a card opens."""
    return Rules(
        key="holder",
        name="Holder",
        players=3,
        deck=french("QKA"),
        phases=(DealOut(), DeclarerByCard(card), Tricks(opening=DeclarerOpens())),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


PASSED = game().after(DeclarerByCard, PassCards(cards=1, passing=InTurn(["left"])))
TestHolder = laws(game(), examples=effort(8))
TestPassedOn = laws(PASSED, examples=effort(8))


def test_who_holds_the_card_is_the_declarer_and_everybody_knows_it() -> None:
    hands = [["QC", "KC", "AC"], ["QD", "KD", "AD"], ["QS", "KS", "AS"]]
    state = game().start(first=0, deals=[Stacked(hands=hands)])
    assert (state.deal.declarer, state.actors, str(state.view(0).deal.hands[2])) == (2, (2,), "AS ?? ??")


def test_nobody_is_the_declarer_if_the_card_is_in_no_hand() -> None:
    hands = [["QC", "KC", "AC"], ["QD", "KD", "AD"], ["QS", "KS", "AH"]]
    deal = game().start(first=0, deals=[Stacked(hands=hands)]).deal
    assert (deal.declarer, str(deal[DeclarerByCard])) == (None, "nobody holds the card")


def test_the_deck_must_have_the_card() -> None:
    with pytest.raises(InvalidRules, match="'2C' is not a card of this deck"):
        game("2C").start()


@pytest.mark.parametrize("seed", range(8))
def test_who_held_the_card_stays_public_where_it_may_be_passed_on(seed: int) -> None:
    state = at_random(PASSED.start(seed=seed), seed, 4)
    views_do_not_leak(state, seed=seed)
    claims = DeclarerByCard("AS").claims(state.deal)
    assert [claim.hand for claim in claims] == [seat for seat in [state.deal.declarer] if seat is not None]
    assert all(claim.agrees(("AS", "QC")) and not claim.agrees(("KS", "QC")) for claim in claims)


def test_it_runs_compiled() -> None:
    assert batch.supports(game()).yes
    is_followed(game(), 3, 5)
