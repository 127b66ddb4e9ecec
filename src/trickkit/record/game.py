"""A recorded game as a value: replay it to any point, verify it, and redact it for a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRecord, quoted
from trickkit.lazy import in_html
from trickkit.model.chance import Stacked
from trickkit.model.events import Outcome
from trickkit.play.rules import Rules
from trickkit.play.state import State, made_of
from trickkit.record import entries, header, replaying
from trickkit.record.checks import FIRST, NotDealt, check, lines_of_play, standing
from trickkit.record.entries import Entry, Moved, Over, Scored
from trickkit.record.header import Given, Header
from trickkit.record.log import Log
from trickkit.record.redaction import redacted
from trickkit.record.sums import Sum, bare
from trickkit.record.text import Line, Lines, blamed, bytes_of

__all__ = ["GameRecord", "loads", "of"]

REPLAYED = 1_000_000
"""The most moves that are played to verify a record with undone moves."""


@frozen(kw_only=True, repr=False)
class GameRecord:
    """A recorded game; created by `of`, `load` and `loads`. `str` gives the text of the record.

    Undone moves are in its entries and its text, and are verified; everything else describes the game without them.

    Args:
        header: the first line.
        rules: the rules of the game.
        entries: the other lines, in order.
        lost: the rest of the text, if the record breaks off within a line or a move; otherwise empty.

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
    def _standing(self) -> list[Entry]:
        return [entry for group in standing(self.entries) for _, entry in group]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat; a player without a name is called by the seat.

        >>> from trickkit.variants import pikoko
        >>> of(pikoko.rules(players=3).start(seed=7)).names
        ('seat 0', 'seat 1', 'seat 2')
        """
        return self.header.names or tuple(f"seat {seat}" for seat in range(self.rules.players))

    @property
    def redacted(self) -> bool:
        """Whether the record is reduced to the knowledge of one viewer."""
        return self.header.redacted

    @property
    def seat(self) -> int | None:
        """The seat for which the record is redacted; None for a spectator, or without redaction."""
        return self.header.seat

    @property
    def deals(self) -> tuple[Stacked, ...]:
        """The cards dealt in each deal, as `rules.start(deals=...)` takes them."""
        return replaying.dealt(self._standing)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The decisions in order, as pairs of a seat and the text of its action."""
        return tuple((entry.seat, entry.action) for entry in self._standing if isinstance(entry, Moved))

    @property
    def scores(self) -> tuple[int, ...]:
        """The latest totals, by seat."""
        totals = [entry.totals for entry in self._standing if isinstance(entry, Scored)]
        return totals[-1] if totals else (0,) * self.rules.players

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if the record ends before."""
        last = self.entries[-1] if self.entries else None
        return last.outcome if isinstance(last, Over) else None

    @property
    def cut(self) -> int | None:
        """The line at which the record breaks off before the end of the game; None for a complete record.

        A record cannot distinguish a game in progress from one that was cut off between two lines. If a line or a move
        was cut off in the middle, `lost` has the rest.

        >>> from trickkit.variants import pikoko
        >>> text = str(of(pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")))
        >>> loads(text).cut, loads(text[:-9]).cut, loads(text[:-9]).lost
        (4, 3, '{"seat": 1, "play": "3", "sum": "cb')
        """
        return None if self.outcome is not None else len(self.entries) + FIRST

    def __str__(self) -> str:
        running = Sum()
        return "".join(running.text(entry.line()) for entry in (self.header, *self.entries))

    def _repr_html_(self) -> str:
        return in_html(self)

    def __repr__(self) -> str:
        rules = f", {self.rules!r}" if self.header.made else ""
        return f"loads({str(self)!r}{rules})"

    # Replaying

    def states(self, *, seed: int | None = None) -> Iterator[State]:
        """The states of the game: the first, and one after each move that was not undone.

        Nothing in them is drawn at random, as the record has the cards.

        Args:
            seed: any integer, for draws after the record; None draws nothing.

        Raises:
            InvalidRecord: with the number of the line, for a move that is not legal or an incomplete deal; the record
                is redacted, or nothing was dealt before it broke off.

        >>> from trickkit import load, playout
        >>> [state.actors for state in of(playout(load("pikoko", players=3), seed=7)).states()][:3]
        [(0, 1), (1,), (1, 2)]
        """
        self._refuse_redacted()
        yield from replaying.states(self.rules, self.entries, seed=seed)

    def _refuse_redacted(self) -> None:
        if self.redacted:
            viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
            raise InvalidRecord(f"the record holds only what {viewer} saw; it cannot be replayed", line=1)

    def replay(self, upto: int | None = None, *, seed: int | None = None) -> State:
        """The state after some moves, which can be played on as far as the record contains the cards.

        Args:
            upto: the number of moves, 0 or more, not counting undone ones; None for all.
            seed: any integer, for draws after the record; with the original seed, the game goes on as it would have.
                With None, a move that needs a draw raises UnknownChance.

        >>> from trickkit import load, playout
        >>> of(playout(load("pikoko", players=3), seed=7)).replay(upto=30).deal.number
        0
        """
        moves = len(self.moves)
        if upto is not None and not (type(upto) is int and 0 <= upto <= moves):
            raise InvalidRecord(f"upto={quoted(upto)}: the record has the moves 0..{moves}", game=self.rules.key)
        for made, state in enumerate(self.states(seed=seed)):
            if made == (moves if upto is None else upto):
                return state
        raise AssertionError("there is a state after every move")

    def verify(self) -> None:
        """Refuse a record that did not happen: every action must be legal, and every score reproduced.

        Undone moves are verified as well. A record that breaks off is verified up to that point.

        Raises:
            InvalidRecord: with the number of the first wrong line; or the record is redacted; or moves are undone so
                often that a replay takes more than a million moves.

        >>> from trickkit import load, playout
        >>> text = str(of(playout(load("pikoko", players=3), seed=7)))
        >>> loads(text).verify()
        >>> import re
        >>> by_hand = re.sub(', "sum": "[0-9a-f]*"', "", text).replace("exact", "as foretold", 1)
        >>> loads(by_hand).verify()
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRecord: line 39: 'scored' is [0, 2, 'bid 0 on seat 0, took 0: as foretold']; \
the rules give [0, 2, 'bid 0 on seat 0, took 0: exact']
        """
        if self.entries == ():
            return
        self._refuse_redacted()
        played = 0
        for groups in lines_of_play(self.entries):
            played += len(groups)
            if played > REPLAYED:
                raise InvalidRecord(f"moves are taken back so often that more than {REPLAYED} would have to be played")
            for step in replaying.steps(self.rules, groups):
                end, expected = step.group[-1][0], step.expected
                check(step.group, expected[: len(step.group)] if end + 1 == self.cut else expected, end=end)

    # Redacting

    def redact(self, seat: int | None) -> GameRecord:
        """The record reduced to what a seat knows at its end, safe for the seat to publish.

        Cards, decisions and random outcomes that the seat does not know become `"??"`. Simultaneous decisions are
        sorted by seat, whoever was first, and those of another seat by their texts. Undone moves leave no trace: the
        record is the same as if they had never been made.

        Args:
            seat: 0..players-1; None for a spectator.

        Raises:
            InvalidSeat: the seat does not exist.
            InvalidRecord: what `states` raises.

        >>> from trickkit.variants import pikoko
        >>> state = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")
        >>> game = of(state).redact(2)
        >>> game.deals[0].hands[2], game.moves
        (('??', '??', '??', '??', '??', '??', '??', '??'), ((1, '??'),))
        """
        if seat is not None:
            self.rules.check_seat(seat)
        self._refuse_redacted()
        *_, last = replaying.replayed(self.rules, self.entries)
        seen = redacted(self._standing, last.state, seat)
        return evolve(self, header=evolve(self.header, redacted=True, seat=seat), entries=seen, lost="")


def of(state: State, *, names: Sequence[str] = ()) -> GameRecord:
    """The record of a game in progress, or of a finished one.

    Args:
        state: in any position.
        names: the names of the players, by seat; () for none.

    Raises:
        InvalidRecord: there are too few names or too many, or it is not a state.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0).play(1, "3")
    >>> print(str(of(state, names=["Ada", "Ben", "Cyd"])).splitlines()[-1])
    {"seat": 1, "play": "3", "sum": "b225e7cc"}
    """
    log, after = Log(), beginning(state)
    written = log.begun(after)
    for seat, action in state.moves:
        after = after.play(seat, action)
        written += log.moved(seat, action, after)
    return GameRecord(header=header.written(state.rules, tuple(names)), rules=state.rules, entries=tuple(written))


def beginning(state: State) -> State:
    """The game of a state before its first move.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> beginning(state.play(1, "3")) == state
    True
    """
    if not isinstance(state, State):
        raise InvalidRecord(
            f"{quoted(state)} is not a State; a game is recorded from a state, as rules.start or playout gives it"
        )
    rules, seed, first, deals, _ = made_of(state)
    return rules.start(seed=seed, first=first, deals=deals)


def loads(text: str | bytes, rules: Given = None) -> GameRecord:
    """A recorded game from its text.

    The form of every line is checked: it must be possible there in this game, with cards of the deck that are not dealt
    twice, and with actions of the game. Checksums are checked if the record has them: the lines before a refused one
    are as they were written. `GameRecord.verify` checks that the actions are legal and the scores right. A text that
    breaks off anywhere after its first line is read up to its last complete move or other event.

    Args:
        text: JSON Lines, as `str(game)` gives it, or its bytes in UTF-8.
        rules: the rules of the game, or a function that builds them from the options of the record; required if the
            game is not installed or its rules are made in Python. They are compared with the record. None uses the
            rules that the record names.

    Raises:
        InvalidRecord: the text is damaged, with the number of the line; a newer version of trickkit wrote it; or the
            rules cannot be found.

    >>> from trickkit import load, playout
    >>> game = of(playout(load("pikoko", players=3), seed=7))
    >>> loads(str(game)) == game
    True
    """
    game, _ = read(text, rules)
    return game if game.redacted or game.outcome is not None else _whole(game, bytes_of(text))


def read(text: str | bytes, rules: Given = None) -> tuple[GameRecord, Sum]:
    """A recorded game as its text says, perhaps with an incomplete last move; and the checksum of the text.

    >>> from trickkit import load, playout
    >>> game = of(playout(load("pikoko", players=3), seed=7))
    >>> read(str(game))[0] == game
    True
    """
    lines, running = Lines(text), Sum()
    rest = iter(lines)
    first = next(rest, None)
    if first is None:
        raise InvalidRecord("the record breaks off in its header, or is empty: nothing of the game is there", line=1)
    with blamed(1, "the header cannot be read"):
        top = header.read(bare(first))
    running.read(first)
    built = header.rules_of(top, rules)
    parsed_entries = entries.read(_chained(rest, running), built, redacted=top.redacted)
    game = GameRecord(header=top, rules=built, entries=parsed_entries, lost=lines.rest)
    if game.outcome is not None and game.lost:
        raise InvalidRecord("there is text after the end of the game", line=len(parsed_entries) + FIRST)
    return game, running


def _chained(lines: Iterable[Line], running: Sum) -> Iterator[Line]:
    """The lines without their checksums, each of which is verified after the line was parsed."""
    for line in lines:
        yield bare(line)
        running.read(line)


def _whole(game: GameRecord, text: bytes) -> GameRecord:
    """The game of a text, without a final move whose dealt cards are missing."""
    try:
        for _ in replaying.replayed(game.rules, game.entries):
            pass
    except NotDealt as error:
        if error.line == game.cut:
            last = standing(game.entries)[-1][0][0] - FIRST
            dropped = b"\n".join(text.split(b"\n")[last + 1 :]).decode(errors="ignore")
            return evolve(game, entries=game.entries[:last], lost=dropped)
    except InvalidRecord:
        pass  # A replay reports everything else that is wrong.
    return game
