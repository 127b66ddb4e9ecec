"""Calls of compiled code with odd rules and odd arguments: a program that must neither crash nor complain.

`python attacks.py SEED FIRST COUNT [GAME ...]` makes so many attacks, each a function of the seed and its number: rules
of a game with random options and hand sizes, and calls that are given what nobody should give. What is refused in words
is right, and so is what is played. Each attack is told before it is made: the last line of a crash tells it.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import numpy as np
from attrs import evolve

from trickkit import Rules, State, TrickkitError, batch, learn, load
from trickkit.bots import ISMCTS, Flat, Greedy
from trickkit.bots import Random as RandomBot
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, keys
from trickkit.phases import Tricks
from trickkit.play.rollouts import NeedDriven, Uniform
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import MustFollow, MustOvertrump, MustTrump
from trickkit.policies.schedule import ListedSizes, SameSize

ODD: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 7, 255, 1 << 15, 1 << 31, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 64, 1 << 200),
    *(-2, -(1 << 15), -(1 << 31), -(1 << 62), -(1 << 62) - 1, -(1 << 63), -(1 << 64)),
    *(True, False, None, 0.0, 1.5, float("nan"), float("inf"), "", "0", "x" * 5000, b"1", (), [], {}, object()),
    *(np.int8(-1), np.int64(-1), np.uint64((1 << 64) - 1), np.float64(2), np.array([1, 2]), np.array(1), lambda: 1),
)
"""What nobody should give for a number, a seat or a word."""
MOST_WORDS = 4000
"""No refusal is as long: what it quotes is cut off, but all that is legal is listed."""
DTYPES = ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "float64", "bool", "object", "U3")


def rules(random: Random, games: list[str]) -> Rules:
    """Rules of a game with random options, and often other hand sizes; those of the game where there are none such."""
    key = random.choice(games)
    values = {one.name: one.values or one.examples for one in options(builder(key))}
    chosen = {name: random.choice(several) for name, several in values.items() if several and random.random() < 0.3}
    print(f"load({key!r}, **{chosen})", end="", flush=True)
    try:
        found = load(key, **chosen)
    except TrickkitError:
        found = load(key)
    if random.random() < 0.5:
        most = len(found.deck) // found.players + 2
        sizes = tuple([random.randint(1, most) for _ in range(random.randint(1, 3))])
        policy = ListedSizes(sizes) if random.random() < 0.3 else SameSize(sizes[0])
        print(f" with {policy}", end="", flush=True)
        schedule = evolve(found.schedule, hand_sizes=policy)
        found = found.replace(schedule=schedule, ending=AfterDeals(deals=len(sizes), wins=found.ending.wins))
    if random.random() < 0.2:
        follow = random.choice([MustFollow, MustTrump, MustOvertrump])()
        print(f" with {follow}", end="", flush=True)
        found = found.replace(Tricks, follow=follow)
    return found


def odd(random: Random, usual: Any) -> Any:
    """A number as it should be, or what nobody should give."""
    return usual if random.random() < 0.7 else random.choice(ODD)


def odd_array(random: Random, usual: Any) -> Any:
    """An array as it should be, or one of another size, type or with other numbers; or none at all."""
    array, how = np.array(usual), random.randrange(8)
    if how == 0:
        return array[: random.randint(0, len(array))]
    if how == 1:
        return np.concatenate([array, array])
    if how == 2:
        return random.choice(ODD)
    if how == 3:
        return [random.choice(ODD) for _ in array]
    if how == 4:
        with np.errstate(all="ignore"):
            return array.astype(random.choice(DTYPES))
    if how == 5:
        return array.reshape(random.choice([(1, -1), (-1, 1)]))
    if how == 6 and len(array):
        array = array.astype(np.int64)
        array[random.randrange(len(array))] = random.choice([-1, -(1 << 62), 1 << 62, 9999, 255, 1 << 15])
    return array


# What is called


def deals(random: Random, game: Rules) -> None:
    given = {
        "seed": odd(random, 7),
        "number": odd(random, None),
        "starter": odd(random, None),
        "totals": odd(random, random.choice([None, [0] * game.players, [10**9] * game.players])),
        "first": odd(random, 0),
        "threads": 1,
        "moves": random.random() < 0.3,
        "cards": random.random() < 0.3,
    }
    call = random.choice([batch.deals, batch.stream])
    print(call.__name__, given, flush=True)
    if call is batch.stream:
        given["chunk"] = random.choice([1, 3, 100, -1, 0, None, 1.5])
    found = call(game, random.choice([1, 20, 200, 0, -1, 1.5, None, "x", 1 << 80]), **given)
    for _ in found if call is batch.stream else ():
        pass


def games(random: Random, game: Rules) -> None:
    first = odd(random, 0)
    print("games", first, flush=True)
    batch.games(game, random.choice([1, 5, 0, -1, None]), odd(random, 7), first=first, threads=1)


def lanes(random: Random, game: Rules) -> None:
    given = {"of": random.choice(["deals", "games"]), "number": odd(random, None), "starter": odd(random, None)}
    print("lanes", given, flush=True)
    try:
        table = batch.lanes(game, 5, 7, **given)
    except TrickkitError:
        table = batch.lanes(game, 5, 7)
    for _ in range(random.choice([0, 1, 5, 30, 100])):
        table.step(table.random())
    for _ in range(12):
        before = table.seats.tolist(), table.decisions.tolist(), table.legal().tolist()
        choice, waits, seats = (
            odd_array(random, table.random()),
            odd_array(random, [False] * 5),
            odd_array(random, [0] * 5),
        )
        lane, which = odd(random, 0), random.randrange(6)
        print("lanes", which, repr(choice)[:300], repr(waits)[:300], repr(seats)[:300], repr(lane)[:300], flush=True)
        try:
            if which < 2:
                table.step(choice, waits=waits if which else None)
                continue
            if which == 2:
                table.seen(seats).heard  # noqa: B018
            elif which == 3:
                table.state(lane)
            elif which == 4:
                table.seen_at_end(seats[: len(table.last)] if isinstance(seats, np.ndarray) and seats.ndim else seats)
            else:
                learn.encoding(game).observe_lanes(table)
        except TrickkitError:
            pass
        after = table.seats.tolist(), table.decisions.tolist(), table.legal().tolist()
        assert before == after, "a refused call changed the lanes"


def one_game(random: Random, game: Rules) -> None:
    print("start", flush=True)
    table, steps = batch.start(game, seed=random.randrange(9)), random.choice([0, 5, 30, 200])
    for _ in range(steps):
        if table.is_over:
            break
        seat = random.choice(table.actors)
        what = random.random()
        if what < 0.1:
            table = table.copy()
        elif what < 0.2:
            with refusing():
                table.undo()
            continue
        elif what < 0.3:
            seat, action = odd(random, seat), random.choice([*game.actions.values(), *ODD])
            print("play", repr(seat)[:300], repr(action)[:300], flush=True)
            with refusing():
                table.play(seat, action)
            continue
        table.play(seat, random.choice(table.legal(seat)))
    for call in (table.legal, table.view):
        seat = random.choice(ODD)
        print(call.__name__, repr(seat)[:300], flush=True)
        with refusing():
            call(seat)
    with refusing():
        learn.encoding(game).observe_game(table, odd(random, 0))
    with refusing():
        learn.encoding(game).observe_turn(table, odd(random, 0))


def position(random: Random, game: Rules) -> State:
    state = game.start(seed=random.randrange(9))
    for _ in range(random.choice([0, 3, 20, 60])):
        if state.is_over:
            break
        seat = random.choice(state.actors)
        state = state.play(seat, random.choice(state.legal(seat)))
    return state


def playouts(random: Random, game: Rules) -> None:
    state = position(random, game)
    given = {"seed": odd(random, 7), "worlds": odd(random, 3), "threads": 1, "moves": random.random() < 0.3}
    of = random.choice([state, state.view(odd_seat(random, game)), *ODD])
    print("playouts", len(state.moves), repr(given)[:300], flush=True)
    batch.playouts(of, odd(random, 20), **given)


def evaluate(random: Random, game: Rules) -> None:
    state = position(random, game)
    given = {
        "seed": odd(random, 7),
        "worlds": odd(random, 3),
        "policy": odd(random, random.choice([None, Uniform(), NeedDriven()])),
        "threads": 1,
    }
    print("evaluate", len(state.moves), repr(given)[:300], flush=True)
    seat = state.actors[0] if state.actors else 0
    batch.evaluate(random.choice([state.view(seat), state.view(seat), *ODD[:3]]), playouts=odd(random, 6), **given)


def dealer(random: Random, game: Rules) -> None:
    state = position(random, game)
    view, given = state.view(odd_seat(random, game)), (odd(random, 3), odd(random, 7), odd(random, 0))
    print("Dealer", len(state.moves), view.seat, repr(given)[:300], flush=True)
    batch.Dealer.of(view).rows(given[0], given[1], first=given[2])


def bots(random: Random, game: Rules) -> None:
    state = position(random, game)
    print("bots", len(state.moves), flush=True)
    if state.actors:
        view = state.view(state.actors[0])
        random.choice([Greedy(), ISMCTS(20), Flat(20)]).act(view)


def learners(random: Random, game: Rules) -> None:
    players = [None, *[random.choice([None, RandomBot(), Greedy()]) for _ in range(game.players - 1)]]
    print("episodes", players, flush=True)
    table = learn.episodes(game, 3, seed=7, players=players, of=random.choice(["deals", "games"]))
    for _ in range(random.choice([1, 5, 30])):
        choice = table.random()
        if random.random() < 0.3:
            choice = odd_array(random, choice)
        print("step", repr(choice)[:300], flush=True)
        with refusing():
            table.step(choice)
        table.observe()
    code = learn.encoding(game)
    for call in (code.action, code.number):
        with refusing():
            call(random.choice(ODD))
    for call in (code.observe, code.observe_lanes, code.observe_seen, code.legal, code.text):
        with refusing():
            call(random.choice(ODD[:4]))


def odd_seat(random: Random, game: Rules) -> int | None:
    return random.choice([None, *range(game.players)])


@contextmanager
def refusing() -> Iterator[None]:
    """What is refused in words is right."""
    with suppress(TrickkitError):
        yield


CALLS: tuple[Callable[[Random, Rules], None], ...] = (
    *(deals, games, lanes, lanes, one_game, playouts, evaluate, dealer, bots, learners),
)


def attack(random: Random, chosen: list[str]) -> None:
    """One attack."""
    try:
        game = rules(random, chosen)
        print(flush=True)
        random.choice(CALLS)(random, game)
    except TrickkitError as error:
        print("refused:", str(error)[:200], flush=True)
        if len(str(error)) > MOST_WORDS:
            raise ValueError(f"the refusal has {len(str(error))} characters") from error


def main(seed: str, first: str, count: str, *chosen: str) -> int:
    """Make attacks; how many faults there were."""
    faults = 0
    for number in range(int(first), int(first) + int(count)):
        print(f"{number}: ", end="")
        try:
            attack(Random(f"{seed}/{number}"), [*chosen] or [*keys()])
        except Exception:
            faults += 1
            print(f"FAULT {number}\n{traceback.format_exc()}", flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(min(1, main(*sys.argv[1:])))
