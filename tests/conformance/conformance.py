"""Games that another program has played, replayed decision by decision.

The data are complete games of OpenSpiel 2.0.2, and of jass-kit 2.0.5 for Schieber, twelve for every setting, with the
legal actions at every decision and the returns at the end. `TRICKKIT_CONFORMANCE_DATA` names a folder with other files
of the same form, which are then replayed instead. An adapter translates numbers; it knows no rules. Where another
program departs from a game as people play it, the adapter asks for an option, or for a house rule in a line or two.
"""

from __future__ import annotations

import gzip
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from attrs import frozen

from trickkit import Action, State

FOLDER = Path(os.environ.get("TRICKKIT_CONFORMANCE_DATA") or Path(__file__).parent / "data")

CHANCE = -1


@frozen
class Entry:
    """One step of a game: who acted (-1: chance), what was done, and what else could have been."""

    player: int
    action: int
    text: str
    legal: tuple[int, ...]


@frozen
class Played:
    """A game that was played."""

    params: Mapping[str, Any]
    history: tuple[Entry, ...]
    returns: tuple[float, ...]
    dd_table: tuple[int, ...] = ()

    @property
    def chance(self) -> tuple[int, ...]:
        """What was dealt, in order."""
        return tuple(entry.action for entry in self.history if entry.player == CHANCE)

    @property
    def decisions(self) -> tuple[Entry, ...]:
        """What was decided, in order."""
        return tuple(entry for entry in self.history if entry.player != CHANCE)


class Adapter(ABC):
    """Translates the numbers of one game."""

    name: ClassVar[str]
    """As the data call the game."""

    @abstractmethod
    def start(self, played: Played) -> State:
        """The game as it was dealt, under the parameters of the data, at its first decision."""

    @abstractmethod
    def actions(self, state: State, code: int) -> Sequence[Action | str]:
        """What the seat does when the data say a number; more than one where they count one decision for several."""

    @abstractmethod
    def code(self, state: State, action: Action) -> int:
        """The number of a legal action."""

    @abstractmethod
    def returns(self, state: State, played: Played) -> Sequence[float]:
        """What the data say at the end, from the scores."""

    def player(self, state: State) -> int:
        """The seat whose decision comes first."""
        return state.actors[0] if state.actors else -4


def files(name: str) -> list[Path]:
    """The files about a game."""
    return sorted(FOLDER.glob(f"{name}__*.jsonl*"))


def games(path: Path) -> list[Played]:
    """The games in a file."""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [_game(json.loads(line)) for line in lines if line.strip()]


def _game(said: dict[str, Any]) -> Played:
    history = tuple(Entry(player, action, text, tuple(legal)) for player, action, text, legal in said["history"])
    return Played(said["params"], history, tuple(said["returns"]), tuple(said.get("dd_table") or ()))


def replay(adapter: Adapter, played: Played) -> None:
    """Play a game again, comparing who acts, what is legal, and the returns."""
    state = adapter.start(played)
    for number, entry in enumerate(played.decisions):
        seat, where = adapter.player(state), f"decision {number} ({entry.text})"
        assert seat == entry.player, f"seat {seat} acts, not {entry.player}: {where} of {state!r}"
        legal = sorted(adapter.code(state, action) for action in state.legal(seat))
        assert legal == list(entry.legal), f"legal are {legal}, not {list(entry.legal)}: {where} of {state!r}"
        for action in adapter.actions(state, entry.action):
            state = state.play(seat, action)
    assert not state.actors or len(state.results) == 1, f"seat {state.actors} still acts: {state!r}"
    returns = [float(points) for points in adapter.returns(state, played)]
    assert returns == [float(points) for points in played.returns], f"{returns}, not {played.returns}: {state!r}"
