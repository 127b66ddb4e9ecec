"""A recorded game as a value: replay it to any point, verify it, and redact it for a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

from trickkit.chance import Stacked
from trickkit.deal import Outcome
from trickkit.errors import InvalidRecord
from trickkit.record import entries, header
from trickkit.record.entries import Dealt, Entry, Moved, Over, Scored, both
from trickkit.record.header import Given, Header
from trickkit.record.log import Log
from trickkit.record.redaction import redacted
from trickkit.record.text import Line, Lines, blamed, line_of
from trickkit.rules import Rules
from trickkit.state import State, made_of

__all__ = ["Game", "loads", "of"]

FIRST = 2
"""The number of the line after the header."""


class _NotDealt(InvalidRecord):
    """The game goes on with a deal that is not in the record."""


@frozen(kw_only=True, repr=False)
class Game:
    """A recorded game; made by `of`, `load` and `loads`. `str` gives the text of the record.

    Args:
        header: the first line.
        rules: of the game.
        entries: the other lines, in order.
        lost: the text after them, where the text broke off in the middle of something; else empty.

    >>> from trickkit import load, playout
    >>> end = playout(load("pikoko", players=3), seed=7)
    >>> game = of(end)
    >>> len(game.moves), game.scores == end.scores, game.replay().outcome == end.outcome
    (108, True, True)
    >>> game.replay(upto=2).moves == end.moves[:2]
    True
    >>> game.verify()
    """

    header: Header
    rules: Rules
    entries: tuple[Entry, ...]
    lost: str = field(default="", eq=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat; those without are called by their seat.

        >>> from trickkit.variants import pikoko
        >>> of(pikoko.rules(players=3).start(seed=7)).names
        ('seat 0', 'seat 1', 'seat 2')
        """
        return self.header.names or tuple(f"seat {seat}" for seat in range(self.rules.players))

    @property
    def redacted(self) -> bool:
        """Whether the record holds only what somebody saw."""
        return self.header.redacted

    @property
    def seat(self) -> int | None:
        """Whose redacted record it is; None for a spectator's, and where nothing is redacted."""
        return self.header.seat

    @property
    def deals(self) -> tuple[Stacked, ...]:
        """What was dealt in each deal, as `rules.start(deals=...)` takes it."""
        found: list[Stacked] = []
        for entry in self.entries:
            if isinstance(entry, Dealt):
                found.append(entry.stacked)
            elif isinstance(entry, Moved) and entry.dealt is not None:
                found[-1] = both(found[-1], entry.dealt)
        return tuple(found)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The decisions in the order in which they were made, as pairs of a seat and the text of its action."""
        return tuple((entry.seat, entry.action) for entry in self.entries if isinstance(entry, Moved))

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals when something was scored last, by seat."""
        totals = [entry.totals for entry in self.entries if isinstance(entry, Scored)]
        return totals[-1] if totals else (0,) * self.rules.players

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None where the record ends before."""
        last = self.entries[-1] if self.entries else None
        return last.outcome if isinstance(last, Over) else None

    @property
    def cut(self) -> int | None:
        """The number of the line at which the record breaks off before the game is over; None where it does not.

        A record does not tell a game that goes on from one that was cut off between two lines. What was left of a line
        or of a move that was cut off in the middle is in `lost`.

        >>> from trickkit.variants import pikoko
        >>> text = str(of(pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")))
        >>> loads(text).cut, loads(text[:-9]).cut, loads(text[:-9]).lost
        (4, 3, '{"seat": 1, "pla')
        """
        return None if self.outcome is not None else len(self.entries) + FIRST

    def __str__(self) -> str:
        return "".join(line_of(line) for line in (self.header.line(), *(entry.line() for entry in self.entries)))

    def __repr__(self) -> str:
        rules = f", {self.rules!r}" if self.header.made else ""
        return f"loads({str(self)!r}{rules})"

    # Replaying

    def states(self) -> Iterator[State]:
        """The states of the game: at its beginning, and after each move.

        Nothing in them is random: what was dealt is in the record.

        Raises:
            InvalidRecord: with the number of the line, for a move that is not legal or a deal that is not whole; the
                record is redacted, or nothing was dealt before it broke off.

        >>> from trickkit import load, playout
        >>> [state.actors for state in of(playout(load("pikoko", players=3), seed=7)).states()][:3]
        [(0, 1), (1,), (1, 2)]
        """
        for state, group, expected in self._groups():
            chance = [(line, entry) for line, entry in group if _is_chance(entry)]
            _check(chance, [entry for entry in expected if _is_chance(entry)], end=group[-1][0])
            yield state

    def replay(self, upto: int | None = None) -> State:
        """The game after so many moves, as a state that can be played on.

        Args:
            upto: how many moves, from 0; None for all.

        Raises:
            InvalidRecord: what `states` raises.

        >>> from trickkit import load, playout
        >>> of(playout(load("pikoko", players=3), seed=7)).replay(upto=30).deal.number
        0
        """
        moves = len(self.moves)
        if upto is not None and not (type(upto) is int and 0 <= upto <= moves):
            raise InvalidRecord(f"upto={upto!r}: the record has the moves 0..{moves}", game=self.rules.key)
        for made, state in enumerate(self.states()):
            if made == (moves if upto is None else upto):
                return state
        raise AssertionError("there is a state after every move")

    def verify(self) -> None:
        """Refuse a record that is not what happened: every action must be legal, and every score reproduced.

        Where the record breaks off, it is verified up to there.

        Raises:
            InvalidRecord: with the number of the first line that is wrong; a redacted record cannot be verified.

        >>> from trickkit import load, playout
        >>> text = str(of(playout(load("pikoko", players=3), seed=7)))
        >>> loads(text).verify()
        >>> loads(text.replace("exact", "as foretold", 1)).verify()
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRecord: line 39: 'scored' is [0, 2, 'bid 0 on seat 0, took 0: as foretold']; \
the rules give [0, 2, 'bid 0 on seat 0, took 0: exact']
        """
        if self.entries == ():
            return
        for _, group, expected in self._groups():
            end = group[-1][0]
            _check(group, expected[: len(group)] if end + 1 == self.cut else expected, end=end)

    def _groups(self) -> Iterator[tuple[State, list[tuple[int, Entry]], list[Entry]]]:
        """Every state; the entries about it, which begin with the move that led there, with their lines; and those that
        the rules call for.
        """
        if self.redacted:
            who = "a spectator" if self.seat is None else f"seat {self.seat}"
            raise InvalidRecord(f"the record holds only what {who} saw; it cannot be replayed", line=1)
        groups = _grouped(self.entries)
        if not groups[0]:
            raise InvalidRecord("the record breaks off before anything is dealt", line=FIRST)
        log = Log()
        first = self.entries[0]
        assert isinstance(first, Dealt)
        with blamed(FIRST, "the game cannot be started"):
            state = self.rules.start(first=first.starter, deals=self.deals)
            expected = log.begun(state)
        yield state, groups[0], expected
        for group in groups[1:]:
            line, move = group[0]
            assert isinstance(move, Moved)
            with blamed(line, "the game cannot be played on"):
                state = state.play(move.seat, move.action)
                expected = log.moved(move.seat, move.action, state)
            yield state, group, expected

    # Redacting

    def redact(self, seat: int | None) -> Game:
        """What a seat could publish without telling more than it knows when the record ends.

        Cards, decisions and random outcomes that it does not know are `"??"`.
        Decisions that were made together stand in the order of the seats, whoever was first, and those of another seat
        in the order of their texts.

        Args:
            seat: 0..players-1; None for a spectator.

        Raises:
            InvalidSeat: there is no such seat.
            InvalidRecord: what `states` raises.

        >>> from trickkit.variants import pikoko
        >>> state = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")
        >>> game = of(state).redact(2)
        >>> game.deals[0].hands[2], game.moves
        (('??', '??', '??', '??', '??', '??', '??', '??'), ((1, '??'),))
        """
        if seat is not None:
            self.rules.check_seat(seat)
        found = redacted(self.entries, self.replay(), seat)
        return evolve(self, header=evolve(self.header, redacted=True, seat=seat), entries=found, lost="")


def _grouped(found: Sequence[Entry]) -> list[list[tuple[int, Entry]]]:
    """The entries with their lines: those before the first move, then each move with those that it led to."""
    groups: list[list[tuple[int, Entry]]] = [[]]
    for line, entry in enumerate(found, start=FIRST):
        if isinstance(entry, Moved):
            groups.append([])
        groups[-1].append((line, entry))
    return groups


def _is_chance(entry: Entry) -> bool:
    """Whether an entry says what chance did; the others follow from it and the moves."""
    return isinstance(entry, Dealt | Moved)


def _check(group: Sequence[tuple[int, Entry]], expected: Sequence[Entry], *, end: int) -> None:
    """Refuse entries that are not those that the rules call for up to a line."""
    for (line, entry), other in zip(group, expected, strict=False):
        if entry != other:
            raise InvalidRecord(_difference(entry, other), line=line)
    if len(group) > len(expected):
        line, entry = group[len(expected)]
        raise InvalidRecord(f"the rules call for no such line here: {entry}", line=line)
    if len(group) < len(expected):
        missing = expected[len(group)]
        if isinstance(missing, Dealt):
            raise _NotDealt(f"what was dealt in deal {missing.deal} is missing", line=end + 1)
        raise InvalidRecord(f"a line is missing: {missing}", line=end + 1)


def _difference(entry: Entry, other: Entry) -> str:
    """In which way an entry is not the one that the rules call for."""
    mine, theirs = entry.line(), other.line()
    if type(entry) is not type(other):
        return f"the rules call for another line here: {other}"
    key = next(key for key in (*mine, *theirs) if mine.get(key) != theirs.get(key))
    if key in ("hands", "turned", "stock", "rolls", "dealt"):
        return f"{key!r} is not what is dealt or drawn here, or not all of it"
    return f"{key!r} is {_part(mine, theirs, key)}; the rules give {_part(theirs, mine, key)}"


def _part(said: Line, other: Line, key: str) -> object:
    """The first part of what a line says under a key that differs from another; all of it where it is no list."""
    one, two = said.get(key), other.get(key)
    if not isinstance(one, list) or not isinstance(two, list):
        return "missing" if one is None else repr(one)
    return next((repr(part) for place, part in enumerate(one) if two[place : place + 1] != [part]), "no more")


def of(state: State, *, names: Sequence[str] = ()) -> Game:
    """The record of a game in progress, or of one that is over.

    Args:
        state: in any position.
        names: of the players, by seat; () for none.

    Raises:
        InvalidRecord: there are too few names or too many, or it is no state.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")
    >>> print(str(of(state, names=["Ada", "Ben", "Cyd"])).splitlines()[-1])
    {"seat": 1, "play": "3"}
    """
    log, at = Log(), beginning(state)
    found = log.begun(at)
    for seat, action in state.moves:
        at = at.play(seat, action)
        found += log.moved(seat, action, at)
    return Game(header=header.written(state.rules, tuple(names)), rules=state.rules, entries=tuple(found))


def beginning(state: State) -> State:
    """The game of a state before its first move.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> beginning(state.play(1, "3")) == state
    True
    """
    if not isinstance(state, State):
        raise InvalidRecord(
            f"{state!r} is no State; a game is recorded from a state, as rules.start or playout gives it"
        )
    rules, seed, first, deals, _ = made_of(state)
    return rules.start(seed=seed, first=first, deals=deals)


def loads(text: str | bytes, rules: Given = None) -> Game:
    """A recorded game from its text.

    The form of every line is checked: it must be one that this game can have there, with cards of the deck that are not
    dealt twice and actions of the game. Whether the actions are legal and the scores right says `Game.verify`. A text
    that breaks off anywhere after its first line is read up to its last whole move or other event.

    Args:
        text: JSON Lines, as `str(game)` gives it, or its bytes in UTF-8.
        rules: of the game, or a function that builds them from the options of the record; needed where the game is not
            installed or its rules are made in Python, and compared with what the record says. None takes those that
            the record names.

    Raises:
        InvalidRecord: the text is damaged, with the number of the line; a newer version of trickkit wrote it; or the
            rules are not there.

    >>> from trickkit import load, playout
    >>> game = of(playout(load("pikoko", players=3), seed=7))
    >>> loads(str(game)) == game
    True
    """
    lines = Lines(text)
    said = iter(lines)
    first = next(said, None)
    if first is None:
        raise InvalidRecord("the record breaks off in its header, or is empty: nothing of the game is there", line=1)
    with blamed(1, "the header cannot be read"):
        top = header.read(first)
    found = header.rules_of(top, rules)
    game = Game(header=top, rules=found, entries=entries.read(said, found, redacted=top.redacted), lost=lines.rest)
    return game if top.redacted or game.outcome is not None else _whole(game)


def _whole(game: Game) -> Game:
    """The game without a last move of which the record does not say what was dealt after it."""
    try:
        for _ in game.states():
            pass
    except InvalidRecord as error:
        if isinstance(error, _NotDealt) and error.line == game.cut:
            last = _grouped(game.entries)[-1][0][0] - FIRST
            dropped = "".join(line_of(entry.line()) for entry in game.entries[last:])
            return evolve(game, entries=game.entries[:last], lost=f"{dropped}{game.lost}")
    return game
