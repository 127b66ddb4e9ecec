"""Policies of tricks that look at more than the table: at the deal, and back at the tricks before."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed
from turns import legal_cards, play

from trickkit import InvalidRules, Rules, ScoreLine, Stacked, State, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, FixedTrump, NameTrump, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.capture import BestCard, Captured, Finished
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Context, Follow, MustFollow, Step
from trickkit.policies.lead import LeftOfStarter, LoserLeads
from trickkit.policies.lone_trump import LoneTrump
from trickkit.policies.offers import Games
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTrickCounts, Scoring
from trickkit.testing import nothing_true_is_ruled_out, tricks_keep_to_their_policies


@frozen
class PointPerTrick(Scoring):
    """One point for every trick."""

    def lines(self, deal: Any) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken))


def game(*phases: Any, **policies: Any) -> Rules:
    """One deal of two cards for three by these policies; the starter is the dealer."""
    return Rules(
        key="by_deal",
        name="By Deal",
        players=3,
        deck=french("789TJQKA"),
        phases=(DealOut(), *phases, Tricks(opening=LeftOfStarter(), **policies)),
        scoring=PointPerTrick(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=1),
    )


def table(rules: Rules, hands: str, plays: str = "") -> State:
    """The only deal with these hands, seat 0 to lead, after some plays."""
    dealt = [hand.split() for hand in hands.split("/")]
    return play(rules.start(first=2, deals=[Stacked(hands=dealt)]), plays)


# Who takes a trick by what came before it


@frozen
class LastToTheFirst(BestCard):
    """The last trick goes to the hand that took the first one."""

    def taker_of(self, finished: Finished) -> int | None:
        return finished.earlier[0].taker if finished.earlier else finished.trick.taker


@frozen
class FoundOutLate(LastToTheFirst):
    """The same, and play does not depend on it."""

    settles_late: ClassVar[bool] = True


@frozen
class LastToNobody(BestCard):
    """The last trick goes to nobody, and its cards to the hands that they came from."""

    def taker_of(self, finished: Finished) -> int | None:
        return None if finished.earlier else finished.trick.taker

    def captured(self, finished: Finished) -> Captured:
        return Captured([finished.trick.taker] * 3 if finished.trick.taker is not None else [0, 1, 2])


def tricks(state: State) -> TrickTable:
    found: TrickTable = state.results[0].deal[Tricks]
    return found


def test_the_taker_may_depend_on_the_tricks_before() -> None:
    state = table(game(capture=LastToTheFirst()), "AC 7D / KC AD / QC 8D", "AC KC QC 7D AD 8D")
    assert [trick.taker for trick in tricks(state).tricks] == [0, 0]
    assert tricks(state).taken == state.scores == (2, 0, 0)
    assert len(tricks(state).captured(0)) == 6
    assert str(state.events[-3]) == "Trick 1 goes to hand 0."
    tricks_keep_to_their_policies(state, seed=1)


def test_a_trick_may_go_to_nobody_by_what_came_before() -> None:
    state = table(game(capture=LastToNobody()), "AC 7D / KC AD / QC 8D", "AC KC QC 7D AD 8D")
    assert [trick.taker for trick in tricks(state).tricks] == [0, None]
    assert tricks(state).tricks[1].leads == 1
    assert tricks(state).captured(1) == ("AD",)
    tricks_keep_to_their_policies(state, seed=1)


@pytest.mark.parametrize("given", [3, True, "0"])
def test_a_taker_that_is_no_hand_is_refused(given: Any) -> None:
    @frozen
    class Wrong(BestCard):
        def taker_of(self, finished: Finished) -> Any:  # noqa: ARG002
            return given

    with pytest.raises(
        InvalidRules, match=rf"taker_of returned {given!r} for AC KC QC; it must return a hand, or None"
    ):
        table(game(capture=Wrong()), "AC 7D / KC AD / QC 8D", "AC KC QC")


# What may be played by what was called


@frozen
class FollowUnlessNull(Follow):
    """Follow suit, but in a game without trump play anything."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        return MustFollow().steps(context)

    def of(self, deal: Any) -> Follow:
        return self if deal.trump else Anything()


@frozen
class Anything(Follow):
    """Any card."""

    def steps(self, context: Context) -> tuple[Step, ...]:  # noqa: ARG002
        return ()


def test_what_may_be_played_may_depend_on_the_deal() -> None:
    deck = french("789TJQKA")
    rules = game(NameTrump(offers=Games({"null": None, "H": deck.suits[2]})), follow=FollowUnlessNull())
    hands = "AC 7D / KC AD / QC 8D"
    named = table(rules, hands).play(0, "name H")
    assert legal_cards(play(named, "AC")) == "KC"
    assert legal_cards(play(named, "7D")) == "AD"
    null = table(rules, hands).play(0, "name null")
    assert legal_cards(play(null, "AC")) == "KC AD"
    for state in (play(named, "AC KC QC 7D"), play(null, "AC AD")):
        tricks_keep_to_their_policies(state, seed=1)
        nothing_true_is_ruled_out(state, seed=1)
    assert named.rules.phases[-1].voids(play(named, "AC KC QC 7D AD").deal) == ()  # type: ignore[attr-defined]
    assert null.rules.phases[-1].voids(play(null, "AC AD").deal) == ()


def test_the_batch_engine_says_what_it_cannot_run() -> None:
    assert "looks back on every trick" in batch.supports(game(capture=LastToTheFirst())).why


@pytest.mark.sample(0)
def test_who_took_what_may_be_found_out_in_the_end() -> None:
    of = game(capture=FoundOutLate())
    assert batch.supports(of)
    is_followed(of, 3, seed=5)
    deals = batch.deals(of, 40, 1, moves=True, cards=True)
    assert any(deals.result(deal).deal[Tricks].tricks[-1].taker != best for deal, best in enumerate(winners()))
    for deal in range(3):
        is_replayed(deals, deal)


def winners() -> list[int]:
    """By deal, the hand whose card won the last trick, whoever took it."""
    plain = batch.deals(game(), 40, 1, moves=True)
    return [plain.result(deal).deal[Tricks].tricks[-1].counted_taker for deal in range(40)]


def test_a_follow_policy_that_looks_at_the_deal_runs_compiled() -> None:
    of = game(follow=FollowUnlessNull())
    assert batch.supports(of)
    is_followed(of, 3, seed=5)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "policies",
    [{"resolution": LoneTrump(["9C", "9D"])}, {"lead": LoserLeads(["7C", "8D", "AH"])}],
    ids=["a lone card is a trump", "losers lead"],
)
def test_cards_may_say_who_wins_or_leads(policies: dict[str, Any]) -> None:
    rules = game(FixedTrump("hearts"), **policies)
    is_followed(rules, 3, 7)
    found = batch.deals(rules, 6, 5, moves=True)
    for deal in range(6):
        is_replayed(found, deal)
        *_, end = found.states(deal)
        assert tricks_keep_to_their_policies(end, seed=1)


def test_numbers_of_tricks_score_by_a_table_in_compiled_deals() -> None:
    found = batch.deals(load("whist").replace(scoring=ScoreTrickCounts([6, 0, 1])), 6, 5, moves=True)
    for deal in range(6):
        is_replayed(found, deal)
