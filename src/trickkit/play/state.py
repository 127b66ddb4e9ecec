"""A game in progress, as a value: playing an action gives a new state and leaves the old one as it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from trickkit.errors import GameOver, IllegalAction, InvalidAction, InvalidRules, NotYourTurn, UnknownChance
from trickkit.model.actions import Action
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance, Stacked
from trickkit.model.deal import Deal, Move, Result, heard, in_turns
from trickkit.model.events import DealScored, DealStarted, Event, GameEnded, Outcome, ScoreLine
from trickkit.phases.base import Phase, Progress, Run
from trickkit.phases.dealing import dealt_again
from trickkit.play.checks import check_actions, check_deal, check_outcome, check_seats
from trickkit.play.view import View

if TYPE_CHECKING:
    from trickkit.play.rules import Rules
    from trickkit.scoring import Scoring

__all__ = ["State"]


@frozen(kw_only=True)
class Game:
    """What stays the same within a deal.

    Args:
        rules: the rules of the game.
        seed: where chance comes from; None where all of it is fixed by hand.
        first: the first starter where it was given, else None.
        stacked: the deals that are fixed by hand, by number.
        pack: a deal before anything is known of it, from which every deal is made.
        results: the finished deals.
        outcome: how the game ended; None while it goes on.
        resumption: where the game was not played from its beginning, the finished deals, the starter and the chance
            with which it was resumed.
    """

    rules: Rules
    seed: int | None
    first: int | None
    stacked: tuple[Stacked, ...]
    pack: Deal
    results: tuple[Result, ...] = ()
    outcome: Outcome | None = None
    resumption: tuple[tuple[Result, ...], int, Chance] | None = field(default=None, eq=False)

    @cached_property
    def _results_seen(self) -> dict[int | None, tuple[Result, ...]]:
        return {}

    def results_seen(self, viewer: int | None) -> tuple[Result, ...]:
        """The finished deals as somebody may know them, remembered."""
        found = self._results_seen.get(viewer)
        if found is None:
            found = tuple([result.seen_by(viewer, self.rules.phases) for result in self.results])
            self._results_seen[viewer] = found
        return found

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished deals, by seat."""
        return self.results[-1].totals if self.results else (0,) * self.rules.players

    def having(self, results: tuple[Result, ...], outcome: Outcome | None = None) -> Game:
        """The game with its finished deals, which may be over with the last one."""
        return Game(
            rules=self.rules,
            seed=self.seed,
            first=self.first,
            stacked=self.stacked,
            pack=self.pack,
            results=results,
            outcome=outcome,
            resumption=self.resumption,
        )


Moves = tuple[tuple[int, Action, int], bool, "Moves | None"]
"""The last move of a deal, as a seat, its action and the place of the phase it was made in; whether something that was
decided in secret waits for others after it; and the moves before it."""


Turns = tuple[tuple[int, int], ...]
"""Which moves were made together, as in `Result`."""


def _listed(moves: Moves | None, before: Moves | None = None) -> tuple[list[Move], Turns]:
    """The moves of a deal after some before them, in order, and which of these were made together."""
    found, waits = list[Move](), list[bool]()
    while moves is not before and moves is not None:
        move, waiting, moves = moves
        found.append(move)
        waits.append(waiting)
    found.reverse()
    if not any(waits):
        return found, ()
    waits.reverse()
    together, start = list[tuple[int, int]](), 0
    # A turn is over when nothing waits any more; the last one may still go on.
    waits[-1] = False
    for stop, waiting in enumerate(waits, start=1):
        if not waiting:
            if stop > start + 1:
                together.append((start, stop))
            start = stop
    return found, tuple(together)


def _waits(run: Run[Any], at: Progress) -> bool:
    """Whether a seat has decided something that the others may not see yet."""
    # A hot function: it runs at every decision that may be made in secret.
    if not at.actors:
        return False
    return any(run.committed(at, seat) for seat in run.deal.seats)


@frozen
class Stage:
    """What stays the same within a phase.

    Args:
        game: what stays the same within a deal.
        place: of the phase among those of the rules; their number when the game is over.
        run: the phase at work.
        before: the moves of the deal before the phase.
        secret: whether something may be decided in secret in it.
    """

    game: Game
    place: int
    run: Run[Any]
    before: Moves | None = field(eq=False, repr=False)
    secret: bool = field(init=False)

    @secret.default
    def _may_commit(self) -> bool:
        return type(self.run).committed is not Run.committed

    @cached_property
    def _earlier(self) -> tuple[list[Move], Turns, list[tuple[int, int]]]:
        """The moves before the phase; which were made together; and whose moves in which phases not all may hear."""
        (moves, together), phases = _listed(self.before), self.game.rules.phases
        asked = {(mover, place): None for mover, _, place in moves if type(phases[place]).hears is not Phase.hears}
        return moves, together, [*asked]

    @cached_property
    def _heard(self) -> dict[tuple[int | None, tuple[bool, ...]], tuple[Move, ...]]:
        return {}

    def heard(self, deal: Deal, viewer: int | None) -> tuple[tuple[Move, ...], Turns]:
        """The moves before the phase as far as somebody may know them, remembered; and which were made together."""
        moves, together, asked = self._earlier
        phases = self.game.rules.phases
        key = viewer, tuple([phases[place].hears(deal, mover, viewer) for mover, place in asked])
        found = self._heard.get(key)
        if found is None:
            found = self._heard[key] = in_turns(heard(moves, phases, deal, viewer), together, viewer)
        return found, together


@frozen(repr=False)
class State:
    """A game in progress; made by `rules.start` and by `play`, never by hand.

    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7, first=0)
    >>> state.actors
    (1, 2)
    >>> after = state.play(1, "3")
    >>> after.actors, state.actors
    ((2,), (1, 2))
    """

    # A tuple is made in one step. The moves of the deal say how a state was reached, not what it is.
    _now: tuple[Stage, Progress, Moves | None] = field(eq=itemgetter(0, 1))

    @property
    def _game(self) -> Game:
        return self._now[0].game

    @property
    def _run(self) -> Run[Any]:
        return self._now[0].run

    # What is going on

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._game.rules

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in any order where they are several; () when the game is over."""
        return self._now[1].actors

    @property
    def phase(self) -> Phase | None:
        """The phase that the deal is in; None when the game is over."""
        return None if self.is_over else self.rules.phases[self._now[0].place]

    @property
    def deal(self) -> Deal:
        """The current deal as it stands now; after the end, the last one."""
        return self.results[-1].deal if self.is_over else self._run.record(self._now[1])

    @property
    def results(self) -> tuple[Result, ...]:
        """The finished deals, with their score lines."""
        return self._now[0].game.results

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
        """What happened, in order, from the beginning of the game."""
        finished = tuple(event for result in self.results for event in result.deal.events)
        return finished if self.is_over else finished + self.deal.events

    @property
    def moves(self) -> tuple[tuple[int, Action], ...]:
        """The decisions that led here, in the order in which they were made, as pairs of a seat and its action."""
        finished = [move for result in self.results for move in result.moves]
        current = [] if self.is_over else _listed(self._now[2])[0]
        return tuple((seat, action) for seat, action, _ in (*finished, *current))  # type: ignore[misc]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat, in a fixed order: at least one for an actor, () for others.

        Raises:
            InvalidSeat: there is no such seat.
        """
        stage, at, _ = self._now
        if seat in at.actors and isinstance(seat, int):
            return stage.run.legal(at, seat)
        self.rules.check_seat(seat)
        return ()

    def committed(self, seat: int) -> tuple[Action, ...]:
        """What a seat has decided in this turn that the others may not see yet.

        Raises:
            InvalidSeat: there is no such seat.
        """
        self.rules.check_seat(seat)
        return self._run.committed(self._now[1], seat)

    def view(self, seat: int | None) -> View:
        """What a seat may know, and nothing else; None gives what a spectator may know.

        Raises:
            InvalidSeat: there is no such seat.
        """
        if seat is not None:
            self.rules.check_seat(seat)
        (stage, at, _), deal = self._now, self.deal
        game, actors, over = stage.game, at.actors, self.is_over
        moves, together = ((), ()) if over else self._heard(deal, seat)
        return View(
            rules=game.rules,
            seat=seat,
            deal=deal.seen_by(seat),
            results=game.results_seen(seat),
            scores=game.totals if over else deal.scores,
            actors=actors,
            phase=None if over else game.rules.phases[stage.place],
            committed=() if seat is None else stage.run.committed(at, seat),
            outcome=game.outcome,
            legal=stage.run.legal(at, seat) if seat is not None and seat in actors else (),
            moves=moves,
            together=together,
        )

    def _heard(self, deal: Deal, viewer: int | None) -> tuple[tuple[Move, ...], Turns]:
        """The moves of the deal as far as somebody may know them, and which were made together."""
        stage, at, made = self._now
        phases = stage.game.rules.phases
        earlier, before = stage.heard(deal, viewer)
        moves, together = _listed(made, stage.before)
        if stage.secret:
            pending = [len(stage.run.committed(at, seat)) for seat in deal.seats]
            number = len(moves)
            while any(pending):
                number -= 1
                seat, _, place = moves[number]
                if pending[seat]:
                    pending[seat] -= 1
                    if seat != viewer:
                        moves[number] = seat, UNKNOWN, place
        if type(phases[stage.place]).hears is not Phase.hears:
            moves = [*heard(moves, phases, deal, viewer)]
        turns = [(len(earlier) + start, len(earlier) + stop) for start, stop in together]
        return earlier + in_turns(moves, together, viewer), (*before, *turns)

    # Playing

    def play(self, seat: int, action: Action | str) -> State:
        """The state after an action, given as a value or as its text. This state stays as it is.

        Raises:
            GameOver: nothing is decided any more.
            InvalidSeat: there is no such seat.
            InvalidAction: the action is no move of this game.
            NotYourTurn: the seat has nothing to decide now.
            IllegalAction: the action is not allowed now; says which rule forbids it.
            UnknownChance: it leads to what is drawn at random, and the game has no seed.
        """
        # A hot function: what is not a legal action is sorted out apart.
        stage, at, moves = self._now
        try:
            after = stage.run.play(at, seat, action) if seat in at.actors and isinstance(seat, int) else None  # type: ignore[arg-type]
        except TypeError:
            if isinstance(action, Action) and isinstance(seat, int):
                raise
            after = None
        if after is None:
            return self._play_or_refuse(seat, action)
        moves = (seat, action, stage.place), stage.secret and _waits(stage.run, after), moves  # type: ignore[assignment]
        if not after.actors:
            return _advanced(stage, after, moves)
        state = _new(State)
        _set_now(state, (stage, after, moves))
        return state

    def verify(self, seat: int, action: Action | str) -> None:
        """Raise what `play` would raise; do nothing where it would play."""
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
            TrickkitError: what `play` raises at the first one that is refused.
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
                found = self.rules.action(action)
            except InvalidAction as error:
                check_actions([one for one in self.legal(seat) if str(one) == action], self.rules.listed, self.phase)
                raise InvalidAction(error.message, **self._where(seat)) from None
            return self.play(seat, found)
        if not isinstance(action, Action) or self.rules.actions.get(str(action)) is not action:
            as_text = not isinstance(action, Action) and str(action) in self.rules.actions
            hint = f'; write it as text: "{action}"' if as_text else ""
            raise InvalidAction(f"{action!r} is no action of this game{hint}", **self._where(seat))
        if seat not in self.actors:
            waiting = ", ".join(str(actor) for actor in self.actors)
            have = f"seats {waiting} have" if len(self.actors) > 1 else f"seat {waiting} has"
            raise NotYourTurn(f"seat {seat} has nothing to decide now; {have}", **self._where(seat))
        legal = self.legal(seat)
        message = f"{self._run.refusal(self._now[1], seat, action)}; legal: {', '.join(map(str, legal))}"
        raise IllegalAction(message, action=action, legal=legal, **self._where(seat))

    def _where(self, seat: int) -> dict[str, Any]:
        trick = self._run.trick(self._now[1])
        return {"game": self.rules.key, "deal": self._run.deal.number, "trick": trick, "seat": seat}

    # As a value

    def __hash__(self) -> int:
        return hash((self._game.seed, self._now[0].place, self._now[1]))

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
        # The rules and the moves say it all; everything else follows from them.
        game = self._game
        if game.resumption is None:
            return _replayed, self._made_of
        results, starter, chance = game.resumption
        moves = self.moves[sum(len(result.moves) for result in results) :]
        return _resumed, (game.rules, game.first, results, starter, game.stacked[len(results)], chance, moves)


_new = object.__new__
_set_now = State._now.__set__  # type: ignore[attr-defined]


Made = tuple["Rules", int | None, int | None, tuple[Stacked, ...], tuple[tuple[int, Action], ...]]
"""What makes a state: the rules, the seed, the first starter, the deals fixed by hand, and the moves."""


def made_of(state: State) -> Made:
    """What makes a state, which tells nobody its seed.

    >>> from trickkit.variants import pikoko
    >>> made_of(pikoko.rules(players=3).start(seed=7, first=0).play(1, "3"))[1:]
    (7, 0, (), ((1, Bid(number=3)),))
    """
    return state._made_of


def started(rules: Rules, seed: int | None, first: int | None, stacked: tuple[Stacked, ...]) -> State:
    """The state at the beginning of a game, in its first decision."""
    if first is None:
        first_starter, chance = Chance(seed).cut(rules.players)
    else:
        first_starter, chance = first, Chance(seed).after
    game = Game(
        rules=rules, seed=seed, first=first, stacked=stacked, pack=Deal.fresh(rules.deck, players=rules.players)
    )
    deal = _dealing(game, first_starter, chance)
    state = _next_decision(game, 0, deal, None)
    if isinstance(state, Deal):
        raise InvalidRules("nobody decides anything in these rules", game=rules.key)
    return state


def resumed(
    rules: Rules, first: int, results: tuple[Result, ...], starter: int, stacked: Stacked, chance: Chance
) -> State:
    """The state at the first decision of a deal, after deals that are finished.

    Args:
        rules: the rules of the game.
        first: the seat that started the first deal.
        results: the deals that are finished.
        starter: the seat that starts this one.
        stacked: what is fixed of this one.
        chance: where the rest comes from.

    Raises:
        InvalidRules: nobody decides anything in the deal.
    """
    deals = (*(dealt_again(result.deal) for result in results), stacked)
    game = Game(
        rules=rules,
        seed=chance.seed,
        first=first,
        stacked=deals,
        pack=Deal.fresh(rules.deck, players=rules.players),
        results=results,
        resumption=(results, starter, chance),
    )
    state = _next_decision(game, 0, _dealing(game, starter, chance), None)
    if isinstance(state, Deal):
        raise InvalidRules("nobody decides anything in this deal", game=rules.key)
    return state


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


def _dealing(game: Game, starter: int, chance: Chance) -> Deal:
    """The next deal, before its first phase."""
    results, schedule = game.results, game.rules.schedule
    number = len(results)
    stacked = game.stacked[number] if number < len(game.stacked) else None
    return game.pack.changed(
        number=number,
        starter=starter,
        size=schedule.hand_sizes.size(number),
        events=(DealStarted(number, starter, schedule.starter.matters),),
        totals=game.totals,
        earlier=(*results[-1].deal.earlier, results[-1].lines) if results else (),
        chance=chance.given(stacked.rolls if stacked else ()),
        stacked=stacked,
    )


def _next_decision(game: Game, phase: int, deal: Deal, moves: Moves | None) -> State | Deal:
    """The state at the next decision of a deal, on from one of its phases; the finished deal when there is none."""
    phases, own = game.rules.phases, game.rules.own
    for place in range(phase, len(phases)):
        if deal.closed:
            break
        try:
            begun = phases[place].begin(deal)
        except UnknownChance as error:
            error.game, error.deal = game.rules.key, deal.number
            raise
        if isinstance(begun, Run):
            at = begun.start()
            if at.actors:
                return State((Stage(game, place, begun, moves), at, moves))
            begun = begun.record(at)
        if own[place]:
            check_deal(begun, deal.players, phases[place])
        deal = begun
    return deal


def _advanced(stage: Stage, at: Progress, moves: Moves | None) -> State:
    """The state after a phase is done: at the next decision, in this deal or in a later one, or at the end."""
    game = stage.game
    deal = stage.run.record(at)
    if game.rules.own[stage.place]:
        _check_done(stage, deal, moves)
    found = _next_decision(game, stage.place + 1, deal, moves)
    while isinstance(found, Deal):
        result = _scored(game, found, moves)
        game = game.having((*game.results, result))
        outcome = game.rules.ending.outcome(game.results)
        if outcome is not None:
            check_outcome(outcome, game.rules.players, game.rules.ending)
            return State((Stage(_ended(game, outcome), len(game.rules.phases), stage.run, None), at, moves))
        policy = game.rules.schedule.starter
        starter = policy.after(result)
        check_seats((starter,), game.rules.players, f"{type(policy).__name__}.after gave seat")
        moves = None
        found = _next_decision(game, 0, _dealing(game, starter, found.chance or Chance(game.seed)), moves)
    return found


def _check_done(stage: Stage, deal: Deal, moves: Moves | None) -> None:
    """Refuse what a phase made of a deal, and decisions that it took but does not list among its actions."""
    rules, place = stage.game.rules, stage.place
    phase = rules.phases[place]
    check_deal(deal, rules.players, phase)
    while moves is not None and moves[0][2] == place:
        (seat, action, _), _, moves = moves
        check_seats((seat,), rules.players, f"{type(phase).__name__}: to act was seat")
        check_actions((action,), rules.listed, phase)


def _ended(game: Game, outcome: Outcome) -> Game:
    *earlier, last = game.results
    ended = Result(last.deal.changed(GameEnded(outcome)), last.scores, last.totals, last.moves, last.together)
    return game.having((*earlier, ended), outcome)


def _scored(game: Game, deal: Deal, moves: Moves | None) -> Result:
    lines = deal.lines
    for part in game.rules.scoring:
        lines += _lines(part, deal)
    scores, totals = [0] * deal.players, [*deal.totals]
    for line in lines:
        scores[line.seat] += line.points
        totals[line.seat] += line.points
    deal = deal.changed(DealScored(lines, tuple(totals)), lines=lines, scored=True)
    made, together = _listed(moves)
    return Result(deal, tuple(scores), tuple(totals), tuple(made), together)


def _lines(part: Scoring, deal: Deal) -> tuple[ScoreLine, ...]:
    """What a scoring gives, when it is what a scoring may give."""
    lines, seats = part.lines(deal), deal.seats
    if not isinstance(lines, tuple):
        name = type(part).__name__
        raise InvalidRules(f"{name}.lines gave {lines!r}; it gives a tuple of ScoreLines", deal=deal.number)
    for line in lines:
        if not isinstance(line, ScoreLine) or line.seat not in seats or not isinstance(line.points, int):
            name = type(part).__name__
            raise InvalidRules(f"{name} scores {line!r}, no ScoreLine of whole points for a seat", deal=deal.number)
    return lines
