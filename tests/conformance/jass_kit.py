"""Random games of jass-kit, noted as the data note those of OpenSpiel.

`python tests/conformance/jass_kit.py FOLDER` writes the files of the data anew; it needs the extra `peers`.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from conformance import CHANCE, Entry, Played
from jass.game.const import TRUMP_FULL_D, TRUMP_FULL_P, card_strings
from jass.game.game_sim import GameSim
from jass.game.rule_schieber import RuleSchieber

GAMES = 12
CARDS, SEATS, SUITS = 36, 4, 4

Choose = Callable[[Random, tuple[int, ...]], int]


def uniform(random: Random, legal: tuple[int, ...]) -> int:
    """Any legal action."""
    return random.choice(legal)


def trumps(random: Random, legal: tuple[int, ...]) -> int:
    """Suits alone are named, so that there are more trumps to compare."""
    return random.choice([action for action in legal if action < TRUMP_FULL_D + SUITS])


CHOICES: dict[str, Choose] = {"uniform": uniform, "trumps": trumps}


def played(seed: object, choose: Choose = uniform) -> Played:
    """A random game: chance gives the dealer, then nine cards to each seat.

    jass-kit plays counter-clockwise; the seats are noted in the order in which it is their turn.
    """
    random = Random(f"schieber {seed}")
    history, game = dealt(random)
    while not game.is_done():
        legal = tuple(int(action) for action in np.flatnonzero(game.rule.get_valid_actions_from_state(game.state)))
        action = choose(random, legal)
        history.append(Entry(turned(game.state.player), action, text(action), legal))
        game.action(action)
    return Played({}, tuple(history), points(game))


def dealt(random: Random) -> tuple[list[Entry], GameSim]:
    """What chance gives, and the game that begins with it."""
    dealer, cards = random.randrange(SEATS), random.sample(range(CARDS), CARDS)
    history = [Entry(CHANCE, dealer, f"dealer {dealer}", ())]
    history += [Entry(CHANCE, card, text(card), ()) for card in cards]
    hands = np.zeros([SEATS, CARDS], np.int32)
    for place, card in enumerate(cards):
        hands[turned(place // (CARDS // SEATS)), card] = 1
    game = GameSim(RuleSchieber())
    game.init_from_cards(hands, turned(dealer))
    return history, game


def points(game: GameSim) -> tuple[int, ...]:
    """By seat, the points so far."""
    return tuple(int(game.state.points[seat % 2]) for seat in range(SEATS))


def turned(seat: int) -> int:
    """A seat as jass-kit numbers it, and the other way round: clockwise instead of counter-clockwise."""
    return int(-seat % SEATS)


def text(action: int) -> str:
    """An action in words."""
    if action < CARDS:
        return str(card_strings[action])
    return "push" if action == TRUMP_FULL_P else "DHSCOU"[action - TRUMP_FULL_D]


def written(game: Played) -> str:
    """A game as a line of the data."""
    history = [[entry.player, entry.action, entry.text, list(entry.legal)] for entry in game.history]
    return json.dumps({"params": dict(game.params), "history": history, "returns": game.returns}, separators=(",", ":"))


def main(folder: Path) -> None:
    """Write the files."""
    for name, choose in CHOICES.items():
        lines = "".join(f"{written(played(f'{name} {number}', choose))}\n" for number in range(GAMES))
        (folder / f"schieber__{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
