"""Trumps that come up in the midst of a deal, after tricks have been played under others."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed, runs_compiled
from turns import at_random

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.model.cards import Suit
from trickkit.phases import DealersCard, Phase, Tricks, TurnTrump
from trickkit.policies.follow import MustTrump
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Scoring

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


@pytest.mark.sample(1)
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
