"""Pictures of deals, trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from trickkit.phases.evaluate import TableScored
from trickkit.phases.reveal import Laid, Reveal, Revealed
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.pictures.cards import HEIGHT, WIDTH, drawn
from trickkit.pictures.svg import Picture, Theme, element, group, picture, text
from trickkit.pictures.tricks import ROOM, in_words, laid, winning

if TYPE_CHECKING:
    from trickkit.model.deal import Deal

__all__ = ["deal"]

ACROSS = 4
"""The number of tricks in a row."""
SCALE = 0.8
"""The size of a trick."""


def deal(played: Deal, *, seat: int = 0, theme: Theme = "auto") -> Picture:
    """A picture of a deal: its tricks side by side, or the turns in which cards were laid.

    Args:
        played: the deal of a view, a state or a result.
        seat: the hand that is drawn at the bottom of each trick.
        theme: the colours.

    Raises:
        InvalidRules: there is no such theme.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> picture = deal(playout(pikoko.rules(players=3), seed=7).deal)
    >>> picture.alt.count("trick "), picture.width
    (8, 736)
    """
    table: TrickTable | None = played.get(Tricks)
    if table is not None:
        return _tricks(played, table, seat, theme)
    return _turns(played, theme)


def _tricks(played: Deal, table: TrickTable, seat: int, theme: Theme) -> Picture:
    tricks = [*table.tricks, *([table.current] if table.current.plays else [])]
    step, shapes, texts = ROOM * SCALE, list[Element](), []
    for index, shown in enumerate(tricks):
        best = winning(played, shown, index)
        x, y = index % ACROSS * step, index // ACROSS * (step + 16)
        trick = laid(shown.plays, best, played, seat)
        shapes.append(text(f"trick {index}", x + 8, y + 14, 12, anchor="start", kind="quiet", bold=True))
        shapes.append(group(trick, x=x + step / 2, y=y + step / 2 + 14, scale=SCALE))
        texts.append(in_words(shown, index, best))
    rows = -(-len(tricks) // ACROSS)
    return _on_ground(shapes, ACROSS * step, max(rows, 1) * (step + 16), "; ".join(texts) or "no trick", theme)


def _turns(played: Deal, theme: Theme) -> Picture:
    """A picture with a row of cards for each turn in which cards were laid, by seat."""
    shapes, texts, y = list[Element](), [], 0.0
    wide = 90.0
    for event in played.events:
        if isinstance(event, Revealed):
            x = 8.0
            for seat, cards in enumerate(event.cards):
                shapes.append(text(f"seat {seat}", x, y + 14, 11, anchor="start", kind="quiet"))
                for index, card in enumerate(cards):
                    shapes.append(group(drawn(card, played.deck.suits), x=x + index * 24, y=y + 20, scale=0.62))
                x += 24 * max(len(cards) - 1, 0) + WIDTH * 0.62 + 22
            wide, y = max(wide, x), y + HEIGHT * 0.62 + 34
            texts.append(str(event).rstrip("."))
        elif isinstance(event, TableScored):
            words = str(event)
            shapes.append(text(words, 8, y + 12, 12, anchor="start", kind="mark", bold=True))
            wide, y = max(wide, 16 + 7.6 * len(words)), y + 22
            texts.append(words.rstrip("."))
    laid_now: Laid | None = played.get(Reveal)
    alt = "; ".join(texts) or ("no card is laid" if laid_now is not None else "no card is played")
    return _on_ground(shapes, wide, max(y, 40), alt, theme)


def _on_ground(shapes: list[Element], wide: float, high: float, alt: str, theme: Theme) -> Picture:
    ground = element("rect", width=wide, height=high, rx=10, class_="ground")
    return picture([ground, *shapes], wide, high, alt, theme)
