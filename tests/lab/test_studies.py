"""Studies: what they find, that they find it however they are run, and how they are kept."""

from __future__ import annotations

import csv
import json
import multiprocessing
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tiny_games import TWO_CARDS

from trickkit import Deal, InvalidRecord, InvalidRules, Rules, ScoreLine, TrickkitError, lab, load
from trickkit.errors import MissingExtra
from trickkit.lab import files
from trickkit.lab.metrics import metrics_of
from trickkit.lab.running import run, workers
from trickkit.phases import Tricks
from trickkit.phases.base import Phase
from trickkit.policies.follow import MustTrump
from trickkit.scoring import Scoring
from trickkit.variants import pikoko

BOTH = TWO_CARDS, TWO_CARDS.replace(Tricks, follow=MustTrump())
LEAD = pikoko.rules(players=3, next_lead="start_player")
USUAL = pikoko.rules(players=3)


@frozen
class Gift(Scoring):
    """A point a deal for seat 0."""

    reads: ClassVar[tuple[type[Phase], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (ScoreLine(0, "gift", 1),)


GENEROUS = USUAL.replace(scoring=(*USUAL.scoring, Gift()))


def numbers(found: lab.Found, metric: str) -> dict[str, lab.Estimate | None]:
    return {row.label: row.differences[0] for row in found.of(metric)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("bots", "deals"), [("random", 4000), ("greedy", 6)])
def test_a_gift_is_found_exactly(bots: str, deals: int) -> None:
    found = lab.compare(USUAL, GENEROUS, bots=bots, deals=deals, metrics=["points by seat", "points"])
    by_seat = numbers(found, "points by seat")
    if bots == "random":
        assert by_seat["seat 0"] is not None
        assert by_seat["seat 0"].mean == 1
        assert by_seat["seat 0"].half < 0.05
        assert by_seat["seat 1"] is not None
        assert by_seat["seat 1"].mean == 0
        assert found.verdicts[0].headline.startswith("The change gives 1.00 points a deal to seat 0 (")
    assert found.study.has_same_cards


@pytest.mark.sample(0)
def test_a_rule_against_itself_has_no_effect() -> None:
    found = lab.compare(USUAL, USUAL, bots="random", deals=3000)
    assert all(by is not None and by.mean == 0 and not by.excludes(0) for row in found.rows for by in row.differences)
    (verdict,) = found.verdicts
    assert verdict.headline == "These are the same rules; there is nothing to compare."
    assert (verdict.others, verdict.ruled_out, len(verdict.untouched)) == ((), (), 12)


def test_other_decks_have_other_cards() -> None:
    found = lab.compare("pikoko", USUAL, bots="random", deals=100, metrics=["wins"])
    assert not found.study.has_same_cards
    assert "other cards under other rules" in "\n".join(found.method())
    assert [row.differences[0] is None for row in found.rows] == [False, False, False, True]


@pytest.mark.sample(0)
def test_any_number_of_processes_finds_the_same() -> None:
    ask = {"bots": "greedy", "deals": 96, "until": {"wins": 0.4}, "metrics": ["wins"]}
    alone, two = (lab.compare(USUAL, LEAD, **ask, workers=count) for count in (1, 2))  # type: ignore[arg-type]
    assert 32 <= alone.deals < 96
    assert alone.sums == two.sums
    assert json.dumps(alone.sums.line()) == json.dumps(two.sums.line())


@pytest.mark.sample(0)
def test_threads_find_the_same() -> None:
    study = lab.Study(rules=(USUAL, LEAD), names=("a", "b"), metrics=metrics_of(["wins", "choices"]), deals=6000)
    with ThreadPoolExecutor(3) as threads:
        found = run(study, lambda numbers: threads.map(study.block, numbers))
    assert found == run(study, lambda numbers: map(study.block, numbers))


def test_few_blocks_are_asked_for_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a study of half a billion blocks nobody lists all before the first is played."""
    study = lab.Study(rules=(TWO_CARDS,), names=("a",), metrics=metrics_of(["points"]), deals=10**12)
    submitted: list[int] = []

    def submit(_pool: object, _block: object, number: int) -> Future[lab.Sums]:
        submitted.append(number)
        future = Future[lab.Sums]()
        future.set_result(lab.Sums(deals=study.at_once))
        return future

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor.submit", submit)
    with workers(study, 2) as blocks:
        found = run(study, blocks, budget=timedelta(microseconds=1))
    assert (found.deals, submitted) == (2048, [*range(16)])


def test_a_killed_process_is_said_in_a_line(tmp_path: Path) -> None:
    """What was played before is in the file, and is not played again."""
    file = tmp_path / "study.jsonl"
    ask: Any = {"bots": "flat:1", "deals": 40, "metrics": ["points"], "file": file}

    def kill(found: lab.Found) -> None:
        if found.deals == 3:
            for process in multiprocessing.active_children():
                process.kill()

    with pytest.raises(TrickkitError, match="a process that played for the study was killed"):
        lab.profile(TWO_CARDS, **ask, workers=2, seen=kill)
    assert 3 <= lab.read(file, [TWO_CARDS]).deals < 40
    assert lab.profile(TWO_CARDS, **ask) == lab.profile(TWO_CARDS, **{**ask, "file": None})


@pytest.mark.sample(0)
def test_blocks_merge_in_any_order() -> None:
    study = lab.Study(rules=(USUAL, LEAD), names=("a", "b"), metrics=metrics_of(["wins", "choices"]), deals=6000)
    parts = [study.block(number) for number in range(study.blocks)]
    assert len(parts) == 3
    assert (parts[0] + parts[1]) + parts[2] == parts[2] + (parts[1] + parts[0])


def test_it_stops_when_intervals_are_narrow_enough() -> None:
    found = lab.compare(USUAL, LEAD, bots="random", deals=10**6, until=0.03, metrics=["wins"])
    assert found.deals < 100_000
    assert all(by is not None and by.half <= 0.03 for by in numbers(found, "wins").values())
    assert found.is_done


def test_it_stops_when_time_is_over_and_goes_on_later(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    ask = {"bots": "greedy", "deals": 34, "metrics": ["wins", "choices"]}
    part = lab.compare(*BOTH, **ask, file=file, budget=timedelta(microseconds=1))  # type: ignore[arg-type]
    assert part.deals == 1
    assert lab.read(file, BOTH) == part
    whole = lab.load(file, rules=BOTH)
    assert whole.sums == lab.compare(*BOTH, **ask).sums == lab.read(file, BOTH).sums  # type: ignore[arg-type]


def test_what_a_killed_process_left_half_written_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "study.jsonl"
    monkeypatch.setattr(files, "EVERY", 0.0)
    whole = lab.profile(USUAL, bots="flat:1", deals=4, metrics=["points"], file=file)
    text = file.read_text()
    assert len(text.splitlines()) == 5
    file.write_text(text[: text.rindex("}") - 5])
    assert lab.read(file).deals == 3
    assert lab.load(file).sums == whole.sums
    assert file.read_text() == text


@pytest.mark.sample(0)
@pytest.mark.parametrize(("bots", "few", "many"), [("random", 30, 2100), ("greedy", 5, 40), ("flat:1", 2, 3)])
def test_a_study_is_extended_to_what_it_would_have_been(tmp_path: Path, bots: str, few: int, many: int) -> None:
    ask: Any = {"bots": bots, "metrics": ["points"], "file": tmp_path / "study.jsonl"}
    lab.compare(*BOTH, **ask, deals=few)
    whole = lab.compare(*BOTH, **ask, deals=many)
    assert whole == lab.compare(*BOTH, **{**ask, "file": None}, deals=many) == lab.read(ask["file"], BOTH)
    assert lab.compare(*BOTH, **ask, deals=many).deals == many


def test_deals_are_rows(tmp_path: Path) -> None:
    """Their sums are those of the study."""
    pyarrow = pytest.importorskip("pyarrow.parquet")
    found = lab.compare(*BOTH, bots=["greedy", "random"], deals=6, metrics=["points by seat"])
    assert found.study.rows(tmp_path / "deals.csv") == 6 * 2 * 2 * 2
    rows = [*csv.DictReader((tmp_path / "deals.csv").read_text().splitlines())]
    for place, name in enumerate(found.study.names):
        points = [float(row["points"]) for row in rows if (row["rules"], row["seat"]) == (name, "1")]
        value = found.of("points by seat")[1].values[place]
        assert value is not None
        assert sum(points) / len(points) == pytest.approx(value.mean)
    assert {(row["turn"], row["bot"]) for row in rows if row["seat"] == "0"} == {("0", "greedy"), ("1", "random")}
    found.study.rows(tmp_path / "deals.parquet", deals=4)
    table = pyarrow.read_table(tmp_path / "deals.parquet")
    assert table.column("points").to_pylist() == [int(row["points"]) for row in rows if int(row["deal"]) < 4]
    with pytest.raises(InvalidRules, match=r"'deals.txt' ends neither in .csv nor in .parquet"):
        found.study.rows("deals.txt")


def test_a_file_of_another_study_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    lab.profile(USUAL, bots="random", deals=10, metrics=["points"], file=file)
    before = file.read_bytes()
    with pytest.raises(InvalidRecord, match="another study: deals 10 there, 9 here; give another file"):
        lab.profile(USUAL, bots="random", deals=9, metrics=["points"], file=file)
    with pytest.raises(InvalidRecord, match="another study: deals 10 there, 12 here; seed 0 there, 3 here; give"):
        lab.profile(USUAL, bots="random", deals=12, metrics=["points"], file=file, seed=3)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file has no line"),
        ("[]\n", "line 1: the line is '\\[]'; every line of a record is a JSON object"),
        ("{}\n", "line 1: this is not a study of format version 1"),
        ('{"study": 1}\n', "line 1: 'trickkit' is missing from the study"),
        ("nothing\n", "line 1: the line is not JSON"),
    ],
)
def test_what_is_no_study_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "study.jsonl"
    file.write_text(text)
    with pytest.raises(InvalidRecord, match=message):
        lab.read(file)


def test_rules_that_a_file_cannot_say_are_given(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    found = lab.compare(USUAL, GENEROUS, bots="random", deals=10, metrics=["points"], file=file)
    with pytest.raises(InvalidRecord, match="the rules are made in Python"):
        lab.load(file)
    assert lab.load(file, rules=[USUAL, GENEROUS]) == found


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ({"deals": 1}, "deals=1 is not a whole number from 2 on"),
        ({"workers": 0}, "workers=0 is not a whole number from 1 on"),
        ({"until": {"points": 0}}, "until: 0 is not a width above 0"),
        ({"until": {"win": 1}}, "until: 'win' is not measured; measured: points"),
        ({"bots": "gredy"}, r"no bot 'gredy' \(did you mean 'greedy'\?\)"),
        ({"bots": ("greedy", 3)}, "3 is neither a bot"),
        ({"budget": timedelta()}, "a budget of 0:00:00"),
        ({"metrics": []}, "metrics: there is nothing to measure"),
    ],
)
def test_what_is_no_study_is_refused_before_it_begins(ask: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        lab.profile(USUAL, **{"metrics": ["points"], "deals": 10, **ask})  # type: ignore[arg-type]


def test_rules_that_do_not_compile_are_played_by_the_reference_engine_beside_those_that_do() -> None:
    @frozen
    class PointsAreTrump(Phase):
        def begin(self, deal: Deal) -> Deal:
            return deal.changed(trump=deal.deck.suits[int(deal.totals[0]) % 4])

    odd: Rules = USUAL.before(Tricks, PointsAreTrump())
    found = lab.compare(USUAL, odd, bots="random", deals=4, metrics=["points"])
    assert [table.is_compiled for table in found.study.tables] == [False, False]
    assert found.study.has_same_cards


def test_a_data_frame_is_made_by_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = lab.profile(TWO_CARDS, bots="random", deals=10, metrics=["points"])
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(DataFrame=lambda rows, name=name: (name, rows)))
    assert found.frame() == ("pandas", found.tidy())
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert found.frame() == ("polars", found.tidy())
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtra, match="a data frame needs pandas or polars: pip install pandas"):
        found.frame()


def test_names_tell_rules_apart() -> None:
    names = lab.compare("pikoko", "pikinni", bots="random", deals=2, metrics=["points"]).study.names
    assert names == ("Pikoko", "Pikinni XXIV")
    assert lab.compare(USUAL, USUAL, bots="random", deals=2, metrics=["points"]).study.names == ("Pikoko", "Pikoko (2)")
    house = load("pikoko", players=3).replace(name="House")
    assert lab.compare(USUAL, house, bots="random", deals=2, metrics=["points"]).study.names == ("Pikoko", "House")


def test_workers_wait_for_each_other_only_where_a_width_was_asked_for() -> None:
    study = lab.Study(rules=(TWO_CARDS,), names=("a",), bots="flat:1", metrics=metrics_of(["points"]), deals=60)
    assert study.interim == [60]
    assert evolve(study, until={"points": 0.1}).interim == [32, 40, 50, 60]


def test_a_block_is_asked_for_once() -> None:
    study = lab.Study(rules=(TWO_CARDS,), names=("a",), bots="flat:1", metrics=metrics_of(["points"]), deals=40)
    asked: list[int] = []
    with workers(study, 1) as blocks:
        found = run(study, lambda numbers: (asked.extend(numbers), blocks(numbers))[1])  # type: ignore[func-returns-value]
    assert asked == [*range(40)]
    assert found.is_done


def test_a_setting_that_no_study_has_is_refused_with_those_it_has() -> None:
    with pytest.raises(TypeError, match=r"a study has no setting 'dealz'; it has bots, deals, .*workers"):
        lab.compare("pikoko", "pikoko", dealz=5)  # type: ignore[call-arg]


@pytest.mark.sample(0)
def test_a_study_does_not_end_before_enough_deals_differ() -> None:
    usual = load("hearts")
    found = lab.compare(
        usual,
        load("hearts", shooting_the_moon="none"),
        bots="greedy",
        until={"points": 0.1},
        metrics=["points"],
        deals=160,
        seed=13,
    )
    (row,) = found.of("points")
    assert found.deals == 160
    assert row.differences[0] is not None
    assert row.differences[0].half > 0.1


@pytest.mark.sample(0)
def test_a_change_of_partners_is_said_once() -> None:
    found = lab.compare("whist", "belote", bots="random", deals=2000, metrics=["points by place", "wins"])
    (verdict,) = found.verdicts
    assert "to the dealer" in verdict.headline
    assert verdict.headline.endswith("; the same for the seat opposite the dealer.")
    assert len(verdict.others) == 3
    assert all("; the same for the seat " in sentence for sentence in verdict.others)
