"""Converters for fields: any iterable or mapping is stored as a tuple."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Suit

__all__ = [
    "one_or_more",
    "one_or_more_texts",
    "to_groups",
    "to_numbers",
    "to_pairs",
    "to_suits",
    "to_texts",
    "to_tuple",
]


def to_tuple(given: Iterable[Any]) -> tuple[Any, ...]:
    """A converter for lists; anything else stays as it is, and a validator such as `each_is_a` refuses it.

    >>> to_tuple([1, 2]), to_tuple(None)
    ((1, 2), None)
    """
    return tuple(given) if isinstance(given, Iterable) else given


def one_or_more(given: Any) -> tuple[Any, ...]:
    """A converter for one value or several; a validator such as `each_is_a` refuses those of another type.

    >>> one_or_more(3), one_or_more([3, 4])
    ((3,), (3, 4))
    """
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def to_texts(given: Iterable[str]) -> tuple[str, ...]:
    """A converter for texts; a single text stands for its letters.

    >>> to_texts("AKQ"), to_texts(["10", "9"])
    (('A', 'K', 'Q'), ('10', '9'))
    """
    return to_tuple(given)


def one_or_more_texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """A converter for one text or several.

    >>> one_or_more_texts("left"), one_or_more_texts(["left", "right"])
    (('left',), ('left', 'right'))
    """
    return (given,) if isinstance(given, str) else to_tuple(given)


def to_groups(given: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    """A converter for groups, such as of texts.

    >>> to_groups([["AH", "KH"], "23"])
    (('AH', 'KH'), ('2', '3'))
    """
    return tuple(tuple(group) for group in given)


def to_numbers(given: Iterable[int]) -> tuple[int, ...]:
    """A converter for numbers.

    >>> to_numbers(range(3))
    (0, 1, 2)
    """
    return to_tuple(given)


def to_suits(given: Iterable[Suit]) -> tuple[Suit, ...]:
    """A converter for suits.

    >>> to_suits([])
    ()
    """
    return to_tuple(given)


def to_pairs(given: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[Any, Any], ...]:
    """A converter for values by name, such as points; if a name occurs twice, its last value counts.

    >>> to_pairs({"A": 11, "10": 10})
    (('A', 11), ('10', 10))
    """
    try:
        return tuple(dict(given).items())
    except (TypeError, ValueError):
        raise InvalidRules(f"{quoted(given)} gives no values by name; they are written like {{'A': 11}}") from None
