"""The log of a deal: events that are built only when read, and redacted once for all later deals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from trickkit.model.events import Event, Later, PublicLater

__all__ = ["Log", "redacted"]


class Log:
    """A part of the log of a deal: some events, linked to those before them; immutable.

    It caches what each viewer may know of the events, so that later deals, which share them, need not examine them
    again. A view has a log of its own, with redacted events and public information.

    Args:
        before: the events before them; None if there are none.
        added: the events, or a function that builds them.

    >>> from trickkit.model.events import DealStarted
    >>> Log(None, (partial(lambda: (DealStarted(0, 0),)),)).told()
    (DealStarted(number=0, starter=0, matters=True),)
    """

    __slots__ = ("_seen", "added", "before")

    def __init__(self, before: Log | None, added: tuple[Event | Later, ...]) -> None:
        self.before = before
        self.added = added
        self._seen: dict[tuple[int | None, bool], Log] | None = None

    def parts(self) -> list[Log]:
        """The parts in which the log was built, in order, this one last."""
        log: Log | None = self
        parts = []
        while log is not None:
            parts.append(log)
            log = log.before
        parts.reverse()
        return parts

    def told(self) -> tuple[Event, ...]:
        """The events of this part only."""
        events: list[Event] = []
        for event in self.added:
            events += event() if isinstance(event, partial) else (event,)
        return tuple(events)

    def seen_by(self, seat: int | None, *, scored: bool) -> Log:
        """The whole log as a seat (None: a spectator) may know it, before or after the deal was scored."""
        # A hot function: it runs for every view, and continues from the latest part that was already redacted.
        key, log = (seat, scored), self
        new: list[Log] = []
        while log._seen is None or key not in log._seen:
            new.append(log)
            if log.before is None:
                seen = None
                break
            log = log.before
        else:
            seen = log._seen[key]
        for part in reversed(new):
            seen = Log(seen, part._added_seen(seat, scored))
            if part._seen is None:
                part._seen = {}
            part._seen[key] = seen
        return seen  # type: ignore[return-value]

    def _added_seen(self, seat: int | None, scored: bool) -> tuple[Event | Later, ...]:
        added = self.added
        if len(added) == 1 and type(added[0]) is PublicLater:
            # Public events are not built yet.
            return added
        if self._seen is None:
            # All other viewers will need the same events.
            self.added = self.told()
        return redacted(self.told(), seat, scored=scored)


def redacted(events: Iterable[Event], seat: int | None, *, scored: bool) -> tuple[Event, ...]:
    """The events as a seat may know them.

    Args:
        events: as they happened.
        seat: None for a spectator.
        scored: whether the deal was scored.

    >>> from trickkit.model.events import DealStarted
    >>> redacted([DealStarted(0, 0)], seat=None, scored=False)
    (DealStarted(number=0, starter=0, matters=True),)
    """
    whole = Event.seen_by
    return tuple([event if type(event).seen_by is whole else event.seen_by(seat, scored=scored) for event in events])
