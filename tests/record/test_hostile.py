"""Records that somebody wrote to do harm: they are refused as any other wrong record, soon and with their line."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import InvalidRecord, Rules, load, playout, record
from trickkit.record.text import LONGEST_LINE, LONGEST_RECORD, line_of

GAME = record.of(playout(load("pikoko", players=3), seed=7))
LINES = str(GAME).splitlines(keepends=True)
DEALT = LINES[1]


def refused(text: str | bytes) -> InvalidRecord:
    """How a record is refused, by load or by verify."""
    with pytest.raises(InvalidRecord) as caught:
        record.loads(text).verify()
    assert caught.value.line is not None
    assert str(caught.value).isprintable()
    return caught.value


def headed(**says: object) -> str:
    """A record with a header that says something."""
    return json.dumps({"trickkit": 1, "game": "pikoko", "options": {}, **says}) + "\n" + DEALT


SHEETS = [
    ("a=" + "[" * 90_000, "nested too deeply"),
    ("a = " + "9" * 5000, "no valid TOML: Exceeds the limit"),
    ("base = 'pikoko'\nending.deals = 0x" + "f" * 5000, "more than 18 digits"),
    ("base = '5211'\nphases.Reveal.cards = 1_000_000_000", "is more than 1,000, the most"),
    (
        "base = 'pikoko'\nschedule.hand_sizes.cards = 100_000_000_000_000_000",
        "is more than 1,000, the most",
    ),
    ("base = 'pikoko'\nschedule.hand_sizes.cards = 100_000_000_000_000_000_000", "more than 18 digits"),
    ("base = 'house.py'", "the base of its sheet is the file 'house.py'"),
    ("base = 'house.toml'", "the base of its sheet is the file 'house.toml'"),
    ("base = ['pikoko']", "base (a list) is not a text"),
    ("base = 'pikoko'\n" + "a." * 20_000 + "a = 1", "dots in a line"),
    ("base = 'pikoko'\n" + "#" * 200_000, "a sheet has at most 100,000"),
    ("base = 'pikoko'\nname = \"\\u001b[2J\"", "name='\\x1b[2J' cannot be printed"),
    ("base = 'pikoko'\n\"\\u001b[2J\" = 1", "the key '\\x1b[2J' cannot be printed"),
]


@pytest.mark.parametrize(("sheet", "message"), SHEETS, ids=[message for _, message in SHEETS])
def test_a_sheet_in_a_header_is_refused_as_line_1(sheet: str, message: str) -> None:
    error = refused(headed(sheet=sheet))
    assert error.line == 1
    assert message in error.message


def test_rules_of_the_reader_that_fail_are_refused_as_line_1() -> None:
    def broken(*, players: int = 4) -> Rules:
        return {}[players]  # type: ignore[no-any-return]

    with pytest.raises(InvalidRecord, match="line 1: the rules of 'pikoko' cannot be built: KeyError: 3"):
        record.loads(str(GAME), broken)


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ({"game": "\x1b[2J"}, "'game' is '\\x1b[2J' in the header, which cannot be printed"),
        ({"rules": "Rules(\x9b2J)"}, "'rules' is 'Rules(\\x9b2J)' in the header, which cannot be printed"),
        ({"players": ["Ada", "Ben", "Cyd", "\x1b[2J"]}, "the name '\\x1b[2J' is not a text that can be printed"),
        ({"options": {"\x1b[2J": 1}}, "no option '\\x1b[2J'"),
        ({"options": {"players": "\x1b[2J"}}, "players='\\x1b[2J' is not one of"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_header(says: dict[str, object], message: str) -> None:
    error = refused(headed(**says))
    assert error.line == 1
    assert message in error.message


def test_a_line_is_written_without_what_does_something_to_a_terminal() -> None:
    said = {"trickkit": 1, "sheet": "# \x1b[2J\x9b2J\u202e\U000e0001ë"}
    assert line_of(said).rstrip("\n").isprintable()
    assert "ë" in line_of(said)
    assert json.loads(line_of(said)) == said


def test_the_first_wrong_line_is_told_before_the_next_is_parsed() -> None:
    assert refused(LINES[0] + '{"boat": 1}\n' + "[" * 10_000 + "\n").line == 2


def test_a_line_is_at_most_so_long() -> None:
    error = refused(LINES[0] + '{"seat": ' + " " * LONGEST_LINE + "0}\n")
    assert (error.line, error.message) == (2, "the line has more than 1,000,000 bytes, the most that one has")


def test_a_record_is_at_most_so_long() -> None:
    error = refused(LINES[0].encode() + b"\n" * LONGEST_RECORD)
    assert error.message == "the record has more than 20,000,000 bytes, the most that one has"


def test_a_key_that_stands_twice_among_many_is_found() -> None:
    keys = ", ".join(f'"k{number}": 0' for number in range(50_000))
    assert "the key 'k7' occurs twice" in refused(f'{LINES[0]}{{{keys}, "k7": 0}}\n').message


def test_a_deal_has_at_most_so_many_random_numbers() -> None:
    rolls = json.dumps({**json.loads(DEALT), "rolls": [0] * 1_001}) + "\n"
    assert "1001 random numbers in a deal; there are at most 1,000" in refused(LINES[0] + rolls).message


# Fuzzed

TEXTS = st.text(max_size=12) | st.sampled_from(["\x1b[2J", "\x00", "\ud800", "??", "pikoko", "house.py", "R7"])
NUMBERS = st.integers() | st.floats() | st.sampled_from([-1, 10**18, 10**4000, 1e308, float("nan"), float("inf")])
DEEP = st.integers(1, 900).map(lambda depth: reduce(lambda inner, _: [inner], range(depth), []))
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS | DEEP,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
BARE = st.sampled_from(["[" * 990, "[" * 100_000, '{"a":' * 980, "9" * 5000, "NaN", "1e999", '"\\ud800"', "\x00", ""])


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A record of which some lines say something else."""
    lines = LINES[: draw(st.integers(1, len(LINES)))]
    for _ in range(draw(st.integers(1, 3))):
        number = draw(st.sampled_from([0, 1, 2]) | st.integers(0, len(lines) - 1)) % len(lines)
        try:
            said = json.loads(lines[number])
        except (ValueError, RecursionError):
            continue
        key = draw(st.sampled_from([*said, "sheet", "rules", "players", "seat", "dealt", "rolls"]) | TEXTS)
        if draw(st.booleans()):
            lines[number] = json.dumps({**said, key: draw(VALUES)}) + "\n"
        else:
            # Also under a key that stands already.
            lines[number] = f"{lines[number][:-2]}, {json.dumps(key)}: {draw(BARE)}}}\n"
    return "".join(lines)


def read_or_refused(text: str) -> None:
    """Nothing but an error of the family, which names a line and can be printed, comes of a record."""
    with suppress(InvalidRecord):
        record.loads(text).verify()
        return
    refused(text)


@given(changed())
def test_whatever_a_record_says_it_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@given(st.dictionaries(st.sampled_from(["ending", "schedule", "phases", "scoring", "options", "name", "key"]), VALUES))
def test_whatever_a_sheet_says_its_record_is_read_or_refused(said: dict[str, Any]) -> None:
    def toml(value: object) -> str:
        depth = 0
        # Lists that are nested deeply have one element each: no recursion for them.
        while isinstance(value, list) and len(value) == 1:
            value, depth = value[0], depth + 1
        if isinstance(value, dict):
            text = "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
        elif isinstance(value, list):
            text = "[" + ", ".join(map(toml, value)) + "]"
        else:
            text = json.dumps(value)
        return "[" * depth + text + "]" * depth

    text = "base = 'pikoko'\n" + "".join(f"{key} = {toml(value)}\n" for key, value in said.items())
    read_or_refused(headed(sheet=text))
