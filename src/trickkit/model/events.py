"""Events of a game, the records of its phases, score lines, and the outcome: all frozen values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted

if TYPE_CHECKING:
    from typing import Self

    from trickkit.model.cards import Card, Unknown

__all__ = [
    "OF_LEAVING",
    "OF_MORE",
    "OF_NONE",
    "DealScored",
    "DealStarted",
    "Event",
    "Fields",
    "GameEnded",
    "Later",
    "Outcome",
    "PublicLater",
    "Record",
    "ScoreLine",
    "tells_of",
]


Later = partial[tuple["Event", ...]]
"""Events that are built when the log is read: a function and its arguments."""


Fields = tuple[tuple[str, int | str], ...]
"""The named values in a sentence."""


class PublicLater(partial[tuple["Event", ...]]):
    """Public events that are built only when the log is read.

    Views keep such events unchanged. Therefore the arguments may reveal nothing but these events, and each event must
    say the same to everybody.

    >>> PublicLater(lambda starter: (DealStarted(0, starter),), 2)()
    (DealStarted(number=0, starter=2, matters=True),)
    """

    __slots__ = ()


def _annotated(kind: type) -> set[str]:
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return {*get_annotations(kind, format=Format.FORWARDREF)}
    return {*vars(kind).get("__annotations__", ())}


class Event:
    """Something that happened, as a frozen record. `str` gives a line to print.

    An event describes what happened in its `__str__`; an event that contains secrets overrides `seen_by`.

    >>> str(DealStarted(number=0, starter=2))
    'Deal 0 begins; seat 2 starts.'
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Check that no field hides a property of `Event`.

        Raises:
            InvalidRules: a field has such a name.
        """
        super().__init_subclass__()
        slots = {name for name, value in vars(cls).items() if isinstance(value, MemberDescriptorType)}
        for name in sorted(slots | _annotated(cls)):
            if hasattr(Event, name):
                raise InvalidRules(
                    f"{cls.__name__}: its field {name} would hide `Event.{name}`, which everything that follows cards "
                    "reads; give the field another name"
                )

    def seen_by(self, seat: int | None, *, scored: bool) -> Self:
        """The event as a seat (None: a spectator) may know it, before or after the deal was scored."""
        return self

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        """The cards taken off the top of the stock, in order; `UNKNOWN` for those that the viewer did not see."""
        return ()

    @property
    def into_hands(self) -> tuple[int, ...]:
        """The hands that received the cards off the stock, in order."""
        return ()

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The cards that left hands, each as the hand and the text; `"??"` if the viewer did not see it."""
        return ()

    @property
    def withheld(self) -> tuple[str, ...]:
        """The texts of cards that are certainly not among those that left hands unseen."""
        return ()

    @property
    def passed(self) -> tuple[tuple[int, int, str], ...]:
        """The cards passed from hand to hand: the giver, the receiver, and the text as in `out_of_hands`."""
        return ()

    @property
    def swapped(self) -> tuple[tuple[int, str, str, int], ...]:
        """The cards that hands openly exchanged for face-up cards of the stock.

        For each exchange: the hand, the text of the card it gave, that of the card it got, and the index of both in the
        stock, counted from the bottom, which is 0.
        """
        return ()

    @property
    def put_under(self) -> tuple[tuple[int, str, int], ...]:
        """The cards, out of those in `out_of_hands`, that hands put into the stock.

        For each card: the hand, the text as in `out_of_hands`, and its index in the stock then, counted from the
        bottom, which is 0.
        """
        return ()

    @property
    def taken_up(self) -> tuple[tuple[int, str], ...]:
        """The cards out of play that hands openly picked up, such as one of a trick: the hand and the text."""
        return ()

    @property
    def receivers(self) -> tuple[int, ...]:
        """The hands that received cards in any way; a hand may be named several times."""
        by_two = [target for _, target, _ in self.passed]
        return (*self.into_hands, *by_two, *[swap[0] for swap in self.swapped], *[hand for hand, _ in self.taken_up])

    @property
    def uncovered(self) -> tuple[tuple[int, str], ...]:
        """The cards laid away unseen that everybody sees now: the hand that did so and the text."""
        return ()

    @property
    def disclosed(self) -> tuple[str, ...]:
        """Facts about hidden cards that the rules reveal with the event, in words; not what a player chose to show.

        Two deals that differ in these facts may look different to everybody.
        """
        return ()


OF_CARDS = (
    "off_stock", "into_hands", "withheld", "passed", "put_under", "swapped", "taken_up", "uncovered", "receivers",
)  # fmt: skip
"""The properties of events that may reveal cards, besides `out_of_hands`."""
OF_NONE = 0
"""Events of the type reveal no card."""
OF_LEAVING = 1
"""They reveal only cards that leave hands."""
OF_MORE = 2
"""They reveal other cards as well."""


@lru_cache(maxsize=256)
def tells_of(kind: type[Event]) -> int:
    """Which cards the events of a type may reveal.

    Returns:
        OF_NONE, OF_LEAVING or OF_MORE.

    >>> tells_of(DealStarted) == OF_NONE
    True
    """
    if any(getattr(kind, name) is not getattr(Event, name) for name in OF_CARDS):
        return OF_MORE
    return OF_NONE if kind.out_of_hands is Event.out_of_hands else OF_LEAVING


Figure = tuple[str, tuple[int, ...], int | None]
"""A number of a record: the name of its array, its indices there after the deal, and the number itself."""

ReadFigures = Callable[..., Any]
"""A function that reads numbers of records."""


class Record:
    """The result of one phase, as a frozen value; read it as `deal[Phase]`.

    A phase names the type of its record in its attribute `record`.

    A record that contains secrets overrides `seen_by`.

    >>> @frozen
    ... class Passed(Record):
    ...     cards: int
    >>> Passed(3).seen_by(0, scored=False)
    Passed(cards=3)
    """

    __slots__ = ()

    field_of_choices: ClassVar[str] = ""
    """The field with the cards that each seat has chosen, hand by hand, if a phase with `selections` writes the record;
    "" for none. With it, scorings that read such cards, shown or laid away by several seats, can be traced."""

    field_of_out: ClassVar[str] = ""
    """The field with the seats that have laid their last cards, in order, if a phase with a `layout` writes the record;
    "" for none. With it, scorings that read this field can be traced."""

    def seen_by(self, seat: int | None, *, scored: bool) -> Self:
        """The record as a seat (None: a spectator) may know it, before or after the deal was scored."""
        return self

    def spoken(self) -> tuple[tuple[int, str], ...]:
        """The words said aloud, in order, as pairs of a seat and its words."""
        return ()

    def played_for(self) -> str:
        """The game that results from the phase, in words or as the letter of a suit; "" for none."""
        return ""

    def figures(self) -> tuple[Figure, ...]:
        """The entries of the record in the arrays of `batch.Deals`: the array, the index in it, and the number.

        The arrays are `"bids"` by seat and by the seat bid upon (an estimate is a bid on one's own tricks), `"backs"`
        and `"piles"` by seat, `"doubles"` and `"buyer"`. The number None stands for nothing. Estimates of points,
        `"points_estimated"` by seat, are only for scorings and are in no array.
        """
        return ()

    @classmethod
    def of_figures(cls, read: ReadFigures, players: int) -> Self | None:  # noqa: ARG003
        """The record with certain `figures`; None, the default, if these do not determine it.

        Args:
            read: returns a sequence of numbers, given the name of an array and the indices in it; or the results of a
                function of each number.
            players: the number of seats.
        """
        return None


@frozen
class ScoreLine:
    """Points for one seat, and the reason.

    Args:
        seat: 0..players-1.
        reason: in words, such as `"bid 3 on seat 1, took 3: exact"`.
        points: may be negative.
        code: a word for the kind of reason, for programs that say it in another language; "" for none.
        fields: the values in the reason, by name.

    Two lines are equal if seat, reason and points are.

    >>> str(ScoreLine(0, "trusted seat 2, rightly", 3))
    'seat 0: +3 trusted seat 2, rightly'
    """

    seat: int
    reason: str
    points: int
    code: str = field(default="", eq=False, repr=False)
    fields: Fields = field(default=(), eq=False, repr=False)

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.points:+} {self.reason}"


@frozen
class DealStarted(Event):
    """A deal begins.

    Args:
        number: the number of the deal, from 0.
        starter: the seat that starts: the first player or the dealer, depending on the game.
        matters: whether it matters who starts; if not, the event does not say so.

    >>> str(DealStarted(number=1, starter=2)), str(DealStarted(number=1, starter=2, matters=False))
    ('Deal 1 begins; seat 2 starts.', 'Deal 1 begins.')
    """

    number: int
    starter: int
    matters: bool = True

    def __str__(self) -> str:
        return f"Deal {self.number} begins{f'; seat {self.starter} starts' if self.matters else ''}."


@frozen
class DealScored(Event):
    """A deal is scored.

    Args:
        lines: every score of the deal with its reason, including those made before its end.
        totals: per seat, this deal included.

    >>> from trickkit import load, playout
    >>> end = playout(load("pikoko", players=3), seed=7)
    >>> [event.totals for event in end.events if isinstance(event, DealScored)][-1] == end.scores
    True
    """

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]

    def __str__(self) -> str:
        if not self.lines:
            return f"Nothing is scored. Totals: {self.totals}."
        return f"Scored: {', '.join(str(line) for line in self.lines)}. Totals: {self.totals}."


def _check_ranking(_outcome: Outcome, _field: Any, ranking: object) -> None:
    if not isinstance(ranking, tuple) or not all(isinstance(group, tuple) for group in ranking) or not any(ranking):
        raise InvalidRules(
            f"Outcome: ranking={quoted(ranking)}; it places all seats, as ((1,), (0, 2)), or ((), (0, 1, 2)) where "
            "all lose"
        )
    if not all(ranking[1:]):
        raise InvalidRules(f"Outcome: ranking={quoted(ranking)}; only the first place may be empty, where nobody wins")


@frozen
class Outcome:
    """The end of a game: its ranking and the reason.

    Args:
        ranking: all seats, best first, in groups of seats that share a place. The first group is empty if nobody wins,
            as in games that all players can lose together: `((), (0, 1, 2))`.
        reason: why the game ended.

    Raises:
        InvalidRules: no seat is placed, or a place other than the first is empty.

    >>> outcome = Outcome(ranking=((1,), (0, 2)), reason="3 deals are played")
    >>> outcome.winners
    (1,)
    >>> Outcome(ranking=((), (0, 1, 2)), reason="the last card is played").winners
    ()
    """

    ranking: tuple[tuple[int, ...], ...] = field(validator=_check_ranking)
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; () if nobody wins."""
        return self.ranking[0]


@frozen
class GameEnded(Event):
    """The game is over.

    >>> str(GameEnded(Outcome(ranking=((1,), (0, 2)), reason="3 deals are played")))
    'The game is over: 3 deals are played. First: seat 1.'
    >>> str(GameEnded(Outcome(ranking=((), (0, 1, 2)), reason="the fire is out")))
    'The game is over: the fire is out. All lose together.'
    """

    outcome: Outcome

    def __str__(self) -> str:
        first = " and ".join(f"seat {seat}" for seat in self.outcome.winners)
        nobody = "All lose together." if len(self.outcome.ranking) == 2 else "Nobody is first."
        return f"The game is over: {self.outcome.reason}. {f'First: {first}.' if first else nobody}"
