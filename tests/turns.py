"""What is done in a game by whoever's turn it is."""

from __future__ import annotations

from random import Random

from trickkit import State, record


def called(state: State, calls: str) -> State:
    """The state after some calls and plays, written `pass, name D`."""
    for call in calls.split(", "):
        state = state.play(state.actors[0], call)
    return state


def legal(state: State) -> list[str]:
    """What the only seat may do whose turn it is."""
    (seat,) = state.actors
    return [str(action) for action in state.legal(seat)]


def played(state: State) -> State:
    """The deal played out, each seat doing what stands first among what it may do."""
    deal = len(state.results)
    while len(state.results) == deal:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def play(state: State, cards: str) -> State:
    """The state after cards, written `R7 W J`, each played by the seat to act."""
    for card in cards.split():
        state = state.play(state.actors[0], card)
    return state


def at_random(state: State, seed: int, moves: int) -> State:
    """The state after so many decisions at random, each of the first seat to act."""
    random = Random(seed)
    for _ in range(moves):
        state = state.play(state.actors[0], random.choice(state.legal(state.actors[0])))
    return state


def legal_cards(state: State) -> str:
    """What the only seat to act may do, in one line."""
    return " ".join(legal(state))


def written_down(end: State) -> None:
    """A finished game is verified as its record says, and replayed with the same events."""
    again = record.loads(str(record.of(end)))
    again.verify()
    assert again.replay().events == end.events


def sampled_on_the_way(state: State, moves: int = 60) -> None:
    """Every third seat to act in a random game can imagine a world that looks the same."""
    draw = Random(1)
    for number in range(moves):
        seat = state.actors[0]
        if number % 3 == 0:
            view = state.view(seat)
            assert view.sample(draw).view(seat) == view
        state = state.play(seat, draw.choice(state.legal(seat)))
