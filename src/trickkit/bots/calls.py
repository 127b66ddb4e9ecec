"""Inference from calls: how likely other seats would have called as they did with the cards of a world."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot
from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import UNKNOWN
from trickkit.model.chance import Chance, Stacked
from trickkit.model.checks import is_a, whole
from trickkit.phases.dealing import DealOut, stacked_deal
from trickkit.phases.tricks import Tricks
from trickkit.play.later import earlier
from trickkit.play.state import resumed

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from trickkit.model.actions import Action
    from trickkit.model.moves import Move
    from trickkit.play.rules import Rules
    from trickkit.play.state import State
    from trickkit.play.view import View

    Array = Any

__all__ = ["CallModel"]

WORD = 64
"""The maximum number of faces in a deck for which hands are inferred."""
LEAST = 24
"""The minimum number of random deals in which a call must have been possible."""
SHRINKAGE = 2.0
"""How strongly the worth of a card is drawn towards 0 (*ridge regression*), as a number of deals."""


def _above_zero(_calls: object, _field: object, value: float) -> None:
    if not value > 0:
        raise InvalidRules(f"temperature {quoted(value)}: give a number above 0, usually below 1")


@frozen
class CallModel:
    """A model of calls: what they reveal about hands if other seats call roughly like a given bot.

    The bot evaluates calls in random deals that share the earlier calls. The worth of a call is modelled as a sum over
    the cards in the hand, fitted by ridge regression; the probability of a call is modelled as a softmax of the worth
    of the legal calls. The likelihood of a world is the product over all calls, given the hands of the callers.

    Calls are the decisions before tricks that do not depend on the caller's cards: bids, estimates, naming trump. Cards
    that were passed or laid away later are assumed to have been where they are now.

    Args:
        policy: the bot that the others are assumed to resemble.
        temperature: how far they deviate from it, above 0, as a share of the differences in worth between calls.
        deals: the number of random deals in which the bot evaluates calls.

    >>> from trickkit import load
    >>> from trickkit.bots import Greedy
    >>> state = load("oh_hell", players=3).start(seed=7, first=0)
    >>> calls = CallModel(Greedy())
    >>> calls.weigher(state.view(1)) is None
    True
    >>> after = state.play(1, "5")
    >>> heard = calls.weigher(after.view(2))
    >>> import numpy as np
    >>> deck = state.rules.deck
    >>> strong, weak = (sum(deck.kinds[rank + "S"] for rank in ranks) for ranks in ("AKQJT", "23456"))
    >>> likely, unlikely = heard(np.array([[0, strong, 0], [0, weak, 0]]))
    >>> bool(likely > unlikely)
    True
    """

    policy: Bot = field(validator=is_a(Bot))
    temperature: float = field(default=0.25, validator=_above_zero, kw_only=True)
    deals: int = field(default=96, validator=whole(LEAST), kw_only=True)

    def weigher(self, view: View) -> Callable[[Array], Array] | None:
        """A function that weighs worlds by the calls of other seats; None if calls cannot be used.

        It returns None if nobody else has called, or if the deck has more than 64 faces.

        Args:
            view: of a seat.

        Returns:
            The function takes, by world and hand, the cards as bits of their faces: (worlds, hands) of int64.
        """
        if len(view.rules.deck.faces) > WORD:
            return None
        of_others = [call for call in _known_calls(view) if call.moves[-1][0] != view.seat]
        if not of_others:
            return None

        def weigh(hands: Array) -> Array:
            # A hot function after the first call: calls are evaluated once.
            import numpy as np

            held = hands | np.array(_played(view), np.int64)
            logarithms = [
                likelihoods.logarithms(held)
                for call in of_others
                if (likelihoods := _likelihoods_of(call, self)) is not None
            ]
            return sum(logarithms, np.zeros(len(hands)))

        return weigh


@frozen
class _Call:
    """A call with the public facts of the deal before it.

    Args:
        moves: the decisions of the deal; the last one is the call.
    """

    rules: Rules
    number: int
    starter: int
    totals: tuple[int, ...]
    turned: str | None
    moves: tuple[Move, ...]


def _known_calls(view: View) -> list[_Call]:
    """The known calls of a deal in which tricks are played."""
    deal, phases = view.deal, view.rules.phases
    tricks = next((index for index, phase in enumerate(phases) if isinstance(phase, Tricks)), 0)
    turned = stacked_deal(deal).turned if deal.get(DealOut) is not None else None
    return [
        _Call(view.rules, deal.number, deal.begun_by, deal.totals, turned, view.moves[: index + 1])
        for index, (_, action, phase_index) in enumerate(view.moves)
        if phase_index < tricks and action is not UNKNOWN
    ]


def _played(view: View) -> list[int]:
    """By hand, the faces of the cards that the hand has played, as a mask."""
    kinds, masks = view.rules.deck.kinds, [0] * view.deal.players
    table = view.deal.get(Tricks)
    for trick in (*table.tricks, table.current) if table is not None else ():
        for play in trick.plays:
            masks[play.hand] |= kinds[play.action.face]
    return masks


def _bits(hands: Array, faces: int) -> Array:
    """(worlds, hands * faces): 1 for each face in each hand."""
    import numpy as np

    bits = hands[:, :, None] >> np.arange(faces, dtype=np.int64) & 1
    return bits.reshape(len(hands), -1).astype(np.float64)


@frozen(eq=False)
class _Likelihoods:
    """A call that was made, and a linear model of the worth of each legal call given the cards.

    Args:
        made: its index among the legal calls.
        seen: the hands that its seat saw.
        mean: by call, its average worth.
        worth: by face of each of these hands and by call, how much this card adds.
    """

    made: int
    seen: list[int]
    mean: Array
    worth: Array

    def logarithms(self, hands: Array) -> Array:
        """By world, the log-likelihood of the call."""
        import numpy as np

        worth = _bits(hands[:, self.seen], len(self.worth) // len(self.seen)) @ self.worth + self.mean
        worth -= worth.max(axis=1, keepdims=True)
        return worth[:, self.made] - np.log(np.exp(worth).sum(axis=1))


@lru_cache(maxsize=1024)
def _likelihoods_of(known_call: _Call, calls: CallModel) -> _Likelihoods | None:
    """The likelihood model of a call; None if the call was rarely possible or the legal calls depend on the cards."""
    (caller, call, _), answers = known_call.moves[-1], list[_Evaluated]()
    for seed in range(calls.deals):
        state = _dealt(known_call, Random(seed))
        legal = state.legal(caller) if state is not None else ()
        if state is not None and len(legal) > 1 and call in legal:
            view = state.view(caller)
            worth = {choice.action: choice.mean for choice in calls.policy.explain(view).choices}
            answers.append(_Evaluated(legal, view.deal.held, [worth[action] for action in legal]))
    return _fitted(call, answers, calls.temperature, len(known_call.rules.deck.faces))  # type: ignore[arg-type]


def _dealt(known_call: _Call, rng: Random) -> State | None:
    """A random deal up to a call; None if the earlier decisions do not lead there."""
    results = earlier(known_call.rules, known_call.starter, known_call.totals, known_call.number)
    chance = Chance(rng.getrandbits(63))
    state = resumed(
        known_call.rules, known_call.starter, results, known_call.starter, Stacked(turned=known_call.turned), chance
    )
    for seat, action, _ in known_call.moves[:-1]:
        legal = state.legal(seat)
        if not legal or len(state.results) > known_call.number:
            return None
        # Decisions that depend on the cards of a hand, such as passing, are made arbitrarily.
        state = state.play(seat, action if action in legal else rng.choice(legal))
    return state if len(state.results) == known_call.number else None


@frozen
class _Evaluated:
    """The legal calls in a random deal, the hands that the caller sees, and the bot's value of each call."""

    legal: tuple[Action, ...]
    hands: tuple[int, ...]
    worth: list[float]


def _fitted(call: Action, answers: list[_Evaluated], temperature: float, faces: int) -> _Likelihoods | None:
    """Fit the likelihood model of a call to evaluations; None if they are too few or their legal calls differ."""
    if len(answers) < LEAST:
        return None
    (legal, times), *_ = Counter(answer.legal for answer in answers).most_common(1)
    if times < len(answers):
        return None
    import numpy as np

    hands = np.array([answer.hands for answer in answers], np.int64)
    seen = [int(hand) for hand in np.flatnonzero(hands.any(axis=0))]
    bits = _bits(hands[:, seen], faces)
    worth = np.array([answer.worth for answer in answers])
    worth -= worth.mean(axis=1, keepdims=True)
    spread = float(worth.std())
    if not spread or not seen:
        return None
    worth /= temperature * spread
    mean, middle = worth.mean(axis=0), bits.mean(axis=0)
    off = bits - middle
    of_card = off.T @ np.linalg.solve(off @ off.T + SHRINKAGE * np.eye(len(off)), worth - mean)
    return _Likelihoods(legal.index(call), seen, mean - middle @ of_card, of_card)
