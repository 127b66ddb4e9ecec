"""The networks that come with the classics: trains them again, and keeps those that play.

Run it as `python tools/networks.py --minutes 5`, which takes about two hours of one processor core. A network is kept
if it is surely ahead of level 1 and its players play the game: deals are not mostly passed out, and so on.

With `--choose S` nothing is trained: two matches of S seconds each say for every network what level 3 of `best` leaves
to it, which its file then says.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from trickkit import Rules, bots, lab, load
from trickkit.bots.intervals import reach
from trickkit.bots.training.choosing import choose
from trickkit.catalog.registry import keys

FOLDER = Path(__file__).parents[1] / "variants" / "trickkit_networks"


def doubts(rules: Rules, path: str, deals: int) -> tuple[str, ...]:
    """Why a network is not kept; () if it is."""
    mean, error = bots.match(rules, [bots.Learned(path), bots.best(rules, 1)], deals=deals, seed=77).ahead(0, 1)
    print(f"  {mean:+.2f} ± {reach(error or 0):.2f} over level 1", flush=True)
    (certificate,) = lab.profile(rules, bots=f"learned:{path}", deals=300, metrics=["points"], seed=3).certificates
    return (*(["not surely ahead of level 1"] if mean <= reach(error or 0) else []), *certificate.warnings)


def main() -> None:
    """Train, and copy what is kept."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1000, help="against level 1")
    parser.add_argument("--choose", type=float, metavar="S", help="train nothing; seconds of each match")
    asked = parser.parse_args()
    for game in asked.games or keys():
        rules = load(game)
        if asked.choose is not None:
            for parts, (mean, half, deals) in choose(
                rules, str(FOLDER / f"{game}.npz"), seconds=asked.choose, seed=asked.seed
            ).items():
                print(f"{game}: {mean:+.2f} ± {half:.2f} by {parts}, {deals} deals", flush=True)
            continue
        with TemporaryDirectory() as folder:
            path = f"{folder}/{game}.npz"
            print(game, flush=True)
            bots.train(rules, asked.minutes, path=path, seed=asked.seed)
            why = doubts(rules, path, asked.deals)
            print(f"  {'kept' if not why else 'not kept: ' + '; '.join(why)}", flush=True)
            kept = FOLDER / f"{game}.npz"
            if why:
                kept.unlink(missing_ok=True)
            else:
                kept.write_bytes(Path(path).read_bytes())


if __name__ == "__main__":
    main()
