"""A system of bidding at Skat, and the bot that bids by it."""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trickkit_classics.skat_bids import TABLE, Plan, Stakes, by_hand, games, limit, named, plan, worth
from trickkit_classics.skat_caller import SkatCaller
from trickkit_classics.skat_games import ALONE, DEFENDED, VALUES
from trickkit_classics.skat_hands import Holding, card_points, counts

from trickkit import Stacked, State, load
from trickkit.bots import Best, Random, states
from trickkit.bots import read as bot_of
from trickkit.errors import InvalidRules
from trickkit.phases import BidAndHold, NameTrump, TakeStock, Tricks
from trickkit.policies.follow import MustOvertrump

CARDS = [rank + suit for suit in "CSHD" for rank in "789TJQKA"]
DEALS = st.permutations(CARDS)


def hand(text: str) -> tuple[str, ...]:
    """A hand as it is printed: the suits of jacks, then clubs, spades, hearts and diamonds."""
    jacks, *suits = text.split(".")
    return (
        *[f"J{suit}" for suit in jacks],
        *[rank + suit for ranks, suit in zip(suits, "CSHD", strict=True) for rank in ranks],
    )


@pytest.mark.parametrize(
    ("held", "least", "most"),
    [
        # Trumps and aces make a game.
        ("CSD.AT98.A7.9.", 24, 96),
        ("CS.7.A.AT987.A", 30, 96),
        ("H.AKQ987.A.T8.", 18, 36),
        # Four jacks and aces are a grand.
        ("CSHD.AT.A7.A8.", 120, 264),
        # No jack, no length, no ace
        (".KQ8.T97.K8.Q9", 0, 0),
        ("D.Q9.K9.Q8.T97", 0, 0),
    ],
)
def test_a_hand_bids_up_to(held: str, least: int, most: int) -> None:
    assert least <= limit(hand(held)) <= most


@pytest.mark.parametrize(
    ("twelve", "kind", "laid"),
    [
        # Tens that nothing guards are laid away, and so are whole suits.
        ("CH.AKQ987.T.A7.9", "C", {"TS", "9D"}),
        ("CS.98.AT987.T.K9", "S", {"TH"}),
        # Grand with high jacks, aces and tens
        ("CSH.AT.ATK.A7.T9", "grand", {"TD"}),
        # Low cards only
        (".98.987.987.987A", "null", {"AD"}),
    ],
)
def test_a_declarer_plays(twelve: str, kind: str, laid: set[str]) -> None:
    cards = hand(twelve)
    best = plan(cards, 18, lays=len(cards) - 10)
    assert best.kind == kind
    assert {*best.laid} >= laid


def test_a_hand_that_needs_no_skat_leaves_it() -> None:
    strong, weak = hand("CSHD.ATKQ.A.A."), hand("CH.AK98.A9.T8.")
    assert by_hand(strong, bid=18).mean(18, Stakes()) > worth(strong, 18)
    assert by_hand(weak, bid=18).mean(18, Stakes()) < worth(weak, 18)


def test_a_game_below_the_bid_is_lost() -> None:
    assert Plan("S", 22, 0.9).mean(24, Stakes()) == -2 * 33
    assert Plan("null", 23, 0.9).mean(24, Stakes()) == -2 * 24


def test_lost_games_count_more_by_seeger_and_fabian() -> None:
    fair = hand("H.KQ987.A9.T8.")
    assert limit(fair, Stakes(ALONE, ALONE + DEFENDED)) >= limit(fair)
    assert Stakes(ALONE, ALONE + DEFENDED).mean(20, 0.5) == 0.5 * 70 - 0.5 * 130


@given(DEALS)
def test_the_best_cards_are_laid_away(deck: list[str]) -> None:
    """A search over all pairs finds no better ones."""
    twelve = deck[:12]
    for game in games(twelve):
        weights, best = TABLE[game.kind], 0.0
        for out in combinations(twelve, 2):
            suits = Holding.of(card for card in twelve if card not in out).roles(game.kind)
            log_odds = weights.constant + weights.laid * card_points(out)
            for _, ranks, role in suits:
                log_odds += sum(map(float.__mul__, map(float, weights.roles[role]), counts(ranks, role)))
            best = max(best, 1 / (1 + exp(-log_odds)))
        assert game.chance == pytest.approx(best)
        assert len({*game.laid}) == 2
        assert {*game.laid} <= {*twelve}


@given(DEALS, st.sampled_from([{}, {"seeger_fabian": True}, {"bidding": "simple"}]))
def test_what_a_declarer_says_is_true(deck: list[str], options: dict[str, Any]) -> None:
    """It bids no more than its hand is worth, and names the game for which it laid cards away."""
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(3)]
    state = load("skat", **options).start(first=0, deals=[Stacked(hands=hands, stock=deck[30:])])
    while not state.results and not isinstance(state.phase, Tricks):
        (seat,) = state.actors
        state = state.play(seat, SkatCaller().act(state.view(seat)))
    if state.results:
        assert options or not any(limit(tuple(cards)) for cards in hands)
        return
    declarer = state.deal.declarer
    assert declarer is not None
    dealt = tuple(sorted(hands[declarer], key=CARDS.index))
    if options.get("bidding") == "simple":
        assert named(dealt).kind == state.deal[NameTrump].game
    elif not options:
        bid = state.deal[BidAndHold].bid
        assert bid in VALUES
        assert bid <= limit(dealt)
        if not state.deal[TakeStock].seats:
            assert by_hand(dealt, bid=bid).kind == state.deal[NameTrump].game
        else:
            assert plan([*dealt, *deck[30:]], bid).kind == state.deal[NameTrump].game


def finished(options: dict[str, Any]) -> State:
    """A game of the bot with random plays."""
    for state in states(load("skat", deals=3, **options), [SkatCaller(Random())] * 3, seed=5):  # noqa: B007
        pass
    return state


@pytest.mark.parametrize("options", [{}, {"bidding": "simple"}])
def test_it_plays_whole_games(options: dict[str, Any]) -> None:
    assert finished(options).is_over


def test_it_is_found_by_its_name_and_makes_the_calls_of_best() -> None:
    view = load("skat").start(seed=1, first=0).view(2)
    assert bot_of("skat_caller:1") == SkatCaller(1)
    assert Best(2).bot(view) == SkatCaller()
    assert not isinstance(Best(1).bot(view), SkatCaller)
    assert not isinstance(Best(3, network=None).bot(view), SkatCaller)
    assert "bids up to" in SkatCaller().explain(view).done or "no game" in SkatCaller().explain(view).done


def test_it_leaves_house_rules_and_other_games_alone() -> None:
    state = load("skat").replace(Tricks, follow=MustOvertrump()).start(seed=1, first=0)
    assert not isinstance(Best(2).bot(state.view(2)), SkatCaller)
    with pytest.raises(InvalidRules, match="SkatCaller bids in Skat; skat is none of them"):
        SkatCaller().act(state.view(2))
