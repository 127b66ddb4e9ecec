"""Skat for three: one plays against two for 61 card points, with jacks as trumps, or for no trick at all.

Rules: *International Skat Order*, German Skat Federation and ISPA World. Seats bid values of games; whoever wins the
bidding takes the two cards of the skat and lays two away, or plays its hand as it is, and names its game. A game won
scores its value, one lost costs it twice. Where all pass, the deal is not played. The option `bidding="simple"` is a
smaller game: the first one who wants to names what is played, and the difference to 60 card points is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from attrs import field, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import Deck, Suit, piquet
from trickkit.model.symmetry import Symmetry
from trickkit.phases import BidAndHold, DealOut, LayAway, NameTrump, Phase, TakeStock, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import Exposing
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import Games, Offer
from trickkit.policies.participants import Declarer
from trickkit.policies.ranking import TopTrumps
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, WithoutTrump
from trickkit.scoring import DeclarerPoints, Scoring

__all__ = ["DeclarerOpen", "Game", "ScoreGame", "SkatGames", "rules"]

HALF, SCHNEIDER = 60, 90
HAND = 10
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


def trumps(deck: Deck) -> dict[str, Suit | None]:
    """By the word of each kind of game, its trump."""
    return {**{suit.letter: suit for suit in deck.suits}, "grand": JACKS, "null": None}


@frozen
class Game:
    """A game, as it was named.

    Args:
        kind: the letter of the trump suit, `"grand"` or `"null"`.
        announced: how many of schneider, schwarz and ouvert were announced.
        ouvert: whether the hand lies open.

    >>> Game.of("C schwarz"), Game.of("null ouvert")
    (Game(kind='C', announced=2, ouvert=False), Game(kind='null', announced=0, ouvert=True))
    """

    kind: str
    announced: int = 0
    ouvert: bool = False

    @classmethod
    def of(cls, words: str) -> Game:
        """The game with these words."""
        kind, _, more = words.partition(" ")
        announced = 0 if kind == "null" or not more else 1 + ANNOUNCED.index(more)
        return cls(kind, announced, more == "ouvert")


@frozen
class SkatGames(Offer):
    """The declarer names its game, announcing more than that only where the skat stays unseen.

    Null is worth the same whatever happens: it may only be named where that is at least what was bid.

    >>> SkatGames().words(piquet())[:5]
    ('C', 'C schneider', 'C schwarz', 'C ouvert', 'D')
    """

    def words(self, deck: Deck) -> tuple[str, ...]:
        """Every game."""
        found = []
        for kind in trumps(deck):
            more = ANNOUNCED if kind != "null" else ("ouvert",)
            found += [kind, *(f"{kind} {word}" for word in more)]
        return tuple(found)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:  # noqa: ARG002
        """Those that may be named."""
        hand, bid = not deal[TakeStock].seats, deal[BidAndHold].bid or 0
        found = {}
        for words in self.words(deal.deck):
            game = Game.of(words)
            if NULL[hand, game.ouvert] >= bid if game.kind == "null" else hand or not game.announced:
                found[words] = trumps(deal.deck)[game.kind]
        return found


@frozen
class DeclarerOpen(Exposing):
    """The declarer's hand lies open from the beginning, where it named a game ouvert.

    >>> DeclarerOpen().exposed(Deal.fresh(piquet(), players=3))
    {}
    """

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """The declarer's hand, or none."""
        named = deal.get(NameTrump)
        if deal.declarer is None or named is None or named.game is None:
            return {}
        return {deal.declarer: 0} if Game.of(named.game).ouvert else {}


@frozen(kw_only=True)
class ScoreGame(Scoring):
    """The declarer scores the value of its game if it wins, and loses it twice if not, or if it has bid more than that.

    Args:
        seeger_fabian: whether 50 points are added to a game won and taken off for one lost, for which each of the
            others scores 40, as in tournaments.

    >>> ScoreGame().seeger_fabian
    False
    """

    reads: ClassVar[tuple[type[Any], ...]] = (BidAndHold, TakeStock, LayAway, NameTrump, Tricks)

    seeger_fabian: bool = field(default=False)

    def value(self, deal: Deal, game: Game) -> tuple[int, bool]:
        """What the game is worth, and whether its declarer did what it takes to win it."""
        hand, declarer = not deal[TakeStock].seats, deal.declarer or 0
        tricks = deal[Tricks].taken[declarer]
        if game.kind == "null":
            return NULL[hand, game.ouvert], not tricks
        points = DIFFERENCE.taken(deal, declarer)
        # Schneider and schwarz count for either side, and announced ones also where they were missed.
        schneider, schwarz = not HALF // 2 < points < SCHNEIDER, tricks in (0, HAND)
        levels = [hand, schneider or game.announced > 0, game.announced > 0, schwarz or game.announced > 1]
        levels += [game.announced > 1, game.ouvert]
        won = points > HALF and (game.announced < 1 or points >= SCHNEIDER) and (game.announced < 2 or tricks == HAND)
        return BASE[game.kind] * (self.tops(deal, declarer) + 1 + sum(levels)), won

    def tops(self, deal: Deal, declarer: int) -> int:
        """With or without how many tops it plays: the highest trumps in a row, those of the skat among its own."""
        first, second = (seat for seat in deal.seats if seat != declarer)
        # All tricks are played: what the others did not play was its own, or lay in the skat.
        others = deal[Tricks].played(first) + deal[Tricks].played(second)
        return RANKING.in_a_row(others, deal.deck, deal.trump or JACKS)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the declarer, and with Seeger and Fabian one more for it, or for each of the others."""
        if deal.declarer is None:
            return ()
        words, bid = deal[NameTrump].game, deal[BidAndHold].bid
        game = Game.of(words)
        value, won = self.value(deal, game)
        said = f"{words}{'' if deal[TakeStock].seats else ' from the hand'}"
        if value < bid:
            # The lowest value of the game counts that would have been enough.
            value, won, said = -(-bid // BASE[game.kind]) * BASE[game.kind], False, f"{said} bid to {bid}"
        lines = [ScoreLine(deal.declarer, f"{said}: {value} {'won' if won else 'lost'}", value if won else -2 * value)]
        if self.seeger_fabian:
            lines.append(ScoreLine(deal.declarer, "won as declarer" if won else "lost as declarer", 50 if won else -50))
            others = () if won else (seat for seat in deal.seats if seat != deal.declarer)
            lines += [ScoreLine(seat, "defended", 40) for seat in others]
        return tuple(lines)


@variant
def rules(
    *,
    bidding: Annotated[
        Literal["values", "simple"],
        "values: seats bid the values of their games, and the highest bid plays; simple: the first one who wants to "
        "names a game, takes the skat, and scores the difference to 60 card points",
    ] = "values",
    seeger_fabian: Annotated[
        bool, "whether games won and lost count 50 points more, and 40 for those who defend, where values are bid"
    ] = False,
    deals: Annotated[int, range(1, 49), "how many deals are played: a list of 36 or 48, or fewer"] = 36,
) -> Rules:
    """The rules of Skat with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option that does not exist, or a value that it cannot have.

    >>> state = rules().start(seed=7, first=0).play_all([(2, "18"), (1, "yes"), (2, "pass"), (0, "pass")])
    >>> state.actors, [str(action) for action in state.legal(1)]
    ((1,), ['take', 'hand'])
    >>> state = rules(bidding="simple").start(seed=7, first=0).play_all([(1, "pass"), (2, "name grand")])
    >>> state.actors, len(state.legal(2))
    ((2,), 12)
    """
    deck = piquet()
    values = bidding == "values"
    return Rules(
        key="skat",
        name="Skat",
        summary="One plays against two for 61 card points, with jacks as trumps, or for no trick at all.",
        source="International Skat Order, German Skat Federation and ISPA World",
        players=3,
        deck=deck,
        phases=(
            DealOut(),
            *(_by_values() if values else _simply(deck)),
            Tricks(
                ranking=RANKING,
                opening=LeftOfStarter(),
                until=WithoutTrump(DeclarerTakes(1)),
                exposing=DeclarerOpen(),
            ),
        ),
        scoring=ScoreGame(seeger_fabian=seeger_fabian) if values else DIFFERENCE,
        schedule=Schedule(hand_sizes=SameSize(HAND)),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )


def _by_values() -> tuple[Phase, ...]:
    """Bidding as in the order: who wins it takes the skat or not, and names its game then."""
    return (
        BidAndHold(values=VALUES),
        TakeStock(cards=2, leave="hand"),
        LayAway(cards=2),
        NameTrump(offers=SkatGames(), who=Declarer(), must=True),
    )


def _simply(deck: Deck) -> tuple[Phase, ...]:
    """The first one who names a game plays it, with the skat."""
    return NameTrump(offers=Games(trumps(deck))), TakeStock(cards=2), LayAway(cards=2)
