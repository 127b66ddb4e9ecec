"""Trumps that come up in the midst of a deal, after tricks have been played under others."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed, runs_compiled
from turns import at_random

from trickkit import Deal, Face, Rules, ScoreLine, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.worlds import Dealer
from trickkit.bots import Utility, solve
from trickkit.bots.solving import by_reference
from trickkit.model.actions import Play
from trickkit.model.cards import Suit, french
from trickkit.phases import CallingTricks, DealersCard, DealOut, Phase, Tricks, TurnTrump
from trickkit.phases.tricks.declarations import Marriages
from trickkit.policies.breaking import Breaking
from trickkit.policies.calling import CallMade, TurnToPlay
from trickkit.policies.control import Control
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustFollow, MustTrump
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreTricks, Scoring

JACKS = Suit("jacks", "J")
"""No card of the deck has this suit."""


@frozen
class NewTrump(Phase):
    """From now on another suit is trump."""

    suit: Suit

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=self.suit)


def changing() -> Rules:
    """Whist in which trump changes twice, first to a suit that no card has."""
    whist = load("whist")
    (tricks,) = [phase for phase in whist.phases if isinstance(phase, Tricks)]
    later = Tricks(follow=MustTrump(), until=AfterTricks(3))
    before = [phase for phase in whist.phases if phase != tricks]
    new = (
        later,
        NewTrump(JACKS),
        Tricks(until=AfterTricks(3)),
        NewTrump(whist.deck.suits[1]),
        Tricks(follow=MustTrump()),
    )
    return whist.replace(phases=(*before, *new))


def test_tricks_under_a_trump_that_comes_up_later() -> None:
    rules = changing()
    assert batch.supports(rules)
    is_followed(rules, 2, 5)
    is_replayed(batch.deals(rules, 2, 3, number=0, moves=True, cards=True), 1)


@frozen
class TrumpFromTrick(Phase):
    """The suit of the card that a hand played to the last trick is trump from now on: of the taker, or of the next."""

    further: int

    def begin(self, deal: Deal) -> Deal:
        tricks = deal[Tricks].tricks
        if not tricks:
            return deal
        face = tricks[-1].face_of((tricks[-1].counted_taker + self.further) % deal.players)
        return deal.changed(
            trump=next((suit for suit in deal.deck.suits if face and suit.letter == face[1]), deal.trump)
        )


@frozen
class NextRests(Phase):
    """The hand on the left of the starter takes no part."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(resting=((deal.starter + 1) % deal.players,))


@pytest.mark.sample(0)
@pytest.mark.parametrize("further", [0, 1])
@pytest.mark.parametrize("rests", [False, True])
def test_trump_follows_from_the_cards_of_the_last_trick(further: int, rests: bool) -> None:
    whist = load("whist")
    tricks, change = Tricks(follow=MustTrump(), until=AfterTricks(2)), TrumpFromTrick(further)
    resting = (NextRests(),) if rests else ()
    rules = whist.replace(phases=(*whist.phases[:-1], *resting, tricks, change, tricks, change, Tricks()))
    assert batch.supports(rules).why == ""
    is_followed(rules, 2, 5)
    found = batch.deals(rules, 4, 3, number=0, moves=True, cards=True)
    for deal in range(4):
        is_replayed(found, deal)
    assert len({*found.trump.tolist()}) > 1


@frozen
class ScoreTurnedUp(Scoring):
    """The rank of the card that a phase turned up, for each seat that took enough tricks."""

    phase: type[Phase]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        card = deal[self.phase].card
        return tuple([ScoreLine(seat, "x", card.faces[0].rank) for seat in deal.seats if deal[Tricks].taken[seat] > 1])


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rules",
    [
        load("whist").replace(scoring=ScoreTurnedUp(DealersCard)),
        load("oh_hell", players=4).replace(scoring=ScoreTurnedUp(TurnTrump)),
    ],
    ids=["whist", "oh_hell"],
)
def test_scorings_may_ask_which_card_was_turned_up(rules: Rules) -> None:
    assert batch.supports(rules).slow == ""
    runs_compiled(rules, lanes=4, deals=12, seed=5)
    state = at_random(rules.start(seed=4), 4, 20)
    found = batch.playouts(state, 4, 3, moves=True)
    assert found.moves is not None
    for deal in range(4):
        *_, last = found.states(deal)
        assert last.results[0].scores == tuple(found.points[deal])


@frozen(kw_only=True)
class MakesTrump(Marriages):
    """A marriage makes its suit trump, unless it is."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        trump = turn.deal.trump
        is_trump = trump is not None and trump.letter == self.suit(word)
        return "it is trump" if is_trump else super().forbids(word, turn)

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return deal.changed(trump=next(suit for suit in deal.deck.suits if suit.letter == self.suit(call.word)))


WORTH = {rank + suit: points for suit in "CDHS" for rank, points in {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.items()}
MARRIAGES = {"marriage S": 40, "marriage C": 60, "marriage D": 80, "marriage H": 100}


@frozen
class ScoreTysiac(Scoring):
    """The points of cards and marriages; for the player on the left of the starter 120, which it loses without them."""

    reads = (Tricks, CallingTricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        table, calls, found = deal[Tricks], deal[CallingTricks], []
        for seat in deal.seats:
            points = table.points(seat, WORTH) + sum(
                worth * calls.count([word], seat) for word, worth in MARRIAGES.items()
            )
            if seat == (deal.starter + 1) % deal.players:
                points = 120 if points >= 120 else -120
            found.append(ScoreLine(seat, "cards and marriages", points))
        return tuple(found)


def tysiac(**policies: Any) -> Rules:
    """Tysiąc without its auction: who leads may show king and queen of a suit, which makes it trump."""
    return Rules(
        key="tysiac",
        name="Tysiąc",
        players=3,
        deck=french("9JQKTA"),
        phases=(
            DealOut(),
            CallingTricks(**{"calling": MakesTrump(), "follow": MustHead(), "opening": LeftOfStarter(), **policies}),
        ),
        scoring=ScoreTysiac(),
        schedule=Schedule(hand_sizes=SameSize(8), starter=NextSeat()),
        ending=AfterDeals(deals=6),
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rules",
    [
        tysiac(),
        tysiac(calling=MakesTrump(without_trump=False)),
        tysiac(follow=MustTrump(), calling=MakesTrump(leading=True, late=False)),
    ],
    ids=["tysiac", "only with trump", "never"],
)
def test_a_call_may_make_another_suit_trump(rules: Rules) -> None:
    runs_compiled(rules, lanes=20, deals=100, seed=3)


def test_worlds_and_playouts_go_on_under_the_trump_that_a_call_made() -> None:
    rules, made = tysiac(), 0
    for seed in range(12):
        state = at_random(rules.start(seed=seed), seed, 16)
        if state.deal.trump is None:
            continue
        made += 1
        dealer = Dealer.of(state.view(state.actors[0]))
        assert dealer.why == ""
        rows, _ = dealer.rows(20, seed=1)
        assert {*rows[:, layout.TRUMP]} == {rules.deck.suits.index(state.deal.trump)}
        is_replayed(batch.playouts(state, 1, seed=2, moves=True), 0)
    assert made > 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", [2, 3])
def test_solutions_know_the_trump_that_a_call_may_make(players: int) -> None:
    rules, called = tysiac(follow=MustFollow()).replace(players=players, scoring=ScoreTricks(1)), 0
    utility = Utility.said_by(rules)
    for seed in range(12):
        state = rules.start(seed=seed)
        while max(map(len, state.deal.hands)) > 3:
            seat = state.actors[0]
            # Marriages are saved for the end.
            plays = [action for action in state.legal(seat) if isinstance(action, Play) and action.face[0] not in "KQ"]
            state = state.play(seat, (*plays, *state.legal(seat))[0])
        seat, legal = state.actors[0], state.legal(state.actors[0])
        called += sum(not isinstance(action, Play) for action in legal)
        solution = solve(state)
        assert solution.compiled
        assert solution.values == by_reference(state, seat, legal, utility, 50_000).values
    assert called


@frozen
class TrumpBreaks(Breaking):
    """Trumps break a suit."""

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return face.suit == trump


@frozen
class WithTrump(Control):
    """Who chooses depends on the trump."""

    def chooser(self, hand: int, players: int) -> int:
        return hand

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        return tuple(deal.seats) if deal.trump is None else (0,) * deal.players


@pytest.mark.parametrize(
    ("policies", "why"),
    [
        ({"breaking": TrumpBreaks()}, "CallingTricks: what breaks a suit (TrumpBreaks()) depends on the trump"),
        ({"control": WithTrump()}, "CallingTricks: the control WithTrump() looks at the trump, which calls change"),
    ],
)
def test_what_may_not_depend_on_a_trump_that_calls_change_is_said(policies: Any, why: str) -> None:
    assert why in batch.supports(tysiac(**policies)).why
