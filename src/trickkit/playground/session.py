"""A session of a page that runs Python: one game at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from trickkit.errors import TrickkitError
from trickkit.play.utility import Utility
from trickkit.playground.blocks import Blocks
from trickkit.playground.laws import Laws
from trickkit.playground.messages import Link, Seat, read
from trickkit.table.about import about
from trickkit.table.advice import advice
from trickkit.table.game import Game, Refused
from trickkit.table.games import BOTS, chosen, described
from trickkit.table.points import card_points

if TYPE_CHECKING:
    from trickkit.bots import Bot
    from trickkit.play.state import State

__all__ = ["Session"]

ADVISER = "best:1"
"""The bot that gives hints: one that is quick without compiled code."""


@define
class _Kept:
    """Stores the states of a game, from its beginning on."""

    states: list[State]

    @property
    def state(self) -> State:
        return self.states[-1]

    def write(self, state: State) -> None:
        for mover, action in state.moves[len(self.state.moves) :]:
            self.states.append(self.state.play(mover, action))

    def undo(self, moves: int = 1, *, then: State | None = None) -> State:
        del self.states[-moves:]
        self.write(then or self.state)
        return self.state

    def close(self) -> None:
        """Do nothing, as no file is open."""


@define
class _Chosen:
    """The rules and seats that the visitor chose, and the game in progress.

    Args:
        link: with which it began.
        kept: its positions.
        humans: the seats of whoever is at the page.
        sides: the seats that win and lose together; () until somebody wants to claim, since finding out takes a while.
    """

    link: Link
    kept: _Kept
    humans: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    game: Game = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.game = Game(self.kept, self.humans)


@define(eq=False)
class Session:
    """Answers the messages of a page, in JSON.

    Whoever is at the page plays all seats that no bot has, and may look from every seat, since there is nobody from
    whom anything could be kept secret. What cannot be done is refused in words, and changes nothing.

    >>> session = Session()
    >>> seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}]
    >>> wish = {"do": "start", "game": "pikoko", "options": {"players": 3}, "seats": seats, "seed": "7"}
    >>> sight = json.loads(session.hear(json.dumps(wish)))
    >>> sight["kind"], sight["view"]["seat"], sight["view"]["name"]
    ('sight', 0, 'Pikoko')
    >>> json.loads(session.hear('{"do": "sing"}'))["text"][:19]
    'a message asks for '

    Args:
        laws: to which games are held.
        blocks: runs code; None where none is run, as in the playground, whose links come from anybody.
    """

    laws: Laws = field(factory=Laws)
    blocks: Blocks | None = field(factory=Blocks)
    _played: _Chosen | None = field(default=None, init=False)
    _seat: int | None = field(default=0, init=False)

    def hear(self, text: str) -> str:
        """Carry out the command in a message; return the answer.

        Args:
            text: an object in JSON, with `do` and what that takes; all else in it is left out.

        Returns:
            An object in JSON, with its `kind`; `refused` has a `text` in words.
        """
        try:
            message = read(text)
            answer = self._doing(message.get("do"))(message)
        except TrickkitError as error:
            answer = {"kind": "refused", "text": error.message}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def _doing(self, deed: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
        ways: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "describe": self._describe,
            "start": self._start,
            "open": self._open,
            "play": self._play,
            "put_back": self._put_back,
            "bots": self._let_a_bot_act,
            "look": self._look,
            "step": self._step,
            "undo": self._undo,
            "claims": self._claims,
            "claim": self._claim,
            "record": self._record,
            "rules": self._rules,
            "link": self._link,
            "law": self.laws.hear,
            "sheet": self._sheet,
            "hint": self._hint,
        }
        if self.blocks is not None:
            ways["run"] = self.blocks.hear
        if not isinstance(deed, str) or deed not in ways:
            raise Refused(f"a message asks for one of {', '.join(ways)}")
        return ways[deed]

    @property
    def _current(self) -> _Chosen:
        if self._played is None:
            raise Refused("no game has begun")
        return self._played

    def _describe(self, message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "described", **described(message["game"] or "", message["sheet"] or "")}

    def _start(self, message: dict[str, Any]) -> dict[str, Any]:
        """Begin a game; if it comes from a link, play the moves in the link."""
        link = Link.of(message)
        rules = chosen(link.game, link.options, link.sheet)
        if len(link.seats) != rules.players:
            raise Refused(f"{rules.name} has {rules.players} seats, not {len(link.seats)}")
        for seat in link.seats:
            if seat.bot not in ("", *BOTS):
                _bot(seat.bot)
        states = [rules.start(seed=link.seed)]
        for mover, action in link.moves:
            states.append(states[-1].play(mover, action))
        humans = tuple(index for index, seat in enumerate(link.seats) if not seat.bot)
        self._played = _Chosen(link, _Kept(states), humans)
        self._seat = humans[0] if humans else None
        return self._sight()

    def _open(self, message: dict[str, Any]) -> dict[str, Any]:
        """Open a recorded game for viewing only."""
        from trickkit import record

        game = record.loads(message["record"])
        game.verify()
        rules, seats = game.rules, tuple(Seat(name) for name in game.names)
        link = Link("" if rules.sheet else rules.key, rules.sheet or "", dict(rules.options), seats, seed=0)
        self._played, self._seat = _Chosen(link, _Kept([*game.states()]), ()), 0
        return self._step({"move": 0})

    def _own(self) -> int:
        """The seat from which the page looks, if whoever is there plays it."""
        seat = self._seat
        if seat is None or seat not in self._current.game.humans:
            raise Refused("you look on from this seat; a bot plays it")
        return seat

    def _play(self, message: dict[str, Any]) -> dict[str, Any]:
        self._current.game.play(self._own(), message["number"], message["action"])
        return self._sight()

    def _put_back(self, message: dict[str, Any]) -> dict[str, Any]:
        self._current.game.put_back(self._own(), message["number"], message["action"])
        return self._sight()

    def _let_a_bot_act(self, _message: dict[str, Any]) -> dict[str, Any]:
        """Let one bot act, so that a page can show each move."""
        for seat in self._current.game.bots_to_act[:1]:
            view = self._current.kept.state.view(seat)
            bot = _bot(self._current.link.seats[seat].bot).seeded(self._current.link.seed)
            self._current.kept.write(self._current.kept.state.play(seat, bot.act(view)))
        return self._sight()

    def _look(self, message: dict[str, Any]) -> dict[str, Any]:
        seat = message["seat"]
        if seat is not None:
            self._current.kept.state.rules.check_seat(seat)
        self._seat = seat
        return self._sight()

    def _step(self, message: dict[str, Any]) -> dict[str, Any]:
        """An earlier position, as the seat saw it."""
        states = self._current.kept.states
        move = max(0, min(message["move"], len(states) - 1))
        view = states[move].view(self._seat)
        return {
            "kind": "sight", "seats": self._seats(), "view": view.to_json(), "points": card_points(view),
            "number": 0, "undo": None, "mine": False, "thinking": [], "move": move, "moves": len(states) - 1,
        }  # fmt: skip

    def _undo(self, _message: dict[str, Any]) -> dict[str, Any]:
        """Take back the last decision of the seat."""
        self._current.game.wish_undo(self._own())
        return self._agreed()

    def _claims(self, _message: dict[str, Any]) -> dict[str, Any]:
        """Find out who may claim what, and look again."""
        self._current.sides = self._current.sides or Utility.said_by(self._current.kept.state.rules).sides
        return self._sight()

    def _claim(self, message: dict[str, Any]) -> dict[str, Any]:
        """Claim or give up the tricks that are left; nothing changes where the cards do not allow it."""
        self._claims(message)
        self._current.game.claim_tricks(self._own(), message["number"], message["kind"], self._current.sides)
        return self._agreed()

    def _agreed(self) -> dict[str, Any]:
        """The visitor agrees on behalf of all."""
        game = self._current.game
        for seat in [*game.wish.waiting] if game.wish else ():
            game.answer(seat, game.wishes, agrees=True)
        return self._sight()

    def _record(self, _message: dict[str, Any]) -> dict[str, Any]:
        from trickkit import record

        names = [seat["name"] or f"seat {index}" for index, seat in enumerate(self._seats())]
        game = record.of(self._current.kept.state, names=names)
        return {"kind": "record", "text": str(game)}

    def _rules(self, _message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "rules", **about(self._current.kept.state.view(self._seat))}

    def _link(self, _message: dict[str, Any]) -> dict[str, Any]:
        """The contents of a link to the current position."""
        moves = tuple((seat, str(action)) for seat, action in self._current.kept.state.moves)
        return {"kind": "link", "wish": evolve(self._current.link, moves=moves).to_json()}

    def _sheet(self, _message: dict[str, Any]) -> dict[str, Any]:
        return {"kind": "sheet", "results": self._current.game.sheet(self._seat)}

    def _hint(self, _message: dict[str, Any]) -> dict[str, Any]:
        """A bot's advice at the seat, from its view alone."""
        view = self._current.kept.state.view(self._seat)
        if self._seat not in self._current.game.humans or not view.legal():
            raise Refused("there is nothing that you could decide now")
        return {"kind": "hint", **advice(_bot(ADVISER).seeded(self._current.link.seed), view)}

    def _sight(self) -> dict[str, Any]:
        now = self._current
        return {
            "kind": "sight",
            "seats": self._seats(),
            "mine": self._seat in now.game.humans,
            "thinking": [*now.game.bots_to_act],
            **now.game.sight(self._seat, now.sides),
        }

    def _seats(self) -> list[dict[str, Any]]:
        return [{"name": seat.called, "bot": seat.bot, "here": True} for seat in self._current.link.seats]


def _bot(text: str) -> Bot:
    """The bot that a text names."""
    # The first table is seen before bots are loaded, which takes as long again.
    from trickkit import bots

    return bots.read(text)
