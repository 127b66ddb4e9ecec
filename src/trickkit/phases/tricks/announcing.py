"""Announcements of two sides during the tricks: each requires the previous one, and enough cards in hand."""

from __future__ import annotations

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a, whole
from trickkit.model.converters import to_groups
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick
from trickkit.phases.tricks.calling import CallingTricks, Calls
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.sides import Settled, Sides

__all__ = ["Announcements"]


@frozen
class _BeforeTricks(Sides):
    """Sides that were settled before the tricks began."""

    before: Settled
    sides: Sides

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        return self.sides.known(deal)

    def settled(self, deal: Deal, tricks: tuple[Trick, ...]) -> Settled:
        return self.before

    def shown(self, deal: Deal, hand: int, cards: int) -> int:
        return self.sides.shown(deal, hand, cards)

    def ruled_out(self, deal: Deal) -> int:
        return self.sides.ruled_out(deal)


@frozen(kw_only=True)
class Announcements(Calling):
    """Each of two sides has a ladder of announcements, which its seats may make one after the other.

    The first announcement may be made while the hand has played at most `played` cards, and every further one up to a
    card later. A side that has announced nothing may answer the other side's last announcement with its own first one,
    up to a card after that announcement could be made. If a trick settles the sides, nothing is announced before it,
    and all times shift by the number of tricks before it.

    Args:
        ladders: the announcements of the first side in order, and those of the second.
        sides: who is on which side.
        played: how many cards a hand may have played, 0 or more.

    Raises:
        InvalidRules: there are not two sides with announcements of their own, or an argument is of the wrong type.

    >>> from attrs import evolve
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.sides import DeclarerAlone
    >>> deal = evolve(Deal.fresh(french(), players=3, size=2), declarer=1)
    >>> game = Announcements(ladders=[("spritzer", "all tricks"), ("counter",)], sides=DeclarerAlone(), played=0)
    >>> turn = TurnToPlay(deal, 1, 1, 0b11, (), (), ())
    >>> [game.forbids(word, turn) for word in game.words()]
    ['', 'spritzer must be announced before it', 'it is an announcement of the other side']
    """

    ladders: tuple[tuple[str, ...], ...] = field(converter=to_groups)
    sides: Sides = field(validator=is_a(Sides))
    played: int = field(validator=whole(0))

    @ladders.validator
    def _two_with_words(self, _attribute: object, ladders: tuple[tuple[str, ...], ...]) -> None:
        words = [word for ladder in ladders for word in ladder]
        if len(ladders) != 2 or len({*words}) != len(words) or not all(ladders):
            raise InvalidRules(f"Announcements: ladders={quoted(ladders)} are not two rows of different words")

    def words(self) -> tuple[str, ...]:
        return tuple([word for ladder in self.ladders for word in ladder])

    def of(self, deal: Deal) -> Announcements:
        sides = self.sides.of(deal)
        settled = sides.settled(deal, ())
        return evolve(self, sides=sides if settled is None else _BeforeTricks(settled, sides))

    def summary(self, calls: tuple[CallMade, ...]) -> tuple[int, int]:
        return self.made(0, calls), self.made(1, calls)

    def made(self, side: int, calls: tuple[CallMade, ...]) -> int:
        """The number of announcements of a side.

        Args:
            side: 0 for the first one, 1 for the second.
            calls: those in the tricks of a deal.
        """
        return sum([call.word in self.ladders[side] for call in calls])

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        side = 0 if word in self.ladders[0] else 1
        step, made = self.ladders[side].index(word), self.made(side, turn.calls)
        if step != made:
            return (
                "it has already been announced"
                if step < made
                else f"{self.ladders[side][step - 1]} must be announced before it"
            )
        answered = 0 if made else self.made(1 - side, turn.calls)
        needed = turn.deal.size - self.played - max(step, answered)
        settled = turn.settled(self.sides)
        if settled is None:
            return "it is not settled yet who plays together"
        if turn.left < needed - settled.trick:
            return f"the hand must hold at least {needed - settled.trick} cards"
        return "" if (turn.seat in settled.seats) == (side == 0) else "it is an announcement of the other side"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        return self.sides.shown(turn.deal, turn.hand, turn.cards) if word in self.ladders[0] else 0

    def ruled_out(self, word: str, deal: Deal, shown: int) -> int:
        return self.sides.ruled_out(deal) if word in self.ladders[1] else 0

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        """By seat, whether it is on the first side; None if neither cards nor announcements show it.

        Args:
            deal: at any time, or that of a view.
        """
        known = [*self.sides.known(deal)]
        calls: Calls | None = deal.get(CallingTricks)
        for call in calls.made if calls else ():
            known[call.seat] = call.word in self.ladders[0]
        if known.count(False) == deal.players - 1:
            known = [is_first is not False for is_first in known]
        return tuple(known)
