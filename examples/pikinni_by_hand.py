"""Pikinni as an expert plays it: a hand-written bot that knows only this game.

It counts sure tricks: high trumps, aces and kings of suits that are not too long, low trumps for suits that it lacks,
because a player who cannot follow must trump. While it needs tricks it leads from the top and wins as cheaply as it
can; once it has enough it plays the highest card that loses, so that none is left that takes a trick by accident.
"""

from __future__ import annotations

from attrs import frozen

from trickkit import Action, Bid, Face, InvalidRules, Play, View, bots, load
from trickkit.bots.base import Budget, check_budget, choices
from trickkit.phases import Estimates, Tricks

ACE, KING, QUEEN = 9, 8, 7
"""The ranks of the high cards, from 2 for a seven."""


@frozen
class ByHand(bots.Bot):
    """Plays only Pikinni, without its Challenge rules."""

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """Every action with its worth: how many tricks it brings the hand nearer to its goal; the best first."""
        check_budget(budget)
        if not isinstance(view.phase, Estimates | Tricks):
            raise InvalidRules(f"this bot plays Pikinni alone, not {view.rules.name}")
        worth = estimate if isinstance(view.phase, Estimates) else play
        thoughts = [bots.Choice(action, worth(view, action)) for action in choices(view)]
        return bots.Explanation(sorted(thoughts, key=lambda choice: -choice.mean))


def hand_of(view: View) -> tuple[Face, ...]:
    """The seat's own cards."""
    assert view.seat is not None  # a spectator has nothing to decide
    return tuple(card.faces[0] for card in view.deal.hands[view.seat].known)


def counted(view: View) -> float:
    """The tricks that the seat's own cards will take."""
    cards, trump, players = hand_of(view), view.deal.trump, view.deal.players
    lengths = {face.suit: sum(other.suit == face.suit for other in cards) for face in cards}
    # With few cards dealt, high ones are rarely beaten or trumped.
    out = players * len(cards) / len(view.deal.deck)
    tricks = 0.0
    for face in cards:
        if face.suit == trump:
            below = (ACE - face.rank) * out * (players - 1) / players
            tricks += max(0.3, 1 - 0.25 * below)
        elif face.rank >= QUEEN:
            above = (ACE - face.rank) * out
            tricks += max(0.1, 0.9 - 0.35 * above - 0.12 * lengths[face.suit] * out * (players - 1))
        elif not out > 0.5:
            tricks += 0.35 * (face.rank - 2) / (QUEEN - 2) / players
    return tricks


def estimate(view: View, action: Action) -> float:
    """The nearer an estimate is to the counted tricks, the better."""
    assert isinstance(action, Bid)
    return -abs(action.number - counted(view))


def play(view: View, action: Action) -> float:
    """Win as cheaply as possible while tricks are needed, then lose with the highest card that does."""
    assert isinstance(action, Play)
    assert view.seat is not None
    table, deck = view.deal[Tricks], view.deal.deck
    missing = view.deal[Estimates].bids[view.seat] - table.taken[view.seat]
    face = deck.card(action.face).faces[0]
    before = [deck.card(one.action.face).faces[0] for one in table.current.plays]
    led = before[0].suit if before else face.suit
    height = strength(view, face, led) / 100
    if any(strength(view, other, led) > strength(view, face, led) for other in before):
        return -value(view, face) if missing > 0 else value(view, face)
    left = view.deal.players - 1 - len(before)
    risk = 1 - (1 - share_above(view, face, led)) ** (2 * left)
    # A certain win now must not cost more than it brings.
    return (1 - risk) - 0.2 * height if missing > 0 else risk - 1 - 0.1 * height


def value(view: View, face: Face) -> float:
    """How much a card is worth later, 0..1."""
    return (face.rank + (8 if face.suit == view.deal.trump else 0)) / 20


def strength(view: View, face: Face, led: object) -> int:
    """How high a card is in a trick: trumps above the led suit; all other cards count nothing."""
    if face.suit == view.deal.trump:
        return 50 + face.rank
    return face.rank if face.suit == led else 0


def share_above(view: View, face: Face, led: object) -> float:
    """The share of unseen cards that beats a card."""
    deck = view.deal.deck
    seen = {card.text for card in (*view.deal.out.known, *view.deal.hands[view.seat or 0].known)}
    unseen = [card.faces[0] for card in deck if card.text not in seen]
    above = sum(strength(view, other, led) > strength(view, face, led) for other in unseen)
    return above / max(1, len(unseen))


def main() -> None:
    """Play against random and greedy seats."""
    for other in (bots.Random(), bots.Greedy()):
        mean, error = bots.match(load("pikinni"), [ByHand(), other], deals=33).ahead(0, 1)
        print(f"ahead of {type(other).__name__}: {mean:+.2f} ± {1.96 * (error or 0):.2f} points a deal")


if __name__ == "__main__":
    main()
