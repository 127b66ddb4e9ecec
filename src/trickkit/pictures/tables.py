"""Pictures of the table as a seat sees it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from attrs import frozen

from trickkit.model.actions import Action, Play
from trickkit.phases.bids import Bids, BidTable
from trickkit.phases.estimates import Estimated, Estimates
from trickkit.phases.evaluate import Evaluate
from trickkit.phases.reveal import Laid, Reveal
from trickkit.phases.tricks.board import BoardTricks
from trickkit.phases.tricks.phase import Tricks
from trickkit.pictures.boards import drawn_board
from trickkit.pictures.cards import HEIGHT, WIDTH, drawn, fan, hand_in_words, in_order
from trickkit.pictures.svg import Picture, Theme, element, group, picture, text
from trickkit.pictures.tricks import chosen, in_words, laid, winning
from trickkit.play.view import View
from trickkit.policies.trump import in_words as trump_in_words

if TYPE_CHECKING:
    from trickkit.model.cards import Card
    from trickkit.model.deal import Deal
    from trickkit.play.rules import Rules
    from trickkit.play.state import State

__all__ = ["table", "table_at_end"]

BROAD, HIGH = 720, 540
"""The size of a table."""
FAR = 258, 184
"""The distances from the centre of the table to that of a seat, sideways and upwards."""
OWN, OTHER = 1.3, 1.05
"""The scale of the viewer's own hand, and of the others."""


def table(seen: View | State, *, theme: Theme = "auto") -> Picture:
    """A picture of a seat's view: hands around the table, its own at the bottom, cards played, trump, stock, scores.

    Args:
        seen: the view of a seat; a spectator's view, with seat 0 at the bottom; or a state, which is drawn completely.
        theme: the colours.

    Raises:
        InvalidRules: there is no such theme.

    >>> from trickkit.variants import pikoko
    >>> words = table(pikoko.rules(players=3).start(seed=7, first=0).view(1)).alt
    >>> words[:60], words[-34:]
    ('Pikoko, deal 0, seen by seat 1. Pink is trump. Stock of 4. H', ' How many tricks will seat 0 take?')
    """
    return _drawn(_Sight.of(seen), theme)


def table_at_end(state: State) -> Picture:
    """A picture of the table at the end of the last finished deal, with all cards open.

    Args:
        state: after a deal.

    >>> from trickkit import bots, load
    >>> *_, end = bots.states(load("pikinni", players=2), [bots.Random()] * 2, seed=7)
    >>> "deal 9" in table_at_end(end).alt
    True
    """
    result = state.results[-1]
    return _drawn(_Sight(state.rules, None, result.deal, result.totals, (), (), ""), "auto")


def _drawn(view: _Sight, theme: Theme) -> Picture:
    below = view.seat or 0
    ground = element("rect", width=BROAD, height=HIGH, rx=10, class_="ground")
    shapes = [ground, *_middle(view, below), *_corner(view), *_board(view)]
    for seat in view.deal.seats:
        shapes += _seat(view, seat, below)
    return picture(shapes, BROAD, HIGH, _in_words(view), theme)


@frozen
class _Sight:
    """The parts of a view or state that the picture shows."""

    rules: Rules
    seat: int | None
    deal: Deal
    scores: tuple[int, ...]
    actors: tuple[int, ...]
    legal: tuple[Action, ...]
    asked: str

    @classmethod
    def of(cls, seen: View | State) -> _Sight:
        seat, legal, caption = None, tuple[Action, ...](), ""
        if isinstance(seen, View):
            seat, legal = seen.seat, seen.legal()
            caption = str(seen.phase.question(seen)) if seen.phase is not None and legal else ""
        if seen.outcome is not None:
            caption = seen.outcome.reason
        return cls(seen.rules, seat, seen.deal, seen.scores, seen.actors, legal, caption)


def _place(view: _Sight, seat: int, below: int) -> tuple[float, float]:
    """The centre of a seat's area: clockwise around the table, with the viewer at the bottom."""
    angle = radians(360 * ((seat - below) % view.deal.players) / view.deal.players)
    return BROAD / 2 - FAR[0] * sin(angle), HIGH / 2 + FAR[1] * cos(angle)


def _seat(view: _Sight, seat: int, below: int) -> list[Element]:
    """The hand of a seat with the text below it."""
    deal = view.deal
    cards = in_order(deal.hands[seat], deal.deck.suits)
    raised = {action.face for action in view.legal if isinstance(action, Play)}
    if not any(face & deal.hands[seat].mask for face in (deal.deck.kinds.get(text, 0) for text in raised)):
        raised = set()
    shapes, broad, high = fan(cards, deal.deck.suits, raised)
    scale = min(OWN if seat == below else OTHER, (320 if seat == below else 190) / broad if broad else 1)
    x, y = _place(view, seat, below)
    top = y - high * scale / 2 - 12
    below_cards = top + high * scale
    who = "you" if seat == view.seat else f"seat {seat}"
    words = [
        text(f"{who} · {_points(view.scores[seat])}", x, below_cards + 18, 13, bold=seat in view.actors),
        text(" · ".join(_numbers(view, seat)), x, below_cards + 34, 12),
    ]
    acts = [text("to act", x, top - 6, 11, kind="mark", bold=True)] if seat in view.actors else []
    return [group(shapes, x=x - broad * scale / 2, y=top, scale=scale), *words, *acts]


def _numbers(view: _Sight, seat: int) -> list[str]:
    """A seat's bids, tricks and piles, as far as the game has them."""
    deal, numbers = view.deal, []
    bids, estimates, tricks, piles = (deal.get(phase) for phase in (Bids, Estimates, Tricks, Evaluate))
    if isinstance(bids, BidTable) and any(row[seat] is not None for row in bids.bids):
        numbers.append(f"bids {' '.join('-' if row[seat] is None else str(row[seat]) for row in bids.bids)}")
    if isinstance(estimates, Estimated) and estimates.bids and estimates.bids[seat] is not None:
        numbers.append(f"estimates {estimates.bids[seat]}")
    if tricks is not None:
        numbers.append(f"{tricks.taken[seat]} trick{'s' * (tricks.taken[seat] != 1)}")
    if piles is not None:
        numbers.append(f"pile {piles.piles[seat]}")
    return numbers


def _points(score: int) -> str:
    return f"{score} point{'s' * (abs(score) != 1)}"


def _middle(view: _Sight, below: int) -> list[Element]:
    """The current trick, or the cards laid in front of the seats."""
    deal = view.deal
    if deal.get(Tricks) is not None:
        shown, trick_index = chosen(deal, None)
        shapes = laid(shown.plays, winning(deal, shown, trick_index), deal, below)
        return [group(shapes, x=BROAD / 2, y=HIGH / 2 - 20, scale=0.95)]
    on_table: Laid | None = deal.get(Reveal)
    shapes = []
    for seat, cards in enumerate(on_table.cards if on_table is not None else ()):
        x, y = _place(view, seat, below)
        x, y = x + (BROAD / 2 - x) * 0.52, y + (HIGH / 2 - 20 - y) * 0.6
        shapes += _row(cards, view, x, y)
    return shapes


def _row(cards: tuple[Card, ...], view: _Sight, x: float, y: float) -> list[Element]:
    scale, step = 0.7, 22
    left = x - (step * (len(cards) - 1) + WIDTH) * scale / 2
    return [
        group(drawn(card, view.deal.deck.suits), x=left + step * scale * index, y=y - HEIGHT * scale / 2, scale=scale)
        for index, card in enumerate(cards)
    ]


def _corner(view: _Sight) -> list[Element]:
    """The name of the game, the trump, the stock, and the pending question."""
    head = [
        text(f"{view.rules.name} · deal {view.deal.number}", 16, 26, 14, anchor="start", bold=True),
        text(f"{trump_in_words(view.deal.trump)} · stock of {len(view.deal.stock)}", 16, 44, 12, anchor="start"),
    ]
    question = text(view.asked, BROAD - 16, 26, 13, anchor="end", kind="mark", bold=True)
    return [*head, question] if view.asked else head


def _board(view: _Sight) -> list[Element]:
    markers = view.deal.get(BoardTricks)
    if markers is None:
        return []
    shapes, _, high = drawn_board(markers)
    return [group(shapes, x=16, y=HIGH - high - 16)]


def _in_words(view: _Sight) -> str:
    deal = view.deal
    seen = "a spectator" if view.seat is None else f"seat {view.seat}"
    parts = [f"{view.rules.name}, deal {deal.number}, seen by {seen}"]
    parts.append(f"{trump_in_words(deal.trump).capitalize()}. Stock of {len(deal.stock)}")
    for seat, hand in enumerate(deal.hands):
        numbers = [hand_in_words(in_order(hand, deal.deck.suits)), *_numbers(view, seat), _points(view.scores[seat])]
        parts.append(f"Hand {seat}: {', '.join(numbers)}")
    if deal.get(Tricks) is not None:
        shown, trick_index = chosen(deal, None)
        parts.append(in_words(shown, trick_index, winning(deal, shown, trick_index)).capitalize())
    markers = deal.get(BoardTricks)
    if markers is not None:
        parts.append(f"Board: {markers}")
    return ". ".join(parts) + (f". {view.asked}" if view.asked else ".")
