"""The fast tier is the same every time: its examples depend on nothing that happens to be imported."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import EVERY


@pytest.mark.skipif(EVERY, reason="examples are drawn at random")
def test_no_example_is_read_in_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "found_by_hypothesis.py").write_text("WORD = b'one of few constants of this type'")
    word = import_module("found_by_hypothesis").WORD
    drawn = set()

    @settings(max_examples=600)
    @given(st.binary(max_size=40))
    def draw(example: bytes) -> None:
        drawn.add(example)

    draw()
    del sys.modules["found_by_hypothesis"]
    assert len(drawn) > 100
    assert word not in drawn
