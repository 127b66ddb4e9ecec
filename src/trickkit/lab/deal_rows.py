"""The deals of a study as rows, one for each seat, for pandas, Polars and R."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from trickkit.errors import InvalidRules, MissingExtra, quoted
from trickkit.lab.metrics.fairness import won
from trickkit.lab.whole_games import PlayedGames

if TYPE_CHECKING:
    from trickkit.lab.observed import Observed
    from trickkit.lab.study import Study

__all__ = ["COLUMNS", "OF_GAMES", "columns_of_deals", "columns_of_games", "write_rows"]

Columns = dict[str, Any]
Writer = Callable[[Columns], None]

COLUMNS = {
    "rules": "the name of the rules",
    "deal": "the number of the deal in the study; the same cards under all rules where they deal alike",
    "turn": "by how many seats the bots have moved on, if they differ",
    "seat": "the seat",
    "place": "its place after the starter; 0 is the starter",
    "bot": "who plays it",
    "hand_size": "how many cards it is dealt",
    "trump": "the trump suit; empty for none",
    "declarer": "whether it is the declarer",
    "bid": "what it bid on its own tricks; -1 for none",
    "tricks": "the tricks that its hand took",
    "points": "its points in the deal",
    "won": "its share of the first place in the deal",
    "decisions": "how many decisions all seats made in the deal",
}
"""The columns of a row, and what each means."""


OF_GAMES = {
    "rules": COLUMNS["rules"],
    "game": "the number of the game in the study",
    **{name: COLUMNS[name] for name in ("turn", "seat")},
    "place": "its place after the starter of the first deal; 0 is the starter",
    "bot": COLUMNS["bot"],
    "points": "its points at the end",
    "won": "whether it is among the winners",
    "deals": "how many deals the game had",
    "decisions": "how many decisions all seats made in the game",
}
"""The columns for a study of whole games."""


def columns_of_deals(seen: Observed, name: str) -> Columns:
    """Deals as columns of a table that has a row for each deal and seat.

    Args:
        seen: the deals.
        name: of the rules.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> columns = columns_of_deals(Observed.of(Table(load("whist"), ("random",) * 4, seed=7), range(2)), "whist")
    >>> columns["seat"], sum(columns["tricks"]), {*columns} == {*COLUMNS}
    ([0, 1, 2, 3, 0, 1, 2, 3], 26, True)
    """
    deals, players = seen.deals, seen.rules.players
    seats = np.arange(players)
    shares, scale = won(seen)
    suits = [*(suit.name for suit in seen.rules.deck.suits), ""]
    # A condition may leave out some repetitions of a deal.
    turns = [trace.turn for trace in seen.traces] if len(seen.traces) == len(deals) else [0] * len(deals)
    by_deal = {
        "deal": seen.numbers,
        "turn": np.array(turns),
        "hand_size": deals.size,
        "trump": np.array(suits)[deals.trump],
        "decisions": deals.decisions,
    }
    by_seat = {
        "seat": np.broadcast_to(seats, deals.points.shape),
        "place": (seats - deals.starter[:, None]) % players,
        "bot": np.array(seen.bots)[seen.seated],
        "declarer": deals.declarer[:, None] == seats,
        "bid": deals.estimates,
        "tricks": deals.tricks,
        "points": deals.points,
        "won": shares / scale,
    }
    columns = {key: np.repeat(of_deal, players).tolist() for key, of_deal in by_deal.items()}
    columns |= {key: of_seat.ravel().tolist() for key, of_seat in by_seat.items()}
    columns["rules"] = [name] * (len(deals) * players)
    return {key: columns[key] for key in COLUMNS}


def columns_of_games(played: PlayedGames, name: str) -> Columns:
    """Whole games as columns of a table that has a row for each game and seat.

    Args:
        played: the games.
        name: of the rules.

    >>> from trickkit import load
    >>> from trickkit.lab.playing import Table
    >>> table = Table(load("pikinni", players=2), ("random",) * 2, seed=7)
    >>> columns = columns_of_games(PlayedGames.of(table, range(1)), "usual")
    >>> columns["deals"], sum(columns["won"]), {*columns} == {*OF_GAMES}
    ([10, 10], 1, True)
    """
    players = played.rules.players
    seats = np.arange(players)
    turns = [turn for _ in np.unique(played.numbers) for turn in range(played.table.times)]
    by_game = {"game": played.numbers, "turn": np.array(turns), "deals": played.deals, "decisions": played.decisions}
    by_seat = {
        "seat": np.broadcast_to(seats, played.seated.shape),
        "place": (seats - played.starters[:, None]) % players,
        "bot": np.array(played.bots)[played.seated],
        "points": np.array([end.scores for end in played.ends]),
        "won": played.won.astype(int),
    }
    columns = {key: np.repeat(of_game, players).tolist() for key, of_game in by_game.items()}
    columns |= {key: of_seat.ravel().tolist() for key, of_seat in by_seat.items()}
    columns["rules"] = [name] * (len(played.ends) * players)
    return {key: columns[key] for key in OF_GAMES}


def write_rows(study: Study, path: str | os.PathLike[str], deals: int | None = None) -> int:
    """Write deals of a study as a table with a row for each deal, rules and seat.

    The deals are played for this, in the same way and in the same time as in the study.

    Args:
        study: the study; only deals that meet its condition are written.
        path: of the file, which ends in `.csv`, or in `.parquet` with the extra `parquet`.
        deals: how many deals are played; all of the study by default.

    Returns:
        Returns the number of rows.

    Raises:
        InvalidRules: the path ends otherwise, or cannot be written.
        MissingExtra: Parquet was asked for, and pyarrow is not installed.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from trickkit import lab
    >>> found = lab.compare("whist", "whist", bots="random", deals=5, metrics=["points"])
    >>> with TemporaryDirectory() as folder:
    ...     rows = found.study.rows(Path(folder, "deals.csv"))
    ...     rows, Path(folder, "deals.csv").read_text().partition(",seat")[0]
    (40, 'rules,deal,turn')
    """
    if deals is not None and not 1 <= deals <= study.deals:
        raise InvalidRules(f"rows: {deals} deals of a study that has {study.deals}")
    kinds = {".csv": _csv, ".parquet": _parquet}
    kind = kinds.get(Path(path).suffix)
    if kind is None:
        raise InvalidRules(f"rows: {quoted(str(path))} ends neither in .csv nor in .parquet")
    left, rows = study.deals if deals is None else deals, 0
    try:
        with kind(path, OF_GAMES if study.is_of_games else COLUMNS) as write:
            for block in range(-(-left // study.at_once)):
                if study.is_of_games:
                    for name, table in zip(study.names, study.tables, strict=True):
                        columns = columns_of_games(PlayedGames.of(table, range(block, block + 1)), name)
                        rows += len(columns["game"])
                        write(columns)
                    continue
                for name, seen in zip(study.names, study.observed(block), strict=True):
                    some = seen.only(np.flatnonzero(seen.numbers < left))
                    if len(some.deals):
                        columns = columns_of_deals(some, name)
                        rows += len(columns["deal"])
                        write(columns)
    except OSError as error:
        raise InvalidRules(f"rows: {path} cannot be written: {error.strerror}") from error
    return rows


@contextmanager
def _csv(path: str | os.PathLike[str], names: Iterable[str]) -> Iterator[Writer]:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        yield lambda columns: writer.writerows(zip(*columns.values(), strict=True))


@contextmanager
def _parquet(path: str | os.PathLike[str], names: Iterable[str]) -> Iterator[Writer]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("rows as Parquet need pyarrow: pip install 'trickkit[parquet]'") from error
    kinds = {"rules": pyarrow.string(), "bot": pyarrow.string(), "trump": pyarrow.string()}
    kinds |= {"declarer": pyarrow.bool_(), "won": pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in names])
    with parquet.ParquetWriter(path, schema) as writer:
        yield lambda columns: writer.write_table(pyarrow.table(columns, schema=schema))
