"""The base classes of phases: a step of the rulebook, and the run of that step in one deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.model.bounds import Bounds, Extent
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import OF_MORE, Record, tells_of
from trickkit.model.history import Grouping
from trickkit.model.moves import Move, Turns
from trickkit.model.questions import Question, Sight

__all__ = ["Claim", "Phase", "Progress", "Run", "Void"]


@frozen
class Void:
    """Cards that a hand is known not to have held, for example because it did not follow suit.

    Args:
        hand: the hand.
        event: the index, in the log of the deal, of the event that showed it.
        faces: the faces that it did not hold then, as a mask.

    >>> from trickkit.model.cards import french
    >>> french().where(lambda face: face.suit.name == "clubs") == Void(hand=2, event=7, faces=0x1FFF).faces
    True
    """

    hand: int
    event: int
    faces: int


def lacking(deal: Deal, voids: Sequence[Void]) -> tuple[int, ...]:
    """By hand, the faces shown as voids since it last received a card, as a mask.

    Args:
        deal: as it stands now, perhaps that of a view.
        voids: those that hands have shown in the deal.
    """
    if not voids:
        return (0,) * deal.players
    excluded, last = [0] * deal.players, [-1] * deal.players
    for index, event in enumerate(deal.events):
        if tells_of(type(event)) == OF_MORE:  # type: ignore[arg-type]
            for hand in event.receivers:
                last[hand] = index
    for void in voids:
        if void.event > last[void.hand]:
            excluded[void.hand] |= void.faces
    return tuple(excluded)


@frozen
class Claim:
    """A bound on the cards that a hand held, for example because its seat announced their worth.

    Args:
        hand: the hand.
        event: the index, in the log of the deal, of the event that reported it.
        agrees: a function that says whether the hand may have held exactly these cards then, given as texts.
        groups: sets of texts, if known, of which the hand then held at least one set completely. They help to find rare
            hands sooner. () says nothing.

    >>> claim = Claim(hand=2, event=7, agrees=lambda texts: "AS" in texts)
    >>> claim.agrees(("KS", "AS")), claim.agrees(("KS",))
    (True, False)
    """

    hand: int
    event: int
    agrees: Callable[[tuple[str, ...]], bool]
    groups: tuple[frozenset[str], ...] = ()


class Progress(Protocol):
    """The progress of a phase in a deal: a small frozen record. Every phase has its own type; all have `actors`.

    >>> from trickkit.variants import pikoko
    >>> phase = pikoko.rules(players=3).phases[2]
    >>> deal = pikoko.rules(players=3).start(seed=7, first=0).deal
    >>> phase.begin(deal).start().actors
    (1, 2)
    """

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; () when the phase is done."""


At = TypeVar("At", bound=Progress)


class Phase(ABC):
    """One step of a deal, as a rulebook names it: a frozen value whose fields are its policies.

    A phase that asks nobody returns the changed deal from `begin`; one that asks seats for decisions returns a `Run`. A
    phase calls no other phase and does not depend on which one comes next: everything it needs is in the deal.
    Everybody sees the outcomes that it draws with `deal.chance.below` or `deal.chance.order`, unless it names the seats
    that see them (`seen_by`).

    This phase asks nobody; it comes before the tricks of Pikoko:

    >>> from attrs import evolve, frozen
    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> @frozen
    ... class NoMoreTrump(Phase):
    ...     def begin(self, deal):
    ...         return evolve(deal, trump=None)
    >>> house = pikoko.rules(players=3).before(Tricks, NoMoreTrump())
    >>> [type(phase).__name__ for phase in house.phases][-2:]
    ['NoMoreTrump', 'Tricks']
    """

    __slots__ = ()

    record: ClassVar[type[Record]]
    """The type of the phase's record; a phase without a result has none."""

    binding: ClassVar[bool] = False
    """Whether a seat is bound by its decision, such as a bid. When bots play deals out at random, seats pass in such a
    phase whenever they may: if others went on bidding at random, no bid would be worth anything."""

    asks: ClassVar[Question | None] = None
    """The question to a seat that has to decide, if it is always the same: `Question("How many do you take?")`."""

    finds_declarer: ClassVar[bool] = False
    """Whether the phase may determine the declarer. Before the first such phase, no seat takes part as the declarer or
    as its partner."""

    draws: ClassVar[bool] = False
    """Whether hands get cards from the stock in the phase. Such a phase may not follow one that `returns` cards."""

    def __init_subclass__(cls) -> None:
        """Check that `asks` is a `Question`.

        Raises:
            InvalidRules: `asks` is something else, such as a text.
        """
        super().__init_subclass__()
        asks: object = vars(cls).get("asks")
        if isinstance(asks, str):
            raise InvalidRules(f"{cls.__name__}: asks is {quoted(asks)}; it must be a Question: Question({asks!r})")

    def turns(self, size: int) -> str:
        """The source of the card that `Stacked(turned=...)` fixes.

        Args:
            size: the size of a hand in the deal.

        Returns:
            `"stock"` for the top of the stock, if it stays out of play; `"pack"` for a card that is dealt like any
            other; `""` if the phase turns none.
        """
        return ""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every action that the phase may ever offer."""
        return ()

    def games(self, deck: Deck) -> tuple[str, ...]:
        """The words of all games that may result from a bid or a name in this phase; usually ().

        Policies that depend on the contract may name these and no others.

        >>> from trickkit.model.cards import french
        >>> from trickkit.phases import BidOnce
        >>> BidOnce(contracts=["petite", "garde"]).games(french())
        ('petite', 'garde')
        """
        return ()

    @property
    def left_out(self) -> tuple[str, ...]:
        """Words that are missing from `games` on purpose: a part that depends on one of them is not misspelt."""
        return ()

    @property
    def inner(self) -> Phase:
        """The phase itself, or the one that it wraps, such as the one inside of `InContracts`."""
        return self

    @property
    def is_own(self) -> bool:
        """Whether the phase, or the one that it wraps, comes from outside the library, and thus may do anything."""
        return not type(self.inner).__module__.startswith("trickkit.phases.")

    def lacks(self, before: tuple[Phase, ...], after: tuple[Phase, ...]) -> str:
        """What the phase needs to have any effect and does not have, in words, such as another phase; "" if nothing.

        Rules with a phase that lacks something are refused.

        Args:
            before: the phases before it, in order.
            after: those after it.

        >>> from trickkit.phases import ExchangeNumbers
        >>> ExchangeNumbers(most=3).lacks((), ())
        'no phase after it exchanges the cards; ExchangeCards does'
        """
        return ""

    @property
    def returns(self) -> bool:
        """Whether hands may put cards under the stock in the phase."""
        return False

    def bounds(self, extent: Extent) -> Bounds:
        """The fewest and the most points that the phase gives a seat in a deal; None if unknown.

        Only phases that score differ from (0, 0).
        """
        return 0, 0

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether a viewer may know what another seat decided in this phase, once the decision is no longer pending.

        Args:
            deal: as it stands now.
            mover: the seat that decided.
            viewer: another seat; None for a spectator.
        """
        return True

    def public(self, deal: Deal, action: Action) -> bool:
        """Whether everybody may know an action of this phase, even if `hears` says no; usually not.

        Args:
            deal: as it stands now.
            action: what a seat decided.
        """
        return False

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """The cards that hands have been shown not to hold in this phase, in order.

        Voids help to sample worlds that agree with what a seat has seen. A phase that reveals none need not override
        this method.

        Args:
            deal: as it stands now, perhaps that of a view; the answer may depend only on what everybody has seen.
        """
        return ()

    def ruled_out(self, deal: Deal) -> tuple[int, ...]:
        """By hand, the cards that it cannot hold now according to this phase, as a mask.

        By default, these are the voids shown since the hand last received a card. A phase that knows of other cards
        overrides this method.
        """
        return lacking(deal, self.voids(deal))

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        """The bounds on hands that this phase has shown, besides the voids.

        Claims reduce the number of sampled worlds that must be rejected. A phase that reveals none need not override
        this method.
        """
        return ()

    def tally(self, deal: Deal) -> tuple[tuple[str, int, int], ...]:
        """Counts of what lies on the table, to be displayed; () if nothing is counted.

        Args:
            deal: the deal so far, as anybody may know it.

        Returns:
            For each thing counted, its name, its number, and the number at which it matters.
        """
        return ()

    def question(self, view: Sight) -> Question:
        """The question to a seat that has to decide; by default `asks`, or else the name of the phase in words.

        Args:
            view: the view of the seat that has to decide.

        >>> from trickkit import load
        >>> view = load("pikinni").start(seed=7).view(0)
        >>> str(view.phase.question(view))
        'Will you take the trick?'
        """
        return self.asks or Question.of_name(type(self).__name__)

    @abstractmethod
    def begin(self, deal: Deal) -> Deal | Run[Any]:
        """The run of the phase in a deal, or the deal after it if no seat decides anything.

        Raises:
            InvalidRules: the deal lacks what the phase needs.
        """


@frozen(slots=False)
class Run(ABC, Generic[At]):
    """A phase at work on one deal: frozen, with the deal as it stood when the phase began.

    A run itself does not change: methods receive the progress record, and return a new one.

    >>> from trickkit.variants import pikoko
    >>> rules = pikoko.rules(players=3)
    >>> run = rules.phases[2].begin(rules.start(seed=7, first=0).deal)
    >>> at = run.play(run.start(), 1, rules.action("3"))
    >>> at.actors, run.committed(at, 1), run.play(at, 2, rules.action("R5"))
    ((2,), (Bid(number=3),), None)
    """

    deal: Deal

    @abstractmethod
    def start(self) -> At:
        """The progress at the beginning."""

    @abstractmethod
    def legal(self, at: At, seat: int) -> tuple[Action, ...]:
        """The legal actions of one of the actors, in a fixed order."""

    @abstractmethod
    def play(self, at: At, seat: int, action: Action) -> At | None:
        """The progress after an action of one of the actors; None if it is not legal for that seat now."""

    def offered(self, at: At, seat: int) -> tuple[Action, ...] | None:
        """A list of actions, of which those that `allows` accepts are legal; None, the default, for no list.

        If the memory of earlier deals decides which actions are legal, this lets the batch engine ask about each action
        separately, instead of about all combinations. Such a run also has `allows` and `answered`.
        """
        return None

    def allows(self, at: At, seat: int, action: Action) -> bool:
        """Whether an action that is `offered` is legal."""
        return action in self.legal(at, seat)

    def answered(self, at: At, seat: int, action: Action) -> At:
        """The progress after an action that is known to be legal."""
        return self.play(at, seat, action)  # type: ignore[return-value]

    @abstractmethod
    def refusal(self, at: At, seat: int, action: Action) -> str:
        """Explain which rule forbids an action that is not legal for an actor now."""

    def committed(self, at: At, seat: int) -> tuple[Action, ...]:
        """The decisions of a seat that the others may not see yet."""
        return ()

    @property
    def together(self) -> Grouping:
        """Which moves were simultaneous: a turn lasts as long as a secret decision waits for others."""
        return self._together

    def _together(self, moves: Sequence[Move]) -> Turns:
        turns, start, progress = list[tuple[int, int]](), 0, self.start()
        for stop, (seat, action, _) in enumerate(moves, start=1):
            progress = self.play(progress, seat, action)  # type: ignore[assignment, arg-type]
            # A turn is over when nothing is pending; the last one may still be going on.
            if stop == len(moves) or not any(self.committed(progress, any_seat) for any_seat in self.deal.seats):
                if stop > start + 1:
                    turns.append((start, stop))
                start = stop
        return tuple(turns)

    def summary(self, at: At) -> Hashable:
        """The part of the progress that matters from now on: all of it, unless a run can give less.

        If two summaries are equal, the same seats may act and have the same choices, and after the same actions the
        summaries are equal again. At the end the deals agree in everything that later phases and scorings read. This
        also holds for runs whose deals differ, as long as the run does not read the difference. The batch engine lists
        all summaries of a phase, of which there may be some thousands.

        Args:
            at: the progress, before or after the end.
        """
        return at  # type: ignore[return-value]

    def first(self, at: At, seat: int, action: Action) -> Hashable:
        """A label for an action whose first author is noted; None for no label.

        Use this for facts that would cause too many summaries, such as which seat of a side first named each suit.

        Args:
            at: the progress before the action.
            seat: who acts.
            action: the action.
        """
        return None

    def credit(self, at: At) -> int | None:
        """The seat that was first to earn the label of the last relevant action; None if no label was noted.

        This fact is not part of `summary`.

        Args:
            at: the progress.
        """
        return None

    def uncovered(self, at: At) -> Deal:
        """The deal as `record` returns it, but with all secret commitments revealed."""
        return self.record(at)

    def trick(self, at: At) -> int | None:
        """The number of the current trick, from 0; None outside tricks."""
        return None

    @abstractmethod
    def record(self, at: At) -> Deal:
        """The deal as it stands now; when `at.actors` is empty, the deal after the phase."""

    def rehearsed(self) -> Deal:
        """The deal after the phase when rules are checked before a game: usually as if nobody had decided anything.

        If the next phase could not begin without decisions in this one, this method makes some up.
        """
        return self.record(self.start())
