"""JSON from anybody."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import InvalidRecord, record
from trickkit.untrusted import DEEPEST, STRINGS, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_it_reads_what_was_written(value: object) -> None:
    text = json.dumps(value)
    assert read_json(text) == read_json(text.encode()) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[" * DEEPEST + "]" * DEEPEST, None),
        (json.dumps("[" * 5000), "[" * 5000),
        (json.dumps('"[\\' * 5000), '"[\\' * 5000),
        (json.dumps([[]] * 5000), [[]] * 5000),
    ],
    ids=["as deep as can be", "a text", "a text with quotes", "side by side"],
)
def test_brackets_in_texts_and_side_by_side_are_not_deep(text: str, value: object) -> None:
    assert value is None or read_json(text) == value
    read_json(text)


@pytest.mark.parametrize("text", ["[" * (DEEPEST + 1), '{"a":' * 5000, '["]",' * 5000, '"\\"", [' + "[" * 5000])
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        read_json(text)


def test_a_text_that_is_never_closed_is_looked_at_once() -> None:
    text = "[" * (DEEPEST + 1) + '"' + '\\"' * 500
    assert STRINGS.sub("", text) == "[" * (DEEPEST + 1)
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        read_json(text)


def test_a_record_that_is_nested_too_deeply_is_refused_with_its_line() -> None:
    with pytest.raises(InvalidRecord, match="line 1: the line cannot be read: lists or objects are nested more than"):
        record.loads('{"trickkit": ' + "[" * 5000 + "\n")
