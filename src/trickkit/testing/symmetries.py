"""Laws of the symmetries that rules claim: rotating seats and renaming suits change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from attrs import evolve

from trickkit.errors import InvalidRules, TrickkitError
from trickkit.model.chance import Stacked
from trickkit.model.deal import Deal
from trickkit.model.symmetry import Renaming
from trickkit.phases.dealing import stacked_deal
from trickkit.play.state import State
from trickkit.testing.law import Wrong, expect, law
from trickkit.testing.transitions import played_on

__all__ = ["seats_may_be_rotated", "suits_may_be_renamed"]

ENDS = 0.2
"""How many times a game is played on to its end if the rules rank seats."""


@law
def seats_may_be_rotated(state: State, rng: Random) -> bool:
    """Where the rules claim it, a game stays the same when all seats move on clockwise, with their cards."""
    players = state.rules.players
    if not state.rules.symmetry.seats or players == 1:
        return False
    if rng.random() < ENDS:
        state = played_on(state, rng)
    by = rng.randrange(1, players)
    deals = [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]
    first = (deals[0].begun_by + by) % players
    moves = [((seat + by) % players, action.rotated(by, players)) for seat, action in state.moves]
    reason: Exception | None = None
    rotated = [_rotated(deal, by) for deal in deals]
    # Cards are drawn in an order of the seats, which is either fixed or moves on with them.
    moved = [_drawn_alike(rotated_deal, deal, by) for rotated_deal, deal in zip(rotated, deals, strict=True)]
    for stacked in (rotated, moved):
        try:
            _look_rotated(state, state.rules.start(first=first, deals=stacked).play_all(moves), by)
        except (Wrong, TrickkitError) as error:
            reason = error
        else:
            return True
    raise Wrong(f"with all seats moved on by {by} the game is another one: {reason}", state) from reason


def _look_rotated(state: State, other: State, by: int) -> None:
    players = state.rules.players

    def moved(values: Sequence[object]) -> tuple[object, ...]:
        return tuple(values[(seat - by) % players] for seat in range(players))

    expect(other.scores == moved(state.scores), f"the scores are {other.scores}, not {moved(state.scores)}")
    actors = {(seat + by) % players for seat in state.actors}
    expect({*other.actors} == actors, f"seats {other.actors} act, not {tuple(sorted(actors))}")
    for seat in state.actors:
        legal = {action.rotated(by, players) for action in state.legal(seat)}
        expect({*other.legal((seat + by) % players)} == legal, f"the legal actions of seat {seat} are others")
    if state.outcome is not None and other.outcome is not None:
        ranking = [{(seat + by) % players for seat in group} for group in state.outcome.ranking]
        rotated = [{*group} for group in other.outcome.ranking]
        expect(rotated == ranking, f"the ranking is {other.outcome.ranking}, not {ranking}")


def _rotated(deal: Deal, by: int) -> Stacked:
    stacked = stacked_deal(deal)
    hands = stacked.hands and [stacked.hands[(seat - by) % deal.players] for seat in deal.seats]
    return evolve(stacked, hands=hands)


def _drawn_alike(rotated: Stacked, deal: Deal, by: int) -> Stacked:
    """The rotated deal with each draw reordered so that every seat draws the same card as before."""
    stock = list(rotated.stock)
    top = 0
    for event in deal.events:
        drawn, hands = stock[top : top + len(event.off_stock)], event.into_hands
        mine: dict[int, list[str]] = {}
        for hand, text in zip(hands, drawn, strict=False):
            mine.setdefault(hand, []).append(text)
        for index, hand in enumerate(hands):
            cards = mine.get((hand - by) % deal.players)
            stock[top + index] = cards.pop(0) if cards else stock[top + index]
        top += len(drawn)
    return evolve(rotated, stock=stock)


@law
def suits_may_be_renamed(state: State, rng: Random) -> bool:
    """Where the rules claim it, a game stays the same when suits exchange their names."""
    suits = state.rules.symmetry.suits
    if len(suits) < 2:
        return False
    others = rng.sample(suits, len(suits))
    try:
        rename = Renaming.of(state.rules.deck, dict(zip(suits, others, strict=True)))
    except InvalidRules as error:
        raise Wrong(error.message) from error
    deals = [*(result.deal for result in state.results), *([] if state.is_over else [state.deal])]
    stacked = [rename.stacked(stacked_deal(deal)) for deal in deals]
    moves = [(seat, rename.action(action)) for seat, action in state.moves]
    names = ", ".join(f"{old} is called {new}" for old, new in zip(suits, others, strict=True) if old != new)
    try:
        other = state.rules.start(first=deals[0].begun_by, deals=stacked).play_all(moves)
    except TrickkitError as error:
        raise Wrong(f"the game goes another way when {names}: {error}") from error
    expect(other.scores == state.scores, f"the scores are {other.scores}, not {state.scores}, when {names}")
    expect(other.actors == state.actors, f"seats {other.actors} act, not {state.actors}, when {names}")
    for seat in state.actors:
        legal = {rename.action(action) for action in state.legal(seat)}
        expect({*other.legal(seat)} == legal, f"the legal actions of seat {seat} are others when {names}")
    return True
