"""Who hears a decision may depend on the deal; compiled code must not ask that of another deal."""

from __future__ import annotations

import pytest
from attrs import asdict, evolve, frozen
from lockstep import is_followed

from trickkit import Deal, Rules, batch, load
from trickkit.phases import NameTrump
from trickkit.phases.naming import Named


@frozen
class ToTheNext(NameTrump):
    """Naming that only the neighbour of the one who names hears."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == (mover + 1) % deal.players


@frozen
class ToTheStarter(NameTrump):
    """Naming that only the starter of the deal hears."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer == deal.starter


@frozen
class ToOthersThanTheDeclarer(NameTrump):
    """Naming that the declarer does not hear, once there is one."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return deal.declarer is None or viewer != deal.declarer


@frozen
class AsWasNamed(NameTrump):
    """Naming that nobody hears who has seen another naming."""

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return deal.get(Named) is None or deal[Named].turn != viewer


def whispered(kind: type[NameTrump]) -> Rules:
    """Euchre in which not everybody hears what is named."""
    rules = load("euchre")
    phases = [kind(**asdict(phase, recurse=False)) if type(phase) is NameTrump else phase for phase in rules.phases]
    return evolve(rules, phases=phases)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [ToTheNext, ToTheStarter, ToOthersThanTheDeclarer, AsWasNamed])
@pytest.mark.parametrize("starter", [0, 2])
def test_lanes_hear_what_the_phase_lets_hear(kind: type[NameTrump], starter: int) -> None:
    rules = whispered(kind)
    for seed in range(6):
        is_followed(rules, 2, seed, 0, starter)


def test_who_hears_is_compiled_if_it_depends_on_the_seats_alone() -> None:
    said = {kind: {phase.how for phase in batch.supports(whispered(kind)).phases} for kind in (ToTheNext, ToTheStarter)}
    assert said == {ToTheNext: {"compiled", "traced"}, ToTheStarter: {"compiled", "traced", "python"}}
