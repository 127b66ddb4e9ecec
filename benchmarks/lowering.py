"""How long rules take to be lowered for the batch engine: `python benchmarks/lowering.py [KEY ...]`.

For each game the default rules, and those that differ from them in one value of one option, for each number of players:
how many these are, and the seconds of processor time that `batch.supports` takes for rules that are new to it, as
median and at most, with the options of the slowest. Of an option with more than FEW values, the first, the last and
some between them are taken. `--above SECONDS` lists every variant that takes longer, and what is not supported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from trickkit import InvalidRules, Rules, batch, load
from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder, keys

FEW = 5
TARGET = 1.0


def values_of(option: Option) -> tuple[object, ...]:
    """The values of an option, of many a few."""
    values = option.values or option.examples
    if len(values) <= FEW:
        return values
    return tuple(values[(len(values) - 1) * place // (FEW - 1)] for place in range(FEW))


def variants(key: str) -> Iterator[tuple[dict[str, Any], Rules]]:
    """The rules of a game with at most one option besides the number of players."""
    seen = set[Rules]()
    known = {option.name: option for option in options(builder(key))}
    for players in values_of(known.pop("players")) if "players" in known else (None,):
        seats: dict[str, Any] = {} if players is None else {"players": players}
        for given in [{}, *({name: value} for name, option in known.items() for value in values_of(option))]:
            try:
                rules = load(key, **seats, **given)
            except InvalidRules:  # This value needs another option, or other players.
                continue
            if rules not in seen:
                seen.add(rules)
                yield {**seats, **given}, rules


def lowered(rules: Rules) -> tuple[float, str]:
    """The seconds that it takes, and what prevents it."""
    began = process_time()
    why = batch.supports(rules).why
    return process_time() - began, why


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=keys(), metavar="KEY", help="only these games")
    parser.add_argument("--above", type=float, default=TARGET, help="list the variants that take longer, in seconds")
    given = parser.parse_args()
    lowered(load("whist", deals=1))  # What is imported and made once is no one game's.
    print(f"{'game':16} {'variants':>8} {'median, s':>9} {'most, s':>8}  slowest")
    for key in given.games:
        times = list[tuple[float, str]]()
        for chosen, rules in variants(key):
            took, why = lowered(rules)
            shown = ", ".join(f"{name}={value!r}" for name, value in chosen.items()) or "as it is"
            times.append((took, shown))
            if took > given.above or why:
                print(f"    {took:.2f} s  {key}: {shown}  {why}", flush=True)
        most, slowest = max(times)
        print(f"{key:16} {len(times):8} {median(took for took, _ in times):9.2f} {most:8.2f}  {slowest}", flush=True)


if __name__ == "__main__":
    main()
