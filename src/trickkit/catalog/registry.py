"""Loading rules by name: the games of the package, installed distributions, and files."""

from __future__ import annotations

import copyreg
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import TYPE_CHECKING, Any
from zlib import crc32

from attrs import fields, has

from trickkit.catalog.options import check
from trickkit.errors import InvalidRules, TrickkitError, frames_of, misspelt, nearest, quoted
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.catalog.sheets.sheet import Sheet

__all__ = ["ENTRY_POINTS", "Source", "builder", "keys", "line_in", "load", "run_source", "sheet", "sources_of"]

ENTRY_POINTS = "trickkit.variants"
"""The entry-point group in which a distribution registers its variants: a key, and a module that defines `rules`."""

FILES = ".py or .toml"
"""The endings of files with games, in words for errors; case does not matter."""

_BUILT_IN = {
    "pikoko": "trickkit.variants.pikoko",
    "pikinni": "trickkit.variants.pikinni",
    "5211": "trickkit.variants.game5211",
}

_loaded: dict[str, tuple[tuple[int, int], ModuleType]] = {}
"""The loaded files, by absolute path: when each was changed, its length, and its module."""

_digests: dict[str, str] = {}
"""By absolute path, the SHA-256 of the text of a file when it was last loaded."""

_entries: dict[str, Any] = {}
"""By key, the entry points found so far: to find one, the metadata of every distribution must be read."""


def _registered() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _entry(game: str) -> Any:
    """The entry point of a key, cached; None if no distribution registers the key."""
    entry = _entries.get(game) or _registered().get(game)
    if entry is not None:
        _entries[game] = entry
    return entry


def keys() -> tuple[str, ...]:
    """The keys of all installed games, those of the package first.

    >>> keys()[0]
    'pikoko'
    """
    return tuple(dict.fromkeys((*_BUILT_IN, *sorted(_registered()))))


def builder(game: str) -> Callable[..., Rules]:
    """The function that builds the rules of a game from its options.

    Args:
        game: a key, or the path of a Python file that defines `rules`, or of a house-rule sheet, a TOML file.

    Raises:
        InvalidRules: there is no such game, or its file cannot be used.

    >>> builder("pikoko")(players=3).players
    3
    """
    return _builder(game, ())


def _builder(game: str, within: tuple[str, ...]) -> Callable[..., Rules]:
    if not isinstance(game, str):
        raise InvalidRules(f"a game is given as a text, its key or the path of a {FILES} file, not as {quoted(game)}")
    if game in _BUILT_IN:
        return _function(importlib.import_module(_BUILT_IN[game]), game)
    if game.lower().endswith(".py"):
        return _function(_module(game), game)
    if game.lower().endswith(".toml"):
        return _sheet(_text(game), game, within, saved=True, files=True)
    entry = _entry(game)
    if entry is None:
        known = keys()
        raise InvalidRules(
            f"no game {quoted(game)}{_file_near(game) or nearest(game, known)}; games: {', '.join(known)}, or the path "
            f"of a {FILES} file"
        )
    with _blamed(f"{game} cannot be imported", game):
        return _function(entry.load(), game)


def _file_near(game: str) -> str:
    """A hint at a file with a similar name; empty if there is none."""
    files = [repr(f"{game}{ending}") for ending in (".py", ".toml") if os.path.isfile(f"{game}{ending}")]
    if files:
        return f"; there is a file: {', '.join(files)}"
    if os.path.isfile(game):
        return ": the file of that name ends in neither .py nor .toml"
    return ", which is a directory" if os.path.isdir(game) else ""


def line_in(path: str, error: BaseException) -> str:
    """The line of a file in an error's traceback, in words; empty if the file is not in it.

    Args:
        path: the file, absolute or relative to the working directory.
        error: the error, after it was raised.

    >>> line_in("house.py", ValueError("oh"))
    ''
    """
    return "".join(f" ({source})" for source in _sources(path, error))


def _sources(path: str, error: BaseException) -> tuple[str, ...]:
    """The file with its last line in an error's traceback; () if the file is not in it."""
    line = 0
    for frame, reached in frames_of(error):
        if frame.f_code.co_filename == os.path.abspath(path):
            line = reached
    return (f"{os.path.basename(path)}, line {line}",) if line else ()


@contextmanager
def _blamed(what: str, game: str) -> Iterator[None]:
    """Turns errors in a game's module into errors of the library, with the original as cause."""
    try:
        yield
    except TrickkitError as error:
        error.sources += _sources(game, error)
        raise
    except Exception as error:
        raise InvalidRules(f"{what}: {type(error).__name__}: {error}{misspelt(error)}{line_in(game, error)}") from error


def _module(path: str) -> ModuleType:
    """The module of a file, executed again only if the file changes, so that its classes stay the same."""
    _check_file(path)
    absolute, status = os.path.abspath(path), os.stat(path)
    version = status.st_mtime_ns, status.st_size
    known = _loaded.get(absolute)
    if known is not None and known[0] == version:
        return known[1]
    name = _module_name(absolute)
    with _blamed(f"{path} cannot be run", path):
        module = _run(name, absolute, SourceFileLoader(name, absolute).get_data(absolute))
    _loaded[absolute] = version, module
    return module


def _run(name: str, absolute: str, text: bytes) -> ModuleType:
    """Execute the text of a file as a module, and register it under a name."""
    module = ModuleType(name)
    module.__file__ = absolute
    with _registered_as(name, module):
        # `exec_module` would trust compiled code that was written in the same second.
        exec(SourceFileLoader(name, absolute).source_to_code(text, absolute), vars(module))
    _digests[absolute] = _digest(text)
    return module


def _digest(text: bytes) -> str:
    from hashlib import sha256  # Programs that load no file do not need this import.

    return sha256(text).hexdigest()


# Pickles of rules that were read from Python files

Source = tuple[str, str, str]
"""A file that rules need: its absolute path, the SHA-256 of its text, and the name of its module."""


def _pickled(rules: Rules) -> tuple[Any, ...]:
    """The pickled form of rules, which begins with the files that define their classes, if any."""
    whole: Any = rules.__reduce_ex__(2)
    needed = sources_of(rules)
    return (_reopened, (needed,), whole[2]) if needed else tuple(whole)


def sources_of(rules: Rules) -> tuple[Source, ...]:
    """The files that define classes used in the rules.

    >>> sources_of(load("pikoko"))
    ()
    """
    files = {module.__name__: path for path, (_, module) in _loaded.items()}
    needed = sorted(_modules(rules) & files.keys()) if files else []
    return tuple((files[name], _digests[files[name]], name) for name in needed)


def run_source(source: Source, text: bytes) -> None:
    """Runs the text of a file that the rules need, unless it has been run already.

    Args:
        source: a source of the rules.
        text: the text of the file, whatever its origin.

    Raises:
        InvalidRules: the text differs from that of the source, or cannot be run here.

    >>> run_source(("/house.py", "", "house"), b"")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: /house.py is not as it was when the rules were loaded; load them anew
    """
    path, digest, name = source
    if _digest(text) != digest:
        raise InvalidRules(f"{path} is not as it was when the rules were loaded; load them anew")
    if name not in sys.modules or _digests.get(path) != digest:
        with _blamed(f"{path} cannot be run", path):
            _run(name, path, text)


def _modules(value: Any) -> set[str]:
    """The names of the modules that define the classes in a value."""
    if isinstance(value, tuple):
        return set().union(*map(_modules, value))
    modules = {type(value).__module__}
    for attribute in fields(type(value)) if has(type(value)) else ():
        modules |= _modules(getattr(value, attribute.name))
    return modules


def _reopened(sources: tuple[Source, ...]) -> Rules:
    """Blank rules for unpickling, after loading the files that define their classes.

    Raises:
        InvalidRules: a file is missing here, or differs from the one where the rules were pickled.
    """
    for path, digest, name in sources:
        if name in sys.modules and _digests.get(path, digest) == digest:
            continue
        if not os.path.isfile(path):
            raise InvalidRules(
                f"these rules need {path}, which is not there; copy it there, or send its path and the options instead "
                f"of the rules and call trickkit.load({quoted(os.path.basename(path))}, ...)"
            )
        with open(path, "rb") as file:
            same = _digest(file.read()) == digest
        if not same or _module(path).__name__ != name:
            raise InvalidRules(
                f"{path} is not as it was when these rules were pickled; load them anew with "
                f"trickkit.load({quoted(path)}, ...)"
            )
    return object.__new__(Rules)


copyreg.pickle(Rules, _pickled)


def _check_file(path: str) -> None:
    if os.path.isdir(path):
        raise InvalidRules(f"{quoted(path)} is a directory; a game is a key or the path of a {FILES} file")
    if not os.path.isfile(path):
        raise InvalidRules(f"no file {quoted(path)}")


def _text(path: str) -> str:
    from trickkit.catalog.sheets.node import LONGEST

    _check_file(path)
    try:
        with open(path, encoding="utf-8-sig") as file:
            # To refuse a sheet that is too long, one extra character suffices.
            return file.read(LONGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRules(f"{path} cannot be read: {error}") from error


def sheet(text: str, path: str = "sheet.toml", /, *, files: bool = False) -> Sheet:
    """A house-rule sheet from its text, as `load` reads it from a file; call it with options to get the rules.

    The text may come from anybody, and a Python file that it names as its base would be run. Therefore its base must be
    an installed game, unless you allow files.

    Args:
        text: the whole sheet.
        path: where the sheet is, or would be. It is the key of the rules if the sheet gives none; the path of a base
            file is relative to it; and errors name it.
        files: whether its base may be a file. A Python file is run, even if it is the base of a base sheet.

    Raises:
        InvalidRules: the sheet is wrong, with file and line; or its base cannot be used, or is a file.

    >>> rules = sheet('base = "pikoko"\\nending.deals = 1', "short.toml")(players=3)
    >>> rules.key, rules.players, rules.ending.deals
    ('short', 3, 1)
    >>> sheet(rules.sheet, "short.toml")(**rules.options) == rules
    True
    """
    return _sheet(text, path, (), saved=False, files=files)


def _sheet(text: str, path: str, within: tuple[str, ...], *, saved: bool, files: bool) -> Sheet:
    """A sheet, with `within` the paths of the sheets that are based on it."""
    from trickkit.catalog.sheets.sheet import read  # Programs without sheets do not need the parser.

    tried = not within
    within = (*within, os.path.realpath(path))

    def find(base: str) -> Callable[..., Rules]:
        if base.lower().endswith((".py", ".toml")):
            if not files:
                raise InvalidRules(
                    f"the base of a sheet that is given as a text is an installed game, not the file {quoted(base)}; "
                    "files=True lets it be one, which may be run"
                )
            base = os.path.join(os.path.dirname(path), base)
        if os.path.realpath(base) in within:
            raise InvalidRules(f"{quoted(base)} cannot be based on itself")
        function = _builder(base, within)

        @wraps(function)
        def build(**given: Any) -> Rules:
            return _built(function, base, given)

        return build

    return read(text, path, find, saved=saved, tried=tried)


def _module_name(path: str) -> str:
    """A module name under which pickles find a file's classes: its stem, or a longer name if that is taken."""
    stem = os.path.basename(path).removesuffix(".py").replace(".", "_") or "rules"
    if path in _loaded:
        _, before = _loaded[path]
        if sys.modules.get(before.__name__, before) is before:
            return before.__name__
    if stem not in sys.modules:
        spec = importlib.util.find_spec(stem)
        if spec is None or spec.origin == path:
            return stem
    return f"{stem}_{crc32(path.encode()):08x}"


@contextmanager
def _registered_as(name: str, module: ModuleType) -> Iterator[None]:
    """Registers a module while it is executed, and for good if that succeeds."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    except BaseException:
        sys.modules.pop(name, None)
        if before is not None:
            sys.modules[name] = before
        raise


def _function(module: Any, game: str) -> Callable[..., Rules]:
    function = getattr(module, "rules", None)
    if not callable(function):
        raise InvalidRules(f"{game} defines no function rules(...)")
    return function  # type: ignore[no-any-return]


def load(game: str, /, **options: Any) -> Rules:
    """The rules of a game with the given options.

    Args:
        game: the key of a game of the package or of an installed distribution, or the path of a Python file that
            defines `rules`, or of a house-rule sheet, a TOML file.
        options: options of the game; see `trickkit rules KEY`.

    Raises:
        InvalidRules: there is no such game or option, or an option cannot have that value.

    >>> load("pikoko", players=3).options["players"]
    3
    """
    return _built(builder(game), game, options)


def _built(function: Callable[..., Rules], game: str, given: Mapping[str, object]) -> Rules:
    """The rules that a function builds; any other result is refused."""
    with _blamed(f"the options of {game} cannot be read", game):
        check(function, given)
    with _blamed(f"rules(...) of {game} failed", game):
        rules = function(**given)
    if not isinstance(rules, Rules):
        raise InvalidRules(f"rules(...) of {game} returned {quoted(rules)}, which are not Rules")
    return rules
