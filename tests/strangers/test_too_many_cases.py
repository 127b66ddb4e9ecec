"""Rules of which more depends on the hands than can be tried in advance: `supports` says so, and they are played."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import field, frozen
from lockstep import is_replayed, runs_compiled

from trickkit import Deal, Record, ScoreLine, batch, load
from trickkit.batch.lowering import budget
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine import lowered
from trickkit.model.actions import Action, Call, Pass
from trickkit.phases import LadderAuction, Phase, Tricks
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.all_pass import LastMustBid
from trickkit.policies.capture import BestCard, Captured, Finished
from trickkit.policies.follow import Context, Follow, Step
from trickkit.policies.ladders import Numbers
from trickkit.scoring import Scoring

PASS = Pass()
MOST_CALLS = 60_000
"""So many times a phase of these rules is asked what may be done, at most: that takes well under two seconds."""
SECONDS = budget.SECONDS
"""What the clock says outside tests."""
TOO_MANY = "it reads facts with too many combinations to be tried in advance; let it read less"


@frozen
class Said(Record):
    """What the seats have said."""

    answers: Answers


@frozen
class Stranger(Phase):
    """Seats say in turn what is true of their hands, or pass; the first who says something ends it, or all are asked.

    Args:
        suits: of so many suits.
        once: whether it ends then.
    """

    record: ClassVar[type[Record]] = Said
    asked: ClassVar[int] = 0
    """How many times it was asked what may be said."""

    suits: int
    once: bool = field(default=False, kw_only=True)

    def actions(self, deck: Any, players: int) -> tuple[Action, ...]:
        """A word for each suit, and pass."""
        return (*(Call(suit.letter) for suit in deck.suits[: self.suits]), PASS)

    def begin(self, deal: Deal) -> StrangersRun:
        """Ask."""
        return StrangersRun(deal, self)

    def may(self, held: Any, masks: list[int]) -> list[bool]:
        """By suit, whether it may be said, given the cards of the suits."""
        raise NotImplementedError


@frozen(slots=False)
class StrangersRun(PollRun):
    """The seats in turn."""

    phase: Stranger

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat."""
        over = len(answers) == self.deal.players or (self.phase.once and any(said != PASS for _, said in answers))
        return () if over else ((self.deal.starter + len(answers)) % self.deal.players,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """What is true of its hand."""
        type(self.phase).asked += 1
        deck = self.deal.deck
        suits = deck.suits[: self.phase.suits]
        masks = [deck.mask(card.text for card in deck if card.faces[0].suit == suit) for suit in suits]
        may = self.phase.may(self.deal.held[seat], masks)
        return (*(Call(suit.letter) for suit, yes in zip(suits, may, strict=True) if yes), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That it is not true."""
        return f"{action} is not true of hand {seat}"

    def record(self, at: Poll) -> Deal:
        """What was said."""
        return self.deal.with_record(Said(at.answers))


@frozen
class Solo(Stranger):
    """A solo in a suit of which the hand has four cards or more."""

    def may(self, held: Any, masks: list[int]) -> list[bool]:
        """By suit, whether there are four."""
        return [(held & mask).bit_count() >= 4 for mask in masks]


@frozen
class Longest(Stranger):
    """The suit of which the hand has most cards."""

    def may(self, held: Any, masks: list[int]) -> list[bool]:
        """By suit, whether it is the longest one."""
        counts = [(held & mask).bit_count() for mask in masks]
        return [count == max(counts) for count in counts]


@frozen
class Melds(Stranger):
    """The suits of which the hand has the two highest cards, or the two lowest."""

    def may(self, held: Any, masks: list[int]) -> list[bool]:
        """By suit, whether it has a pair."""
        return [
            any((held & pair).bit_count() == 2 for pair in (0b11 * (mask & -mask), _highest(mask))) for mask in masks
        ]


def _highest(mask: int) -> int:
    """The two highest bits of a mask that has them side by side."""
    return 0b11 << mask.bit_length() - 2


@frozen
class Climbs(Scoring):
    """Points that a loop adds up, as far as those of earlier deals."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A point more than the points before, counted one by one."""
        lines = []
        for seat in deal.seats:
            steps = 0
            while steps < deal.totals[seat]:
                steps += 1
            lines.append(ScoreLine(seat, "one more", 1 + steps))
        return tuple(lines)


STRANGERS: list[Callable[[], Stranger]] = [
    lambda: Solo(2),
    lambda: Solo(3, once=True),
    lambda: Solo(4),
    lambda: Longest(3),
    lambda: Longest(4, once=True),
    lambda: Melds(4),
]


@pytest.mark.sample(0)
@pytest.mark.parametrize("stranger", STRANGERS)
def test_what_depends_on_many_cards_is_given_up_soon_and_played_right(stranger: Callable[[], Stranger]) -> None:
    phase = stranger()
    type(phase).asked = 0
    rules = load("whist").before(Tricks, phase)
    why = batch.supports(rules).why
    assert why.startswith(f"{type(phase).__name__}: {TOO_MANY}")
    assert type(phase).asked < MOST_CALLS
    is_replayed(batch.deals(rules, 1, seed=3, moves=True), 0)


@pytest.mark.sample(1)
def test_what_is_asked_within_the_budget_is_compiled() -> None:
    rules = load("whist").before(Tricks, Melds(1, once=True))
    runs_compiled(rules, lanes=1, deals=1, seed=3)


@pytest.mark.sample(0)
def test_a_long_ladder_for_five_seats_is_asked() -> None:
    auction = LadderAuction(ladder=Numbers(range(52, 121)), all_pass=LastMustBid())
    rules = load("hearts", players=5).before(Tricks, auction)
    assert batch.supports(rules)


def test_a_loop_of_a_scoring_ends() -> None:
    rules = load("spades").replace(scoring=(Climbs(),))
    assert batch.supports(rules)
    found = batch.deals(rules, 5, seed=3, number=1, totals=(5, 0, 700, 2), moves=True)
    assert found.points.tolist() == [[6, 1, 701, 3]] * 5


@frozen
class Slow(Stranger):
    """Yes to everything, after a while: every question lets a clock go on by a hundredth of a second."""

    seconds: ClassVar[list[float]] = [0.0]

    def may(self, held: Any, masks: list[int]) -> list[bool]:
        """What `Solo` says, of all suits one after the other."""
        self.seconds[0] += 0.01
        return [(held & mask).bit_count() >= 4 for mask in masks]


@pytest.fixture
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on where something slow is asked, and ends getting rules ready as it does for users."""
    monkeypatch.setattr(budget, "SECONDS", SECONDS)
    monkeypatch.setattr(budget, "thread_time", lambda: Slow.seconds[0])
    monkeypatch.setattr(budget, "perf_counter", lambda: Slow.seconds[0])
    Slow.seconds[0], Slow.asked = 0.0, 0


@pytest.mark.usefixtures("slow_clock")
def test_phases_that_are_slow_in_themselves_share_one_clock() -> None:
    rules = load("whist").before(Tricks, Slow(4)).before(Tricks, Slow(3)).before(Tricks, Slow(2))
    support = batch.supports(rules)
    assert [phase.how for phase in support.phases] == ["compiled"] * 2 + ["python"] * 3 + ["compiled"]
    assert support.why.startswith(f"Slow: {TOO_MANY}")
    assert Slow.seconds[0] < SECONDS + 1


@frozen
class SlowFollow(Follow):
    """Anything may be played, after a while."""

    reads = ("best", "first", "broken")

    def steps(self, context: Context) -> tuple[Step, ...]:
        """None."""
        Slow.seconds[0] += 0.01
        return ()


@pytest.mark.usefixtures("slow_clock")
def test_policies_of_tricks_share_the_clock() -> None:
    rules = load("whist").replace(Tricks, follow=SlowFollow())
    assert batch.supports(rules).why.startswith("Tricks: SlowFollow()")
    assert Slow.seconds[0] < SECONDS + 1


@pytest.mark.usefixtures("slow_clock")
def test_a_machine_that_stalls_once_decides_nothing() -> None:
    spent = budget.Budget()
    spent.begin(0)
    Slow.seconds[0] += 9
    spent.spend("Auction", 1)
    Slow.seconds[0] += 9
    with pytest.raises(Unsupported, match="Auction: it reads facts"):
        spent.spend("Auction", 1)


def test_a_busy_machine_takes_little_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that waits most of the time runs somewhat slower, not many times."""
    clock = [0.0]
    monkeypatch.setattr(budget, "SECONDS", SECONDS)
    monkeypatch.setattr(budget, "thread_time", lambda: clock[0])
    monkeypatch.setattr(budget, "perf_counter", lambda: 10 * clock[0])
    spent = budget.Budget()
    spent.begin(0, share=1)

    def ask() -> None:
        for _ in range(1000):
            clock[0] += 0.01
            spent.spend("Tricks", 100)

    with pytest.raises(Unsupported, match="Tricks: it reads facts"):
        ask()
    assert clock[0] < 2 * SECONDS + 0.1


@frozen
class KeepFirst(BestCard):
    """The leading hand keeps its card."""

    def captured(self, finished: Finished) -> Captured:
        """All others go to the taker."""
        return Captured([finished.trick.plays[0].hand, *[finished.trick.taker] * 3])


def test_other_phases_are_not_asked_where_tricks_are_the_reference_engines() -> None:
    rules = load("whist").replace(Tricks, capture=KeepFirst()).after(Tricks, Longest(3))
    rules.start()
    Longest.asked = 0
    support = batch.supports(rules)
    assert {phase.how for phase in support.phases} == {"python"}
    assert all("KeepFirst looks back on every trick" in phase.why for phase in support.phases)
    assert not Longest.asked


def test_phases_share_one_count_and_those_after_a_failure_are_asked_nevertheless() -> None:
    spent = budget.Budget()
    spent.begin(0)
    with pytest.raises(Unsupported, match="Auction: it reads facts"):
        spent.spend("Auction", int(budget.MOST * budget.SHARE) + 1)
    spent.begin(1)
    with pytest.raises(Unsupported, match="Melds: it reads facts"):
        spent.spend("Melds", budget.MOST // 4)
    spent.begin(2, share=1)
    with pytest.raises(Unsupported, match="Tricks: it reads facts"):
        spent.spend("Tricks", 1)


def test_a_phase_that_has_been_asked_may_be_asked_again() -> None:
    spent = budget.Budget()
    for _ in range(5):
        spent.begin(0)
        spent.spend("Auction", budget.MOST // 2)
        spent.end()


class Clock:
    """Rules that know some outcomes, and took some time to get ready."""

    def __init__(self, known: int, found: int, took: float, rested: float) -> None:
        self.extent = known, 0
        self.interpreted = SimpleNamespace(extent=(found, 0), took=took, ready=-rested)


@pytest.mark.parametrize(
    ("known", "found", "took", "rested", "grows"),
    [(10, 11, 0.01, 0, True), (10, 19, 1, 0, False), (10, 20, 1, 0, True), (10, 11, 1, 4, False), (10, 11, 1, 6, True)],
)
def test_rules_are_got_ready_again_where_that_takes_a_small_part_of_the_time(
    monkeypatch: pytest.MonkeyPatch, known: int, found: int, took: float, rested: float, grows: bool
) -> None:
    monkeypatch.setattr(lowered, "perf_counter", lambda: 0.0)
    assert lowered._is_worth_growing(Clock(known, found, took, rested)) == grows  # type: ignore[arg-type]
