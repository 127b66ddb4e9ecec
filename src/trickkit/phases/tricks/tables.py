"""Policies asked once: what ranking and follow policies answer, remembered as integers.

A policy is plain Python that may be slow; the engine only looks at the tables here. A context is tabulated when a game
first meets it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from numbers import Integral

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Deck, Face, Suit
from trickkit.policies.follow import CONTEXT, Context, Follow, Step
from trickkit.policies.ranking import Ranking

__all__ = ["Cascade", "Led", "TrickTables", "cascade"]

Cascade = tuple[tuple[int, int], ...]
"""Pairs of masks (binds, allowed): the first pair whose first mask meets the hand says what may be played."""


def cascade(follow: Follow, context: Context) -> Cascade:
    """What a follow policy answers in a context, closed by a step that allows everything.

    Raises:
        InvalidRules: the policy answers something else than steps, or a step could leave nothing to play.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("KA")
    >>> context = Context(deck=deck, ranking=HighCard(), led=deck.suits[0])
    >>> cascade(MustFollow(), context)
    ((3, 3), (255, 255))
    """
    steps = tuple((step.binds, step.allowed) for step in _steps(follow, context))
    for binds, allowed in steps:
        if binds & ~context.whole(allowed):
            raise InvalidRules(
                f"{follow!r}: a step binds a card that it does not allow, which could leave nothing to play"
            )
    return (*steps, (context.all, context.all))


def _steps(follow: Follow, context: Context) -> tuple[Step, ...]:
    """What the policy answers, when it is steps: its author may have forgotten the comma of a tuple, or the return."""
    given: object = follow.steps(context)
    steps = tuple(given) if isinstance(given, Iterable) else (None,)
    if not all(isinstance(step, Step) for step in steps):
        raise InvalidRules(
            f"{follow!r}: steps gave {given!r}; it gives a tuple: (Step(allowed, rule), ...), () for none"
        )
    return steps


def _suit(ranking: Ranking, face: Face, trump: Suit | None) -> Suit:
    """What the policy answers, when it is a suit."""
    given: object = ranking.suit(face, trump)
    if not isinstance(given, Suit):
        raise InvalidRules(f"{ranking!r}: suit gave {given!r} for {face}; it gives a Suit, such as face.suit")
    return given


def _strength(ranking: Ranking, face: Face, led: Suit, trump: Suit | None) -> int:
    """What the policy answers, when it is a whole number."""
    given: object = ranking.strength(face, led, trump)
    if not isinstance(given, Integral):
        raise InvalidRules(
            f"{ranking!r}: strength gave {given!r} for {face}; it gives a whole number, 0 for never wins"
        )
    return int(given)


class Cascades(dict[tuple[int, bool, bool], Cascade]):
    """The cascades for one led suit and trump, by the bit of the best face, whether it is the first trick, and whether
    a suit is broken.

    What the policy does not read is 0 or False. A cascade is asked for when it is first looked up.
    """

    def __init__(self, tables: TrickTables, led: Suit | None) -> None:
        super().__init__()
        self.tables = tables
        self.led = led

    def __missing__(self, key: tuple[int, bool, bool]) -> Cascade:
        self[key] = found = cascade(self.tables.follow, self.tables.context(self.led, *key))
        return found


@frozen
class Led:
    """The tables for one led suit and trump.

    Args:
        strength: by the bit of a face, how strong it is; 0 never wins.
        cascades: what may be played.

    What is found: `better`, by the bit of a face, the faces that are stronger, as a mask.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> from trickkit.policies.ranking import HighCard
    >>> clubs = TrickTables(french("KA"), HighCard(), MustFollow(), None).led[0]
    >>> clubs.strength[0b10] > clubs.strength[0b1], clubs.cascades[0, False, False]
    (True, ((3, 3), (255, 255)))

    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> deck = pikoko.deck(3)
    >>> tables = Tricks().tables(deck, trump=None)
    >>> red_led = tables.led[0]
    >>> red_led.strength[deck.kinds["R5"]] > red_led.strength[deck.kinds["R3"]], red_led.strength[deck.kinds["B5"]]
    (True, 0)
    """

    strength: dict[int, int]
    cascades: Cascades
    better: dict[int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        stronger: dict[int, int] = {}
        above = 0
        for strength in sorted(set(self.strength.values()), reverse=True):
            stronger[strength] = above
            above |= sum(bit for bit, one in self.strength.items() if one == strength)
        found = {bit: stronger[strength] for bit, strength in self.strength.items()}
        object.__setattr__(self, "better", found)


@frozen(eq=False)
class TrickTables:
    """What the policies of a trick answer under one trump.

    Args:
        deck: the deck in use.
        ranking: asked for suits and strengths.
        follow: asked for cascades.
        trump: the trump suit, or None.

    What is found: `suits`, all suits that faces belong to; `suit`, by the bit of a face, the number of its suit among
    them; `led`, by that number, the tables for a trick to which the suit was led; `leading`, the cascades for a lead.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> from trickkit.policies.ranking import HighCard
    >>> tables = TrickTables(french("KA"), HighCard(), MustFollow(), None)
    >>> tables.suit[0b1], tables.led[tables.suit[0b1]].strength[0b10] > 0
    (0, True)
    """

    deck: Deck
    ranking: Ranking
    follow: Follow
    trump: Suit | None
    suits: tuple[Suit, ...] = field(init=False)
    suit: dict[int, int] = field(init=False)
    led: tuple[Led, ...] = field(init=False)
    leading: Cascades = field(init=False)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.follow.reads, tuple):
            raise InvalidRules(
                f'{self.follow!r}: reads = {self.follow.reads!r} is no tuple; write it like reads = ("first",)'
            )
        unknown = [name for name in self.follow.reads if name not in CONTEXT]
        if unknown:
            raise InvalidRules(f"{self.follow!r} reads {unknown[0]!r}; a follow policy may read {', '.join(CONTEXT)}")
        faces = {1 << place: face for place, face in enumerate(self.deck.faces)}
        suit = {bit: _suit(self.ranking, face, self.trump) for bit, face in faces.items()}
        suits = tuple(dict.fromkeys(suit.values()))
        found = {
            "suits": suits,
            "suit": {bit: suits.index(one) for bit, one in suit.items()},
            "led": tuple(
                Led(
                    {bit: _strength(self.ranking, face, one, self.trump) for bit, face in faces.items()},
                    Cascades(self, one),
                )
                for one in suits
            ),
            "leading": Cascades(self, None),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)
        # One question for every suit, so that a policy which cannot answer is found before anybody plays.
        for number, led in enumerate(self.led):
            lead = next(bit for bit, one in self.suit.items() if one == number)
            led.cascades[lead if self.reads_best else 0, False, False]

    @cached_property
    def reads_best(self) -> bool:
        """Whether the follow policy looks at the best face so far."""
        return "best" in self.follow.reads

    @cached_property
    def reads_first(self) -> bool:
        """Whether the follow policy looks at whether it is the first trick."""
        return "first" in self.follow.reads

    @cached_property
    def reads_broken(self) -> bool:
        """Whether the follow policy looks at whether a suit is broken."""
        return "broken" in self.follow.reads

    def context(self, led: Suit | None, best: int = 0, first: bool = False, broken: bool = False) -> Context:
        """The context with which the follow policy is asked.

        Args:
            led: the led suit; None for the hand that leads.
            best: the bit of the best face so far, or 0.
            first: whether it is the first trick.
            broken: whether a card has been played that breaks a suit.
        """
        return Context(
            deck=self.deck,
            ranking=self.ranking,
            reads=self.follow.reads,
            led=led,
            trump=self.trump,
            best=self.deck.face(best) if best else None,
            first=first,
            broken=broken,
        )
