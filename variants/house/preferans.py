"""Preferans: an auction with a misère between eight and nine, a talon of two cards, and whist against the declarer.

Three seats have ten cards each of 32. They bid how many of ten tricks they take, six or more, with which suit as trump,
spades being the lowest, or without; one that passes is out. The highest bidder shows the talon, takes it, lays two
cards away, and names a game that is as high as its bid or higher. Then each of the others says whether it plays whist;
if neither does, the declarer has made its game without a card being played. A seat must follow suit, or else trump. In
a misère the declarer takes no trick, and play is over with its first one; if all pass, each trick costs two points.

A game is worth two points for each level above five, a misère ten. A declarer that fails pays the worth of its game for
each trick that is missing. Whisters score it for each trick of both opponents, and pay it for each one that these lack
of those that they answer for: four against six, two against seven, one against eight or nine. Where both play whist,
each scores half of that. There are many ways to score Preferans; this one is short.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.phases import (
    Announce,
    ByContract,
    DealOut,
    InContracts,
    LadderAuction,
    LayAway,
    NameTrump,
    TakeStock,
    Tricks,
)
from trickkit.phases.contracts import AtLeastBid
from trickkit.policies.all_pass import PlayByDefault
from trickkit.policies.announcing import AnyOf
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustTrump
from trickkit.policies.ladders import Joined, Levels, Words
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.participants import Declarer, Opponents
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import DeclarerTakes, HandsEmpty
from trickkit.scoring import ScoreByContract, ScoreTricks, Scoring

DECK = french("789TJQKA")
CLUBS, DIAMONDS, HEARTS, SPADES = DECK.suits
TRUMPS = {"S": SPADES, "C": CLUBS, "D": DIAMONDS, "H": HEARTS, "NT": None}
LEVELS = (6, 7, 8, 9, 10)
PLAYED = {f"{level}{letter}": {f"{level} {letter}": TRUMPS[letter]} for level in LEVELS for letter in TRUMPS}
STEPS = [*PLAYED.items()]
STEPS.insert(len(TRUMPS) * 3, ("misere", {"misere": None}))
WHISTED = [game for games in PLAYED.values() for game in games]
"""The games against which whist is played."""
ANSWERED_FOR = {6: 4, 7: 2, 8: 1, 9: 1, 10: 0}
"""By level, how many tricks the opponents are to take."""


@frozen
class ScorePreferans(Scoring):
    """A game is worth two points for each level above five, and whisters score for their tricks."""

    reads: ClassVar[tuple[type, ...]] = (NameTrump, Announce, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for the declarer, and one for each whister."""
        game, declarer = deal[NameTrump].game or "", deal.declarer or 0
        if game == "misere":
            return (ScoreLine(declarer, game, -10 if deal[Tricks].taken[declarer] else 10),)
        level, whisters = int(game.split()[0]), deal[Announce].by("whist")
        worth = 2 * (level - 5)
        if not whisters:
            return (ScoreLine(declarer, f"{game}: nobody plays whist", worth),)
        against = 10 - deal[Tricks].taken[declarer]
        short, lacking = max(against - 10 + level, 0), max(ANSWERED_FOR[level] - against, 0)
        share = worth * (against - lacking) // len(whisters)
        made = ScoreLine(declarer, f"{game}: {short} short" if short else f"{game}: made", -short * worth or worth)
        return (made, *[ScoreLine(seat, f"whist: {against} tricks", share) for seat in whisters])


@variant
def rules(*, deals: int = 9) -> Rules:
    """The rules of Preferans. The starter of a deal is its dealer.

    Args:
        deals: how many are played.

    >>> state = rules().start(seed=7, first=2)
    >>> state.actors, [str(action) for action in state.legal(0)][:2]
    ((0,), ['bid 6S', 'bid 6C'])
    """
    return Rules(
        key="preferans",
        name="Preferans",
        summary="An auction, a talon, and whist against the declarer or none at all.",
        players=3,
        deck=DECK,
        phases=(
            DealOut(),
            LadderAuction(
                ladder=Joined(
                    [
                        Levels(levels=[6, 7, 8], denominations=TRUMPS),
                        Words(["misere"]),
                        Levels(levels=[9, 10], denominations=TRUMPS),
                    ]
                ),
                all_pass=PlayByDefault("all pass"),
            ),
            TakeStock(cards=2, who=Declarer(), face_up=True),
            LayAway(cards=2),
            InContracts([*PLAYED, "misere"], NameTrump(offers=AtLeastBid(STEPS), who=Declarer(), must=True)),
            InContracts(WHISTED, Announce(announcing=AnyOf(["whist"]), who=Opponents(), closes=True)),
            Tricks(
                opening=LeftOfStarter(), follow=MustTrump(), until=ByContract({"misere": DeclarerTakes()}, HandsEmpty())
            ),
        ),
        scoring=ScoreByContract({"all pass": ScoreTricks(-2)}, ScorePreferans()),
        schedule=Schedule(hand_sizes=SameSize(10), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
    )
