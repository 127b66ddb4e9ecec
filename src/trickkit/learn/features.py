"""Binary features of an observation, with suits in an order that symmetric positions share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.learn.suits import renamings, seats_play_once
from trickkit.model.actions import Play
from trickkit.phases.tricks import Tricks
from trickkit.play.view import View

if TYPE_CHECKING:
    from trickkit.batch.reference_lanes import ReferenceLanes
    from trickkit.batch.stepping import Lanes
    from trickkit.learn.observing import Arrays, Encoding
    from trickkit.play.rules import Rules

__all__ = ["Features"]

MOST = 16
"""Bids, tricks and hand sizes above this are features like this one."""


@frozen(eq=False, slots=False)
class Features:
    """The binary features of what a seat knows; created by `Encoding.features`.

    The suits are renamed in one of the ways that changed nothing in random deals of the rules: the trump comes first,
    then the longest suit of the hand. Actions that name a seat name it as counted from the observer.

    Besides the blocks of an observation, the features say which suits a seat has failed to follow, and which cards it
    may therefore hold; the latter are left out if a seat plays several hands, as in bridge.

    Args:
        encoding: with all blocks.

    >>> from trickkit import batch, learn, load
    >>> rules = load("oh_hell")
    >>> features = learn.encoding(rules).features()
    >>> lanes = batch.lanes(rules, 3, seed=7)
    >>> found = features.of_lanes(lanes)
    >>> mine = features.of(lanes.state(1).view(int(lanes.seats[1])))
    >>> mine.tolist() == found[1][found[1] >= 0].tolist()
    True
    """

    encoding: Encoding

    @property
    def count(self) -> int:
        """How many features there are."""
        return self._dense_width

    def of(self, view: View) -> Array:
        """(active,), int64: the indices of the active features of a view, in ascending order.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        arrays = {name: array[None] for name, array in self.encoding.observe(view).items()}
        found: Array = np.flatnonzero(self._dense(arrays, self._orders(arrays))[0])
        return found

    def of_lanes(self, lanes: Lanes | ReferenceLanes) -> Array:
        """(lanes, most), int64: the same for the deciding seat of every lane; -1 after the last one.

        Raises:
            InvalidRules: they are lanes of another game.
        """
        arrays = self.encoding.observe_lanes(lanes)
        dense = self._dense(arrays, self._orders(arrays))
        counts = dense.sum(axis=1)
        found = np.full((len(dense), int(counts.max(initial=0))), -1, np.int64)
        found[np.arange(found.shape[1]) < counts[:, None]] = np.nonzero(dense)[1]
        return found

    def actions(self, view: View) -> Array:
        """(actions,), int64: by number, the number of the action under the names of suits and seats of the features.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        arrays = {name: array[None] for name, array in self.encoding.observe(view).items()}
        found: Array = self._actions_under(arrays, self._orders(arrays))[0]
        return found

    def actions_in_lanes(self, lanes: Lanes | ReferenceLanes) -> Array:
        """(lanes, actions), int64: the same for the deciding seat of every lane.

        Raises:
            InvalidRules: they are lanes of another game.
        """
        arrays = self.encoding.observe_lanes(lanes)
        return self._actions_under(arrays, self._orders(arrays))

    # Tables

    @property
    def _rules(self) -> Rules:
        return self.encoding.rules

    @cached_property
    def _kinds_under(self) -> Array:
        """(renamings, kinds): by new number of a kind, the old one."""
        numbers = {text: number for number, text in enumerate(self._rules.deck.kinds)}
        new = [[numbers[one.faces[text]] for text in numbers] for one in renamings(self._rules)]
        found: Array = np.argsort(np.array(new), axis=1)
        return found

    @cached_property
    def _suits_under(self) -> Array:
        """(renamings, suits): by old number of a suit, the new one."""
        return np.array([one.suits for one in renamings(self._rules)])

    @cached_property
    def _action_names(self) -> Array:
        """(seats, renamings, actions): by old number of an action, the new one."""
        rules, numbers = self._rules, action_numbers(self._rules)

        def new(seat: int) -> list[list[int]]:
            # Some phases name fewer seats than there are: those actions stay as they are.
            turned = [action.rotated(-seat, rules.players) for action in numbers]
            kept = {*turned} == {*numbers}
            names = turned if kept else [*numbers]
            return [[numbers[one.action(action)] for action in names] for one in renamings(rules)]

        return np.array([new(seat) for seat in range(rules.players)])

    @cached_property
    def _suit_of(self) -> Array:
        """(1 + suits, kinds): by trump, none first, the suit to which a kind belongs."""
        deck = self._rules.deck
        tricks = next((phase for phase in self._rules.phases if isinstance(phase, Tricks)), None)
        if tricks is not None and "ranking" in tricks.varying:
            tricks = None
        faces = {face.text: face for face in deck.faces}
        suits = {suit: number for number, suit in enumerate(deck.suits)}
        return np.array(
            [
                [
                    suits.get(faces[text].suit if tricks is None else tricks.ranking.suit(faces[text], trump), -1)
                    for text in deck.kinds
                ]
                for trump in (None, *deck.suits)
            ]
        )

    @cached_property
    def _kind_of(self) -> Array:
        """(actions + 1,): the kind that an action plays; -1 for none, and last for an unknown action."""
        kinds = {text: number for number, text in enumerate(self._rules.deck.kinds)}
        played = [kinds[one.face] if isinstance(one, Play) else -1 for one in action_numbers(self._rules)]
        return np.array([*played, -1])

    @cached_property
    def _in_tricks(self) -> Array:
        """By distinct phase, whether tricks are played in it; last after the end."""
        return np.array([*(isinstance(phase, Tricks) for phase in dict.fromkeys(self._rules.phases)), False])

    @cached_property
    def _shows_voids(self) -> bool:
        return bool(self._in_tricks.any()) and seats_play_once(self._rules)

    # Observations

    def _orders(self, arrays: Arrays) -> Array:
        """(observations,): the number of the renaming that puts the trump first, then long suits."""
        printed = self._suit_of[0]
        own = arrays["hands"][:, 0].astype(np.int64)
        ranks = np.array([(printed[:kind] == suit).sum() for kind, suit in enumerate(printed)])
        weights = np.zeros((len(own), len(self._rules.deck.suits)), np.int64)
        for suit in range(weights.shape[1]):
            of_suit = printed == suit
            length = own[:, of_suit].sum(axis=1)
            weights[:, suit] = (arrays["trump"] == suit) * 2**50 + length * 2**40
            weights[:, suit] += own[:, of_suit] @ (1 << np.minimum(ranks[of_suit], 30))
        places = np.argsort(self._suits_under, axis=1)
        left = np.ones((len(own), len(places)), np.bool_)
        for place in range(weights.shape[1]):
            there = np.where(left, weights[:, places[:, place]], -1)
            left &= there == there.max(axis=1, keepdims=True)
        found: Array = left.argmax(axis=1)
        return found

    def _actions_under(self, arrays: Arrays, orders: Array) -> Array:
        found: Array = self._action_names[arrays["seat"], orders]
        return found

    @cached_property
    def _dense_width(self) -> int:
        blank = {block.name: np.zeros((1, *block.shape), block.dtype) for block in self.encoding.blocks}
        return int(self._dense(blank, np.zeros(1, np.int64)).shape[1])

    def _dense(self, arrays: Arrays, orders: Array) -> Array:
        """(observations, features), bool: which features are active."""
        rules, count = self._rules, len(orders)
        kinds, suits = self._kinds_under[orders], self._suits_under[orders]
        by_suit, every = np.argsort(suits, axis=1), np.arange(count)

        def numbered(numbers: Array, most: int) -> Array:
            active: Array = numbers[..., None] == np.arange(most)
            return active.reshape(count, -1)

        def by_kind(cards: Array) -> Array:
            places = kinds if cards.ndim == 2 else np.broadcast_to(kinds[:, None], cards.shape)
            return np.take_along_axis(cards > 0, places, axis=-1).reshape(count, -1)

        def suit_named(numbers: Array) -> Array:
            return np.where(numbers < 0, -1, suits[every, np.maximum(numbers, 0)])

        trump, led = arrays["trump"], arrays["led"]
        led_suit = np.where(led < 0, -1, self._suit_of[trump + 1, led])
        bids = np.diagonal(arrays["bids"], axis1=1, axis2=2)
        need = np.where(bids < 0, -1, np.clip(bids - arrays["tricks"] + 3, 0, MOST + 3))
        actions = np.argsort(self._actions_under(arrays, orders), axis=1)[:, None]
        said = np.take_along_axis(arrays["said"] > 0, np.broadcast_to(actions, arrays["said"].shape), axis=2)
        shown = np.zeros((count, len(rules.deck.kinds)), np.uint8)
        shown[arrays["shown"] >= 0, arrays["shown"][arrays["shown"] >= 0]] = 1
        parts = [
            numbered(arrays["phase"], len(self._in_tricks) - 1),
            numbered(np.minimum(arrays["size"], MOST), MOST + 1),
            *(numbered(arrays[name], rules.players) for name in ("starter", "declarer", "playing", "leader")),
            numbered(suit_named(trump), suits.shape[1]),
            numbered(suit_named(led_suit), suits.shape[1]),
            *(by_kind(arrays[name]) for name in ("hands", "table", "out", "stock", "committed")),
            by_kind(shown),
            said.reshape(count, -1),
            numbered(np.minimum(arrays["bids"], MOST), MOST + 1),
            numbered(need, MOST + 4),
            *(numbered(np.minimum(arrays[name], MOST), MOST + 1) for name in ("held", "tricks", "piles")),
        ]
        if self._shows_voids:
            voids = self._voids(arrays)
            unseen = (arrays["hands"].sum(axis=1) == 0) & (arrays["out"] == 0) & (arrays["stock"] == 0)
            belongs = self._suit_of[trump + 1]
            excluded = np.take_along_axis(voids, np.maximum(belongs, 0)[:, None], axis=2) & (belongs >= 0)[:, None]
            parts.append(np.take_along_axis(voids, by_suit[:, None], axis=2).reshape(count, -1))
            parts.append(by_kind((unseen[:, None] & ~excluded)[:, 1:]))
        return np.concatenate(parts, axis=1)

    def _voids(self, arrays: Arrays) -> Array:
        """(observations, seats, suits), bool: which suits seats have failed to follow.

        A trick begins when a seat plays that has played to the one before.
        """
        history, trump = arrays["history"], arrays["trump"] + 1
        count, every = len(history), np.arange(len(history))
        found = np.zeros((count, self._rules.players, len(self._rules.deck.suits)), np.bool_)
        led, been = np.full(count, -1), np.zeros((count, self._rules.players), np.bool_)
        for move in range(int((history[:, :, 0] >= 0).sum(axis=1).max(initial=0))):
            seats, phases, actions = history[:, move].T
            kinds = self._kind_of[actions]
            plays = (seats >= 0) & self._in_tricks[phases] & (kinds >= 0)
            begins = plays & been[every, seats]
            been[begins], led[begins] = False, -1
            been[every[plays], seats[plays]] = True
            suit = self._suit_of[trump, kinds]
            fails = plays & (led >= 0) & (suit != led)
            found[every[fails], seats[fails], led[fails]] = True
            led = np.where(plays & (led < 0), suit, led)
        return found
