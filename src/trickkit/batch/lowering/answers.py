"""The questions that a phase asks about a symbolic deal, and the answers so far."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ClassVar

from attrs import define, field

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.events import Record

Question = tuple[Any, ...]
"""Something that a phase may read. A field of the deal: `("starter",)`. A field of a record: `("field", Named,
"game")`; or whether there is such a record: `("exists", Named)`. A question about a sum, as described at `sums.SUM`.
What a seat holds of some cards: `("meets", 1, mask)` and `("count", 1, mask)`. Whether an expression about the memory
of the game is true: `("remembered", expression)`; or its value: `("how much", expression)`."""


NOT_ASKED = (
    "which the batch engine cannot ask for in advance; it can ask for starter, size, number, trump, declarer, resting "
    "hands, points, sets of cards in hands (`held`), how many cards the stock has, what phases found out, and what is "
    "remembered"
)


class Unanswered(BaseException):
    """A question without an answer yet. It is not an `Exception`, which a policy might catch."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


@define(eq=False)
class Answers:
    """What is known about a symbolic deal, and what was asked about it.

    Args:
        phase: the name of the phase that asks, for errors.
        known: the known answers, by question.
        written: the types of the records that earlier phases may have written.
        lost: the fields of those records that a summary leaves out.
        hidden: the types of the records that cannot be asked for.
        hands: if all cards are in hands, the number of hands; otherwise 0.
        blanks: by type of record, a function that creates a symbolic record.
        unread: the fields of records with unknown cards at which their phases did not look.
        figured_by: by type of record whose numbers are stored in the row, a function that creates such a record with
            symbolic numbers.
        looked: the questions that were asked since this was cleared.
        implied: by hand and mask, the fewest and the most of these cards that the hand can have, and the questions from
            which these bounds follow. They stay valid because the knowledge about a symbolic deal does not change.
        limits: by the parts of a sum, its minimum and maximum, and the questions from which these follow.
    """

    unanswered: ClassVar[type[Unanswered]] = Unanswered
    phase: str
    known: dict[Question, Any]
    written: Container[type[Record]]
    lost: Container[tuple[type[Record], str]]
    hidden: Container[type[Record]]
    hands: int = 0
    blanks: Mapping[type[Record], Callable[[Any], Any]] = field(factory=dict)
    unread: Container[tuple[type[Record], str]] = ()
    figured_by: Mapping[type[Record], Callable[[Any], Any]] = field(factory=dict)
    looked: set[Question] = field(init=False, factory=set)
    implied: dict[tuple[int, int], tuple[int, int, tuple[Question, ...]]] = field(init=False, factory=dict)
    limits: dict[Any, tuple[tuple[int, int], Sequence[Question]]] = field(init=False, factory=dict)

    def ask(self, *what: Any) -> Any:
        """The answer to a question.

        Raises:
            Unanswered: the answer is not known.
        """
        self.looked.add(what)
        try:
            return self.known[what]
        except KeyError:
            raise self.unanswered(what) from None

    def counted(self, cards: Any) -> Any:
        """How many cards of a set a hand has, given as a mask."""
        return cards.known_count()

    @property
    def stock(self) -> tuple[int, ...]:
        """The indices of the cards in the stock, 0 for the top."""
        return tuple(range(self.ask("stock")))

    def refuse(self, what: str, why: str = NOT_ASKED) -> Unsupported:
        """The error that a phase reads something that it cannot ask for."""
        return Unsupported(f"{self.phase}: it looks at {what}, {why}")
