"""Coiffeur: each side names each of eight games once, and counts what it takes, up to six times.

After *Coiffeur Jass* by Swisslos (swisslos.ch), without jokers; the choice is pushed across the table, as in Schieber.
The seat that names the game leads. Of games without trump, obenabe has the highest card win, and uneufe the lowest one;
slalom changes from one to the other after each trick, and guschti after the fifth.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import Suit, french
from trickkit.phases import ContractsPlayed, DealOut, NameTrump, Tricks
from trickkit.phases.contracts import contract_of
from trickkit.phases.contracts_played import Limit, WithinLimits
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import DeclarerOpens
from trickkit.policies.offers import Games
from trickkit.policies.participants import OneSide, Starter
from trickkit.policies.partners import Opposite
from trickkit.policies.ranking import TrumpOrder
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.trumping import FollowOrTrump
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Scoring, TimesByContract

SIZE, UP, DOWN = 9, "6789TJQKA", "AKQJT9876"
DECK = french(UP)
LOW = {"obenabe": (), "uneufe": range(SIZE), "slalom": range(1, SIZE, 2), "guschti": range(5, SIZE)}
"""By game without trump, the tricks that the lowest card wins."""
NO_TRUMP = {word: Suit(word, word) for word in LOW}
GAMES = {**{suit.name: suit for suit in DECK.suits}, **NO_TRUMP}
TIMES = {("diamonds", "hearts"): 2, "obenabe": 3, "uneufe": 4, "slalom": 5, "guschti": 6}

PLAIN = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10}
LAST, MATCH = 5, 100


def worth(game: str) -> dict[str, int]:
    """By card, its points in a game; with the last trick they are 157."""
    plain = {**PLAIN, "8": 8} if game in LOW else PLAIN
    plain = {**plain, "A": 0, "6": 11} if game == "uneufe" else plain
    trump = {**PLAIN, "J": 20, "9": 14}
    return {card.text: (trump if card.faces[0].suit == GAMES[game] else plain).get(card.text[0], 0) for card in DECK}


WORTH = {game: worth(game) for game in GAMES}


@frozen
class ScoreDeclarersSide(Scoring):
    """The side that named the game scores its cards, the last trick, and a bonus for all tricks; the other nothing."""

    reads: ClassVar[tuple[type[Any], ...]] = (NameTrump, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The same line for both seats of the side."""
        game, tricks, declarer = contract_of(deal), deal[Tricks], deal.declarer
        if game is None or declarer is None:
            return ()
        side = Opposite().side(declarer, deal.players)
        last, taken = tricks.taken_since(SIZE - 1), sum(tricks.taken[seat] for seat in side)
        points = sum(tricks.points(seat, WORTH[game]) + LAST * last[seat] for seat in side)
        return tuple(ScoreLine(seat, game, points + MATCH * (taken == SIZE)) for seat in side)


def trick(number: int) -> Tricks:
    """A single trick, in which the order of the cards depends on the game and on the number of the trick."""
    orders = {NO_TRUMP[game]: DOWN if number in tricks else UP for game, tricks in LOW.items()}
    ranking = TrumpOrder(trump="678TQKA9J", plain=UP, games=orders)
    return Tricks(opening=DeclarerOpens(), follow=FollowOrTrump(held_back="J"), ranking=ranking, until=AfterTricks(1))


@variant
def rules(*, push: Annotated[bool, "whether the starter may leave the choice to its partner"] = True) -> Rules:
    """The rules of Coiffeur."""
    offer = WithinLimits(offer=Games(GAMES), limits=Limit(by=Opposite()))
    return Rules(
        key="coiffeur",
        name="Coiffeur",
        summary="Each side names each of eight games once, and counts what it takes, up to six times.",
        source="Swisslos, Coiffeur Jass",
        players=4,
        deck=DECK,
        phases=(
            DealOut(),
            NameTrump(offers=offer, who=OneSide() if push else Starter(), must=True),
            *[trick(number) for number in range(SIZE)],
        ),
        scoring=TimesByContract(scoring=ScoreDeclarersSide(), times=TIMES),
        schedule=Schedule(hand_sizes=SameSize(SIZE), starter=NextSeat()),
        ending=AfterDeals(deals=2 * len(GAMES)),
        memory=ContractsPlayed(),
    )
