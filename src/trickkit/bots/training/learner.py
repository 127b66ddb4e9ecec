"""A network that is fitted to the worth of decisions."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import define, field

from trickkit.bots.network import Network
from trickkit.bots.training.deciding import Decider
from trickkit.bots.training.kernels import Layers, add_gradients, improve

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.bots.training.playing import SelfPlay
    from trickkit.encoding.features import Features

HIDDEN = 128
BATCH = 1024
"""The number of decisions from which each step learns."""
RATES = (1e-3, 1e-4)
"""The step size at the beginning and at the end of a training."""
ACTIVE = 60
"""About how many features are active, which scales the first weights."""
SMOOTHS = 1e-3
"""How far the mean of weights moves with each step."""


@define(eq=False)
class Learner:
    """The weights of a network and their running mean, which plays better.

    Args:
        features: of the rules.
        seed: determines the first weights, and from which decisions each step learns.
    """

    features: Features
    seed: int
    steps: int = field(init=False, default=0)
    state: Array = field(init=False)
    """(4, weights), float32: the weights, their running mean, and the running means of gradients and their squares."""
    known: Array = field(init=False)
    """(features,), bool: the features that an earlier training, or another process, has learned about."""
    _weights: Array = field(init=False)
    _smooth: Array = field(init=False)
    _gradients: Array = field(init=False)
    _means: Array = field(init=False)
    _squares: Array = field(init=False)
    _rng: np.random.Generator = field(init=False)
    _pending: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self._rng = np.random.default_rng([abs(self.seed), 2])
        size = sum(int(np.prod(shape)) for shape in self._shapes)
        self.state = np.zeros((4, size), np.float32)
        self._weights, self._smooth, self._means, self._squares = self.state
        layers = self._layers(self._weights)
        for layer, scale in zip(layers[::2], (sqrt(2 / ACTIVE), sqrt(2 / HIDDEN), 0.01), strict=True):
            layer[:] = self._rng.normal(0, scale, layer.shape)
        self._smooth[:] = self._weights
        self._gradients = np.zeros(size, np.float32)
        self.known = np.zeros(self.features.count, np.bool_)

    @property
    def _shapes(self) -> list[tuple[int, ...]]:
        actions = self.features.names.shape[1]
        return [
            (self.features.count, HIDDEN),
            (HIDDEN,),
            (HIDDEN, HIDDEN),
            (HIDDEN,),
            (HIDDEN, actions + 1),
            (actions + 1,),
        ]

    def _layers(self, flat: Array) -> Layers:
        """The layers as slices of an array of all weights."""
        parts, first = [], 0
        for shape in self._shapes:
            size = int(np.prod(shape))
            parts.append(flat[first : first + size].reshape(shape))
            first += size
        return Layers(*parts)

    @property
    def decider(self) -> Decider:
        """A decider with the current weights."""
        return Decider(self.features, self._layers(self._weights))

    def settled(self) -> Decider:
        """A decider with the mean weights, which later steps do not change."""
        return Decider(self.features, self._layers(self._smooth.copy()))

    def begin_with(self, network: Network) -> None:
        """Continue from the weights of a network."""
        layers = self._layers(self._weights)
        layers.first[:] = network.full(self.features.count)
        for name, layer in zip(Layers._fields[1:], layers[1:], strict=True):
            layer[:] = getattr(network, name)
        self._smooth[:] = self._weights
        self.known[network.rows] = True

    def compile(self, played: SelfPlay) -> None:
        """Compile or load the kernels of learning, without learning anything."""
        self._add_gradients(played, np.zeros(0, np.int64))
        self._step(0.0, 0.0)

    def learn(self, played: SelfPlay, stored: int, share: float) -> None:
        """Learn from stored decisions, on average once from each.

        Args:
            played: the stored decisions.
            stored: how many are new.
            share: of all training that is done, which determines the step size.
        """
        self._pending += stored
        rate = RATES[0] * (RATES[1] / RATES[0]) ** min(1.0, share)
        while self._pending >= BATCH:
            self._pending -= BATCH
            self._improve(played, self._rng.integers(0, played.filled, BATCH), rate)

    def _improve(self, played: SelfPlay, which: Array, rate: float) -> None:
        self._add_gradients(played, which)
        self.steps += 1
        corrected = rate * sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        self._step(corrected, max(SMOOTHS, 1 / (1 + self.steps / 10)))

    def _add_gradients(self, played: SelfPlay, which: Array) -> None:
        layers, gradients = self._layers(self._weights), self._layers(self._gradients)
        hidden, turned = np.empty((4, HIDDEN), np.float32), np.ascontiguousarray(layers.second.T)
        add_gradients(layers, turned, played.kept, played.outputs, played.targets, which, hidden, gradients)

    def _step(self, rate: float, moves: float) -> None:
        numbers: list[Any] = [np.float32(scalar) for scalar in (rate, moves, 1 / BATCH)]
        improve(self._weights, self._gradients, self._means, self._squares, self._smooth, *numbers)

    def rescale(self, factor: float) -> None:
        """Multiply all predicted values by a factor, after the unit has changed."""
        for flat in (self._weights, self._smooth, self._means):
            layers = self._layers(flat)
            layers.last[:] *= np.float32(factor)
            layers.last_bias[:] *= np.float32(factor)

    def network(self, decider: Decider, about: dict[str, Any]) -> Network:
        """A network with the weights of a decider, without features that were never active.

        Args:
            decider: with the weights.
            about: as in `Network`.
        """
        layers = decider.layers
        rows = np.flatnonzero(self.known | self._layers(self._squares).first.any(axis=1)).astype(np.int32)
        first_bias, second, second_bias, last, last_bias = (layer.copy() for layer in layers[1:])
        return Network(rows, layers.first[rows], first_bias, second, second_bias, last, last_bias, about)
