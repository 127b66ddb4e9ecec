"""What `supports` says of phases that it cannot run: it names the phase that is the cause, and the true reason."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import pytest
from attrs import fields, frozen
from lockstep import runs_compiled

from trickkit import Deal, Record, Rules, batch, load
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.steps.tricks.turns import NoPlays, Open, Turning
from trickkit.model.actions import Action, Call, Pass
from trickkit.phases import DealOut, LayAway, Phase, Reveal, TakeStock, Tricks
from trickkit.phases.base import Run
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.until import Until

YES, PASS = Call("yes"), Pass()


def in_its_own_way(rules: Rules, kind: type[Phase]) -> Rules:
    """The rules with a phase that looks at events before it does what one of the library does."""

    def begin(self: Any, deal: Deal) -> Any:
        return kind.begin(self, deal) if deal.events is not None else deal

    own = frozen(kw_only=True)(type(f"My{kind.__name__}", (kind,), {"__doc__": "Of one's own.", "begin": begin}))
    phases = [
        own(**{part.name: getattr(phase, part.name) for part in fields(kind)}) if type(phase) is kind else phase
        for phase in rules.phases
    ]
    return rules.replace(phases=tuple(phases))


@pytest.mark.sample(0)
@pytest.mark.parametrize("kind", [LayAway, TakeStock])
def test_a_phase_that_moves_cards_in_its_own_way_is_named(kind: type[Phase]) -> None:
    why = batch.supports(in_its_own_way(load("skat"), kind)).why
    assert why.startswith(f"My{kind.__name__}: it looks at `events` of a deal")


def test_a_phase_that_lays_cards_before_tricks_is_named() -> None:
    why = batch.supports(load("whist").before(Tricks, Reveal(cards=2))).why
    assert why == "Reveal: compiled code lays cards on the table only in games without tricks"


def test_a_phase_that_looks_at_hands_where_cards_are_laid_is_named() -> None:
    why = batch.supports(load("5211", players=2).after(DealOut, Asks(longest=True))).why
    assert why.startswith("Asks: the batch engine cannot ask for cards of hands in a game in which cards are laid")


@frozen
class Heard(Record):
    """What was said."""

    words: tuple[str, ...]


@frozen
class Asks(Phase):
    """The first seat says yes, or passes.

    Args:
        longest: whether it says yes only with two cards or more.
        keeps: where the deal is kept besides: in the run, or in its progress.
    """

    record: ClassVar[type[Record]] = Heard

    longest: bool = False
    keeps: str = "run"

    def actions(self, deck: Any, players: int) -> tuple[Action, ...]:
        """Yes, and pass."""
        return (YES, PASS)

    def begin(self, deal: Deal) -> Run[Any]:
        """The question."""
        return KeepsDeal(deal, deal, self) if self.keeps == "run" else KeepsDealInProgress(deal)


@frozen(slots=False)
class KeepsDeal(PollRun):
    """It holds the deal once more."""

    untouched: Deal
    phase: Asks

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The starter."""
        return () if answers else (self.deal.starter,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """Yes and pass, or pass alone."""
        may = not self.phase.longest or (self.deal.held[seat] & self.deal.deck.all).bit_count() > 1
        return (YES, PASS) if may else (PASS,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """None of these."""
        return f"{action} is neither {YES} nor {PASS}"

    def record(self, at: Poll) -> Deal:
        """What was said."""
        return self.untouched.with_record(Heard(tuple([str(said) for _, said in at.answers])))


class Progress(NamedTuple):
    """A progress that holds the deal."""

    actors: tuple[int, ...]
    deal: Deal
    words: tuple[str, ...]


@frozen(slots=False)
class KeepsDealInProgress(Run[Progress]):
    """The question, as a run whose progress is a deal."""

    def start(self) -> Progress:
        """Nobody has said anything."""
        return Progress((self.deal.starter,), self.deal, ())

    def legal(self, at: Progress, seat: int) -> tuple[Action, ...]:
        """Yes, and pass."""
        return (YES, PASS)

    def play(self, at: Progress, seat: int, action: Action) -> Progress | None:
        """The end."""
        return Progress((), at.deal, (str(action),)) if action in (YES, PASS) else None

    def refusal(self, at: Progress, seat: int, action: Action) -> str:
        """None of these."""
        return f"{action} is neither {YES} nor {PASS}"

    def record(self, at: Progress) -> Deal:
        """What was said."""
        return at.deal.with_record(Heard(at.words))


@frozen
class QueenWasPlayed(Until):
    """The tricks end with the one in which the queen of spades is played."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """What was taken ends nothing."""
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        """Whether she is in a trick."""
        return any(play.card == "QS" for trick in tricks.tricks for play in trick.plays)


@frozen
class LooksBack(Phase):
    """It looks at the log, and does nothing."""

    def begin(self, deal: Deal) -> Deal:
        """The same deal."""
        return deal if deal.events else deal.changed()


@pytest.mark.sample(0)
def test_where_tricks_are_not_compiled_it_is_said_why_and_not_of_a_phase_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The count ends it as well, much later.
    monkeypatch.setattr("trickkit.batch.lowering.budget.SECONDS", 1)
    rules = load("whist").before(Tricks, LooksBack()).replace(Tricks, until=QueenWasPlayed())
    support = batch.supports(rules)
    assert not support.is_mixed
    assert support.why.startswith("Tricks: until QueenWasPlayed(): it reads facts with too many combinations")
    assert support.why.endswith("let it look at fewer tricks, such as the last one, `tricks.last`")


@pytest.mark.parametrize("keeps", ["run", "progress"])
def test_a_run_may_hold_the_deal(keeps: str) -> None:
    runs_compiled(load("oh_hell", players=3, cards=2).before(Tricks, Asks(keeps=keeps)), lanes=1, deals=1, seed=3)


def test_what_is_told_of_plays_is_all_that_may_be_looked_at() -> None:
    plays = NoPlays(Turning("CallingTricks", {}, (), (), ()))
    with pytest.raises(Open):
        bool(plays)
    for look in (lambda: plays[0], lambda: len(plays), lambda: [*plays], lambda: plays.card):  # type: ignore[index, arg-type, misc]
        with pytest.raises(Unsupported, match="CallingTricks: it looks at the plays to a trick, of which the batch"):
            look()


@frozen
class Misspelt(Until):
    """Ends where tricks say something that they do not have, and numbers too."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return taken[0].bit_count() == 1  # what is asked is no number yet


def test_errors_are_told_without_names_that_nobody_knows() -> None:
    why = batch.supports(load("whist").replace(Tricks, until=Misspelt())).why
    assert why == (
        "Tricks: called in advance, before cards are dealt, it raises AttributeError: a number has no attribute "
        "'bit_count'"
    )
