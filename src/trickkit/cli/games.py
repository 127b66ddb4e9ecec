"""The game of a command: its key or its file, and the options given on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import cleandoc
from typing import Any, TypeVar

import click

from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder, line_in, load
from trickkit.cli.output import Unwritable
from trickkit.errors import InvalidRules, TrickkitError, quoted
from trickkit.play.rules import Rules

__all__ = [
    "about_a_game",
    "built",
    "chosen",
    "guarded",
    "options_of_a_game",
    "own_options",
    "read",
    "split_off",
    "values",
    "with_a_count",
    "with_a_seed",
    "with_a_time",
]

Command = TypeVar("Command", bound=Callable[..., object])

GIVEN = re.compile(r"(?P<game>.+?):(?P<options>\w+=.*)")
"""A game with options of its own, such as pikoko:next_lead=start_player."""

KEY = (
    "KEY is the key of an installed game, the path of a .py file that defines rules(...), or the path of a house-rule "
    "sheet (a .toml file)."
)
"""The explanation of KEY in the help of a command, before its example."""

LISTED = 8
"""A run of whole numbers with at least this many values is written as its ends only."""


def about_a_game(command: Command) -> Command:
    """Decorates a command that takes a game and its options: `game`, `players` and `given`; its help says what KEY is.

    >>> @click.command
    ... @about_a_game
    ... def show(game, players, given): ...
    >>> [parameter.name for parameter in show.params]
    ['game', 'players', 'given']
    """
    command.__doc__ = cleandoc(command.__doc__ or "").replace("\b\n", f"{KEY}\n\n\b\n", 1)
    return click.argument("game", metavar="KEY")(options_of_a_game(split_off(command)))


def split_off(command: Command) -> Command:
    """Decorates a command that takes a game, so that options of the game may follow it after a colon.

    >>> split_off(lambda *, game, given: (game, given))(game="oh_hell:hook=no,trump=none", given=("players=3",))
    ('oh_hell', ('players=3', 'hook=no', 'trump=none'))
    """

    @wraps(command)
    def with_game(*, game: str | None, given: Sequence[str], **others: Any) -> object:
        key, own = own_options(game or "")
        return command(game=key or None, given=(*given, *own), **others)

    return with_game  # type: ignore[return-value]


def own_options(text: str) -> tuple[str, list[str]]:
    """A game's name and the options given after its colon.

    >>> own_options("oh_hell:hook=no,trump=none"), own_options("oh_hell")
    (('oh_hell', ['hook=no', 'trump=none']), ('oh_hell', []))
    """
    match = GIVEN.fullmatch(text)
    return (match["game"], match["options"].split(",")) if match else (text, [])


def options_of_a_game(command: Command) -> Command:
    """Decorates a command that takes the options of a game: `players` and `given`.

    >>> @click.command
    ... @options_of_a_game
    ... def show(players, given): ...
    >>> [parameter.name for parameter in show.params]
    ['players', 'given']
    """
    for decorate in (
        click.option(
            "--option",
            "given",
            metavar="NAME=VALUE",
            multiple=True,
            help="One of the game's own options; may be repeated. 'trickkit rules KEY' lists them.",
        ),
        click.option("--players", metavar="N", help="How many play; short for --option players=N."),
    ):
        command = decorate(command)
    return command


def with_a_seed(command: Command) -> Command:
    """Decorates a command that plays random games: `seed`.

    >>> @click.command
    ... @with_a_seed
    ... def show(seed): ...
    >>> [parameter.default for parameter in show.params]
    [0]
    """
    return click.option(
        "--seed", type=int, default=0, show_default=True, metavar="S", help="Any integer; equal seeds give equal games."
    )(command)


def with_a_count(
    name: str, meaning: str, *, least: int = 1, default: int | None = None
) -> Callable[[Command], Command]:
    """A decorator that gives a command a whole number as option.

    >>> @click.command
    ... @with_a_count("--deals", "How many deals.", default=100)
    ... def show(deals): ...
    >>> show.params[0].type, show.params[0].default
    (<IntRange x>=1>, 100)
    """
    kind = click.IntRange(min=least)
    return click.option(name, type=kind, default=default, show_default=True, metavar="N", help=meaning)


def with_a_time(name: str, meaning: str, *, metavar: str, default: float | None = None) -> Callable[[Command], Command]:
    """A decorator that gives a command a time above 0 as option.

    >>> @click.command
    ... @with_a_time("--seconds", "Stop after S seconds.", metavar="S")
    ... def show(seconds): ...
    >>> show.params[0].type, show.params[0].metavar
    (<FloatRange x>0>, 'S')
    """
    kind = click.FloatRange(min=0, min_open=True)
    return click.option(name, type=kind, default=default, show_default=True, metavar=metavar, help=meaning)


def chosen(players: str | None, given: Sequence[str]) -> dict[str, str]:
    """The options given on a command line, as texts by name.

    Args:
        players: the value of `--players`; None if it was not given.
        given: the values of `--option`, each `name=value`.

    Raises:
        InvalidRules: a text has no `=`, or one option is given two different values.

    >>> chosen("3", ["next_lead=start_player"])
    {'players': '3', 'next_lead': 'start_player'}
    """
    options: dict[str, str] = {} if players is None else {"players": players}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InvalidRules(f"--option {quoted(text)}: an option is given as name=value")
        if options.setdefault(name, value) != value:
            raise InvalidRules(
                f"the option {quoted(name)} is given twice, as {quoted(options[name])} and as {quoted(value)}; give "
                "it once"
            )
    return options


def built(game: str, texts: Mapping[str, str] | None = None) -> Rules:
    """The rules of a game, from the texts of its options.

    Args:
        game: a key, or the path of a Python file that defines `rules`, or of a house-rule sheet (a TOML file).
        texts: the options by name; None for none.

    Raises:
        InvalidRules: there is no such game or option, an option cannot have that value, or the game cannot be run.

    >>> built("pikoko", {"players": "3", "self_confidence": "no"}).options["self_confidence"]
    False
    """
    with guarded(game):
        return load(game, **read(game, texts or {}))


def read(game: str, texts: Mapping[str, str]) -> dict[str, object]:
    """The values of options, from their texts.

    Args:
        game: as in `built`.
        texts: the options by name. An unknown one keeps its text: `load` refuses it and lists the known ones.

    Raises:
        InvalidRules: there is no such game, or an option cannot have that value.

    >>> read("pikoko", {"players": "3"})
    {'players': 3}
    """
    with guarded(game):
        known = {option.name: option for option in options(builder(game))}
        return {name: known[name].read(text) if name in known else text for name, text in texts.items()}


@contextmanager
def guarded(game: str) -> Iterator[None]:
    """Turns errors inside a game's own code into one error that names the game.

    Raises:
        InvalidRules: for any error that is not the library's own.

    >>> with guarded("house.py"):
    ...     {}["ace"]
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.py cannot be run: KeyError: 'ace'
    """
    try:
        yield
    except (TrickkitError, Unwritable, BrokenPipeError):
        raise
    except Exception as error:
        raise InvalidRules(f"{game} cannot be run: {type(error).__name__}: {error}{line_in(game, error)}") from error


def values(option: Option) -> str:
    """The possible values of an option, as a user types them.

    >>> values(Option("players", 4, "how many play", (3, 4, 5)))
    '3, 4, 5'
    >>> values(Option("target", 100, "points to reach", tuple(range(50, 201))))
    '50..200'
    >>> values(Option("target", 100, "points to reach", tuple(range(50, 1001, 50))))
    '50, 100..1000'
    >>> values(Option("name", "", "what it is called"))
    'any'
    >>> values(Option("target", 100, "points to reach"))
    'any whole number'
    """
    if option.values is None:
        return "any whole number" if type(option.default) is int else "any"
    numbers = [value for value in option.values if type(value) is int]
    if len(numbers) == len(option.values) > LISTED:
        first, second, *_, last = numbers
        return f"{first}..{last}" if second - first == 1 else f"{first}, {second}..{last}"
    return ", ".join(str(value) for value in option.values)
