"""A greedy bot bids what its cards are worth, and wants tricks as the scoring does."""

from __future__ import annotations

from random import Random

import pytest
from attrs import frozen

from trickkit import Deal, ScoreLine, Stacked, bots, load, playout
from trickkit.bots import Greedy
from trickkit.bots.strength import expected_tricks
from trickkit.bots.worth import CardWorth, card_worth, worth_of_tricks
from trickkit.phases import DealOut, Estimates, NameTrump, Tricks
from trickkit.phases.tricks.calling import CallingTricks
from trickkit.phases.tricks.declarations import Declarations, GoingOut
from trickkit.policies.ending import AfterDeals
from trickkit.scoring import ScoreEstimates, Scoring
from trickkit.testing import counts_say_enough
from trickkit.variants import pikinni, pikoko


@pytest.mark.parametrize(("hand", "estimate"), [("AS", "1"), ("7C", "0")])
def test_estimates_are_what_the_cards_will_take(hand: str, estimate: str) -> None:
    rules = pikinni.rules(players=3)
    state = rules.start(seed=1, first=0, deals=[Stacked(hands=[[hand], ["KC"], ["QC"]], turned="8S")])
    assert str(Greedy().act(state.view(0))) == estimate


def test_hands_that_are_seen_are_bid_upon_by_their_cards() -> None:
    """In Pikoko one bids on hands that one sees: the bids on all of them add up to about the tricks."""
    view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    tricks = view.rules.phases[-1]
    assert sum(expected_tricks(view.deal, tricks)) == pytest.approx(8)
    bid = Greedy().act(view)
    assert abs(bid.number - expected_tricks(view.deal, tricks)[0]) <= 0.5  # type: ignore[attr-defined]


def test_tricks_of_a_hand_that_rests_do_not_count() -> None:
    """Where one goes alone in Euchre, the cards of its partner are not tricks to come."""
    state = load("euchre").start(seed=7, first=0)
    state = state.play(state.actors[0], "name D")
    while not isinstance(state.phase, Tricks) or len(state.deal[Tricks].tricks) < 3:
        seat = state.actors[0]
        state = state.play(seat, "alone" if state.can(seat, "alone") else state.legal(seat)[0])
    view = state.view(state.actors[0])
    assert isinstance(state.phase, Tricks)
    assert max(len(hand) for hand in view.deal.hands) == 5
    assert sum(expected_tricks(view.deal, state.phase)) == pytest.approx(2)
    worth = worth_of_tricks(view)
    assert worth is not None
    assert {len(row) for row in worth} == {6}


def test_a_hand_wants_tricks_until_it_has_enough() -> None:
    """The same estimate is worth the most where the number of tricks agrees with it."""
    rules = load("oh_hell", players=3)
    state = rules.start(seed=3, first=0)
    said: dict[int, int] = {}
    while type(state.phase).__name__ == "CallEstimates":
        seat = state.actors[0]
        said[seat] = seat
        state = state.play(seat, str(seat))
    for seat, estimate in said.items():
        worth = worth_of_tricks(state.view(state.actors[0]))
        assert worth is not None
        own = worth_of_tricks(state.view(seat))
        assert own is not None
        assert own[seat].index(max(own[seat])) == estimate


def test_what_is_wanted_comes_from_the_scoring() -> None:
    """With the signs of a scoring turned round, a hand wants the opposite."""
    rules = pikinni.rules(players=3)
    misere = rules.replace(scoring=ScoreEstimates(trick=0, bonus=0, off=0, missed=-10))
    eager = rules.replace(scoring=ScoreEstimates(trick=0, bonus=0, off=0, missed=10))
    deal = Stacked(hands=[["AS", "7S"], ["KS", "8S"], ["QS", "9S"]], turned="8D")
    for changed, first in ((misere, "7S"), (eager, "AS")):
        state = changed.start(seed=1, first=2, deals=[Stacked(), deal])
        # The first deal has one card each.
        while state.deal.number == 0:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        for seat in range(3):
            state = state.play(seat, "1")
        while state.actors != (0,):
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        choice = Greedy().explain(state.view(0)).choices[0]
        assert str(choice.action) == first


@pytest.mark.sample(0)
def test_cards_are_worth_what_they_score() -> None:
    worth = card_worth(load("hearts"))
    cards = worth.values["own"]
    assert min(cards, key=lambda card: cards[card]) == "QS"
    schieber = card_worth(load("schieber"))
    assert all(schieber.mean(role) > 0 for role in schieber.values if role.startswith("own"))


def test_a_trick_goes_to_ones_own_side_where_nothing_is_known_of_cards() -> None:
    nothing = CardWorth({})
    assert (nothing.of("own", "AS"), nothing.of("partner of defender", "AS"), nothing.of("other", "AS")) == (1, 1, 0)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "oh_hell", "spades"])
def test_a_greedy_bot_is_ahead_of_random_ones(key: str) -> None:
    mean, error = bots.match(load(key), [Greedy(), bots.Random()], deals=12).ahead(0, 1)
    assert error is not None
    assert mean > 2 * error > 0


def test_the_last_of_a_trick_mostly_leaves_cards_that_cost_points() -> None:
    takes = list[bool]()
    for seed in range(6):
        state, draw = load("hearts").start(seed=seed), Random(seed)
        while not state.results:
            (seat, *_), table = state.actors, state.deal.get(Tricks)
            legal = state.legal(seat)
            if table is not None and len(table.current.plays) == 3 and len(state.deal.hands[seat]) > 1:
                cards = [str(play.action) for play in table.current.plays]
                after = {card: state.play(seat, card).deal[Tricks].taken[seat] for card in legal}
                if any(card[1] == "H" or card == "QS" for card in cards) and len({*after.values()}) > 1:
                    takes.append(after[Greedy().act(state.view(seat))] > table.taken[seat])
            state = state.play(seat, draw.choice(legal))
    assert 4 * sum(takes) < len(takes)


@frozen
class HeartsUnlessBid(Scoring):
    """Scores cards, and bids on them that are made after the tricks."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        worth = {card.text: 3 for card in deal.deck if card.text.endswith("H")}
        return tuple(
            ScoreLine(seat, "hearts", deal[Tricks].points(seat, worth) - deal[Estimates].bids[seat])
            for seat in deal.seats
        )


@pytest.mark.parametrize("scoring", [HeartsUnlessBid(), ScoreEstimates(trick=1, bonus=1, off=-1)], ids=str)
def test_deals_that_a_call_closes_after_tricks_need_no_later_record(scoring: Scoring) -> None:
    tricks = CallingTricks(calling=Declarations([GoingOut()]))
    phases = DealOut(), NameTrump(must=True), tricks, Estimates()
    rules = load("whist").replace(phases=phases, scoring=scoring, ending=AfterDeals(deals=1))
    assert playout(rules, seed=1).results[0].lines == ()
    state = rules.start(seed=1)
    counts_say_enough(state, 1)
    state = state.play(state.actors[0], "name H")
    assert Greedy().act(state.view(state.actors[0])) in state.legal(state.actors[0])
