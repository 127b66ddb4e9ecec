"""Laws of transitions: a game goes on until it ends, accepts what is legal, and refuses the rest."""

from __future__ import annotations

from random import Random
from typing import Any

from trickkit.errors import GameOver, IllegalAction, NotYourTurn
from trickkit.model.events import ScoreLine
from trickkit.play.state import State
from trickkit.testing.law import expect, law

__all__ = [
    "games_end",
    "old_states_stay_as_they_were",
    "played_on",
    "refusals_change_nothing",
    "snapshot",
    "somebody_can_act",
    "the_log_only_grows",
    "the_same_moves_give_the_same_game",
    "what_is_legal_is_accepted",
]

LONGEST = 10_000
"""The most random decisions that a game may take to its end."""

REFUSED = 40
"""The number of illegal actions tried for each seat in one position."""


@law
def somebody_can_act(state: State, rng: Random) -> bool:
    """Until the game is over somebody may act; a seat has legal actions if, and only if, it may act."""
    expect(bool(state.actors) != state.is_over, f"the game is {'' if state.is_over else 'not '}over: {state.actors}")
    expect(len(set(state.actors)) == len(state.actors), f"a seat occurs twice among the actors {state.actors}")
    for seat in range(state.rules.players):
        legal = state.legal(seat)
        expect(bool(legal) == (seat in state.actors), f"seat {seat} has {len(legal)} legal actions; {state.actors} act")
        expect(len(set(legal)) == len(legal), f"an action of seat {seat} is listed twice: {_listed(legal)}")
        expect(legal == state.legal(seat), f"the legal actions of seat {seat} differ when asked again")
    return True


@law
def games_end(state: State, rng: Random) -> bool:
    """However the seats decide, the game ends."""
    end = played_on(state, rng)
    totals = " ".join(map(str, end.scores))
    message = f"the game is not over after {LONGEST:,} more decisions, with {totals} points in deal {end.deal.number}"
    expect(end.is_over, message + state.rules.ending.advice)
    return True


def played_on(state: State, rng: Random) -> State:
    """The state after random play to the end, or after very many decisions.

    Args:
        state: the position.
        rng: the source of decisions.

    >>> from trickkit.variants import pikoko
    >>> played_on(pikoko.rules(players=3).start(seed=7), Random(1)).is_over
    True
    """
    for _ in range(LONGEST):
        if not state.actors:
            break
        seat = rng.choice(state.actors)
        state = state.play(seat, rng.choice(state.legal(seat)))
    return state


@law
def what_is_legal_is_accepted(state: State, rng: Random) -> bool:
    """The legal actions of a seat are exactly those that it may play."""
    for seat in range(state.rules.players):
        legal = set(state.legal(seat))
        for action in state.rules.actions.values():
            accepted = state.can(seat, action)
            expect(accepted or action not in legal, f"{action} is legal for seat {seat}, but refused")
            expect(not accepted or action in legal, f"{action} is not legal for seat {seat}, but accepted")
            legal.discard(action)
        expect(not legal, f"{_listed(legal)} of seat {seat}: not among the actions of the rules")
    return True


@law
def refusals_change_nothing(state: State, rng: Random) -> bool:
    """A refused action raises an error that says where and why, and leaves everything as it was."""
    before, tried = snapshot(state), False
    for seat in range(state.rules.players):
        legal = state.legal(seat)
        others = [action for action in state.rules.actions.values() if action not in legal]
        for action in rng.sample(others, min(REFUSED, len(others))):
            tried = True
            try:
                state.play(seat, action)
            except (GameOver, NotYourTurn, IllegalAction) as error:
                origin = error.game, error.deal, error.seat
                expect(origin == (state.rules.key, state.deal.number, seat), f"an error does not say where: {error!r}")
                expect(error.message.strip(), f"the refusal of {action} does not say why")
                if seat in state.actors:
                    expect(isinstance(error, IllegalAction), f"{action} of seat {seat}: {type(error).__name__}")
                    listed = getattr(error, "legal", None)
                    expect(listed == legal, f"the refusal of {action} lists {listed} as legal, not {legal}")
            else:
                expect(False, f"{action} of seat {seat} is not legal, but accepted")
    expect(before == snapshot(state), "a refused action changed the game")
    return tried


@law
def old_states_stay_as_they_were(state: State, rng: Random) -> bool:
    """Playing an action leaves the earlier state unchanged."""
    before = snapshot(state)
    for seat in state.actors:
        for action in state.legal(seat):
            state.play(seat, action)
    expect(before == snapshot(state), "the state changed when it was played on from")
    return bool(state.actors)


@law
def the_same_moves_give_the_same_game(state: State, rng: Random) -> bool:
    """The same decisions from the same beginning give the same game, whatever happened elsewhere meanwhile."""
    build, given = state.__reduce__()
    again: State = build(*given)
    expect(again == state, "the same decisions from the same beginning gave another game")
    expect(again.events == state.events, "the same decisions from the same beginning gave another log")
    expect(again.scores == state.scores, f"the same decisions gave {again.scores} points, then {state.scores}")
    return True


@law
def the_log_only_grows(state: State, rng: Random) -> bool:
    """Events and scores stay in the log, in their order; a decision adds to its end."""
    for seat in state.actors:
        action = rng.choice(state.legal(seat))
        after = state.play(seat, action)
        for name, log, longer in (("log", state.events, after.events), ("score lines", _lines(state), _lines(after))):
            for old, new in zip(log, longer, strict=False):
                expect(old == new, f"{action} of seat {seat} changed the {name}: {str(old)!r} became {str(new)!r}")
            gone = log[len(longer) :]
            expect(not gone, f"{action} of seat {seat} made the {name} shorter: {_listed(gone)} is gone")
    return bool(state.actors)


def _lines(state: State) -> list[ScoreLine]:
    deals = [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]
    return [line for deal in deals for line in deal.lines]


def snapshot(state: State) -> tuple[Any, ...]:
    """Everything observable in a state, as immutable texts.

    >>> from trickkit.variants import pikoko
    >>> start = pikoko.rules(players=3).start(seed=7)
    >>> snapshot(start) == snapshot(start.play(start.actors[0], "3"))
    False
    """
    seats = range(state.rules.players)
    return (
        repr(state.deal),
        state.scores,
        state.actors,
        [str(state.legal(seat)) for seat in seats],
        [str(event) for event in state.events],
        repr(state.outcome),
    )


def _listed(values: Any) -> str:
    return ", ".join(str(value) for value in values)
