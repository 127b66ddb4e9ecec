"""A refusal quotes 200 characters at most of what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from trickkit import Stacked, TrickkitError, load, record
from trickkit.bots.registry import read
from trickkit.catalog.registry import sheet
from trickkit.errors import MOST_QUOTED

LONG = "x" * 5000
PIKOKO = load("pikoko")


def a_sheet(**lines: str) -> Callable[[], object]:
    """Reading a sheet for Pikoko with some more lines."""
    text = "\n".join(['base = "pikoko"', *(f"{name} = {value}" for name, value in lines.items())])
    return lambda: sheet(text)()


REFUSED: dict[str, Callable[[], object]] = {
    "game": lambda: load(LONG),
    "option": lambda: load("pikoko", **{LONG: 1}),
    "value": lambda: load("pikoko", next_lead=LONG),
    "number": lambda: load("pikoko", players=10**4000),
    "action": lambda: PIKOKO.start(seed=1).play(0, LONG),
    "action text": lambda: PIKOKO.action(LONG),
    "seat": lambda: PIKOKO.start(seed=1).play(10**4000, "3"),
    "stacked": lambda: PIKOKO.start(seed=1, deals=[Stacked(hands=[[LONG]])]),
    "bot": lambda: read(LONG),
    "record": lambda: record.loads(f'{{"trickkit": "{LONG}"}}'),
    "record of nothing": lambda: record.loads(LONG),
    "sheet": lambda: sheet(LONG)(),
    "sheet key": lambda: sheet(f'base = "pikoko"\n{LONG} = 1'),
    "sheet base": lambda: sheet(f'base = "{LONG}"'),
    "sheet option": a_sheet(**{"[options]\ntokens": f'"{LONG}"'}),
    "sheet policy": a_sheet(**{"[phases.Tricks]\nfollow": f'"{LONG}"'}),
    "sheet phase": a_sheet(**{f"[phases.{LONG}]\nfollow": '"MustFollow"'}),
    "sheet parameter": a_sheet(**{"[phases.Tricks]\nfollow": f'{{policy = "MustFollow", {LONG} = 1}}'}),
    "sheet list": a_sheet(**{"[phases.Tricks]\nfollow": f"[{'1, ' * 3000}1]"}),
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=[*REFUSED])
def test_little_of_it_is_quoted(refused: Callable[[], object]) -> None:
    with pytest.raises(TrickkitError) as caught:
        refused()
    assert LONG[: MOST_QUOTED + 1] not in str(caught.value)
    assert "1, " * 100 not in str(caught.value)
    assert "0" * 300 not in str(caught.value)
