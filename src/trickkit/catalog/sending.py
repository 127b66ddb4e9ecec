"""Sends rules made in Python files to other machines, with the files' texts, which are run there."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

from trickkit.catalog.registry import run_source, sources_of
from trickkit.errors import InvalidRules
from trickkit.play.rules import Rules

__all__ = ["packed", "unpacked"]


def packed(rules: Sequence[Rules]) -> bytes:
    """Rules as bytes, with the text of every file that defines their classes.

    Args:
        rules: rules of games, including those made in Python.

    Raises:
        InvalidRules: a file is missing or has changed since, or something in the rules cannot be pickled.

    >>> from trickkit import load
    >>> house = load("pikoko").replace(key="mine")
    >>> unpacked(packed([house])) == (house,)
    True
    """
    texts = {}
    for source in {source for game in rules for source in sources_of(game)}:
        try:
            with open(source[0], "rb") as file:
                texts[source] = file.read()
        except OSError as error:
            raise InvalidRules(f"{source[0]} cannot be read: {error.strerror}") from error
        run_source(source, texts[source])
    try:
        return pickle.dumps((texts, pickle.dumps(tuple(rules))))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InvalidRules(f"these rules cannot be sent: {error}") from error


def unpacked(data: bytes) -> tuple[Rules, ...]:
    """The rules in bytes made by `packed`; runs their files. Use it only on bytes of your own.

    Raises:
        InvalidRules: a file cannot be run here.

    >>> from trickkit import load
    >>> unpacked(packed([load("pikoko").replace(key="mine")]))[0].key
    'mine'
    """
    texts, rules = pickle.loads(data)
    for source, text in texts.items():
        run_source(source, text)
    loaded: tuple[Rules, ...] = pickle.loads(rules)
    return loaded
