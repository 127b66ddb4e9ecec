"""Reservations about the ordinary game: seats say in turn whether they have one, then those that do name a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call, Name
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a, pairs_of
from trickkit.model.converters import to_pairs
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun, SpokenCalls
from trickkit.phases.naming import GameNamed
from trickkit.policies.offers import Offer, to_offers
from trickkit.policies.participants import Everyone, Participants, taking_part
from trickkit.policies.sides import DeclarerAlone, DependentSides, Sides

__all__ = ["AskReservations", "Reservations", "SidesByGame"]

HEALTHY, RESERVATION = Call("healthy"), Call("reservation")


@frozen
class Reservations(SpokenCalls):
    """The record of the reservations.

    Args:
        calls: the answers, in order, as pairs of a seat and its action.
        game: the words of the game that is played instead of the ordinary one; None for the ordinary one.

    >>> str(Reservations(((1, RESERVATION), (2, HEALTHY)), None)), str(Reservations((), None))
    ('reservation, healthy', 'no call')
    """

    game: str | None

    def played_for(self) -> str:
        return self.game or ""


def _needs(
    needs: Mapping[str, Iterable[str]] | Iterable[tuple[str, Iterable[str]]],
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((word, tuple(cards)) for word, cards in dict(needs).items())


@frozen(kw_only=True)
class AskReservations(Phase):
    """Seats say in turn whether they are healthy or have a reservation; then those that have one name their games.

    Games are named in turn, until one of the first rank is named. The named game of the highest rank is played, the
    first of several, and its seat becomes the declarer. If all seats are healthy, the deal does not change.

    Args:
        offers: the games that may be named, by rank, the highest first; a single rank may be given as it is.
        needs: by the words of a game, the texts of the cards that the hand must hold; naming it shows them to all.
        who: the seats that are asked, in order.

    Raises:
        InvalidRules: there is no game, or an argument is of the wrong type.

    >>> from attrs import evolve
    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.offers import Games
    >>> deck = french()
    >>> hands = [Hand.of(deck, cards) for cards in (["AH", "KH"], ["2C", "3C"])]
    >>> asked = AskReservations(offers=(Games({"null": None}), Games({"pair": None})), needs={"pair": ["KH", "AH"]})
    >>> run = asked.begin(evolve(Deal.fresh(deck, players=2), hands=hands))
    >>> at = run.play(run.play(run.start(), 1, RESERVATION), 0, RESERVATION)
    >>> at.actors, [str(action) for action in run.legal(at, 1)], [str(action) for action in run.legal(at, 0)]
    ((1,), ['name null'], ['name null', 'name pair'])
    """

    record: ClassVar[type[Record]] = Reservations
    binding: ClassVar[bool] = True
    finds_declarer: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("Do you have a reservation?", "reservation")

    offers: tuple[Offer, ...] = field(converter=to_offers, validator=each_is_a(Offer))
    needs: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), converter=_needs)
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    @offers.validator
    def _there_is_a_rank(self, _attribute: object, offers: tuple[Offer, ...]) -> None:
        if not offers:
            raise InvalidRules("AskReservations: offers=(): there is no game that may be named")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (HEALTHY, RESERVATION, *(Name(word) for word in self.games(deck)))

    def games(self, deck: Deck) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for offer in self.offers for word in offer.words(deck)))

    def begin(self, deal: Deal) -> Deal | ReservationsRun:
        """The run of the reservations in a deal; skipped if no seat is asked.

        Raises:
            InvalidRules: a game needs a card that is not in the deck.
        """
        seats = taking_part(self.who, deal, self)
        texts = {card.text for card in deal.deck}
        for word, cards in self.needs:
            if not texts.issuperset(cards):
                raise InvalidRules(
                    f"AskReservations: {quoted(word)} needs {' '.join(cards)}, which the deck does not have"
                )
        if not seats:
            return deal.with_record(Reservations((), None))
        return ReservationsRun(deal, self, seats, tuple(offer.games(deal, None) for offer in self.offers))


@frozen(slots=False)
class ReservationsRun(PollRun):
    """The run of `AskReservations` in one deal.

    Args:
        phase: its policies.
        seats: who is asked, in order.
        games: by rank, what may be named, with the trump of each.
    """

    phase: AskReservations
    seats: tuple[int, ...]
    games: tuple[Mapping[str, Suit | None], ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn; then those with a reservation, until a game of the first rank is named."""
        if len(answers) < len(self.seats):
            return (self.seats[len(answers)],)
        named = answers[len(self.seats) :]
        if named and self._rank(named[-1][1]) == 0:
            return ()
        return self._reserved(answers)[len(named) : len(named) + 1]

    def _reserved(self, answers: Answers) -> tuple[int, ...]:
        return tuple([seat for seat, answer in answers[: len(self.seats)] if answer is RESERVATION])

    def _rank(self, action: Action) -> int:
        return next(rank for rank, games in enumerate(self.games) if isinstance(action, Name) and action.game in games)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """Healthy, or a reservation if the hand allows any game; in the second round, these games."""
        ranks = zip(self.phase.offers, self.games, strict=True)
        words = [word for offer, games in ranks for word in games if offer.allows(self.deal, seat, word)]
        if len(answers) < len(self.seats):
            return (HEALTHY, RESERVATION) if any(self._may(word, seat) for word in words) else (HEALTHY,)
        return tuple([Name(word) for word in words if self._may(word, seat)])

    def _may(self, word: str, seat: int) -> bool:
        needed = self._needed.get(word)
        if needed is None:
            return True
        held, kinds = self.deal.held[seat], self.deal.deck.kinds
        return all((held & kinds[text]).bit_count() >= count for text, count in needed.items())

    @cached_property
    def _needed(self) -> dict[str, Counter[str]]:
        """By game that requires cards, how many of each."""
        return {word: Counter(cards) for word, cards in self.phase.needs if cards}

    def _shown(self, answers: Answers) -> int:
        """The cards that the named games require, in the hands of the seats that named them, as a mask."""
        shown, deck, needs = 0, self.deal.deck, dict(self.phase.needs)
        for seat, action in answers:
            for text in needs.get(action.game, ()) if isinstance(action, Name) else ():
                copies = self.deal.held[seat] & deck.kinds[text] & ~shown
                shown |= deck.card_of[copies & -copies]
        return shown

    def summary(self, at: Poll) -> Hashable:
        named = at.answers[len(self.seats) :]
        waiting = (self._reserved(at.answers)[len(named) :], len(at.answers)) if at.actors else None
        needs = dict(self.phase.needs)
        shown = [(seat, action) for seat, action in named if isinstance(action, Name) and needs.get(action.game)]
        return waiting, self._played(at.answers), tuple(shown)

    def _played(self, answers: Answers) -> tuple[int, int, str] | None:
        """The named game that takes precedence: its rank, its seat and its words; None if none was named."""
        named = [(self._rank(action), seat, action.game) for seat, action in answers if isinstance(action, Name)]
        return min(named, key=lambda one: one[0], default=None)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if isinstance(action, Name) and len(at.answers) >= len(self.seats):
            needed = dict(self.phase.needs).get(action.game, ())
            lacking = f"may not be named by seat {seat}"
            if not self._may(action.game, seat):
                lacking = f"needs {' and '.join(needed)} in hand {seat}"
            return f"{action.game} {lacking}"
        if len(at.answers) >= len(self.seats):
            return f"seat {seat} has a reservation and names its game now; {action} names none"
        if action is RESERVATION:
            return f"hand {seat} holds what no game needs that could be named"
        return f"reservations are asked for now; {action} is neither {HEALTHY} nor {RESERVATION}"

    def record(self, at: Poll) -> Deal:
        shown = self._shown(at.answers)
        known = tuple([known | shown for known in self.deal.known])
        events: list[Event] = [Answered(*answer) for answer in at.answers]
        played = self._played(at.answers)
        if at.actors or played is None:
            return self.deal.with_record(Reservations(at.answers, None), *events, known=known)
        rank, seat, game = played
        trump = self.games[rank][game]
        events.append(GameNamed(seat, game, trump))
        return self.deal.with_record(Reservations(at.answers, game), *events, known=known, trump=trump, declarer=seat)


@frozen(kw_only=True, cache_hash=True)
class SidesByGame(DependentSides):
    """Sides that depend on the game that was named.

    Args:
        ordinary: who plays together in the ordinary game.
        games: by the words of a game, who plays together in it.
        others: who plays together in all other games.

    >>> from attrs import evolve
    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.sides import Holders
    >>> deck = french("QK")
    >>> hands = [Hand.of(deck, [card]) for card in ("QC", "QH", "KS")]
    >>> deal, sides = evolve(Deal.fresh(deck, players=3), hands=hands), SidesByGame(ordinary=Holders("QH"))
    >>> sides.side(deal), sides.side(evolve(deal.with_record(Reservations((), "null")), declarer=2))
    ((1,), (2,))
    """

    ordinary: Sides = field(validator=is_a(Sides))
    games: tuple[tuple[str, Sides], ...] = field(
        default=(), converter=to_pairs, validator=pairs_of(str, Sides, "Sides by game")
    )
    others: Sides = field(default=DeclarerAlone(), validator=is_a(Sides))

    def of(self, deal: Deal) -> Sides:
        reservations = deal.get(AskReservations)
        if reservations is None or reservations.game is None:
            return self.ordinary
        return next((sides for word, sides in self.games if word == reservations.game), self.others)
