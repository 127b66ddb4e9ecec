"""Which policies a sheet may name."""

from __future__ import annotations

from trickkit.catalog.sheets.policies import named
from trickkit.phases.kinds.choosing import Choosing
from trickkit.phases.tricks.record import TrickTable


def test_what_stands_in_a_package_of_phases_is_known_too() -> None:
    library = named(None)
    assert library["Choosing"] is Choosing
    assert library["TrickTable"] is TrickTable
