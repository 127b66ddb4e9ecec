"""Laws: functions that check a game in progress, and raise an error that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import frozen
from hypothesis.errors import HypothesisException

from trickkit import record
from trickkit.errors import TrickkitError, frames_of, raised_by
from trickkit.play.state import State, made_of

__all__ = ["Law", "LawBroken", "Wrong", "expect", "law"]


class Wrong(AssertionError):
    """The error of a law that does not hold, in words; raised by `expect`.

    Args:
        what: what is wrong.
        state: the wrong game, if it differs from the one that was examined.

    >>> str(Wrong("a card is missing"))
    'a card is missing'
    """

    def __init__(self, what: str, state: State | None = None) -> None:
        super().__init__(what)
        self.state = state


class LawBroken(AssertionError):
    """A game broke a law. `str` says what was wrong, and gives the game as a test to paste.

    Args:
        law: the law.
        what: what was wrong, in words.
        state: the game that broke it.
        seed: for the law's experiments.

    >>> from trickkit.testing import cards_are_conserved
    >>> from trickkit.variants import pikoko
    >>> broken = LawBroken(cards_are_conserved, "a card is missing", pikoko.rules(players=3).start(seed=7))
    >>> str(broken).splitlines()[0]
    'cards_are_conserved is broken: a card is missing'
    >>> broken.test().splitlines()[-1]
    'cards_are_conserved(record.loads(GAME).replay(seed=7), seed=0)'
    """

    def __init__(self, law: Law, what: str, state: State, seed: int = 0) -> None:
        super().__init__(what)
        self.law = law
        self.what = what
        self.state = state
        self.seed = seed

    def __str__(self) -> str:
        return self.told()

    def told(self, rules: str = "rules") -> str:
        """The fault, its position, and the game as a test to paste."""
        moves, deal = len(self.state.moves), self.state.deal.number
        where = f"{self.state.rules.key}, deal {deal}, after {moves} move{'' if moves == 1 else 's'}"
        return f"{self.law.name} is broken: {self.what}\n{where}; as a test to paste:\n\n{self.test(rules)}"

    def test(self, rules: str = "rules") -> str:
        """A test in Python that holds the game to the law.

        Args:
            rules: an expression for the rules of the game, used if its record does not name them.
        """
        name = self.law.name
        is_shipped = self.law.look.__module__.startswith("trickkit.testing.")
        law = f"from trickkit.testing import {name}" if is_shipped else f"# {name} is a law of your own."
        try:
            game = record.of(self.state)
            text = str(game)
            given = "" if _is_known(text) else f", {rules}"
        except Exception:
            # If a game that breaks a law cannot be recorded, its moves are listed.
            loads = "from trickkit import load\n" if rules.startswith("load(") else ""
            listed = repr(self.state).replace(repr(self.state.rules), rules, 1)
            return f"{loads}{law}\n\n{name}({listed}, seed={self.seed})"
        names = "load, record" if given.startswith(", load(") else "record"
        note = f"# {rules}: those of the game, as they were.\n" if given == ", rules" else ""
        _, seed, *_ = made_of(self.state)
        held = f"{name}(record.loads(GAME{given}).replay(seed={seed}), seed={self.seed})"
        return f'from trickkit import {names}\n{law}\n\nGAME = r"""{text}"""\n{note}{held}'


def _is_known(text: str) -> bool:
    """Whether a record identifies its rules by itself."""
    try:
        record.loads(text)
    except TrickkitError:
        return False
    return True


def expect(holds: object, what: str, state: State | None = None) -> None:
    """Raise `Wrong` unless a condition holds.

    Args:
        holds: the condition.
        what: what is wrong if it does not hold.
        state: the wrong game, if it differs from the one that was examined.

    Raises:
        Wrong: it does not hold.

    >>> expect(1 + 1 == 2, "sums are wrong")
    """
    if not holds:
        raise Wrong(what, state)


@frozen
class Law:
    """A property of every sound game, in every position.

    Args:
        name: the name of the function.
        text: the law, in words.
        look: the function. It takes a game in progress and a source of randomness, reports with `expect` what is wrong,
            and returns whether there was anything to check.

    >>> from trickkit.testing import cards_are_conserved
    >>> from trickkit.variants import pikoko
    >>> cards_are_conserved(pikoko.rules(players=3).start(seed=7))
    True
    """

    name: str
    text: str
    look: Callable[[State, Random], bool]

    def __call__(self, state: State, seed: int = 0) -> bool:
        """Check the law on a state of a game.

        Args:
            state: the game.
            seed: any integer, for the law's experiments; equal seeds give equal experiments.

        Returns:
            Returns whether there was anything to check.

        Raises:
            LawBroken: the game breaks the law, or cannot go on at all.
        """
        try:
            return self.look(state, Random(seed))
        except Wrong as wrong:
            raise LawBroken(self, str(wrong), wrong.state or state, seed) from wrong.__cause__
        except HypothesisException:
            raise
        except TrickkitError as error:
            raise LawBroken(self, str(error), state, seed) from error
        except Exception as error:
            raise LawBroken(self, told(error), state, seed) from error


def told(error: BaseException) -> str:
    """An error in words: its type and text, the function of the game that raised it, and the seat's decision.

    >>> try:
    ...     ()[0]
    ... except IndexError as error:
    ...     told(error).partition(", raised ")[0]
    'IndexError: tuple index out of range'
    """
    words = f"{type(error).__name__}: {error}{raised_by(error)}"
    frames = frames_of(error)
    moves: list[dict[str, Any]] = [frame.f_locals for frame, _ in frames if frame.f_code is State.play.__code__]
    if moves:
        played = moves[-1]
        count = len(played["self"].moves)
        words += f", when seat {played['seat']} plays {played['action']} after {count} move{'' if count == 1 else 's'}"
    return words


def law(look: Callable[[State, Random], bool]) -> Law:
    """Makes a law of a function; its docstring states the law.

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
