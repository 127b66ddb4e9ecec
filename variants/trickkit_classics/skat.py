"""Skat for three: one plays against two for 61 card points, with jacks as trumps, or for no tricks at all.

Rules: *International Skat Order*, German Skat Federation and ISPA World. Seats bid values of games; the winner of the
bidding takes the two cards of the skat and lays two away, or plays its hand as it is, and names its game. A won game
scores its value, a lost one costs twice that. If all pass, the deal is not played. The option `bidding="simple"` is a
smaller game: the first player who wants to names what is played, and the difference to 60 card points is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from attrs import frozen

from trickkit import Deal, Rules, variant
from trickkit.model.cards import Deck, Suit, piquet
from trickkit.model.symmetry import Symmetry
from trickkit.phases import BidAndHold, DealOut, LayAway, NameTrump, Phase, TakeStock, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.exposing import Exposing
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import Games, Offer
from trickkit.policies.participants import Declarer
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, WithoutTrump
from trickkit_classics.skat_games import ANNOUNCED, DIFFERENCE, HAND, JACKS, NULL, RANKING, VALUES, Game, ScoreGame

__all__ = ["DIFFERENCE", "VALUES", "DeclarerOpen", "Game", "ScoreGame", "SkatGames", "rules"]


def trumps(deck: Deck) -> dict[str, Suit | None]:
    """The trump of each kind of game, by its word."""
    return {**{suit.letter: suit for suit in deck.suits}, "grand": JACKS, "null": None}


@frozen
class SkatGames(Offer):
    """The declarer names its game; it may announce more only if it has not looked at the skat.

    Null has a fixed value, so it may be named only if that is at least the bid.

    >>> SkatGames().words(piquet())[:5]
    ('C', 'C schneider', 'C schwarz', 'C ouvert', 'D')
    """

    def words(self, deck: Deck) -> tuple[str, ...]:
        """The words of all games."""
        words = []
        for kind in trumps(deck):
            more = ANNOUNCED if kind != "null" else ("ouvert",)
            words += [kind, *(f"{kind} {word}" for word in more)]
        return tuple(words)

    def games(self, deal: Deal, turned: Suit | None) -> Mapping[str, Suit | None]:  # noqa: ARG002
        """The games that the declarer may name, each with its trump."""
        hand, bid = not deal[TakeStock].seats, deal[BidAndHold].bid or 0
        games = {}
        for words in self.words(deal.deck):
            game = Game.of(words)
            if NULL[hand, game.ouvert] >= bid if game.kind == "null" else hand or not game.announced:
                games[words] = trumps(deal.deck)[game.kind]
        return games


@frozen
class DeclarerOpen(Exposing):
    """The declarer's hand is exposed from the beginning in a game named ouvert.

    >>> DeclarerOpen().exposed(Deal.fresh(piquet(), players=3))
    {}
    """

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """The declarer's hand in a game named ouvert; otherwise none."""
        named = deal.get(NameTrump)
        if deal.declarer is None or named is None or named.game is None:
            return {}
        return {deal.declarer: 0} if Game.of(named.game).ouvert else {}


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
        InvalidRules: an option does not exist or cannot have that value.

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
    """The phases of official bidding: the winner takes the skat or not, then names its game."""
    return (
        BidAndHold(values=VALUES),
        TakeStock(cards=2, leave="hand"),
        LayAway(cards=2),
        NameTrump(offers=SkatGames(), who=Declarer(), must=True),
    )


def _simply(deck: Deck) -> tuple[Phase, ...]:
    """The phases of simple bidding: the first player who names a game plays it, with the skat."""
    return NameTrump(offers=Games(trumps(deck))), TakeStock(cards=2), LayAway(cards=2)
