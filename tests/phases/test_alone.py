"""Going alone and defending alone: who is asked when, and whose hands rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from strategies import effort

from trickkit import IllegalAction, InvalidRules, Rules, State, load
from trickkit.model.actions import Call
from trickkit.model.cards import french
from trickkit.phases import DealOut, GoAlone, NameTrump, Tricks
from trickkit.phases.alone import AloneRun, PlaysAlone
from trickkit.policies.ending import AfterDeals
from trickkit.policies.partners import Alone
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws


def game(phase: GoAlone, players: int = 4) -> Rules:
    """A plain game in which trump is named before anybody goes alone."""
    return Rules(
        key="alone",
        name="Alone",
        players=players,
        deck=french("9TJQKA"),
        phases=(DealOut(), NameTrump(), phase, Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def named(declarer: int, players: int = 4, **how: Any) -> State:
    """A deal that seat 0 starts and in which a seat has named trump."""
    state = game(GoAlone(**how), players).start(seed=3, first=0)
    while state.actors != (declarer,):
        state = state.play(state.actors[0], "pass")
    return state.play(declarer, "name H")


def test_the_declarer_is_asked_and_its_partner_rests() -> None:
    state = named(2)
    assert state.actors == (2,)
    assert [str(action) for action in state.legal(2)] == ["alone", "pass"]
    state = state.play(2, "alone")
    assert state.deal.resting == (0,)
    assert str(state.deal[GoAlone]) == "alone: 2"
    assert [str(event) for event in state.events if isinstance(event, PlaysAlone)] == [
        "Seat 2 plays alone, without hand 0."
    ]
    order = []
    for _ in range(3):
        order.append(state.actors[0])
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert order == [1, 2, 3]


def test_who_passes_plays_with_its_partner() -> None:
    state = named(2).play(2, "pass")
    assert state.deal.resting == ()
    assert (str(state.deal[GoAlone]), state.phase) == ("nobody alone", Tricks())


@pytest.mark.parametrize(
    ("defenders", "said", "asked"),
    [
        ("never", "alone", False),
        ("never", "pass", False),
        ("against_alone", "alone", True),
        ("against_alone", "pass", False),
        ("always", "alone", True),
        ("always", "pass", True),
    ],
)
def test_when_one_may_defend_alone(defenders: Any, said: str, asked: bool) -> None:
    state = named(2, defenders=defenders).play(2, said)
    assert isinstance(state.phase, GoAlone) == asked


@pytest.mark.parametrize("defenders", ["always", "against_alone"])
def test_defenders_are_asked_from_the_left_of_the_starter_until_one_says_so(defenders: Any) -> None:
    state = named(2, defenders=defenders).play(2, "alone")
    assert state.actors == (1,)
    assert state.play(1, "alone").deal.resting == (0, 3)
    state = state.play(1, "pass")
    assert state.actors == (3,)
    both = state.play(3, "alone")
    assert (both.deal.resting, str(both.deal[GoAlone])) == ((0, 1), "alone: 2, 3")
    assert state.play(3, "pass").deal.resting == (0,)


def test_two_play_two_cards_a_trick() -> None:
    state = named(1, defenders="always").play_all([(1, "alone"), (2, "alone")])
    assert state.actors == (1,)
    state = state.play(1, state.legal(1)[0])
    assert state.actors == (2,)
    state = state.play(2, state.legal(2)[0])
    assert len(state.deal[Tricks].tricks) == 1


def test_it_is_the_same_with_six() -> None:
    state = named(1, players=6, defenders="always").play(1, "alone")
    assert state.actors == (2,)
    assert state.deal.resting == (4,)


def test_one_without_partners_rests_nobody() -> None:
    assert named(1, partners=Alone()).play(1, "alone").deal.resting == ()


def test_a_hand_that_rests_already_goes_on_resting() -> None:
    deal = evolve(named(1).deal, resting=(0,))
    run = GoAlone().begin(deal)
    assert isinstance(run, AloneRun)
    at = run.play(run.start(), 1, Call("alone"))
    assert at is not None
    assert run.record(at).resting == (0, 3)


def test_nothing_else_is_said() -> None:
    with pytest.raises(IllegalAction, match="seat 1 may play alone now; name C is neither alone nor pass"):
        named(1).play(1, "name C")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"defenders": "sometimes"}, "GoAlone: defenders='sometimes' is not one of 'never', 'against_alone', 'always'"),
        ({"partners": 2}, "GoAlone: partners=2 is not a Partners"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(how: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        GoAlone(**how)


def test_nobody_sits_opposite_at_an_odd_table() -> None:
    with pytest.raises(InvalidRules, match="3 seats cannot play as partners opposite each other"):
        game(GoAlone(), players=3).start(seed=1)


def test_a_sheet_doubles_what_is_won_alone(tmp_path: Path) -> None:
    sheet = tmp_path / "double.toml"
    sheet.write_text(
        'base = "euchre"\n[scoring]\n'
        'policy = "ScoreByContract"\n'
        'scorings = { alone = { policy = "ScoreTricks", points = 2 } }\n'
        'otherwise = { policy = "ScoreTricks", points = 1 }\n'
    )
    rules = load(str(sheet))
    for word, each in (("alone", 2), ("pass", 1)):
        state = rules.start(seed=3, first=0)
        state = state.play(1, "name D").play(1, word)
        while not state.results:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        assert sum(state.results[0].scores) == 5 * each


TestAlone = laws(game(GoAlone(defenders="always")), examples=effort(8), moves=20)
