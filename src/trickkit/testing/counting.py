"""Laws of what is counted: cards, tricks, points and places."""

from __future__ import annotations

from collections import Counter
from random import Random

from trickkit.cards import Deck
from trickkit.deal import Deal, DealScored
from trickkit.phases import Tricks
from trickkit.phases.tricks import Trick, TrickTable
from trickkit.state import State
from trickkit.tables import TrickTables, cascade
from trickkit.testing.course import played_on
from trickkit.testing.law import expect, law

__all__ = ["cards_are_conserved", "everybody_is_placed", "scores_add_up", "tricks_keep_to_their_policies"]


@law
def cards_are_conserved(state: State, rng: Random) -> bool:
    """Every card of the deck is in one place: in a hand, in the stock, or out."""
    for deal in _deals(state):
        places = [*deal.hands, deal.out, deal.stock]
        found = Counter(str(card) for place in places for card in place)
        deck = Counter(card.text for card in deal.deck)
        more, less = sorted((found - deck).elements()), sorted((deck - found).elements())
        expect(not more, f"more often on the table than in the deck: {', '.join(more)}")
        expect(not less, f"in the deck, but nowhere on the table: {', '.join(less)}")
        whole = sum(place.mask for place in places) == deal.deck.all
        expect(whole, "the faces of a card of several faces are not all where the card is")
    return True


def _deals(state: State) -> list[Deal]:
    """The deal that is being played, and the last one that is finished."""
    return [*(result.deal for result in state.results[-1:]), *([] if state.is_over else [state.deal])]


@law
def tricks_keep_to_their_policies(state: State, rng: Random) -> bool:
    """Whoever plays to a trick may, follows as the policy says when it is asked anew, and the right hand takes it."""
    phases = [one for one in state.rules.phases if isinstance(one, Tricks)]
    if len(phases) != 1:
        return False
    looked = False
    for deal in _deals(state):
        table = deal.get(type(phases[0]))
        if isinstance(table, TrickTable) and (table.tricks or table.current.plays):
            looked = True
            _look_at_tricks(phases[0], deal, table)
    return looked


def _look_at_tricks(phase: Tricks, deal: Deal, table: TrickTable) -> None:
    hands = [Counter(card.text for card in hand.known) for hand in deal.hands]
    for trick in (*table.tricks, table.current):
        for play in trick.plays:
            hands[play.hand][play.card] += 1
    tables = TrickTables(deal.deck, phase.ranking, phase.follow, deal.trump)
    choosers = tuple(phase.control.chooser(hand, deal.players) for hand in deal.seats)
    opener = phase.opening.opener(deal.starter, choosers)
    leader, taken = opener, [0] * deal.players
    for number, trick in enumerate((*table.tricks, table.current)):
        for place, play in enumerate(trick.plays):
            hand = (leader + place) % deal.players
            expect(play.hand == hand, f"trick {number}: hand {play.hand} plays where it is the turn of hand {hand}")
            seat = choosers[hand]
            expect(play.seat == seat, f"trick {number}: seat {play.seat} plays from hand {hand}, not seat {seat}")
        best = _follows(tables, trick, hands, number)
        if number < len(table.tricks):
            taker = phase.capture.taker(best, deal.players)
            expect(trick.taker == taker, f"trick {number} ({trick}) goes to hand {trick.taker}, not to hand {taker}")
            leader = phase.lead.leader(taker, opener, choosers)
            taken[taker] += 1
    expect(table.taken == tuple(taken), f"the tricks taken are counted as {table.taken}, not as {tuple(taken)}")


def _follows(tables: TrickTables, trick: Trick, hands: list[Counter[str]], number: int) -> int:
    """Look at the plays to one trick, take the cards out of the hands, and return the hand that plays best."""
    deck, ranking, follow, trump = tables.deck, tables.ranking, tables.follow, tables.trump
    led, best, best_hand = None, 0, -1
    for play in trick.plays:
        face = deck.kinds[play.action.face]
        first = face & -face
        cards = _mask(deck, hands[play.hand])
        expect(cards & face, f"trick {number}: hand {play.hand} plays {play.action}, which it does not hold")
        context = tables.context(led, best if tables.reads_best else 0, tables.reads_first and number == 0)
        allowed = next((allowed for binds, allowed in cascade(follow, context) if cards & binds), 0)
        expect(
            allowed & cards & face,
            f"trick {number}: hand {play.hand} plays {play.action}; the policy {follow!r} allows "
            f"{_texts(deck, allowed & cards)}",
        )
        hands[play.hand][play.card] -= 1
        printed = deck.face(first)
        led = ranking.suit(printed, trump) if led is None else led
        if best_hand < 0 or ranking.strength(printed, led, trump) > ranking.strength(deck.face(best), led, trump):
            best, best_hand = first, play.hand
    return best_hand


def _mask(deck: Deck, cards: Counter[str]) -> int:
    return deck.mask(cards.elements())


def _texts(deck: Deck, faces: int) -> str:
    return " ".join(text for text, kind in deck.kinds.items() if kind & faces) or "nothing"


@law
def scores_add_up(state: State, rng: Random) -> bool:
    """The points of every deal are the sum of its score lines, and the totals are the sum of the deals."""
    totals = [0] * state.rules.players
    for number, result in enumerate(state.results):
        scores = _added(result.deal)
        expect(result.scores == scores, f"deal {number} is worth {result.scores}; its lines add up to {scores}")
        before = tuple(totals)
        expect(result.deal.totals == before, f"deal {number} began with {result.deal.totals} points, not with {before}")
        totals = [old + points for old, points in zip(totals, scores, strict=True)]
        expect(result.totals == tuple(totals), f"after deal {number} the totals are {result.totals}, not {totals}")
        said = [event for event in result.deal.events if isinstance(event, DealScored)]
        expect(
            [(event.lines, event.totals) for event in said] == [(result.lines, result.totals)],
            f"the log of deal {number} tells other scores than its result",
        )
    if not state.is_over:
        began = state.deal.totals
        expect(began == tuple(totals), f"the deal began with {began} points, not with {tuple(totals)}")
        totals = [old + points for old, points in zip(totals, _added(state.deal), strict=True)]
    expect(state.scores == tuple(totals), f"the scores are {state.scores}; the lines add up to {tuple(totals)}")
    return bool(state.results) or bool(state.deal.lines)


def _added(deal: Deal) -> tuple[int, ...]:
    found = [0] * deal.players
    for line in deal.lines:
        found[line.seat] += line.points
    return tuple(found)


@law
def everybody_is_placed(state: State, rng: Random) -> bool:
    """At the end every seat has one place, and the reason why the game is over is given."""
    end = played_on(state, rng)
    outcome = end.outcome
    if outcome is None:
        return False
    seats = sorted(seat for group in outcome.ranking for seat in group)
    expect(seats == [*range(end.rules.players)] and all(outcome.ranking), f"the ranking is {outcome.ranking}", end)
    expect(outcome.reason.strip(), "the outcome gives no reason", end)
    return True
