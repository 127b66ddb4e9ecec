"""A game in progress, as a value: playing an action returns a new state and leaves the old one unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.errors import GameOver, IllegalAction, InvalidAction, InvalidRules, NotYourTurn, quoted
from trickkit.model.actions import Action
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Outcome
from trickkit.model.result import Result
from trickkit.phases.base import Phase
from trickkit.phases.dealing import stacked_deal
from trickkit.play.advance import Decision, after_phase, dealing, first_decision
from trickkit.play.checks import check_actions
from trickkit.play.context import GameContext, PhaseContext
from trickkit.play.view import View

if TYPE_CHECKING:
    from trickkit.play.rules import Rules

__all__ = ["State"]


@frozen(repr=False)
class State:
    """A game in progress; created by `rules.start` and by `play`, never by hand.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> state.actors
    (1, 2)
    >>> after = state.play(1, "3")
    >>> after.actors, state.actors
    ((2,), (1, 2))
    """

    # A tuple is created in one step. The moves say how a state was reached, and are not part of its value.
    _now: Decision = field(eq=itemgetter(0, 1))

    @property
    def _context(self) -> PhaseContext:
        return self._now[0]

    @property
    def _game(self) -> GameContext:
        return self._now[0].game

    # The position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._game.rules

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in any order if there are several; () when the game is over."""
        return self._now[1].actors

    @property
    def phase(self) -> Phase | None:
        """The current phase of the deal; None when the game is over."""
        return None if self.is_over else self.rules.phases[self._context.place]

    @property
    def deal(self) -> Deal:
        """The current deal; after the end, the last one."""
        return self.results[-1].deal if self.is_over else self._context.run.record(self._now[1])

    @property
    def results(self) -> tuple[Result, ...]:
        """The finished deals, with their score lines."""
        return self._context.game.results

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals so far, by seat."""
        return self._game.totals if self.is_over else self.deal.scores

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._game.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._game.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the game, in order."""
        finished = tuple(event for result in self.results for event in result.deal.events)
        return finished if self.is_over else finished + self.deal.events

    @property
    def moves(self) -> tuple[tuple[int, Action], ...]:
        """The decisions so far, in the order in which they were made, as pairs of a seat and its action."""
        finished = [move for result in self.results for move in result.moves]
        history = None if self.is_over else self._context.history(self._now[2])
        current = history.moves if history else ()
        return tuple((seat, action) for seat, action, _ in (*finished, *current))  # type: ignore[misc]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat, in a fixed order: at least one for an actor, () for others.

        Raises:
            InvalidSeat: the seat does not exist.
        """
        context, progress, _ = self._now
        if seat in progress.actors and isinstance(seat, int):
            return context.run.legal(progress, seat)
        self.rules.check_seat(seat)
        return ()

    def committed(self, seat: int) -> tuple[Action, ...]:
        """The decisions of a seat in this turn that the others may not see yet.

        Raises:
            InvalidSeat: the seat does not exist.
        """
        self.rules.check_seat(seat)
        return self._context.run.committed(self._now[1], seat)

    def view(self, seat: int | None) -> View:
        """What a seat may know, and nothing else; None returns what a spectator may know.

        Raises:
            InvalidSeat: the seat does not exist.
        """
        if seat is not None:
            self.rules.check_seat(seat)
        # A hot function: bots look before they play.
        context, progress, moves = self._now
        game, run, actors = context.game, context.run, progress.actors
        rules, over = game.rules, game.outcome is not None
        deal = game.results[-1].deal if over else run.record(progress)
        return View.made(
            {
                "rules": rules,
                "seat": seat,
                "deal": deal.seen_by(seat),
                "results": game.results_seen(seat),
                "actors": actors,
                "phase": None if over else rules.phases[context.place],
                "committed": () if seat is None else run.committed(progress, seat),
                "outcome": game.outcome,
                "_legal": run.legal(progress, seat) if seat is not None and seat in actors else (),
                "_history": None if over else context.history_seen(deal, progress, moves, seat),
            }
        )

    # Playing

    def play(self, seat: int, action: Action | str) -> State:
        """The state after an action, given as a value or as its text. This state does not change.

        Raises:
            GameOver: nothing is left to decide.
            InvalidSeat: the seat does not exist.
            InvalidAction: this game has no such action.
            NotYourTurn: the seat has nothing to decide now.
            IllegalAction: the action is not allowed now; says which rule forbids it.
            UnknownChance: the action leads to a random draw, and the game has no seed.
        """
        # A hot function: illegal actions are handled elsewhere.
        context, progress, moves = self._now
        try:
            acts = isinstance(seat, int) and seat in progress.actors
            after = context.run.play(progress, seat, action) if acts else None  # type: ignore[arg-type]
        except Exception:
            # A value that is not an action may not allow a comparison with one.
            if isinstance(action, Action) and isinstance(seat, int):
                raise
            after = None
        if after is None:
            return self._play_or_refuse(seat, action)
        moves = seat, action, moves  # type: ignore[assignment]
        if not after.actors:
            return State(after_phase(context, after, moves))
        state = _new(State)
        _set_now(state, (context, after, moves))
        return state

    def verify(self, seat: int, action: Action | str) -> None:
        """Raise what `play` would raise; do nothing if it would succeed."""
        self.play(seat, action)

    def can(self, seat: int, action: Action | str) -> bool:
        """Whether `play` would accept the action."""
        try:
            self.verify(seat, action)
        except (GameOver, IllegalAction, InvalidAction, NotYourTurn):
            return False
        return True

    def play_all(self, moves: Iterable[tuple[int, Action | str]]) -> State:
        """The state after several actions.

        Args:
            moves: pairs of a seat and an action or its text, in order.

        Raises:
            TrickkitError: whatever `play` raises for the first action that is refused.
        """
        state = self
        for seat, action in moves:
            state = state.play(seat, action)
        return state

    def _play_or_refuse(self, seat: int, action: Action | str) -> State:
        if self.outcome is not None:
            raise GameOver(f"the game is over: {self.outcome.reason}", **self._where(seat))
        self.rules.check_seat(seat)
        if isinstance(action, str):
            try:
                read = self.rules.action(action)
            except InvalidAction as error:
                check_actions(
                    [candidate for candidate in self.legal(seat) if str(candidate) == action],
                    self.rules.listed,
                    self.phase,
                )
                raise InvalidAction(error.message, **self._where(seat)) from None
            return self.play(seat, read)
        if not isinstance(action, Action) or self.rules.actions.get(str(action)) is not action:
            as_text = not isinstance(action, Action) and str(action) in self.rules.actions
            hint = f'; write it as text: "{action}"' if as_text else ""
            raise InvalidAction(f"{quoted(action)} is not an action of this game{hint}", **self._where(seat))
        if seat not in self.actors:
            waiting = ", ".join(str(actor) for actor in self.actors)
            have = f"seats {waiting} have" if len(self.actors) > 1 else f"seat {waiting} has"
            raise NotYourTurn(f"seat {seat} has nothing to decide now; {have}", **self._where(seat))
        legal = self.legal(seat)
        rule = self._context.run.refusal(self._now[1], seat, action)
        message = f"{rule}; legal: {', '.join(map(str, legal))}"
        raise IllegalAction(message, rule=rule, action=action, legal=legal, **self._where(seat))

    def _where(self, seat: int) -> dict[str, Any]:
        run = self._context.run
        return {
            "game": self.rules.key,
            "deal": run.deal.number,
            "trick": run.trick(self._now[1]),
            "seat": seat,
        }

    # As a value

    def __hash__(self) -> int:
        return hash((self._game.seed, self._context.place, self._now[1]))

    def __repr__(self) -> str:
        game = self._game
        stacked = f", deals={list(game.stacked)!r}" if game.stacked else ""
        start = f"{game.rules!r}.start(seed={game.seed!r}, first={game.first!r}{stacked})"
        moves = [(seat, str(action)) for seat, action in self.moves]
        return f"{start}.play_all({moves!r})" if moves else start

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, _memo: object) -> State:
        return self

    @property
    def _made_of(self) -> Made:
        game = self._game
        return game.rules, game.seed, game.first, game.stacked, self.moves

    def __reduce__(self) -> tuple[Any, ...]:
        # The rules and the moves determine everything else.
        game = self._game
        if game.resumption is None:
            return _replayed, self._made_of
        results, starter, chance = game.resumption
        moves = self.moves[sum(len(result.moves) for result in results) :]
        return _resumed, (game.rules, game.first, results, starter, game.stacked[len(results)], chance, moves)


_new = object.__new__
_set_now = State._now.__set__  # type: ignore[attr-defined]


Made = tuple["Rules", int | None, int | None, tuple[Stacked, ...], tuple[tuple[int, Action], ...]]
"""Everything that determines a state: the rules, the seed, the first starter, the deals fixed by hand, and the
moves."""


def made_of(state: State) -> Made:
    """The parts from which a state can be rebuilt; the seed is not revealed.

    >>> from trickkit.variants import pikoko
    >>> made_of(pikoko.rules(players=3).start(seed=7, first=0).play(1, "3"))[1:]
    (7, 0, (), ((1, Bid(number=3)),))
    """
    return state._made_of


def started(rules: Rules, seed: int | None, first: int | None, stacked: tuple[Stacked, ...]) -> State:
    if first is None:
        first_starter, chance = Chance(seed).cut(rules.players)
    else:
        first_starter, chance = first, Chance(seed).after
    game = GameContext(
        rules=rules, seed=seed, first=first, stacked=stacked, pack=Deal.fresh(rules.deck, players=rules.players)
    )
    decision = first_decision(game, first_starter, chance)
    if decision is None:
        raise InvalidRules("these rules leave nobody anything to decide", game=rules.key)
    return State(decision)


def resumed(
    rules: Rules, first: int, results: tuple[Result, ...], starter: int, stacked: Stacked, chance: Chance
) -> State:
    """The state at the first decision of a deal, after finished deals.

    Raises:
        InvalidRules: nobody decides anything in the deal.
    """
    deals = (*(stacked_deal(result.deal) for result in results), stacked)
    game = GameContext(
        rules=rules,
        seed=chance.seed,
        first=first,
        stacked=deals,
        pack=Deal.fresh(rules.deck, players=rules.players),
        results=results,
        resumption=(results, starter, chance),
    )
    decision = first_decision(game, starter, chance)
    if decision is None:
        raise InvalidRules("this deal leaves nobody anything to decide", game=rules.key)
    return State(decision)


def begun_deal(state: State) -> Deal:
    """The current deal of a game, before its first phase."""
    game = state._game
    results, resumption = game.results, game.resumption
    if resumption is not None and len(resumption[0]) == len(results):
        _, starter, chance = resumption
        return dealing(game, starter, chance)
    if results:
        return dealing(game, state.deal.begun_by, results[-1].deal.chance or Chance(game.seed))
    chance = Chance(game.seed)
    return dealing(game, state.deal.begun_by, chance.cut(game.rules.players)[1] if game.first is None else chance.after)


def _resumed(
    rules: Rules,
    first: int,
    results: tuple[Result, ...],
    starter: int,
    stacked: Stacked,
    chance: Chance,
    moves: tuple[tuple[int, Action], ...],
) -> State:
    return resumed(rules, first, results, starter, stacked, chance).play_all(moves)


def _replayed(
    rules: Rules,
    seed: int | None,
    first: int | None,
    stacked: tuple[Stacked, ...],
    moves: tuple[tuple[int, Action], ...],
) -> State:
    return started(rules, seed, first, stacked).play_all(moves)
