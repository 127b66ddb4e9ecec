"""Passing cards to several seats at once: who gets what, who knows it, worlds, and compiled code around it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed, runs_compiled
from strategies import effort

from trickkit import Deal, Deck, InvalidRules, Rules, Stacked, State, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.model.cards import UNKNOWN, french
from trickkit.phases import DealOut, LadderAuction, PassCards, TakeStock, Tricks, TurnTrump
from trickkit.phases.kinds.choosing import Selection
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.discarding import KeepFaceUp
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Words
from trickkit.policies.participants import Declarer
from trickkit.policies.passing import InTurn, Passing, ToEachOther
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks
from trickkit.testing import laws

TWO_LEFT = InTurn("left left right")
PAIRS = Deck(tuple(card for card in french("QKA") for _ in range(2)))
HANDS = [[f"{rank}{suit}" for rank in "TJQKA"] for suit in "CDHS"]


def game(passing: Passing = TWO_LEFT, *, cards: int = 3, deck: Deck | None = None, size: int = 5) -> Rules:
    """Four players pass cards, and play tricks."""
    return Rules(
        key="several",
        name="Several",
        players=4,
        deck=deck or french("TJQKA"),
        phases=(DealOut(), PassCards(cards=cards, passing=passing), Tricks()),
        scoring=ScoreTricks(points=1),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


def passed(passing: Passing = TWO_LEFT) -> State:
    """Each passes its king and its ace, and then its queen."""
    state = game(passing).start(first=0, deals=[Stacked(hands=HANDS)])
    return state.play_all([(seat, rank + suit) for rank in "KAQ" for seat, suit in enumerate("CDHS")])


def held(state: State, viewer: int | None) -> list[str]:
    return [" ".join(sorted(map(str, hand))) for hand in state.view(viewer).deal.hands]


def test_two_cards_go_to_the_left_and_one_to_the_right() -> None:
    state = passed()
    assert [str(hand) for hand in state.deal.hands] == [
        "TC JC QD KS AS",
        "KC AC TD JD QH",
        "KD AD TH JH QS",
        "QC KH AH TS JS",
    ]
    assert str(state.deal[PassCards]) == "2 cards to the left, 1 card to the right"


def test_each_other_seat_gets_one() -> None:
    state = passed(ToEachOther())
    assert str(state.deal.hands[0]) == "TC JC QD AH KS"


def test_a_card_is_known_to_its_giver_and_its_receiver_alone() -> None:
    state = passed()
    assert held(state, 0) == ["AS JC KS QD TC", "?? ?? ?? AC KC", "?? ?? ?? ?? ??", "?? ?? ?? ?? QC"]
    assert held(state, None) == ["?? ?? ?? ?? ??"] * 4
    assert str(state.view(3).events[-1]) == (
        "Passed on: hand 0 to hand 1: ?? ??; hand 0 to hand 3: QC; hand 1 to hand 2: ?? ??; hand 1 to hand 0: ??; "
        "hand 2 to hand 3: KH AH; hand 2 to hand 1: ??; hand 3 to hand 0: KS AS; hand 3 to hand 2: QS."
    )


def test_nobody_hears_in_which_order_others_chose_and_nobody_looks_before_all_have() -> None:
    state = passed()
    assert {action for seat, action, _ in state.view(1).moves if seat != 1} == {UNKNOWN}
    state = game().start(first=0, deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "KC"), (0, "AC"), (0, "QC"), (1, "KD")])
    assert held(state, 1)[1] == "AD JD KD QD TD"


def test_the_question_says_to_whom_a_card_goes() -> None:
    state = game().start(first=0, deals=[Stacked(hands=HANDS)])
    assert str(state.phase.question(state.view(0))) == "Choose card 1 of 3 to pass to seat 1."  # type: ignore[union-attr]
    state = state.play(0, "KC").play(0, "AC")
    assert str(state.phase.question(state.view(0))) == "Choose card 3 of 3 to pass to seat 3."  # type: ignore[union-attr]


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_worlds_pass_to_each_what_it_saw(viewer: int | None) -> None:
    view = passed().view(viewer)
    assert all(view.sample(Random(seed)).view(viewer) == view for seed in range(5))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (lambda: InTurn("left hold"), "InTurn: 'left hold' keeps some cards; in a deal all are passed or none"),
        (lambda: InTurn(["left", " "]), "InTurn: directions are empty; they are some of left, right, across"),
        (lambda: InTurn("left lefft"), "InTurn: 'lefft' is not a direction .did you mean 'left'..; there are left"),
        (lambda: game(cards=2).start(seed=1), "InTurn: 'left left right' are 3 directions for 2 cards"),
        (
            lambda: game(KeepsOne()).start(seed=1),
            r"PassCards: the steps of KeepsOne\(\) are \(0, 1, 1\); they are 3 numbers of seats, all 0 or none of them",
        ),
    ],
)
def test_each_card_has_a_direction(rules: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        rules()


@frozen
class KeepsOne(Passing):
    """The first card goes nowhere."""

    def step(self, number: int, players: int) -> int:
        return (number + 1) % players

    def steps(self, number: int, players: int, cards: int) -> tuple[int, ...]:
        return (0, *[self.step(number, players)] * (cards - 1))


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "several.toml"
    sheet.write_text(
        'base = "whist"\n[phases.PassCards]\nafter = "DealOut"\ncards = 3\n'
        'passing = { policy = "InTurn", directions = "left left right" }\n'
    )
    assert PassCards(cards=3, passing=TWO_LEFT) in load(str(sheet)).phases


@pytest.mark.parametrize("rules", [game(), game(ToEachOther(), deck=PAIRS)], ids=["several", "copies"])
def test_compiled_code_passes_to_each_what_is_meant_for_it(rules: Rules) -> None:
    assert {phase.how for phase in batch.supports(rules).phases} == {"compiled"}
    runs_compiled(rules, lanes=4, deals=12, seed=3)


@frozen(kw_only=True)
class PassAcross(PassCards):
    """A phase of somebody's own: all cards go across."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        numbers = [(seat, self.cards) for seat in deal.seats]
        return (Selection(numbers=numbers, steps=(2,) * self.cards),)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == (mover + 2) % deal.players


@frozen(kw_only=True)
class PassAcrossInTurn(PassAcross):
    """A phase in which somebody hears it in every other deal, though all cards go across in each."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return super().selections(deal)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return deal.number % 2 == 0 and super().hears(deal, mover, viewer)


@frozen(kw_only=True)
class PassByTrump(PassCards):
    """A phase in which all cards go as the number of the deal says, or across if spades are trump."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        in_turn = 1 + deal.number % 3
        steps = (2 if str(deal.trump) == "spades" else in_turn,) * self.cards
        return (Selection(numbers=[(seat, self.cards) for seat in deal.seats], steps=steps),)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == (mover + 1 + deal.number % 3) % deal.players


@frozen(kw_only=True)
class PassToOneself(PassCards):
    """A phase in which cards go all around the table."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return (Selection(numbers=[(0, 1)], steps=(deal.players,)),)


@frozen(kw_only=True)
class PassFromAFifth(PassCards):
    """A phase in which a seat passes cards that is not at the table."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return (Selection(numbers=[(deal.players, 1)], steps=(1,)),)


@frozen(kw_only=True)
class PassAndShow(PassAcross):
    """A phase in which a seat passes a card, and then shows another one."""

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        numbers = [(deal.starter, 1)]
        return Selection(numbers=numbers, steps=(1,)), Selection(numbers=numbers, stays=True, openly=True)


class PassElsewhere(PassCards):
    """Another one, which does not say what it does."""

    def begin(self, deal: Deal) -> Any:
        return super().begin(deal)


def test_a_phase_of_ones_own_is_compiled_by_what_it_says() -> None:
    rules = game().replace(phases=(DealOut(), PassAcross(cards=2), Tricks()))
    assert {phase.how for phase in batch.supports(rules).phases} == {"compiled"}
    runs_compiled(rules, lanes=3, deals=6, seed=3)
    silent = game().replace(phases=(DealOut(), PassElsewhere(), Tricks()))
    assert [phase.how for phase in batch.supports(silent).phases] == ["compiled", "python", "compiled"]


@pytest.mark.parametrize(
    ("phase", "why"),
    [
        (PassAcrossInTurn(), "PassAcrossInTurn: who hears a decision depends on `number` of the deal"),
        (PassToOneself(), "PassToOneself: a card goes to the seat that chooses it; `stays` says that it stays"),
        (PassFromAFifth(), "PassFromAFifth: seats are 0..3, and choose up to 126 cards"),
        (PassAndShow(), "PassAndShow: its selections differ in `openly`, or in whether KeepFaceUp holds"),
    ],
)
def test_a_phase_that_says_what_compiled_code_cannot_do_is_run_in_python(phase: PassCards, why: str) -> None:
    _, passing, _ = batch.supports(game().replace(phases=(DealOut(), phase, Tricks()))).phases
    assert (passing.how, passing.why) == ("python", why)


def test_who_hears_in_a_deal_does_not_depend_on_the_last_trump() -> None:
    rules = game(size=4).replace(
        phases=(DealOut(), TurnTrump(), PassByTrump(cards=2), Tricks()), ending=AfterDeals(deals=2)
    )
    by_number = compile_rules(rules).line("hears", 0)
    assert by_number[0] != by_number[1]


@pytest.mark.parametrize(
    ("numbers", "steps", "message"),
    [
        ([0], (), r"numbers\[0\]=0 is not a tuple"),
        ([(0, -1)], (), r"numbers has \(0, -1\); a seat has 0 or more cards, or None"),
        ([(0, 1)], (0,), r"steps=\(0,\) are numbers of seats to the left, 1 or more"),
        ([(0, None)], (1,), r"steps=\(1,\) are for a known number of cards that leave the hands"),
        ([(0, 1), (0, 2)], (1, 1), r"numbers=\(\(0, 1\), \(0, 2\)\) name a seat twice; each has one number of cards"),
        ([(0, 3)], (1, 1), r"3 cards are chosen, and steps=\(1, 1\) say where 2 go"),
    ],
)
def test_a_selection_has_each_seat_once_and_a_place_for_each_card(numbers: Any, steps: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Selection(numbers=numbers, steps=steps)


TestPassingToSeveral = laws(game(size=4), examples=effort(8), moves=20)
TestPassingCopies = laws(game(ToEachOther(), deck=PAIRS), examples=effort(8), moves=20)


def test_no_card_is_kept_from_being_passed_on() -> None:
    with pytest.raises(InvalidRules, match=r"keeping=KeepFaceUp.* is for cards that are laid away or stay"):
        Selection(numbers=[(0, 1)], steps=(1,), keeping=KeepFaceUp())


def given() -> Rules:
    """The declarer takes three cards, and gives one to each of the two others."""
    return Rules(
        key="given",
        name="Given",
        players=3,
        deck=french("9TJQKA"),
        phases=(
            DealOut(),
            LadderAuction(ladder=Words(["solo"]), all_pass=LastMustBid()),
            TakeStock(cards=3),
            PassCards(cards=2, passing=ToEachOther(), who=Declarer()),
            Tricks(),
        ),
        scoring=ScoreTricks(),
        schedule=Schedule(hand_sizes=SameSize(7)),
        ending=AfterDeals(deals=2),
    )


TestGiven = laws(given(), examples=effort(3), moves=40)


def test_only_the_declarer_may_give_cards() -> None:
    state = given().start(seed=1, first=0).play_all([(1, "solo"), (2, "pass"), (0, "pass")])
    assert state.actors == (1,)
    first, second = (str(action) for action in state.legal(1)[:2])
    state = state.play_all([(1, first), (1, second)])
    assert [len(hand) for hand in state.deal.hands] == [8, 8, 8]
    assert (first in str(state.view(2).deal.hands[2]), second in str(state.view(0).deal.hands[0])) == (True, True)
    assert str(state.view(0).events[-1]) == f"Passed on: hand 1 to hand 2: ??; hand 1 to hand 0: {second}."


def test_compiled_code_lets_the_declarer_give_cards() -> None:
    assert {phase.how for phase in batch.supports(given()).phases} == {"compiled", "traced"}
    is_followed(given(), 3, 5)
