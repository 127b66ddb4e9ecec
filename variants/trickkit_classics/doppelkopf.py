"""Doppelkopf: two copies of every card, and partners who know each other only by the queens of clubs.

For 4 players. Rules: *Turnier-Spielregeln* of the Deutscher Doppelkopf-Verband, and for other widely played rules John
McLeod's collection at pagat.com (*Doppelkopf*). The holders of the queens of clubs are Re, the others are Kontra, and
nobody says so before it pays. Instead, seats may marry or play alone, and before they play a card they may announce how
they will win. `trickkit rules doppelkopf` lists the variations.
"""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import evolve

from trickkit import Deck, Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import AskReservations, CallingTricks, DealOut, FixedTrump, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.offers import Games
from trickkit.policies.resolution import SecondOfEqual, StrongestWins
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit_classics.doppelkopf_points import (
    CALLS,
    JACKS,
    MARRIAGES,
    OLD_LADY,
    QUEENS,
    RANKING,
    SIDES,
    TEN,
    Party,
    ScoreParties,
)

__all__ = ["CALLS", "RANKING", "SIDES", "Party", "ScoreParties", "deck", "rules"]


def deck(*, nines: bool = True) -> Deck:
    """Two copies of every card, from the nine or the ten to the ace.

    >>> len(deck()), len(deck(nines=False)), " ".join(card.text for card in deck().cards[:6])
    (48, 40, '9C 9C TC TC JC JC')
    """
    return Deck(card for card in french("9TJQKA" if nines else "TJQKA") for _ in range(2))


@variant
def rules(
    *,
    nines: Annotated[bool, "whether the nines are in the pack: 48 cards, or 40 without them"] = True,
    second_ten: Annotated[
        Literal["never", "always", "not_last"],
        "whether the second ten of hearts in a trick beats the first: never, always, or but for the last trick",
    ] = "never",
    marriage: Annotated[
        Literal["any", "plain", "trump", "named"],
        "which trick of another seat, of the first three, finds the bridegroom's partner: any, one to which a plain "
        "suit was led, one to which trump was led, or what the bridegroom says of these",
    ] = "any",
    calls_until: Annotated[
        int, range(5), "how many cards a hand may have played when it says re or kontra; for the others one more each"
    ] = 1,
    charlie_caught: Annotated[
        bool, "whether it is worth a point to take a jack of clubs of the other party in the last trick"
    ] = False,
    deals: Annotated[int, range(1, 49), "how many deals are played"] = 24,
) -> Rules:
    """The rules of Doppelkopf with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0).play_all([(seat, "healthy") for seat in (1, 2, 3, 0)])
    >>> [str(action) for action in state.legal(1)][-2:]
    ['KS', 'kontra']
    """
    game = deck(nines=nines)
    size, diamonds = len(game) // 4, game.suits[1]
    solos = {"queens": QUEENS, "jacks": JACKS, "aces": None, **{suit.letter: suit for suit in game.suits}}
    marriages = [*MARRIAGES.values()] if marriage == "named" else [MARRIAGES[marriage]]
    tricks = CallingTricks(
        calling=evolve(CALLS, played=calls_until),
        ranking=RANKING,
        resolution=StrongestWins() if second_ten == "never" else SecondOfEqual([TEN]),
        opening=LeftOfStarter(),
    )
    in_last = (Tricks(ranking=RANKING),) if second_ten == "not_last" else ()
    return Rules(
        key="doppelkopf",
        name="Doppelkopf",
        summary="The holders of the queens of clubs play together, and nobody knows who they are.",
        source="Turnier-Spielregeln, Deutscher Doppelkopf-Verband, and pagat.com (John McLeod)",
        players=4,
        deck=game,
        phases=(
            DealOut(),
            FixedTrump(diamonds.name),
            AskReservations(
                offers=(Games(solos), Games(dict.fromkeys(marriages, diamonds))),
                needs=dict.fromkeys(marriages, (OLD_LADY, OLD_LADY)),
            ),
            evolve(tricks, until=AfterTricks(size - 1)) if in_last else tricks,
            *in_last,
        ),
        scoring=ScoreParties(sides=SIDES, charlie_caught=charlie_caught),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True),
    )
