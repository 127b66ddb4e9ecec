"""Tables that nobody uses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from trickkit.table.expiry import DAY, Keep
from trickkit.table.game import Refused
from trickkit.table.store import Store
from trickkit.table.stored import Stored

SHORT = 'base = "pikoko"\nending.deals = 1'
SEATS = [{"name": name} for name in ("Ada", "Ben", "Cyd")]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr("os.fsync", lambda _file: None)
    with Store(tmp_path, most=4) as kept:
        yield kept


def made(store: Store, moves: int = 0, days: float = 0.0) -> Stored:
    """A table at which so many moves were made, so many days ago."""
    table, _ = store.make("", {"players": 3}, SEATS, text=SHORT)
    game, rng = table.game(), Random(3)
    while moves and game.state.actors:
        seat = game.state.actors[0]
        game.recorder.write(game.state.play(seat, rng.choice(game.state.legal(seat))))
        moves -= 1
    game.close()
    used(table, days)
    return table


def used(table: Stored, days: float) -> None:
    then = table.path.stat().st_mtime - days * DAY
    os.utime(table.path, (then, then))


@pytest.mark.parametrize(
    ("moves", "days"), [(0, 2), (3, 30), (1000, 7)], ids=["not begun", "in the midst of a game", "over"]
)
def test_a_table_expires_with_its_record(store: Store, moves: int, days: float) -> None:
    table = made(store, moves, days - 0.1)
    assert store.expire() == 0
    used(table, 0.2)
    assert store.expire() == 1
    assert store.all() == []
    assert not table.path.exists()
    with pytest.raises(Refused, match="no such table"):
        store.open(table.id)


def test_a_table_in_use_stays(store: Store) -> None:
    table = made(store, days=100)
    store.touch([table.id, "none"])
    assert store.expire() == 0


def test_a_table_whose_record_is_gone_or_broken_is_no_hindrance(store: Store) -> None:
    gone, broken = made(store), made(store, days=3)
    gone.path.unlink()
    broken.path.write_bytes(b"{\n")
    assert store.expire() == 1
    used(broken, 40)
    assert store.expire() == 1


def test_the_table_used_least_recently_makes_room_if_that_was_long_ago(store: Store) -> None:
    old, *_ = [made(store, 3, days) for days in (1.5, 0.5, 0.3, 0.2)]
    made(store)
    assert len(store.all()) == 4
    with pytest.raises(Refused, match="no such table"):
        store.open(old.id)
    with pytest.raises(Refused, match="there are already 4 tables, and no room for another one"):
        made(store)


def test_nothing_is_kept_longer_than_idle_tables() -> None:
    assert Keep(idle=1.5) == Keep(idle=1.5, over=1.5, unstarted=1.5, crowded=1)
