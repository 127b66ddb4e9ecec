"""Whose bot thinks next."""

from __future__ import annotations

from asyncio import Future, new_event_loop
from collections.abc import Iterator
from math import inf

import pytest

from trickkit.play.view import View
from trickkit.table.turns import Request, Turns
from trickkit.variants import pikoko


@pytest.fixture(scope="module")
def view() -> View:
    return pikoko.rules(players=3).start(seed=7, first=0).view(1)


@pytest.fixture
def answer() -> Iterator[Future[str | None]]:
    loop = new_event_loop()
    yield loop.create_future()
    loop.close()


class Asked:
    """Turns on which tables ask."""

    def __init__(self, workers: int, view: View, answer: Future[str | None]) -> None:
        self.turns, self.view, self.answer, self.workers = Turns(), view, answer, workers
        self.waiting_for: set[Request] = set()

    def may(self, request: Request) -> bool:
        return request not in self.waiting_for

    def ask(self, table: str, bot: str = "best:2") -> Request:
        request = Request(table, bot, 7, self.view, 5.0, self.answer)
        self.turns.wait(request)
        return request

    def next(self, free: int) -> Request | None:
        return self.turns.next(free=free, workers=self.workers, may=self.may)

    def use(self, table: str, seconds: float, thought: float, bot: str = "best:2") -> None:
        """Let a table think when nobody else waits."""
        request = self.ask(table, bot)
        assert self.turns.next(free=2, workers=2, may=self.may) is request
        self.turns.done(request, seconds, thought)


def test_whoever_has_thought_least_is_next(view: View, answer: Future[str | None]) -> None:
    asked = Asked(2, view, answer)
    asked.use("much", 2.0, 0.5)
    asked.use("little", 1.0, 0.5)
    requests = {name: asked.ask(name) for name in ("much", "little", "new")}
    order = [asked.next(free=2) for _ in requests]
    assert order == [requests[name] for name in ("new", "little", "much")]


def test_a_table_has_one_worker(view: View, answer: Future[str | None]) -> None:
    asked = Asked(3, view, answer)
    first, second = asked.ask("one"), asked.ask("one")
    assert asked.next(free=3) is first
    assert asked.next(free=2) is None
    assert asked.turns.is_busy("one")
    asked.turns.done(first, 0.1, 0.1)
    assert asked.next(free=3) is second


def test_the_last_worker_is_kept_for_tables_that_think_little(view: View, answer: Future[str | None]) -> None:
    asked = Asked(2, view, answer)
    asked.use("much", 30.0, 0.5)
    much = asked.ask("much")
    assert asked.next(free=1) is None
    little = asked.ask("little")
    assert asked.next(free=1) is little
    assert little.is_last
    assert asked.next(free=2) is much
    assert not much.is_last


@pytest.mark.parametrize("thought", [3.0, inf])
def test_a_slow_bot_has_never_the_last_worker_at_any_table(
    view: View, answer: Future[str | None], thought: float
) -> None:
    asked = Asked(2, view, answer)
    asked.use("one", 2.0, thought, bot="flat:10000")
    asked.ask("another", "flat:10000")
    assert asked.next(free=1) is None
    quick = asked.ask("third", "best:1")
    assert asked.next(free=1) is quick


def test_a_bot_that_is_quick_again_is_not_slow(view: View, answer: Future[str | None]) -> None:
    asked = Asked(2, view, answer)
    asked.use("one", 2.5, 2.5)
    asked.use("one", 0.1, 0.1)
    assert asked.next(free=1) is None
    again = asked.ask("one")
    assert asked.next(free=1) is again


def test_all_take_turns_on_the_only_worker(view: View, answer: Future[str | None]) -> None:
    asked = Asked(1, view, answer)
    asked.use("much", 30.0, 5.0)
    much = asked.ask("much")
    assert asked.next(free=1) is much
    assert not much.is_last


def test_who_waits_no_more_has_no_turn(view: View, answer: Future[str | None]) -> None:
    asked = Asked(2, view, answer)
    asked.turns.leave(asked.ask("one"))
    assert asked.next(free=2) is None


def test_whoever_may_not_be_served_waits_and_keeps_nobody_waiting(view: View, answer: Future[str | None]) -> None:
    asked = Asked(2, view, answer)
    new, other = asked.ask("new"), asked.ask("other")
    asked.waiting_for.add(new)
    assert [asked.next(free=2), asked.next(free=1)] == [other, None]
    asked.waiting_for.clear()
    assert asked.next(free=1) is new
