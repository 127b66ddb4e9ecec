"""What a law is: a function that looks at a game in progress and complains when something is wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import frozen
from hypothesis.errors import HypothesisException

from trickkit.errors import TrickkitError
from trickkit.state import State

__all__ = ["Law", "LawBroken", "Wrong", "expect", "law"]


class Wrong(AssertionError):
    """What a law found wrong, in words; raised by `expect`.

    >>> str(Wrong("a card is missing"))
    'a card is missing'
    """


class LawBroken(AssertionError):
    """A game broke a law.

    Args:
        law: the law.
        what: what was wrong, in words.
        state: the game that broke it.

    >>> from trickkit.testing import cards_are_conserved
    >>> from trickkit.variants import pikoko
    >>> print(LawBroken(cards_are_conserved, "a card is missing", pikoko.rules(players=3).start(seed=7)))
    cards_are_conserved is broken: a card is missing
    pikoko, deal 0, after 0 moves: pikoko.rules(players=3).start(seed=7, first=None)
    """

    def __init__(self, law: Law, what: str, state: State) -> None:
        super().__init__(what)
        self.law = law
        self.what = what
        self.state = state

    def __str__(self) -> str:
        moves = len(self.state.moves)
        where = f"{self.state.rules.key}, deal {self.state.deal.number}, after {moves} move{'' if moves == 1 else 's'}"
        return f"{self.law.name} is broken: {self.what}\n{where}: {self.state!r}"


def expect(holds: object, what: str) -> None:
    """Say what is wrong unless something holds.

    Raises:
        Wrong: it does not hold.

    >>> expect(1 + 1 == 2, "sums are wrong")
    """
    if not holds:
        raise Wrong(what)


@frozen
class Law:
    """Something that holds for every lawful game, in every position.

    Args:
        name: of the function that looks.
        text: what holds, in words.
        look: the function: given a game in progress and a source of randomness it says what is wrong with `expect`, and
            returns whether it found anything to look at.

    >>> from trickkit.testing import cards_are_conserved
    >>> from trickkit.variants import pikoko
    >>> cards_are_conserved(pikoko.rules(players=3).start(seed=7), Random(1))
    True
    """

    name: str
    text: str
    look: Callable[[State, Random], bool]

    def __call__(self, state: State, rng: Random) -> bool:
        """Hold a game in progress to the law.

        Args:
            state: the game.
            rng: for what the law tries out.

        Returns:
            Whether there was anything to look at.

        Raises:
            LawBroken: the game breaks the law, or cannot go on at all.
        """
        try:
            return self.look(state, rng)
        except Wrong as wrong:
            raise LawBroken(self, str(wrong), state) from wrong.__cause__
        except HypothesisException:
            raise
        except TrickkitError as error:
            raise LawBroken(self, str(error), state) from error
        except Exception as error:
            raise LawBroken(self, f"{type(error).__name__}: {error}", state) from error


def law(look: Callable[[State, Random], bool]) -> Law:
    """Make a law of a documented function.

    >>> @law
    ... def nobody_loses_points(state, rng):
    ...     '''No score is below zero.'''
    ...     expect(min(state.scores) >= 0, f"scores {state.scores}")
    ...     return True
    >>> nobody_loses_points.text
    'No score is below zero.'
    """
    text = " ".join((look.__doc__ or "").split("\n\n")[0].split())
    return Law(look.__name__, text, look)
