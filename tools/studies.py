"""The studies that pages quote: each is run by the lab, kept as a file beside the pages, and shown from there.

    python tools/studies.py [NAME...]

runs those that are not done, all or the named ones, and goes on where it was stopped. Rules that changed since need a
new file: delete the old one. The pages show them by the functions below while the documentation is built.
"""

from __future__ import annotations

import json
import shlex
import sys
import tomllib
from functools import cache
from pathlib import Path

from attrs import frozen
from documentation import ROOT
from pages import table

from trickkit import Rules, lab
from trickkit.catalog.registry import keys
from trickkit.cli.study_request import rules_in
from trickkit.lab import Found
from trickkit.lab.likeness import COMPARED
from trickkit.lab.words import interval
from trickkit.record import header

PORTRAITS = ROOT / "src" / "trickkit" / "lab" / "portraits.json"
FOLDER = ROOT / "docs" / "games" / "studies"
"""Where the files are."""
SHEETS = ROOT / "variants" / "house"
EFFECTS = ("wins", "points", "spread", "ties", "bids exact", "choices")
PORTRAIT = (
    *("wins", "points", "spread", "ties", "shutouts", "bids exact", "decisions", "choices", "forced cards"),
    *("decided after", "lead changes"),
)
LEAD = ("pikoko", "pikoko:next_lead=start_player")
SLOW = ("5211", "game5211_six", "rope_team", "tarok", "tarot")
"""Those of which a deal takes long, which have fewer."""


@frozen
class Asked:
    """A study that a page quotes.

    Args:
        games: as the command line names them: one for a portrait, two for a comparison.
        metrics: what is measured.
        bots: who plays.
        deals: how many.

    >>> print(Asked(("pikoko",), ("wins", "ties"), deals=50).command)
    trickkit study pikoko --bots greedy --deals 50 --metrics wins,ties
    """

    games: tuple[str, ...]
    metrics: tuple[str, ...]
    bots: str = "greedy"
    deals: int = 200

    @property
    def command(self) -> str:
        """What prints the same in a terminal."""
        kind = "compare" if len(self.games) > 1 else "study"
        words = [*self.games, "--bots", self.bots, "--deals", str(self.deals), "--metrics", ",".join(self.metrics)]
        return f"trickkit {kind} {shlex.join(words)}"

    @property
    def rules(self) -> list[Rules]:
        """The rules of the games, as they are now."""
        return [rules_in(str(ROOT / game) if game.endswith(".toml") else game, None, []) for game in self.games]

    def run(self, file: Path) -> Found:
        """Run it, or go on with it."""
        call = lab.compare if len(self.games) > 1 else lab.profile
        return call(*self.rules, bots=self.bots, deals=self.deals, metrics=self.metrics, file=file)

    def is_that_of(self, done: Found) -> bool:
        """Whether it was run to its end, with the rules as they are now."""
        study = done.study
        rules = [[header.written(one).line() for one in some] for some in (self.rules, study.rules)]
        metrics = tuple(metric.name for metric in study.metrics)
        asked = study.bots, study.deals, metrics
        return done.is_done and rules[0] == rules[1] and asked == (self.bots, self.deals, self.metrics)


def studies() -> dict[str, Asked]:
    """All of them, by the names of their files."""

    def deals(name: str, usual: int) -> int:
        return usual // 4 if name in SLOW else usual

    sheets = {
        path.stem: Asked(
            (tomllib.loads(path.read_text())["base"], f"variants/house/{path.name}"),
            EFFECTS,
            deals=deals(path.stem, 200),
        )
        for path in sorted(SHEETS.glob("*.toml"))
    }
    portraits = {key: Asked((key,), PORTRAIT, deals=deals(key, 80)) for key in keys()}
    lead = {
        "next_lead_random": Asked(LEAD, ("points by place",), bots="random", deals=200_000),
        "next_lead_greedy": Asked(LEAD, ("points by place",), deals=4000),
        "next_lead_skilled": Asked(LEAD, ("points by place",), bots="flat:64", deals=754),
    }
    return {**sheets, **lead, **portraits}


@cache
def found(name: str) -> Found:
    """What a study found, from its file."""
    return lab.read(FOLDER / f"{name}.jsonl")


def effect(name: str) -> str:
    """What a rule does, as a list of sentences: what it changes, then what it does not.

    Args:
        name: of a comparison.
    """
    done, asked = found(name), studies()[name]
    said = [f"- {sentence}" for sentence in done.sentences()]
    base, other = asked.games
    who = f"`trickkit compare {base} {other} --bots {asked.bots} --deals {asked.deals}` compares them likewise."
    return "\n".join(
        [f"**Measured** in {done.deals:,} deals, each under both rules ({_file(name)}):", "", *said, "", who]
    )


def portrait(key: str) -> str:
    """The portrait of a game, as a table.

    Args:
        key: of the game.
    """
    done, asked = found(key), studies()[key]
    rows = [(row.what_in_unit, interval(row.values[0], row.unit)) for row in done.rows]
    how = (
        f"{done.deals} deals, played by `{asked.bots}` bots; all intervals hold together in 95 of 100 such studies "
        f"({_file(key)})."
    )
    more = (
        f"`python tools/studies.py {key}` makes the file again, `trickkit study {key} --deals {asked.deals}` measures "
        "these and more, and the [reference](../reference/lab.md#metrics) says what each of them is."
    )
    return "\n\n".join([how, table(["Measured", "Value"], rows), more])


def write_portraits() -> None:
    """Write the numbers of all portraits that are done into the package, where other games are compared with them."""
    games = {}
    for key in keys():
        if not (FOLDER / f"{key}.jsonl").exists():
            continue
        values = {row.metric: row.values[0].mean for row in found(key).rows if row.metric in COMPARED and row.values[0]}
        games[key] = {"name": found(key).study.rules[0].name, **{name: round(values[name], 4) for name in values}}
    PORTRAITS.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


def brief(name: str) -> str:
    """The same as `effect` in one paragraph, without links.

    Args:
        name: of a comparison.
    """
    return " ".join(found(name).sentences())


def side_by_side(*names: str) -> str:
    """The differences that several studies of the same rules found, as a table with a column for each.

    Args:
        names: of comparisons that measure the same.
    """
    all_found = [found(name) for name in names]
    heads = [
        f"`{done.study.bots}`, {done.deals:,} deals ([file](games/studies/{name}.jsonl))"
        for name, done in zip(names, all_found, strict=True)
    ]
    rows = zip(*[done.rows for done in all_found], strict=True)
    cells = [(row[0].what_in_unit, *(interval(one.differences[0], one.unit, sign=True) for one in row)) for row in rows]
    return table(["Difference", *heads], cells)


def metrics() -> str:
    """The metrics of the library, as a table: name, unit, definition, and from what each is worked out."""
    rows = [
        (f"[`{one.name}`][{type(one).__module__}.{type(one).__name__}]", one.unit, one.definition, one.source)
        for one in lab.METRICS.values()
    ]
    return table(["Metric", "Unit", "Definition", "From"], rows)


def _file(name: str) -> str:
    return f"[file](studies/{name}.jsonl)"


def main(*names: str) -> None:
    """Run the named studies, all where none is named."""
    asked = studies()
    FOLDER.mkdir(exist_ok=True)
    for name in names or asked:
        done = asked[name].run(FOLDER / f"{name}.jsonl")
        print(f"{name}: {done.deals} deals", flush=True)
    write_portraits()


if __name__ == "__main__":
    main(*sys.argv[1:])
