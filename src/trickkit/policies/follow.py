"""Follow policies: each is a cascade of card sets; the first set that the hand meets decides what it may play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck, Face, Suit
from trickkit.model.checks import counted, each_is_a, is_a
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal
from trickkit.policies.breaking import Breaking
from trickkit.policies.ranking import Ranking

__all__ = [
    "CONTEXT",
    "Additional",
    "Anything",
    "Context",
    "Follow",
    "KeptToLast",
    "MustFollow",
    "MustOvertrump",
    "MustTrump",
    "NotBeforeBroken",
    "OrDealEnds",
    "PlainMustFollow",
    "Step",
]

CONTEXT = ("led", "trump", "best", "first", "broken", "winner", "stock", "value", "declares")
"""The parts of the situation that a follow policy may read, as attributes of its `Context`."""


@frozen
class Step:
    """One step of a cascade: if a hand holds a card of one set, it must play a card of a set.

    Args:
        allowed: the mask of faces that may be played.
        rule: why, as a rulebook says it; players read it in errors.
        binds: the mask of faces that activate the step if the hand holds one; `allowed` when not given.
        at_least: how many of these faces the hand must hold for that, 1 or more.

    Raises:
        InvalidRules: a mask or a number is not an integer, or the rule is not a text.

    >>> Step(0b11, "follow suit").binds
    3
    """

    allowed: int = field(validator=is_a(int))
    rule: str = field(validator=is_a(str))
    binds: int = field(validator=is_a(int))
    at_least: int = field(default=1, kw_only=True, validator=counted(1))

    @binds.default
    def _same(self) -> int:
        return self.allowed


@frozen(kw_only=True)
class Context:
    """The situation in which a hand plays, as far as a follow policy may read it, and helpers for sets of faces.

    `led`, `leads` and `trump` may always be read. Reading any other attribute raises an error unless the policy
    declares it in `reads`.

    Args:
        deck: the deck in use.
        ranking: decides which faces belong to a suit, and how strong they are.
        reads: what the policy has declared.
        led: the suit to be followed; None for the leading hand, and while no suit must be followed.
        trump: the trump suit, or None.
        best: the face that wins the trick so far; None for the leading hand.
        first: whether this is the first trick of the deal.
        broken: whether a card that breaks a suit has been played, as `Tricks(breaking=...)` defines it.
        winner: who is winning, as the number of hands clockwise from the one that plays now: 1 for the next one, 2 for
            the partner among four hands; None if nobody wins.
        stock: whether the stock still has cards.
        value: the value of the resolution, which contains all that matters about the plays to the trick.
        declares: whether the hand that plays is the declarer's.
        leads: whether the hand leads; if not given, whether no suit was led.
        beats: the faces that would win the trick so far; if not given, those that rank above `best`.
        suits: by suit, the faces that belong to it; if not given, the ranking decides.

    Raises:
        InvalidRules: the policy reads something that it has not declared.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> clubs = deck.suits[0]
    >>> context = Context(deck=deck, ranking=HighCard(), led=clubs)
    >>> bin(context.suit(context.led))
    '0b111'
    """

    deck: Deck
    ranking: Ranking
    reads: tuple[str, ...] = ()
    _led: Suit | None = None
    _trump: Suit | None = None
    _best: Face | None = None
    _first: bool = False
    _broken: bool = False
    _winner: int | None = None
    _stock: bool = False
    _value: Any = None
    _declares: bool = False
    _leads: bool | None = None
    _beats: int | None = None
    _suits: Mapping[Suit, int] | None = None

    def _declared(self, name: str) -> None:
        if name not in self.reads:
            needed = (*self.reads, name)
            raise InvalidRules(
                f"a follow policy looks at {quoted(name)} but declares reads={quoted(self.reads)}; write reads = "
                f"{quoted(needed)}"
            )

    @property
    def led(self) -> Suit | None:
        """The suit to be followed; None for the leading hand, and while no suit must be followed."""
        return self._led

    @property
    def leads(self) -> bool:
        """Whether the hand leads."""
        return self._led is None if self._leads is None else self._leads

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None."""
        return self._trump

    @property
    def best(self) -> Face | None:
        """The face that wins the trick so far; None for the leading hand."""
        self._declared("best")
        return self._best

    @property
    def first(self) -> bool:
        """Whether this is the first trick of the deal."""
        self._declared("first")
        return self._first

    @property
    def broken(self) -> bool:
        """Whether a card that breaks a suit has been played."""
        self._declared("broken")
        return self._broken

    @property
    def winner(self) -> int | None:
        """The winning hand, as the number of hands clockwise from the one that plays now; None if there is none."""
        self._declared("winner")
        return self._winner

    @property
    def stock(self) -> bool:
        """Whether the stock still has cards."""
        self._declared("stock")
        return self._stock

    @property
    def value(self) -> Any:
        """The value of the resolution after the plays so far."""
        self._declared("value")
        return self._value

    @property
    def declares(self) -> bool:
        """Whether the hand belongs to the declarer."""
        self._declared("declares")
        return self._declares

    @property
    def all(self) -> int:
        """All faces of the deck, as a mask."""
        return self.deck.all

    @property
    def plain(self) -> int:
        """The faces of cards that have only one face, as a mask."""
        return self.deck.plain

    def suit(self, suit: Suit | None) -> int:
        """The faces that belong to a suit under the ranking, as a mask; 0 for None.

        Raises:
            InvalidRules: it is not a Suit.
        """
        if not isinstance(suit, Suit | None):
            suits = ", ".join([deck_suit.name for deck_suit in self.deck.suits])
            raise InvalidRules(
                f"context.suit({quoted(suit)}) is asked, which is not a Suit; take context.led, context.trump or one "
                f"of context.deck.suits ({suits})"
            )
        if self._suits is not None:
            return 0 if suit is None else self._suits.get(suit, 0)
        return self.deck.where(lambda face: self.ranking.suit(face, self._trump) == suit)

    def whole(self, faces: int) -> int:
        """All faces of the cards that have one of the given faces, as a mask."""
        return self.deck.whole(faces)

    def where(self, test: Callable[[Face], bool]) -> int:
        """The faces that pass a test, as a mask."""
        return self.deck.where(test)

    def beating(self) -> int:
        """The faces that would win the trick so far, as a mask; all faces for the leading hand."""
        best = self.best
        if self._beats is not None:
            return self._beats
        if best is None or self._led is None:
            return self.all
        led, trump = self._led, self._trump
        strength = self.ranking.strength(best, led, trump)
        return self.deck.where(lambda face: self.ranking.strength(face, led, trump) > strength)


class Follow(ABC):
    """Says what a hand may play. It is called once for every context it declares, and its answers are tabulated.

    A policy that depends on more than the led suit and the trump declares that in `reads`.

    >>> from attrs import frozen
    >>> @frozen
    ... class NoHeartsFirst(Follow):
    ...     reads = ("first",)
    ...
    ...     def steps(self, context):
    ...         follow = MustFollow().steps(context)
    ...         if not context.first:
    ...             return follow
    ...         others = context.where(lambda face: face.suit.name != "hearts")
    ...         return (*follow, Step(others, "no hearts in the first trick"))
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=french("KA"), ranking=HighCard(), reads=NoHeartsFirst.reads, first=True)
    >>> [step.rule for step in NoHeartsFirst().steps(context)]
    ['no hearts in the first trick']
    """

    __slots__ = ()

    reads: ClassVar[tuple[str, ...]] = ()
    """The parts of `CONTEXT` that the policy reads besides led suit and trump, which may be listed as well."""

    ends: ClassVar[bool] = False
    """Whether a step may bind all faces and allow none, which ends the deal (`OrDealEnds`)."""

    @abstractmethod
    def steps(self, context: Context) -> tuple[Step, ...]:
        """The cascade in a context. If no step binds the hand, it may play any card.

        Returns:
            A tuple of steps; () if anything may be played.
        """

    def lacks(self, breaking: Breaking) -> str:
        """What the policy needs and does not have, in words; "" if nothing. Rules with such a policy are refused.

        Args:
            breaking: the policy of the same tricks that says which cards break a suit.
        """
        return ""

    def of(self, deal: Deal) -> Follow:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        A policy that returns others must declare in `reads` everything that any of them reads.

        Args:
            deal: before its first trick; the answer may depend only on what all seats know.
        """
        return self


class Additional(Follow):
    """A base for obligations that are added to those of another policy, the attribute `follow`.

    A subclass declares in `looks_at` what it reads itself.

    >>> NotBeforeBroken("spades", MustOvertrump()).reads
    ('broken', 'best')
    """

    __slots__ = ()

    looks_at: ClassVar[tuple[str, ...]] = ()
    """The parts of `CONTEXT` that it reads, apart from what the other policy reads."""
    follow: Follow

    @property
    def reads(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parts of the context that this policy and the other one read."""
        return tuple(dict.fromkeys((*self.looks_at, *self.follow.reads)))

    @property
    def ends(self) -> bool:  # type: ignore[override]
        """Whether the deal may end by the other policy."""
        return self.follow.ends

    def lacks(self, breaking: Breaking) -> str:
        return self.follow.lacks(breaking)


@frozen
class OrDealEnds(Additional):
    """Play as another policy says; where a hand cannot, the deal is over.

    With `MustFollow()`, for example, a hand that cannot follow suit plays nothing at all. It is shown, the trick goes
    to nobody, and the deal ends. `deal[Tricks].stuck` is that hand, and `UnlessStuck` scores it. Rules in which every
    hand can always play are refused.

    Args:
        follow: the policy by which cards are played.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("KA")
    >>> context = Context(deck=deck, ranking=HighCard(), led=deck.suits[0])
    >>> [bin(step.allowed) for step in OrDealEnds(MustFollow()).steps(context)]
    ['0b11', '0b0']
    """

    follow: Follow = field(validator=is_a(Follow))
    ends: ClassVar[bool] = True

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy, then one that leaves nothing to play; () where anything may be played.

        A card that a step allows but does not demand can still be played (`MayRenege`).
        """
        steps = self.follow.steps(context)
        free = tuple([Step(step.allowed, step.rule) for step in steps if step.allowed & ~step.binds])
        return steps and (*steps, *free, Step(0, "nothing can be played, and the deal is over", binds=context.all))


@frozen
class Anything(Follow):
    """Lead and play anything.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> Anything().steps(Context(deck=french("KA"), ranking=HighCard(), led=french().suits[0]))
    ()
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        return ()


@frozen
class MustFollow(Follow):
    """Follow the led suit if you can, otherwise play anything; lead anything.

    A card of several faces that shows the led suit counts as that suit, even if it is the only one.

    >>> from trickkit.policies.ranking import HighCard
    >>> from trickkit.variants import pikoko
    >>> deck = pikoko.deck(3)
    >>> (step,) = MustFollow().steps(Context(deck=deck, ranking=HighCard(), led=deck.face(deck.kinds["W7"]).suit))
    >>> step.rule, bool(step.binds & deck.mask(["M7"]))
    ('follow suit: white was led', True)
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        """One step for the led suit; none for a lead."""
        if context.led is None:
            return ()
        return (Step(context.suit(context.led), f"follow suit: {context.led} was led"),)


@frozen
class PlainMustFollow(Follow):
    """Follow the led suit if you hold a plain card of it, otherwise play anything; lead anything.

    If the only card that shows the led suit has several faces, it need not be played; if it is played, it counts as the
    led suit.

    >>> from trickkit.policies.ranking import HighCard
    >>> from trickkit.variants import pikoko
    >>> deck = pikoko.deck(3)
    >>> context = Context(deck=deck, ranking=HighCard(), led=deck.face(deck.kinds["W7"]).suit)
    >>> bool(PlainMustFollow().steps(context)[0].binds & deck.mask(["M7"]))
    False
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led is None:
            return ()
        led = context.suit(context.led)
        return (
            Step(led, f"follow suit: {context.led} was led", binds=led & context.plain),
            Step(
                led | context.all & ~context.whole(led),
                f"a card that shows {context.led}, which was led, counts as {context.led}",
            ),
        )


@frozen
class MustTrump(Follow):
    """Follow the led suit if you can; otherwise play any trump if you can; otherwise play anything.

    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=3).replace(Tricks, follow=MustTrump()).phases[-1].follow
    MustTrump()
    """

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led is None:
            return ()
        return (
            Step(context.suit(context.led), f"follow suit: {context.led} was led"),
            Step(context.suit(context.trump), f"void in the led suit, you must play a trump: {context.trump}"),
        )


@frozen
class MustOvertrump(Follow):
    """Follow the led suit if you can; otherwise beat the trick with a trump, or play a trump, or play anything.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck = french("QKA")
    >>> clubs, _, hearts, _ = deck.suits
    >>> king = deck.card("KH").faces[0]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=("best",), led=clubs, trump=hearts, best=king)
    >>> [step.allowed == deck.mask(["AH"]) for step in MustOvertrump().steps(context)]
    [False, True, False]
    """

    reads: ClassVar[tuple[str, ...]] = ("best",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.led is None:
            return ()
        trumps = context.suit(context.trump)
        return (
            Step(context.suit(context.led), f"follow suit: {context.led} was led"),
            Step(trumps & context.beating(), "void in the led suit, you must beat the trick with a trump"),
            Step(trumps, f"void in the led suit, you must play a trump: {context.trump}"),
        )


@frozen
class NotBeforeBroken(Additional):
    """A suit may not be led before it is broken, unless there is nothing else to lead; another policy decides the rest.

    `Tricks(breaking=...)` decides what breaks the suit.

    Args:
        suit: the name of the suit, such as `"hearts"`.
        follow: the policy that decides otherwise. Its steps for leads come first: the suit is held back where they
            leave a choice.
        unless: the texts of faces that need not be led either: a hand with only these faces and the suit may lead any
            card.

    Raises:
        InvalidRules: an argument is of the wrong kind; or, when a game is built, the deck has no such suit or face.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> context = Context(deck=french("A"), ranking=HighCard(), reads=("broken",))
    >>> [step.rule for step in NotBeforeBroken("spades").steps(context)], bin(context.all)
    (['no spades may be led before they are broken'], '0b1111')
    >>> bin(NotBeforeBroken("spades").steps(context)[0].allowed)
    '0b111'
    """

    looks_at: ClassVar[tuple[str, ...]] = ("broken",)

    suit: str = field(validator=is_a(str))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))
    unless: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy; for a lead before the suit is broken, also one that excludes the suit."""
        steps = self.follow.steps(context)
        if not context.leads or context.broken:
            return steps
        others = context.all & ~context.suit(self._suit(context))
        free = others & ~context.deck.mask(self.unless)
        return (*steps, Step(others, f"no {self.suit} may be led before they are broken", binds=free))

    def _suit(self, context: Context) -> Suit:
        for suit in context.deck.suits:
            if suit.name == self.suit:
                return suit
        raise InvalidRules(
            f"{quoted(self)}: the deck has no suit {quoted(self.suit)}; it has "
            f"{', '.join(map(str, context.deck.suits))}"
        )


@frozen
class KeptToLast(Additional):
    """The declarer plays a certain trump only if it has no choice, as where it must win the last trick with it.

    Args:
        rank: the rank of the trump, as it precedes the letter of the suit in texts.
        follow: the policy that decides otherwise; its steps come first.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deck, follow = french("78"), KeptToLast("7")
    >>> hearts = deck.suits[2]
    >>> context = Context(deck=deck, ranking=HighCard(), reads=follow.reads, led=hearts, trump=hearts, declares=True)
    >>> [step.allowed == deck.mask(cards) for step, cards in zip(follow.steps(context), (["8H"], ["7H", "8H"]))]
    [True, True]
    """

    looks_at: ClassVar[tuple[str, ...]] = ("declares",)

    rank: str = field(validator=is_a(str))
    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy; for the declarer, each is preceded by the same step without the card.

        A step that ends the deal stays as it is.
        """
        steps = self.follow.steps(context)
        if context.trump is None or not context.declares:
            return steps
        text = f"{self.rank}{context.trump.letter}"
        kept, rule = context.where(lambda face: face.text == text), f"{text} is kept to the last trick"
        apart = [evolve(step, allowed=step.allowed & ~kept, binds=step.binds & ~kept) for step in steps]
        pairs = zip(apart, steps, strict=True)
        return (*[step for pair in pairs for step in pair[not pair[1].allowed :]], Step(context.all & ~kept, rule))
