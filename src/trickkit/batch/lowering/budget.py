"""A budget for preparing rules: work is counted in units, and a clock stops code that is slow in itself.

Phases and policies are called with symbolic deals, and nobody can predict how many of these they distinguish. All
phases of a game share one count and one clock, even if rules are lowered several times because some phases turn out to
run in Python. Each phase may use only a share of the remaining budget, which leaves something for the phases after it.
"""

from __future__ import annotations

from time import perf_counter, thread_time

from attrs import define, field

from trickkit.batch.lowering.unsupported import Unsupported

MOST = 480_000
"""The number of units that rules may take in all."""
SHARE = 0.75
"""The share of the remaining budget that one phase other than tricks may take."""
ASK, KNOWN, POSITION, MET, ACTION, TURN, TOLD, VALUE, CONTEXT = 8, 2, 14, 2, 1, 14, 6, 20, 3
"""The costs in units, fitted to the games of the library: of running a phase again from its beginning; of reusing one
earlier answer there; of expanding a position; of reaching a known position again; of trying an action; of asking what
may be called in a turn; of reusing one earlier answer about tricks; of folding a value of a trick with every face; and
of asking what may be played."""
UNIT = 5e-6
"""The approximate processor time of a unit, in seconds."""
SECONDS, SLOWER = 1.8, 6
"""The limits of processor time: in seconds, and as a multiple of the time expected from the count, whichever is more.
The clock is only for code that is slow in itself: a slow or busy machine must not affect the result for other rules."""
MOST_SHARED = 2
"""The most by which the limit is extended for a thread that gets only part of the processor, as a factor."""
READ_EVERY = 0.05
"""The time after which the clock is read again, in seconds."""
LOOK_AT_LESS = (
    "let it read less, such as fewer cards of fewer hands, or let `summary` of its run return only what matters of "
    "the progress"
)
"""Advice on how to reduce the work of a phase."""
AGAIN, MORE = 2, 10_000
"""What a phase that was lowered before may take: a multiple of its former work, plus some units."""


@define(eq=False)
class Budget:
    """Counts the work of preparing one game.

    >>> budget = Budget()
    >>> budget.begin(0)
    >>> budget.spend("Auction", MOST)
    Traceback (most recent call last):
        ...
    trickkit.batch.lowering.unsupported.Unsupported: Auction: it reads facts with too many combinations ...
    >>> budget = Budget()
    >>> budget.begin(0)
    >>> budget.spend("Auction", 200_000), budget.end(), budget.begin(1, share=1)
    (None, None, None)
    >>> budget.spend("Tricks", 100_000)
    """

    left: float = MOST
    _place: int = field(init=False, default=0)
    _spent: int = field(init=False, default=0)
    """The units spent by the phase at work."""
    _total: int = field(init=False, default=0)
    """The units spent by all phases, including repetitions."""
    _may: float = field(init=False, default=MOST)
    _until: float = field(init=False, default=SECONDS)
    """The time limit, in seconds since the beginning."""
    _known: dict[int, int] = field(init=False, factory=dict)
    """By index of a phase that was lowered completely, the units that it took."""
    _begun: tuple[float, float] = field(init=False, factory=lambda: (thread_time(), perf_counter()))
    _last: float = field(init=False, factory=thread_time)
    """The time of the last reading of the clock."""
    _longest: float = field(init=False, default=0)
    """The longest time between two readings, which does not count because a machine may stall once."""
    _next: float = field(init=False, default=float("-inf"))
    """The number of units at which the clock is read next: reading it takes longer than most work that is counted."""
    _seconds: float = field(init=False, default=0)
    """The result of that reading."""

    def begin(self, place: int, share: float = SHARE) -> None:
        """Begin the budget of the next phase, if it has not been lowered before.

        Args:
            place: the index of the phase.
            share: the share of the remaining budget that it may take.
        """
        self._place, self._spent, took = place, 0, self.seconds
        self._may = share * self.left
        self._until = took + share * max(SECONDS - took, 0)
        if place in self._known:
            self._may, self._until = AGAIN * self._known[place] + MORE, float("inf")

    def end(self) -> None:
        """Record that the phase at work has been lowered completely."""
        self._known[self._place] = self._spent

    @property
    def seconds(self) -> float:
        """The processor time that the rules have taken, at the last reading, adjusted for other load."""
        clock = perf_counter()
        if clock >= self._next:
            now, self._next = thread_time(), clock + READ_EVERY
            self._last, self._longest = now, max(self._longest, now - self._last)
            took, passed = now - self._begun[0] - self._longest, clock - self._begun[1]
            self._seconds = took / min(max(passed / max(took, 1e-9), 1), MOST_SHARED)
        return self._seconds

    @property
    def is_late(self) -> bool:
        """Whether the time limit for the rules has passed."""
        return self.seconds > SECONDS

    @property
    def is_exceeded(self) -> bool:
        """Whether the phase at work has exceeded its share."""
        return self._may < 0

    def spend(self, name: str, units: int, advice: str = LOOK_AT_LESS) -> None:
        """Charge some work.

        Args:
            name: the name of the phase that does the work, for errors.
            units: the number of units.
            advice: what would reduce it, for errors.

        Raises:
            Unsupported: the budget is exceeded.
        """
        self._spent += units
        self._total += units
        if self._place not in self._known:
            self.left -= units
        if self._spent <= self._may and self.seconds <= max(self._until, SLOWER * UNIT * self._total):
            return
        self._may = -1
        raise Unsupported(f"{name}: it reads facts with too many combinations to be tried in advance; {advice}")
