"""A study: which rules are played by whom, how many deals, and what is measured."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from attrs import field, frozen, validators

from trickkit.bots.base import Bot
from trickkit.bots.registry import read_all
from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.lab.conditions import Condition
from trickkit.lab.conditions import read as read_condition
from trickkit.lab.deal_rows import write_rows
from trickkit.lab.evidence import partings
from trickkit.lab.metrics import Metric
from trickkit.lab.observed import Observed
from trickkit.lab.playing import Seat, Table, seats_of
from trickkit.lab.sums import Sums, added_up, games_added_up
from trickkit.lab.whole_games import PlayedGames
from trickkit.model.checks import each_is_a, whole
from trickkit.model.converters import to_texts, to_tuple
from trickkit.play.rules import Rules

__all__ = ["Study"]

AT_ONCE = 2048
"""The number of deals that the batch engine plays at once."""
FOUND_AT_ONCE = 32
"""The number of deals that bots play at once, if their decisions are computed together."""
TRACED = 32
"""The number of these that are examined state by state, which takes about as long as playing all of them."""
FIRST, GROWTH = 32, 1.25
"""A study first checks its intervals after this number of deals, or after one block, and then each time the number of
deals has grown by this factor."""
MOST_DEALS = 10**12
"""The maximum number of deals in a study."""
MOST_RULES = 200
"""The maximum number of rules."""
LEAST_ERROR = 1e-9
"""The minimum probability that an interval misses."""
LONGEST_SEED = 10**1000
"""An upper bound for seeds."""


def _condition(given: Condition | str | None) -> Condition | None:
    if given is None or isinstance(given, Condition):
        return given
    if not isinstance(given, str):
        raise InvalidRules(f"where={quoted(given)} is neither a condition nor the text of one")
    return read_condition(given)


@frozen(kw_only=True, slots=False)
class Study:
    """A study as a value. Its results are a function of this value, for any number of processes.

    The deals are numbered. Each is played under all rules, with the same cards where they deal alike, by the same
    players, and is an independent observation.

    Args:
        rules: one or more; the others are compared with the first.
        names: of them.
        bots: the players: a bot for all seats or one for each, by name or as a value.
        deals: the maximum number.
        seed: any integer; equal seeds give equal cards and decisions.
        where: which deals are kept, as a condition or as its text; None for all. It is checked under the first rules,
            and, if others deal other cards, under each of them.
        metrics: what is measured.
        until: by name of a metric, half the width of its intervals at which the study stops.
        error: the maximum probability that any of the intervals misses the true value.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import Wins
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=(Wins(),), until={"wins": 0.02})
    >>> study.blocks, study.block(0).deals, study.interim[:3]
    (5, 2048, [1, 2, 3])
    """

    rules: tuple[Rules, ...] = field(converter=to_tuple, validator=[each_is_a(Rules), validators.min_len(1)])
    names: tuple[str, ...] = field(converter=to_texts, validator=each_is_a(str))
    bots: Seat | tuple[Seat, ...] = "random"
    deals: int = field(default=10_000, validator=whole(2))
    seed: int = 0
    where: Condition | None = field(default=None, converter=_condition)
    metrics: tuple[Metric, ...] = field(converter=to_tuple, validator=each_is_a(Metric))
    until: Mapping[str, float] = field(factory=dict)
    error: float = 0.05

    def __attrs_post_init__(self) -> None:
        if len(self.rules) > MOST_RULES:
            raise InvalidRules(f"{len(self.rules)} rules; a study has at most {MOST_RULES}")
        if len(self.names) != len(self.rules):
            raise InvalidRules(f"{len(self.names)} names for {len(self.rules)} rules")
        for name in self.names:
            if not isinstance(name, str) or not name.isprintable():
                raise InvalidRules(f"names: {quoted(name)} is not a text that can be printed")
        if self.deals > MOST_DEALS:
            raise InvalidRules(f"deals={self.deals} is more than {MOST_DEALS:,}, the limit of a study")
        if type(self.seed) is not int or abs(self.seed) >= LONGEST_SEED:
            raise InvalidRules(f"seed={quoted(self.seed)} is not a whole number of 1,000 digits at most")
        if type(self.error) not in (int, float) or not LEAST_ERROR <= self.error < 1:
            raise InvalidRules(
                f"error={quoted(self.error)}: how often an interval may miss is {LEAST_ERROR} or more, and below 1"
            )
        if self.where is not None:
            for rules in self.rules:
                self.where.check(rules)
        if self.is_of_games and not all(metric.of_games for metric in self.metrics):
            deals = next(metric.name for metric in self.metrics if not metric.of_games)
            raise InvalidRules(
                f"metrics: {quoted(deals)} measures deals, and others measure whole games; study them separately"
            )
        if self.is_of_games and self.where is not None:
            raise InvalidRules("where: conditions are about deals, and this is a study of whole games")
        self._check_until()
        self._check_bots()

    def _check_until(self) -> None:
        names = [metric.name for metric in self.metrics]
        for name, half in self.until.items():
            if name not in names:
                measured = f"{nearest(str(name), names)}; measured: {', '.join(names)}"
                raise InvalidRules(f"until: {quoted(name)} is not measured{measured}")
            if type(half) not in (int, float) or not 0 < half < float("inf"):
                raise InvalidRules(f"until: {quoted(half)} is not a width above 0")

    def _check_bots(self) -> None:
        seats = (self.bots,) if isinstance(self.bots, str | Bot) else self.bots
        if not seats:
            raise InvalidRules("bots: nobody plays; name one bot or more")
        for seat in seats:
            if not isinstance(seat, str | Bot):
                raise InvalidRules(f"{quoted(seat)} is neither a bot nor the name of one")
        read_all([seat for seat in seats if isinstance(seat, str)])

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The rules with their players, by index; one engine plays all of them, so that the cards are the same."""
        tables = [Table(rules, seats_of(rules, self.bots), seed=self.seed) for rules in self.rules]
        if all(table.is_compiled for table in tables):
            return tuple(tables)
        return tuple(Table(table.rules, table.seats, seed=self.seed, compiled=False) for table in tables)

    @property
    def is_of_games(self) -> bool:
        """Whether the study plays whole games instead of deals, because its metrics measure games."""
        return any(metric.of_games for metric in self.metrics)

    @property
    def unit(self) -> str:
        """The unit of the study, in the plural: "deals" or "games"."""
        return "games" if self.is_of_games else "deals"

    @property
    def at_once(self) -> int:
        """How many deals make a block, the smallest unit of work; one if each bot decides by itself."""
        if self.is_of_games:
            return 1
        if self.tables[0].is_compiled:
            return AT_ONCE
        return FOUND_AT_ONCE if self._finds_together else 1

    @cached_property
    def _finds_together(self) -> bool:
        """Whether bots decide in many deals together, which requires that no condition or metric looks at states."""
        if self.where is not None or any(metric.traced for metric in self.metrics):
            return False
        return all(table.decides_together for table in self.tables)

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.deals // self.at_once)

    @property
    def interim(self) -> list[int]:
        """After how many blocks the intervals are checked; the last number is that of all blocks."""
        if not self.until:
            return [self.blocks]
        interim = [min(self.blocks, -(-FIRST // self.at_once))]
        while interim[-1] < self.blocks:
            interim.append(min(self.blocks, max(interim[-1] + 1, int(interim[-1] * GROWTH))))
        return interim

    def observed(self, number: int) -> list[Observed]:
        """Play one block of deals under each of the rules; return those that meet the condition.

        Args:
            number: of the block, 0..blocks-1.
        """
        numbers, one_by_one = self._numbers(number), self.at_once == 1
        return self._kept([Observed.of(table, numbers, traced=int(one_by_one)) for table in self.tables])

    def _numbers(self, block: int) -> range:
        return range(block * self.at_once, min(self.deals, (block + 1) * self.at_once))

    def rows(self, path: str | os.PathLike[str], *, deals: int | None = None) -> int:
        """Write the deals as rows for pandas, Polars or R; see `trickkit.lab.deal_rows.write_rows`.

        Args:
            path: of the file, which ends in `.csv`, or in `.parquet` with the extra `parquet`.
            deals: how many deals are played; all by default.

        Returns:
            Returns the number of rows.

        Raises:
            InvalidRules: the path ends otherwise, or cannot be written.
            MissingExtra: Parquet was asked for, and pyarrow is not installed.
        """
        return write_rows(self, path, deals)

    def block(self, number: int) -> Sums:
        """Play one block of deals and return its sums.

        Args:
            number: of the block, 0..blocks-1.

        Returns:
            The sums of its numbers.
        """
        if self.is_of_games:
            return games_added_up(
                tuple(PlayedGames.of(table, self._numbers(number)) for table in self.tables), self.metrics
            )
        seen = self.observed(number)
        if any(metric.traced for metric in self.metrics):
            seen = [each.with_traces(TRACED) for each in seen]
        parted = {}
        if len(seen) > 1 and self.has_same_cards:
            parted = {index: [*partings(seen[0], observed, TRACED)] for index, observed in enumerate(seen) if index}
        return added_up(tuple(seen), self.metrics, len(self._numbers(number)), parted)

    def _kept(self, seen: list[Observed]) -> list[Observed]:
        """The deals that meet the condition."""
        if self.where is None:
            return seen
        if self.has_same_cards:
            rows = np.flatnonzero(self.where.met(seen[0]))
            return [observed.only(rows) for observed in seen]
        met = [self.where.met(observed) for observed in seen]
        of_all = [set(observed.numbers[rows].tolist()) for observed, rows in zip(seen, met, strict=True)]
        both = [*set.intersection(*of_all)]
        return [
            observed.only(np.flatnonzero(rows & np.isin(observed.numbers, both)))
            for observed, rows in zip(seen, met, strict=True)
        ]

    @cached_property
    def has_same_cards(self) -> bool:
        """Whether the rules deal the same cards, as the first deals show."""
        if len({(rules.players, rules.deck) for rules in self.rules}) > 1:
            return False
        hands = [[table.begun(deal).deal.held for deal in range(3)] for table in self.tables]
        return all(dealt == hands[0] for dealt in hands)
