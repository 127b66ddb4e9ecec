"""What one address may ask."""

from __future__ import annotations

from trickkit.table.limits import Rates


def test_buckets_fill_slowly_each_for_its_own_address() -> None:
    time = 0.0
    rates = Rates(2, seconds=60.0, now=lambda: time)
    assert [rates.wait("192.0.2.1") for _ in range(3)] == [0.0, 0.0, 30.0]
    assert not rates.wait("192.0.2.2")
    time = 30.0
    assert [rates.wait("192.0.2.1") for _ in range(2)] == [0.0, 30.0]


def test_all_addresses_of_a_network_are_one() -> None:
    rates = Rates(1, seconds=60.0, now=lambda: 0.0)
    assert not rates.wait("2001:db8::1")
    assert rates.wait("2001:db8::2")
    assert not rates.wait("2001:db8:0:1::2")


def test_addresses_that_ask_for_little_are_forgotten_before_there_are_too_many() -> None:
    time = 0.0
    rates = Rates(2, seconds=60.0, now=lambda: time)
    for _ in range(3):
        rates.wait("greedy")
    for number in range(30_000):
        time += 0.1
        rates.wait(f"{number}")
        if number % 100 == 0:
            rates.wait("greedy")
    assert len(rates._rates) <= 10_000
    assert rates.wait("greedy")


def test_no_more_addresses_are_remembered_however_much_they_ask() -> None:
    rates = Rates(2, seconds=60.0, now=lambda: 0.0)
    for number in range(12_000):
        rates.wait(f"{number}")
        rates.wait(f"{number}")
    assert len(rates._rates) == 10_000
    assert rates.wait("11999")
