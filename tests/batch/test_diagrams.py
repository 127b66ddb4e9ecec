"""Scorings that are traced: what they look at of a deal becomes a path in a decision diagram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import pytest
from attrs import field, frozen
from lockstep import is_replayed

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run import chunks
from trickkit.batch.run.chunks import run_on
from trickkit.phases import BidAndHold, Tricks
from trickkit.scoring import Scoring


@frozen
class ByFunction(Scoring):
    """Each seat scores what a function gives for the deal and the seat; notes how often it is asked."""

    reads = (Tricks,)

    function: Callable[[Deal, int], Any]
    asked: list[int] = field(factory=list, eq=False)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        self.asked.append(1)
        return tuple(ScoreLine(seat, "some", self.function(deal, seat)) for seat in range(deal.players))


def of(rules: Rules, function: Callable[[Deal, int], Any]) -> tuple[Rules, ByFunction]:
    """The rules with such a scoring."""
    scoring = ByFunction(function)
    return rules.replace(scoring=scoring), scoring


def agree(rules: Rules, deals: int = 100, totals: Sequence[int] | None = None) -> batch.Deals:
    """Deals whose points are what the reference engine gives for the same decisions."""
    number = None if totals is None else 1
    found = batch.deals(rules, deals, seed=7, threads=1, moves=True, number=number, totals=totals)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(deals)]
    return found


def traced(rules: Rules) -> bool:
    """Whether no deal had to be asked for by itself."""
    scorer = compile_rules(rules).scoring.scorer()
    return not scorer.parts.others


def taken(deal: Deal, seat: int) -> int:
    return deal[Tricks].taken[seat]


def both(deal: Deal, seat: int) -> int:
    return taken(deal, seat) + taken(deal, (seat + 2) % 4)


@lru_cache
def twice(number: int) -> int:
    return 2 * number


NUMBERS: dict[str, Callable[[Deal, int], Any]] = {
    "itself": taken,
    "sums and multiples": lambda deal, seat: 3 * both(deal, seat) - taken(deal, 0) + 1,
    "comparisons": lambda deal, seat: (both(deal, seat) > 6) + 10 * (2 <= taken(deal, seat) < 5),
    "compared with another": lambda deal, seat: (taken(deal, seat) > taken(deal, 0)) - (taken(deal, seat) == 3),
    "the largest": lambda deal, seat: max(deal[Tricks].taken),
    "whether any": lambda deal, seat: 1 if taken(deal, seat) else 2,
    "among some": lambda deal, seat: int(taken(deal, seat) in (0, 3)),
    "powers and rests": lambda deal, seat: taken(deal, seat) ** 2 - both(deal, seat) // 2 + 7 % (1 + taken(deal, seat)),
    "quotients": lambda deal, seat: 2 * ((3 * both(deal, seat) - 5) // 4) - 1,
    "compared quotients": lambda deal, seat: (
        ((7 - both(deal, seat)) // 3 < -1) + 2 * (-(both(deal, seat) // 3) == -2) + 4 * (both(deal, seat) // 5 > 1)
    ),
    "quotients of quotients": lambda deal, seat: abs((both(deal, seat) // 2 - 3) // 2) + taken(deal, seat) // 3 % 2,
    "points of earlier deals": lambda deal, seat: deal.totals[seat] + (deal.totals[seat] + taken(deal, 0) > 3),
    "an index": lambda deal, seat: "abcdefghijklmn".index("abcdefghijklmn"[taken(deal, seat)]),
    "how many are so": lambda deal, seat: deal[Tricks].taken.count(3),
    "the later tricks": lambda deal, seat: deal[Tricks].taken_since(9)[seat],
    "cards": lambda deal, seat: deal[Tricks].points(seat, {"AS": 5, "KS": -2, "2H": 1}),
    "a card": lambda deal, seat: int("QS" in deal[Tricks].captured(seat)) + 2 * ("QS" in deal[Tricks].played(seat)),
    "how many cards": lambda deal, seat: len(deal[Tricks].captured(seat)),
    "pairs": lambda deal, seat: deal[Tricks].played_in_full(seat, [("KS", "QS"), ("KH", "QH"), ("KD", "KC")]),
    "who starts": lambda deal, seat: deal.starter + (deal.size if seat == deal.starter else 0),
    "trump": lambda deal, seat: deal.deck.suits.index(deal.trump) if deal.trump else -1,
    "by key": lambda deal, seat: {0: 9, 3: -2, 5: 4}.get(taken(deal, seat), 1),
    "by a pair": lambda deal, seat: {(3, 4): 7, (4, 3): -7}.get((taken(deal, 0), taken(deal, seat)), 0),
    "by a quotient": lambda deal, seat: {0: 1, 1: 5, 2: 11}[(taken(deal, seat) + 1) // 5] + deal.totals[seat],
    "remembered": lambda deal, seat: twice(taken(deal, seat)) + twice(both(deal, 0) // 2),
    "in a set": lambda deal, seat: len({*deal[Tricks].taken}),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", NUMBERS)
def test_what_is_computed_from_numbers_of_tricks_and_cards(name: str) -> None:
    rules, scoring = of(load("whist"), NUMBERS[name])
    agree(rules)
    agree(rules, totals=(1, 0, 3, -5))
    before = len(scoring.asked)
    batch.deals(rules, 100, seed=7, threads=1)
    assert traced(rules)
    assert len(scoring.asked) == before, "deals that are known by now are not asked for"


GAMES = {
    "skat": {"seeger_fabian": True},
    "skat, simple": {"bidding": "simple"},
    "coinche": {"generale": True},
    "euchre": {"lone_defender": "always"},
    "german_whist": {"all_tricks": True},
    "bridge": {"match": "duplicate"},
    "doppelkopf": {"marriage": "named", "charlie_caught": True},
    "doppelkopf, second ten": {"nines": False, "second_ten": "not_last", "calls_until": 4},
    "skull_king": {"kraken": True, "whale": True, "mermaid_bonus": 50},
    "skull_king, 8": {"players": 8, "bonuses": "characters"},
    "schieber": {"multipliers": "four"},
    "belote": {"melds": True},
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("name", GAMES)
def test_classic_games_are_scored_without_asking_deal_by_deal(name: str) -> None:
    rules = load(name.split(",")[0], **GAMES[name])
    agree(rules)
    assert traced(rules)


def test_what_only_the_reasons_tell_is_not_looked_at() -> None:
    @frozen
    class OutcomeNumber(Scoring):
        reads = (Tricks,)
        asked: list[int] = field(factory=list, eq=False)

        def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
            self.asked.append(1)
            return (ScoreLine(0, f"took {deal[Tricks].taken[0]}", 5 * deal[Tricks].taken[0]),)

    scoring = OutcomeNumber()
    rules = load("whist").replace(scoring=scoring)
    batch.supports(rules)
    before = len(scoring.asked)
    found = batch.deals(rules, 1000, threads=1)
    assert found.points[:, 0].tolist() == (5 * found.tricks[:, 0]).tolist()
    assert len(scoring.asked) == before + 1


UNTRACEABLE: dict[str, Callable[[Deal, int], Any]] = {
    "every card in order": lambda deal, seat: [*deal[Tricks].captured(seat), "AS"].index("AS"),
    "the log": lambda deal, seat: len(deal.events),
    "earlier points by key": lambda deal, seat: {0: 5, 1: 7}.get(deal.totals[seat], 3),
}


def at_times(deal: Deal, seat: int) -> Any:
    return len(deal.events) if taken(deal, 0) == 3 and taken(deal, 1) == 4 else seat


@pytest.mark.sample(0)
def test_a_side_wins_in_the_midst_of_a_trick() -> None:
    rules = load("schieber", multipliers="four")
    for totals in ((985, 990, 985, 990), (890, 900, 890, 900)):
        agree(rules, 200, totals)
    assert traced(rules)


def test_points_that_wait_are_those_of_the_deals_before() -> None:
    def held(deal: Deal, seat: int) -> Any:
        return 3 - deal.points_before(["some"])[seat] + 10 * (deal.points_before(("some", "other"))[0] < 0)

    rules, _ = of(load("whist"), held)
    states = [rules.start(seed=7)]
    while states[-1].deal.number < 3:
        state = states[-1].play(states[-1].actors[0], states[-1].legal(states[-1].actors[0])[0])
        states.append(state)
    dealt = [next(state for state in states if state.deal.number == number) for number in range(3)]
    for some in ([state] for state in dealt), [dealt]:
        for states in some:
            found = run_on(compile_rules(rules), states, 1, 6, threads=1, moves=True)
            assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(6)]
    assert traced(rules)


@frozen
class AtTimes(Scoring):
    """A point where seat 0 took an even number of tricks, and one more for each deal just before without a score."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        even = int(taken(deal, 0)) % 2 == 0
        return (ScoreLine(0, "some", 1 + deal.unscored_before),) if even else ()


def test_deals_just_before_without_a_score_are_counted() -> None:
    rules, before = load("whist").replace(scoring=AtTimes()), set()
    for seed in range(8):
        state = rules.start(seed=seed)
        while not state.is_over and not state.deal.unscored_before:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        if state.is_over:
            continue
        before.add(state.deal.unscored_before)
        found = run_on(compile_rules(rules), [state], 1, 12, threads=1, moves=True)
        assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(12)]
        assert found.points.max() > 1
    assert before
    assert traced(rules)


def test_it_is_told_why_a_scoring_is_asked_deal_by_deal() -> None:
    for name, why in (
        ("earlier points by key", "it looks something up by a number that depends on the deal"),
        ("the log", "ByFunction: it looks at `events` of a deal"),
        ("every card in order", "it looks at cards one by one"),
    ):
        rules, _ = of(load("whist"), UNTRACEABLE[name])
        batch.deals(rules, 3, threads=1)
        assert why in compile_rules(rules).scoring.why[0]
        assert why in batch.evaluate(rules.start(seed=7, first=0).view(1), worlds=1, playouts=1).why


def test_a_fault_of_a_scoring_is_no_reason_to_ask_it_deal_by_deal() -> None:
    rules, _ = of(load("whist"), lambda deal, seat: [0, 1][taken(deal, seat) + 14])
    with pytest.raises(IndexError):
        batch.deals(rules, 3, threads=1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", UNTRACEABLE)
def test_a_scoring_that_cannot_be_traced_is_asked(name: str) -> None:
    rules, _ = of(load("whist"), UNTRACEABLE[name])
    agree(rules)
    assert not traced(rules)
    assert batch.playouts(rules.start(seed=3), 40, 1, threads=1).points.any()


def test_a_scoring_that_cannot_be_traced_at_times_is_asked_about_those_deals_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, _ = of(load("whist"), at_times)
    agree(rules, 200)
    assert traced(rules)
    asked, result = [], batch.Deals.result

    def noted(deals: batch.Deals, deal: int) -> Any:
        asked.append(deals.tricks[deal, :2].tolist())
        return result(deals, deal)

    monkeypatch.setattr(batch.Deals, "result", noted)
    found = batch.deals(rules, 200, seed=8, threads=1)
    assert asked == [[3, 4]] * int((found.tricks[:, :2] == [3, 4]).all(axis=1).sum()) != []
    lanes = batch.lanes(rules, 200, seed=8)
    for _ in range(52):
        ended = lanes.step(lanes.random())
    assert ended.points.tolist() == found.points.tolist()


@pytest.mark.sample(0)
def test_a_scoring_that_cannot_be_traced_in_many_kinds_of_deals_is_asked_about_all() -> None:
    rules, _ = of(
        load("whist"), lambda deal, seat: len(deal.events) if int(taken(deal, 0)) + int(taken(deal, 1)) else 0
    )
    agree(rules, 200)
    assert not traced(rules)


@pytest.mark.sample(0)
def test_a_look_that_comes_up_late_gives_the_same_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK", 16)
    for rules, _ in (of(load("whist"), at_times), of(load("whist"), NUMBERS["comparisons"])):
        agree(rules, 200)


def test_playouts_and_lanes_are_traced_likewise() -> None:
    rules, _ = of(load("whist"), NUMBERS["a card"])
    state = rules.start(seed=7)
    for _ in range(9):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    found = batch.playouts(state, 60, 1, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(60)]
    for function in (NUMBERS["a card"], UNTRACEABLE["the log"]):
        rules, _ = of(load("whist"), function)
        lanes, whole = batch.lanes(rules, 8, seed=7), batch.deals(rules, 8, seed=7, threads=1)
        for _ in range(52):
            ended = lanes.step(lanes.random())
        assert ended.points.tolist() == whole.points.tolist()


@pytest.mark.sample(0)
def test_what_a_phase_found_out_is_told_apart_as_far_as_it_is_looked_at() -> None:
    def bid(deal: Deal, seat: int) -> Any:
        found = deal[BidAndHold].bid
        return -1 if found is None else found // 20 % 3 + (found > 30) + 100 // found + (deal.declarer == seat) * found

    rules, scoring = of(load("skat"), bid)
    agree(rules)
    assert traced(rules)
    assert len(scoring.asked) < 200


def test_threads_share_what_was_found() -> None:
    rules, _ = of(load("whist"), NUMBERS["the largest"])
    count = 3 * chunks.CHUNK
    alone = batch.deals(of(load("whist"), NUMBERS["the largest"])[0], count, seed=3, threads=1)
    together = partial(batch.deals, rules, count, seed=3, threads=4)
    assert (together().points == alone.points).all()


@pytest.mark.sample(0)
def test_the_scoring_of_skat_is_not_asked_deal_by_deal() -> None:
    rules = load("skat")
    batch.deals(rules, 200, 3)
    assert not compile_rules(rules).scoring.scorer().needs_moves


@pytest.mark.sample(1)
@pytest.mark.parametrize("change_in_hearts", [False, True])
def test_the_last_of_several_phases_that_leave_a_record_is_scored(change_in_hearts: bool) -> None:
    """Trump may be bought before the deal, at its half and after it; with eight cards not always after it."""
    rules = load("pikinni", players=3, double=True, change=True, change_window="any", change_in_hearts=change_in_hearts)
    for number in range(3):
        deals = batch.deals(rules, 40, seed=7, number=number, moves=True)
        for deal in range(40):
            is_replayed(deals, deal)
    assert batch.supports(rules).slow == ""
