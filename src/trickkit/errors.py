"""Errors: every one is a `TrickkitError`, and thus a `ValueError`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

__all__ = [
    "GameOver",
    "IllegalAction",
    "InvalidAction",
    "InvalidCard",
    "InvalidRecord",
    "InvalidRules",
    "InvalidSeat",
    "MissingExtra",
    "NotYourTurn",
    "TooManyPositions",
    "TrickkitError",
    "UnknownChance",
    "escaped",
    "frames_of",
    "misspelt",
    "nearest",
    "quoted",
    "raised_by",
]


class TrickkitError(ValueError):
    """The root of all errors of the library.

    Its parts are attributes, so that nobody has to extract them from the text. A caller may add `sources`, the lines in
    the files of a game that it passed through, and `hint`, which says how to put it right.

    Args:
        message: what was wrong, and what would be right.
        game: the key of the rules, if a game was being played.
        deal: the number of the deal, from 0.
        trick: the number of the trick, from 0.
        seat: the seat concerned, 0..players-1.

    >>> error = TrickkitError("the pack is short", game="pikoko", deal=0)
    >>> str(error), error.game, error.deal, error.seat
    ('the pack is short (pikoko, deal 0)', 'pikoko', 0, None)
    >>> error.sources, error.hint = ("house.py, line 3",), "; add cards"
    >>> str(error)
    'the pack is short (house.py, line 3); add cards (pikoko, deal 0)'
    """

    def __init__(
        self,
        message: str,
        *,
        game: str | None = None,
        deal: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = message
        self.sources: tuple[str, ...] = ()
        self.hint = ""
        self.game = game
        self.deal = deal
        self.trick = trick
        self.seat = seat

    @property
    def message(self) -> str:
        """What was wrong and what would be right, with the parts that callers have added."""
        return f"{self.reason}{''.join(f' ({source})' for source in self.sources)}{self.hint}"

    @property
    def place(self) -> str:
        """The place in a game, such as "pikoko, deal 0, seat 1"; empty if unknown."""
        places = [] if self.game is None else [self.game]
        named = (("deal", self.deal), ("trick", self.trick), ("seat", self.seat))
        places += [f"{name} {index}" for name, index in named if index is not None]
        return ", ".join(places)

    def __str__(self) -> str:
        return f"{self.message} ({self.place})" if self.place else self.message


class InvalidRules(TrickkitError):
    """Rules that cannot be built or started: a wrong option, a phase that lacks what it needs.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=6)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: players=6 is not one of 3, 4, 5
    """


class MissingRecord(InvalidRules):
    """The record of a phase was asked for that no phase of the deal has written.

    Args:
        message: as of any error.
        phase: the phase, or the type of its record.
        deal: the number of the deal, from 0.
    """

    def __init__(self, message: str, phase: type[Any], deal: int) -> None:
        super().__init__(message, deal=deal)
        self.phase = phase


class InvalidAction(TrickkitError):
    """A text or value that is no action of this game.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=3).action("R55")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidAction: 'R55' is not an action of this game (did you mean 'R5'?) (pikoko)
    """


class InvalidCard(InvalidRules, InvalidAction):
    """A text that names no card of the deck, wherever it was given.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=3).deck.card("R9")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidCard: 'R9' is not a card of this deck (did you mean 'R6'?)
    """


class InvalidSeat(InvalidRules, InvalidAction):
    """A seat outside 0..players-1, wherever it was given.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=3).start(first=3)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidSeat: seat 3: this game has the seats 0..2 (pikoko)
    """


class IllegalAction(TrickkitError):
    """An action of this game that is not legal now.

    Args:
        message: which rule forbids the move, and what is legal instead.
        rule: only the rule that forbids it; the message if it is not given.
        action: the action that was refused.
        legal: the actions that were legal instead, in their usual order.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> try:
    ...     state.play(1, "R5")
    ... except IllegalAction as error:
    ...     error.rule, str(error.action), [str(action) for action in error.legal][:3]
    ('bids are made now, from 0 to 9; R5 is none of them', 'R5', ['0', '1', '2'])
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        action: Any = None,
        legal: tuple[Any, ...] = (),
        game: str | None = None,
        deal: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(message, game=game, deal=deal, trick=trick, seat=seat)
        self.rule = message if rule is None else rule
        self.action = action
        self.legal = legal


class NotYourTurn(TrickkitError):
    """An action of a seat that has nothing to decide now.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=3).start(seed=7, first=0).play(0, "3")
    Traceback (most recent call last):
        ...
    trickkit.errors.NotYourTurn: seat 0 has nothing to decide now; seats 1, 2 have (pikoko, deal 0, seat 0)
    """


class GameOver(TrickkitError):
    """An action after the end of the game.

    >>> import trickkit
    >>> from trickkit.variants import pikoko
    >>> trickkit.playout(pikoko.rules(players=3), seed=7).play(0, "3")
    Traceback (most recent call last):
        ...
    trickkit.errors.GameOver: the game is over: 3 deals are played (pikoko, deal 2, seat 0)
    """


class UnknownChance(TrickkitError):
    """A random draw without a seed, such as one after the end of a record.

    >>> from trickkit import record
    >>> from trickkit.variants import pikoko
    >>> state = record.of(pikoko.rules(players=3).start(seed=7)).replay()
    >>> while True:
    ...     state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    Traceback (most recent call last):
        ...
    trickkit.errors.UnknownChance: what is drawn at random now is not fixed, and no seed is given; \
rules.start(seed=...) draws it, or replay(seed=...) what a record does not say (pikoko, deal 1)
    """


class TooManyPositions(TrickkitError):
    """A search reached the limit of positions that it may examine.

    >>> issubclass(TooManyPositions, ValueError)
    True
    """


class MissingExtra(TrickkitError, ImportError):
    """An import that needs an extra which is not installed.

    >>> issubclass(MissingExtra, ImportError)
    True
    """


class InvalidRecord(TrickkitError):
    """A record that is damaged, or contains moves that the rules refuse.

    Args:
        message: what is wrong.
        line: of the text, from 1.
        file: the file of the text.
        wants_rules: whether it does not say enough to find its rules, so that the reader must pass them.

    >>> error = InvalidRecord("a line is blank", line=3, file="game.jsonl")
    >>> str(error), error.line
    ('game.jsonl, line 3: a line is blank', 3)
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        file: str | None = None,
        wants_rules: bool = False,
        game: str | None = None,
        deal: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(message, game=game, deal=deal, trick=trick, seat=seat)
        self.line = line
        self.file = file
        self.wants_rules = wants_rules

    def __str__(self) -> str:
        places = [] if self.file is None else [self.file]
        places += [] if self.line is None else [f"line {self.line}"]
        return f"{', '.join(places)}: {super().__str__()}" if places else super().__str__()


def escaped(text: str) -> str:
    """A text with unprintable characters escaped as in Python, so that none can control a terminal.

    >>> escaped("\\x1b[2J is not a card")
    '\\\\x1b[2J is not a card'
    """
    return (
        text
        if text.isprintable()
        else "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
    )


MOST_QUOTED = 200
"""So many characters of what is refused stand in an error."""


def quoted(value: object) -> str:
    """A value as Python writes it, cut at 200 characters, for an error message.

    >>> quoted("R55"), len(quoted("R55" * 1000))
    ("'R55'", 200)
    """
    try:
        # A long text is cut off before it is written.
        text = repr(value[: 2 * MOST_QUOTED] if isinstance(value, str | bytes) else value)
    except Exception:  # What somebody gives need not be able to be written, such as a number of very many digits.
        text = f"<{type(value).__name__}>"
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 3]}..."


def nearest(text: str, known: Iterable[str]) -> str:
    """A question that suggests the most similar known text; empty if nothing is similar.

    >>> nearest("next_led", ["next_lead", "start_tie"])
    " (did you mean 'next_lead'?)"
    >>> nearest("zzz", ["next_lead"])
    ''
    """
    import difflib  # Only a mistake needs it.

    known = list(known)
    similar = [name for name in known if name.casefold() == text.casefold()]
    similar += difflib.get_close_matches(text, known, n=1, cutoff=0.5)
    return f" (did you mean {similar[0]!r}?)" if similar else ""


def misspelt(error: BaseException) -> str:
    """A question that suggests the name that a `NameError` or an `AttributeError` lacks; empty if none is similar.

    For a parameter that a class does not have, it also lists those that it has.

    >>> try:
    ...     print("".uper)
    ... except AttributeError as error:
    ...     misspelt(error)
    " (did you mean 'upper'?)"
    """
    if isinstance(error, NameError) and error.name:
        for frame, _ in reversed(frames_of(error)):
            return nearest(error.name, [*frame.f_locals, *frame.f_globals])
    if isinstance(error, AttributeError) and error.name:
        return nearest(error.name, dir(error.obj))
    return _without_parameter(error) if isinstance(error, TypeError) else ""


def _without_parameter(error: TypeError) -> str:
    """The parameters of a class that was given another one, after the nearest; empty if the error is another one."""
    import re  # Only a mistake needs these.

    from attrs import fields, has

    found = re.search(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'", str(error))
    if found is None:
        return ""
    for frame, _ in reversed(frames_of(error)):
        kind = {**frame.f_globals, **frame.f_locals}.get(found[1])
        if isinstance(kind, type) and has(kind):
            names = [field.alias for field in fields(kind)]
            # From Python 3.13 on it asks itself.
            asked = " It" if str(error).endswith("?") else f"{nearest(found[2], names)}; it"
            return f"{asked} has: {', '.join(names)}"
    return ""


def frames_of(error: BaseException) -> list[tuple[FrameType, int]]:
    """The stack frames through which an error came, each with its line; the one that raised it is the last.

    >>> frames_of(ValueError("was never raised"))
    []
    """
    from traceback import walk_tb  # Only a mistake needs it.

    return [*walk_tb(error.__traceback__)]


def raised_by(error: BaseException) -> str:
    """The last function of the game, or else of anybody, through which an error came, in words that follow others.

    >>> raised_by(ValueError("was never raised"))
    ''
    """
    frames = frames_of(error)
    for frame, line in reversed([pair for pair in frames if _is_own(pair[0])] or frames):
        code = frame.f_code
        return f", raised by {code.co_qualname} ({os.path.basename(code.co_filename)}, line {line})"
    return ""


def _is_own(frame: FrameType) -> bool:
    """Whether a stack frame belongs to the game: not to this library, Python or testing tools."""
    package = frame.f_globals.get("__name__", "").split(".")[0]  # "" in methods that attrs generates
    return package not in ("", "trickkit", "hypothesis", "attr", "attrs") and package not in sys.stdlib_module_names


def a(noun: str) -> str:
    """A noun with its indefinite article, judged by the first letter.

    >>> a("Ranking"), a("Ending")
    ('a Ranking', 'an Ending')
    """
    return f"an {noun}" if noun[0] in "AEIOUaeiou" else f"a {noun}"
