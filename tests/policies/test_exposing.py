"""Hands laid open while tricks are played: who sees them from when on, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve, frozen

from trickkit import Deal, InvalidRules
from trickkit.model.cards import french
from trickkit.model.chance import Chance
from trickkit.phases import DealOut, Draw, Tricks
from trickkit.phases.tricks.record import Exposed, Played
from trickkit.policies.control import DeclarerForDummy
from trickkit.policies.exposing import DummyExposed, Exposing, NothingExposed
from trickkit.policies.lead import LeftOfDeclarer
from trickkit.policies.until import AfterTricks

DECK = french()
DUMMY = Tricks(control=DeclarerForDummy(), opening=LeftOfDeclarer(), exposing=DummyExposed())


def dealt(players: int = 4, size: int = 3, declarer: int | None = 0) -> Deal:
    fresh = evolve(Deal.fresh(DECK, players=players, size=size, chance=Chance(7)), declarer=declarer)
    return DealOut().begin(fresh)


def played(phase: Tricks, deal: Deal, cards: int) -> Deal:
    """The deal after some cards, each the first that may be played."""
    run = phase.begin(deal)
    at = run.start()
    for _ in range(cards):
        seat = at.actors[0]
        after = run.play(at, seat, run.legal(at, seat)[0])
        assert after is not None
        at = after
    return run.record(at)


@frozen
class Opens(Exposing):
    """Lays hands open after so many cards."""

    when: tuple[tuple[int, int], ...]

    def exposed(self, deal: Deal) -> Mapping[int, int]:  # noqa: ARG002
        return dict(self.when)


def names(deal: Deal) -> list[str]:
    return [type(event).__name__ for event in deal.events[2:]]


def test_before_the_opening_lead_nobody_sees_dummy() -> None:
    deal = played(DUMMY, dealt(), 0)
    assert [deal.knows(seat) for seat in (*deal.seats, None)] == [*(hand.mask for hand in deal.hands), 0]
    assert names(deal) == []


@pytest.mark.parametrize("cards", range(1, 12))
def test_from_the_opening_lead_on_everybody_sees_dummy_and_nothing_else(cards: int) -> None:
    before = dealt()
    deal = played(DUMMY, before, cards)
    assert all(deal.knows(seat) & before.hands[2].mask == before.hands[2].mask for seat in (0, 1, 2, 3, None))
    for seat in (1, 2, 3, None):
        assert not deal.knows(seat) & deal.hands[0].mask, f"{seat} sees the declarer's cards"


@pytest.mark.parametrize("cards", [1, 2, 5, 12])
def test_the_log_tells_it_once_after_the_opening_lead_with_all_cards_of_dummy(cards: int) -> None:
    before = dealt()
    deal = played(DUMMY, before, cards)
    assert names(deal)[:2] == ["Played", "Exposed"]
    assert [event for event in deal.events if isinstance(event, Exposed)] == [Exposed(2, before.hands[2].known)]
    assert deal.seen_by(1).events[3] == deal.events[3]


def test_the_declarer_plays_from_dummy() -> None:
    plays = [event for event in played(DUMMY, dealt(), 4).events if isinstance(event, Played)]
    assert [(play.seat, play.hand) for play in plays] == [(1, 1), (0, 2), (3, 3), (0, 0)]


def test_without_a_declarer_nobody_is_dummy() -> None:
    deal = played(DUMMY, dealt(declarer=None), 5)
    assert "Exposed" not in names(deal)
    assert not deal.knows(1) & deal.hands[2].mask


def test_a_hand_may_be_open_before_the_first_lead() -> None:
    deal = played(Tricks(exposing=Opens(((1, 0),))), dealt(), 0)
    assert names(deal) == ["Exposed"]
    assert deal.knows(3) & deal.hands[1].mask == deal.hands[1].mask


def test_hands_are_laid_open_where_the_cards_say_and_not_before() -> None:
    phase, before = Tricks(exposing=Opens(((1, 5), (3, 2)))), dealt()
    assert names(played(phase, before, 1)) == ["Played"]
    assert names(played(phase, before, 4)) == ["Played", "Played", "Exposed", "Played", "Played", "TrickTaken"]
    deal = played(phase, before, 7)
    assert names(deal)[6:] == ["Played", "Exposed", "Played", "Played"]
    plays = [event for event in deal.events if isinstance(event, Played)]
    held = [card for card in before.hands[1].known if card.text not in {play.card for play in plays[:5]}]
    assert [event for event in deal.events if isinstance(event, Exposed)][1] == Exposed(1, tuple(held))


def test_a_hand_stays_open_when_the_tricks_go_on_and_new_cards_are_shown() -> None:
    once = Tricks(exposing=DummyExposed(), until=AfterTricks(1))
    between = Draw().begin(played(once, dealt(), 4))
    assert not between.knows(0) & ~between.knows(None) & between.hands[2].mask
    again = played(once, between, 0)
    assert names(again)[-1] == "Exposed"
    assert again.knows(0) & again.hands[2].mask == again.hands[2].mask
    last = played(once, played(once, dealt(), 4), 4)
    assert names(last).count("Exposed") == 1


def test_the_hand_of_one_who_chooses_for_another_is_not_shown() -> None:
    with pytest.raises(InvalidRules, match="seat 0 plays from hand 2, which it does not see"):
        evolve(DUMMY, exposing=NothingExposed()).begin(dealt())


@pytest.mark.parametrize(("after", "told"), [(0, None), (1, None), (2, "seat 0 plays from hand 2")])
def test_it_must_be_open_when_its_first_card_is_due(after: int, told: str | None) -> None:
    phase = evolve(DUMMY, exposing=Opens(((2, after),)))
    if told is None:
        phase.begin(dealt())
        return
    with pytest.raises(InvalidRules, match=told):
        phase.begin(dealt())


def test_exposing_is_a_policy() -> None:
    with pytest.raises(InvalidRules, match="exposing=1 is not an Exposing"):
        Tricks(exposing=1)  # type: ignore[arg-type]
