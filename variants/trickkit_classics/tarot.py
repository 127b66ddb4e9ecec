"""French Tarot: 78 cards, 21 of them trumps; one plays against the others for points that depend on three cards.

For 4 players, or 3; or 5, where the declarer calls a king, whose holder is its secret partner. Rules: *Règlement
officiel du tarot* of the Fédération Française de Tarot (R-RO), and John McLeod's collection at pagat.com (*French
Tarot*). Seats are numbered in the order of play, which is counter-clockwise in France. `trickkit rules tarot` lists the
variations.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated, ClassVar, Literal

from attrs import frozen

from trickkit import Deal, Rules, variant
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    Announce,
    AnnulDeal,
    BidOnce,
    CallingTricks,
    CallPartner,
    DealOut,
    FixedTrump,
    LayAway,
    TakeStock,
)
from trickkit.phases.contracts import DeclarerPlaying
from trickkit.phases.partner import CalledSuitKept
from trickkit.phases.tricks.excuse import ExcuseStays, OvertrumpOrExcuse
from trickkit.policies.announcing import AnyOf
from trickkit.policies.annulling import Annulling
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.discarding import DiscardRestriction
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.participants import Declarer
from trickkit.policies.resolution import CardsNeverWin
from trickkit.policies.schedule import SameSize, Schedule
from trickkit_classics.tarot_cards import BOUTS, EXCUSE, TRUMPS, deck, halves, is_trump
from trickkit_classics.tarot_scoring import CONTRACTS, HANDFULS, SIDES, SIZES, ScoreTarot

__all__ = ["Handfuls", "LaidAwayByRule", "PetitSec", "ScoreTarot", "SlamLeads", "deck", "rules"]

WITH_DOG = ("petite", "garde")
CALLED = [[f"{rank}{suit}" for suit in "CDHS"] for rank in "KQC"]
LOW = tuple(card.text for card in deck() if halves(card.text) == 1)


@frozen
class PetitSec(Annulling):
    """A hand whose only trump is the Petit, without the Excuse, is exposed and annuls the deal."""

    word: ClassVar[str] = "petit sec"
    reason: ClassVar[str] = "the Petit alone"

    def annuls(self, deal: Deal, seat: int) -> bool:
        """Whether the Petit is the only trump of a hand without the Excuse."""
        trumps = deal.deck.where(lambda face: face.suit == TRUMPS or face == EXCUSE)
        return deal.held[seat] & trumps == deal.deck.mask(["T1"])

    def shown(self, deal: Deal, seat: int) -> int:
        """The whole hand."""
        return deal.held[seat]


@frozen
class LaidAwayByRule(DiscardRestriction):
    """Kings and bouts are never laid away, other trumps only if there is nothing else."""

    def kept(self, deal: Deal) -> int:
        """Kings and bouts, which are never laid away."""
        return deal.deck.mask([*CALLED[0], *BOUTS])

    def last_resort(self, deal: Deal) -> int:
        """Trumps, which are laid away only if there is nothing else."""
        return deal.deck.where(is_trump)


@frozen
class SlamLeads(LeftOfStarter):
    """The seat after the dealer leads, unless the declarer has announced a slam and leads instead."""

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        """The declarer after announcing a slam; otherwise the seat after the dealer."""
        slam = deal[Announce].by("slam")
        return slam[0] if slam else self.opener(deal.starter, choosers)


@frozen
class Handfuls(Calling):
    """Before its first card, a hand may show many trumps, the highest first, and the Excuse for a missing one.

    Args:
        sizes: how many trumps make each handful.
    """

    sizes: tuple[int, ...] = SIZES[4][1]

    def words(self) -> tuple[str, ...]:
        """The names of the handfuls, from simple to triple."""
        return tuple(HANDFULS)

    def summary(self, calls: tuple[CallMade, ...]) -> Hashable:
        """The hands that have shown a handful."""
        return frozenset(call.hand for call in calls)

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        """Why a handful cannot be shown: a card was already played, one was already shown, or trumps are too few."""
        if turn.left < turn.deal.size:
            return "a handful is shown before the first card"
        if any(call.hand == turn.hand for call in turn.calls):
            return "a hand shows one handful"
        size, deck = self.sizes[self.words().index(word)], turn.deal.deck
        enough = (turn.cards & (deck.where(is_trump) | deck.mask(["EX"]))).bit_count() >= size
        return "" if enough else f"it takes {size} trumps, with the Excuse for one of them"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        """The highest trumps, with the Excuse if one is missing; 0 if too few remain."""
        size, deck, highest = self.sizes[self.words().index(word)], turn.deal.deck, 0
        for card in (*range(21, 0, -1), None):
            highest |= deck.mask(["EX" if card is None else f"T{card}"])
            if (turn.cards & highest).bit_count() >= size:
                return turn.cards & highest
        return 0

    def ruled_out(self, word: str, deal: Deal, shown: int) -> int:  # noqa: ARG002
        """The trumps between those shown; with the Excuse among them, all trumps not shown."""
        faces = [face for face in deal.deck.faces if deal.deck.kinds[face.text] & shown]
        lowest = 0 if EXCUSE in faces else faces[0].rank
        return deal.deck.where(lambda face: face.suit == TRUMPS and face.rank > lowest and face not in faces)


@variant
def rules(
    *,
    players: Annotated[Literal[3, 4, 5], "how many play"] = 4,
    deals: Annotated[int, range(1, 101), "how many deals are dealt"] = 20,
    petit_sec: Annotated[Literal["annulled", "played"], "a deal in which a hand has the Petit alone"] = "annulled",
    excuse_last: Annotated[Literal["other_side", "winner"], "who gets the Excuse of the last trick"] = "other_side",
) -> Rules:
    """The rules of French Tarot with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=5).start(seed=7, first=0).play_all([(1, "garde")] + [(n, "pass") for n in (2, 3, 4, 0)])
    >>> state.actors, [str(action) for action in state.legal(1)]
    ((1,), ['call KC', 'call KD', 'call KH', 'call KS'])
    """
    size, sizes = SIZES[players]
    dog = len(deck()) - size * players
    return Rules(
        key="tarot",
        name="French Tarot",
        summary="One plays against the others for points, and needs the fewer, the more of three cards it takes.",
        source="Règlement officiel du tarot (R-RO), Fédération Française de Tarot; French Tarot at pagat.com",
        players=players,
        deck=deck(),
        phases=(
            DealOut(),
            FixedTrump("trumps"),
            *((AnnulDeal(annulling=PetitSec()),) if petit_sec == "annulled" else ()),
            BidOnce(contracts=CONTRACTS),
            *((CallPartner(cards=CardsInGroups(CALLED)),) if players == 5 else ()),
            TakeStock(cards=dog, who=DeclarerPlaying(WITH_DOG), face_up=True),
            LayAway(cards=dog, keeping=LaidAwayByRule()),
            Announce(announcing=AnyOf(["slam"]), who=Declarer()),
            CallingTricks(
                calling=Handfuls(sizes),
                resolution=CardsNeverWin("EX"),
                follow=CalledSuitKept(OvertrumpOrExcuse("EX")),
                capture=ExcuseStays(excuse="EX", low=LOW, lost_to=excuse_last, sides=SIDES),
                opening=SlamLeads(),
            ),
        ),
        scoring=ScoreTarot(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True, suits=deck().suits[:4]),
    )
