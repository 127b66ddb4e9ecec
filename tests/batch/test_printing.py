"""Diagrams as text: they read like the rules, and say why where there is none."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from trickkit import Deal, InvalidRules, Rules, batch, load
from trickkit.catalog.registry import keys
from trickkit.phases import CallEstimates, Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.lead import DeclarerOpens
from trickkit.policies.until import Until


@frozen
class QueenOrTwoTricks(Until):
    """The tricks are over once seat 0 has the queen of spades, or with declarer 1 it and seat 0 have two tricks."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return "QS" in tricks.captured(0) or (deal.declarer == 1 and tricks.taken[1] + tricks.taken[0] >= 2)


@frozen(kw_only=True)
class HighestDeclares(Phase):
    """The seat that has bid more than the one before it is the declarer."""

    def begin(self, deal: Deal) -> Deal:
        bids = deal[CallEstimates].bids
        return deal.changed(declarer=int((bids[1] or 0) > (bids[0] or 0)))


OH_HELL = load("oh_hell", players=3).before(Tricks, HighestDeclares())
UNTIL = OH_HELL.replace(Tricks, until=QueenOrTwoTricks(), opening=DeclarerOpens())


@pytest.mark.parametrize(
    ("rules", "name", "lines"),
    [
        (
            UNTIL,
            "Tricks.until",
            """
            the declarer:
                seat 0:
                    if QS taken by hand 0:
                        the tricks are over
                    else:
                        the tricks go on
                seat 1:
                    if QS taken by hand 0:
                        the tricks are over
                    elif the tricks of hand 0 + the tricks of hand 1 < 2:
                        the tricks go on
                    else:
                        the tricks are over
            """,
        ),
        (load("hearts"), "Tricks.until", "the hands are played out"),
        (
            load("whist").replace(scoring=load("hearts").scoring),
            "ShootTheMoon",
            """
            if hearts QS taken by hand 0:
            """,
        ),
    ],
)
def test_a_diagram_reads_like_the_rules(rules: Rules, name: str, lines: str) -> None:
    said = str(batch.diagram(rules, name)).splitlines()
    wanted = [line[12:] if line.startswith(12 * " ") else line for line in lines.strip("\n ").splitlines()]
    assert said[: len(wanted)] == [line for line in wanted if line]


def test_a_phase_is_told_decision_by_decision() -> None:
    lines = batch.diagram(load("euchre"), "NameTrump").lines
    assert lines[0] == "the starter:"
    assert {"the trump is clubs", "the declarer is seat 1", "seat 2 says:"} <= {line.strip() for line in lines}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Trick", "the rules have no part 'Trick' .did you mean 'Tricks'.*; there are DealOut, .*, Tricks.until"),
        ("DealOut", "DealOut has no diagram: the engine has compiled code of its own for it; what is traced has one"),
        ("DealOut.until", "DealOut.until has no diagram: the engine has compiled code of its own"),
    ],
)
def test_it_says_why_there_is_none(name: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        batch.diagram(load("hearts"), name)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("ninety_nine", "TrumpFollows", ["elif BidsComeTrue.number == 2:", "the trump is hearts"]),
        pytest.param(
            *("differenzler", "EstimatePoints", ["seat 0 says:", "157:", "the bid of seat 3 is 157"]),
            marks=pytest.mark.sample(0),
        ),
        ("differenzler", "ScoreDifference", ["if trick 9 of hand 0:"]),
        ("preferans", "ScoreByContract", ["seat 1: whist, seat 2: whist:"]),
        ("coiffeur", "NameTrump", ["name slalom may be said", "seat 0 says, of what it may say:"]),
    ],
)
def test_house_games_are_told_in_the_words_of_the_rules(game: str, name: str, said: list[str]) -> None:
    lines = batch.diagram(load(f"variants/house/{game}.py"), name).lines
    for one in said:
        assert any(one in line for line in lines), "\n".join(lines[:20])
    assert not any("PointEstimates" in line or "<" in line.replace(" < ", "").replace(" <= ", "") for line in lines)


@pytest.mark.sample(0)
def test_a_scoring_of_rules_that_run_in_python_has_none() -> None:
    with pytest.raises(InvalidRules, match="ScoreMajorities has no diagram: BoardTricks: a row has no room"):
        batch.diagram(load("variants/house/provinces.py"), "ScoreMajorities")


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", keys())
def test_every_traced_part_of_every_game_can_be_printed(key: str) -> None:
    rules: Any = load(key)
    traced = [phase.name for phase in batch.supports(rules).phases if phase.how == "traced"]
    for name in (*traced, *[type(one).__name__ for one in rules.scoring]):
        try:
            lines = batch.diagram(rules, name).lines
        except InvalidRules as error:
            assert "has no diagram: " in str(error)  # noqa: PT017  (a scoring that offers arrays, or is asked)
        else:
            assert lines
