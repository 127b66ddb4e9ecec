"""Limits on what a single address, and all together, may request from a server."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from attrs import field, frozen
from attrs.validators import ge

__all__ = ["Limits", "Rate", "Rates", "household"]

MOST_RATES = 10_000
"""The number of addresses that are remembered, those with the latest requests."""


@frozen(kw_only=True)
class Limits:
    """The limits of a server for its guests.

    Args:
        connections: the maximum number at once, 1 or more.
        by_address: the maximum number from one address.
        requests: the maximum per minute from one address.
        tables: the maximum per hour from one address.
        seconds: the most time for a request, including its headers, its body and its answer.

    >>> Limits(by_address=8).by_address
    8
    """

    connections: int = field(default=4096, validator=ge(1))
    by_address: int = field(default=256, validator=ge(1))
    requests: int = field(default=600, validator=ge(1))
    tables: int = field(default=60, validator=ge(1))
    seconds: float = 10.0


@lru_cache(maxsize=65_536)
def household(address: str) -> str:
    """The part of an address that identifies a user: for IPv6, the network of 64 bits.

    >>> household("192.0.2.7"), household("2001:db8::7:1"), household("::ffff:192.0.2.7"), household("elsewhere")
    ('192.0.2.7', '2001:db8::', '192.0.2.7', 'elsewhere')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


class Rate:
    """A token bucket, which refills slowly.

    Args:
        a_second: how many tokens are added per second.
        at_once: its capacity; it begins full.
        now: the clock.

    >>> rate = Rate(a_second=0.5, at_once=2, now=lambda: 0.0)
    >>> [rate.wait() for _ in range(3)]
    [0.0, 0.0, 2.0]
    """

    def __init__(self, a_second: float, at_once: float, now: Callable[[], float] = monotonic) -> None:
        self._a_second, self._at_once, self._now = a_second, at_once, now
        self._left, self._at = at_once, now()

    @property
    def left(self) -> float:
        """The number of tokens left."""
        return min(self._at_once, self._left + (self._now() - self._at) * self._a_second)

    def wait(self) -> float:
        """Take a token and return 0; without one, return the seconds until the next."""
        self._left, self._at = self.left, self._now()
        if self._left < 1:
            return (1 - self._left) / self._a_second
        self._left -= 1
        return 0.0


class Rates:
    """A token bucket for each address.

    Args:
        number: the number of tokens that each bucket gets in a span of time, and its capacity.
        seconds: the span.
        now: the clock.

    >>> rates = Rates(1, seconds=60, now=lambda: 0.0)
    >>> rates.wait("one"), rates.wait("other"), rates.wait("one")
    (0.0, 0.0, 60.0)
    """

    def __init__(self, number: float, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._number, self._seconds, self._now = number, seconds, now
        self._rates: OrderedDict[str, Rate] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take a token from an address's bucket, as `Rate.wait` does."""
        name = household(address)
        if name not in self._rates:
            if len(self._rates) == MOST_RATES:
                self._rates.popitem(last=False)
            self._rates[name] = Rate(self._number / self._seconds, self._number, self._now)
        self._rates.move_to_end(name)
        return self._rates[name].wait()
