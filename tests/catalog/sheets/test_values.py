"""Values of a sheet become parameters by the types of the fields that they are for."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import attrs
import pytest
from attrs import Converter, Factory, field, frozen

from trickkit import Card, Face, InvalidRules, Suit
from trickkit.catalog.sheets.making import _parameters, _type
from trickkit.catalog.sheets.node import Node, parsed
from trickkit.catalog.sheets.policies import named
from trickkit.catalog.sheets.values import Reader
from trickkit.model.cards import french, piquet
from trickkit.phases import Run, Tricks
from trickkit.phases.evaluate import LargestPile
from trickkit.policies.follow import MustTrump
from trickkit.policies.schedule import Schedule
from trickkit.scoring import Doubled, ZeroEstimate

if TYPE_CHECKING:
    from trickkit import Deck


class Way(ABC):
    @abstractmethod
    def go(self) -> None: ...


@frozen
class There(Way):
    steps: int = field(default=1)
    _speed: float = 1.5

    def go(self) -> None: ...


class Back(Way):
    """No attrs class."""

    def go(self) -> None: ...


def small(_instance: object, _attribute: object, value: int) -> None:
    if value > 9:
        raise ValueError("too much")


def even(value: int) -> int:
    if value % 2:
        raise ValueError("odd")
    return value


@frozen(kw_only=True)
class Sum:
    """A field for everything."""

    low: int = field(default=0, validator=small)
    high: int = field(default=0, validator=small)
    even: int = field(default=0, converter=even)
    odd: int = field(default=0, converter=Converter(lambda value, _self: value, takes_self=True))
    hidden: int = field(default=7, init=False)
    deck: Deck | None = None
    loose: Any = None

    def __attrs_post_init__(self) -> None:
        if self.low > self.high > 0:
            raise ValueError


Bare = attrs.make_class("Bare", {"bare": field(default=1, type=int), "loose": field(default=1)}, frozen=True)

KINDS: dict[str, type[Any]] = {"There": There, "Back": Back, "Sum": Sum, "Way": Way}
READER = Reader(piquet(), KINDS)


def node(text: str) -> Node:
    """The value of `it`."""
    return parsed(f"it = {text}", "house.toml").table()["it"]


def read(text: str, wanted: Any, current: object = None) -> Any:
    return READER.read(node(text), wanted, current)


def refused(text: str, wanted: Any, current: object = None) -> str:
    with pytest.raises(InvalidRules) as error:
        read(text, wanted, current)
    return str(error.value).removeprefix("house.toml, line 1: ")


@pytest.mark.parametrize(
    ("text", "wanted", "value"),
    [
        ("3", int, 3),
        ("true", bool, True),
        ("3", float, 3),
        ("3.5", float, 3.5),
        ("'a'", str, "a"),
        ("'a'", Literal["a", "b"], "a"),
        ("3", Annotated[int, "how many"], 3),
        ("3", int | None, 3),
        ("'none'", int | None, None),
        ("'none'", str | None, None),
        ("'none'", Literal["none", "all"] | None, "none"),
        ("'a'", int | str, "a"),
        ("'Back'", str | Way, "Back"),
        ("[1, 2]", tuple[int, ...], (1, 2)),
        ("[1, 'a']", tuple[int, str], (1, "a")),
        ("[1, 2]", list[int], [1, 2]),
        ("[1, 2, 1]", frozenset[int], frozenset({1, 2})),
        ("[1, 2]", Sequence[int], (1, 2)),
        ("[1, 'a', [2]]", tuple, (1, "a", (2,))),
        ("[]", tuple[int, ...], ()),
        ("['a', ['b', 3]]", tuple[tuple[str, int | None], ...], (("a", None), ("b", 3))),
        ("'There'", Way, There()),
        ("['There', {policy = 'There', steps = 2}]", tuple[Way, ...], (There(), There(2))),
        ("'There'", tuple[Way, ...], (There(),)),
        ("{policy = 'There', speed = 2}", Way, There(1, 2)),
        ("{steps = 2}", There, There(2)),
        ("{policy = 'There', steps = 2}", Any, There(2)),
        ("[1, true]", Any, (1, True)),
        ("'There'", object, "There"),
        ("{bare = 2, loose = 'b'}", Bare, Bare(2, "b")),
    ],
)
def test_value(text: str, wanted: Any, value: object) -> None:
    if wanted == str | Way:
        assert isinstance(read(text, wanted), Back)
    else:
        found = read(text, wanted)
        assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("true", int, "it=true is not a whole number"),
        ("1.0", int, "it=1.0 is not a whole number"),
        ("1", bool, "it=1 is neither true nor false"),
        ("true", float, "it=true is not a number"),
        ("1", str, "it=1 is not a text"),
        ("'c'", Literal["a", "b"], "it='c' is not one of 'a', 'b'"),
        ("1", Literal[True, "b"], "it=1 is not one of True, 'b'"),
        ("'some'", int | None, "it='some' is not a whole number"),
        ("[1, [2]]", tuple[int, ...], "it[1] (a list) is not a whole number"),
        ("1", tuple[int, ...], "it=1 is not a list"),
        ("['a']", tuple[tuple[str, int], ...], "it[0]='a' is not a list"),
        ("{}", tuple[int, ...], "it (a table) is not a list"),
        ("{}", tuple[Way, ...], "it names no policy; write policy = one of: There, Back"),
        ("'Way'", Way, "'Way' is not a Way; there are: There, Back"),
        ("'Sum'", Way, "'Sum' is not a Way; there are: There, Back"),
        ("07:32:00", Any, "it=07:32:00 is neither a text nor a number, true, false or a list of such"),
        ("07:32:00", Way, "it=07:32:00 is not a Way; write the name of one: There, Back"),
        ("{policy = 'Back', steps = 3}", Way, "Back has no 'steps'; it has: none"),
        ("{policy = 'Sum', hidden = 3}", Sum, "Sum has no 'hidden'; it has: low, high, even, odd, deck, loose"),
        ("{a = 1}", dict[str, int], "it cannot be given in a sheet, only in Python"),
        ("3", dict, "it is a dict, which cannot be given in a sheet, only in Python"),
        ("'print'", Callable[[], None], "it cannot be given in a sheet, only in Python"),
        ("'There'", type[Way], "it cannot be given in a sheet, only in Python"),
        (
            "{deck = 3}",
            Sum,
            "the type that Sum declares for deck cannot be read: NameError: name 'Deck' is not defined",
        ),
        ("{bare = 'a'}", Bare, "bare='a' is not a whole number"),
    ],
)
def test_value_of_another_type(text: str, wanted: Any, message: str) -> None:
    assert refused(text, wanted) == message


def test_cards_faces_and_suits_of_the_deck() -> None:
    card = piquet().card("AS")
    assert read("'AS'", Card) is READER.deck.card("AS")
    assert read("'AS'", Face) == card.faces[0]
    assert read("'S'", Suit) == read("'spades'", Suit) == card.faces[0].suit
    assert refused("'2S'", Card).startswith("it='2S' is not a card of the deck (did you mean '")
    assert refused("'2S'", Face).startswith("it='2S' is not a face of the deck (did you mean '")
    assert refused("'green'", Suit).endswith("is not a suit of the deck; suits: clubs, diamonds, hearts, spades")
    assert refused("3", Suit).startswith("it=3 is not a text")
    assert Reader(french(), {}).read(node("'2S'"), Card).text == "2S"


def test_a_table_changes_what_is_there() -> None:
    there = There(2, 3.0)
    assert read("{speed = 4}", Way, there) == There(2, 4)
    assert read("{}", Way, there) is there
    assert read("{policy = 'There', speed = 4}", Way, there) == There(1, 4)
    assert read("{}", There, Back()) == There()
    assert read("{There.steps = 5}", tuple[Way, ...], (there, Back(), there))[::2] == (There(5, 3.0),) * 2
    back = Back()
    assert read("{}", Way, back) is back
    assert refused("{steps = 1}", Way, back) == "Back has no 'steps'; it has: none"


def lines_of(text: str) -> str:
    """What is wrong with a `Sum` that is written over several lines."""
    with pytest.raises(InvalidRules) as error:
        READER.read(parsed(f"[it]\npolicy = 'Sum'\n{text}", "house.toml").table()["it"], Sum)
    return str(error.value).removeprefix("house.toml, ")


def test_what_a_class_refuses_is_said_where_the_parameter_stands() -> None:
    assert lines_of("low = 1\nhigh = 10") == "line 4: Sum: ValueError: too much"
    assert lines_of("low = 10\nhigh = 1") == "line 3: Sum: ValueError: too much"
    assert lines_of("low = 1\neven = 1") == "line 4: Sum: ValueError: odd"


def test_what_a_class_refuses_as_a_whole_is_said_where_it_stands() -> None:
    assert lines_of("odd = 1\nlow = 2\nhigh = 1") == "line 1: Sum: ValueError"


def test_a_policy_without_what_it_needs_says_how_to_give_it() -> None:
    kind = attrs.make_class("Needy", {"a": field(), "b": field(), "c": field(default=Factory(list))})
    message = 'Needy needs a, b: { policy = "Needy", a = ..., b = ... }'
    assert refused("'Needy'", kind) == refused("{c = 1}", kind) == message


def test_parameters_of_the_library_can_all_be_given() -> None:
    known = named(None)
    bases = tuple(kind for kind in known.values() if inspect.isabstract(kind) and not issubclass(kind, Run))
    kinds = [kind for kind in known.values() if issubclass(kind, (*bases, Schedule, ZeroEstimate))]
    assert {Tricks, MustTrump, LargestPile, Doubled} <= set(kinds)
    reader = Reader(piquet(), known)
    for kind in kinds:
        for parameter in _parameters(kind).values():
            with pytest.raises(InvalidRules) as error:
                reader.read(node("{unlikely = true}"), _type(kind, parameter))
            assert "only in Python" not in str(error.value)
