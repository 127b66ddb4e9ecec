"""The call that evaluates the legal actions of a view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

import numpy as np

from trickkit.batch.evaluating.estimates import Evaluation, estimated
from trickkit.batch.evaluating.run import try_out
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import halves
from trickkit.batch.kernel.seeds import seed_of
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.points.scorer import Scorer
from trickkit.batch.rollouts.lower import Rollout, lowered
from trickkit.batch.run.chunks import MANY, by_chunk, cores, whole
from trickkit.batch.run.mixed import played_on
from trickkit.batch.run.reading import read, room
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.weighing import Weigh, drawn
from trickkit.errors import GameOver, InvalidRules, NotYourTurn, quoted
from trickkit.model.actions import Action
from trickkit.play.rollouts import RolloutPolicy, Uniform
from trickkit.play.state import State
from trickkit.play.utility import Utility, deal_played, gained
from trickkit.play.view import View

__all__ = ["evaluate"]

DEALT, SAMPLED = 64, 16
"""The default numbers of worlds: those dealt by compiled code, and those sampled one by one."""
APART = 1 << 40
"""The offset between the numbers of playouts and of worlds, so that no two share random numbers."""


def evaluate(
    view: View,
    *,
    worlds: int | None = None,
    playouts: int = 1000,
    utility: Utility | None = None,
    policy: RolloutPolicy | None = None,
    weigh: Weigh | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Evaluation:
    """Estimates the worth of every legal action of a view by trying each in the same worlds.

    A playout is an action in a world that agrees with the view, followed by decisions to the end of the deal, at random
    or by a policy. Playouts are spread evenly over the worlds, and those of different actions with equal numbers share
    their random numbers (*common random numbers*), which makes paired comparisons of actions possible.

    Args:
        view: the view of a seat that has a decision to make.
        worlds: the number of worlds, 1 or more; never more than playouts. None for 64 if compiled code deals them, and
            16 if they are sampled one by one.
        playouts: how many times each action is played to the end of the deal, 1 or more.
        utility: the aim of the seat; None for the one that the rules imply.
        policy: how all seats decide after the action; None for `Uniform`: at random, passing wherever they may.
        weigh: a function that says how likely worlds are. It takes, by world and hand, the cards as bits of their
            faces, and returns, by world, the logarithm of its weight. With None all worlds are equally likely; worlds
            that compiled code does not deal always are.
        seed: any integer; equal seeds give equal evaluations, for any number of threads.
        threads: how many are used, 1 or more; None for all processors that this process may use.

    Raises:
        NotYourTurn: the seat has nothing to decide.
        GameOver: the game is over.
        InvalidRules: an argument is invalid; or there is a policy, and compiled code cannot play out the deal.

    >>> from trickkit import Stacked, batch, load
    >>> deal = Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")
    >>> view = load("pikinni", players=3).start(first=0, deals=[deal]).view(0)
    >>> found = batch.evaluate(view, worlds=32, playouts=320)
    >>> str(found.best), found.behind[1 - found.actions.index(found.best)] > 10
    ('1', True)
    """
    seat = _seat(view)
    playouts = whole("playouts", playouts, 1, MANY)
    given = None if worlds is None else whole("worlds", worlds, 1, MANY)
    seed = seed_of(seed)
    if not isinstance(utility, Utility | None):
        raise InvalidRules(f"utility={quoted(utility)} is not a Utility; give None for what the rules imply")
    if not isinstance(policy, RolloutPolicy | None):
        raise InvalidRules(f"policy={quoted(policy)} is not a policy of trickkit.batch.rollouts")
    used, wanted, legal = cores(threads), utility or Utility.said_by(view.rules), view.legal()
    try:
        dealer = Dealer.of(view)
        how, why, count = dealer.how, dealer.why, min(given or (DEALT if dealer.plan else SAMPLED), playouts)
        if given is None:
            dealer = dealer.sampled(count, seed)
            count = len(dealer.worlds) or count
        rollout = lowered(policy or Uniform(), dealer.program, wanted)
        points = _points(dealer, rollout, weigh, seat, legal, count, playouts, seed, used)
    except (Unsupported, Untraceable) as error:
        if not isinstance(policy, Uniform | None):
            raise InvalidRules(f"policy={quoted(policy)}: only compiled code decides by it; {error}") from error
        why, draw = str(error), Random(f"{seed}/worlds")
        if given is None:
            origins = view._worlds.several(draw, min(SAMPLED, playouts))
        else:
            origins = tuple([view.sample(draw) for _ in range(min(given, playouts))])
        points, how = _by_states(origins, seat, legal, playouts, seed, used)
        count = len(origins)
    return estimated(legal, _utilities(wanted, points, seat, view, playouts), count, how, why)


def _seat(view: View) -> int:
    """The seat that decides.

    Raises:
        NotYourTurn, GameOver, InvalidRules: no seat decides.
    """
    if not isinstance(view, View):
        raise InvalidRules(f"evaluate takes a View, not {quoted(view)}")
    if view.is_over:
        raise GameOver("the game is over; there is nothing to decide", game=view.rules.key)
    if view.seat is None or not view.legal():
        who = "a spectator" if view.seat is None else f"seat {view.seat}"
        raise NotYourTurn(f"{who} has nothing to decide now; seats {view.actors} have", game=view.rules.key)
    return view.seat


def _utilities(utility: Utility, points: Array, seat: int, view: View, playouts: int) -> Array:
    """(actions, playouts): the utility of each playout, computed from the points of the deal by playout and seat."""
    # Scores are added up on demand, and only the ranking of the game depends on them.
    totals = view.scores if utility.by == "place" else ()
    utilities = np.asarray(utility.of([*points.T], seat, totals), np.float64)
    return np.ascontiguousarray(utilities).reshape(-1, playouts)


def _scorer(dealer: Dealer) -> Scorer:
    """The scorer for deals that are played out from the worlds of a dealer.

    Raises:
        Unsupported: the scoring needs more of a deal than compiled code records.
    """
    scorer = dealer.program.scoring.scorer(dealer.worlds[:1] or [dealer.view])
    if scorer.needs_moves:
        names = ", ".join(type(part).__name__ for part in scorer.parts.others)
        why = dealer.program.scoring.why or [f"{names}: what it reads is known only at the end"]
        raise Unsupported(f"{why[0]}; it must be called with replayed deals")
    return scorer


def _points(
    dealer: Dealer,
    rollout: Rollout,
    weigh: Weigh | None,
    seat: int,
    legal: Sequence[Action],
    worlds: int,
    playouts: int,
    seed: int,
    threads: int,
) -> Array:
    """(deals, seats): the points of deals that are played out in the worlds of a dealer, action by action.

    Raises:
        Unsupported, Untraceable: compiled code cannot score them.
    """
    scorer = _scorer(dealer)
    program, numbers = dealer.program, action_numbers(dealer.program.rules)
    rows, decks = drawn(dealer, worlds, seed, weigh)
    actions = np.array([numbers[action] for action in legal], np.int64)
    written = room(
        program, len(legal) * playouts, moves=False, cards=program.scoring.needs_cards, sets=scorer.needs_sets
    )
    totals = rows[:1, program.totals]
    seeds = halves((seed + APART) % (1 << 128))

    def part(chunk: slice) -> None:
        ended = written.part(chunk)
        row, deck = np.empty(program.width, np.int64), np.empty(256, np.uint8)
        try_out(
            program.tables,
            program.options,
            seat,
            actions,
            playouts,
            chunk.start,
            rows,
            decks,
            row,
            deck,
            seeds,
            rollout,
            ended,
        )
        scorer.add(ended, totals, partial(read, program, ended, totals), chunk.start)

    by_chunk(len(written.facts), threads, part)
    return written.points


def _by_states(
    origins: Sequence[State], seat: int, legal: Sequence[Action], playouts: int, seed: int, threads: int
) -> tuple[Array, str]:
    """The points from worlds that were sampled one by one, and whether compiled code played them out."""
    rules = origins[0].rules
    program, points = compile_rules(rules), np.empty((len(legal), playouts, rules.players), np.int64)
    how = "sampled"
    for index, action in enumerate(legal):
        after = [world.play(seat, action) for world in origins]
        ended = [len(state.results) > len(world.results) for state, world in zip(after, origins, strict=True)]
        played = None if any(ended) else played_on(program, after, seed, playouts, threads=threads, passes=True)
        if played is None:
            how = "reference" if not all(ended) else how
            points[index] = _by_reference(origins, after, playouts, f"{seed}/play")
        else:
            points[index] = played.points
    return points.reshape(-1, rules.players), how


def _by_reference(origins: Sequence[State], after: Sequence[State], playouts: int, seed: str) -> list[tuple[int, ...]]:
    """The points of playouts by the reference engine."""
    draw = Random(seed).random
    points = []
    for playout in range(playouts):
        world, state = origins[playout % len(origins)], after[playout % len(origins)]
        end = deal_played(state, draw, passes=True) if len(state.results) == len(world.results) else state
        points.append(gained(world, end))
    return points
