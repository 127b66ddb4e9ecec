"""Files of studies that somebody wrote to do harm: they are read or refused, soon, and nothing is changed."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trickkit import InvalidRecord, InvalidRules, lab
from trickkit.lab import files
from trickkit.lab.lines import sums_of
from trickkit.variants import pikinni

RULES = pikinni.rules(players=2), pikinni.rules(players=2, challenge=True)
NAMES = ("wins", "bids exact")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A good file."""
    file = tmp_path_factory.mktemp("good") / "study.jsonl"
    lab.compare(*RULES, bots="random", deals=20, metrics=NAMES, file=file)
    return file.read_text().splitlines(keepends=True)


NUMBERS = st.integers() | st.floats() | st.sampled_from([-1, 2**63, 10**18, 10**4000, 1e308, float("inf")])
DEEP = st.integers(1, 900).map(lambda depth: reduce(lambda inner, _: [inner], range(depth), []))
TEXTS = st.text(max_size=8) | st.sampled_from(["\x1b[2J", "\ud800", "wins", "house.py", "best:99", "²", "9" * 5000])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS | DEEP,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
BARE = st.sampled_from(
    ["", "{}", "[" * 990, "[" * 100_000, '{"a":' * 980, '{"deals": 1e999}', '{"a": 1, "a": 2}', "\x00"]
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, one in inside for place in ((*path, key), *places(one, (*path, key)))]


def with_other(value: Any, place: tuple[Any, ...], other: Any) -> Any:
    """A value in which something else stands in a place."""
    changed = deepcopy(value)
    reduce(lambda inside, key: inside[key], place[:-1], changed)[place[-1]] = other
    return changed


@st.composite
def changed(draw: st.DrawFn, lines: list[str]) -> str:
    """A file of which some lines say something else."""
    lines = [*lines]
    for _ in range(draw(st.integers(1, 2))):
        number = draw(st.integers(0, len(lines) - 1))
        try:
            said = json.loads(lines[number])
        except (ValueError, RecursionError):
            continue
        how = draw(st.integers(0, 4))
        if how and places(said):
            place = draw(st.sampled_from(places(said)))
            lines[number] = json.dumps(with_other(said, place, draw(VALUES))) + "\n"
        elif draw(st.booleans()):
            lines.insert(number, draw(BARE) + "\n")
        else:
            lines[number] = lines[number][: draw(st.integers(0, len(lines[number])))]
    return "".join(lines)


def refused(file: Path) -> InvalidRecord:
    """How a file is refused, by which it is not changed."""
    before = file.read_bytes()
    with pytest.raises(InvalidRecord) as caught:
        lab.load(file)
    assert file.read_bytes() == before
    assert str(caught.value).isprintable()
    return caught.value


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_file_says_it_is_read_or_refused(data: st.DataObject, lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    file.write_bytes(data.draw(changed(lines)).encode(errors="surrogatepass"))
    with suppress(InvalidRecord):
        found = lab.read(file)
        assert len(found.tidy()) == 2 * len(found.rows)
        assert found.sentences() is not None
        return
    refused(file)


MOMENTS = [0, "wins", "", 1, [20, 0, 0, 1, 10, 20, 10, 10, 20]]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ((0, "deals"), 10**13, "more than 1,000,000,000,000"),
        ((0, "seed"), True, "'seed' is True in the study"),
        ((0, "seed"), 10**1000, "not a whole number of 1,000 digits"),
        ((0, "names"), ["a"], "1 names for 2 rules"),
        ((0, "names"), ["a", "\x1b[2J"], "not a text that can be printed"),
        ((0, "bots"), [], "nobody plays"),
        ((0, "bots"), "best:99", "line 1"),
        ((0, "until"), {"wins": True}, "True is not a width above 0"),
        ((0, "error"), 1e-300, "how often an interval may miss"),
        ((0, "rules"), [3, 4], "they are objects"),
        ((0, "more"), 1, "'more' has no meaning in a study"),
        ((0, "metrics"), ["wins"], "'bids exact' is not a metric of the study"),
        ((1, "deals"), 21, "it is a whole number from 1 to 20"),
        ((1, "deals"), 7, "'kept' is 20; it is a whole number from 7 to 7"),
        ((1, "kept"), 7, "'kept' is 7; it is a whole number from 20 to 20"),
        ((0, "where"), "points of nobody > 3", "is not a condition on deals"),
        ((0, "where"), "points of seat 2 > 3", "has 2 seats"),
        ((1, "more"), 1, "these are not sums of a study"),
        ((1, "counts"), [[0, "played", -1]], "a count is -1; it is a whole number from 0"),
        ((1, "counts"), [[2, "played", 1]], "the place of rules is 2"),
        ((1, "counts"), [[0, "\x1b[2J", 1]], "is not a label"),
        ((1, "parts"), [[1, "Estimates", "ties", "", 1, [0, 0, 0, 0]]], "'ties' is not a metric of the study"),
        ((1, "parts"), [[1, "Estimates", "wins", "", 1, [0, 0, 0]]], "[0, 0, 0] are not sums of a part"),
        ((1, "parts"), [[0, "Estimates", "wins", "", 1, [0, 0, 0, 0]]], "the place of rules is 0"),
        ((1, "moments"), [[2, *MOMENTS[1:]]], "the place of rules is 2"),
        ((1, "moments"), [[*MOMENTS[:4], [20, 0, 0, 1, 10, 20, 1, 10, 20]]], "no deals give these moments of 'wins'"),
        ((1, "moments"), [[*MOMENTS[:4], [20, 0, 0, 1, 2**70, 20, 1, 10, 20]]], "a moment of 'wins' is 11805916"),
        ((1, "moments"), [[*MOMENTS[:4], [20, 0]]], "are not moments of 'wins'"),
        ((1, "apart"), [[1, [[3, 20]]]], "a deal is 20"),
        ((1, "apart"), [[1, [[3, 2]] * 9]], "9 deals are apart; 8 at most"),
        ((1, "scores"), [[0, [[1.5, 2]]]], "a score is 1.5"),
    ],
)
def test_a_wrong_value_is_told_with_its_line(
    lines: list[str], tmp_path: Path, place: tuple[int, str], value: object, message: str
) -> None:
    file = tmp_path / "study.jsonl"
    said = [json.loads(line) for line in lines]
    file.write_text("".join(json.dumps(line) + "\n" for line in with_other(said, place, value)))
    error = refused(file)
    assert message in str(error)
    assert error.line is not None


def test_lines_that_do_not_agree_are_refused(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    wide = json.loads(lines[1])
    narrow = {**wide, "deals": 1, "kept": 1}
    narrow["moments"] = [[*row[:4], [1, 0, 0, 1, 1, 1, 1, 1, 1]] for row in wide["moments"]]
    header = {**json.loads(lines[0]), "deals": 40}
    file.write_text("".join(json.dumps(one) + "\n" for one in (header, wide, narrow)))
    assert "sums of different numbers" in refused(file).message


@pytest.mark.parametrize("rest", ["junk", "{]", "[1, 2]", "{}{"])
def test_what_no_process_left_half_written_is_refused(lines: list[str], tmp_path: Path, rest: str) -> None:
    file = tmp_path / "study.jsonl"
    file.write_text("".join(lines) + rest)
    assert refused(file).line == 3


def test_files_and_lines_are_at_most_so_long(lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "study.jsonl"
    file.write_text("".join(lines))
    monkeypatch.setattr(files, "LONGEST_LINE", 100)
    assert "the line has more than 100 bytes" in refused(file).message
    monkeypatch.undo()
    monkeypatch.setattr(files, "LONGEST_FILE", 100)
    assert "the file has more than 100 bytes" in refused(file).message
    monkeypatch.undo()
    monkeypatch.setattr(files, "MOST", 3)
    assert "sums of more than 3 numbers" in refused(file).message


def test_a_file_that_grows_long_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "study.jsonl"
    monkeypatch.setattr(files, "EVERY", 0.0)
    ask: dict[str, Any] = {"bots": "greedy", "deals": 6, "metrics": ["points"]}
    monkeypatch.setattr(files, "LONGEST_FILE", 1400)
    found = lab.profile(RULES[0], **ask, file=file)
    assert 2 <= len(file.read_text().splitlines()) < 6
    assert lab.read(file) == found
    assert [*tmp_path.iterdir()] == [file]


def test_a_study_of_another_version_does_not_go_on(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    header = {**json.loads(lines[0]), "trickkit": "0.0.9"}
    file.write_text(json.dumps(header) + "\n" + lines[1])
    assert lab.load(file).deals == 20
    file.write_text(json.dumps(header | {"deals": 30}) + "\n" + lines[1])
    assert lab.read(file).deals == 20
    assert "begun by trickkit 0.0.9" in refused(file).message


def test_a_file_is_not_begun_for_what_cannot_be_played(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match="no bot 'gredy'"):
        lab.profile(RULES[0], bots="gredy", deals=4, metrics=["points"], file=tmp_path / "study.jsonl")
    assert not [*tmp_path.iterdir()]


def test_sums_that_a_study_gives_are_read(lines: list[str]) -> None:
    study = lab.Study(rules=RULES, names=("a", "b"), metrics=tuple(lab.METRICS[name] for name in NAMES), deals=20)
    assert sums_of(json.loads(lines[1]), study) == study.block(0)
