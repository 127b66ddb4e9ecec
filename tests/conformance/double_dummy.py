"""Endings of Bridge that lie open: tricks alone count, and the DDS library says how many each card comes to."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, Stacked, State
from trickkit.bots import Utility
from trickkit.model.cards import french
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring

SUITS = "SHDC"
SIDES = Utility(1, ((0, 2), (1, 3)))


@frozen
class TrumpIs(Phase):
    """A suit is trump."""

    suit: str

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=next(suit for suit in deal.deck.suits if suit.letter == self.suit))


@frozen
class SideTricks(Scoring):
    """A point for every trick of a side."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)
    counts_only: ClassVar[bool] = True

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken
        return tuple(ScoreLine(seat, "tricks", taken[seat] + taken[seat ^ 2]) for seat in range(4))


@cache
def ending(trump: str | None, cards: int) -> Rules:
    """The play of hands of some size, under a trump or none."""
    trumps = () if trump is None else (TrumpIs(trump),)
    return Rules(
        key="ending",
        name="Ending",
        players=4,
        deck=french(),
        phases=(DealOut(), *trumps, Tricks()),
        scoring=SideTricks(),
        schedule=Schedule(hand_sizes=SameSize(cards)),
        ending=AfterDeals(deals=1),
    )


def dealt(seed: int, cards: int) -> State:
    """An ending at random, under a trump at random or none."""
    draw = Random(seed)
    trump = draw.choice([*SUITS, None])
    deck = [rank + suit for suit in SUITS for rank in "23456789TJQKA"]
    chosen = draw.sample(deck, 4 * cards)
    hands = [chosen[seat * cards : (seat + 1) * cards] for seat in range(4)]
    return ending(trump, cards).start(seed=0, first=draw.randrange(4), deals=[Stacked(hands=hands)])


def hand_to_play(state: State) -> int:
    """The hand from which the next card comes: that of the dummy is played by its partner."""
    legal = state.legal(state.actors[0])
    return next(hand for hand, cards in enumerate(state.deal.hands) if str(legal[0]) in str(cards).split())


def by_dds(state: State) -> dict[str, int]:
    """By card that may be played, how many of the tricks that are left its side gets, the current one included."""
    from endplay.dds import solve_board
    from endplay.types import Deal as Dealt
    from endplay.types import Denom, Player

    plays = state.deal[Tricks].current.plays
    hands = []
    for seat, hand in enumerate(state.deal.hands):
        cards = [*[card.text for card in hand], *[play.card for play in plays if play.hand == seat]]
        hands.append(".".join("".join(card[0] for card in cards if card[1] == suit) for suit in SUITS))
    trump = Denom.nt if state.deal.trump is None else Denom.find(state.deal.trump.letter)
    seats = [Player.north, Player.east, Player.south, Player.west]
    first = plays[0].hand if plays else hand_to_play(state)
    board = Dealt("N:" + " ".join(hands), first=seats[first], trump=trump)
    for play in plays:
        board.play(play.card[1] + play.card[0])
    return {f"{card.rank.abbr}{card.suit.name[0].upper()}": tricks for card, tricks in solve_board(board)}
