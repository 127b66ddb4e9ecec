"""The options of a variant, derived from the signature of the function that builds its rules.

`rules(*, next_lead: Annotated[Literal["a", "b"], "who leads"] = "a")` says everything about an option: its name,
default, values and meaning. The type is a `Literal`, `bool`, or `int` with a `range` among the annotations. If there
are too many values to list, or they depend on other options, add `Examples` to the annotations with values to try.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Annotated, Any, Literal, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.play.rules import Rules

__all__ = ["Builder", "Examples", "Option", "check", "options", "variant"]

P = ParamSpec("P")
R = TypeVar("R")

THEIR_OWN = ("key", "name", "summary", "source")
"""The fields with which derived rules describe themselves."""
_WORDS = {True: ("true", "yes", "on"), False: ("false", "no", "off")}


@frozen
class Examples:
    """Values worth trying for an option that does not list all of its values; the laws choose among them.

    Args:
        values: any that the rules accept, whatever the other options are.

    >>> def rules(*, ranks: Annotated[int, "how many ranks the deck has", Examples((13, 7))] = 13): ...
    >>> options(rules)[0].values, options(rules)[0].examples
    (None, (13, 7))
    """

    values: tuple[object, ...] = field(converter=tuple)


@frozen
class Option:
    """An option of a variant.

    Args:
        name: as a keyword of the function that builds the rules.
        default: its value when it is not given.
        meaning: in words.
        values: all possible values, in order; None if any is allowed.
        examples: values to try if not all are listed.

    >>> Option("players", 4, "how many play", (3, 4, 5)).read("5")
    5
    """

    name: str
    default: object
    meaning: str
    values: tuple[object, ...] | None = None
    examples: tuple[object, ...] = ()

    def check(self, value: object) -> None:
        """Refuse an invalid value for the option.

        Raises:
            InvalidRules: naming the possible values.

        >>> Option("tie", "shared", "what a tie is", ("shared", "none")).check("share")
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRules: tie='share' is not one of 'shared', 'none' (did you mean 'shared'?)
        """
        if self.values is None or any(value == allowed and type(value) is type(allowed) for allowed in self.values):
            return
        near = ""
        if isinstance(value, str):
            near = nearest(value, [text for text in self.values if isinstance(text, str)])
            if any(isinstance(allowed, int) and str(allowed).lower() == value.lower() for allowed in self.values):
                near = f"; write {value} without quotes"
        allowed = ", ".join(repr(allowed) for allowed in self.values)
        raise InvalidRules(f"{self.name}={quoted(value)} is not one of {allowed}{near}")

    def read(self, text: str) -> object:
        """The value in a text, as given on a command line.

        Case does not matter; a bool may also be yes, no, on or off. If an option lists no values, the type of its
        default decides whether the text becomes a number or stays a text.

        Raises:
            InvalidRules: the text is not a value of the option.

        >>> Option("own", True, "whether", (True, False)).read("no")
        False
        >>> Option("target", 500, "points to reach").read("300")
        300
        """
        for value in self.values or ():
            words = _WORDS[value] if isinstance(value, bool) else (str(value).casefold(),)
            if text.casefold() in words:
                return value
        self.check(text)
        if not isinstance(self.default, int | float):
            return text
        try:
            return type(self.default)(text)
        except ValueError:
            raise InvalidRules(f"{self.name}={quoted(text)} is not a number; the default is {self.default}") from None


class Builder(ABC):
    """A callable that builds rules like a function, but lists its options itself because a signature cannot.

    >>> from trickkit.variants import pikoko
    >>> class Pairs(Builder):
    ...     options = (Option("tables", 1, "how many tables", (1, 2)),)
    ...
    ...     def __call__(self, *, tables=1):
    ...         return pikoko.rules()
    >>> check(Pairs(), {"tables": 2})
    {'tables': 2}
    """

    __slots__ = ()

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """The options, in order."""

    @abstractmethod
    def __call__(self, /, **given: Any) -> Rules:
        """The rules with the given options.

        Args:
            given: options by name.
        """


def _option(parameter: inspect.Parameter, annotation: object) -> Option:
    if parameter.kind is not parameter.KEYWORD_ONLY:
        raise InvalidRules(
            f"rules({parameter}): options are named keyword parameters, as in def rules(*, players: int = 4)"
        )
    notes: tuple[object, ...] = ()
    if get_origin(annotation) is Annotated:
        annotation, *rest = get_args(annotation)
        notes = tuple(rest)
    meaning = next((note for note in notes if isinstance(note, str)), parameter.name.replace("_", " "))
    values = next((tuple(note) for note in notes if isinstance(note, range)), None)
    if get_origin(annotation) is Literal:
        values = get_args(annotation)
    if annotation is bool or isinstance(parameter.default, bool):
        values = (True, False)
    examples = next((note.values for note in notes if isinstance(note, Examples)), ())
    return Option(parameter.name, parameter.default, meaning, values, examples)


@lru_cache(maxsize=256)
def options(function: Callable[..., Any]) -> tuple[Option, ...]:
    """The options of a function that builds rules, in the order of its signature; a builder lists them itself.

    Raises:
        InvalidRules: a parameter is not a named keyword parameter.

    >>> from trickkit.variants import pikoko
    >>> [option.name for option in options(pikoko.rules)][:2]
    ['players', 'next_lead']
    """
    function = inspect.unwrap(function)
    if isinstance(function, Builder):
        return function.options
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        _option(parameter, hints.get(name, Any)) for name, parameter in inspect.signature(function).parameters.items()
    )


def check(function: Callable[..., Any], given: Mapping[str, object]) -> dict[str, object]:
    """All options with their values: those given, and defaults for the others.

    Raises:
        InvalidRules: there is no such option, or it cannot have that value; the error names what is right.

    >>> from trickkit.variants import pikoko
    >>> check(pikoko.rules, {"players": 3})["players"]
    3
    """
    known = {option.name: option for option in options(function)}
    for name, value in given.items():
        if name not in known:
            raise InvalidRules(f"no option {quoted(name)}{nearest(name, known)}; options: {', '.join(known) or 'none'}")
        known[name].check(value)
    return {name: given.get(name, option.default) for name, option in known.items()}


def variant(function: Callable[P, R]) -> Callable[P, R]:
    """Decorates the function that builds a variant's rules, so that its options are checked and stored.

    The function takes keyword-only options with defaults, annotated as this module describes, and returns `Rules`.

    Raises:
        InvalidRules: an option has the name of something that house rules give themselves, such as `name`; from the
            decorated function, for an option that does not exist or a value that it cannot have.

    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(next_led="start_player")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: no option 'next_led' (did you mean 'next_lead'?); options: players, next_lead, \
start_basis, start_tie, absent_confidence, self_confidence, multi_must_follow
    """

    for name in inspect.signature(function).parameters:
        if name in THEIR_OWN:
            raise InvalidRules(
                f"{function.__module__}.{function.__name__}: an option cannot be called {quoted(name)}, because house "
                f"rules have their own {name}; call it otherwise"
            )

    @wraps(function)
    def build(*args: P.args, **given: P.kwargs) -> R:
        if args:
            raise InvalidRules(f"options are given by name, not as {quoted(args)}")
        chosen = check(function, given)
        rules = function(**given)  # type: ignore[call-arg]
        if not isinstance(rules, Rules):
            raise InvalidRules(
                f"{function.__module__}.{function.__name__} returned {quoted(rules)}, which are not Rules"
            )
        called = ", ".join(f"{name}={value!r}" for name, value in given.items())
        source = f"{function.__module__.rpartition('.')[2]}.{function.__name__}({called})"
        return evolve(rules, options=chosen, source_text=source, sheet="")

    return build
