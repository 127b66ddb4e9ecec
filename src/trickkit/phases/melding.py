"""Melds: seats announce in turn what their best one is worth, and the side with the best of all shows its melds."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Bid, Pass
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.phases.base import Claim, Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.melds import Meld, Melding
from trickkit.policies.participants import Everyone, Participants, taking_part
from trickkit.policies.partners import Opposite, Partners

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["AnnounceMelds", "BestMeld", "Melds", "MeldsShown", "ShowMelds"]

PASS = Pass()


@frozen
class MeldsShown(Event):
    """A seat shows its melds, which score.

    Args:
        seat: who does.
        melds: the best first.

    >>> str(MeldsShown(2, (Meld(("6H", "7H", "8H"), 20, (20,)),)))
    'Seat 2 shows 6H 7H 8H (20).'
    """

    seat: int
    melds: tuple[Meld, ...]

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {', '.join(str(meld) for meld in self.melds)}."


@frozen
class BestMeld(Event):
    """It is known which seat has announced the best meld.

    Args:
        seat: whose it is.

    >>> str(BestMeld(2))
    'Seat 2 has the best meld.'
    """

    seat: int

    def __str__(self) -> str:
        return f"Seat {self.seat} has the best meld."


Held = tuple[tuple[Meld, ...], ...]


@frozen
class Melds(Record):
    """The record of the melds.

    Args:
        calls: what was announced, in order, as pairs of a seat and its action.
        shown: by seat, the melds that score, the best first; () while they are being announced.
        held: by seat, the melds that score and are to be shown later; a view has those of its seat alone.

    >>> str(Melds(((1, Bid(20)), (2, PASS)), ()))
    '20, pass'
    """

    calls: Answers
    shown: Held
    held: Held = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Melds:
        """The record with the melds that are shown, and those that a seat holds itself."""
        own = tuple([melds if holder == seat else () for holder, melds in enumerate(self.held)])
        return Melds(self.calls, self.shown, own)

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


@frozen(kw_only=True)
class AnnounceMelds(Phase):
    """Each seat may announce the points of its best meld; the side with the best one shows all melds of its announcers.

    The other side's melds stay secret but for the points that were announced. Of equal melds the one announced first
    counts as the better. A seat that passes keeps its melds to itself.

    Args:
        melding: what a meld is.
        who: is asked, in order.
        partners: who plays together.
        at_once: whether the melds are shown at once; else by the phase `ShowMelds`, as after the first trick in Belote.

    Raises:
        InvalidRules: a policy is of the wrong kind.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.melds import RunsAndSets
    >>> from trickkit.policies.partners import Alone
    >>> deck = french("789TJQKA")
    >>> hands = [Hand.of(deck, text.split()) for text in ("7C 8C 9C", "TD JD QD")]
    >>> deal = Deal.fresh(deck, players=2, starter=1).changed(hands=tuple(hands))
    >>> melding = RunsAndSets(order="789TJQKA", runs={3: 20}, sets={})
    >>> run = AnnounceMelds(melding=melding, partners=Alone()).begin(deal)
    >>> at = run.play(run.start(), 0, Bid(20))
    >>> [str(action) for action in run.legal(at, 1)]
    ['20', 'pass']
    >>> after = run.record(run.play(at, 1, Bid(20)))
    >>> str(after.events[-1]), after[AnnounceMelds].shown[0]
    ('Seat 1 shows TD JD QD (20).', ())
    """

    record: ClassVar[type[Record]] = Melds

    melding: Melding = field(validator=is_a(Melding))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))
    at_once: bool = field(default=True, validator=is_a(bool))

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        """That the best meld of a hand is worth what was announced."""
        melds: Melds | None = deal.get(AnnounceMelds)
        if melds is None:
            return ()
        said = {answer: number for number, answer in enumerate(deal.events) if type(answer) is Answered}
        return tuple(
            [
                Claim(seat, said[Answered(seat, call)], partial(self._is_worth, deal, call.number))
                for seat, call in melds.calls
                if isinstance(call, Bid)
            ]
        )

    def _is_worth(self, deal: Deal, points: int, texts: tuple[str, ...]) -> bool:
        """Whether the best meld among some cards is worth so many points."""
        melds = self.melding.melds(Hand.of(deal.deck, texts), deal.trump)
        return bool(melds) and melds[0].points == points

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """All points that a meld may score, and pass."""
        return (*(Bid(points) for points in self.melding.values()), PASS)

    def begin(self, deal: Deal) -> Deal | AnnounceRun:
        """The announcements of a deal, or the deal with none where no seat is asked."""
        seats = taking_part(self.who, deal, self)
        return AnnounceRun(deal, self, seats) if seats else deal.with_record(Melds((), ((),) * deal.players))


@frozen(slots=False)
class AnnounceRun(PollRun):
    """The announcements of one deal.

    Args:
        phase: its policies.
        seats: who is asked, in order.
    """

    phase: AnnounceMelds
    seats: tuple[int, ...]

    @cached_property
    def _melds(self) -> tuple[tuple[Meld, ...], ...]:
        """By hand, its melds."""
        return tuple([self.phase.melding.melds(hand, self.deal.trump) for hand in self.deal.hands])

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn."""
        return self.seats[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The points of the best meld, where there is one; and pass."""
        melds = self._melds[seat]
        return (Bid(melds[0].points), PASS) if melds else (PASS,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That the best meld may be announced, or that there is none."""
        if not isinstance(action, Bid):
            return f"melds are announced now; {action} is neither the points of one nor {PASS}"
        melds = self._melds[seat]
        if not melds:
            return f"hand {seat} holds no meld: seat {seat} passes"
        return f"seat {seat} announces {melds[0].points}, the points of its best meld, or passes"

    def record(self, at: Poll) -> Deal:
        """The deal with the announcements so far; at the end with the melds that are shown."""
        deal = self.deal
        events: list[Event] = [Answered(*answer) for answer in at.answers]
        if at.actors:
            return deal.with_record(Melds(at.answers, ()), *events)
        announced = [seat for seat, action in at.answers if action is not PASS]
        if not announced:
            return deal.with_record(Melds(at.answers, ((),) * deal.players), *events)
        # Of equal ones, max gives the first.
        best = max(announced, key=lambda seat: self._melds[seat][0].strength)
        side = self.phase.partners.side(best, deal.players)
        found = tuple([self._melds[seat] if seat in announced and seat in side else () for seat in deal.seats])
        if not self.phase.at_once:
            return deal.with_record(Melds(at.answers, ((),) * deal.players, found), *events, BestMeld(best))
        return _shown(deal.changed(*events), Melds(at.answers, found))


def _shown(deal: Deal, record: Melds) -> Deal:
    """The deal with melds that all have seen."""
    events = [MeldsShown(seat, melds) for seat, melds in enumerate(record.shown) if melds]
    cards = deal.deck.mask({card for melds in record.shown for meld in melds for card in meld.cards})
    return deal.with_record(record, *events, known=tuple([known | cards for known in deal.known]))


@frozen
class ShowMelds(Phase):
    """The melds that score are shown, where `AnnounceMelds` has not done so: all see their cards then.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.melds import RunsAndSets
    >>> from trickkit.policies.partners import Alone
    >>> deck = french("789TJQKA")
    >>> hands = [Hand.of(deck, text.split()) for text in ("7C 8C 9C", "TD KD QD")]
    >>> deal = Deal.fresh(deck, players=2, starter=1).changed(hands=tuple(hands))
    >>> melding = RunsAndSets(order="789TJQKA", runs={3: 20}, sets={})
    >>> run = AnnounceMelds(melding=melding, at_once=False, partners=Alone()).begin(deal)
    >>> deal = run.record(run.play(run.play(run.start(), 0, Bid(20)), 1, PASS))
    >>> str(deal.events[-1]), str(ShowMelds().begin(deal).events[-1])
    ('Seat 0 has the best meld.', 'Seat 0 shows 7C 8C 9C (20).')
    """

    def begin(self, deal: Deal) -> Deal:
        """The deal with its melds on the table.

        Raises:
            InvalidRules: nothing has been announced before.
        """
        melds: Melds = deal[AnnounceMelds]
        return _shown(deal, Melds(melds.calls, melds.held)) if melds.held else deal
