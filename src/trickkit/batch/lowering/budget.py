"""A budget for getting rules ready: work is counted in units, and a clock stops code that is slow in itself.

Phases and policies are called with deals that nobody has played, and nobody can predict how many of these they
distinguish. All phases of a game share one count and one clock, also where rules are lowered several times over because
some phases turn out to be run in Python. Each phase may take a share of what is left, so that those after it are asked
nevertheless.
"""

from __future__ import annotations

from time import perf_counter, thread_time

from attrs import define, field

from trickkit.batch.lowering.unsupported import Unsupported

MOST = 480_000
"""So many units rules may take in all."""
SHARE = 0.75
"""The part of what is left that one phase may take, if it is not the tricks."""
ASK, KNOWN, POSITION, MET, ACTION, TURN, TOLD, VALUE, CONTEXT = 8, 2, 14, 2, 1, 14, 6, 20, 3
"""What it takes to ask a phase once more from its beginning, to go by what it asked before, for each question, to ask
it in a position, to come by one again, to try out an action, to ask what may be called in a turn, to go by what was
told of tricks before, for each question, to fold a value of a trick with every face, and to ask what may be played, in
units: fitted to the games that come with the library."""
UNIT = 5e-6
"""About how many seconds of processor time a unit takes."""
SECONDS, SLOWER = 1.8, 6
"""So many seconds of processor time rules may take, and as many times what was counted where that is more: the clock is
for code that is slow in itself, and a slow or busy machine is to decide nothing about other rules."""
MOST_SHARED = 2
"""A thread that gets a part of the processor is slower as well; but so many times at most."""
READ_EVERY = 0.05
"""After so many seconds the clock is read again."""
LOOK_AT_LESS = (
    "let it look at less, as at fewer cards of fewer hands, or let `summary` of its run say what of the progress is "
    "enough to go on"
)
"""What makes the work of a phase less."""
AGAIN, MORE = 2, 10_000
"""A phase that was asked before may take so many times what it took then, and so many units more."""


@define(eq=False)
class Budget:
    """Counts the work of preparing one game.

    >>> budget = Budget()
    >>> budget.begin(0)
    >>> budget.spend("Auction", MOST)
    Traceback (most recent call last):
        ...
    trickkit.batch.lowering.unsupported.Unsupported: Auction: what it looks at comes in too many cases ...
    >>> budget = Budget()
    >>> budget.begin(0)
    >>> budget.spend("Auction", 200_000), budget.end(), budget.begin(1, share=1)
    (None, None, None)
    >>> budget.spend("Tricks", 100_000)
    """

    left: float = MOST
    _place: int = field(init=False, default=0)
    _spent: int = field(init=False, default=0)
    """By the phase at work."""
    _total: int = field(init=False, default=0)
    """By all phases, also where they were asked again."""
    _may: float = field(init=False, default=MOST)
    _until: float = field(init=False, default=SECONDS)
    """When its time is over, as seconds since the beginning."""
    _known: dict[int, int] = field(init=False, factory=dict)
    """By place of a phase that was asked to the end, what it took."""
    _begun: tuple[float, float] = field(init=False, factory=lambda: (thread_time(), perf_counter()))
    _last: float = field(init=False, factory=thread_time)
    """When the clock was read last."""
    _longest: float = field(init=False, default=0)
    """The longest time between two readings, which does not count: a machine may stall once."""
    _next: float = field(init=False, default=float("-inf"))
    """When the clock is to be read again: that takes longer than most work that is counted."""
    _seconds: float = field(init=False, default=0)
    """What it said."""

    def begin(self, place: int, share: float = SHARE) -> None:
        """Begin with the next phase, if it has not been asked before.

        Args:
            place: of the phase.
            share: the part of what is left that it may take.
        """
        self._place, self._spent, took = place, 0, self.seconds
        self._may = share * self.left
        self._until = took + share * max(SECONDS - took, 0)
        if place in self._known:
            self._may, self._until = AGAIN * self._known[place] + MORE, float("inf")

    def end(self) -> None:
        """Note that the phase at work has been asked to the end."""
        self._known[self._place] = self._spent

    @property
    def seconds(self) -> float:
        """How long the rules have taken so far, as on a processor that nobody else uses; as it was read last."""
        clock = perf_counter()
        if clock >= self._next:
            now, self._next = thread_time(), clock + READ_EVERY
            self._last, self._longest = now, max(self._longest, now - self._last)
            took, passed = now - self._begun[0] - self._longest, clock - self._begun[1]
            self._seconds = took / min(max(passed / max(took, 1e-9), 1), MOST_SHARED)
        return self._seconds

    @property
    def is_late(self) -> bool:
        """Whether the time for the rules is over."""
        return self.seconds > SECONDS

    @property
    def is_exceeded(self) -> bool:
        """Whether the phase at work has taken more than it may."""
        return self._may < 0

    def spend(self, name: str, units: int, advice: str = LOOK_AT_LESS) -> None:
        """Charge some work.

        Args:
            name: of the phase that needs it, for errors.
            units: how much it is.
            advice: what would make it less, for errors.

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
        raise Unsupported(f"{name}: what it looks at comes in too many cases to be asked beforehand; {advice}")
