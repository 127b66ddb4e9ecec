"""The cards, contracts and tricks of Slovenian Tarok: see `trickkit_classics.tarok`."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Deck
from trickkit.model.cards import Card, Face, Suit
from trickkit.phases.contracts import contract_of
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.lead import Opening
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Best, StrongestWins

__all__ = [
    "BEGGARS",
    "COURT",
    "KINGS",
    "MOND",
    "NEGATIVE",
    "PAGAT",
    "PARTS",
    "SKIS",
    "TAROCKS",
    "TRULA",
    "VALATS",
    "VALUES",
    "EmperorsTrick",
    "ForehandOrDeclarer",
    "Lying",
    "MustBeat",
    "MustPlayTarock",
    "deck",
]

SUITS = (Suit("clubs", "C"), Suit("diamonds", "D"), Suit("hearts", "H"), Suit("spades", "S"))
TAROCKS = Suit("tarocks", "T")
RANKS = {"C": ("7", "8", "9", "10"), "S": ("7", "8", "9", "10"), "D": ("4", "3", "2", "1"), "H": ("4", "3", "2", "1")}
COURT = ("J", "C", "Q", "K")

PAGAT, MOND, SKIS = "T1", "T21", "T22"
TRULA = (PAGAT, MOND, SKIS)
KINGS = ("KH", "KD", "KS", "KC")

VALUES = {
    "klop": 70,
    "three": 10,
    "two": 20,
    "one": 30,
    "solo three": 40,
    "solo two": 50,
    "solo one": 60,
    "beggar": 70,
    "solo without": 80,
    "open beggar": 90,
    "colour valat": 125,
    "valat": 500,
}
"""What each contract is worth, the lowest first."""

PARTS = {"three": 3, "two": 2, "one": 1, "solo three": 3, "solo two": 2, "solo one": 1}
"""In which contracts the talon is opened, and how many cards a part of it has."""

BEGGARS, VALATS = ("beggar", "open beggar"), ("colour valat", "valat")
NEGATIVE = ("klop", *BEGGARS)
DECLARER_LEADS = ("solo without", *BEGGARS, *VALATS)


def deck() -> Deck:
    """The 54 cards: red suits rank king, queen, knight `C`, jack, 1, 2, 3, 4; black ones have 10 to 7 below the jack.

    The tarocks are `T1`, the pagat, to `T21`, the mond, and `T22`, the skis.

    >>> len(deck()), str(deck())[:46]
    (54, '7C 8C 9C 10C JC CC QC KC 4D 3D 2D 1D JD CD QD ')
    """
    plain = [
        Card.plain(suit, rank, f"{text}{suit.letter}")
        for suit in SUITS
        for rank, text in enumerate((*RANKS[suit.letter], *COURT))
    ]
    tarocks = [Card.plain(TAROCKS, rank, f"T{rank}") for rank in range(1, 23)]
    return Deck((*plain, *tarocks), source_text="tarok_play.deck()")


_PAGAT = deck().card(PAGAT).faces[0]


@frozen
class Lying(Best):
    """The state of a trick, with the cards of the trula in it.

    Args:
        trula: their texts.
        pagat: the place of the pagat in the trick, 0 or more; None if it is not there.
    """

    trula: frozenset[str] = frozenset()
    pagat: int | None = None


@frozen
class EmperorsTrick(StrongestWins):
    """The highest tarock wins, or the highest card of the led suit; but if pagat, mond and skis meet, the pagat wins.

    In colour valat tarocks are not trumps: there the pagat wins in this way only if a tarock was led.

    >>> from trickkit.policies.ranking import HighCard
    >>> trick, ranked, value = EmperorsTrick(), Ranked(HighCard(), trump=TAROCKS), None
    >>> for place, text in enumerate(["T22", "T1", "T21", "T5"]):
    ...     value = trick.fold(value, deck().card(text).faces[0], place, ranked)
    ...     print(trick.winner(value), end=" ")
    0 0 1 1
    """

    def fold(self, value: Best | None, face: Face, place: int, ranked: Ranked) -> Lying:
        """The best card so far, with the trula's cards."""
        trula = value.trula if isinstance(value, Lying) else frozenset()
        pagat = value.pagat if isinstance(value, Lying) else None
        best = super().fold(value, face, place, ranked)
        if face.text in TRULA:
            trula, pagat = trula | {face.text}, place if face == _PAGAT else pagat
        if pagat is not None and len(trula) == len(TRULA) and (ranked.trump is not None or best.led == TAROCKS):
            return Lying(best.led, _PAGAT, pagat, trula, pagat)
        return Lying(best.led, best.face, best.place, trula, pagat)


@frozen
class MustPlayTarock(Follow):
    """Follow suit if you can, otherwise play a tarock; in klop and the beggars also beat the trick if you can.

    >>> from trickkit.phases.contracts import ContractBids
    >>> deal = Deal.fresh(deck(), players=4)
    >>> [MustPlayTarock().of(deal.with_record(ContractBids((), word))) for word in ("three", "beggar")]
    [MustPlayTarock(), MustBeat()]
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def of(self, deal: Deal) -> Follow:
        """`MustBeat` in contracts in which nobody wants tricks; otherwise this policy."""
        return MustBeat() if contract_of(deal) in NEGATIVE else self

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The led suit, then the tarocks, even if they are not trumps."""
        if context.led is None:
            return ()
        return (
            Step(context.suit(context.led), f"follow suit: {context.led} was led"),
            Step(context.suit(TAROCKS), "void in the led suit, you must play a tarock"),
        )


@frozen
class MustBeat(Follow):
    """Follow suit, otherwise play a tarock; in doing so beat the trick if you can; keep the pagat to the last.

    The pagat must be played if it takes mond and skis, and may be played if there is nothing else.

    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=deck(), ranking=HighCard(), reads=("best",))
    >>> [step.rule for step in MustBeat().steps(context)]
    ['the pagat is kept to the last']
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        """In the led suit, then in tarocks: cards that beat the trick, others except the pagat, then the pagat."""
        pagat, best, led, trump = context.deck.mask([PAGAT]), context.best, context.led, context.trump
        if led is None or best is None:
            return (Step(context.all & ~pagat, "the pagat is kept to the last"),)
        suit, tarocks, strength = context.suit(led), context.suit(TAROCKS), context.ranking.strength
        # The skis is higher than the mond even with the pagat in the trick, which then takes both.
        higher = context.where(lambda face: strength(face, led, trump) > strength(best, led, trump))
        # Once a tarock has been played, the pagat wins only in the emperor's trick.
        forced = context.beating() & pagat if best.suit == TAROCKS else 0
        beating = higher & ~pagat | forced
        follow = f"follow suit: {context.led} was led"
        void = "void in the led suit, you must play a tarock"
        return (
            Step(suit & beating, f"{follow}, and beat the trick"),
            Step(suit & ~pagat, follow + (", and keep the pagat to the last" if context.led == TAROCKS else "")),
            Step(suit, follow),
            Step(tarocks & beating, f"{void} that beats the trick"),
            Step(tarocks & ~pagat, f"{void}, and keep the pagat to the last"),
            Step(tarocks, void),
        )


@frozen
class ForehandOrDeclarer(Opening):
    """Forehand, to the dealer's left, leads; in solo without, the beggars and the valats the declarer does.

    >>> ForehandOrDeclarer().opener(starter=3, choosers=(0, 1, 2, 3))
    0
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """Forehand, if the contract is not known."""
        return choosers.index((starter + 1) % len(choosers))

    def opening(self, deal: Deal, choosers: tuple[int, ...]) -> int:
        """The declarer in contracts in which it leads; otherwise forehand."""
        declarer = deal.declarer if contract_of(deal) in DECLARER_LEADS else None
        return self.opener(deal.starter, choosers) if declarer is None else choosers.index(declarer)
