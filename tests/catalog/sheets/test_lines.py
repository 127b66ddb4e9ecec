"""On which lines the keys and values of a sheet stand."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit.catalog.sheets.lines import Path, lines


def paths(value: Any, path: Path = ()) -> set[Path]:
    """Where everything is in what the parser made of a text."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(paths(part, (*path, key)) for key, part in parts))


bare = st.text("abz-_09", min_size=1, max_size=3)
quoted = st.text(alphabet="ab.=#[]{}'\n,", max_size=4).map(json.dumps)
keys = bare | quoted | st.tuples(bare, quoted).map(".".join)
scalars = st.sampled_from(
    [
        "1",
        "-1.5e3",
        "true",
        "1979-05-27 07:32:00",
        "'it''s'".replace("''", ""),
        '"a # \\" ] , }"',
        "'[{='",
        '""',
        '"""one\n] "" two""""',
        "'''\n a = 1 # '' '''''",
        '"""\\"""\n"""',
    ]
)
gaps = st.sampled_from(["", " ", "\n", " # ] }\n", "\r\n\n"])


def arrays(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    items = st.lists(st.tuples(gaps, values, gaps).map("".join), max_size=3)
    return st.tuples(items.map(",".join), gaps).map(lambda parts: f"[{''.join(parts)}]")


def inline(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.lists(st.tuples(keys, values).map(" = ".join), max_size=3)
    return pairs.map(lambda parts: f"{{ {', '.join(parts)} }}")


values = st.recursive(scalars, lambda deeper: arrays(deeper) | inline(deeper), max_leaves=6)
statements = (
    st.tuples(keys, values).map(" = ".join)
    | keys.map(lambda key: f"[ {key} ] # [x]")
    | keys.map(lambda key: f"[[{key}]]")
    | st.sampled_from(["", "# a = 1", "\t"])
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[str], str]:
    """Statements that together are valid TOML."""
    good: list[str] = []
    for statement in draw(st.lists(statements, max_size=8)):
        try:
            tomllib.loads("\n".join([*good, statement]))
        except tomllib.TOMLDecodeError:
            continue
        good.append(statement)
    return good, "\n".join(good)


@given(documents())
def test_everything_has_a_line_and_nothing_else_has(document: tuple[list[str], str]) -> None:
    _, text = document
    assert set(lines(text)) == paths(tomllib.loads(text))


@given(documents())
def test_a_value_stands_on_a_line_of_the_statement_that_brings_it(document: tuple[list[str], str]) -> None:
    statements, text = document
    found, known, first = lines(text), {()}, 1
    for number, statement in enumerate(statements):
        new = paths(tomllib.loads("\n".join(statements[: number + 1]))) - known
        assert all(first <= found[path] <= first + statement.count("\n") for path in new)
        known |= new
        first += statement.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("a = [\n 1,\n # 2\n\n 3]", ("a", 1), 5),
        ("a = [\n {b = 1},\n {b = [\n2]}]", ("a", 1, "b", 0), 4),
        ("[a]\n[a.b]\nc = 1\n[a.d]", ("a", "d"), 4),
        ("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3", ("a", 1, "c", "d"), 6),
        ('a = """\n\n"""\nb = 1', ("b",), 4),
        ("a = 1 # '''\nb = 1", ("b",), 2),
        ("a.b = 1\r\na.c = 2\r\n", ("a", "c"), 2),
        ('"a.b".c = 1', ("a.b", "c"), 1),
    ],
)
def test_line(text: str, path: Path, line: int) -> None:
    assert lines(text)[path] == line
