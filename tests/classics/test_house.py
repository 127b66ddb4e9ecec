"""House rules: what each changes, and that the laws hold for it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from strategies import effort

from trickkit import Stacked, load, playout
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder
from trickkit.phases import Evaluate
from trickkit.testing import LAWS, check, laws
from trickkit.testing.law import Law

HOUSE = Path(__file__).parents[2] / "variants" / "house"


def path(name: str) -> str:
    return str(HOUSE / f"{name}.py")


TestPikokoPartners = laws(path("pikoko_partners"), examples=effort(10))
TestPikinniHook = laws(path("pikinni_hook"), examples=effort(10))
TestOverload = laws(path("game5211_overload"), examples=effort(10))


def test_partners_at_pikoko_score_the_same_and_what_both_would_have_scored() -> None:
    plain = playout(load("pikoko", players=4), seed=4)
    shared = playout(load(path("pikoko_partners")), seed=4)
    first, second = plain.results[0].scores, shared.results[0].scores
    assert second == tuple(first[seat] + first[(seat + 2) % 4] for seat in range(4))
    assert shared.outcome is not None
    assert shared.outcome.winners in ((0, 2), (1, 3), (0, 1, 2, 3))


def test_the_dealer_at_pikinni_may_not_make_the_sum_come_out() -> None:
    rules = load(path("pikinni_hook"), players=3)
    for seed in range(20):
        state = rules.start(seed=seed)
        dealer = state.deal.starter
        for step in (1, 2):
            seat = (dealer + step) % 3
            assert state.actors == (seat,)
            state = state.play(seat, state.legal(seat)[seed >> step & 1])
        called = sum(int(str(action)) for _, action in state.moves)
        assert [str(action) for action in state.legal(dealer)] == [
            str(number) for number in (0, 1) if number + called != 1
        ]


def test_an_overloaded_colour_costs_while_the_next_scores() -> None:
    rules = load(path("game5211_overload"), players=2)
    state = rules.start(deals=[Stacked(hands=[["G2", "G3", "G4", "Y2", "B2"], ["G2", "G3", "Y5", "Y1", "B3"]])])
    for seat, card in [(0, "G2"), (0, "G3"), (1, "G2"), (1, "G3"), (0, "G4"), (1, "Y5"), (0, "Y2"), (1, "Y1")]:
        state = state.play(seat, card)
    # Five green cards reach the limit: 2 + 3 + 4 and 2 + 3 are lost; yellow gives 2 and 6.
    assert state.deal[Evaluate].number == 1
    assert state.scores == (-7, 1)


@pytest.mark.parametrize("name", ["pikoko_partners", "pikinni_hook", "game5211_overload"])
def test_it_says_what_it_is_about(name: str) -> None:
    rules = load(path(name))
    assert rules.key != load("pikoko").key
    assert rules.summary.endswith(".")


SHEETS = sorted(HOUSE.glob("*.toml"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_each_sheet_is_another_game_with_a_summary_of_its_own(path: Path) -> None:
    rules = load(str(path))
    base = load(tomllib.loads(path.read_text(encoding="utf-8"))["base"])
    assert (rules.name, rules.summary) != (base.name, base.summary)
    assert rules.replace(key=base.key, name=base.name, summary=base.summary) != base


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_each_sheet_can_be_played_by_every_number_of_players(path: Path) -> None:
    sizes = next((one.values for one in options(builder(str(path))) if one.name == "players"), None)
    for given in [{"players": size} for size in sizes] if sizes else [{}]:
        assert playout(load(str(path), **given), seed=1).is_over


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_each_sheet_is_lawful(path: Path, law: Law) -> None:
    assert check(law, str(path), examples=effort(4)).broken is None
