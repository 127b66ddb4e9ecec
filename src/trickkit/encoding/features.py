"""Binary features of an observation, with suits in an order that symmetric positions share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.encoding.compiled import DTYPES
from trickkit.encoding.rows import NAMES
from trickkit.encoding.scales import TOPS, Scales
from trickkit.encoding.scanning import scan_rows, width
from trickkit.encoding.suits import renamings, seats_play_once
from trickkit.errors import InvalidRules
from trickkit.model.actions import Play
from trickkit.phases.bids import Bids
from trickkit.phases.dealing import DealOut
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.tricks import Tricks
from trickkit.play.view import View
from trickkit.policies.visibility import OwnHand

if TYPE_CHECKING:
    from trickkit.batch.stepping import Lanes
    from trickkit.encoding.blocks import Block
    from trickkit.encoding.observing import Encoding
    from trickkit.play.rules import Rules

__all__ = ["Features"]

ROOM = 160
"""The initial room for active features."""


class Active(NamedTuple):
    """The active features of observations, and the renamings under which their actions are numbered.

    Args:
        indices: (observations, room): in ascending order; -1 after the last one.
        names: (observations,), int64: the number of the names of actions, a row of `Features.names`.
    """

    indices: Array
    names: Array


@frozen(eq=False, slots=False)
class Features:
    """The binary features of an observation; created by `Encoding.features`.

    The suits are renamed in one of the ways that changed nothing in random deals of the rules: the trump comes first,
    then the longest suit of the hand. In actions, seats are counted from the observer.

    In addition to the blocks of an observation, there are features for the suits that a seat has failed to follow, and
    for the unseen cards of these suits, which the seat cannot hold if suit must be followed. Both are omitted if a seat
    plays several hands, as in bridge. If seats bid on each other, features say how many tricks each bid still lacks. If
    hands are open, they say how strong each hand is, beginning with the one that is bid on, and which cards win or keep
    the trick. If cards on the table are evaluated, they count the cards there of each suit, of each place in suits, and
    of each kind.

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

    def __reduce__(self) -> tuple[Any, ...]:
        # Everything computed since is computed again.
        return Features, (self.encoding,)

    @cached_property
    def count(self) -> int:
        """The number of features."""
        return width(self._scales.numbers)

    @property
    def dtype(self) -> Any:
        """The type of indices: int16, or int32 if there are too many features for that."""
        return np.dtype(np.int16 if self.count < 2**15 else np.int32)

    def of(self, view: View) -> Array:
        """(active,): the indices of the active features of a view, in ascending order.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        indices = self.active(view).indices[0]
        active: Array = indices[indices >= 0]
        return active

    def of_lanes(self, lanes: Lanes, *, out: Array | None = None) -> Array:
        """(lanes, most): the indices of the active features of each lane's deciding seat, padded with -1.

        Args:
            lanes: lanes under the same rules.
            out: (lanes, any), of the `dtype` of features: receives them and is returned; None for a new array.

        Raises:
            InvalidRules: they are lanes of another game; or `out` is not such an array, or has too little room, in
                which case it has been filled completely.
        """
        indices = self.active_in_lanes(lanes, out=out).indices
        return indices if out is not None else indices[:, : int((indices >= 0).sum(axis=1).max(initial=0))]

    def actions(self, view: View) -> Array:
        """(actions,), int64: by number, the number of the action after the renaming of suits and seats in the features.

        Raises:
            InvalidRules: it is not a view of a seat in this game.
        """
        renamed: Array = self.names[self.active(view).names[0]]
        return renamed

    def actions_in_lanes(self, lanes: Lanes) -> Array:
        """(lanes, actions), int64: the result of `actions` for the deciding seat of every lane.

        Raises:
            InvalidRules: they are lanes of another game.
        """
        renamed: Array = self.names[self.active_in_lanes(lanes).names]
        return renamed

    def active(self, view: View) -> Active:
        """The active features of a view and its renaming, as arrays of one row."""
        cards, words = self.encoding.tables_of(view)
        return self._scanned(cards, words, None)

    def active_in_lanes(self, lanes: Lanes, *, which: Array | None = None, out: Array | None = None) -> Active:
        """The result of `active` for the deciding seats of all lanes or those in `which`; `out` as in `of_lanes`."""
        cards, words = self.encoding.tables_in_lanes(lanes, which)
        return self._scanned(cards, words, out)

    def _scanned(self, cards: Array, words: Array, out: Array | None) -> Active:
        count, scales = len(cards), self._scales
        work = np.empty((1 + TOPS) * len(self._rules.deck.suits) + self._rules.players, np.int64)
        orders, counts = np.empty((2, count), np.int64)
        if out is not None and (out.shape[:1] != (count,) or out.ndim != 2 or out.dtype != self.dtype):
            raise InvalidRules(
                f"out= is an array of {self.dtype} with {count} rows, not {out.dtype} of shape {out.shape}"
            )
        features = np.empty((count, ROOM), self.dtype) if out is None else out
        scan_rows(scales, cards, words, work, orders, counts, features)
        most = int(counts.max(initial=0))
        if most > features.shape[1]:
            if out is not None:
                raise InvalidRules(f"out= has room for {features.shape[1]} features; {most} are active")
            features = np.empty((count, most), self.dtype)
            scan_rows(scales, cards, words, work, orders, counts, features)
        seats = words[:, scales.places[NAMES.index("seat")]].astype(np.int64)
        return Active(features, seats * len(self._suits_under) + orders)

    # Tables

    @property
    def _rules(self) -> Rules:
        return self.encoding.rules

    def _of(self, dtype: str) -> list[Block]:
        return [block for block in self.encoding.blocks if block.dtype == dtype]

    @cached_property
    def names(self) -> Array:
        """(seats x renamings, actions), int64: by old number of an action, the new one."""
        renamed: Array = self._action_names.reshape(-1, len(self._rules.actions))
        return renamed

    @cached_property
    def _scales(self) -> Scales:
        rules = self._rules
        printed = self._suit_of[0]
        ranks = [(printed[:kind] == suit).sum() for kind, suit in enumerate(printed)]
        place_of = np.where(printed < 0, -1, ranks)
        evaluates = any(isinstance(phase, Evaluate) for phase in rules.phases)
        places = dict.fromkeys(NAMES, -1)
        for dtype in DTYPES:
            first = 0
            for block in self._of(dtype):
                places[block.name], first = first, first + block.size
        phases = len(self._in_tricks) - 1
        shows_voids = bool(self._in_tricks.any()) and seats_play_once(rules)
        numbers = [
            rules.players, len(rules.deck.kinds), len(rules.deck.suits), len(rules.actions), phases,
            self.encoding.longest, shows_voids, bids_on_others(rules), place_of.max() + 1 if evaluates else 0,
            len(self._strengths) > 1,
        ]  # fmt: skip
        return Scales(
            np.array([places[name] for name in NAMES]),
            np.array(numbers, np.int64),
            np.argsort(self._suits_under, axis=1),
            self._suits_under,
            self._kinds_under,
            np.argsort(self._action_names, axis=2),
            self._suit_of,
            1 << np.minimum(np.array(ranks, np.int64), 30),
            self._kind_of,
            self._in_tricks,
            place_of,
            self._strengths,
            self._subjects,
        )

    @cached_property
    def _kinds_under(self) -> Array:
        """(renamings, kinds): by new number of a kind, the old one."""
        numbers = {text: index for index, text in enumerate(self._rules.deck.kinds)}
        new = [[numbers[renaming.faces[text]] for text in numbers] for renaming in renamings(self._rules)]
        inverse: Array = np.argsort(np.array(new), axis=1)
        return inverse

    @cached_property
    def _suits_under(self) -> Array:
        """(renamings, suits): by old number of a suit, the new one."""
        suits = self._rules.deck.suits
        return np.array([[suits.index(renaming.suits[suit]) for suit in suits] for renaming in renamings(self._rules)])

    @cached_property
    def _action_names(self) -> Array:
        """(seats, renamings, actions): by old number of an action, the new one."""
        rules, numbers = self._rules, action_numbers(self._rules)

        def new(seat: int) -> list[list[int]]:
            # Some phases name fewer seats than the game has; their actions stay unchanged.
            turned = [action.rotated(-seat, rules.players) for action in numbers]
            kept = {*turned} == {*numbers}
            names = turned if kept else [*numbers]
            return [[numbers[renaming.action(action)] for action in names] for renaming in renamings(rules)]

        return np.array([new(seat) for seat in range(rules.players)])

    @cached_property
    def _suit_of(self) -> Array:
        """(1 + suits, kinds): by trump, none first, the suit to which a kind belongs."""
        deck, tricks = self._rules.deck, self._tricks
        faces = {face.text: face for face in deck.faces}
        suits = {suit: index for index, suit in enumerate(deck.suits)}
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
    def _strengths(self) -> Array:
        """(1 + suits, suits, kinds): by trump, none first, and led suit, how strong kinds are, if hands are open."""
        rules, deck, tricks = self._rules, self._rules.deck, self._tricks
        dealing = [phase.visibility for phase in rules.phases if isinstance(phase, DealOut)]
        if tricks is None or all(isinstance(visibility, OwnHand) for visibility in dealing):
            return np.zeros((1, 1, 1), np.int64)
        faces = {face.text: face for face in deck.faces}
        return np.array(
            [
                [[tricks.ranking.strength(faces[text], led, trump) for text in deck.kinds] for led in deck.suits]
                for trump in (None, *deck.suits)
            ],
            np.int64,
        )

    @cached_property
    def _subjects(self) -> Array:
        """(seats, starters, turns): the hands on which a seat bids, counted clockwise from it; -1 for none."""
        players = self._rules.players
        bidding = [phase.bidding for phase in self._rules.phases if isinstance(phase, Bids)]

        def of(seat: int, starter: int) -> list[int]:
            turns = [turn[seat] for policy in bidding for turn in policy.turns(players, (seat + starter) % players)]
            return [-1 if subject is None else (subject - seat) % players for subject in turns]

        return np.array([[of(seat, starter) for starter in range(players)] for seat in range(players)], np.int64)

    @cached_property
    def _tricks(self) -> Tricks | None:
        """The first tricks, if their ranking is the same in all deals."""
        tricks = next((phase for phase in self._rules.phases if isinstance(phase, Tricks)), None)
        return None if tricks is None or "ranking" in tricks.varying else tricks

    @cached_property
    def _kind_of(self) -> Array:
        """(actions + 1,): the kind that an action plays; -1 for none, and last for an unknown action."""
        kinds = {text: index for index, text in enumerate(self._rules.deck.kinds)}
        played = [
            kinds.get(action.face, -1) if isinstance(action, Play) else -1 for action in action_numbers(self._rules)
        ]
        return np.array([*played, -1])

    @cached_property
    def _in_tricks(self) -> Array:
        """By distinct phase, whether tricks are played in it; last after the end."""
        return np.array([*(isinstance(phase, Tricks) for phase in dict.fromkeys(self._rules.phases)), False])


def bids_on_others(rules: Rules) -> bool:
    """Whether seats bid on the tricks of others.

    >>> from trickkit import load
    >>> bids_on_others(load("pikoko")), bids_on_others(load("oh_hell"))
    (True, False)
    """
    turns = [phase.bidding.turns(rules.players, 0) for phase in rules.phases if isinstance(phase, Bids)]
    return any(subject not in (seat, None) for turn in turns for on in turn for seat, subject in enumerate(on))
