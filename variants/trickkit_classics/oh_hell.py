"""Oh Hell: say how many tricks you will take, in turn, and take exactly as many; somebody is always wrong.

For 3 to 7 players. Rules: the usual ones, as John McLeod's collection at pagat.com (*Oh Hell!*) has them. Hands shrink
to one card and grow again; a card is turned up for trump. The seat left of the dealer estimates and leads first; the
dealer comes last and may not make the estimates add up to the number of tricks. `trickkit rules oh_hell` lists the
variations.
"""

from __future__ import annotations

from itertools import cycle, islice
from typing import Annotated, Literal

from trickkit import Deck, InvalidRules, Rules
from trickkit.catalog.options import Examples, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import CallEstimates, DealOut, Estimates, Phase, Tricks, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.estimating import Hook
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.schedule import ListedSizes, Schedule
from trickkit.policies.trump import NoTrump, TurnedCard
from trickkit.scoring import ScoreEstimates

__all__ = ["deck", "rules", "sizes"]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
USUAL = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
TRUMPS = {"turned": TurnedCard(), "none": NoTrump()}
SCORES = {
    "exact_only": ScoreEstimates(trick=1, bonus=10, off=0),
    "every_trick": ScoreEstimates(trick=1, bonus=10, off=0, missed=1),
    "penalty": ScoreEstimates(trick=1, bonus=10, off=-1),
}


def deck(suits: int = 4, ranks: int = 13) -> Deck:
    """The French deck, or the highest ranks of its first suits.

    Args:
        suits: how many, 1 to 4.
        ranks: how many, 2 to 13.

    Raises:
        InvalidRules: there are not as many.

    >>> str(deck(suits=2, ranks=3))
    'QC KC AC QD KD AD'
    """
    for name, value, least, most in (("suits", suits, 1, len(SUITS)), ("ranks", ranks, 2, len(RANKS))):
        _check(name, value, range(least, most + 1), "of a French deck")
    return french(RANKS[-ranks:], suits=SUITS[:suits])


def sizes(schedule: str, cards: int) -> tuple[int, ...]:
    """The hand size of every deal.

    Args:
        schedule: a value of the option `hand_sizes`, except `"same"`.
        cards: in the largest hand.

    >>> sizes("down_up", 3), sizes("up_down", 3), sizes("up", 3), sizes("down", 3)
    ((3, 2, 1, 2, 3), (1, 2, 3, 2, 1), (1, 2, 3), (3, 2, 1))
    """
    up = tuple(range(1, cards + 1))
    down = up[::-1]
    return {"down_up": down + up[1:], "up_down": up + down[1:], "up": up, "down": down}[schedule]


def _check(name: str, value: object, allowed: range, why: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise InvalidRules(f"{name}={value!r} is not one of {allowed[0]}..{allowed[-1]} {why}")


@variant
def rules(
    *,
    players: Annotated[int, range(3, 8), "how many play"] = 4,
    cards: Annotated[
        int, "the largest hand; 0 for the usual one: 10 cards, 8 for 6 players, 7 for 7", Examples((0, 1, 2))
    ] = 0,
    hand_sizes: Annotated[
        Literal["down_up", "up_down", "up", "down", "same"],
        "the hands of a game: from the largest down to one card and up again, the other way round, half of that, or "
        "all of the same size, one deal for every player",
    ] = "down_up",
    deals: Annotated[
        int, range(41), "how many deals are played, over and over again from the first; 0 for one schedule"
    ] = 0,
    hook: Annotated[bool, "whether the dealer may not make the estimates add up to the tricks"] = True,
    bidding: Annotated[
        Literal["in_turn", "at_once"],
        "whether estimates are called one after the other; or shown all at once, where there can be no hook",
    ] = "in_turn",
    score: Annotated[
        Literal["exact_only", "every_trick", "penalty"],
        "an estimate that is right scores 10 and 1 for every trick; one that is not scores nothing, or 1 for every "
        "trick taken, or loses 1 for every trick that it is off",
    ] = "exact_only",
    trump: Annotated[
        Literal["turned", "none"],
        "where trump comes from: the card turned up, and none where all cards are dealt; or there is never any",
    ] = "turned",
    suits: Annotated[int, "how many suits the deck has, 1 to 4", Examples((4, 2))] = 4,
    ranks: Annotated[int, "how many ranks the deck has, the highest ones, 2 to 13", Examples((13, 7))] = 13,
) -> Rules:
    """The rules of Oh Hell with the given options. The dealer of the first deal is the game's first starter.

    Raises:
        InvalidRules: an option does not exist, a value that it cannot have, or hands larger than the deck.

    >>> state = rules(players=3, cards=2).start(seed=7, first=0)
    >>> len(state.deal.hands[0]), state.actors
    (2, (1,))
    """
    game = deck(suits, ranks)
    if len(game) <= players:
        raise InvalidRules(f"players={players}: {suits} suits of {ranks} ranks leave no card to be turned up")
    most = len(game) // players
    if cards:
        _check("cards", cards, range(1, most + 1), f"for {players} players with {len(game)} cards")
    largest = cards or min(USUAL[players], (len(game) - 1) // players)
    listed = (largest,) * players if hand_sizes == "same" else sizes(hand_sizes, largest)
    dealt = tuple(islice(cycle(listed), deals or len(listed)))
    called = CallEstimates(limits=(Hook(),) if hook else ())
    estimates: Phase = called if bidding == "in_turn" else Estimates()
    return Rules(
        key="oh_hell",
        name="Oh Hell",
        summary="Estimate your tricks in turn, so that somebody is wrong, and take exactly as many.",
        source="Oh Hell! at pagat.com (John McLeod)",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            TurnTrump(trump=TRUMPS[trump], may_lack=True),
            estimates,
            Tricks(opening=LeftOfStarter()),
        ),
        scoring=SCORES[score],
        schedule=Schedule(hand_sizes=ListedSizes(dealt)),
        ending=AfterDeals(deals=len(dealt)),
        symmetry=Symmetry(seats=True, suits=game.suits),
    )
