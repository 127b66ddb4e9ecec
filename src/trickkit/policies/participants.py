"""Which seats take part in a phase, and in which order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a, whole
from trickkit.model.deal import Deal
from trickkit.policies.partners import Alone, Opposite, Partners

__all__ = [
    "Declarer",
    "DeclarersSide",
    "Everyone",
    "FromDeclarer",
    "OneSide",
    "Opponents",
    "Participants",
    "Starter",
    "taking_part",
]


class Participants(ABC):
    """Says which seats take part in a phase, in the order of their turns.

    >>> from attrs import frozen
    >>> @frozen
    ... class Last(Participants):
    ...     def seats(self, deal):
    ...         return (deal.players - 1,)
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> Last().seats(Deal.fresh(french(), players=3))
    (2,)
    """

    __slots__ = ()

    needs_declarer: ClassVar[bool] = False
    """Whether nobody takes part in a deal without a declarer."""

    @abstractmethod
    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The seats in the order of their turns; () for nobody.

        Args:
            deal: as it stands when a phase begins; which cards the hands hold should make no difference.
        """


def taking_part(who: Participants, deal: Deal, phase: object) -> tuple[int, ...]:
    """The seats that a policy names, after a check that they exist and are distinct.

    Args:
        who: the policy.
        deal: as it stands when the phase begins.
        phase: the phase that asks; errors name it.

    Raises:
        InvalidRules: the policy does not return a tuple of existing seats, each at most once.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> taking_part(Everyone(), Deal.fresh(french(), players=3), "a phase")
    (1, 2, 0)
    """
    seats: object = who.seats(deal)
    if not isinstance(seats, tuple) or any(type(seat) is not int or seat not in deal.seats for seat in seats):
        raise InvalidRules(
            f"{type(phase).__name__}: {type(who).__name__}.seats returned {quoted(seats)}; it must return a tuple of "
            f"the seats 0..{deal.players - 1}, such as (0,)",
            deal=deal.number,
        )
    if len(set(seats)) < len(seats):
        raise InvalidRules(
            f"{type(phase).__name__}: {type(who).__name__}.seats returned {quoted(seats)}; it must name each seat once",
            deal=deal.number,
        )
    return seats


@frozen
class Everyone(Participants):
    """All seats, clockwise.

    Args:
        after: how many seats to the left of the starter the first seat sits; 0 is the starter itself.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> Everyone().seats(Deal.fresh(french(), players=4, starter=2))
    (3, 0, 1, 2)
    """

    after: int = field(default=1, validator=whole(0))

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return tuple(_clockwise(deal, deal.starter + self.after))


@frozen
class Declarer(Participants):
    """Only the declarer; nobody in a deal without one.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4)
    >>> Declarer().seats(deal), Declarer().seats(evolve(deal, declarer=1))
    ((), (1,))
    """

    needs_declarer: ClassVar[bool] = True

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The declarer; () if there is none."""
        return () if deal.declarer is None else (deal.declarer,)


@frozen
class DeclarersSide(Participants):
    """The declarer and its partners, clockwise from the declarer; nobody in a deal without one.

    Args:
        partners: who plays together.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> DeclarersSide().seats(evolve(Deal.fresh(french(), players=4), declarer=3))
    (3, 1)
    """

    needs_declarer: ClassVar[bool] = True

    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    def seats(self, deal: Deal) -> tuple[int, ...]:
        """The seats of the declarer's side; () if there is no declarer."""
        if deal.declarer is None:
            return ()
        return _side(deal, deal.declarer, self.partners)


@frozen
class OneSide(Participants):
    """A seat and its partners, clockwise: the starter and the seat opposite, or another seat and its partners.

    In Coiffeur and other kinds of Jass, forehand names trump or pushes the choice across the table.

    Args:
        after: how many seats to the left of the starter the first seat sits; 0 is the starter itself.
        partners: who plays together.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4, starter=2)
    >>> OneSide().seats(deal), OneSide(after=1).seats(deal)
    ((2, 0), (3, 1))
    """

    after: int = field(default=0, validator=whole(0))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return _side(deal, (deal.starter + self.after) % deal.players, self.partners)


@frozen
class FromDeclarer(Participants):
    """All seats, clockwise from the declarer; in a deal without one, from the starter.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> FromDeclarer().seats(evolve(Deal.fresh(french(), players=4), declarer=2))
    (2, 3, 0, 1)
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return tuple(_clockwise(deal, deal.starter if deal.declarer is None else deal.declarer))


@frozen
class Opponents(Participants):
    """All seats that play against the declarer, clockwise from its left; nobody in a deal without a declarer.

    Args:
        partners: who plays together; by default the declarer plays alone against everyone else.

    >>> from attrs import evolve
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.partners import Opposite
    >>> deal = evolve(Deal.fresh(french(), players=4), declarer=2)
    >>> Opponents().seats(deal), Opponents(Opposite()).seats(deal)
    ((3, 0, 1), (3, 1))
    """

    needs_declarer: ClassVar[bool] = True

    partners: Partners = field(default=Alone(), validator=is_a(Partners))

    def seats(self, deal: Deal) -> tuple[int, ...]:
        if deal.declarer is None:
            return ()
        side = self.partners.side(deal.declarer, deal.players)
        return tuple([seat for seat in _clockwise(deal, deal.declarer) if seat not in side])


def _side(deal: Deal, first: int, partners: Partners) -> tuple[int, ...]:
    """A seat and its partners, clockwise from it."""
    side = partners.side(first, deal.players)
    return tuple([seat for seat in _clockwise(deal, first) if seat in side])


def _clockwise(deal: Deal, first: int) -> list[int]:
    return [(first + step) % deal.players for step in deal.seats]


@frozen
class Starter(Participants):
    """Only the starter of the deal; in many games that is the dealer.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> Starter().seats(Deal.fresh(french(), players=4, starter=2))
    (2,)
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return (deal.starter,)
