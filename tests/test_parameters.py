"""What policies and phases take: how little each number may be, what is taken where nothing is said, which methods must
be filled in; and that they are values."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import trickkit.phases
import trickkit.policies
import trickkit.scoring
from trickkit import InvalidRules
from trickkit.model.cards import french
from trickkit.phases import (
    BuyTrump,
    CallDouble,
    Confidence,
    DealOut,
    FillHands,
    RemoveCards,
    Reveal,
    TurnTrump,
)
from trickkit.phases.announcing import Announcement
from trickkit.phases.auction import Auction
from trickkit.phases.called import CallEstimates
from trickkit.phases.evaluate import LargestPile
from trickkit.phases.passing import PassCards
from trickkit.phases.tricks.announcing import Announcements
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.policies.bidding import TokensOnEveryone
from trickkit.policies.ending import AfterDeals, AfterScoredDeals
from trickkit.policies.evaluation import (
    AtLeastOfRank,
    AtPoints,
    Award,
    ExactlyOfRank,
    MajoritySuit,
)
from trickkit.policies.follow import Context, Follow
from trickkit.policies.order import Clockwise
from trickkit.policies.ranking import HighCard
from trickkit.policies.schedule import SameSize
from trickkit.policies.sides import DeclarerAlone
from trickkit.policies.until import AfterTricks, DeclarerTakes
from trickkit.scoring import Doubled, ScoreConfidence, ScoreEstimates, ZeroEstimate


@pytest.mark.parametrize(
    ("kind", "parameter", "least", "others"),
    [
        (AfterDeals, "deals", 1, {}),
        (AfterScoredDeals, "deals", 1, {}),
        (AfterTricks, "tricks", 1, {}),
        (Announcements, "played", 0, {"ladders": (("re",), ("kontra",)), "sides": DeclarerAlone()}),
        (AtLeastOfRank, "number", 1, {"rank": 5}),
        (AtLeastOfRank, "rank", 0, {"number": 5}),
        (AtPoints, "first_deal", 0, {"points": 1}),
        (AtPoints, "points", 1, {}),
        (Auction, "after", 0, {}),
        (Auction, "doublings", 0, {}),
        (Auction, "levels", 1, {}),
        (BuyTrump, "price", 0, {}),
        (CallDouble, "most", 1, {}),
        (Clockwise, "after", 0, {}),
        (Confidence, "cards", 0, {}),
        (DeclarerTakes, "tricks", 1, {}),
        (ExactlyOfRank, "number", 1, {"rank": 5}),
        (ExactlyOfRank, "rank", 0, {"number": 5}),
        (FillHands, "cards", 1, {}),
        (FoundByTrick, "within", 1, {}),
        (MajoritySuit, "limit", 1, {}),
        (PassCards, "cards", 1, {}),
        (RemoveCards, "cards", 0, {}),
        (Reveal, "cards", 1, {}),
        (SameSize, "cards", 1, {}),
        (TokensOnEveryone, "tokens", 0, {}),
    ],
)
def test_a_number_may_be_as_little_as_this(kind: Any, parameter: str, least: int, others: dict[str, Any]) -> None:
    assert getattr(kind(**{parameter: least}, **others), parameter) == least
    with pytest.raises(InvalidRules, match=f"{parameter}={least - 1} is not a whole number from {least} on"):
        kind(**{parameter: least - 1}, **others)


CONTEXT = Context(deck=french(), ranking=HighCard(), reads=("best", "first", "broken", "stock"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Announcement(0, "slam"), {"cards": (), "lacking": 0}),
        (AtPoints(points=3), {"first_deal": 0}),
        (Auction(), {"levels": 7, "doublings": 2, "after": 0, "denominations": ("C", "D", "H", "S", "NT")}),
        (Award("7", cards=()), {"times": 1}),
        (BuyTrump(price=3), {"order": Clockwise(1), "same": False, "needs_points": False, "not_in": ()}),
        (CallDouble(), {"order": Clockwise(1), "most": 2, "again": False}),
        (CallEstimates(), {"order": Clockwise(1)}),
        (Clockwise(), {"after": 1}),
        (Confidence(), {"cards": 0, "own": True}),
        (CONTEXT, {"led": None, "trump": None, "best": None, "first": False, "broken": False, "stock": False}),
        (DeclarerTakes(), {"tricks": 1}),
        (Doubled(scoring=ScoreEstimates(trick=1, bonus=2, off=3)), {"adds": False}),
        (LargestPile(), {"all_deals": False}),
        (PassCards(), {"cards": 3}),
        (Reveal(), {"cards": 1}),
        (ScoreConfidence(right=1, wrong=2, none=3), {"absent": 0}),
        (ScoreEstimates(trick=1, bonus=2, off=3), {"missed": 0}),
        (TurnTrump(), {"may_lack": False}),
        (ZeroEstimate(size=1, made=2, failed=3), {"adds": False}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_taken_where_nothing_is_said(value: Any, expected: dict[str, Any]) -> None:
    assert {name: getattr(value, name) for name in expected} == expected


def test_what_has_no_body_must_be_filled_in() -> None:
    checked = []
    for kind, parsed in classes():
        empty = {part.name for part in parsed.body if isinstance(part, ast.FunctionDef) and has_no_body(part)}
        assert empty <= {*getattr(kind, "__abstractmethods__", ())}, kind
        checked += empty
    assert len(checked) > 50
    with pytest.raises(TypeError, match="abstract"):
        Follow()  # type: ignore[abstract]


def test_what_can_be_made_says_what_it_takes() -> None:
    for kind, _ in classes():
        if not inspect.isabstract(kind) and not issubclass(kind, tuple | dict):
            assert vars(kind).keys() & {"__attrs_attrs__", "__slots__"}, f"{kind} lacks its decorator"


def classes() -> Iterator[tuple[type[Any], ast.ClassDef]]:
    """The classes of policies, phases and scoring but for protocols, and how they are written."""
    for package in (trickkit.policies, trickkit.phases, trickkit.scoring):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for node in ast.parse(inspect.getsource(module)).body:
                if isinstance(node, ast.ClassDef) and "Protocol" not in map(ast.unparse, node.bases):
                    yield getattr(module, node.name), node


def has_no_body(method: ast.FunctionDef) -> bool:
    """Whether a method does nothing but say what it would be for; one that answers None by doing nothing says so."""
    answers = method.returns is not None and ast.unparse(method.returns) != "None"
    return answers and all(isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) for part in method.body)


def without_arguments() -> list[type[Any]]:
    """The public classes of policies, phases and scoring that can be made without saying anything."""
    found = []
    for package in (trickkit.policies, trickkit.phases, trickkit.scoring):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for name in getattr(module, "__all__", ()):
                one = getattr(module, name)
                if inspect.isclass(one) and not inspect.isabstract(one) and issubclass(one, BASES):
                    needed = [each.default for each in inspect.signature(one).parameters.values()]
                    if inspect.Parameter.empty not in needed:
                        found.append(one)
    return found


BASES = tuple(
    base
    for module in (trickkit.policies, trickkit.phases, trickkit.scoring)
    for info in pkgutil.walk_packages(module.__path__, f"{module.__name__}.")
    for base in vars(importlib.import_module(info.name)).values()
    if inspect.isclass(base) and inspect.isabstract(base) and base.__module__.startswith("trickkit.")
)


def test_there_are_values_to_look_at() -> None:
    assert {Clockwise, Confidence, DealOut, DeclarerTakes} <= set(without_arguments())


def test_two_that_say_the_same_are_the_same() -> None:
    for kind in without_arguments():
        value, other = kind(), kind()
        assert value == other, kind
        assert hash(value) == hash(other), kind
        assert repr(value) == repr(other), kind
        assert repr(value).startswith(f"{kind.__name__}("), kind
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            value.anything = 1
