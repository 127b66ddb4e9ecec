"""The actions of seats, as interned values: equal actions are one object, and each has a text form.

An argument of the wrong type raises `InvalidAction`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from attrs import field, fields, frozen, validators

from trickkit.errors import InvalidAction
from trickkit.model.checks import is_a, whole

__all__ = [
    *("Action", "Back", "Bid", "BidFor", "Call", "CallFor", "Change", "Name", "Pass", "Play", "Show"),
    "bids_up_to",
]

_interned: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()
_lock = Lock()


class _Interning(type):
    """A metaclass that returns the same object for equal arguments, so that engines compare actions by identity."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        # Every phase lists its actions when rules are tried, so most of them already exist.
        if not kwargs:
            try:
                known = _interned.get((cls, *[(type(value), value) for value in args]))
            except TypeError:
                known = None  # What cannot be hashed is refused by the action itself.
            if known is not None:
                return known
        made = super().__call__(*args, **kwargs)
        # True equals 1 but is a different value, so the types belong to the key.
        key = (cls, *((type(value), value) for value in made._values()))
        with _lock:
            return _interned.setdefault(key, made)


@frozen(eq=False)
class Action(metaclass=_Interning):
    """A move of a game. `str` gives its text form, which `rules.action` reads back.

    Equal actions are the same object, also after copying and pickling.

    >>> Play("R7") is Play("R7")
    True
    """

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, attribute.name) for attribute in fields(type(self)))

    def __str__(self) -> str:
        return " ".join(str(value) for value in self._values())

    @cached_property
    def _text(self) -> str:
        """The text form, cached because views sort by it."""
        return str(self)

    def rotated(self, by: int, players: int) -> Action:
        """The action after all seats have moved clockwise: if it names a seat, it names another one.

        Args:
            by: how many seats.
            players: how many there are.
        """
        return self

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Action:
        """The action after suits have been renamed: if it names a face or a suit, it names another one.

        Args:
            faces: from the text of every face to the new one.
            suits: from the letter of every suit to the new one.
        """
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (
            type(self),
            {attribute.alias: getattr(self, attribute.name) for attribute in fields(type(self))},
        )


def _remade(kind: type[Action], values: dict[str, Any]) -> Action:
    return kind(**values)


@frozen(eq=False)
class Play(Action):
    """Play a card as one of its faces.

    Args:
        face: the text of the face, such as `"R7"`.

    >>> str(Play("R7")), Play("R7")
    ('R7', Play(face='R7'))
    """

    face: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Play:
        return Play(faces[self.face])


@frozen(eq=False)
class Bid(Action):
    """Name a number, of tricks or of points.

    Args:
        number: 0 or more.

    >>> str(Bid(3))
    '3'
    """

    number: int = field(validator=whole(0, InvalidAction))


@lru_cache(maxsize=256)
def bids_up_to(highest: int) -> tuple[Action, ...]:
    """All bids from 0 to a highest one, cached because the same few lists recur.

    Args:
        highest: 0 or more.

    >>> bids_up_to(2)
    (Bid(number=0), Bid(number=1), Bid(number=2))
    """
    return tuple(Bid(tricks) for tricks in range(highest + 1))


@frozen(eq=False)
class BidFor(Action):
    """Name a level and a denomination, as in an auction.

    The text begins with a word, because a bid of two clubs would otherwise look like the two of clubs.

    Args:
        level: 1 or more.
        denomination: the letter of a suit, or another short word such as `"NT"`.

    >>> str(BidFor(2, "C")), str(BidFor(3, "NT"))
    ('bid 2C', 'bid 3NT')
    """

    level: int = field(validator=whole(1, InvalidAction))
    denomination: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> BidFor:
        return BidFor(self.level, suits.get(self.denomination, self.denomination))

    def __str__(self) -> str:
        return f"bid {self.level}{self.denomination}"


@frozen(eq=False)
class Back(Action):
    """Trust one's bid on a seat, or none of one's bids.

    Args:
        seat: the trusted seat, 0 or more; None for no trust.

    Raises:
        InvalidAction: the seat is neither.

    >>> str(Back(2)), str(Back(None))
    ('trust 2', 'no trust')
    """

    seat: int | None = field(validator=validators.optional(whole(0, InvalidAction)))

    def rotated(self, by: int, players: int) -> Back:
        """The same trust after the seats have moved; a seat outside the game stays the same."""
        return self if self.seat is None or self.seat >= players else Back((self.seat + by) % players)

    def __str__(self) -> str:
        return "no trust" if self.seat is None else f"trust {self.seat}"


@frozen(eq=False)
class Pass(Action):
    """Pass: decline to say or do anything.

    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        return "pass"


@frozen(eq=False)
class Call(Action):
    """Say a word.

    Args:
        word: such as `"double"`; a letter that names a suit stands as a word of its own, as in `"marriage H"`.

    >>> str(Call("double"))
    'double'
    """

    word: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Call:
        return Call(" ".join(suits.get(word, word) for word in self.word.split(" ")))


@frozen(eq=False)
class CallFor(Action):
    """Call a card, whose holder is one's partner.

    Args:
        card: its text, such as `"KH"`.

    >>> str(CallFor("KH"))
    'call KH'
    """

    card: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> CallFor:
        return CallFor(faces[self.card])

    def __str__(self) -> str:
        return f"call {self.card}"


@frozen(eq=False)
class Change(Action):
    """Buy another trump suit.

    Args:
        suit: the letter of the suit.

    >>> str(Change("S"))
    'change S'
    """

    suit: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Change:
        return Change(suits[self.suit])

    def __str__(self) -> str:
        return f"change {self.suit}"


@frozen(eq=False)
class Name(Action):
    """Name the trump suit, or the game to be played.

    Args:
        game: the letter of a suit, or other words such as `"grand"`.

    >>> str(Name("S")), str(Name("grand"))
    ('name S', 'name grand')
    """

    game: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Name:
        return Name(" ".join(suits.get(word, word) for word in self.game.split(" ")))

    def __str__(self) -> str:
        return f"name {self.game}"


@frozen(eq=False)
class Show(Action):
    """Show cards, such as those of a meld.

    Args:
        what: which ones, in words; a letter that names a suit stands as a word of its own.

    >>> str(Show("3 to K of C"))
    'show 3 to K of C'
    """

    what: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Show:
        return Show(" ".join(suits.get(word, word) for word in self.what.split(" ")))

    def __str__(self) -> str:
        return f"show {self.what}"
