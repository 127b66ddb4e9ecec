"""The deals of a study as rows, one for each seat, for pandas, Polars and R."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count as numbered
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from trickkit.errors import InvalidRules, MissingExtra, quoted
from trickkit.lab.metrics.fairness import won

if TYPE_CHECKING:
    from trickkit.lab.observed import Observed
    from trickkit.lab.study import Study

__all__ = ["COLUMNS", "columns_of_deals", "write_rows"]

Columns = dict[str, Any]
Writer = Callable[[Columns], None]

COLUMNS = {
    "rules": "the name of the rules",
    "deal": "the number of the deal in the study; the same cards under all rules where they deal alike",
    "turn": "by how many seats the bots have moved on, where they differ",
    "seat": "the seat",
    "place": "its place after the starter; 0 is the starter",
    "bot": "who plays it",
    "hand_size": "how many cards it is dealt",
    "trump": "the trump suit; empty for none",
    "declarer": "whether it is the declarer",
    "bid": "what it bid on its own tricks; -1 for none",
    "tricks": "the tricks that its hand took",
    "points": "its points in the deal",
    "won": "its share in the first place of the deal",
    "decisions": "how many decisions all seats made in the deal",
}
"""What a row has, and what each column means."""


def columns_of_deals(seen: Observed, name: str) -> Columns:
    """Deals by column, with a row for each deal and seat.

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
    turns = [next(turns) for turns in _turns(seen)]
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


def _turns(seen: Observed) -> Iterator[Iterator[int]]:
    """For each deal, the count of its repetitions so far."""
    counts: dict[int, Iterator[int]] = {}
    for number in seen.numbers.tolist():
        yield counts.setdefault(number, numbered())


def write_rows(study: Study, path: str | os.PathLike[str], deals: int | None = None) -> int:
    """Write deals of a study as rows, a row for each deal, rules and seat.

    The deals are played for it, as the study plays them: it takes as long.

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
        with kind(path) as write:
            for number in range(-(-left // study.at_once)):
                for name, seen in zip(study.names, study.observed(number), strict=True):
                    some = seen.only(np.flatnonzero(seen.numbers < left))
                    if len(some.deals):
                        columns = columns_of_deals(some, name)
                        rows += len(columns["deal"])
                        write(columns)
    except OSError as error:
        raise InvalidRules(f"rows: {path} cannot be written: {error.strerror}") from error
    return rows


@contextmanager
def _csv(path: str | os.PathLike[str]) -> Iterator[Writer]:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        yield lambda columns: writer.writerows(zip(*columns.values(), strict=True))


@contextmanager
def _parquet(path: str | os.PathLike[str]) -> Iterator[Writer]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("rows as Parquet need pyarrow: pip install 'trickkit[parquet]'") from error
    kinds = {"rules": pyarrow.string(), "bot": pyarrow.string(), "trump": pyarrow.string()}
    kinds |= {"declarer": pyarrow.bool_(), "won": pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in COLUMNS])
    with parquet.ParquetWriter(path, schema) as writer:
        yield lambda columns: writer.write_table(pyarrow.table(columns, schema=schema))
