"""Phases that nobody has told the batch engine of: it finds out what they look at, and what happens in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar

import numpy as np
import pytest
from attrs import field, fields, frozen
from lockstep import is_followed, is_replayed, runs_compiled
from trickkit_classics.drafting import DraftMissions
from trickkit_classics.messages import SendMessages

from trickkit import Deal, Record, Rules, ScoreLine, batch, load
from trickkit.batch.kernel.layout import DECLARER, OUTCOMES
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.machine.limits import lowering_of
from trickkit.batch.machine.lowered import compile_rules
from trickkit.catalog.registry import keys
from trickkit.model.actions import Action, Call, Pass
from trickkit.phases import (
    Announce,
    AnnulDeal,
    AskReservations,
    Auction,
    BidAndHold,
    BidContracts,
    BidOnce,
    Bids,
    BoardTricks,
    BuyTrump,
    CallDouble,
    CallEstimates,
    CallingTricks,
    CallPartner,
    CloseStock,
    Confidence,
    DeclareMelds,
    DiscardDown,
    DoubleParts,
    Estimates,
    GoAlone,
    LadderAuction,
    LayAway,
    NameTrump,
    PassCards,
    Phase,
    PowerTricks,
    Reveal,
    ShowMelds,
    TakePart,
    TakeStock,
    Tricks,
)
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.control import Control, Owner
from trickkit.policies.ending import AfterDeals
from trickkit.policies.estimating import Hook
from trickkit.policies.exposing import Exposing
from trickkit.policies.lead import LeftOfDeclarer
from trickkit.scoring import Scoring


def copied(rules: Rules, kind: type[Phase], **defined: Any) -> Rules:
    """The same rules with a copy of a phase under a new name, which may define something of its own."""
    copy = frozen(kw_only=True)(type(f"My{kind.__name__}", (kind,), {"__doc__": "A copy.", **defined}))
    found: list[Phase] = []
    for phase in rules.phases:
        if type(phase) is kind:
            found.append(copy(**{one.name: getattr(phase, one.name) for one in fields(kind)}))
        else:
            found.append(phase)
    assert any(type(phase) is copy for phase in found)
    return rules.replace(phases=tuple(found))


COPIES: list[tuple[type[Phase], str, dict[str, Any]]] = [
    (Auction, "bridge", {}),
    (BidAndHold, "skat", {}),
    (BuyTrump, "pikinni", {"players": 3, "change": True, "change_window": "any", "call_order": "as_called"}),
    (BuyTrump, "pikinni", {"players": 3, "change": True, "change_needs_points": True}),
    (CallDouble, "pikinni", {"players": 3, "double": True, "same_player_twice": True}),
    (CallEstimates, "oh_hell", {"players": 3, "cards": 3}),
    (Confidence, "pikoko", {"players": 3}),
    (DoubleParts, "marias", {"doubles": 2}),
    (Estimates, "pikinni", {"players": 3, "challenge": True}),
    (GoAlone, "euchre", {"lone_defender": "always"}),
    (LadderAuction, "sheepshead", {}),
    (NameTrump, "euchre", {"stick_the_dealer": True}),
    (NameTrump, "skat", {"bidding": "simple"}),
]


OTHERS: list[tuple[type[Phase], str, dict[str, Any]]] = [
    (Announce, "tarot", {}),
    (AnnulDeal, "tarok", {}),
    (AskReservations, "doppelkopf", {}),
    (BidContracts, "tarok", {}),
    (BidOnce, "tarot", {}),
    (Bids, "pikoko", {"players": 3}),
    (CallPartner, "tarok", {}),
    (CallingTricks, "sechsundsechzig", {}),
    (CloseStock, "sechsundsechzig", {}),
    (DeclareMelds, "schieber", {}),
    (DiscardDown, "tarok", {}),
    (DraftMissions, "rope_team", {}),
    (LayAway, "skat", {}),
    (PassCards, "hearts", {}),
    (PowerTricks, "fox_in_the_forest", {}),
    (Reveal, "5211", {"players": 2}),
    (SendMessages, "rope_team", {}),
    (ShowMelds, "pinochle", {}),
    (TakePart, "tarok", {}),
    (TakeStock, "skat", {}),
    (Tricks, "bridge", {}),
]


@pytest.mark.sample(0)
def test_all_challenges_of_pikinni_are_asked_beforehand_where_most_depends_on_points_and_hands() -> None:
    rules = load(
        "pikinni", players=4, challenge=True, change_window="any", change_needs_points=True, call_order="as_called",
        change_same_suit=False,
    )  # fmt: skip
    assert {phase.how for phase in batch.supports(rules).phases} == {"compiled", "traced"}


def name_of(value: object) -> str | None:
    return getattr(value, "__name__", None)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("kind", "key", "options"), COPIES, ids=name_of)
def test_phases_that_begin_in_their_own_way_are_followed(kind: type[Phase], key: str, options: dict[str, Any]) -> None:
    of = copied(load(key, **options), kind, begin=lambda phase, deal: kind.begin(phase, deal))
    runs_compiled(of, lanes=3, deals=3, seed=5)


@pytest.mark.sample(0)
@pytest.mark.parametrize(("kind", "key", "options"), [*COPIES, *OTHERS], ids=name_of)
def test_copies_under_new_names_have_the_same_tables(kind: type[Phase], key: str, options: dict[str, Any]) -> None:
    of = load(key, **options)
    program, copy = compile_rules(of), compile_rules(copied(of, kind))
    assert (program.why, copy.why) == ("", "")
    assert np.array_equal(program.tables, copy.tables)
    assert (program.sizes, program.choices, program.longest) == (copy.sizes, copy.choices, copy.longest)


IN_PYTHON: set[type[Phase]] = {BoardTricks}
"""The phases of the library that compiled code does not play."""


def test_every_phase_in_which_seats_decide_is_copied() -> None:
    games = [load(key) for key in keys()]
    kinds = {type(phase.inner) for of in games for phase in of.phases if phase.actions(of.deck, of.players)}
    assert kinds <= {kind for kind, _, _ in (*COPIES, *OTHERS)} | IN_PYTHON


@frozen(kw_only=True)
class PassAndHope(PassCards):
    """Another type of passing, which may do anything."""

    def begin(self, deal: Deal) -> Any:
        return PassCards(cards=self.cards, passing=self.passing).begin(deal)


def test_a_phase_that_moves_cards_is_explored_once_it_changes_what_its_base_does() -> None:
    hearts = load("hearts")
    passing = next(phase for phase in hearts.phases if isinstance(phase, PassCards))
    phases = [PassAndHope(cards=3, passing=passing.passing) if phase is passing else phase for phase in hearts.phases]
    assert batch.supports(hearts.replace(phases=tuple(phases))).why.startswith(
        "PassAndHope: called in advance, without cards"
    )


def test_a_copy_with_a_hook_knows_the_sum() -> None:
    hooked = load("oh_hell", players=3, cards=2).replace(CallEstimates, limits=(Hook(),))
    of = copied(hooked, CallEstimates, begin=lambda phase, deal: CallEstimates.begin(phase, deal))
    assert batch.supports(of)
    is_followed(of, 8, seed=3)


# A phase of somebody's own


@frozen
class Stakes(Record):
    """What is played for.

    Args:
        raised: the seats that raised the stakes, in order.
    """

    raised: tuple[int, ...]


@frozen(kw_only=True)
class Raise(Phase):
    """Seats with enough points may raise the stakes, the richest answer first: whoever passes is out.

    Args:
        points: that a seat must have.
    """

    record: ClassVar[type[Record]] = Stakes

    points: int = field(default=5)

    def actions(self, deck: object, players: int) -> tuple[Action, ...]:
        return Call("raise"), Pass()

    def begin(self, deal: Deal) -> Deal | RaiseRun:
        able = tuple(seat for seat in deal.seats if deal.totals[seat] >= self.points)
        return RaiseRun(deal, able) if able else deal.with_record(Stakes(()))


@frozen(slots=False)
class RaiseRun(PollRun):
    able: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        out = [seat for seat, action in answers if action == Pass()]
        return tuple(seat for seat in self.able if seat not in out) if len(answers) < 3 else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return Call("raise"), Pass()

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return "stakes are raised now"

    def record(self, at: Poll) -> Deal:
        raised = tuple(seat for seat, action in at.answers if action != Pass())
        trump = self.deal.deck.suits[0] if len(raised) > 1 else self.deal.trump
        return self.deal.with_record(Stakes(raised), trump=trump)


@frozen
class ScoreStakes(Scoring):
    """A point for each raise."""

    reads: ClassVar[tuple[type[Any], ...]] = (Raise, Tricks)
    counts_only: ClassVar[bool] = True

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken
        return tuple(ScoreLine(seat, "raised", taken[seat] - 3) for seat in deal[Raise].raised)


WHIST = load("whist").replace(ending=AfterDeals(deals=9))
STAKES = WHIST.before(Tricks, Raise()).replace(scoring=(*WHIST.scoring, ScoreStakes()))


def test_a_phase_of_a_file_is_followed() -> None:
    assert batch.supports(STAKES)
    is_followed(STAKES, 4, seed=1)
    for totals in ((9, 0, 5, 4), (9, 9, 9, 9)):
        found = batch.deals(STAKES, 20, seed=2, number=1, totals=totals, moves=True)
        assert found.decisions.max() == 55
        for deal in range(20):
            is_replayed(found, deal)


def test_games_go_on_from_the_middle_of_a_phase_of_a_file() -> None:
    state = STAKES.replace(Raise, points=1).start(seed=1)
    while not isinstance(state.phase, Raise):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert len(state.actors) == 2
    for answer in ("raise", "pass"):
        state = state.play(state.actors[-1], answer)
        found = batch.playouts(state, 10, seed=1, moves=True)
        assert {*found.moves.seats[:, 0].tolist()} == {state.actors[0]}
        for deal in range(10):
            is_replayed(found, deal)


@frozen
class RaisersChoose(Control):
    """The last seat that raised plays all hands."""

    def chooser(self, hand: int, players: int) -> int:
        return hand

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        raised = deal[Raise].raised
        return (raised[-1],) * deal.players if raised else tuple(deal.seats)


@frozen
class AllOpen(Exposing):
    """Where somebody raised, all hands lie open."""

    def exposed(self, deal: Deal) -> dict[int, int]:
        return dict.fromkeys(deal.seats, 0) if deal[Raise].raised else {}


@pytest.mark.sample(0)
def test_tricks_read_what_a_phase_of_a_file_found_out() -> None:
    of = STAKES.replace(Tricks, control=RaisersChoose(), exposing=AllOpen(), opening=LeftOfDeclarer())
    assert batch.supports(of)
    found = batch.deals(of, 30, seed=2, number=1, totals=(9, 0, 5, 4), moves=True)
    for deal in range(30):
        is_replayed(found, deal)


@frozen
class NoMoreTrump(Phase):
    """From here on nothing is trump."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=None)


def test_a_phase_without_decisions_is_run() -> None:
    of = WHIST.before(Tricks, NoMoreTrump())
    assert batch.supports(of)
    assert batch.deals(of, 50, seed=1).trump.tolist() == [-1] * 50
    is_followed(of, 3, seed=1)


# What cannot be explored


@frozen
class Endless(Raise):
    """Seats may answer forever."""

    def begin(self, deal: Deal) -> EndlessRun:
        return EndlessRun(deal, tuple(deal.seats))


@frozen(slots=False)
class EndlessRun(RaiseRun):
    def asked(self, answers: Answers) -> tuple[int, ...]:
        return (0,)

    def summary(self, at: Poll) -> Hashable:
        return len(at.answers) % 2


@frozen
class Wide(Raise):
    """There are too many positions."""

    def begin(self, deal: Deal) -> RaiseRun:
        return WideRun(deal, tuple(deal.seats))


@frozen(slots=False)
class WideRun(RaiseRun):
    def asked(self, answers: Answers) -> tuple[int, ...]:
        return (0,) if len(answers) < 60 else ()


@frozen
class Looks(Raise):
    """It looks at cards."""

    def begin(self, deal: Deal) -> Deal:
        return deal.with_record(Stakes(tuple(seat for seat in deal.seats if len(deal.hands[seat].known) > 12)))


@frozen
class Counts(Raise):
    """It calculates with points."""

    def begin(self, deal: Deal) -> Deal:
        return deal.with_record(Stakes((int(deal.totals[0]) % 4,)))


REFUSED = [
    (Endless(), "Endless: it returns to an earlier position"),
    (Wide(), "Wide: it has more than 6,000 positions; let `summary` of its run say what of the progress is enough"),
    (
        Looks(),
        "Looks: it looks at more than 8 cards of a hand at once, which gives too many cases; it may ask for fewer",
    ),
    (Counts(), "Counts: it looks at the points of earlier deals, which can only be added up and compared"),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("phase", "why"), REFUSED, ids=[type(phase).__name__ for phase, _ in REFUSED])
def test_it_says_what_cannot_be_explored(phase: Phase, why: str) -> None:
    of = WHIST.before(Tricks, phase)
    support = batch.supports(of)
    assert not support
    assert why in support.why


@frozen
class Caller(Exposing):
    """Looks at every call of an auction, which its summary leaves out."""

    def exposed(self, deal: Deal) -> dict[int, int]:
        return {0: 0} if len(deal[Auction].calls) > 10 else {}


@pytest.mark.sample(0)
def test_what_a_summary_leaves_out_is_not_told() -> None:
    why = batch.supports(load("bridge").replace(Tricks, exposing=Caller(), control=Owner())).why
    assert why.startswith("Tricks: it looks at `calls` of AuctionCalls, which has too many values, or which the")


@frozen(kw_only=True)
class RaiseOnce(Raise):
    """Raising whose run sums its answers up in some way."""

    summed: Callable[[Answers], Hashable]

    def begin(self, deal: Deal) -> Any:
        return RaiseOnceRun(deal, tuple(deal.seats), self.summed)


@frozen(slots=False)
class RaiseOnceRun(RaiseRun):
    summed: Callable[[Answers], Hashable]

    def summary(self, at: Poll) -> Hashable:
        return self.summed(at.answers)


def out(answers: Answers) -> Hashable:
    return len(answers), frozenset(seat for seat, action in answers if action == Pass())


@pytest.mark.parametrize(
    ("summed", "forgets"),
    [
        (lambda answers: (out(answers), sum(action != Pass() for _, action in answers)), False),
        (lambda answers: len(answers), True),
    ],
)
def test_a_summary_that_forgets_what_makes_a_difference_is_refused(summed: Any, forgets: bool) -> None:
    why = batch.supports(WHIST.before(Tricks, RaiseOnce(summed=summed))).why
    assert ("RaiseOnce: the `summary` of its run forgets something" in why) == forgets


def test_equal_positions_are_one() -> None:
    once = WHIST.before(Tricks, Raise())
    twice = once.before(Tricks, Raise())
    one, two = (len(compile_rules(of).tables) for of in (once, twice))
    # The second phase has outcomes of its own, and shares nothing else than its actions.
    assert one < two < 2 * one


def test_what_an_outcome_leaves_alone_is_known_after_it() -> None:
    """Where only a marriage has a declarer, there is one wherever a marriage is played, and none elsewhere."""
    knowledge = lowering_of(load("doppelkopf")).knowledge
    outcomes = [Reserved("normal"), Reserved("marriage"), Reserved("marriage")]
    writes: list[dict[int, int]] = [{}, {DECLARER: 1}, {DECLARER: 2}]
    knowledge.learn(Source(OUTCOMES, 0, {Reserved: outcomes}, writes, [True] * 3))
    asked = ("field", Reserved, "game")
    assert knowledge._may_be(DECLARER, {asked: "normal"}) == [-1]
    assert knowledge._may_be(DECLARER, {asked: "marriage"}) == [1, 2]


@frozen
class Reserved(Record):
    """What is played."""

    game: str


@frozen
class AsksHands(Raise):
    """It looks at hands as people do: for single cards, and for how many there are."""

    def begin(self, deal: Deal) -> Deal:
        own, king = deal.hands[deal.starter], deal.deck.card("KD")
        asked = [seat for seat in deal.seats if "AS" in deal.hands[seat]]
        return deal.with_record(Stakes((*asked, int(king in own), len(own), int("??" in own))))


@pytest.mark.sample(0)
def test_cards_are_looked_for_in_hands() -> None:
    rules = WHIST.before(Tricks, AsksHands())
    assert batch.supports(rules).why == ""
    found = batch.deals(rules, 40, seed=3, moves=True)
    for deal in range(40):
        is_replayed(found, deal)
