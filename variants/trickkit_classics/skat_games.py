"""The values of games in Skat: see `trickkit_classics.skat`."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from trickkit import Deal, ScoreLine
from trickkit.model.cards import Suit
from trickkit.phases import BidAndHold, LayAway, NameTrump, TakeStock, Tricks
from trickkit.policies.ranking import TopTrumps
from trickkit.scoring import Bounds, DeclarerPoints, Extent, Scoring

__all__ = [
    "ALONE",
    "ANNOUNCED",
    "BASE",
    "DEFENDED",
    "DIFFERENCE",
    "HAND",
    "JACKS",
    "NULL",
    "RANKING",
    "VALUES",
    "Game",
    "ScoreGame",
]

HALF, SCHNEIDER = 60, 90
HAND = 10
ALONE, DEFENDED = 50, 40
"""What Seeger and Fabian give the declarer, and each of the others."""
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""What null is worth, by whether the skat stays unseen and whether the hand lies open."""

ANNOUNCED = ("schneider", "schwarz", "ouvert")
"""What may be announced of a hand game; each one announces those before it, too."""

VALUES = tuple(
    sorted(
        {*NULL.values()}
        | {base * level for word, base in BASE.items() for level in range(2, 12 if word == "grand" else 19)}
    )
)
"""The values of all games, which are what may be bid: 18, 20, 22, 23, 24, 27, ... 264."""

JACKS = Suit("jacks", "J")
"""The trump of grand, to which no other card belongs."""

RANKING = TopTrumps(tops=("JC", "JS", "JH", "JD"), order="789QKTA", plain="789TJQKA")
DIFFERENCE = DeclarerPoints(ranks={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, half=HALF, null=HALF // 2)


@frozen
class Game:
    """A game as named.

    Args:
        kind: the letter of the trump suit, `"grand"` or `"null"`.
        announced: how many of schneider, schwarz and ouvert were announced.
        ouvert: whether the hand is exposed.

    >>> Game.of("C schwarz"), Game.of("null ouvert")
    (Game(kind='C', announced=2, ouvert=False), Game(kind='null', announced=0, ouvert=True))
    """

    kind: str
    announced: int = 0
    ouvert: bool = False

    @classmethod
    def of(cls, words: str) -> Game:
        """The game that some words name."""
        kind, _, more = words.partition(" ")
        announced = 0 if kind == "null" or not more else 1 + ANNOUNCED.index(more)
        return cls(kind, announced, more == "ouvert")


@frozen(kw_only=True)
class ScoreGame(Scoring):
    """The declarer scores the value of a won game; it loses twice the value otherwise, or if it has bid more than that.

    Args:
        seeger_fabian: whether 50 points are added for a won game and deducted for a lost one, for which each of the
            others scores 40, as in tournaments.

    >>> ScoreGame().seeger_fabian
    False
    """

    reads: ClassVar[tuple[type[Any], ...]] = (BidAndHold, TakeStock, LayAway, NameTrump, Tricks)

    seeger_fabian: bool = field(default=False)

    def value(self, deal: Deal, game: Game) -> tuple[int, bool]:
        """The value of the game, and whether its declarer fulfilled it."""
        hand, declarer = not deal[TakeStock].seats, deal.declarer or 0
        tricks = deal[Tricks].taken[declarer]
        if game.kind == "null":
            return NULL[hand, game.ouvert], not tricks
        points = DIFFERENCE.taken(deal, declarer)
        # Schneider and schwarz count for either side, and announced ones even if they were missed.
        schneider, schwarz = not HALF // 2 < points < SCHNEIDER, tricks in (0, HAND)
        levels = [hand, schneider or game.announced > 0, game.announced > 0, schwarz or game.announced > 1]
        levels += [game.announced > 1, game.ouvert]
        won = points > HALF and (game.announced < 1 or points >= SCHNEIDER) and (game.announced < 2 or tricks == HAND)
        return BASE[game.kind] * (self.tops(deal, declarer) + 1 + sum(levels)), won

    def tops(self, deal: Deal, declarer: int) -> int:
        """The number of tops with or without which the declarer plays: a run of highest trumps, including the skat."""
        first, second = (seat for seat in deal.seats if seat != declarer)
        # All tricks are played: whatever the others did not play was the declarer's, or lay in the skat.
        others = deal[Tricks].played(first) + deal[Tricks].played(second)
        return RANKING.in_a_row(others, deal.deck, deal.trump or JACKS)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the declarer; with Seeger and Fabian one more, or one for each opponent."""
        if deal.declarer is None:
            return ()
        words, bid = deal[NameTrump].game, deal[BidAndHold].bid
        game = Game.of(words)
        value, won = self.value(deal, game)
        label = f"{words}{'' if deal[TakeStock].seats else ' from the hand'}"
        if value < bid:
            # The lowest sufficient value of the game counts.
            value, won, label = -(-bid // BASE[game.kind]) * BASE[game.kind], False, f"{label} bid to {bid}"
        lines = [ScoreLine(deal.declarer, f"{label}: {value} {'won' if won else 'lost'}", value if won else -2 * value)]
        if self.seeger_fabian:
            lines.append(
                ScoreLine(deal.declarer, "won as declarer" if won else "lost as declarer", ALONE if won else -ALONE)
            )
            others = () if won else (seat for seat in deal.seats if seat != deal.declarer)
            lines += [ScoreLine(seat, "defended", DEFENDED) for seat in others]
        return tuple(lines)

    def bounds(self, extent: Extent) -> Bounds:
        """The highest game won, or lost after a bid that only a higher one could fulfil; plus Seeger and Fabian."""
        bidding = extent.phase(BidAndHold)
        highest = max([*VALUES, *(bidding.values if bidding else ())])
        lost = max(-(-highest // base) * base for base in BASE.values())
        more = ALONE if self.seeger_fabian else 0
        return -2 * lost - more, max(VALUES) + more
