"""Declaring melds in words: seats say in turn what their best meld is, and the side with the best one shows melds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Call, Pass, Show
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
    from trickkit.model.cards import Deck, Suit

__all__ = ["DeclareMelds", "Declared", "MeldShown", "named", "said"]

PASS = Pass()


def named(meld: Meld, deck: Deck) -> str:
    """The words for a meld that tell its cards: how many up to which rank of which suit, or all of which rank.

    Args:
        meld: cards of one suit in a row, the lowest first, or cards of one rank.
        deck: the deck in use.

    >>> from trickkit.model.cards import french
    >>> [named(Meld(tuple(cards.split()), 20, (20,)), french()) for cards in ("6H 7H 8H", "KC KD KH KS")]
    ['3 to 8 of H', 'all K']
    """
    last, other = deck.card(meld.cards[-1]).faces[0], deck.card(meld.cards[0]).faces[0]
    rank = last.text.removesuffix(last.suit.letter)
    return f"{len(meld.cards)} to {rank} of {last.suit.letter}" if last.suit == other.suit else f"all {rank}"


def said(meld: Meld, deck: Deck, trump: Suit | None) -> str:
    """The words for a meld that tell how good it is, and no suit other than trump.

    Args:
        meld: as for `named`.
        deck: the deck in use.
        trump: the trump suit, or None.

    >>> from trickkit.model.cards import french
    >>> meld, hearts = Meld(("6H", "7H", "8H"), 20, (20,)), french().suits[2]
    >>> said(meld, french(), hearts), said(meld, french(), None)
    ('3 to 8 of trumps', '3 to 8')
    """
    words, _, letter = named(meld, deck).partition(" of ")
    return f"{words} of trumps" if trump is not None and letter == trump.letter else words


def _groups(deck: Deck) -> Iterator[tuple[str, ...]]:
    """The texts of all cards of a suit in a row, and of all cards of a rank."""
    for suit in deck.suits:
        cards = sorted((card for card in deck if card.faces[0].suit == suit), key=lambda card: card.faces[0].rank)
        texts = [card.text for card in cards]
        yield from (tuple(texts[start:end]) for end in range(len(texts) + 1) for start in range(end))
    for card in deck:
        rank = card.text.removesuffix(card.faces[0].suit.letter)
        texts = [f"{rank}{suit.letter}" for suit in deck.suits]
        if card.text == texts[0] and all(text in deck.kinds for text in texts):
            yield tuple(texts)


@frozen
class MeldShown(Event):
    """A seat shows a meld, which scores.

    Args:
        seat: who does.
        meld: what it shows.

    >>> str(MeldShown(2, Meld(("6H", "7H", "8H"), 20, (20,))))
    'Seat 2 shows 6H 7H 8H (20).'
    """

    seat: int
    meld: Meld

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {self.meld}."


@frozen
class Declared(Record):
    """The record of the melds.

    Args:
        calls: what was announced and shown, in order, as pairs of a seat and its action.
        shown: by seat, the melds that it has shown, which score.

    >>> str(Declared(((1, Call("3 to 8")), (2, PASS)), ((), (), ())))
    '3 to 8, pass'
    """

    calls: Answers
    shown: tuple[tuple[Meld, ...], ...]

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


@frozen(kw_only=True)
class DeclareMelds(Phase):
    """Each seat may say what its best meld is, and the side with the best one shows what its seats want to show.

    What is said (`said`) tells how good a meld is, and no suit but trump; melds of which the same is said are equally
    good, and the one said first counts as the better. Then the seats of that side which said something show that meld,
    and as many others as they like. A seat that passes keeps its melds to itself, and other sides theirs but for what
    they said.

    Args:
        melding: what a meld is.
        who: is asked, in order.
        partners: who plays together.

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
    >>> run = DeclareMelds(melding=melding, partners=Alone()).begin(deal)
    >>> at = run.play(run.start(), 0, Call("3 to 9"))
    >>> at = run.play(at, 1, Call("3 to Q"))
    >>> at.actors, [str(action) for action in run.legal(at, 1)]
    ((1,), ['show 3 to Q of D'])
    >>> after = run.record(run.play(run.play(at, 1, Show("3 to Q of D")), 1, PASS))
    >>> [str(meld) for meld in after[DeclareMelds].shown[1]], after[DeclareMelds].shown[0]
    (['TD JD QD (20)'], ())
    """

    record: ClassVar[type[Record]] = Declared

    melding: Melding = field(validator=is_a(Melding))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    partners: Partners = field(default=Opposite(), validator=is_a(Partners))

    @cached_property
    def _melds(self) -> dict[tuple[Deck, Suit | None], tuple[Meld, ...]]:
        return {}

    def possible(self, deck: Deck, trump: Suit | None) -> tuple[Meld, ...]:
        """Every meld that a hand may hold, remembered.

        Args:
            deck: the deck in use.
            trump: the trump suit, or None.
        """
        possible = self._melds.get((deck, trump))
        if possible is None:
            melds = [meld for cards in _groups(deck) for meld in self.melding.melds(Hand.of(deck, cards), trump)]
            possible = self._melds[deck, trump] = tuple(dict.fromkeys(melds))
        return possible

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every meld as it is said, pass, and every meld as it is named."""
        melds = self.possible(deck, None)
        words = dict.fromkeys(said(meld, deck, trump) for trump in (None, *deck.suits) for meld in melds)
        return (*map(Call, words), PASS, *map(Show, dict.fromkeys(named(meld, deck) for meld in melds)))

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        """That the best meld of a hand is the one that was said."""
        declared: Declared | None = deal.get(DeclareMelds)
        if declared is None:
            return ()
        answers = {(one.seat, one.action): place for place, one in enumerate(deal.events) if type(one) is Answered}
        groups: dict[str, list[frozenset[str]]] = {}
        for meld in self.possible(deal.deck, deal.trump):
            groups.setdefault(said(meld, deal.deck, deal.trump), []).append(frozenset(meld.cards))
        return tuple(
            [
                Claim(seat, answers[seat, call], partial(self._is_said, deal, call.word), tuple(groups[call.word]))
                for seat, call in declared.calls
                if isinstance(call, Call)
            ]
        )

    def _is_said(self, deal: Deal, word: str, texts: tuple[str, ...]) -> bool:
        """Whether a word says what the best meld among some cards is."""
        melds = self.melding.melds(Hand.of(deal.deck, texts), deal.trump)
        return bool(melds) and said(melds[0], deal.deck, deal.trump) == word

    def begin(self, deal: Deal) -> Deal | DeclareRun:
        """The announcements of a deal, or the deal with none where no seat is asked."""
        seats = taking_part(self.who, deal, self)
        return DeclareRun(deal, self, seats) if seats else deal.with_record(Declared((), ((),) * deal.players))


@frozen(slots=False)
class DeclareRun(PollRun):
    """The announcements of one deal, and what is shown after them.

    Args:
        phase: its policies.
        seats: who is asked, in order.
    """

    phase: DeclareMelds
    seats: tuple[int, ...]

    @cached_property
    def _melds(self) -> tuple[tuple[Meld, ...], ...]:
        """By hand, its melds, the best first."""
        return tuple([self.phase.melding.melds(hand, self.deal.trump) for hand in self.deal.hands])

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat in turn; then those that show, one after the other, until each passes."""
        count = len(self.seats)
        if len(answers) < count:
            return (self.seats[len(answers)],)
        announced = [seat for seat, call in answers[:count] if call is not PASS]
        if not announced:
            return ()
        # Of equal ones, max gives the first.
        best = max(announced, key=lambda seat: self._melds[seat][0].strength)
        side = self.phase.partners.side(best, self.deal.players)
        done = [seat for seat, call in answers[count:] if call is PASS]
        return tuple([seat for seat in announced if seat in side and seat not in done][:1])

    def _shown(self, answers: Answers) -> Iterator[tuple[int, Meld]]:
        """The melds that were shown, each with its seat, in order."""
        for seat, call in answers:
            if isinstance(call, Show):
                yield seat, next(meld for meld in self._melds[seat] if named(meld, self.deal.deck) == call.what)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The best meld, or pass; or the melds that may be shown, of which the one that was announced comes first."""
        melds, deck, trump = self._melds[seat], self.deal.deck, self.deal.trump
        words = [said(meld, deck, trump) for meld in melds]
        if len(answers) < len(self.seats):
            return (*map(Call, words[:1]), PASS)
        shown = [meld for shower, meld in self._shown(answers) if shower == seat]
        if not shown:
            return tuple([Show(named(meld, deck)) for meld, word in zip(melds, words, strict=True) if word == words[0]])
        return (*(Show(named(meld, deck)) for meld in melds if meld not in shown), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That the best meld may be announced, or which ones may be shown."""
        melds = self._melds[seat]
        if len(at.answers) >= len(self.seats):
            first = not any(shower == seat for shower, _ in self._shown(at.answers))
            return f"seat {seat} shows {'the meld that it announced' if first else 'another meld, or passes'}"
        if isinstance(action, Call) and not melds:
            return f"hand {seat} holds no meld: seat {seat} passes"
        if isinstance(action, Call):
            return f"seat {seat} announces its best meld, {said(melds[0], self.deal.deck, self.deal.trump)}, or passes"
        return f"melds are announced now; {action} is neither one nor {PASS}"

    def record(self, at: Poll) -> Deal:
        """The deal with the melds announced and shown so far."""
        deal, shown, events = self.deal, [*self._shown(at.answers)], list[Event]()
        melds = iter(shown)
        for seat, call in at.answers:
            events.append(MeldShown(*next(melds)) if isinstance(call, Show) else Answered(seat, call))
        cards = deal.deck.mask({card for _, meld in shown for card in meld.cards})
        by_seat = tuple([tuple([meld for shower, meld in shown if shower == seat]) for seat in deal.seats])
        return deal.with_record(
            Declared(at.answers, by_seat), *events, known=tuple([old | cards for old in deal.known])
        )
