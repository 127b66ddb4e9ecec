"""Decisions of a network in lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from attrs import frozen

from trickkit.bots.learned import features_of
from trickkit.bots.training.kernels import Layers, decide_rows

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
    from trickkit.bots.network import Network
    from trickkit.encoding.features import Active, Features
    from trickkit.play.rules import Rules


@frozen(eq=False)
class Decider:
    """Makes the decisions of a network in lanes.

    Args:
        features: of the rules.
        layers: of the network.
    """

    features: Features
    layers: Layers

    @classmethod
    def of(cls, network: Network, rules: Rules) -> Decider:
        """The decider of a network, cached.

        Args:
            network: trained for the rules.
            rules: of the game.
        """
        decider = _deciders.get(network)
        if decider is None or decider.features.encoding.rules != rules:
            features = features_of(rules)
            decider = _deciders[network] = cls(features, layers_of(network, features.count))
        return decider

    def act(self, lanes: Lanes, which: Array) -> Array:
        """The numbers of the actions in some lanes; see `Bot.act_lanes`."""
        active, legal = self.features.active_in_lanes(lanes, which=which), lanes.legal()[which]
        chosen = self.choose(active, legal, np.arange(len(which)))
        return np.where(chosen < 0, -1 - chosen, chosen)

    def choose(
        self,
        active: Active,
        legal: Array,
        which: Array,
        noise: Array | None = None,
        valued: Array | None = None,
    ) -> Array:
        """(observations,), int64: the actions, as `decide_rows` writes them; 0 for observations not in `which`.

        Args:
            active: the observations.
            legal: (observations, actions), bool.
            which: the numbers of some of them.
            noise: (some of them, actions), float32, which is added to values; None for nothing.
            valued: (observations,), float32, receives what the chosen actions are worth, where there is a choice.
        """
        noise = np.empty((0, 0), np.float32) if noise is None else noise
        chosen = np.zeros(len(legal), np.int64)
        valued = np.empty(len(legal), np.float32) if valued is None else valued
        hidden = np.empty((3, len(self.layers.first_bias)), np.float32)
        values = np.empty(len(self.layers.last_bias), np.float32)
        decide_rows(
            self.layers, active.indices, active.names, self.features.names, legal.view(np.uint8), which, noise, hidden,
            values, chosen, valued,
        )  # fmt: skip
        return chosen


_deciders: WeakKeyDictionary[Network, Decider] = WeakKeyDictionary()


def layers_of(network: Network, features: int) -> Layers:
    """The weights of a network for compiled code.

    Args:
        network: any.
        features: how many there are.
    """
    return Layers(
        network.full(features),
        network.first_bias,
        network.second,
        network.second_bias,
        network.last,
        network.last_bias,
    )
