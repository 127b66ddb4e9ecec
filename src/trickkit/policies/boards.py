"""Boards that all seats see: their spaces, which of them are adjacent, and where tricks place markers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar, Self

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.cards import Deck
from trickkit.model.converters import to_groups
from trickkit.model.tricks import Trick

__all__ = ["Board", "EachPlay", "Placing", "WinningPlay"]


def _groups(given: Iterable[Iterable[str]] | None) -> Any:
    """Converts lists of texts to tuples; anything else stays as it is, and is refused later."""
    if not isinstance(given, Iterable) or not all(isinstance(group, Iterable) for group in given):
        return given
    return to_groups(given)


def _is_groups(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(group, tuple) for group in value)


@frozen(cache_hash=True)
class Board:
    """Spaces in rows, on each of which a hand may place a marker.

    Args:
        rows: the texts of the spaces, row by row; `""` where a row has a gap.
        joined: the pairs of spaces that are neighbours; None for those side by side in a row or in a column.

    Raises:
        InvalidRules: there is no space, a text occurs twice, or a pair does not join two spaces.

    >>> board = Board([["a", "b", "c"], ["d", "", "e"]])
    >>> board.neighbours["a"], board.groups(["a", "b", "e"])
    (('b', 'd'), (('a', 'b'), ('e',)))
    >>> Board([["a", "b", "c"]], joined=[("a", "c")]).largest(["a", "c"])
    2
    """

    rows: tuple[tuple[str, ...], ...] = field(converter=_groups)
    joined: tuple[tuple[str, ...], ...] | None = field(default=None, converter=_groups)

    @rows.validator
    def _names_each_once(self, _attribute: object, rows: tuple[tuple[str, ...], ...]) -> None:
        spaces = [space for row in rows for space in row if space != ""] if _is_groups(rows) else []
        if not spaces or not all(isinstance(space, str) for space in spaces):
            raise InvalidRules(f"Board: rows={quoted(rows)}; they list the texts of spaces, as [['a', 'b'], ['c', '']]")
        for space in spaces:
            if spaces.count(space) > 1:
                raise InvalidRules(f"Board: {quoted(space)} occurs twice in rows; each space has a text of its own")

    @joined.validator
    def _joins_spaces(self, _attribute: object, joined: tuple[tuple[str, ...], ...] | None) -> None:
        if joined is not None and not _is_groups(joined):
            raise InvalidRules(f"Board: joined={quoted(joined)}; it lists pairs of spaces, as [('a', 'b')]")
        for pair in joined or ():
            if len({*pair}) != 2 or len(pair) != 2:
                raise InvalidRules(f"Board: joined contains {quoted(pair)}; it lists pairs of different spaces")
            for space in pair:
                self._check(space)

    def _check(self, space: str) -> None:
        if space not in self.spaces:
            raise InvalidRules(f"Board: {quoted(space)} is no space of the board{nearest(space, self.spaces)}")

    @classmethod
    def of_faces(cls, deck: Deck, suits: Sequence[str] | None = None) -> Self:
        """A board with a space for every face of a deck: a row for each suit, a column for each rank.

        Args:
            deck: the deck of the game.
            suits: the names of the suits from the first row to the last; None for their order in the deck.

        Raises:
            InvalidRules: these are not the suits of the deck, or two faces have the same suit and rank.

        >>> from trickkit.model.cards import french
        >>> Board.of_faces(french("QK", suits="CS"), suits=["spades", "clubs"]).rows
        (('QS', 'KS'), ('QC', 'KC'))
        """
        known = [suit.name for suit in deck.suits]
        names = known if suits is None else [*suits]
        if sorted(names) != sorted(known):
            raise InvalidRules(f"Board: suits={quoted(suits)}; the suits of the deck are {', '.join(known)}")
        ranks = sorted({face.rank for face in deck.faces})
        texts: dict[tuple[str, int], str] = {}
        for face in deck.faces:
            other = texts.setdefault((face.suit.name, face.rank), face.text)
            if other != face.text:
                raise InvalidRules(f"Board: {other} and {face} have the same suit and rank; each face needs a space")
        return cls(tuple([tuple([texts.get((name, rank), "") for rank in ranks]) for name in names]))

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """All spaces, row by row."""
        return tuple([space for row in self.rows for space in row if space])

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """By space, the adjacent spaces."""
        pairs = self._side_by_side() if self.joined is None else self.joined
        beside: dict[str, list[str]] = {space: [] for space in self.spaces}
        for neighbour, other in dict.fromkeys([tuple(sorted(pair, key=self.spaces.index)) for pair in pairs]):
            beside[neighbour].append(other)
            beside[other].append(neighbour)
        return MappingProxyType({space: tuple(adjacent) for space, adjacent in beside.items()})

    def _side_by_side(self) -> tuple[tuple[str, ...], ...]:
        broad = max(map(len, self.rows))
        full = [[*row, *[""] * (broad - len(row))] for row in self.rows]
        lines = [*full, *zip(*full, strict=True)]
        return tuple([pair for line in lines for pair in pairwise(line) if all(pair)])

    def groups(self, spaces: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """Some spaces in connected groups, the largest group first, then in the order of the board.

        Args:
            spaces: any of them.

        Raises:
            InvalidRules: the board has no such space.
        """
        left = dict.fromkeys(spaces)
        for space in left:
            self._check(space)
        groups: list[tuple[str, ...]] = []
        for first in self.spaces:
            if first not in left:
                continue
            group, waiting = {first}, [first]
            for space in waiting:
                new = [
                    neighbour for neighbour in self.neighbours[space] if neighbour in left and neighbour not in group
                ]
                group.update(new)
                waiting += new
            for space in group:
                del left[space]
            groups.append(tuple([space for space in self.spaces if space in group]))
        return tuple(sorted(groups, key=len, reverse=True))

    def largest(self, spaces: Iterable[str]) -> int:
        """The number of spaces in the largest group of connected ones; 0 if there is none."""
        groups = self.groups(spaces)
        return len(groups[0]) if groups else 0


class Placing(ABC):
    """Says on which spaces of a board hands place markers in the tricks. A space holds one marker.

    >>> from attrs import frozen
    >>> @frozen
    ... class BothEnds(Placing):
    ...     def by_play(self, face):
    ...         return ""
    ...
    ...     def by_trick(self, trick):
    ...         return (trick.plays[0].action.face, trick.plays[-1].action.face)
    """

    __slots__ = ()

    of_faces: ClassVar[bool] = False
    """Whether only the face with the text of a space ever takes that space; if so, every space needs such a face."""

    @abstractmethod
    def by_play(self, face: str) -> str:
        """The space that a hand takes by playing a face, which it may do only while the space is free.

        Args:
            face: its text.

        Returns:
            The text of the space; `""`, or a text that is not on the board, if the play takes no space. Rules are
            refused if the board lacks the spaces for all faces of a card.
        """

    @abstractmethod
    def by_trick(self, trick: Trick) -> tuple[str, ...]:
        """The spaces that the taker of a trick gets; any that are not on the board, or not free, are ignored.

        Args:
            trick: a complete trick that a hand has taken.
        """


@frozen
class EachPlay(Placing):
    """Every card that is played takes the space with the text of its face. A face whose space is taken is not played.

    >>> EachPlay().by_play("R7")
    'R7'
    """

    of_faces: ClassVar[bool] = True

    def by_play(self, face: str) -> str:
        return face

    def by_trick(self, trick: Trick) -> tuple[str, ...]:
        return ()


@frozen
class WinningPlay(Placing):
    """The taker of a trick takes the space with the text of the face that it played, if it is free.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.tricks import Played, Trick
    >>> plays = tuple(Played(seat, seat, Play(text), text) for seat, text in enumerate(["AC", "2H"]))
    >>> WinningPlay().by_trick(Trick(plays, taker=1))
    ('2H',)
    """

    of_faces: ClassVar[bool] = True

    def by_play(self, face: str) -> str:
        """An empty text: a play takes no space before the trick is complete."""
        return ""

    def by_trick(self, trick: Trick) -> tuple[str, ...]:
        """The space of the face that the taker played; none if it played no card to the trick."""
        face = None if trick.taker is None else trick.face_of(trick.taker)
        return () if face is None else (face,)
