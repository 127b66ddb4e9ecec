"""A network over binary features as compiled code, observation by observation.

The first layer adds the rows of active features; in the others, rows of inputs that are 0 are left out, about half of
them. All inner loops add a row to a row, which compiles to vector code without reordering sums, so that equal seeds
give equal weights.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel


class Layers(NamedTuple):
    """The weights of a network, as in `network.Network`, with a row for every feature."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array


@kernel
def _add(target: Any, row: Any, factor: Any) -> None:
    for index in range(target.shape[0]):
        target[index] += factor * row[index]


@kernel
def _copy(target: Any, row: Any) -> None:
    for index in range(target.shape[0]):
        target[index] = row[index]


@kernel
def _hidden(layers: Layers, active: Any, lower: Any, upper: Any) -> None:
    """Compute both hidden layers, after their rectifiers."""
    _copy(lower, layers.first_bias)
    for index in range(active.shape[0]):
        if active[index] < 0:
            break
        row = layers.first[active[index]]
        for unit in range(lower.shape[0]):
            lower[unit] += row[unit]
    _copy(upper, layers.second_bias)
    for unit in range(lower.shape[0]):
        if lower[unit] > 0:
            _add(upper, layers.second[unit], lower[unit])
        else:
            lower[unit] = 0
    for unit in range(upper.shape[0]):
        upper[unit] = max(upper[unit], np.float32(0))


@entry
def decide_rows(
    layers: Layers, active: Any, named: Any, names: Any, legal: Any, which: Any, noise: Any, hidden: Any, values: Any,
    chosen: Any, valued: Any,
) -> None:  # fmt: skip
    """Choose the legal action of the highest value; of equal ones the first.

    Args:
        layers: the network.
        active: by observation, the indices of its active features; -1 after them.
        named: by observation, the row of `names`.
        names: by row, by number of an action, the output that values it.
        legal: by observation and action, 1 for legal ones.
        which: the observations for which to choose.
        noise: for each of these, by action, what is added to its value; without rows for nothing.
        hidden: (3, hidden), float32: work space.
        values: (actions + 1,), float32: work space.
        chosen: by observation, receives the action; of one whose only legal action it is, -1 minus it.
        valued: by observation, receives what the chosen action is worth, if there is a choice.
    """
    for index in range(which.shape[0]):
        row = which[index]
        options, only = 0, -1
        for action in range(legal.shape[1]):
            if legal[row, action]:
                options, only = options + 1, action
        if options < 2:
            chosen[row] = -1 - only
            continue
        _hidden(layers, active[row], hidden[0], hidden[1])
        _copy(values, layers.last_bias)
        for unit in range(hidden.shape[1]):
            if hidden[1, unit] > 0:
                _add(values, layers.last[unit], hidden[1, unit])
        best, most = -1, np.float32(0)
        for action in range(legal.shape[1]):
            if legal[row, action]:
                value = values[names[named[row], action]]
                if noise.shape[0] > 0:
                    value += noise[index, action]
                if best < 0 or value > most:
                    best, most = action, value
        chosen[row], valued[row] = best, most + values[values.shape[0] - 1]


@entry
def add_gradients(
    layers: Layers,
    turned: Any,
    active: Any,
    outputs: Any,
    targets: Any,
    which: Any,
    hidden: Any,
    gradients: Layers,
) -> float:
    """Add the gradients of half the squared errors; return the sum of the squares.

    Args:
        layers: the network.
        turned: its second layer, transposed.
        active: by decision, the indices of the active features; -1 after them.
        outputs: by decision, the output that values it.
        targets: by decision, what it was worth.
        which: the decisions to learn from.
        hidden: (4, hidden), float32: work space.
        gradients: of the weights.
    """
    lower, upper, above, below = hidden[0], hidden[1], hidden[2], hidden[3]
    state, squares = layers.last_bias.shape[0] - 1, 0.0
    for sample in range(which.shape[0]):
        row = which[sample]
        output = outputs[row]
        _hidden(layers, active[row], lower, upper)
        error = layers.last_bias[output] + layers.last_bias[state] - targets[row]
        for unit in range(upper.shape[0]):
            error += upper[unit] * (layers.last[unit, output] + layers.last[unit, state])
        squares += error * error
        gradients.last_bias[output] += error
        gradients.last_bias[state] += error
        for unit in range(upper.shape[0]):
            above[unit] = below[unit] = 0
        for unit in range(upper.shape[0]):
            if upper[unit] > 0:
                gradients.last[unit, output] += error * upper[unit]
                gradients.last[unit, state] += error * upper[unit]
                above[unit] = error * (layers.last[unit, output] + layers.last[unit, state])
                _add(below, turned[unit], above[unit])
        _add(gradients.second_bias, above, np.float32(1))
        for unit in range(lower.shape[0]):
            if lower[unit] > 0:
                _add(gradients.second[unit], above, lower[unit])
            else:
                below[unit] = 0
        _add(gradients.first_bias, below, np.float32(1))
        for index in range(active.shape[1]):
            if active[row, index] < 0:
                break
            target = gradients.first[active[row, index]]
            for unit in range(below.shape[0]):
                target[unit] += below[unit]
    return squares


@entry
def improve(
    weights: Any, gradients: Any, means: Any, squares: Any, smooth: Any, rate: Any, decay: Any, share: Any
) -> None:
    """Apply one step of Adam (Kingma and Ba, 2015) to all weights, and reset the gradients to 0.

    Args:
        weights: all of them.
        gradients: sums over the decisions.
        means: the running means of gradients.
        squares: those of their squares.
        smooth: the running mean of weights.
        rate: the step size, corrected for the beginning.
        decay: of the running mean of weights, 0 to 1.
        share: the factor of gradients: 1 for each decision.
    """
    for index in range(weights.shape[0]):
        slope = gradients[index] * share
        means[index] += np.float32(0.1) * (slope - means[index])
        squares[index] += np.float32(0.001) * (slope * slope - squares[index])
        weights[index] -= rate * means[index] / (np.sqrt(squares[index]) + np.float32(1e-8))
        smooth[index] += decay * (weights[index] - smooth[index])
        gradients[index] = 0


@entry
def remember(
    active: Any, outputs: Any, seats: Any, lanes: Any, firsts: Any, counts: Any, kept: Any, kept_outputs: Any,
    kept_targets: Any, worth: Any, place: int, valued: Any, scored: Any, calls: Any, trusts: float, later: Any,
    unit: float, linear: float,
) -> int:  # fmt: skip
    """Store the decisions of finished deals with their worth; return how many.

    What the deal had brought before a decision does not count for it. A call is worth what the deal brought then. A
    play is worth something between that and what the same seat's next
    decision was valued at when it was made (R. Sutton, Learning to Predict by the Methods of Temporal Differences,
    1988), which leaves out much of the luck of what came later.

    Args:
        active: by step and lane, the features.
        outputs: by step and lane, the output that was chosen; -1 for what is not learned from.
        seats: by step and lane, the seat.
        lanes: those of the deals.
        firsts: by deal, the step of its first decision; steps go round.
        counts: by deal, how many decisions it had.
        kept: by place, receives the features; places go round.
        kept_outputs: receives the output.
        kept_targets: receives what it was worth.
        worth: by deal and seat, what the deal was worth, in points.
        place: the next place.
        valued: by step and lane, what the chosen action was valued at, in units.
        scored: by step and lane, what the deal had been worth to the seat before the decision, in points.
        calls: by step and lane, whether it was a call.
        trusts: how far the worth of a play goes from that of the deal to the value of the next decision, 0 to 1.
        later: (seats,), float64: work space.
        unit: of values, in points.
        linear: up to how many units count in full; beyond, their logarithm counts.
    """
    stored = 0
    for deal in range(lanes.shape[0]):
        lane = lanes[deal]
        for seat in range(worth.shape[1]):
            later[seat] = worth[deal, seat] / unit
        for back in range(counts[deal]):
            step = (firsts[deal] + counts[deal] - 1 - back) % active.shape[0]
            if outputs[step, lane] < 0:
                continue
            where = (place + stored) % kept.shape[0]
            for index in range(active.shape[2]):
                kept[where, index] = active[step, lane, index]
            seat = seats[step, lane]
            kept_outputs[where] = outputs[step, lane]
            before = scored[step, lane] / unit
            brings = (worth[deal, seat] / unit if calls[step, lane] else later[seat]) - before
            beyond = abs(brings) - linear
            if beyond > 0:
                brings = np.sign(brings) * (linear + np.log1p(beyond))
            kept_targets[where] = brings
            later[seat] += trusts * (valued[step, lane] + before - later[seat])
            stored += 1
    return stored
