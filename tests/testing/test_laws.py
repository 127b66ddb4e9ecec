"""The laws themselves: held against the games of the package, as tests for pytest, and one by one."""

from __future__ import annotations

import importlib
import re
import signal
import sys
from pathlib import Path
from random import Random
from threading import Lock
from typing import Annotated, Any

import pytest
from attrs import field, frozen
from blocks import ROOT
from hypothesis import find, given, settings
from hypothesis import strategies as st
from small import NO, YES, Ask, AskedRun, game
from strategies import effort
from tiers import EVERY, sampled
from unlawful import UNLAWFUL

import trickkit.testing
from trickkit import Deal, InvalidRules, Rules, ScoreLine, Stacked, State, TrickkitError, load, playout
from trickkit.catalog.options import Examples, options
from trickkit.catalog.registry import builder
from trickkit.errors import MissingExtra
from trickkit.model.actions import Action, Call, Pass
from trickkit.model.chance import HOLE
from trickkit.phases import DealOut, Tricks
from trickkit.phases.auction import AuctionCalls
from trickkit.phases.kinds.polls import Answers, Poll
from trickkit.policies.ending import AtTarget
from trickkit.scoring import Scoring
from trickkit.testing import (
    LAWS,
    Law,
    LawBroken,
    Verdict,
    Wrong,
    check,
    deals,
    expect,
    games_end,
    law,
    laws,
    moves,
    play,
    somebody_can_act,
    symmetries,
    views_do_not_leak,
)
from trickkit.testing import rules as rules_of
from trickkit.testing import states as states_of
from trickkit.testing.limit import TimeIsUp, at_most
from trickkit.testing.positions import Positions
from trickkit.testing.strategies import MANNERS, Choice, Playthrough, _picked
from trickkit.testing.suite import within
from trickkit.variants import game5211, pikinni, pikoko

EXAMPLES = 12

TestPikoko = laws(pikoko.rules, examples=effort(EXAMPLES))
TestPikinni = laws(pikinni.rules, examples=effort(EXAMPLES))
Test5211 = laws(game5211.rules, examples=effort(EXAMPLES))

BITES = next(case for case in UNLAWFUL if case.name == "an actor has nothing to answer")


# Strategies


@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211"])
def test_random_rules_have_any_value_of_any_option_the_default_first(key: str) -> None:
    choice = Choice.of(key, {})
    known = {option.name: option for option in options(builder(key)) if option.values}
    assert {name: {*values} for name, values in choice.values} == {
        name: {*(option.values or ())} for name, option in known.items()
    }
    assert all(values[0] == known[name].default for name, values in choice.values)
    assert choice.picked(bytes(len(choice.values))) == load(key)
    last = [len(values) - 1 for _, values in choice.values]
    assert dict(choice.picked(last).options) == {name: values[-1] for name, values in choice.values}
    assert choice.picked([number + 1 for number in last]) == load(key)


def test_an_option_without_a_list_has_its_examples_the_default_first() -> None:
    def small(*, players: Annotated[int, "how many play", Examples([2, 3, 4])] = 3, key: str = "x") -> Rules:
        return game(players=players).replace(key=key)

    assert Choice.of(small, {}).values == (("players", (3, 2, 4)),)
    assert Choice.of(small, {"key": "y"}).picked([2, 0]).players == 4
    assert find(rules_of(small), lambda one: one.players == 4).key == "x"


def test_all_options_of_a_game_are_tried_once_when_rules_are_drawn() -> None:
    tried = []

    def counted(*, players: Annotated[int, "how many play", Examples([2, 3, 4])] = 3) -> Rules:
        tried.append(players)
        return game(players=players)

    laws(counted)
    assert tried == [3]
    for _ in range(3):
        rules_of(counted)
    assert tried == [3, 2, 4]


@given(rules_of("pikoko", players=5, next_lead="start_player"))
def test_options_that_are_given_keep_their_value(found: Rules) -> None:
    assert (found.players, found.options["next_lead"]) == (5, "start_player")


def test_a_game_may_be_given_as_a_path(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "pikoko"\nending.deals = 1\n')
    assert Choice.of(tmp_path / "mine.toml", {"players": 3}) == Choice.of(str(tmp_path / "mine.toml"), {"players": 3})


def test_rules_that_are_built_are_taken_as_they_are() -> None:
    built = game()
    assert find(rules_of(built), lambda _: True) is built


@pytest.mark.parametrize(
    ("what", "fixed", "message"),
    [
        (game(), {"players": 3}, "rules that are built already take no options: players"),
        (7, {}, "7 is not a game"),
        ("nothing", {}, "nothing"),
        ("pikoko", {"players": 9}, "players=9 is not one of"),
        (pikoko.rules, {"luck": 1}, "luck"),
    ],
)
def test_what_is_no_game_is_refused_at_once(what: object, fixed: dict[str, object], message: str) -> None:
    for ask in (rules_of, laws):
        with pytest.raises(InvalidRules, match=message):
            ask(what, **fixed)  # type: ignore[operator]


@pytest.mark.sample(0)
@given(st.data())
@settings(max_examples=30)
def test_random_deals_can_be_dealt(data: st.DataObject) -> None:
    rules = data.draw(rules_of("pikinni"))
    deal: Stacked = data.draw(deals(rules))
    state = rules.start(deals=[deal])
    held = [str(card) for hand in state.deal.hands for card in hand]
    given_cards = [text for hand in deal.hands or () for text in hand or () if text != HOLE]
    assert len(state.deal.hands) != 1
    assert not state.deal.stock or {*given_cards} <= {*held, *(str(card) for card in state.deal.stock)}


def test_random_deals_may_have_holes() -> None:
    rules = game()
    assert find(deals(rules), lambda deal: any(HOLE in (hand or ()) for hand in deal.hands or ()))
    assert find(deals(rules), lambda deal: not any(HOLE in (hand or ()) for hand in deal.hands or ()))


@given(st.data())
def test_random_decisions_can_be_made(data: st.DataObject) -> None:
    start = data.draw(rules_of("5211")).start(seed=3)
    found = data.draw(moves(start, 30))
    assert len(found) <= 30
    assert start.play_all(found).moves == tuple(found)


@pytest.mark.sample(2)
@pytest.mark.parametrize("wanted", [0, 1, 2, 3, 4])
def test_a_short_game_is_looked_at_everywhere(wanted: int) -> None:
    seen = 0

    @law
    def count(state: State, rng: Random) -> bool:
        """Every game is counted."""
        nonlocal seen
        seen += len(state.moves) == wanted
        return True

    check(count, game())
    assert seen >= 5


@pytest.mark.parametrize("of", sampled([pikoko.rules(players=3), rules_of("pikoko", players=3)], 1))
def test_games_in_progress_are_of_any_length(of: Any) -> None:
    state = find(states_of(of, 9), lambda state: len(state.moves) >= 3, settings=settings(database=None))
    assert state.rules == pikoko.rules(players=3)
    assert [str(action) for _, action in state.moves] == ["0", "0", "0"]


@given(states_of(rules_of("pikoko", players=3), 7))
def test_a_game_is_followed_for_so_many_decisions(state: State) -> None:
    assert len(state.moves) <= 7


@pytest.mark.sample(0)
def test_a_game_that_cannot_go_on_is_followed_up_to_there() -> None:
    state = find(states_of(BITES.rules), lambda state: bool(state.moves))
    assert [action for _, action in state.moves] == [YES]
    assert play(state, [0, 0]) is state


@pytest.mark.sample(0)
def test_the_laws_look_at_many_different_games() -> None:
    seen = set()

    @law
    def note(state: State, rng: Random) -> bool:
        """Every game is noted."""
        seen.add(str(state.deal.events[1]))
        return True

    check(note, "pikoko")
    assert len(seen) > 85


# Laws


def test_every_law_is_named_and_documented() -> None:
    names = [one.name for one in LAWS]
    assert len({*names}) == len(names)
    for one in LAWS:
        assert getattr(trickkit.testing, one.name) is one
        assert one.name in trickkit.testing.__all__
        assert one.text.endswith(".")


@pytest.fixture(scope="module")
def shipped() -> list[Positions]:
    return [Positions.of(key, source=0) for key in ("pikoko", "pikinni", "5211")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("one", LAWS, ids=lambda one: one.name)
def test_a_law_looks_at_something_in_the_games_of_the_package(shipped: list[Positions], one: Law) -> None:
    assert any(positions.hold(one, within(25)).applied for positions in shipped)


@pytest.mark.sample(4)
@pytest.mark.parametrize("one", LAWS, ids=lambda one: one.name)
def test_a_law_tries_out_the_same_from_the_same_seed(one: Law) -> None:
    state = playout(load("pikinni", players=3), seed=7)
    for middle in (state, play(state.rules.start(seed=7), bytes(range(40)))):
        assert one(middle, 7) == one(middle, 7)


def test_a_law_of_ones_own() -> None:
    @law
    def nobody_leads_the_queen_of_clubs(state: State, rng: Random) -> bool:
        """The queen of clubs is not led.

        This is no part of its text.
        """
        table = state.deal.get(Tricks)
        plays = [trick.plays[0].card for trick in (*table.tricks, table.current) if trick.plays] if table else []
        expect("QC" not in plays, "the queen of clubs is led")
        return bool(plays)

    assert nobody_leads_the_queen_of_clubs.text == "The queen of clubs is not led."
    verdict = check(nobody_leads_the_queen_of_clubs, game())
    assert verdict.broken is not None
    assert [str(action) for _, action in verdict.broken.state.moves] == ["QC"]
    assert "a law of your own" in str(verdict.broken)


def test_whatever_goes_wrong_while_a_law_looks_breaks_it() -> None:
    @law
    def fails(state: State, rng: Random) -> bool:
        """Never holds."""
        raise {0: KeyError("ace"), 1: TrickkitError("no ace"), 2: Wrong("an ace")}[len(state.moves)]

    state = game().start(seed=7)
    for picks, what in ((0, "KeyError: 'ace', raised by "), (1, "no ace"), (2, "an ace")):
        with pytest.raises(LawBroken) as caught:
            fails(play(state, bytes(picks)), 3)
        assert caught.value.what.startswith(what)
        assert (caught.value.seed, caught.value.law) == (3, fails)
        assert len(caught.value.state.moves) == picks


def test_an_error_of_the_games_own_code_is_told_with_its_function_and_the_position() -> None:
    @frozen
    class Forgetful(Scoring):
        def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
            return deal.lines[7]  # type: ignore[return-value]

    state = game(scoring=Forgetful()).start(seed=7)
    with pytest.raises(LawBroken) as caught:
        games_end(state)
    what = (
        r"IndexError: tuple index out of range, raised by test_an_error.*Forgetful\.lines \(test_laws\.py, line \d+\)"
    )
    assert re.fullmatch(rf"{what}, when seat \d plays \w+ after 3 moves", caught.value.what)


def test_a_game_without_a_limit_of_deals_is_told_what_may_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.testing.transitions.LONGEST", 50)
    with pytest.raises(LawBroken) as caught:
        games_end(load("whist").replace(ending=AtTarget(points=1000)).start(seed=7))
    assert re.fullmatch(
        r"the game is not over after 50 more decisions, with [\d ]+ points in deal 0; AtTarget has no limit of deals: "
        r"bring its end nearer, .* as AfterDeals does",
        caught.value.what,
    )


def test_a_law_may_find_fault_with_a_later_position() -> None:
    @law
    def look_ahead(state: State, rng: Random) -> bool:
        """The next position is wrong."""
        expect(False, "wrong", play(state, [0]))
        return True

    with pytest.raises(LawBroken) as caught:
        look_ahead(game().start(seed=7))
    assert len(caught.value.state.moves) == 1


# Tests for pytest


def test_laws_are_a_class_of_tests() -> None:
    tests = laws("pikoko", players=3)
    names = [name for name in vars(tests) if name.startswith("test_")]
    assert names == [f"test_{one.name}" for one in LAWS]
    assert getattr(tests, names[0]).__doc__ == LAWS[0].text
    assert [*vars(laws(game(), only=LAWS[:1]))].count("test_cards_are_conserved") == 1
    assert not hasattr(laws(game(), only=LAWS[:1]), "test_somebody_can_act")


def test_a_test_fails_with_the_shortest_game() -> None:
    tests = laws(BITES.rules, examples=100 if EVERY else 25)()
    with pytest.raises(LawBroken) as caught:
        tests.test_somebody_can_act()
    assert len(caught.value.state.moves) == 1
    tests.test_cards_are_conserved()


@pytest.mark.sample(0)
def test_a_failing_test_says_how_the_games_are_found_again() -> None:
    with pytest.raises(LawBroken) as caught:
        laws(BITES.rules, examples=20, source=5)().test_somebody_can_act()
    assert caught.value.__notes__ == ["found with source=5"]


def test_every_game_is_played_once_for_all_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Playthrough] = []

    def follow(playthrough: Playthrough, _picks: bytes) -> tuple[State, frozenset[int], State]:
        played.append(playthrough)
        state = playthrough.rules.start(seed=1)
        return state, frozenset(), state

    monkeypatch.setattr(Playthrough, "_follow", follow)
    seen: list[int] = []

    @law
    def count(state: State, rng: Random) -> bool:
        """Every look is counted."""
        seen.append(1)
        return True

    positions = Positions.of("pikoko", source=3)
    for one in (count, count, LAWS[0]):
        assert positions.hold(one, within(15)).games == 15
    assert len(seen) == 30
    assert len(played) == 15


@pytest.mark.parametrize("manner", range(MANNERS))
def test_whoever_may_pass_does_so_as_often_as_the_manner_says(manner: int) -> None:
    possible = [(0, Call(str(number))) for number in range(9)] + [(0, Pass())]
    picked = [possible[_picked(possible, pick, manner)][1] for pick in range(256)]
    passes, lowest = picked.count(Pass()), {str(action) for action in picked} - {"pass"}
    assert passes == (25, 128, 128, 224)[manner]
    assert len(lowest) == (9, 9, 2, 2)[manner]
    others = possible[:-1]
    assert [others[_picked(others, pick, manner)] for pick in range(9)] == others


def test_auctions_end_on_any_level() -> None:
    choice, levels = Choice.of("bridge", {}), set[int]()
    for seed in range(40):
        draw = Random(seed)
        state = Playthrough(choice.build({}), seed, draw.randbytes(60), draw.randrange(4)).state
        deals = [*(result.deal for result in state.results), state.deal]
        records = [record for deal in deals if (record := deal.get(AuctionCalls)) is not None]
        levels |= {record.contract.level for record in records if record.contract is not None}
    assert levels >= {1, 2, 3, 4, 5}


def test_the_source_is_that_of_hypothesis_where_it_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypothesis.core.global_force_seed", 12)
    # The default settings are derandomized where an environment says that it is that of continuous integration.
    monkeypatch.setattr("trickkit.testing.positions.settings", lambda: settings(derandomize=False))
    assert Positions.of("pikoko").source == 12
    monkeypatch.setattr("trickkit.testing.positions.settings", lambda: settings(derandomize=True, database=None))
    assert Positions.of("pikoko").source == Positions.of("pikoko").source != 12
    assert Positions.of("pikoko", players=3).source != Positions.of("pikoko").source


def test_the_same_games_are_tried_wherever_a_file_lies_and_in_every_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickkit.testing.positions.settings", lambda: settings(derandomize=True, database=None))
    here = ROOT / "variants" / "house" / "robbing_whist.py"
    there = tmp_path / here.name
    there.write_text(here.read_text())
    assert Positions.of(str(here)).source == Positions.of(str(there)).source
    rules = load("pikoko")
    assert Positions.of(rules).source == Positions.of(load("pikoko")).source

    def another(build: Any) -> Any:
        return lambda: build()

    one, two = another(load(str(here)).replace), another(load(str(here)).replace)
    assert Positions.of(one).source == Positions.of(two).source


@pytest.mark.sample(0)
def test_twins_keep_a_card_that_was_seen_before_its_seat_may_have_laid_it_away() -> None:
    rules = load(str(ROOT / "variants" / "house" / "robbing_whist.py"))
    state = rules.start(seed=0, first=3).play_all([(0, "0"), (1, "0"), (2, "0"), (3, "1")])
    state = state.play(3, state.legal(3)[0])
    for seed in sampled(range(40), 12):
        views_do_not_leak(state, seed=seed)


def test_a_position_that_another_law_changed_is_played_anew() -> None:
    @frozen(slots=False)
    class OneListForAll(AskedRun):
        """All positions of a deal share the list of answers; none is left to give where it is ahead of the position."""

        given: list[Action] = field(factory=list, eq=False)

        def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
            return () if len(self.given) > len(answers) else (YES, NO)

        def play(self, at: Poll, seat: int, action: Action) -> Poll | None:
            after = super().play(at, seat, action)
            self.given.append(action)
            return after

    @law
    def plays_on(state: State, rng: Random) -> bool:
        """The game is played on."""
        return play(state, [0]) is not state

    rules = game(DealOut(), Ask(run=OneListForAll))
    alone, after = Positions.of(rules, source=0), Positions.of(rules, source=0)
    assert alone.hold(somebody_can_act, within(20)).holds
    assert after.hold(plays_on, within(20)).applied
    assert after.hold(somebody_can_act, within(20)).holds


def test_a_law_is_looked_at_as_long_as_there_is_time() -> None:
    @law
    def never_ends(state: State, rng: Random) -> bool:
        """Nobody knows."""
        while state.moves:
            pass
        return True

    verdict = check(never_ends, game(), seconds=0.1)
    assert (verdict.holds, verdict.broken) == (False, None)
    assert verdict.stopped is not None
    assert verdict.stopped >= 0.1


def test_the_alarm_leaves_no_lock_of_other_packages_locked() -> None:
    lock = Lock()
    elsewhere: dict[str, Any] = {"__name__": "coverage.collector", "lock": lock}
    exec("def work():\n    lock.acquire()\n    sum(range(10_000))\n    lock.release()", elsewhere)

    def work_for_good() -> None:
        while True:
            elsewhere["work"]()
            sum(range(10_000))

    for _ in range(10):
        with pytest.raises(TimeIsUp), at_most(0.002):
            work_for_good()
        assert not lock.locked()


def test_an_alarm_of_somebody_else_is_not_lost() -> None:
    def work_for_good() -> None:
        while True:
            pass

    before = signal.setitimer(signal.ITIMER_REAL, 1_000)
    try:
        with pytest.raises(TimeIsUp), at_most(0.002):
            work_for_good()
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] < 1_000
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


def test_where_there_is_no_alarm_a_look_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.setitimer")
    ticks = iter(range(1000))
    monkeypatch.setattr("trickkit.testing.positions.perf_counter", lambda: next(ticks))
    verdict = check(LAWS[0], game(), seconds=3)
    assert (verdict.games, verdict.holds, verdict.stopped) == (3, False, 5)


def test_the_number_of_moves_bounds_the_games() -> None:
    laws(BITES.rules, moves=0, examples=20)().test_somebody_can_act()


# What is said


def test_a_broken_law_is_shown_as_a_test_to_paste() -> None:
    broken = check(BITES.law, BITES.rules).broken
    assert broken is not None
    text = str(broken)
    assert text.startswith(
        "somebody_can_act is broken: seat 1 has 0 legal actions; (1,) act\nsmall, deal 0, after 1 move;"
    )
    assert re.search(r'\n\{"seat": 0, "play": "yes", "sum": "[0-9a-f]{8}"\}\n"""\n', text)
    with pytest.raises(LawBroken) as again:
        exec(broken.test(), {"rules": BITES.rules})
    assert again.value.what == broken.what


def test_rules_that_a_record_names_itself_need_not_be_given() -> None:
    broken = LawBroken(LAWS[0], "a card is missing", play(load("pikinni", players=2).start(seed=7), [1, 2]), 5)
    assert "record.loads(GAME).replay(seed=7), seed=5)" in broken.test()
    assert "rules" not in broken.test().splitlines()[-1]
    exec(broken.test(), {})


def test_a_game_that_cannot_be_recorded_is_shown_by_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = LawBroken(LAWS[0], "no", play(game().start(seed=7, first=0), [0]))
    monkeypatch.setattr("trickkit.record.of", None)
    assert ".start(seed=7, first=0).play_all([(0, '" in broken.test()
    assert broken.test().endswith(", seed=0)")
    told = broken.test("load('somewhere.py', players=2)")
    assert told.startswith("from trickkit import load\n")
    assert "(load('somewhere.py', players=2).start(seed=7, first=0)" in told


def test_a_verdict_says_in_how_many_games_there_was_something_to_look_at() -> None:
    @law
    def looks_at_the_end(state: State, rng: Random) -> bool:
        """The end is looked at."""
        return state.is_over

    verdict = check(looks_at_the_end, game(), examples=50)
    assert verdict.holds
    assert verdict.games == 50
    assert 5 < verdict.applied < 45
    assert Verdict(LAWS[0], 1, 1, LawBroken(LAWS[0], "no", game().start())).holds is False


@pytest.mark.sample(0)
def test_the_same_source_gives_the_same_verdict() -> None:
    one, again, other = (check(BITES.law, BITES.rules, source=source) for source in (1, 1, 2))
    assert (one.games, one.applied, str(one.broken)) == (again.games, again.applied, str(again.broken))
    assert str(other.broken) != str(one.broken) or other.games != one.games


def test_what_is_imported_does_not_change_the_games_of_a_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[State] = []

    @law
    def note(state: State, rng: Random) -> bool:
        """Every game is noted."""
        seen.append(state)
        return True

    check(note, game(), examples=60)
    before = [state.moves for state in seen]
    seen.clear()
    (tmp_path / "numbers_of_a_game.py").write_text(f"NUMBERS = {[*range(131, 250, 7)]}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("numbers_of_a_game")
    check(note, game(), examples=60)
    assert [state.moves for state in seen] == before


def test_every_game_is_told_of() -> None:
    seen = []
    check(LAWS[0], game(), examples=10, seen=lambda: seen.append(1))
    assert len(seen) == 10


def test_without_hypothesis_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[:2] == ["trickkit", "testing"]]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(MissingExtra, match=r"needs hypothesis: pip install 'trickkit\[testing\]'") as found:
        importlib.import_module("trickkit.testing")
    assert isinstance(found.value, ImportError)
    assert isinstance(found.value, TrickkitError)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "law", [symmetries.seats_may_be_rotated, symmetries.suits_may_be_renamed], ids=lambda law: law.name
)
@pytest.mark.parametrize("key", ["pikinni", "whist"])
def test_seats_and_suits_are_alike_in_games_of_each_kind(law: Law, key: str) -> None:
    verdict = check(law, key, examples=4)
    assert verdict.holds
    assert verdict.applied
