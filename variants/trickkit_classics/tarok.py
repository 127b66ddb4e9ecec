"""Slovenian Tarok for three or four: bid for a contract, call a king for a secret partner, and count card points.

Rules: *Slovenian Tarok*, pagat.com, as far as OpenSpiel plays them in its game `tarok`: without announcements and
doubled scores. 54 cards, 22 of them tarocks, which are trumps. The seat to the dealer's left is forehand. The winner of
the bidding plays for more than half of the 70 card points with a part of the talon, for no tricks at all, or for all of
them; if all pass, forehand may make everybody play klop, in which card points are bad. `trickkit rules tarok` lists the
variations.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal

from attrs import field, frozen

from trickkit import Deal, Rules, variant
from trickkit.model.checks import whole
from trickkit.model.symmetry import Symmetry
from trickkit.phases import (
    AnnulDeal,
    BidContracts,
    ByContract,
    CallPartner,
    DealOut,
    DiscardDown,
    GiveTop,
    Phase,
    TakePart,
    Tricks,
)
from trickkit.phases.contracts import DeclarerPlaying, contract_of
from trickkit.policies.annulling import WithoutSuit
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.discarding import KeepCards
from trickkit.policies.ending import AfterScoredDeals
from trickkit.policies.exposing import Exposing
from trickkit.policies.participants import Everyone
from trickkit.policies.schedule import AgainWithoutScore, SameSize, Schedule
from trickkit.policies.until import BeforeDrawing, DeclarerTakes, HandsEmpty, OthersTake
from trickkit_classics.tarok_play import (
    BEGGARS,
    KINGS,
    PARTS,
    TAROCKS,
    TRULA,
    VALATS,
    VALUES,
    EmperorsTrick,
    ForehandOrDeclarer,
    MustPlayTarock,
    deck,
)
from trickkit_classics.tarok_scoring import ScoreTarok

__all__ = ["BeggarOpen", "KlopGoesOn", "rules"]

CALLING, SOLOS = ("three", "two", "one"), ("solo three", "solo two", "solo one")
TALON = 6


UNTIL_DECIDED = ByContract({BEGGARS: DeclarerTakes(), VALATS: OthersTake(), "klop": BeforeDrawing()}, HandsEmpty())
"""A beggar ends with the declarer's first trick, a valat with the first one of another seat; in klop a card of the
talon is given away after each of the first tricks."""


@frozen
class BeggarOpen(Exposing):
    """The hand of an open beggar is exposed.

    Args:
        tricks: after how many tricks.

    >>> BeggarOpen(1).exposed(Deal.fresh(deck(), players=4))
    {}
    """

    tricks: int = field(validator=whole(0))

    def exposed(self, deal: Deal) -> Mapping[int, int]:
        """The declarer's hand in an open beggar; otherwise none."""
        if deal.declarer is None or contract_of(deal) != "open beggar":
            return {}
        return {deal.declarer: self.tricks * deal.players}


@frozen
class KlopGoesOn(Phase):
    """A deal of klop goes on after its first trick; all others have been played out by then.

    >>> KlopGoesOn().begin(Deal.fresh(deck(), players=4)).closed
    True
    """

    def begin(self, deal: Deal) -> Deal:
        """The deal, closed unless klop is played."""
        return deal if contract_of(deal) == "klop" else deal.changed(closed=True)


@lru_cache
def _tricks(open_after: int) -> Tricks:
    """The phase of tricks, cached, so that all rules share the tables of its policies."""
    return Tricks(
        follow=MustPlayTarock(),
        resolution=EmperorsTrick(),
        opening=ForehandOrDeclarer(),
        until=UNTIL_DECIDED,
        exposing=BeggarOpen(open_after),
    )


@variant
def rules(
    *,
    players: Annotated[Literal[3, 4], "how many play; three play all contracts alone, and there are no solos"] = 4,
    deals: Annotated[int, range(1, 61), "how many deals are played"] = 12,
    mond: Annotated[Literal[20, 21], "what it costs to lose the mond to the skis, the pagat or the talon"] = 20,
    difference: Annotated[
        Literal["exact", "rounded"], "whether the difference to 35 card points is rounded to a multiple of 5"
    ] = "exact",
    open_beggar: Annotated[
        Literal["after_first_trick", "at_once"], "when the hand of an open beggar is laid open"
    ] = "after_first_trick",
) -> Rules:
    """The rules of Slovenian Tarok with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3).play_all([(1, "two"), (2, "pass"), (3, "pass"), (0, "two"), (1, "pass")])
    >>> state.actors, [str(action) for action in state.legal(0)][:3]
    ((0,), ['two', 'one', 'solo three'])
    >>> state = state.play_all([(0, "two"), (0, "call KH")])
    >>> [str(action) for action in state.legal(0)]
    ['take 1', 'take 2', 'take 3']
    """
    words = [word for word in VALUES if players == 4 or word not in SOLOS]
    tricks = _tricks(0 if open_beggar == "at_once" else 1)
    calling = (CallPartner(cards=CardsInGroups([KINGS]), who=DeclarerPlaying(CALLING)),) if players == 4 else ()
    return Rules(
        key="tarok",
        name="Slovenian Tarok",
        summary="Bid for a contract, call a king for a secret partner, and take more than half of the card points.",
        source="Slovenian Tarok, pagat.com, without announcements",
        players=players,
        deck=deck(),
        phases=(
            DealOut(),
            AnnulDeal(annulling=WithoutSuit("tarocks")),
            BidContracts(
                contracts={word: None if word == "colour valat" else TAROCKS for word in words},
                last=("klop", "three"),
                who=Everyone(after=2),
                elders=Everyone(after=1),
            ),
            *calling,
            TakePart(cards=TALON, sizes={word: size for word, size in PARTS.items() if word in words}),
            DiscardDown(keeping=KeepCards(cards=KINGS, suits=("tarocks",))),
            DiscardDown(keeping=KeepCards(cards=(*KINGS, *TRULA)), openly=True),
            tricks,
            KlopGoesOn(),
            *(GiveTop(), tricks) * TALON,
        ),
        scoring=ScoreTarok(mond=mond, rounded=difference == "rounded"),
        schedule=Schedule(hand_sizes=SameSize(48 // players), starter=AgainWithoutScore()),
        ending=AfterScoredDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )
