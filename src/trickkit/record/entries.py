"""The lines of a record after its header, as values: deals, moves, undone moves, scores, and the end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from attrs import frozen

from trickkit.errors import InvalidRecord, nearest, quoted
from trickkit.model.chance import HOLE, Roll, Stacked
from trickkit.model.events import DealStarted, Outcome, ScoreLine
from trickkit.play.rules import Rules
from trickkit.record.text import Line, blamed

__all__ = ["Dealt", "Entry", "Moved", "Over", "Scored", "Undone", "both", "read"]


@frozen
class Dealt:
    """A line of a record: the cards dealt at the beginning of a deal.

    Args:
        deal: its number, from 0.
        starter: the seat that starts the deal.
        stacked: the cards, and other random outcomes before the first decision of the deal.

    >>> Dealt(0, 2, Stacked(hands=[["R2"], ["R3"]], stock=["W5"])).line()
    {'deal': 0, 'starter': 2, 'hands': [['R2'], ['R3']], 'stock': ['W5']}
    """

    deal: int
    starter: int
    stacked: Stacked

    def line(self) -> Line:
        """The line as a JSON object."""
        return {"deal": self.deal, "starter": self.starter, **_stacked_as_json(self.stacked)}

    def told(self, *, matters: bool) -> str:
        """The line in words.

        Args:
            matters: whether it matters who starts; if not, the words omit it.
        """
        return f"{DealStarted(self.deal, self.starter, matters)} {_words(self.stacked)}".rstrip()

    def __str__(self) -> str:
        return self.told(matters=True)


@frozen
class Moved:
    """A line of a record: a seat's decision.

    Args:
        seat: 0..players-1.
        action: the text of its action; `"??"` if it is secret.
        dealt: the cards dealt and outcomes drawn because of it, before the next decision of the same deal; None for
            nothing.

    >>> Moved(1, "R7").line(), str(Moved(1, "R7"))
    ({'seat': 1, 'play': 'R7'}, 'Seat 1: R7.')
    """

    seat: int
    action: str
    dealt: Stacked | None = None

    def line(self) -> Line:
        """The line as a JSON object."""
        dealt = {} if self.dealt is None else {"dealt": _stacked_as_json(self.dealt)}
        return {"seat": self.seat, "play": self.action, **dealt}

    def __str__(self) -> str:
        return f"Seat {self.seat}: {self.action}. {_words(self.dealt or Stacked())}".rstrip()


@frozen
class Undone:
    """A line of a record: moves undone with all their consequences, including ends and beginnings of deals.

    Args:
        moves: the number of moves, 1 or more, counted back from the last move that was not undone.

    >>> Undone(2).line(), str(Undone(2))
    ({'undo': 2}, '2 moves are taken back.')
    """

    moves: int

    def line(self) -> Line:
        """The line as a JSON object."""
        return {"undo": self.moves}

    def __str__(self) -> str:
        return "1 move is taken back." if self.moves == 1 else f"{self.moves} moves are taken back."


@frozen
class Scored:
    """A line of a record: scores in the middle of a deal, or the rest at its end.

    Args:
        lines: the points scored since the last such line, with their reasons.
        totals: the points of all deals so far, by seat.
        ends: the number of the deal that ends here; None in the middle of a deal.

    >>> Scored((ScoreLine(0, "took 3", 3),), (3, 0), ends=0).line()
    {'scored': [[0, 3, 'took 3']], 'totals': [3, 0], 'ends': 0}
    """

    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    ends: int | None = None

    def line(self) -> Line:
        """The line as a JSON object."""
        lines = [[line.seat, line.points, line.reason] for line in self.lines]
        ends = {} if self.ends is None else {"ends": self.ends}
        return {"scored": lines, "totals": [*self.totals], **ends}

    def __str__(self) -> str:
        lines = f"Scored: {', '.join(str(line) for line in self.lines) or 'nothing'}. Totals: {self.totals}."
        return lines if self.ends is None else f"Deal {self.ends} is over. {lines}"


@frozen
class Over:
    """A line of a record: how the game ended.

    Args:
        outcome: the ranking, and why it ended.

    >>> Over(Outcome(ranking=((1,), (0, 2)), reason="3 deals are played")).line()
    {'over': '3 deals are played', 'ranking': [[1], [0, 2]]}
    """

    outcome: Outcome

    def line(self) -> Line:
        """The line as a JSON object."""
        return {"over": self.outcome.reason, "ranking": [[*group] for group in self.outcome.ranking]}

    def __str__(self) -> str:
        places = " > ".join(", ".join(f"seat {seat}" for seat in group) or "nobody" for group in self.outcome.ranking)
        return f"The game is over: {self.outcome.reason}. Ranking: {places}."


MOST_ROLLS = 1_000
"""The most random numbers besides the cards that may be drawn in a deal."""

Entry = Dealt | Moved | Undone | Scored | Over
"""A line of a record after its header."""


def _stacked_as_json(stacked: Stacked) -> Line:
    line: Line = {}
    if stacked.hands is not None:
        line["hands"] = [[*(hand or ())] for hand in stacked.hands]
    if stacked.turned is not None:
        line["turned"] = stacked.turned
    if stacked.stock:
        line["stock"] = [*stacked.stock]
    if stacked.rolls:
        line["rolls"] = [[*roll] if isinstance(roll, tuple) else roll for roll in stacked.rolls]
    return line


def _words(stacked: Stacked) -> str:
    hands = "; ".join(f"hand {seat}: {' '.join(hand or ())}" for seat, hand in enumerate(stacked.hands or ()))
    parts = {
        "Dealt": hands,
        "Turned": stacked.turned or "",
        "Stock": " ".join(stacked.stock),
        "Drawn at random": ", ".join(str(roll) for roll in stacked.rolls),
    }
    return " ".join(f"{name}: {text}." for name, text in parts.items() if text)


def read(lines: Iterable[Line], rules: Rules, *, redacted: bool) -> tuple[Entry, ...]:
    """The entries of a record; refuse those that are impossible in their place.

    Args:
        lines: the lines after the header, which is line 1; each is checked before the next is requested.
        rules: the rules of the game.
        redacted: whether cards and actions may be `"??"`.

    Raises:
        InvalidRecord: with the number of the line, if a record of this game cannot have that line there.

    >>> from trickkit.variants import pikoko
    >>> read([{"seat": 1, "play": "R7"}], pikoko.rules(), redacted=False)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 2: a move stands where no deal has begun
    """
    reader = _Reader(rules, redacted=redacted)
    for line_number, line in enumerate(lines, start=2):
        with blamed(line_number, "the line cannot be read"):
            reader.take(line)
    return tuple(reader.entries)


class _Reader:
    """Reads a record line by line, and tracks what may follow."""

    def __init__(self, rules: Rules, *, redacted: bool) -> None:
        self.rules = rules
        self.redacted = redacted
        self.entries: list[Entry] = []
        self.deals: list[Stacked] = []
        self.dealing = True
        # By move, the number of deals before it, and how much of the last one was dealt.
        self.before: list[tuple[int, Stacked]] = []

    def take(self, line: Line) -> None:
        """Read the next line.

        Raises:
            TrickkitError: the line is invalid, or impossible here.
        """
        if self.entries and isinstance(self.entries[-1], Over):
            raise InvalidRecord("there is a line after the end of the game")
        kinds: dict[str, Callable[[Line], Entry]] = {
            "deal": self._dealt,
            "seat": self._moved,
            "undo": self._undone,
            "scored": self._scored,
            "over": self._over,
        }
        kind = next(iter(line), "nothing")
        if kind not in kinds:
            near = nearest(kind, kinds) or f"; it begins with one of {', '.join(map(repr, kinds))}"
            raise InvalidRecord(f"no line of a record begins with {quoted(kind)}{near}")
        self.entries.append(kinds[kind](line))

    def _dealt(self, line: Line) -> Dealt:
        _check_keys(line, {"deal", "starter"}, {"hands", "turned", "stock", "rolls"})
        deal_number = len(self.deals)
        if not self.dealing:
            raise InvalidRecord(f"a deal begins before deal {deal_number - 1} is over")
        if _whole(line["deal"], "deal") != deal_number:
            raise InvalidRecord(f"deal {line['deal']} begins where deal {deal_number} is to begin")
        most = self.rules.ending.most_deals()
        if most is not None and deal_number >= most:
            raise InvalidRecord(f"deal {deal_number} begins; the game has {most}")
        self.rules.check_seat(_whole(line["starter"], "starter"))
        self.deals.append(Stacked())
        self.dealing = False
        return Dealt(deal_number, line["starter"], self._stacked(line))

    def _moved(self, line: Line) -> Moved:
        _check_keys(line, {"seat", "play"}, {"dealt"})
        self._check_under_way("a move")
        self.rules.check_seat(_whole(line["seat"], "seat"))
        if not (self.redacted and line["play"] == HOLE):
            self.rules.action(_text(line["play"], "play"))
        self.before.append((len(self.deals), self.deals[-1]))
        if "dealt" not in line:
            return Moved(line["seat"], line["play"])
        dealt = line["dealt"]
        if not isinstance(dealt, dict) or not dealt:
            raise InvalidRecord(f"'dealt' is {quoted(dealt)}; it says what was dealt, as an object")
        _check_keys(dealt, set(), {"hands", "turned", "stock", "rolls"})
        return Moved(line["seat"], line["play"], self._stacked(dealt))

    def _undone(self, line: Line) -> Undone:
        _check_keys(line, {"undo"}, set())
        if self.redacted:
            raise InvalidRecord("moves are taken back in a redacted record; it has only those that stand")
        moves, made = _whole(line["undo"], "undo"), len(self.before)
        if not 1 <= moves <= made:
            raise InvalidRecord(f"{moves} moves are taken back; {made} may be, and at least 1")
        deal_count, dealt = self.before[-moves]
        del self.before[-moves:], self.deals[deal_count:]
        self.deals[-1] = dealt
        self.dealing = False
        return Undone(moves)

    def _scored(self, line: Line) -> Scored:
        _check_keys(line, {"scored", "totals"}, {"ends"})
        self._check_under_way("a score")
        deal_number = len(self.deals) - 1
        if "ends" in line:
            if _whole(line["ends"], "ends") != deal_number:
                raise InvalidRecord(f"deal {line['ends']} is said to be over in deal {deal_number}")
            self.dealing = True
        totals = tuple(_whole(points, "totals") for points in _list(line["totals"], "totals"))
        if len(totals) != self.rules.players:
            raise InvalidRecord(f"there are {len(totals)} totals for {self.rules.players} seats")
        return Scored(tuple(self._score(score) for score in _list(line["scored"], "scored")), totals, line.get("ends"))

    def _over(self, line: Line) -> Over:
        _check_keys(line, {"over", "ranking"}, set())
        if not self.dealing or not self.deals:
            raise InvalidRecord("the game is said to be over in the middle of a deal")
        groups = [tuple(_list(group, "ranking")) for group in _list(line["ranking"], "ranking")]
        seats = [_whole(seat, "ranking") for group in groups for seat in group]
        if sorted(seats) != [*range(self.rules.players)] or not all(groups[1:]):
            raise InvalidRecord(f"the ranking {quoted(line['ranking'])} does not name every seat once, best first")
        return Over(Outcome(tuple(groups), _text(line["over"], "over")))

    def _check_under_way(self, what: str) -> None:
        if self.dealing:
            where = f"after deal {len(self.deals) - 1} is over" if self.deals else "where no deal has begun"
            raise InvalidRecord(f"{what} stands {where}")

    def _score(self, said: object) -> ScoreLine:
        if not isinstance(said, list) or len(said) != 3:
            raise InvalidRecord(f"a score is a seat, its points and the reason, not {quoted(said)}")
        seat, points, reason = said
        self.rules.check_seat(_whole(seat, "scored"))
        return ScoreLine(seat, _text(reason, "scored"), _whole(points, "scored"))

    def _stacked(self, said: Line) -> Stacked:
        """The cards dealt, which must agree with those dealt before in the same deal."""
        for hand in _list(said.get("hands", []), "hands"):
            self._check_cards(_list(hand, "a hand"))
        self._check_cards(_list(said.get("stock", []), "stock"))
        if "turned" in said:
            self._check_cards([said["turned"]])
        stacked = Stacked(
            hands=said.get("hands"),
            turned=said.get("turned"),
            stock=said.get("stock", ()),
            rolls=tuple([self._roll(roll) for roll in _list(said.get("rolls", []), "rolls")]),
        )
        whole = self.deals[-1] = both(self.deals[-1], stacked)
        if len(whole.rolls) > MOST_ROLLS:
            raise InvalidRecord(f"{len(whole.rolls)} random numbers in a deal; there are at most {MOST_ROLLS:,}")
        size = self.rules.schedule.hand_sizes.size(len(self.deals) - 1)
        turns = "".join(phase.turns(size) for phase in self.rules.phases)
        whole.check(self.rules.deck, self.rules.players, size, turns=turns)
        return stacked

    def _check_cards(self, cards: Iterable[object]) -> None:
        for card in cards:
            if _text(card, "a card") == HOLE and not self.redacted:
                raise InvalidRecord(f"{HOLE} stands for a card, but this record is not redacted")

    def _roll(self, value: object) -> Roll:
        if value == HOLE and self.redacted:
            return HOLE
        return tuple(_whole(part, "rolls") for part in value) if isinstance(value, list) else _whole(value, "rolls")


def both(before: Stacked, new: Stacked) -> Stacked:
    """The cards dealt earlier in a deal combined with those dealt since.

    >>> both(Stacked(turned="R2", rolls=[3]), Stacked(stock=["W5"], rolls=[4]))
    Stacked(hands=None, turned='R2', stock=('W5',), rolls=(3, 4))
    """
    return Stacked(
        hands=before.hands if new.hands is None else new.hands,
        turned=before.turned if new.turned is None else new.turned,
        stock=new.stock or before.stock,
        rolls=(*before.rolls, *new.rolls),
    )


def _check_keys(said: Line, needed: Collection[str], others: Collection[str]) -> None:
    for key in needed:
        if key not in said:
            raise InvalidRecord(f"{quoted(key)} is missing")
    known = (*needed, *others)
    for key in said:
        if key not in known:
            near = nearest(key, known)
            raise InvalidRecord(f"{quoted(key)} has no meaning here{near}; what may stand here: {', '.join(known)}")


def _whole(value: object, what: str) -> int:
    # True is an integer to Python, and 1.0 equals 1.
    if type(value) is not int:
        raise InvalidRecord(f"{what}: {quoted(value)} is not a whole number")
    return value


def _text(value: object, what: str) -> str:
    # A text with control codes could manipulate the terminal that shows it.
    if not isinstance(value, str) or not value.isprintable():
        raise InvalidRecord(f"{what}: {quoted(value)} is not a text that can be printed")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidRecord(f"{what}: {quoted(value)} is not a list")
    return value
