"""The first lead of a deal, and cards that are held back from the first trick."""

from __future__ import annotations

from typing import Any

import pytest
from lockstep import is_replayed

from trickkit import Deal, IllegalAction, InvalidRules, Rules, Stacked, State, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.first_trick import FirstLead, NotInFirstTrick
from trickkit.policies.follow import Follow, MustFollow, NotBeforeBroken
from trickkit.policies.lead import HolderOpens
from trickkit.policies.schedule import SameSize, Schedule


def begun(hands: str, follow: Follow, **policies: Any) -> State:
    """Tricks with these hands, which have a slash between them."""
    dealt = [hand.split() for hand in hands.split("/")]
    rules = Rules(
        key="first",
        name="First",
        players=len(dealt),
        deck=french("QKA"),
        phases=(DealOut(), Tricks(follow=follow, **policies)),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(len(dealt[0]))),
        ending=AfterDeals(deals=1),
    )
    return rules.start(first=0, deals=[Stacked(hands=dealt)])


def legal(state: State) -> str:
    return " ".join(str(action) for action in state.legal(state.actors[0]))


def test_the_first_lead_is_one_of_the_cards() -> None:
    hands = "QC KD AH / KC QD KH"
    assert legal(begun(hands, FirstLead("KD"))) == "KD"
    assert legal(begun(hands, FirstLead(["KD", "QC", "QS"]))) == "QC KD"
    assert legal(begun(hands, FirstLead("QS"))) == "QC KD AH"


def test_later_leads_are_free() -> None:
    state = begun("QC KD AH / KC QD KH", FirstLead(["QC", "KD"])).play_all([(0, "QC"), (1, "KC")])
    assert legal(state) == "QD KH"


class LeftOfHolder(HolderOpens):
    """Opens otherwise than its base."""

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        return (super().opening(deal, choosers) + 1) % deal.players

    def shown(self, deal: Deal) -> int:  # noqa: ARG002
        return 0


def test_an_opening_derived_from_one_by_card_is_the_same_in_both_engines() -> None:
    rules = load("whist").replace(Tricks, opening=LeftOfHolder("2C"))
    found = batch.deals(rules, 8, 1, moves=True)
    for deal in range(8):
        is_replayed(found, deal)
    assert not LeftOfHolder("2C").by_card


def test_who_follows_to_the_first_trick_is_not_bound() -> None:
    state = begun("QC KD AH / KC QD KH", FirstLead(["QC", "KC"])).play(0, "QC")
    assert legal(state) == "KC"
    assert legal(begun("QC KD AH / QS QD KH", FirstLead(["QC", "QS"])).play(0, "QC")) == "QD KH QS"


def test_cards_are_held_back_from_the_first_trick_only() -> None:
    state = begun("QC KC AH / QS QD KH", NotInFirstTrick("QS", suits="hearts")).play(0, "QC")
    assert legal(state) == "QD"
    with pytest.raises(
        IllegalAction, match="QS is not allowed: hearts or QS may not be played to the first trick; hand"
    ):
        state.play(1, "QS")
    assert legal(state.play(1, "QD").play(0, "KC")) == "KH QS"


def test_cards_that_are_held_back_may_not_be_led_either() -> None:
    assert legal(begun("QC KC AH / QS QD KH", NotInFirstTrick(suits=["hearts"]))) == "QC KC"


def test_who_has_nothing_else_may_play_what_is_held_back() -> None:
    state = begun("QC KC AH / QS QH KH", NotInFirstTrick("QS", suits="hearts")).play(0, "QC")
    assert legal(state) == "QH KH QS"


def test_following_suit_goes_first() -> None:
    state = begun("QC AC AH / KC QH KH", NotInFirstTrick("KC")).play(0, "QC")
    assert legal(state) == "KC"


def test_policies_stand_on_top_of_each_other() -> None:
    assert legal(begun("QC KC AH / QS QD KH", FirstLead("QC", follow=NotBeforeBroken("hearts")))) == "QC"
    follow = NotBeforeBroken("hearts", follow=NotInFirstTrick("QS", follow=FirstLead("QC", follow=MustFollow())))
    assert follow.reads == ("broken", "first")
    assert legal(begun("QC KC AH / QS QD KH", follow)) == "QC"
    assert legal(begun("KC AH QS / QC QD KH", follow, opening=HolderOpens("QC")).play(1, "QC")) == "KC"
    assert (
        legal(begun("AC AH QS / QC QD KH", follow, opening=HolderOpens("QC")).play_all([(1, "QC"), (0, "AC")])) == "QS"
    )


@pytest.mark.parametrize(
    ("follow", "message"),
    [
        (FirstLead("2C"), r"the first trick depends on '2C', which is not a card of the deck \(did you mean"),
        (NotInFirstTrick("XX"), "the first trick depends on 'XX', which is not a card of the deck"),
        (
            NotInFirstTrick(suits="heart"),
            r"depends on 'heart', which is not a suit of the deck \(did you mean 'hearts'\?\)",
        ),
    ],
)
def test_what_the_deck_does_not_have_is_refused_at_the_start(follow: Follow, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        begun("QC KD / KC QD", follow)


@pytest.mark.parametrize("make", [lambda: FirstLead([3]), lambda: NotInFirstTrick(suits=[None])])
def test_cards_and_suits_are_texts(make: Any) -> None:
    with pytest.raises(InvalidRules, match="is not a str"):
        make()


def test_everybody_knows_that_who_opens_has_the_card() -> None:
    """Whoever leads by the rule of its holder shows the card before it is played, and as long as it is held back."""
    state = begun("KC AH QS / QC QD KH", FirstLead(["QC", "QD"]), opening=HolderOpens("QC"))
    assert state.actors == (1,)
    for viewer in (0, None):
        assert str(state.view(viewer).deal.hands[1]) == "QC ?? ??"
    after = state.play_all([(1, "QD"), (0, "KC")])
    assert str(after.view(0).deal.hands[1]) == "QC ??"
    assert str(after.view(1).deal.hands[0]) == "?? ??"
