"""Finished deals as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, fields, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.model.chance import Chance, Stacked
from trickkit.model.result import Result
from trickkit.phases.turning import CutTrump, TurnTrump
from trickkit.play.later import earlier
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed

if TYPE_CHECKING:
    pass

__all__ = ["Deals", "Moves"]


@frozen(eq=False)
class Moves:
    """The decisions of many deals, and the cards that were dealt.

    Args:
        seats: (deals, most decisions), int8: the seats that decided; -1 after the end.
        actions: (deals, most decisions), int16: the decision, by its number among `rules.actions`; -1 after the end.
        dealt: (deals, cards), int16: the numbers of the cards in the deck, in dealing order: the first hand, the second
            one, and so on, then those cards of the stock, from its top, that may come into play. If phases draw
            anything else, the drawn numbers follow. Meaningless for deals that started from a position, and (deals, 0)
            for those of the reference engine.
        shown: (deals,), int16: the number of the card that was turned up or cut; -1 for none.

    >>> from trickkit import batch, load
    >>> moves = batch.deals(load("pikoko", players=3), 10, seed=7, moves=True).moves
    >>> moves.seats.shape == moves.actions.shape, moves.dealt.shape
    (True, (10, 29))
    """

    seats: Array
    actions: Array
    dealt: Array
    shown: Array


@frozen(eq=False, repr=False)
class Deals:
    """The results of many deals, by deal and seat; all arrays have one row per deal.

    Args:
        rules: the rules of the game.
        number: (deals,), int16: the number of the deal in its game, from 0.
        size: (deals,), int16: the hand size.
        starter: (deals,), int16: the seat that started.
        trump: (deals,), int16: the number of the trump suit among `rules.deck.suits`; -1 for none of them.
        leader: (deals,), int16: the hand that led the first trick; -1 if there are no tricks.
        decisions: (deals,), int16: the number of decisions made.
        bids: (deals, seats, seats), int16: by seat and by the seat bid upon, the bid; -1 if there is none. An estimate
            is a bid on one's own tricks.
        backs: (deals, seats), int16: the seat whose bid each seat trusts, including seats that do not play; for no
            trust, one more than the last seat; -1 in games without confidence.
        doubles: (deals,), int16: how many times the deal was doubled.
        buyer: (deals,), int16: the seat that bought the trump; -1 for none.
        declarer: (deals,), int16: the seat that plays for the contract; -1 for none.
        tricks: (deals, seats), int16: the number of tricks that each hand took.
        cards: (deals, seats), int64: the faces of the cards in those tricks, as a mask whose bits are numbered like
            `rules.deck.faces`; (deals, 0) unless the scoring looks at them or you request them. For decks of 65 to 128
            faces it is (deals, seats, 2): the first 64 of them, then the others.
        piles: (deals, seats), int16: the number of cards in the score piles, in games that evaluate cards on the table.
        points: (deals, seats), int64: the scores of the deal.
        moves: the decisions, if requested; otherwise None.
        totals: (deals or 1, seats or more), int64: the points of earlier deals.

    >>> from trickkit import batch
    >>> from trickkit.variants import pikoko
    >>> found = batch.deals(pikoko.rules(players=3), 1000, seed=7)
    >>> found.tricks.shape, found.tricks.sum(axis=1).tolist() == [8] * 1000
    ((1000, 3), True)
    """

    rules: Rules
    number: Array
    size: Array
    starter: Array
    trump: Array
    leader: Array
    decisions: Array
    bids: Array
    backs: Array
    doubles: Array
    buyer: Array
    declarer: Array
    tricks: Array
    cards: Array
    piles: Array
    points: Array
    moves: Moves | None = None
    totals: Array = field(factory=lambda: np.zeros((1, 8), np.int64))
    _start: Callable[[int], State] | None = None
    _before: Callable[[int, int], tuple[Result, ...]] | None = None

    def __len__(self) -> int:
        return len(self.number)

    def __repr__(self) -> str:
        return f"<{len(self)} deals of {self.rules.name}>"

    @property
    def estimates(self) -> Array:
        """estimates: (deals, seats), int16: what each seat bid on its own tricks; -1 if it did not."""
        on_own_tricks: Array = np.diagonal(self.bids, axis1=1, axis2=2)
        return on_own_tricks

    def exact(self) -> Array:
        """(deals, seats, seats), bool: for every bid, whether exactly that many tricks were taken.

        False if there is no bid.
        """
        return self.bids == self.tricks[:, None, :]

    def part(self, deal: int) -> Deals:
        """One of the deals, without its moves."""
        chosen = {name: getattr(self, name)[deal : deal + 1] for name in _ARRAYS if name != "totals"}
        return Deals(
            rules=self.rules, **chosen, totals=self.totals[deal : deal + 1] if len(self.totals) > 1 else self.totals
        )

    def of(self, deals: Array) -> Deals:
        """Some of the deals, given by their indices; with their moves.

        >>> from trickkit import batch, load
        >>> found = batch.deals(load("pikoko"), 10, seed=7, moves=True)
        >>> some = found.of([2, 5])
        >>> len(some), some.result(1) == found.result(5)
        (2, True)
        """
        chosen = {name: getattr(self, name)[deals] for name in _ARRAYS if name != "totals"}
        moves = self.moves and Moves(*(getattr(self.moves, attribute.name)[deals] for attribute in fields(Moves)))
        begin = self._start
        return Deals(
            rules=self.rules,
            **chosen,
            moves=moves,
            totals=self.totals[deals] if len(self.totals) > 1 else self.totals,
            start=None if begin is None else lambda deal: begin(int(deals[deal])),
        )

    def result(self, deal: int) -> Result:
        """One of the deals, replayed by the reference engine, with its cards, its log and its score lines.

        Args:
            deal: 0..len-1.

        Raises:
            ValueError: the moves were not kept: request `deals(..., moves=True)`.
            IndexError: there is no such deal.

        >>> from trickkit import batch
        >>> from trickkit.variants import pikoko
        >>> found = batch.deals(pikoko.rules(players=3), 10, seed=7, moves=True)
        >>> found.result(3).scores == tuple(found.points[3])
        True
        """
        *_, last = self.states(deal)
        return last.results[int(self.number[deal])]

    def states(self, deal: int) -> Iterator[State]:
        """One of the deals, state by state: as it was dealt, and after each decision.

        Args:
            deal: 0..len-1.

        Raises:
            ValueError: the moves were not kept: request `deals(..., moves=True)`.
            IndexError: there is no such deal.

        >>> from trickkit import batch
        >>> from trickkit.variants import pikoko
        >>> found = batch.deals(pikoko.rules(players=3), 10, seed=7, moves=True)
        >>> len(list(found.states(3))) - 1 == int(found.decisions[3])
        True
        """
        if self.moves is None:
            raise ValueError("the moves of these deals were not kept; ask for them with moves=True")
        if not -len(self) <= deal < len(self):
            raise IndexError(f"deal {deal}: there are {len(self)}")
        state = self._start(deal % len(self)) if self._start else self._begun(deal, self.moves)
        yield state
        actions = list(self.rules.actions.values())
        for decision in range(int(self.decisions[deal])):
            action = actions[self.moves.actions[deal, decision]]
            state = state.play(int(self.moves.seats[deal, decision]), action)
            yield state

    def _begun(self, deal: int, moves: Moves) -> State:
        """A deal at its first decision, on the reference engine."""
        rules, deal_number, starter = self.rules, int(self.number[deal]), int(self.starter[deal])
        totals = tuple(int(points) for points in self.totals[deal if len(self.totals) > 1 else 0][: rules.players])
        stacked = dealt_as(rules, int(self.size[deal]), moves.dealt[deal], int(moves.shown[deal]))
        before = self._before(deal, deal_number) if self._before else earlier(rules, starter, totals, deal_number)
        return resumed(rules, starter, before, starter, stacked, Chance(0))


def dealt_as(rules: Rules, size: int, dealt: Array, shown: int) -> Stacked:
    """Dealt cards as a stacked deal.

    Args:
        rules: the rules of the game.
        size: the size of the hands.
        dealt: the numbers of the cards, in order.
        shown: the number of the card that was turned up or cut; -1 for none.
    """
    cards = len(rules.deck)
    texts = [rules.deck.cards[card].text for card in dealt[:cards]]
    hands = [texts[size * seat : size * seat + size] for seat in range(rules.players)]
    cut = any(isinstance(phase, CutTrump) and phase.turns(size) for phase in rules.phases)
    turned = any(isinstance(phase, TurnTrump) for phase in rules.phases) and shown >= 0
    return Stacked(
        hands=hands,
        turned=rules.deck.cards[shown].text if cut or turned else None,
        stock=texts[size * rules.players :] if not turned else (),
        rolls=dealt[cards:].tolist(),
    )


def joined(parts: Sequence[Deals]) -> Deals:
    """Deals of the same rules, concatenated, without their moves."""
    arrays: dict[str, Any] = {}
    for name in _ARRAYS:
        of_parts = [getattr(part, name) for part in parts]
        if name == "totals":
            of_parts = [
                np.broadcast_to(totals[:, : part.rules.players], part.points.shape)
                for totals, part in zip(of_parts, parts, strict=True)
            ]
        arrays[name] = np.concatenate(of_parts)
    return Deals(rules=parts[0].rules, **arrays)


_ARRAYS = [array.name for array in fields(Deals) if array.name not in ("rules", "moves", "_start", "_before")]
