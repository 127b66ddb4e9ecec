"""What seats are called: on the screen, in the record, and when a game is resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from trickkit_classics.bridge import Vulnerable

from trickkit import record
from trickkit.cli.naming import Names
from trickkit.phases.alone import PlaysAlone
from trickkit.phases.annul import Annulled
from trickkit.phases.partners_passing import PassedBetweenPartners

NAMED = ("play", "pikoko", "--players", 3, "--seed", 9, "--seat", 3, "--against", "random", "--name", "Ada")


def test_seats_are_called_by_their_names_wherever_the_screen_speaks_of_them(run: Any) -> None:
    shown = run(*NAMED, "--name", "1=Ben", "--name", "2=Cyd", typed=("0", "0", "0", "no trust", "q"))
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = [line.strip() for line in shown.stdout.splitlines()]
    assert "How many tricks will Cyd take?" in lines
    for start in ("1 Ben ", "2 Cyd ", "3 Ada (you) ", "Trick 1: "):
        assert any(line.startswith(start) for line in lines)
    assert not [line for line in lines[1:] if "seat 1" in line.lower() or "hand 2" in line]


def test_a_name_goes_into_the_record_beside_the_bot_and_comes_back(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run(*NAMED, "--name", "2=Cyd", "--record", path, typed=("q",))
    assert record.load(path).header.names == ("random", "Cyd (random)", "Ada")
    shown = run("play", "--resume", path, typed=("q",)).stdout
    assert "How many tricks will" in shown
    assert "3 Ada (you)" in shown
    assert "2 Cyd " in shown


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("7=Ben",), "--name '7=Ben': there is no seat 7; the seats are 1..3"),
        (("9" * 5000 + "=Ben",), "there is no seat 999999999; the seats are 1..3"),
        (("Ada", "Eve"), "--name 'Eve': seat 3 is called 'Ada' already"),
        (("0=Ben",), "there is no seat 0; the seats are 1..3"),
        (("1=",), "--name '1=': a name has 1 to 40 characters"),
        (("A\x1b[2J",), "a name has 1 to 40 characters that can be printed"),
        (("1=greedy",), "--name 'greedy' is a bot's"),
        (("Ada (greedy)",), "--name 'Ada (greedy)' is a bot's"),
    ],
)
def test_a_name_that_cannot_be_is_refused(refused: Any, names: tuple[str, ...], said: str) -> None:
    given = [word for name in names for word in ("--name", name)]
    assert said in refused(*NAMED[:-2], *given)


def test_people_count_from_1_and_other_numbers_stay() -> None:
    names = Names(("Ada", "Ben"))
    assert names.told("Seat 7 and seat 11, hand 12; the backhand 1; seat 1's 3 deals") == (
        "Seat 8 and seat 12, hand 13; the backhand 1; Ben's 3 deals"
    )
    assert names.told("Deal 0, trick 2, evaluation 1: seats 1 and 2; taken by 0, 2; by 2.5 points") == (
        "Deal 1, trick 3, evaluation 2: seats Ben and 3; taken by Ada, 3; by 2.5 points"
    )
    assert names.told("Ada bids 2 on 1, and seat 2: trust 1") == "Ada bids 2 on Ben, and seat 3: trust 2"


def test_every_hand_of_several_is_counted_from_1() -> None:
    names = Names(("", "", "Cyd"))
    assert names.told(str(PlaysAlone(0, (2, 3)))) == "Seat 1 plays alone, without Cyd's hand and hand 4."
    assert names.told(str(Annulled((0, 1), "no tarocks"))) == (
        "No tarocks in hand 1 and hand 2: the deal is not played."
    )
    assert names.told(str(PassedBetweenPartners((3, 0)))) == "hand 4 to hand 1 and back"
    assert names.told(str(Vulnerable((0, 2)))) == "vulnerable: seat 1, Cyd"
