"""Information states as texts."""

from __future__ import annotations

from hashlib import sha256

from trickkit.batch.lowering.numbers import action_numbers
from trickkit.play.rules import Rules
from trickkit.play.view import View

MOST_OF_MOVES = 1000
"""The longest text of the decisions in that of an information state."""


def text_of(rules: Rules, view: View) -> str:
    """The information state of a seat in the deal, as `Encoding.text` returns it."""
    deal = view.deal
    totals = " ".join(map(str, deal.totals))
    hands = ", ".join(str(hand) for hand in deal.hands)
    numbers = action_numbers(rules)
    moves = " ".join(f"{seat}:{action}" for seat, action, _ in view.moves)
    if len(moves) > MOST_OF_MOVES:
        moves = " ".join(f"{seat}.{numbers.get(action, '?')}" for seat, action, _ in view.moves)  # type: ignore[arg-type]
    if len(moves) > MOST_OF_MOVES:
        moves = f"{len(view.moves)}"
    # Equal views are printed alike.
    log = sha256(repr((deal, view.moves, view.together, view.committed, view.outcome)).encode()).hexdigest()[:32]
    return (
        f"seat {view.seat} of {rules.players}; deal {deal.number} from {deal.starter}, {deal.size} each; "
        f"totals {totals}; trump {deal.trump.name if deal.trump else 'none'}; hands {hands}; "
        f"out {str(deal.out) or '-'}; moves {moves or '-'}; log {log}"
    )
