"""5211: cards laid in secret and revealed together; an exact number of Kododos scores, or else the majority colour.

For 2 to 5 players. Rules: *5211*, Azul, the French booklet. Options cover the cases on which it is silent; `trickkit
rules 5211` lists them all.
"""

from __future__ import annotations

from typing import Annotated, Literal

from trickkit.catalog.options import variant
from trickkit.model.cards import Card, Deck, Suit
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, Draw, Evaluate, Phase, RemoveCards, Reveal, ThrowAway
from trickkit.phases.evaluate import LargestPile
from trickkit.play.rules import Rules
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.evaluation import AtLeastOfRank, AtPoints, ExactlyOfRank, MajoritySuit, Never
from trickkit.policies.schedule import Nobody, SameSize, Schedule

__all__ = ["deck", "rules"]

COLOURS = (Suit("blue", "B"), Suit("green", "G"), Suit("yellow", "Y"), Suit("orange", "O"), Suit("purple", "P"))
COPIES = {1: 5, 2: 6, 3: 5, 4: 2, 5: 1, 6: 1}
KODODO = 1
HAND = 5
TURNS = (2, 1, 1)
REMOVED = {2: 10, 3: 13, 4: 0, 5: 15}


def deck() -> Deck:
    """The 100 cards: five colours of 20, of which five are Kododos, the cards of value 1.

    >>> len(deck()), sum(face.rank for face in deck().faces)
    (100, 255)
    """
    return Deck(
        tuple(
            Card.plain(colour, value, f"{colour.letter}{value}")
            for colour in COLOURS
            for value, copies in COPIES.items()
            for _ in range(copies)
        ),
        source_text="game5211.deck()",
    )


@variant
def rules(
    *,
    players: Annotated[int, range(2, 6), "how many play"] = 4,
    long_game: Annotated[bool, "whether the game goes on, deck after deck, until somebody has the target"] = False,
    long_target: Annotated[int, range(1, 501), "how many points end a long game"] = 50,
    long_check: Annotated[
        Literal["round_after_first_deck", "deck_end", "every_round"],
        "when a long game looks for the target: after the first deck and then after every round; after every deck; or "
        "after every round from the start",
    ] = "round_after_first_deck",
    long_tiebreak: Annotated[
        Literal["current_pile", "all_decks"],
        "at a tie in a long game, the cards in the score pile of the last deck count, or those of all decks",
    ] = "current_pile",
    kododo_mode: Annotated[
        Literal["exact", "at_least"],
        "whether Kododos score when there are exactly as many as needed, or also when there are more",
    ] = "exact",
) -> Rules:
    """The rules of 5211 with the given options. Nobody starts: all seats lay at once.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules(players=3).start(seed=7)
    >>> state.actors, len(state.deal.hands[0]), len(state.deal.stock)
    ((0, 1, 2), 5, 72)
    """
    of_rank = ExactlyOfRank if kododo_mode == "exact" else AtLeastOfRank
    kododos = of_rank(rank=KODODO, number=players + 2, name="Kododo")
    first_deal = {"round_after_first_deck": 1, "every_round": 0}.get(long_check)
    closing = Never() if not long_game or first_deal is None else AtPoints(points=long_target, first_deal=first_deal)
    evaluate = Evaluate(evaluation=(kododos, MajoritySuit(limit=players + 3)), closing=closing)
    turns = [(Reveal(cards=cards), Draw()) for cards in TURNS]
    a_round: tuple[Phase, ...] = (*[phase for turn in turns for phase in turn], evaluate)
    last: tuple[Phase, ...] = (*[reveal for reveal, _ in turns], ThrowAway(), evaluate)
    game = deck()
    in_stock = len(game) - REMOVED[players] - HAND * players
    largest = LargestPile(all_deals=long_game and long_tiebreak == "all_decks")
    return Rules(
        key="5211",
        name="5211",
        summary="All lay cards at once: an exact number of Kododos scores, or else the colour with the most cards.",
        source="5211, Azul, French booklet",
        players=players,
        deck=game,
        phases=(
            DealOut(),
            RemoveCards(cards=REMOVED[players]),
            *a_round * (in_stock // (sum(TURNS) * players)),
            *last,
        ),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(HAND), starter=Nobody()),
        ending=AtTarget(points=long_target, ties=largest) if long_game else AfterDeals(deals=1, ties=largest),
        symmetry=Symmetry(seats=True, suits=COLOURS),
    )
