"""5211 as an expert plays it: a hand-written bot that knows only this game.

Before it lays a card, it asks which colour will have the most cards on the table without being out: the one that leads
now, unless later cards will push it over the limit. It lays cards of high value in that colour, or, on an empty table,
in the colour of which its hand has the most, and keeps others from colours in which they have laid more.
"""

from __future__ import annotations

from collections import Counter
from math import exp

from attrs import frozen

from trickkit import Action, Card, Face, InvalidRules, Play, Suit, View, bots, load
from trickkit.bots.base import Budget, check_budget, choices
from trickkit.phases import Reveal
from trickkit.variants.game5211 import KODODO, TURNS

EAGER = 1.1
"""How much one more card on the table says that a colour will have the most."""


@frozen
class ByHand(bots.Bot):
    """Plays only 5211."""

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """Every card with its worth, in points ahead of the others; the best first."""
        check_budget(budget)
        if not isinstance(view.phase, Reveal):
            raise InvalidRules(f"this bot plays 5211 alone, not {view.rules.name}")
        thoughts = [bots.Choice(action, worth(view, action)) for action in choices(view)]
        return bots.Explanation(sorted(thoughts, key=lambda choice: -choice.mean))


def worth(view: View, action: Action) -> float:
    """What the round will probably bring, with one more card on the table."""
    assert isinstance(action, Play)
    assert view.seat is not None  # a spectator has nothing to decide
    deck, players = view.deal.deck, view.deal.players
    card = deck.card(action.face)
    laid = [list(cards) for cards in view.deal[Reveal].cards] or [[] for _ in view.deal.seats]
    mine = [deck.card(str(one)) for one in view.committed] + [card]
    laid[view.seat] += mine
    counts = Counter(face(one).suit for cards in laid for one in cards)
    # Players will also lay what they hold.
    held = Counter(face(one).suit for one in view.deal.hands[view.seat].known)
    held.subtract(face(one).suit for one in mine)
    to_come = sum(TURNS) * players - sum(map(len, laid))
    own = sum(TURNS) - len(laid[view.seat])
    likely = chances(view, counts, held, to_come, own)
    found = sum(chance * lead(view, laid, suit) for suit, chance in likely.items())
    kododos = sum(face(one).rank == KODODO for cards in laid for one in cards)
    # A Kododo is worth one point, and spoils the colour it might have been.
    return found - 0.3 * (face(card).rank == KODODO) * (kododos < players)


def face(card: Card) -> Face:
    """The face of a card."""
    return card.faces[0]


def chances(view: View, counts: Counter[Suit], held: Counter[Suit], to_come: int, own: int) -> dict[Suit, float]:
    """How likely each colour is to have the most cards at the end of the round without being out."""
    limit, colours = view.deal.players + 3, view.deal.deck.suits
    found = {}
    for suit in colours:
        more = min(own, held[suit]) + (to_come - own) / len(colours)
        over = counts[suit] + more - limit + 1
        found[suit] = exp(EAGER * (counts[suit] + min(own, held[suit]))) * (1 if over < 0 else exp(-2.0 * over))
        if counts[suit] >= limit:
            found[suit] = 0.0
    whole = sum(found.values())
    return {suit: one / whole if whole else 0.0 for suit, one in found.items()}


def lead(view: View, laid: list[list[Card]], suit: Suit) -> float:
    """By how many points the player is ahead of the others on average if a colour scores."""
    points = [sum(face(card).rank for card in cards if face(card).suit == suit) for cards in laid]
    assert view.seat is not None
    others = sum(points) - points[view.seat]
    return points[view.seat] - others / (view.deal.players - 1)


def main() -> None:
    """Play against random seats."""
    mean, error = bots.match(load("5211"), [ByHand(), bots.Random()], deals=10).ahead(0, 1)
    print(f"ahead of Random: {mean:+.2f} ± {1.96 * (error or 0):.2f} points a deal")


if __name__ == "__main__":
    main()
