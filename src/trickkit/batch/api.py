"""The functions with which users call the batch engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Literal

import numpy as np

from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.lowering.game_tables import DEALS, MOST_DEALS
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.results import Deals, joined
from trickkit.batch.run.chunks import MANY, cores, in_memory, run, whole
from trickkit.batch.run.fallback import (
    Begin,
    begun,
    collected,
    deal_begun,
    finished,
    game_begun,
    one_deal,
    origin,
    seeded,
    spread,
)
from trickkit.batch.run.mixed import played_on, run_mixed
from trickkit.batch.run.succession import BetweenDeals, Games, OfStates, SeparateDeals, Succession, why_not_by_points
from trickkit.batch.seen import Seen
from trickkit.batch.stepping import Lanes
from trickkit.errors import GameOver, InvalidAction, InvalidRules, quoted
from trickkit.play.rules import Rules, rules_of
from trickkit.play.state import State
from trickkit.play.view import View

__all__ = ["Player", "deals", "lanes", "playouts", "stream"]

Player = Callable[[Seen, Array], Array]
"""A seat's policy for many deals at once: from what the seat sees and what is legal, the numbers of its actions."""

MOST = 2**62
"""The highest number that a deal may have."""
LANES = 1024
"""The number of deals that are played side by side if players decide."""
WORLDS = 256
"""The most worlds that are sampled for a view, unless `worlds` says otherwise."""


@in_memory()
def deals(
    rules: Rules,
    n: int,
    seed: int = 0,
    *,
    players: Sequence[Player | None] | None = None,
    number: int | None = None,
    starter: int | None = None,
    totals: Sequence[int] | None = None,
    first: int = 0,
    threads: int | None = None,
    moves: bool = False,
    cards: bool = False,
) -> Deals:
    """Play whole deals, independently of each other.

    Deal k is a function of the rules, the seed and k alone, for any number of threads.

    Args:
        rules: the rules of the game.
        n: how many deals, 1 or more.
        seed: any integer, every bit of which counts.
        players: by seat, who decides: a function of what the seat sees and of what is legal, or None for random
            decisions; None for random decisions of all seats. See `Seen` and `Lanes.legal` for its arguments and for
            how actions are numbered.
        number: the number of the deals in their games, from 0, on which the hand size may depend; None for all the
            deals of a game in turn, 30,000 at most, or the first one if a game has no fixed number of deals.
        starter: the seat that starts, 0..seats-1; None for any.
        totals: by seat, the points of earlier deals; None for none. A first deal has no earlier ones.
        first: the number of the first deal, to split work that does not fit into memory: deals 0 to 99 and deals 100 to
            199 together are the same as deals 0 to 199.
        threads: how many are used, 1 or more; None for all processors that this process may use.
        moves: whether to store decisions and cards; not available with `players`.
        cards: whether to store which cards each hand took in tricks.

    Raises:
        InvalidRules: an argument is invalid, or these rules cannot be played.

    >>> from trickkit import batch, load
    >>> found = batch.deals(load("pikinni", players=3), 1100, seed=7)
    >>> found.points.shape, sorted(set(found.size.tolist()))
    ((1100, 3), [1, 2, 3, 4, 5, 6, 7, 8])
    """
    program = compile_rules(rules_of(rules))
    n = whole("n", n, 1, MANY)
    seed = seed_of(seed)
    begins = _beginnings(rules, n, whole("first", first, 0, MOST), number, starter, totals)
    if players is not None:
        if moves or cards:
            raise InvalidRules(
                "moves and cards are stored only for random play; with players, step lanes and store them yourself"
            )
        return _with_players(rules, n, seed, players, first, number, starter, begins.totals[0])
    if not program.why:
        return run(program, seed, begins, threads=cores(threads), moves=moves, cards=cards)
    if program.is_mixed:
        return run_mixed(program, seed, begins, moves=moves)
    *each, before = [column.tolist() for column in begins]
    one_by_one = [(*begin, tuple(before[0])) for begin in zip(*each, strict=True)]
    results = spread(partial(one_deal, rules, seed), one_by_one, n, cores(threads))
    return collected(rules, results, n, moves=moves, start=partial(_begun, rules, seed, one_by_one))


def _begun(rules: Rules, seed: int, begins: Sequence[Begin], deal: int) -> State:
    return begun(rules, seed, begins[deal])


def stream(
    rules: Rules,
    n: int,
    seed: int = 0,
    *,
    players: Sequence[Player | None] | None = None,
    number: int | None = None,
    starter: int | None = None,
    totals: Sequence[int] | None = None,
    first: int = 0,
    chunk: int = 1_000_000,
    threads: int | None = None,
    moves: bool = False,
    cards: bool = False,
) -> Iterator[Deals]:
    """Play more whole deals than fit into memory, in chunks.

    Args:
        rules: the rules of the game.
        n: how many deals, 1 or more.
        seed: any integer, every bit of which counts.
        players: as in `deals`.
        number: as in `deals`.
        starter: as in `deals`.
        totals: as in `deals`.
        first: the number of the first deal; the deals are those of `deals` with the same numbers.
        chunk: how many at a time, 1 or more.
        threads: as in `deals`.
        moves: as in `deals`.
        cards: as in `deals`.

    Raises:
        InvalidRules: an argument is invalid, or these rules cannot be played.

    >>> from trickkit import batch, load
    >>> sum(len(found) for found in batch.stream(load("pikoko"), 1000, chunk=300))
    1000
    """
    n, chunk, first = whole("n", n, 1), whole("chunk", chunk, 1), whole("first", first, 0, MOST)
    for begin in range(first, first + n, chunk):
        yield deals(
            rules, min(chunk, first + n - begin), seed, players=players, number=number, starter=starter, totals=totals,
            first=begin, threads=threads, moves=moves, cards=cards,
        )  # fmt: skip


@in_memory()
def playouts(
    game: View | State,
    n: int,
    seed: int = 0,
    *,
    worlds: int | None = None,
    threads: int | None = None,
    moves: bool = False,
) -> Deals:
    """Play the current deal of a game out many times, with random decisions.

    Args:
        game: a state, which is played out as it is; if it has no seed, `seed` determines everything that is not fixed.
            Or a view, for which matching worlds are sampled.
        n: the number of playouts, 1 or more.
        seed: any integer; equal seeds give equal deals.
        worlds: the number of worlds sampled for a view; deal k starts from world k modulo that number. None for one per
            deal, but at most 256, because sampling a world takes as long as playing hundreds of deals.
        threads: how many are used, 1 or more; None for all processors that this process may use.
        moves: whether to store the decisions.

    Returns:
        Returns the deals at their end; `tricks` and `points` are those of the whole deal, `decisions` those made since.

    Raises:
        GameOver: nothing is left to decide.
        InvalidRules: an argument is invalid.

    >>> from trickkit import batch
    >>> from trickkit.variants import pikoko
    >>> view = pikoko.rules(players=3).start(seed=7).view(1)
    >>> found = batch.playouts(view, 500, seed=1)
    >>> found.points.mean(axis=0).shape
    (3,)
    """
    if not isinstance(game, View | State):
        raise InvalidRules(f"playouts start from a State or a View, not from {quoted(game)}")
    if game.is_over:
        raise GameOver(f"the game is over: {game.outcome.reason if game.outcome else ''}", game=game.rules.key)
    program = compile_rules(game.rules)
    n = whole("n", n, 1, MANY)
    seed = seed_of(seed)
    count = min(n, WORLDS) if worlds is None else whole("worlds", worlds, 1, MANY)
    if isinstance(game, View):
        draw = Random(f"{seed}/worlds")
        states = [game.sample(draw) for _ in range(min(n, count))]
    else:
        states = [seeded(game, seed)]
    played = played_on(program, states, seed, n, threads=cores(threads), moves=moves)
    if played is not None:
        return played
    results = spread(partial(finished, states, seed), range(n), n, cores(threads))
    return collected(game.rules, results, n, moves=moves, start=partial(origin, states, seed))


@in_memory()
def lanes(
    rules: Rules,
    n: int,
    seed: int = 0,
    *,
    of: Literal["deals", "games"] = "deals",
    number: int | None = None,
    starter: int | None = None,
) -> Lanes:
    """Deals that are stepped together, one decision in each at a time.

    Args:
        rules: the rules of the game.
        n: the number of lanes, 1 or more.
        seed: any integer; equal seeds give equal cards.
        of: `"deals"` if each lane plays deals of `batch.deals`, one after another; `"games"` if it plays games of
            `batch.games`, deal by deal.
        number: as in `deals`; not available for games.
        starter: as in `deals`; for games, who starts the first deal.

    Raises:
        InvalidRules: an argument is invalid, or these rules cannot be played.

    >>> from trickkit import batch, load
    >>> lanes = batch.lanes(load("5211"), 100, seed=7)
    >>> for _ in range(10):
    ...     ended = lanes.step(lanes.random())
    >>> lanes.seen().hands.shape
    (100, 4, 30)
    """
    n, rules = whole("n", n, 1, MANY), rules_of(rules)
    if of == "deals":
        return _lanes(rules, n, seed, 0, number, starter, np.zeros(rules.players, np.int64))
    if of != "games" or number is not None:
        raise InvalidRules(f"of={quoted(of)}, number={quoted(number)}: 'deals', or 'games' without a number")
    first, seed, every = _starter(rules, starter), seed_of(seed), np.arange(n)
    if why_not_by_points(rules):
        return _stepped(rules, seed, OfStates(every, partial(game_begun, rules, seed, first), in_games=True))
    return _stepped(rules, seed, Games(BetweenDeals(rules), every, len(compile_rules(rules).sizes), first))


def _lanes(
    rules: Rules, n: int, seed: int, first: int, number: int | None, starter: int | None, totals: Array
) -> Lanes:
    """Lanes of separate deals, the first of which has a given number."""
    program, cycle, starts = compile_rules(rules), _cycle(rules, number), _starter(rules, starter)
    seed, every = seed_of(seed), np.arange(first, first + n)
    if program.why and not program.is_mixed:
        begin = partial(deal_begun, rules, seed, cycle, starts, tuple(totals.tolist()))
        return _stepped(rules, seed, OfStates(every, begin, in_games=False))
    return _stepped(rules, seed, SeparateDeals(every, cycle, starts, totals))


def _stepped(rules: Rules, seed: int, succession: Succession) -> Lanes:
    """Lanes with the given succession of deals."""
    program = compile_rules(rules)
    is_compiled = not program.why and not isinstance(succession, OfStates)
    return (Lanes if is_compiled else FollowedLanes)(program, seed, succession)


def _with_players(
    rules: Rules,
    n: int,
    seed: int,
    players: Sequence[Player | None],
    first: int,
    number: int | None,
    starter: int | None,
    totals: Array,
) -> Deals:
    """Play deals by given policies, one deal per lane, about a thousand at a time."""
    if not isinstance(players, Sequence) or not all(player is None or callable(player) for player in players):
        raise InvalidRules(
            f"players={quoted(players)}: for every seat a function, or None for one that plays at random"
        )
    if len(players) != rules.players:
        raise InvalidRules(f"{len(players)} players for {rules.players} seats; give None for one that plays at random")
    parts = []
    for begin in range(0, n, LANES):
        count = min(LANES, n - begin)
        table = _lanes(rules, count, seed, first + begin, number, starter, totals)
        first_deals: list[Deals | None] = [None] * count
        while None in first_deals:
            ended = table.step(_chosen(table, players))
            for index, lane in enumerate(table.last):
                if first_deals[lane] is None:
                    first_deals[lane] = ended.part(index)
        parts += [deal for deal in first_deals if deal is not None]
    return joined(parts)


def _chosen(table: Lanes, players: Sequence[Player | None]) -> Array:
    """By lane, the players' decisions."""
    actions, seats, legal, seen = table.random(), table.seats, table.legal(), table.seen()
    for seat, player in enumerate(players):
        mine = np.flatnonzero(seats == seat)
        if player is None or not len(mine):
            continue
        answer = np.asarray(player(seen.of(mine), legal[mine]))
        if answer.shape != mine.shape or answer.dtype.kind not in "iu":
            raise InvalidAction(
                f"the player of seat {seat} returned {answer.dtype} of shape {answer.shape}; it must return the "
                f"number of an action for each of {len(mine)} deals",
                game=table.rules.key,
                seat=seat,
            )
        actions[mine] = answer
    return actions


def _cycle(rules: Rules, number: int | None) -> range:
    """The numbers that successive deals have in their games, to be repeated."""
    most = rules.ending.most_deals()
    if number is not None:
        given = whole("number", number, 0, min(DEALS if most is None else most, MOST_DEALS) - 1)
        return range(given, given + 1)
    return range(min(most or 1, MOST_DEALS))


def _starter(rules: Rules, starter: int | None) -> int:
    """The number of the seat that starts; -1 for any."""
    return -1 if starter is None else whole("starter", starter, 0, rules.players - 1)


def _beginnings(
    rules: Rules, n: int, first: int, number: int | None, starter: int | None, totals: Sequence[int] | None
) -> Beginnings:
    """The beginnings of deals that all have the same points from earlier ones."""
    cycle = _cycle(rules, number)
    numbers = cycle.start + np.arange(first, first + n) % len(cycle)
    starts = _starter(rules, starter)
    before = np.zeros((1, rules.players), np.int64)
    if totals is not None:
        if not isinstance(totals, Sequence) or len(totals) != rules.players:
            raise InvalidRules(f"totals={quoted(totals)}: there are {rules.players} seats")
        before[0] = [whole("totals", points, -(10**9), 10**9) for points in totals]
        if before.any() and not numbers.all():
            raise InvalidRules(
                f"totals={quoted(totals)}: the first deal of a game has no earlier ones; give number=1 or more"
            )
    return Beginnings(np.arange(first, first + n), numbers, np.full(n, starts, np.int64), before)
