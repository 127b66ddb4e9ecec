"""What forbids estimates of seats that hear each other."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import runs_compiled

from trickkit import IllegalAction, InvalidRules, batch, load
from trickkit.phases import CallEstimates
from trickkit.policies.estimating import Hook, Limit, OneOf, PartnersWithinTricks
from trickkit.policies.order import AsCalled, Clockwise, Order
from trickkit.policies.partners import Alone


def open_to(limit: Limit, seat: int, *bids: int | None, size: int) -> list[int]:
    """The numbers that a seat may estimate."""
    return [number for number in range(size + 1) if not limit.forbids(number, seat, bids, size)]


@pytest.mark.parametrize(
    ("bids", "numbers"),
    [
        ((None, 1, 1), [0, 2, 3]),
        ((None, 0, 0), [0, 1, 2]),
        ((None, 3, 0), [1, 2, 3]),
        ((None, 2, 2), [0, 1, 2, 3]),
        ((None, 1, None), [0, 1, 2, 3]),
        ((2, 1, 1), [0, 2, 3]),
    ],
    ids=["one left", "all left", "none left", "too many already", "not the last", "its own does not count"],
)
def test_the_hook(bids: tuple[int | None, ...], numbers: list[int]) -> None:
    assert open_to(Hook(), 0, *bids, size=3) == numbers


def test_partners_estimate_no_more_than_all_tricks() -> None:
    limit = PartnersWithinTricks()
    assert open_to(limit, 1, None, None, None, None, size=5) == [0, 1, 2, 3, 4, 5]
    assert open_to(limit, 2, 4, 5, None, None, size=5) == [0, 1]
    assert open_to(limit, 0, None, 3, 5, 2, size=5) == [0]


def test_who_plays_alone_has_only_the_tricks_as_a_limit() -> None:
    assert open_to(PartnersWithinTricks(Alone()), 2, 4, 5, None, None, size=5) == [0, 1, 2, 3, 4, 5]


def test_only_some_numbers_may_be_estimated_whatever_others_have_said() -> None:
    assert open_to(OneOf([1, 3, 4]), 0, 3, None, size=8) == [1, 3, 4]
    for numbers in ([], [-1], ["1"], 3, None):
        with pytest.raises(InvalidRules, match="OneOf: numbers"):
            OneOf(numbers)
    with pytest.raises(IllegalAction, match="an estimate is one of 1, 3"):
        load("oh_hell", players=3).replace(CallEstimates, limits=OneOf([1, 3])).start(seed=1, first=0).play(1, "2")


def test_some_numbers_are_compiled() -> None:
    runs_compiled(load("oh_hell", players=3).replace(CallEstimates, limits=OneOf([0, 1])), lanes=2, deals=2, seed=3)


# Limits of somebody's own


@frozen
class NoEcho(Limit):
    """Nobody may repeat the seat before."""

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:  # noqa: ARG002
        return "the right neighbour has said that" if number == bids[seat - 1] else ""


@frozen
class OddSum(Limit):
    """The sum may not be even."""

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:  # noqa: ARG002
        last = bids.count(None) == 1
        return "the sum may not be even" if last and (number + sum(bid or 0 for bid in bids)) % 2 == 0 else ""


@frozen
class FewZeros(Limit):
    """Not more than two seats may say 0."""

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:  # noqa: ARG002
        return "two seats have said 0" if number == 0 and bids.count(0) >= 2 else ""


@frozen
class NearTheTricks(Limit):
    """With the last estimate, the sum must be within three of the tricks."""

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:  # noqa: ARG002
        off = number + sum(bid or 0 for bid in bids) - size
        return "that is far off" if bids.count(None) == 1 and abs(off) > 3 and number not in (0, size) else ""


@frozen
class AllDiffer(Limit):
    """Estimates differ, but for all tricks; what has been said is put into a set."""

    def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:  # noqa: ARG002
        return "that has been said" if number in set(bids) - {size} else ""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("limits", "order"),
    [
        ([NoEcho()], Clockwise(1)),
        ([OddSum()], Clockwise(1)),
        ([FewZeros(), Hook()], Clockwise(1)),
        ([NearTheTricks()], Clockwise(0)),
        ([NoEcho()], AsCalled()),
    ],
    ids=repr,
)
def test_a_limit_of_ones_own_is_asked_for_what_it_looks_at(limits: list[Limit], order: Order) -> None:
    of = load("oh_hell", players=6, hand_sizes="same", deals=2).replace(CallEstimates, limits=limits, order=order)
    (calls,) = [phase for phase in batch.supports(of).phases if phase.name == "CallEstimates"]
    assert calls.how == "compiled"
    runs_compiled(of, lanes=6, deals=6, seed=5)


def test_a_limit_that_cannot_be_asked_is_called_with_all_estimates_if_these_are_few() -> None:
    few, many = (load("oh_hell", players=players).replace(CallEstimates, limits=[AllDiffer()]) for players in (4, 6))
    assert batch.supports(few)
    assert "CallEstimates: it looks something up by a number" in batch.supports(many).why
