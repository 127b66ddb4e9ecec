"""Tricks whose policies and trump follow from the trick before: each is a phase of its own."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed
from strategies import effort

from trickkit import Deal, IllegalAction, Rules, Stacked
from trickkit.model.cards import Face, Suit, french
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Context, Follow, MustFollow, MustTrump, Step
from trickkit.policies.ranking import HighCard, Ranking
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.testing import laws

SIZE = 4


def game(*phases: Phase) -> Rules:
    return Rules(
        key="next",
        name="Next",
        players=3,
        deck=french("JQKA"),
        phases=(DealOut(), *phases),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(SIZE)),
        ending=AfterDeals(deals=1),
    )


def each(**policies: Any) -> tuple[Tricks, ...]:
    """A phase for each trick."""
    return (*[Tricks(until=AfterTricks(1), **policies)] * (SIZE - 1), Tricks(**policies))


def winning(deal: Deal) -> str | None:
    """The card that won the last trick."""
    table: TrickTable | None = deal.get(Tricks)
    if table is None or not table.tricks:
        return None
    return next(play.card for play in table.last.plays if play.hand == table.last.taker)


@frozen
class WinnersSuitIsTrump(Phase):
    """The suit of the card that won the last trick is trump in the next one."""

    def begin(self, deal: Deal) -> Deal:
        card = winning(deal)
        return deal if card is None else deal.changed(trump=deal.deck.card(card).faces[0].suit)


@frozen
class OneSuitHigh(Ranking):
    """The cards of one suit beat all others."""

    letter: str

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:  # noqa: ARG002
        high = face.suit.letter == self.letter
        return face.rank + 100 * high if high or face.suit == led else 0


@frozen
class Price(Ranking):
    """The suit that won the last trick is the best in this one."""

    def of(self, deal: Deal) -> Ranking:
        card = winning(deal)
        return HighCard() if card is None else OneSuitHigh(card[-1])

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        return HighCard().strength(face, led, trump)


@frozen
class NotSuitsLedBefore(Follow):
    """A leader may not lead a suit that it has led before."""

    def of(self, deal: Deal) -> Follow:
        table: TrickTable | None = deal.get(Tricks)
        tricks = table.tricks if table else ()
        mine = [trick.plays[0].card[-1] for trick in tricks if trick.plays[0].hand == tricks[-1].taker]
        return NotThese(tuple(sorted({*mine}))) if mine else MustFollow()

    def steps(self, context: Context) -> tuple[Step, ...]:
        return MustFollow().steps(context)


@frozen
class NotThese(Follow):
    """Some suits may not be led."""

    letters: tuple[str, ...]

    def steps(self, context: Context) -> tuple[Step, ...]:
        if not context.leads:
            return MustFollow().steps(context)
        led = sum([context.suit(suit) for suit in context.deck.suits if suit.letter in self.letters])
        return (Step(context.all & ~led, "lead a suit that you have not led before"),)


CHANGING = game(*[part for tricks in each(follow=MustTrump()) for part in (WinnersSuitIsTrump(), tricks)])
HANDS = [["AC", "KC", "QD", "JH"], ["KD", "AD", "QC", "JC"], ["QH", "KH", "AH", "JD"]]


def test_the_trump_of_a_trick_is_that_of_its_time() -> None:
    state = CHANGING.start(first=0, deals=[Stacked(hands=HANDS)]).play_all([(0, "AC"), (1, "QC"), (2, "QH")])
    assert str(state.deal.trump) == "clubs"
    state = state.play_all([(0, "QD"), (1, "KD"), (2, "JD")])
    assert str(state.deal.trump) == "diamonds"
    # That seat 2 played a heart to clubs shows that it has none of them; there was no trump then.
    voids = [void for phase in {*CHANGING.phases} for void in phase.voids(state.view(0).deal)]
    assert {(void.hand, void.faces) for void in voids} == {(2, state.rules.deck.where(lambda f: f.suit.letter == "C"))}


def test_the_next_trick_looks_at_what_won_the_last_one() -> None:
    state = game(*each(ranking=Price())).start(first=0, deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "AC"), (1, "QC"), (2, "QH"), (0, "QD"), (1, "KD"), (2, "JD")])
    assert [trick.taker for trick in state.deal[Tricks].tricks] == [0, 1]
    state = state.play_all([(1, "JC"), (2, "KH"), (0, "KC")])
    assert [trick.taker for trick in state.deal[Tricks].tricks] == [0, 1, 0]


def test_a_hand_may_be_bound_by_what_it_has_led() -> None:
    state = game(*each(follow=NotSuitsLedBefore())).start(first=0, deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "AC"), (1, "QC"), (2, "QH")])
    assert [str(action) for action in state.legal(0)] == ["QD", "JH"]
    with pytest.raises(IllegalAction, match="lead a suit that you have not led before"):
        state.play(0, "KC")


def test_both_engines_agree() -> None:
    is_followed(CHANGING, 3, seed=4)
    is_followed(game(*each(ranking=Price())), 3, seed=4)


TestTrumpOfTheLastTrick = laws(CHANGING, examples=effort(8), moves=20)
TestPrice = laws(game(*each(ranking=Price())), examples=effort(8), moves=20)
TestNotLedBefore = laws(game(*each(follow=NotSuitsLedBefore())), examples=effort(8), moves=20)
