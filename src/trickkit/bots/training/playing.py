"""Self-play on lanes, which stores decisions with their worth at the end of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import define, field

from trickkit.batch import lanes as stepped_lanes
from trickkit.bots.flat import compiles
from trickkit.bots.training.kernels import remember
from trickkit.encoding.features import ROOM
from trickkit.model.actions import Play
from trickkit.play.utility import Utility

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
    from trickkit.bots.base import Bot
    from trickkit.bots.training.deciding import Decider
    from trickkit.encoding.features import Active, Features
    from trickkit.play.rules import Rules

LANES, REFERENCE_LANES = 512, 32
"""The number of deals that are played side by side, if the rules compile and if they do not."""
KEPT = 2**16
"""The number of decisions that are stored to learn from."""
MIXED = 0.25
"""The share of deals in which only one side learns, against an earlier self or random play."""
AT_RANDOM = 0.2
"""The share of these in which the others play their cards at random."""
WILD, BY_CHANCE = 0.5, 0.5
"""The share of deals in which a call is drawn, and the probability that it is the next one. Bids that are never made
teach nothing, and several drawn bids in one auction would end too high."""
VARIES = 0.5
"""How far drawn calls are from the one that is valued most, in units. Calls that are worth more are drawn more often,
so that the others do not learn to punish each of them."""
EVENLY = 0.5
"""The share of draws in which every call is drawn about as often as any other, with the hands that it suits best. Some
calls are worth little until somebody has learned to play after them, and would otherwise never be learned."""
EVENS = 0.02
"""The change of a call's handicap with each draw, in units."""
LEARNS, EARLIER, RANDOM, OTHER = range(4)
LINEAR = 3.0
"""The number of units up to which a deal's worth counts in full; beyond that, only its logarithm counts."""
SETTLED = 20_000
"""The number of deals over which the unit is averaged."""


@define(eq=False)
class SelfPlay:
    """Deals in which a network plays all or some seats; its decisions are stored with their worth.

    Args:
        features: of the rules.
        seed: determines everything.
        other: the bot of all sides but one, in every deal; None for self-play.
    """

    features: Features
    seed: int
    other: Bot | None = None
    lanes: Lanes = field(init=False)
    step: int = field(init=False, default=0)
    deals: int = field(init=False, default=0)
    decisions: int = field(init=False, default=0)
    """The number of decisions that were stored."""
    trusts: float = field(init=False, default=0.0)
    """The position of the worth of a play between the result of the deal (0) and the value of the seat's next decision
    (1). Calls are worth only the result of the deal. What follows a rare call is the least known, so such calls would
    otherwise not be learned."""
    unit: float = field(init=False, default=0.0)
    """The mean absolute worth of deals in which no call was drawn and somebody won."""
    _measured: int = field(init=False, default=0)
    """The number of deals in that mean."""
    kept: Array = field(init=False)
    outputs: Array = field(init=False)
    targets: Array = field(init=False)
    _rng: np.random.Generator = field(init=False)
    utility: Utility = field(init=False)
    _sides: Array = field(init=False)
    _active: Array = field(init=False)
    _chosen: Array = field(init=False)
    _seats: Array = field(init=False)
    _valued: Array = field(init=False)
    """By step and lane, the value of the chosen action."""
    _scored: Array = field(init=False)
    """By step and lane, the worth of the deal to the seat so far, before its decision."""
    _calls: Array = field(init=False)
    """By step and lane, whether the decision was a call, with no card to play."""
    _began: Array = field(init=False)
    _who: Array = field(init=False)
    _wild: Array = field(init=False)
    """By lane, whether a call is still to be drawn."""
    _drew: Array = field(init=False)
    """By lane, whether a call was drawn, whose worth random plays would blur."""
    _plays: Array = field(init=False)
    """By action, whether it plays a card."""
    _handicaps: Array = field(init=False)
    """By output, the amount added to its value so that all calls are drawn equally often (flat-histogram sampling)."""

    def __attrs_post_init__(self) -> None:
        rules = self.rules
        self.lanes = stepped_lanes(rules, LANES if compiles(rules) else REFERENCE_LANES, self.seed)
        count, steps, dtype = len(self.lanes), self.features.encoding.longest + 1, self.features.dtype
        self._rng = np.random.default_rng([abs(self.seed), 1])
        self.utility = Utility.said_by(rules)
        self._sides = np.array([self.utility.side_of(seat) for seat in range(rules.players)])
        self._active = np.full((steps, count, ROOM), -1, dtype)
        self._chosen = np.full((steps, count), -1, np.int64)
        self._seats = np.zeros((steps, count), np.int64)
        self._calls = np.zeros((steps, count), np.bool_)
        self._valued = np.zeros((steps, count), np.float32)
        self._scored = np.zeros((steps, count), np.float32)
        self._began = np.zeros(count, np.int64)
        self._who = np.zeros((count, rules.players), np.int8)
        self._wild = self._rng.random(count) < WILD
        self._drew = np.zeros(count, np.bool_)
        self._plays = np.array([isinstance(action, Play) for action in rules.actions.values()])
        self._handicaps = np.zeros(len(rules.actions))
        self.kept = np.full((KEPT, ROOM), -1, dtype)
        self.outputs, self.targets = np.zeros(KEPT, np.int64), np.zeros(KEPT, np.float32)
        if self.other is not None:
            self._seat(np.arange(count), has_earlier=False)

    def begin_with(self, unit: float) -> None:
        """Start with a known unit of worth."""
        self.unit, self._measured = unit, SETTLED

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.features.encoding.rules

    @property
    def filled(self) -> int:
        """How many decisions are stored now."""
        return min(self.decisions, KEPT)

    def play(self, learner: Decider, earlier: Decider | None, explores: float) -> int:
        """Make a decision in every lane; return how many decisions were stored.

        Args:
            learner: the network that learns.
            earlier: an earlier one, against which it plays some deals; None for none.
            explores: how often it plays at random.
        """
        lanes, count = self.lanes, len(self.lanes)
        active, legal, seats, every = self.features.active_in_lanes(lanes), lanes.legal(), lanes.seats, np.arange(count)
        who, at_random = self._who[every, seats], lanes.random()
        valued = self._valued[self.step % len(self._active)]
        chosen = learner.choose(active, legal, np.flatnonzero(who == LEARNS), valued=valued)
        others = np.flatnonzero((who == EARLIER) | (who == RANDOM))
        if earlier is not None and len(others):
            chosen[others] = earlier.choose(active, legal, others)[others]
        learns = (chosen >= 0) & (who == LEARNS)
        actions = np.where(chosen < 0, -1 - chosen, chosen)
        if self.other is not None and (who == OTHER).any():
            others = np.flatnonzero(who == OTHER)
            actions[others] = self.other.act_lanes(lanes, others)
        # Both are drawn in every lane, so that the draws of a lane do not depend on others.
        draws = self._rng.random(count)
        is_call = self._calls[self.step % len(self._active)]
        is_call[:] = ~(legal & self._plays).any(axis=1)
        calls = learns & self._wild & (draws < BY_CHANCE) & is_call
        self._wild[calls], self._drew[calls] = False, True
        # A random bid would be punished more than the best bid gains, so that passing would seem to win.
        strays = ((learns & ~self._drew & (draws < explores)) | (who == RANDOM)) & ~is_call
        actions = np.where(strays, at_random, actions)
        if calls.any():
            which = np.flatnonzero(calls)
            actions[which] = self._drawn(learner, active, legal, which)
        # After a drawn call, the result says little about the quality of earlier decisions.
        for lane in np.flatnonzero(calls).tolist():
            self._chosen[np.arange(self._began[lane], self.step) % len(self._active), lane] = -1
        step = self.step % len(self._active)
        self._write(active.indices, step)
        self._chosen[step] = np.where(learns, self.features.names[active.names, actions], -1)
        self._seats[step] = seats
        self._scored[step] = self._worth(lanes.scored)[every, seats]
        self.step += 1
        deals = lanes.step(actions)
        return self._end(deals.points, earlier is not None) if len(deals) else 0

    def _drawn(self, learner: Decider, active: Active, legal: Array, which: Array) -> Array:
        """Draw calls in some lanes: calls that are worth more are likelier, or all are equally likely in the long run.

        After F. Wang and D. Landau, Efficient, Multiple-Range Random Walk Algorithm to Calculate the Density of States,
        2001: the drawn call becomes less likely the next time, and the others become likelier.
        """
        options, outputs = legal[which], self.features.names[active.names[which]]
        evenly = self._rng.random(len(which)) < EVENLY
        noise = self._rng.gumbel(0, VARIES, options.shape) + np.where(evenly[:, None], self._handicaps[outputs], 0)
        drawn: Array = learner.choose(active, legal, which, noise.astype(np.float32))[which]
        rows, numbers = np.nonzero(options & evenly[:, None])
        np.add.at(self._handicaps, outputs[rows, numbers], EVENS / options.sum(axis=1)[rows])
        np.subtract.at(self._handicaps, outputs[evenly, drawn[evenly]], EVENS)
        return drawn

    def _write(self, indices: Array, step: int) -> None:
        more = indices.shape[1] - self._active.shape[2]
        if more > 0:
            self._active = np.pad(self._active, ((0, 0), (0, 0), (0, more)), constant_values=-1)
            self.kept = np.pad(self.kept, ((0, 0), (0, more)), constant_values=-1)
        self._active[step, :, : indices.shape[1]] = indices
        self._active[step, :, indices.shape[1] :] = -1

    def _end(self, points: Array, has_earlier: bool) -> int:
        """Store the decisions of finished deals, and draw the players of the next ones."""
        ended, before = self.lanes.last, self.decisions
        worth = self._worth(points)
        # Drawn calls and random plays make deals more extreme than usual, and passed-out deals are worth nothing.
        ordinary = ~self._drew[ended] & (self._who[ended] != RANDOM).all(axis=1) & worth.any(axis=1)
        self._measure(worth if self.unit == 0 else worth[ordinary])
        counts = np.minimum(self.step - self._began[ended], len(self._active))
        firsts = (self.step - counts) % len(self._active)
        self.decisions += int(
            remember(
                self._active, self._chosen, self._seats, ended, firsts, counts, self.kept, self.outputs, self.targets,
                worth, self.decisions % KEPT, self._valued, self._scored, self._calls, self.trusts,
                np.zeros(self.rules.players), self.unit, LINEAR,
            )
        )  # fmt: skip
        self.deals += len(ended)
        self._began[ended] = self.step
        self._seat(ended, has_earlier)
        return self.decisions - before

    def _worth(self, points: Array) -> Array:
        """(deals, seats), float64: what points are worth to each seat."""
        seats = range(self.rules.players)
        return np.stack([self.utility.of([*points.T], seat) for seat in seats], axis=1).astype(float)

    def _measure(self, worth: Array) -> None:
        """Update the unit with the worth of some deals."""
        if not len(worth):
            return
        size, count = float(np.abs(worth).mean()), len(worth)
        self._measured = min(self._measured + count, SETTLED)
        self.unit = max(1e-3, self.unit + count / self._measured * (size - self.unit))

    def _seat(self, ended: Array, has_earlier: bool) -> None:
        """Draw the players of the next deals in lanes."""
        draws, sides = self._rng.random((4, len(ended))), int(self._sides.max()) + 1
        mixed = (draws[0] < MIXED) & (sides > 1) & has_earlier
        others = np.where(draws[1] < AT_RANDOM, RANDOM, EARLIER)
        if self.other is not None:
            mixed[:], others[:] = True, OTHER
        mine = self._sides[None, :] == (draws[2] * sides).astype(int)[:, None]
        self._wild[ended], self._drew[ended] = draws[3] < WILD, False
        self._who[ended] = np.where(mixed[:, None] & ~mine, others[:, None], LEARNS)
