"""Pikoko as an expert plays it: a hand-written bot that knows only this game.

It counts the tricks of every hand that it sees: high trumps, high cards of plain suits, and low trumps for suits that
the hand lacks. The rest of the eight tricks goes to its own hand. It trusts the bid that is nearest to its count. In
the tricks it wants each hand to take as many as it has bid on that hand: it plays the cheapest card that wins for a
hand that needs tricks, and gets rid of the highest card that loses for one that has enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from trickkit import Back, Bid, Card, Face, InvalidRules, Play, View, bots, load
from trickkit.bots.base import Budget, check_budget, choices
from trickkit.phases import Bids, Confidence, Tricks

if TYPE_CHECKING:
    from trickkit import Action

WINS = (0.95, 0.85, 0.7, 0.5)
"""How likely the highest trumps in the game take a trick, the highest first; any other trump as often as the last."""

PLAIN = (0.65, 0.45, 0.25)
"""The same for the highest cards of a plain suit; any other takes none."""

TRICKS = 8


@frozen
class ByHand(bots.Bot):
    """Plays only Pikoko."""

    def explain(self, view: View, budget: Budget | None = None) -> bots.Explanation:
        """Every action with its worth: how many tricks it brings the hands nearer to their goals; the best first."""
        check_budget(budget)
        worth = next((worth for phase, worth in PHASES if isinstance(view.phase, phase)), None)
        if worth is None:
            raise InvalidRules(f"this bot plays Pikoko alone, not {view.rules.name}")
        thoughts = [bots.Choice(action, worth(view, action)) for action in choices(view)]
        return bots.Explanation(sorted(thoughts, key=lambda choice: -choice.mean))


def counted(view: View) -> list[float]:
    """How many tricks each hand will take, judged by its cards before the first trick."""
    found = [sum(of_card(view, card) for card in hand.known) + ruffs(view, hand.known) for hand in view.deal.hands]
    seen = [seat for seat in view.deal.seats if seat != view.seat]
    most = sum(found[seat] for seat in seen)
    # Hands vary in strength, but together take eight tricks.
    average = TRICKS / len(found)
    scale = (TRICKS - average) / most if most > TRICKS - average else 1.0
    found = [tricks * scale for tricks in found]
    assert view.seat is not None  # a spectator has nothing to decide
    found[view.seat] = max(0.0, TRICKS - sum(found[seat] for seat in seen))
    return found


def of_card(view: View, card: Card) -> float:
    """How likely a card is to take a trick by its rank."""
    return max(of_face(view, face) for face in card.faces)


def of_face(view: View, face: Face) -> float:
    """How likely a face is to take a trick."""
    highest = max(other.rank for other in view.deal.deck.faces)
    place = highest - face.rank
    if face.suit == view.deal.trump:
        return WINS[min(place, len(WINS) - 1)]
    return PLAIN[place] if place < len(PLAIN) else 0.0


def ruffs(view: View, cards: tuple[Card, ...]) -> float:
    """What low trumps gain in suits that a hand lacks."""
    suits = {face.suit for card in cards for face in card.faces}
    voids = len(view.deal.deck.suits) - len(suits)
    low = sum(any(face.suit == view.deal.trump and face.rank < 6 for face in card.faces) for card in cards)
    return 0.3 * min(voids, low)


def bid(view: View, action: Action) -> float:
    """The nearer a bid is to the counted tricks, the better."""
    assert isinstance(action, Bid)
    return -abs(action.number - counted(view)[subject(view)])


def subject(view: View) -> int:
    """The hand that is being bid on: the next one without bids, the bidder's own last."""
    seat, deal = view.seat, view.deal
    assert seat is not None
    done = deal[Bids].bids[seat]
    others = [
        hand % deal.players for hand in range(deal.starter, deal.starter + deal.players) if hand % deal.players != seat
    ]
    return next((hand for hand in others if done[hand] is None), seat)


def trust(view: View, action: Action) -> float:
    """Trust the safest bid: near the count, and preferably on a hand that takes hardly any tricks."""
    assert isinstance(action, Back)
    if action.seat is None:
        return -0.5
    tricks, made = counted(view)[action.seat], view.deal[Bids].bids[view.seat][action.seat]
    return float(-abs(made - tricks) - 0.12 * tricks)


def play(view: View, action: Action) -> float:
    """Win with the cheapest card for a hand that needs tricks; lose with the highest for one that has enough."""
    assert isinstance(action, Play)
    seat, deal = view.seat, view.deal
    assert seat is not None
    table, bids = deal[Tricks], deal[Bids].bids[seat]
    hand = (seat + 1) % deal.players
    face = face_of(view, action)
    before = [face_of(view, one.action) for one in table.current.plays]
    led = before[0].suit if before else face.suit
    needs = [mine - taken for mine, taken in zip(bids, table.taken, strict=True)]
    height = strength(view, face, led) / 100
    beaten = any(strength(view, other, led) > strength(view, face, led) for other in before)
    if beaten:
        # The card is lost: a high one if the hand wants no more tricks, otherwise a low one.
        return -height if needs[hand] > 0 else 0.5 + height
    later = [(hand + step) % deal.players for step in range(1, deal.players - len(before))]
    danger = sum(can_beat(view, other, face, led) for other in later) / max(1, len(later))
    if needs[hand] > 0:
        return 1 - danger - 0.3 * height
    return danger - 1 - 0.3 * height


def face_of(view: View, action: Play) -> Face:
    """The face that is played."""
    return next(face for face in view.deal.deck.faces if face.text == action.face)


def strength(view: View, face: Face, led: object) -> int:
    """How high a face is in a trick: trumps above the led suit; all other cards count nothing."""
    if face.suit == view.deal.trump:
        return 50 + face.rank
    return face.rank if face.suit == led else 0


def can_beat(view: View, hand: int, face: Face, led: object) -> float:
    """Whether a hand that plays later has a higher card; the player cannot see its own hand."""
    cards = view.deal.hands[hand].known
    if not cards:
        return 0.5
    following = [card for card in cards if any(one.suit == led for one in card.faces)]
    higher = [
        card
        for card in following or cards
        if any(strength(view, one, led) > strength(view, face, led) for one in card.faces)
    ]
    return len(higher) / len(following or cards)


PHASES = ((Bids, bid), (Confidence, trust), (Tricks, play))
"""What an action is worth, by the phase in which it is made."""


def main() -> None:
    """Play against random and greedy seats."""
    for other in (bots.Random(), bots.Greedy()):
        mean, error = bots.match(load("pikoko"), [ByHand(), other], deals=12).ahead(0, 1)
        print(f"ahead of {type(other).__name__}: {mean:+.2f} ± {1.96 * (error or 0):.2f} points a deal")


if __name__ == "__main__":
    main()
