"""What policies and phases take: how little each number may be, what is taken where nothing is said, which methods must
be filled in; and that they are values."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import attrs
import pytest

import trickkit.phases
import trickkit.policies
import trickkit.scoring
from trickkit import InvalidRules
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
from trickkit.phases.auction import Auction
from trickkit.phases.base import Phase, Run
from trickkit.phases.called import CallEstimates
from trickkit.phases.evaluate import LargestPile
from trickkit.phases.kinds.polls import PollRun
from trickkit.phases.kinds.simultaneous import SimultaneousRun
from trickkit.phases.passing import PassCards
from trickkit.phases.tricks.announcing import Announcements
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.policies.bidding import Bidding, TokensOnEveryone
from trickkit.policies.breaking import Breaking
from trickkit.policies.calling import Calling
from trickkit.policies.capture import Capture
from trickkit.policies.control import Control
from trickkit.policies.ending import AfterDeals, AfterScoredDeals, Ending, TieBreak
from trickkit.policies.estimating import Limit
from trickkit.policies.evaluation import (
    AtLeastOfRank,
    AtPoints,
    Award,
    Closing,
    Evaluation,
    ExactlyOfRank,
    MajoritySuit,
)
from trickkit.policies.exposing import Exposing
from trickkit.policies.follow import Follow
from trickkit.policies.lead import Lead, Opening
from trickkit.policies.order import Clockwise, Order
from trickkit.policies.partners import Partners
from trickkit.policies.passing import Passing
from trickkit.policies.portion import Portion
from trickkit.policies.ranking import Ranking
from trickkit.policies.schedule import HandSizes, SameSize, Starter
from trickkit.policies.sides import DeclarerAlone, Sides
from trickkit.policies.trump import TrumpFrom
from trickkit.policies.until import AfterTricks, DeclarerTakes, Until
from trickkit.policies.visibility import Visibility
from trickkit.scoring import Doubled, ScoreConfidence, ScoreEstimates, ScoreTwoSides, Scoring, ZeroEstimate


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
    with pytest.raises(InvalidRules, match=f"{parameter}={least - 1} is no whole number from {least} on"):
        kind(**{parameter: least - 1}, **others)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (AtPoints(points=3), {"first_deal": 0}),
        (Auction(), {"levels": 7, "doublings": 2, "after": 0, "denominations": ("C", "D", "H", "S", "NT")}),
        (Award("7", cards=()), {"times": 1}),
        (BuyTrump(price=3), {"order": Clockwise(1), "same": False, "needs_points": False, "not_in": ()}),
        (CallDouble(), {"order": Clockwise(1), "most": 2, "again": False}),
        (CallEstimates(), {"order": Clockwise(1)}),
        (Clockwise(), {"after": 1}),
        (Confidence(), {"cards": 0, "own": True}),
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


@pytest.mark.parametrize(
    ("base", "methods"),
    [
        (Bidding, "turns highest"),
        (Breaking, "breaks"),
        (Calling, "words forbids"),
        (Capture, "taker"),
        (Closing, "closes"),
        (Control, "chooser"),
        (Ending, "outcome"),
        (Evaluation, "awards"),
        (Exposing, "exposed"),
        (Follow, "steps"),
        (HandSizes, "size"),
        (Lead, "leader"),
        (Limit, "forbids"),
        (Opening, "opener"),
        (Order, "next"),
        (Partners, "sides"),
        (Passing, "step"),
        (Phase, "begin"),
        (PollRun, "asked choices record refusal"),
        (Portion, "cards"),
        (Ranking, "strength"),
        (Run, "start legal play refusal record"),
        (ScoreTwoSides, "parts"),
        (Scoring, "lines"),
        (Sides, "known"),
        (SimultaneousRun, "choices record refusal"),
        (Starter, "after"),
        (TieBreak, "value"),
        (TrumpFrom, "trump"),
        (Until, "over"),
        (Visibility, "sees"),
    ],
)
def test_what_a_subclass_must_fill_in(base: type[Any], methods: str) -> None:
    assert base.__abstractmethods__ == set(methods.split())  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="abstract"):
        base()


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
    if inspect.isclass(base) and inspect.isabstract(base)
)


def test_there_are_values_to_look_at() -> None:
    assert {Clockwise, Confidence, DealOut, DeclarerTakes} <= set(without_arguments())


@pytest.mark.parametrize("kind", without_arguments())
def test_two_that_say_the_same_are_the_same(kind: type[Any]) -> None:
    one, other = kind(), kind()
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert repr(one).startswith(f"{kind.__name__}(")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.anything = 1
