"""Random games of OpenSpiel's, noted as the data note them. It needs the extra `peers`.

`python tests/conformance/peers.py` writes the data about Tarok anew: for each number of players a game of every
contract, then as many others as make twelve; and games in which OpenSpiel departs from the table, which hardly ever
happen at random.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from conformance import CHANCE, FOLDER, Entry, Played

try:
    import pyspiel
except ImportError:
    pyspiel = None

PASSES = 0.8
"""How often a seat passes that may, so that the highest bids are not made in every deal."""


def played(name: str, seed: int) -> Played:
    """A random game.

    Args:
        name: of the game, with its parameters.
        seed: says which one, 0 or more.
    """
    random, game = Random(f"{name} {seed}"), pyspiel.load_game(name)
    state, history = game.new_initial_state(), []
    while not state.is_terminal():
        legal = state.legal_actions()
        # Most calls of an auction are passes, so that the play is not all at the seven level.
        action = legal[0] if name == "bridge" and 52 in legal and random.random() < 0.7 else random.choice(legal)
        player = CHANCE if state.is_chance_node() else state.current_player()
        history.append(Entry(player, action, state.action_to_string(player, action), tuple(legal)))
        state.apply_action(action)
    return Played(dict(game.get_parameters()), tuple(history), tuple(state.returns()))


Steer = Callable[[Any, list[int], Random], int]
"""Chooses one of the legal actions in a state of OpenSpiel's."""


def at_random(state: Any, legal: list[int], random: Random) -> int:
    """A seat that may pass mostly does; one that may not mostly names the lowest contract that it may."""
    low = "BIDDING" in str(state.current_game_phase()) and random.random() < PASSES
    return legal[0] if low else random.choice(legal)


def played_tarok(players: int, seed: int, steer: Steer = at_random) -> Played:
    """A game of Tarok, in which chance is noted card by card: the talon, then the hands.

    Args:
        players: 3 or 4.
        seed: says which one, 0 or more.
        steer: chooses what is done.
    """
    random = Random(f"tarok {players} {seed}")
    state = pyspiel.load_game(f"tarok(players={players},rng_seed={seed})").new_initial_state()
    state.apply_action(0)
    dealt = [*state.talon(), *(card for player in range(players) for card in state.player_cards(player))]
    history = [Entry(CHANCE, card, state.card_action_to_string(card), ()) for card in dealt]
    while not state.is_terminal():
        legal, player = state.legal_actions(), state.current_player()
        action = steer(state, legal, random)
        history.append(Entry(player, action, state.action_to_string(player, action), tuple(legal)))
        state.apply_action(action)
    return Played({"players": players}, tuple(history), tuple(state.returns()))


def contract(game: Played) -> str:
    """The contract of a game of Tarok: the last call before the first card or king."""
    words = ("Klop", "Three", "Two", "One", "Solo", "Beggar", "Open", "Colour", "Valat")
    calls = [entry.text for entry in game.decisions if entry.text.startswith(words)]
    return calls[-1]


def tarok_games(players: int) -> list[Played]:
    """Twelve games, of every contract one at least."""
    found: dict[str, Played] = {}
    others, contracts = list[Played](), 12 if players == 4 else 9
    for seed in range(10_000):
        game = played_tarok(players, seed)
        if contract(game) not in found:
            found[contract(game)] = game
        else:
            others.append(game)
        if len(found) == contracts:
            return [*found.values(), *others[: 12 - contracts]]
    raise AssertionError(f"only {len(found)} contracts in 10,000 games")


PAGAT, MOND, SKIS, KINGS = 0, 20, 21, (29, 37, 45, 53)


def _suit(card: int) -> int:
    """0 for tarocks."""
    return max(0, (card - 14) // 8)


def king_of_the_talon(state: Any, legal: list[int], random: Random) -> int:
    """Forehand plays two, calls a king of the talon, takes it, and keeps it to the end."""
    phase, seat = str(state.current_game_phase()), state.current_player()
    if "BIDDING" in phase:
        return 0 if seat else 3
    if "CALLING" in phase:
        return next((card for card in legal if card in state.talon()), legal[0])
    if "EXCHANGE" in phase:
        sets = state.talon_sets() if len(legal) == 3 else []
        return next((number for number, cards in enumerate(sets) if {*cards} & {*KINGS}), legal[0])
    called = [action for action in state.history() if action in KINGS][:1]
    others = [card for card in legal if card not in called] or legal
    return max(others, key=lambda card: (card <= SKIS, card)) if seat == 0 else random.choice(others)


def nearly_all(state: Any, legal: list[int], random: Random) -> int:
    """Forehand plays three and wants all tricks; the others want none."""
    if "TRICKS" not in str(state.current_game_phase()):
        return (0 if state.current_player() else 2) if "BIDDING" in str(state.current_game_phase()) else legal[0]
    if state.current_player() == 0 and random.random() < 0.9:
        return max(legal, key=lambda card: (card <= SKIS, card))
    return min(legal, key=lambda card: (card > SKIS, card))


def mond_and_skis(state: Any, legal: list[int], random: Random) -> int:
    """All play klop, and throw mond and skis on suits that they lack."""
    if "BIDDING" in str(state.current_game_phase()):
        return 0 if state.current_player() else 1
    lying = state.trick_cards()
    high = [card for card in (MOND, SKIS) if card in legal and lying and _suit(lying[0])]
    kept = [card for card in legal if card not in (PAGAT, MOND, SKIS)] or legal
    plain = [card for card in kept if _suit(card)] or kept
    return high[0] if high else random.choice(kept if lying else plain)


def last_trick_takes_the_talon(game: Played) -> bool:
    """Whether the king of the talon takes the last trick."""
    called = next(entry.action for entry in game.decisions if entry.action in KINGS)
    last, opened = game.decisions[-4:], game.chance[:6]
    led = _suit(last[0].action) == _suit(called) and all(entry.action > SKIS for entry in last)
    return called in opened and led and any((entry.player, entry.action) == (0, called) for entry in last)


def forced_pagat(game: Played) -> bool:
    """Whether the pagat must be played by a seat that holds cards of the suit that was led."""
    plays = game.decisions[4:]
    for number, entry in enumerate(plays):
        led = plays[number - number % 4].action
        later = [other.action for other in plays[number:] if other.player == entry.player]
        if entry.legal == (PAGAT,) and _suit(led) and any(_suit(card) == _suit(led) for card in later):
            return True
    return False


def skis_on_mond_and_pagat(game: Played) -> bool:
    """Whether the skis must be played to the mond, although the pagat lies there and takes both."""
    plays, size = game.decisions[3:], 3
    tricks = [plays[start : start + size] for start in range(0, len(plays), size)]
    return any(
        {entry.action for entry in trick[:2]} == {PAGAT, MOND} and trick[-1].legal == (SKIS,) for trick in tricks
    )


CORNERS: tuple[tuple[int, Steer, Callable[[Played], bool]], ...] = (
    (4, king_of_the_talon, last_trick_takes_the_talon),
    (3, nearly_all, lambda game: game.returns[0] > 200),
    (4, mond_and_skis, forced_pagat),
    (3, at_random, skis_on_mond_and_pagat),
)
"""By number of players, how to steer towards what OpenSpiel does in its own way, and whether it came to that."""


def corner_games() -> list[Played]:
    """A game for each."""
    return [
        next(game for seed in range(1_000_000) if found(game := played_tarok(players, seed, steer)))
        for players, steer, found in CORNERS
    ]


def written(path: Path, games: list[Played]) -> None:
    """Write games down, the same bytes for the same games."""
    lines = [json.dumps(_noted(game), separators=(",", ":")) for game in games]
    path.write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), compresslevel=9, mtime=0))


def _noted(game: Played) -> dict[str, Any]:
    history = [[entry.player, entry.action, entry.text, list(entry.legal)] for entry in game.history]
    return {"params": dict(game.params), "history": history, "returns": list(game.returns)}


if __name__ == "__main__":
    for number in (3, 4):
        written(FOLDER / f"tarok__{number}p.jsonl.gz", tarok_games(number))
    written(FOLDER / "tarok__corners.jsonl.gz", corner_games())
