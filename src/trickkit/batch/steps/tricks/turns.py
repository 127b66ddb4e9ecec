"""Symbolic turns, which allow only certain questions, such as how many cards the hand has left."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.answers import Answers, Unanswered
from trickkit.batch.lowering.cards import Held
from trickkit.batch.lowering.sums import Sum
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.sided import told
from trickkit.policies.calling import CallMade, TurnToPlay
from trickkit.policies.sides import Settled, Sides


class Open(Unanswered):
    """A question about a turn that has no answer yet."""


class LooksAtTurn(BaseException):
    """The policy reads the calls of a turn."""


class Turning(Answers):
    """What is known about a turn."""

    unanswered = Open
    called: tuple[CallMade, ...] | None = None
    """The calls of the turn; None if turns do not differ in them."""
    of_deal: Answers
    """What is known about the deal before the tricks."""

    def counted(self, cards: Held) -> Any:
        """How many cards of a set a hand has, for comparisons."""
        return Sum.of(self, {(layout.S_CARDS, layout.HANDS + cards.seat, cards.mask): 1})


def taken(answers: Answers, hand: int, tricks: int) -> Any:
    """How many of some tricks, given by their numbers as bits, a hand has taken."""
    return Sum.of(answers, {(layout.S_TRICKS, layout.TAKEN + hand, tricks): 1})


def leads(answers: Answers) -> bool:
    """Whether no card has been played to the trick."""
    return not Sum.of(answers, {(layout.S_NUMBER, layout.COUNT, layout.SEATS): 1})


class BlankCall(CallMade):
    """A call without the time at which it was made."""

    @property
    def cards(self) -> Any:
        """Not available."""
        raise Unsupported("CallingTricks: a call may depend on those before it, but not on when these were made")


class BlankTurn(TurnToPlay):
    """A symbolic turn, whose circumstances become questions."""

    @property
    def left(self) -> Any:
        """How many cards the hand has left, for comparisons."""
        cards = layout.S_CARDS, layout.HANDS + self.hand, self.deal.deck.firsts
        return Sum.of(self.tricks.answers, {cards: 1})  # type: ignore[attr-defined]

    @property
    def leads(self) -> bool:
        """Whether the card will be led."""
        return leads(self.tricks.answers)  # type: ignore[attr-defined]

    def settled(self, sides: Sides) -> Settled | None:
        """Who plays together so far, as one question."""
        answers: Turning = self.tricks.answers  # type: ignore[attr-defined]
        return told(sides, answers.ask("settled", sides), self.deal.players, answers.of_deal.looked)

    @property
    def taken(self) -> Any:
        """How many tricks the hand has taken, for comparisons."""
        tricks: Any = self.tricks
        return taken(tricks.answers, self.hand, (1 << tricks.most) - 1)

    @property
    def called(self) -> Any:
        """The calls of the turn, which are available once a policy has asked for them."""
        answers: Turning = self.tricks.answers  # type: ignore[attr-defined]
        if answers.called is None:
            raise LooksAtTurn
        return answers.called


class NoPlays:
    """The plays to a trick, which reveal only whether there are any."""

    def __init__(self, answers: Turning) -> None:
        self.answers = answers

    def __bool__(self) -> bool:
        return not leads(self.answers)

    def __getattr__(self, name: str) -> Any:
        return self._refused()

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("the plays to a trick", "of which the batch engine knows only whether there are any")

    __iter__ = __len__ = __getitem__ = __contains__ = _refused
