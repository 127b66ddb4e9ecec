"""Naming trump or the game: seats are asked in rounds, and the first to name something becomes the declarer."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.actions import Action, Name, Pass
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.dealers_card import DealersCard
from trickkit.phases.drawing import ShowTop
from trickkit.phases.kinds.polls import Answers, Poll, PollRun, SpokenCalls
from trickkit.phases.turning import TurnTrump
from trickkit.policies.offers import AnySuit, Offer, to_offers
from trickkit.policies.participants import Everyone, Participants, Starter, taking_part
from trickkit.policies.trump import in_words

__all__ = ["AllPassed", "GameNamed", "NameTrump", "Named", "OrderedUp"]

PASS = Pass()


@frozen
class GameNamed(Event):
    """A seat has named the game, which is now settled.

    Args:
        seat: the seat that named it.
        game: the letter of the trump suit, or the words of the game.
        trump: the trump suit, or None.

    >>> from trickkit.model.cards import french
    >>> str(GameNamed(2, "S", french().suits[3])), str(GameNamed(0, "null", None))
    ('Seat 2 names spades as trump.', 'Seat 0 names null: no trump.')
    """

    seat: int
    game: str
    trump: Suit | None

    def __str__(self) -> str:
        if self.trump is not None and self.game == self.trump.letter:
            return f"Seat {self.seat} names {self.trump} as trump."
        return f"Seat {self.seat} names {self.game}: {in_words(self.trump)}."


@frozen
class AllPassed(Event):
    """All seats passed, and the deal is not played.

    >>> str(AllPassed())
    'All pass: the deal is not played.'
    """

    def __str__(self) -> str:
        return "All pass: the deal is not played."


@frozen
class Named(SpokenCalls):
    """The record of the named trump or game, if any.

    Args:
        calls: the answers, in order, as pairs of a seat and its action.
        game: what was named: the letter of the trump suit, or the words of the game; None if nothing was.
        turn: the round in which it was named, from 0; None if nothing was.

    >>> str(Named(((1, PASS), (2, Name("S"))), "S", 0)), str(Named((), None, None))
    ('pass, name S', 'no call')
    """

    game: str | None
    turn: int | None

    def played_for(self) -> str:
        return self.game or ""


@frozen(kw_only=True)
class NameTrump(Phase):
    """Seats may name trump, one after the other and round after round, until one does and becomes the declarer.

    If no seat names anything, the deal is not played.

    Args:
        offers: what may be named in each round; a single one may be given as it is.
        who: the seats that are asked in each round, in order.
        must: whether the last seat of the last round must name something if nobody has.
        never: words that may not be named, whatever is offered, as in a house rule without grand.

    Raises:
        InvalidRules: there is no round, or a policy is of the wrong type; or, when a game is built, a word is never
            offered.

    >>> from trickkit.model.cards import french
    >>> run = NameTrump(must=True).begin(Deal.fresh(french(), players=2, starter=1))
    >>> at = run.play(run.start(), 0, PASS)
    >>> [str(action) for action in run.legal(at, 1)]
    ['name C', 'name D', 'name H', 'name S']
    >>> after = run.record(run.play(at, 1, Name("H")))
    >>> str(after.trump), after.declarer
    ('hearts', 1)
    """

    record: ClassVar[type[Record]] = Named
    binding: ClassVar[bool] = True
    finds_declarer: ClassVar[bool] = True

    offers: tuple[Offer, ...] = field(default=(AnySuit(),), converter=to_offers, validator=each_is_a(Offer))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    must: bool = field(default=False, validator=is_a(bool))
    never: tuple[str, ...] = field(default=(), converter=one_or_more_texts, validator=each_is_a(str))

    @property
    def left_out(self) -> tuple[str, ...]:
        return self.never

    def question(self, view: Sight) -> Question:
        if PASS in view.legal():
            return Question("Do you name trump?", "name_trump")
        return Question("What do you play?", "name_game")

    @offers.validator
    def _there_is_a_round(self, _attribute: object, offers: tuple[Offer, ...]) -> None:
        if not offers:
            raise InvalidRules("NameTrump: offers=(): there is no round in which anything may be named")

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Name(word) for word in self.games(deck)), PASS)

    def games(self, deck: Deck) -> tuple[str, ...]:
        """Every word that may be named, suits by their letters.

        Raises:
            InvalidRules: a word that may not be named is never offered.
        """
        words = dict.fromkeys(word for offer in self.offers for word in offer.words(deck))
        for word in self.never:
            if word not in words:
                raise InvalidRules(
                    f"NameTrump: never={quoted(self.never)}: {quoted(word)} is not offered{nearest(word, words)}; "
                    f"there are: {', '.join(words)}"
                )
        return tuple([word for word in words if word not in self.never])

    def begin(self, deal: Deal) -> Deal | NameRun:
        """The run of the naming in a deal, or the deal unchanged if no seat is asked.

        Raises:
            InvalidRules: nothing may be named in a round, or a card should have been turned up.
        """
        seats = taking_part(self.who, deal, self)
        if not seats:
            return deal.with_record(Named((), None, None))
        turned = _turned(deal)
        offered = [offer.games(deal, turned) for offer in self.offers]
        games = tuple({word: trump for word, trump in by_word.items() if word not in self.never} for by_word in offered)
        for offer, rounds in zip(self.offers, games, strict=True):
            if not rounds:
                raise InvalidRules(f"NameTrump: {quoted(offer)} leaves nothing to be named", deal=deal.number)
        return NameRun(deal, self, seats, games)


def _turned(deal: Deal) -> Suit | None:
    """The suit of the turned-up card; None if there is none, or if it has several suits."""
    shown = deal.get(ShowTop) or deal.get(TurnTrump) or deal.get(DealersCard)
    card = None if shown is None else shown.card
    return card.faces[0].suit if card is not None and card.is_plain else None


@frozen(slots=False)
class NameRun(PollRun):
    """The run of `NameTrump` in one deal.

    Args:
        phase: its policies.
        seats: who is asked in each round, in order.
        games: by round, what may be named, with the trump of each.
    """

    phase: NameTrump
    seats: tuple[int, ...]
    games: tuple[Mapping[str, Suit | None], ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        if len(answers) == len(self.seats) * len(self.games) or (answers and answers[-1][1] is not PASS):
            return ()
        return (self.seats[len(answers) % len(self.seats)],)

    def offered(self, at: Poll, seat: int) -> tuple[Action, ...]:
        names = tuple([Name(word) for word in self.games[self._turn(at.answers)]])
        last = len(at.answers) == len(self.seats) * len(self.games) - 1
        return names if self.phase.must and last else (*names, PASS)

    def allows(self, at: Poll, seat: int, action: Action) -> bool:
        offer = self.phase.offers[self._turn(at.answers)]
        return not isinstance(action, Name) or offer.allows(self.deal, seat, action.game)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        at = Poll((seat,), answers)
        offered = self.offered(at, seat)
        choices = tuple([action for action in offered if self.allows(at, seat, action)])
        if not choices:
            words = ", ".join(self.games[self._turn(answers)])
            raise InvalidRules(
                f"NameTrump: none of {words} is left for seat {seat}, which must name one; play fewer deals, offer "
                "more, or let it pass, as must=False does",
                deal=self.deal.number,
                seat=seat,
            )
        return choices

    def _turn(self, answers: Answers) -> int:
        """The round in which the next answer is given, from 0."""
        return len(answers) // len(self.seats)

    def summary(self, at: Poll) -> Hashable:
        """The number of answers; at the end, the seat, its choice and the round, or None if all passed."""
        if at.actors:
            return len(at.answers)
        return (at.answers[-1], (len(at.answers) - 1) // len(self.seats)) if at.answers[-1][1] is not PASS else None

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if action is PASS:
            return f"nobody has named trump: seat {seat}, the last one to be asked, must"
        if isinstance(action, Name):
            turn = self._turn(at.answers)
            is_offered = action.game in self.games[turn]
            return f"{action.game} may not be named {f'by seat {seat} any more' if is_offered else f'in round {turn}'}"
        return f"trump is named now; {action} is not a name for it"

    def record(self, at: Poll) -> Deal:
        events: list[Event] = [Answered(*answer) for answer in at.answers]
        if at.actors:
            return self.deal.with_record(Named(at.answers, None, None), *events)
        seat, named = at.answers[-1]
        if not isinstance(named, Name):
            return self.deal.with_record(Named(at.answers, None, None), *events, AllPassed(), closed=True)
        turn = (len(at.answers) - 1) // len(self.seats)
        trump = self.games[turn][named.game]
        events.append(GameNamed(seat, named.game, trump))
        return self.deal.with_record(Named(at.answers, named.game, turn), *events, trump=trump, declarer=seat)


@frozen
class OrderedUp(Participants):
    """The starter of the deal, who is its dealer, if trump was named in the first round: the card is ordered up.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4, starter=2)
    >>> OrderedUp().seats(deal.with_record(Named((), "S", 0))), OrderedUp().seats(deal.with_record(Named((), "S", 1)))
    ((2,), ())
    """

    def seats(self, deal: Deal) -> tuple[int, ...]:
        named: Named | None = deal.get(NameTrump)
        return Starter().seats(deal) if named is not None and named.turn == 0 else ()
