"""Pictures of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Suit
from trickkit.model.tricks import Played, Trick
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.pictures.cards import HEIGHT, WIDTH, drawn
from trickkit.pictures.svg import Picture, Theme, element, group, picture, text

if TYPE_CHECKING:
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal

__all__ = ["trick"]

APART = 62
"""The distances from the centre of a trick to that of a card, sideways and upwards."""
ROOM = 2 * APART + HEIGHT + 34
"""The width and the height of a trick."""


def trick(deal: Deal, number: int | None = None, *, seat: int = 0, theme: Theme = "auto") -> Picture:
    """A picture of a trick: each card towards its hand, with the first and the winning one marked.

    Args:
        deal: a deal of a view, a state or a result.
        number: the number of the trick, from 0; None for the trick on the table, which is the current one or otherwise
            the last one.
        seat: the hand that is drawn at the bottom.
        theme: the colours.

    Raises:
        InvalidRules: there is no such trick, seat or theme.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> trick(playout(pikoko.rules(players=3), seed=7).deal, 0).alt
    'trick 0: hand 2 leads M1 as Y1, hand 0 plays M4 as Y4, hand 1 plays Y2; hand 0 wins'
    """
    if seat not in deal.seats:
        raise InvalidRules(f"seat={quoted(seat)}: the seats are 0..{deal.players - 1}")
    shown, number = chosen(deal, number)
    best = winning(deal, shown, number)
    shapes = laid(shown.plays, best, deal, seat)
    return picture([group(shapes, x=ROOM / 2, y=ROOM / 2)], ROOM, ROOM, in_words(shown, number, best), theme)


def chosen(deal: Deal, number: int | None) -> tuple[Trick, int]:
    table: TrickTable | None = deal.get(Tricks)
    if table is None:
        raise InvalidRules("no trick has been played in this deal")
    played = [*table.tricks, *([table.current] if table.current.plays or not table.tricks else [])]
    if number is None:
        return played[-1], len(played) - 1
    if not 0 <= number < len(played):
        raise InvalidRules(f"number={quoted(number)}: the tricks of this deal are 0..{len(played) - 1}")
    return played[number], number


def winning(deal: Deal, shown: Trick, number: int) -> int | None:
    """The index of the play that wins a trick, or is winning it so far; None if none does."""
    table: TrickTable = deal[Tricks]
    under = table.phases[number] if number < len(table.phases) else None
    if under is None or not isinstance(under.phase, Tricks):
        return next((index for index, play in enumerate(shown.plays) if play.hand == shown.taker), None)
    cards = sum([len(trick.plays) for trick in table.tricks[:number]]) + len(shown.plays)
    node = under.phase.tables_then(deal.changed(trump=under.trump), cards).root
    for play in shown.plays:
        copies = deal.deck.kinds[play.action.face]
        node = node[copies & -copies]
    return node.winner


def in_words(shown: Trick, number: int, best: int | None) -> str:
    if not shown.plays:
        return f"trick {number}: nobody has played"
    first, *others = shown.plays
    phrases = [f"hand {first.hand} leads {_card(first)}", *(f"hand {play.hand} plays {_card(play)}" for play in others)]
    winner = "nobody wins" if best is None else f"hand {shown.plays[best].hand} wins"
    return f"trick {number}: {', '.join(phrases)}; {winner}"


def _card(play: Played) -> str:
    return play.card if play.card == play.action.face else f"{play.card} as {play.action.face}"


def laid(plays: Sequence[Played], best: int | None, deal: Deal, seat: int) -> list[Element]:
    shapes = []
    for index, play in enumerate(plays):
        angle = radians(360 * ((play.hand - seat) % deal.players) / deal.players)
        x, y = -APART * sin(angle), APART * cos(angle)
        shapes.append(group(_played(play, index, index == best, deal.deck), x=x - WIDTH / 2, y=y - HEIGHT / 2))
    return shapes


def _played(play: Played, place: int, wins: bool, deck: Deck) -> list[Element]:
    face = next(face for face in deck.faces if face.text == play.action.face)
    suits: tuple[Suit, ...] = deck.suits
    shapes = drawn(deck.card(play.card), suits, face)
    if wins:
        shapes.append(element("rect", x=-2, y=-2, width=WIDTH + 4, height=HEIGHT + 4, rx=7, class_="ring"))
    words = " · ".join(filter(None, ["leads" if place == 0 else "", "wins" if wins else ""]))
    if words:
        shapes.append(text(words, WIDTH / 2, HEIGHT + 12, 10, kind="mark", bold=True))
    return shapes
