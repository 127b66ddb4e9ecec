"""The networks that come with the classics: trains them again, and keeps those that play.

Run it as `python tools/networks.py`, which takes about three hours of one processor core: each network learns as long
as the installed one did, with its seed, and one that is new for five minutes. On the way it says how strong the network
is by the time it has learned. A network is kept if it is surely ahead of level 1 and its players play the game: deals
are not mostly passed out, and so on.

With `--choose S` nothing is trained: two matches of S seconds each say for every network what level 3 of `best` leaves
to it, which its file then says.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from trickkit import Rules, bots, lab, load
from trickkit.bots.intervals import reach
from trickkit.bots.training.choosing import choose
from trickkit.catalog.registry import keys

FOLDER = Path(__file__).parents[1] / "variants" / "trickkit_networks"


MINUTES, SEED = 5.0, 1
"""Of a network that is new."""


def how_trained(game: str) -> tuple[float, int]:
    """How many minutes the installed network of a game learned, and its seed; those of a new one if there is none."""
    path = FOLDER / f"{game}.npz"
    trained = bots.Learned(path).about["trained"] if path.exists() else {}
    return trained.get("minutes", MINUTES), trained.get("seed", SEED)


def tells_of_strength() -> Callable[[bots.Progress], None]:
    """Prints how far the kept network is ahead of levels of play, whenever that has been measured."""
    told: dict[int, tuple[float, float]] = {}

    def tell(progress: bots.Progress) -> None:
        nonlocal told
        if progress.ahead != told:
            told = {**progress.ahead}
            leads = [f"{mean:+.2f} ± {half:.2f} over level {level}" for level, (mean, half) in told.items()]
            print(f"  {progress.seconds / 60:.1f} minutes: {'; '.join(leads)}", flush=True)

    return tell


def keep(game: str, path: str) -> None:
    """Put a network among those that come with the classics."""
    (FOLDER / f"{game}.npz").write_bytes(Path(path).read_bytes())


def doubts(rules: Rules, path: str, deals: int) -> tuple[str, ...]:
    """Why a network is not kept; () if it is."""
    mean, error = bots.match(rules, [bots.Learned(path), bots.best(rules, 1)], deals=deals, seed=77).ahead(0, 1)
    print(f"  {mean:+.2f} ± {reach(error or 0):.2f} over level 1", flush=True)
    (certificate,) = lab.profile(rules, bots=f"learned:{path}", deals=300, metrics=["points"], seed=3).certificates
    return (*(["not surely ahead of level 1"] if mean <= reach(error or 0) else []), *certificate.warnings)


def main(*given: str) -> None:
    """Train, and copy what is kept."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--minutes", type=float, help="as long as the installed one learned by default, or 5")
    parser.add_argument("--seed", type=int, help="that of the installed one by default, or 1")
    parser.add_argument("--deals", type=int, default=1000, help="against level 1")
    parser.add_argument("--choose", type=float, metavar="S", help="train nothing; seconds of each match")
    asked = parser.parse_args(given)
    for game in asked.games or keys():
        rules, (minutes, seed) = load(game), how_trained(game)
        minutes, seed = asked.minutes or minutes, seed if asked.seed is None else asked.seed
        if asked.choose is not None:
            for parts, (mean, half, deals) in choose(
                rules, str(FOLDER / f"{game}.npz"), seconds=asked.choose, seed=seed
            ).items():
                print(f"{game}: {mean:+.2f} ± {half:.2f} by {parts}, {deals} deals", flush=True)
            continue
        with TemporaryDirectory() as folder:
            path = f"{folder}/{game}.npz"
            print(game, flush=True)
            bots.train(rules, minutes, path=path, seed=seed, seen=tells_of_strength())
            why = doubts(rules, path, asked.deals)
            print(f"  {'kept' if not why else 'not kept: ' + '; '.join(why)}", flush=True)
            if why:
                (FOLDER / f"{game}.npz").unlink(missing_ok=True)
            else:
                keep(game, path)


if __name__ == "__main__":
    main(*sys.argv[1:])
