"""Layouts that grow card by card: seats in turn lay a card that fits, or pass if they have none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from trickkit.model.cards import Deck

__all__ = ["Layout"]


@frozen(kw_only=True)
class Layout:
    """Says which faces fit a layout, given those on it, and who lays cards.

    In turn, each seat lays a card that fits, or passes if it has none; the deal ends when the layout does. A phase
    whose method `layout` returns the layout of a deal runs in compiled code.

    Args:
        seats: the seats that lay cards, in order; those without cards are skipped.
        first: the faces that fit on the empty layout, as a mask.
        begun: by the text of the first face laid, the faces that fit from then on.
        beside: by the text of a face, the faces that fit once it has been laid. Each face is laid only once, even if
            there are equal copies.
        out: the number of seats without cards that ends the layout, which also ends when no seat has a card that fits;
            None for all seats.

    >>> from trickkit.model.cards import french
    >>> deck = french("QKA", suits="C")
    >>> beside = {text: deck.mask([text]) << 1 & deck.all for text in deck.kinds}
    >>> upwards = Layout(seats=(0, 1), first=deck.all, begun=dict.fromkeys(deck.kinds, 0), beside=beside)
    >>> upwards.fitting(deck, ["QC"]) == deck.mask(["KC"])
    True
    """

    seats: tuple[int, ...]
    first: int
    begun: Mapping[str, int] = field(hash=False)
    beside: Mapping[str, int] = field(hash=False)
    out: int | None = None

    @property
    def enough(self) -> int:
        """How many seats without cards end it."""
        return len(self.seats) if self.out is None else min(self.out, len(self.seats))

    def fitting(self, deck: Deck, laid: Sequence[str]) -> int:
        """The faces that may be laid next, as a mask.

        Args:
            deck: the deck of the game.
            laid: the texts of the faces on the layout, in order.
        """
        fits = self.begun[laid[0]] if laid else self.first
        for text in laid:
            fits |= self.beside[text]
        return fits & ~sum({deck.kinds[text] for text in laid})
