"""What authors' own parts may not do is said with the part and the cause, before or in play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from attrs import define, evolve, frozen

from trickkit import Deal, InvalidRules, Outcome, Record, Result, Rules, ScoreLine, batch, load, playout
from trickkit.model.actions import Action, Call
from trickkit.model.cards import french
from trickkit.phases import DealOut, NameTrump, Phase, Tricks
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.capture import Capture
from trickkit.policies.ending import AfterDeals, Ending
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.offers import AnySuit
from trickkit.policies.participants import Participants
from trickkit.policies.schedule import SameSize, Schedule, Starter
from trickkit.scoring import PartnersShare, ScoreTricks, Scoring

YES = Call("yes")


def game(*phases: Phase, **parts: Any) -> Rules:
    given: dict[str, Any] = {
        "scoring": (),
        "schedule": Schedule(hand_sizes=SameSize(3)),
        "ending": AfterDeals(deals=2),
        **parts,
    }
    return Rules(key="own", name="Own", players=4, deck=french(), phases=phases or (DealOut(), Tricks()), **given)


@frozen
class Named(Participants):
    """Whatever it is told."""

    what: Any

    def seats(self, deal: Deal) -> Any:
        return self.what


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ((7,), r"NameTrump: Named.seats returned \(7,\); it must return a tuple of the seats 0..3"),
        (2, "NameTrump: Named.seats returned 2; it must return a tuple"),
        ((0, True), r"NameTrump: Named.seats returned \(0, True\); it must return a tuple"),
        ((1, 1), r"NameTrump: Named.seats returned \(1, 1\); it must name each seat once"),
    ],
)
def test_the_seats_of_a_phase_exist(seats: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(DealOut(), NameTrump(offers=AnySuit(), who=Named(seats)), Tricks()).start()


@frozen(slots=False)
class OnceRun(PollRun):
    """One seat after the other says one of some words."""

    phase: Any = None

    def asked(self, answers: Answers) -> tuple[int, ...]:
        turns: tuple[int, ...] = self.phase.turns_of
        return turns[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        found: tuple[Action, ...] = self.phase.offered[min(len(answers), len(self.phase.offered) - 1)]
        return found

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return "that is not offered"

    def record(self, at: Poll) -> Deal:
        deal: Deal = self.phase.after(self.deal, at) if at.answers else self.deal
        return deal


@frozen
class Once(Phase):
    """Asks and does something with the deal afterwards."""

    offered: tuple[tuple[Any, ...], ...] = ((YES,),)
    turns_of: tuple[int, ...] = (0, 1)
    change: str = ""

    def actions(self, deck: object, players: int) -> tuple[Action, ...]:
        return (YES,)

    def begin(self, deal: Deal) -> OnceRun:
        return OnceRun(deal, phase=self)

    def after(self, deal: Deal, at: Poll) -> Deal:
        if self.change == "loses":
            return deal.changed(held=(0, *deal.held[1:]))
        if self.change == "declarer":
            return deal.changed(declarer=7)
        if self.change == "trump":
            return deal.changed(trump="hearts")
        if self.change == "nothing" and not at.actors:
            return None  # type: ignore[return-value]
        return deal


@frozen(slots=False)
class AsksRun(OnceRun):
    """Whoever the phase names."""

    def asked(self, answers: Answers) -> tuple[int, ...]:
        who: tuple[int, ...] = self.phase.who
        return who


@frozen
class Asks(Once):
    """Asks whoever it is told."""

    who: Any = ()

    def begin(self, deal: Deal) -> AsksRun:
        return AsksRun(deal, phase=self)


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        (Once(offered=(("yes",),)), "Once: 'yes' is offered, which is not an Action; offer one such as"),
        (Once(offered=((Call("maybe"),),)), r"Once: Call\(word='maybe'\) is offered, but is not listed by actions"),
        (Once(turns_of=(7,)), "Once: to act is seat 7; the seats are 0..3"),
        (Asks(who=1), r"Asks: AsksRun lets 1 act first; it must be a tuple of seats, such as \(1,\)"),
        (Asks(who=None), "Asks: AsksRun lets None act first; it must be a tuple of seats"),
    ],
)
def test_what_a_phase_offers_is_looked_at_before_the_first_game(phase: Phase, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(DealOut(), phase, Tricks()).start()


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        (Once(offered=((YES,), ("yes",))), "Once: 'yes' is offered, which is not an Action"),
        (Once(offered=((YES,), (Call("maybe"),))), r"Once: Call\(word='maybe'\) is offered, but is not listed by"),
        (Once(change="loses"), "Once: every card is in one of the hands.*; nowhere: "),
        (Once(change="declarer"), "Once: the declarer is seat 7; the seats are 0..3"),
        (Once(change="trump"), r"Once: trump is 'hearts', which is not a Suit; take it from deal.deck.suits \(clubs, "),
        (Once(change="nothing"), "Once: record of its run returned None; it must return a Deal"),
    ],
)
def test_what_a_phase_did_is_looked_at_when_it_is_over(phase: Phase, message: str) -> None:
    state = game(DealOut(), phase, Tricks()).start().play(0, YES)
    with pytest.raises(InvalidRules, match=message):
        state.play(1, state.legal(1)[0])


@define
class Unfrozen(Capture):
    """Can be changed."""

    by: int = 1

    def taker(self, best: int, players: int) -> int:
        return best


class Plain(Capture):
    """Equal to itself alone."""

    def taker(self, best: int, players: int) -> int:
        return best


@frozen
class Listing(Capture):
    """Holds a list."""

    by: Any

    def taker(self, best: int, players: int) -> int:
        return best


@pytest.mark.parametrize(
    ("capture", "message"),
    [
        (Unfrozen(), "Tricks.capture: Unfrozen can be changed after it is made; write @frozen above the class"),
        (Plain(), "Tricks.capture: Plain can be changed after it is made; write @frozen above the class"),
        (Listing([1]), r"Listing.by: \[1\] cannot be hashed .*; use tuples instead of lists"),
    ],
)
def test_policies_are_frozen_values(capture: Capture, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        game(DealOut(), Tricks(capture=capture))
    with pytest.raises(InvalidRules, match=message):
        game().replace(Tricks, capture=capture)
    with pytest.raises(InvalidRules, match=message):
        evolve(game(), phases=(DealOut(), Tricks(capture=capture)))


@frozen
class Gives(Scoring, Ending, Starter):
    """Gives whatever it is told, wherever it stands."""

    what: Any

    def lines(self, deal: Deal) -> Any:
        return self.what

    def outcome(self, results: Sequence[Result]) -> Any:
        return self.what

    def after(self, result: Result) -> Any:
        return self.what


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"scoring": Gives(ScoreLine(0, "won", 1))},
            r"Gives.lines returned ScoreLine\(.*\); it must return a tuple of ScoreLines",
        ),
        ({"scoring": Gives(("0: +1",))}, "Gives scores '0: [+]1', no ScoreLine"),
        (
            {"ending": Gives("over")},
            "Gives.outcome returned 'over'; it must return an Outcome, or None while the game goes on",
        ),
        ({"ending": Gives(Outcome(((4,), (0, 1, 2, 3)), "over"))}, "Gives.outcome places seat 4; the seats are 0..3"),
        (
            {"schedule": Schedule(hand_sizes=SameSize(3), starter=Gives(4))},
            "Gives.after gave seat 4; the seats are 0..3",
        ),
    ],
)
def test_what_is_given_at_the_end_of_a_deal_is_looked_at(parts: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        playout(game(**parts), seed=1)


@pytest.mark.parametrize("ranking", [(), ((), ()), [[0]], ((0,), (), (1,)), (0, 1), None])
def test_an_outcome_places_somebody(ranking: Any) -> None:
    with pytest.raises(InvalidRules, match="Outcome: ranking="):
        Outcome(ranking, "over")


def test_nobody_need_be_first() -> None:
    outcome = Outcome(((), (0, 1, 2)), "over")
    assert outcome.winners == ()
    assert playout(game(ending=Gives(Outcome(((), (0, 1, 2, 3)), "lost"))), seed=1).outcome is not None


@define
class Changeable(Record):
    """What a phase found out, which can be changed."""

    seat: int


@frozen
class Finds(Phase):
    """Finds something out without asking."""

    def begin(self, deal: Deal) -> Deal:
        return deal.with_record(Changeable(0))


def test_a_record_that_can_be_changed_is_refused_before_a_game() -> None:
    with pytest.raises(InvalidRules, match="Finds: its record Changeable can be changed after it is made; write @fro"):
        game(DealOut(), Finds(), Tricks()).start()


@frozen(slots=False)
class FirstWord(PollRun):
    """Somebody says yes, and it is recorded who said it first."""

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return () if answers else (self.deal.starter,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (YES,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return "say yes"

    def record(self, at: Poll) -> Deal:
        return self.deal.changed(declarer=at.answers[0][0])


@frozen
class SaysWho(Phase):
    """Somebody says yes."""

    def actions(self, deck: object, players: int) -> tuple[Action, ...]:
        return (YES,)

    def begin(self, deal: Deal) -> FirstWord:
        return FirstWord(deal)


def test_a_run_that_cannot_be_rehearsed_is_named() -> None:
    message = "SaysWho: FirstWord cannot be tried before a game, where nobody has decided anything: IndexError: tuple"
    with pytest.raises(InvalidRules, match=message) as caught:
        game(DealOut(), SaysWho(), Tricks()).start()
    assert caught.value.game == "own"
    assert re.search(r", raised by FirstWord\.\w+ \(test_checks.py, line \d+\)", str(caught.value))


def test_what_a_phase_asks_is_a_question() -> None:
    message = r"AskOnce: asks is 'How many\?'; it must be a Question: Question\('How many\?'\)"
    with pytest.raises(InvalidRules, match=message):
        type("AskOnce", (Phase,), {"asks": "How many?"})


@frozen
class FollowsHearts(Follow):
    """Names a suit by its text."""

    reads = ("led",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        return (Step(context.suit("hearts"), "hearts"),)  # type: ignore[arg-type]


def test_a_follow_policy_asks_for_suits() -> None:
    message = r"FollowsHearts.steps: context.suit\('hearts'\) is asked, which is not a Suit; take context.led"
    with pytest.raises(InvalidRules, match=message):
        game(DealOut(), Tricks(follow=FollowsHearts())).start()


@pytest.mark.parametrize("line", [ScoreLine(7, "won", 1), ScoreLine(0, "won", 0.5)])  # type: ignore[arg-type]
def test_compiled_code_refuses_the_same_lines(line: ScoreLine) -> None:
    rules = game(scoring=Gives((line,)))
    for play in (lambda: playout(rules, seed=1), lambda: batch.deals(rules, 2, 1)):
        with pytest.raises(InvalidRules, match=r"Gives scores ScoreLine\(.*\), no ScoreLine of whole points"):
            play()


@pytest.mark.parametrize("engine", ["reference", "batch"])
def test_an_action_that_is_not_listed_is_refused_by_both_engines(engine: str) -> None:
    rules = game(DealOut(), Once(offered=((YES,), (Call("maybe"),))), Tricks())
    with pytest.raises(InvalidRules, match=r"Once: Call\(word='maybe'\) is offered, but is not listed by actions"):
        playout(rules, seed=1) if engine == "reference" else batch.deals(rules, 2, 1)


def test_a_scoring_for_partners_that_cannot_be_is_refused() -> None:
    three = load("oh_hell", players=3).replace(scoring=PartnersShare(parts=ScoreTricks(points=1)))
    with pytest.raises(InvalidRules, match="PartnersShare: 3 seats cannot play as partners opposite each other"):
        three.start()
