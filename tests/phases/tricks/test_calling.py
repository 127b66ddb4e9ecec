"""Calls before a card is played: when they may be made, what is told of them, and what they show of a hand."""

from __future__ import annotations

from random import Random

import pytest
from attrs import frozen
from rich.table import Table
from strategies import effort
from turns import legal_cards, play

from trickkit import Deal, Deck, IllegalAction, InvalidRules, Rules, Stacked, State, batch, playout, record
from trickkit.cli import screen
from trickkit.model.actions import Call
from trickkit.model.cards import french
from trickkit.phases import CallingTricks, DealOut, Tricks
from trickkit.phases.tricks.calling import Called, Calls
from trickkit.phases.tricks.record import Played, TrickTable
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreNoTricks
from trickkit.testing import laws

PAIRS = Deck(card for card in french("QKA") for _ in range(2))


@frozen
class WithOrWithoutQueen(Calling):
    """Once, and before its second card is gone, a seat may say whether it holds a queen of clubs."""

    def words(self) -> tuple[str, ...]:
        return ("with", "without")

    def forbids(self, word: str, turn: TurnToPlay) -> str:
        if any(call.seat == turn.seat for call in turn.calls):
            return "it has said so before"
        if turn.left < turn.deal.size - 1:
            return f"it holds {turn.left} cards"
        queen = turn.deal.deck.kinds["QC"] & turn.cards
        return "" if (queen != 0) == (word == "with") else "it is not true"

    def shown(self, word: str, turn: TurnToPlay) -> int:
        queen = turn.deal.deck.kinds["QC"] & turn.cards
        return queen & -queen if word == "with" else 0

    def ruled_out(self, word: str, deal: Deal, shown: int) -> int:  # noqa: ARG002
        return deal.deck.kinds["QC"] if word == "without" else 0


def rules(*, size: int = 5, twice: bool = False) -> Rules:
    """Four hands of six pairs in each suit, played in one phase or in two."""
    tricks = CallingTricks(calling=WithOrWithoutQueen())
    return Rules(
        key="calls",
        name="Calls",
        players=4,
        deck=PAIRS,
        phases=(
            DealOut(),
            *((CallingTricks(calling=WithOrWithoutQueen(), until=AfterTricks(1)),) if twice else ()),
            tricks,
        ),
        scoring=ScoreNoTricks(1),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


HANDS = "QC AC KD / QC KC AH / KS QS AD / KH QH AS"


def table(*, twice: bool = False) -> State:
    dealt = [hand.split() for hand in HANDS.split("/")]
    return rules(size=3, twice=twice).start(first=0, deals=[Stacked(hands=dealt)])


def test_a_seat_calls_before_it_plays_and_it_is_still_its_turn() -> None:
    state = table()
    assert legal_cards(state) == "QC AC KD with"
    state = play(state, "with")
    assert legal_cards(state) == "QC AC KD"
    assert state.phase is state.rules.phases[-1]
    assert legal_cards(play(state, "QC")) == "QC KC with"


def test_calls_are_told_between_the_cards() -> None:
    state = play(table(), "with QC KC without KS without KH QC")
    told = [str(event) for event in state.events if isinstance(event, Called | Played)]
    assert told == [
        "Seat 0 says with and shows QC.",
        "Seat 0 plays QC.",
        "Seat 1 plays KC.",
        "Seat 2 says without.",
        "Seat 2 plays KS.",
        "Seat 3 says without.",
        "Seat 3 plays KH.",
        "Seat 1 plays QC.",
    ]
    assert state.deal[CallingTricks].made[:2] == (CallMade(0, 0, "with", 0, ("QC",)), CallMade(2, 2, "without", 2))


def test_a_call_that_is_forbidden_says_why() -> None:
    with pytest.raises(IllegalAction, match="seat 0 may not say without now: it is not true; legal: QC, AC, KD, with"):
        table().play(0, "without")
    with pytest.raises(IllegalAction, match="it has said so before"):
        play(table(), "with").play(0, "with")
    with pytest.raises(IllegalAction, match="follow suit"):
        play(table(), "with QC").play(1, "AH")


@pytest.mark.parametrize("twice", [False, True])
def test_calls_are_kept_where_the_tricks_go_on(twice: bool) -> None:
    state = play(table(twice=twice), "with QC KC KS KH")
    assert state.actors == (1,)
    assert legal_cards(state) == "QC AH with"
    state = play(state, "with QC")
    assert [(call.seat, call.cards) for call in state.deal[CallingTricks].made] == [(0, 0), (1, 4)]
    assert [event.seat for event in state.events if isinstance(event, Called)] == [0, 1]
    assert state.deal[Tricks].current.plays[0].card == "QC"


def test_a_call_shows_a_card_or_that_there_is_none() -> None:
    state = table()
    assert str(state.view(3).deal.hands[0]) == "?? ?? ??"
    state = play(state, "with")
    assert str(state.view(3).deal.hands[0]) == "QC ?? ??"
    state = play(state, "KD KC without AD without")
    queens = PAIRS.kinds["QC"]
    (phase,) = [phase for phase in state.rules.phases if isinstance(phase, CallingTricks)]
    assert [mask & queens for mask in phase.ruled_out(state.deal)] == [0, 0, queens, queens]
    worlds = [state.view(3).sample(Random(seed)) for seed in range(20)]
    assert all("QC" in world.deal.hands[0] and "QC" not in world.deal.hands[2] for world in worlds)


def test_one_who_said_so_is_known_to_hold_the_card_no_more_once_it_is_played() -> None:
    state = play(table(), "with QC")
    assert str(state.view(3).deal.hands[0]) == "?? ??"


def test_tricks_and_calls_are_two_records_and_the_screen_shows_both() -> None:
    state = play(table(), "with QC KC")
    assert state.deal[Tricks] == state.deal.get(TrickTable)
    assert state.deal.get(Calls) == state.deal[CallingTricks] == Calls((CallMade(0, 0, "with", 0, ("QC",)),))
    lines = [*screen.table(state.view(2))]
    (calls,) = [line for line in lines if isinstance(line, Table) and line.title == "Calls"]
    assert [[*column.cells] for column in calls.columns] == [["with"], [""], [""], [""]]
    assert "Trick 1: hand 1: QC, hand 2: KC; hand 2 wins so far" in lines


def test_games_with_calls_are_recorded() -> None:
    end = playout(rules(), seed=4)
    assert end.deal[CallingTricks].made
    again = record.loads(str(record.of(end)), rules=rules())
    again.verify()
    assert again.replay().events == end.events


def test_what_may_be_called_is_a_policy() -> None:
    with pytest.raises(InvalidRules, match="calling='re' is not a Calling"):
        CallingTricks(calling="re")  # type: ignore[arg-type]
    assert Call("with") in rules().phases[-1].actions(PAIRS, 4)


@frozen
class MakesItsWordTrump(Calling):
    """One who leads may call a suit, but makes its letter trump."""

    def words(self) -> tuple[str, ...]:
        return ("S",)

    def forbids(self, word: str, turn: TurnToPlay) -> str:  # noqa: ARG002
        return "" if turn.leads and not turn.calls else "once, before a lead"

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        return deal.changed(trump=call.word)  # type: ignore[arg-type]


def test_a_call_makes_a_suit_trump_and_not_its_letter() -> None:
    wrong = rules().replace(CallingTricks, calling=MakesItsWordTrump())
    state = wrong.start(seed=1)
    with pytest.raises(InvalidRules, match="S makes 'S' trump; it must be None or one of"):
        state.play(state.actors[0], "S")
    assert not batch.supports(wrong).yes


TestLaws = laws(rules(), examples=effort(8))
