"""The Fox in the Forest, Joshua Buergel's game for two (2017): take some of the tricks, or nearly none; odd cards act.

Rules as Board Game Arena and reviews give them: 33 cards of three suits, thirteen for each player, and one face up, the
decree, which makes its suit trump. `trickkit rules fox_in_the_forest` lists the options.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar, Literal

from attrs import field, frozen

from trickkit import Card, Deck, Rules, Suit, variant
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, PowerTricks, ShowBottom
from trickkit.phases.tricks.powers import DrawCard, ExchangeFaceUp, PutUnder
from trickkit.policies.ending import AtTarget
from trickkit.policies.follow import Context, Follow, MustFollow, Step
from trickkit.policies.lead import LeftOfStarter, LoserLeads
from trickkit.policies.lone_trump import LoneTrump
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreCards, ScoreTrickCounts

__all__ = ["AnswerHighest", "deck", "rules"]

SUITS = (Suit("bells", "B"), Suit("keys", "K"), Suit("moons", "M"))
SIZE = 13
SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = range(1, 12, 2)

POINTS = (*[6] * 4, 1, 2, 3, *[6] * 3, *[0] * 4)
"""By number of tricks: humble up to three, victorious from seven to nine, greedy from ten on."""


@lru_cache(maxsize=1)
def deck() -> Deck:
    """The 33 cards, 1 to 11 in bells, keys and moons.

    >>> len(deck()), " ".join(card.text for card in deck().cards[9:13])
    (33, 'B10 B11 K1 K2')
    """
    return Deck(
        tuple(Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in SUITS for rank in range(1, 12)),
        source_text="fox_in_the_forest.deck()",
    )


def _of(rank: int) -> list[str]:
    return [f"{suit.letter}{rank}" for suit in SUITS]


@frozen
class AnswerHighest(Follow):
    """Follow suit; if a certain rank is led, with the lowest card of the suit or with your highest.

    Args:
        rank: of the card that asks for it.

    >>> from trickkit.policies.ranking import HighCard
    >>> cards = deck()
    >>> led = cards.card("K11").faces[0]
    >>> context = Context(deck=cards, ranking=HighCard(), reads=("best",), led=led.suit, best=led)
    >>> held = cards.mask(["K1", "K4", "K8"])
    >>> step = next(step for step in AnswerHighest().steps(context) if held & step.binds)
    >>> [text for text in ("K1", "K4", "K8") if held & step.allowed & cards.mask([text])]
    ['K1', 'K8']
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    rank: int = field(default=MONARCH)

    def steps(self, context: Context) -> tuple[Step, ...]:
        """If that rank was led, the hand's highest card of the suit or the suit's lowest; otherwise the led suit."""
        follow, led = MustFollow().steps(context), context.led
        if led is None or context.best is None or context.best.rank != self.rank:
            return follow
        suit = sorted((face for face in context.deck.faces if face.suit == led), key=lambda face: -face.rank)
        lowest = context.deck.mask([suit[-1].text])
        rule = f"{context.best} was led: play your highest card of {led}, or {suit[-1]}"
        return tuple([Step(kind | lowest, rule, kind) for kind in (context.deck.mask([face.text]) for face in suit)])


@variant
def rules(
    *,
    target: Annotated[Literal[11, 16, 21, 35], "how many points end the game, once a deal is scored"] = 21,
    fox: Annotated[
        Literal["may", "must"], "whether the player of a 3 may exchange the decree for a card of the hand, or must"
    ] = "may",
) -> Rules:
    """The rules of The Fox in the Forest with the given options. The starter of a deal deals; the other seat leads.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0)
    >>> state.actors, str(state.deal.trump), str(state.view(0).deal.stock)
    ((1,), 'bells', '?? ?? ?? ?? ?? ?? B11')
    """
    return Rules(
        key="fox_in_the_forest",
        name="The Fox in the Forest",
        summary="Two players take some of the tricks, or nearly none; odd cards act when they are played.",
        source="The Fox in the Forest (Joshua Buergel, Foxtrot Games 2017), as Board Game Arena has it",
        players=2,
        deck=deck(),
        phases=(
            DealOut(),
            ShowBottom(),
            PowerTricks(
                follow=AnswerHighest(),
                resolution=LoneTrump(_of(WITCH)),
                opening=LeftOfStarter(),
                lead=LoserLeads(_of(SWAN)),
                after_card=(
                    ExchangeFaceUp(_of(FOX), optional=fox == "may"),
                    DrawCard(_of(WOODCUTTER)),
                    PutUnder(_of(WOODCUTTER)),
                ),
            ),
        ),
        scoring=(ScoreTrickCounts(POINTS), ScoreCards(cards=dict.fromkeys(_of(TREASURE), 1))),
        schedule=Schedule(hand_sizes=SameSize(SIZE), starter=NextSeat()),
        ending=AtTarget(points=target),
        symmetry=Symmetry(seats=True, suits=SUITS),
    )
