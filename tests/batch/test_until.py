"""Tricks that end by what was taken, in lanes: the policy is asked beforehand what it looks at after a trick."""

from __future__ import annotations

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed

from trickkit import Deal, Rules, batch, load
from trickkit.batch.worlds import Dealer
from trickkit.bots import Utility, solve
from trickkit.bots.solving import by_reference
from trickkit.phases import DealOut, NameTrump, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks, DeclarerTakes, HandsEmpty, OthersTake, Until
from trickkit.scoring import ScoreCards, ScoreTricks


@frozen
class Looking(Until):
    """One that looks at the tricks themselves."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return False


@frozen
class SomebodyHas(Until):
    """A hand has taken so many tricks."""

    tricks: int = 4

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return max(taken) >= self.tricks


class QueenTaken(Looking):
    """Somebody has the queen of spades and a card of hearts, or the first side three tricks more than the other."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        hearts = {card.text: 1 for card in deal.deck if card.text[1] == "H"}
        if any("QS" in tricks.captured(hand) and tricks.points(hand, hearts) for hand in deal.seats):
            return True
        north, east, south, west = tricks.taken
        return north + south - east - west == 3


class Reached(Looking):
    """Somebody has points enough, with those of earlier deals, and king and queen of trumps among them."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        worth = {card.text: 3 if card.text[0] == "A" else 1 for card in deal.deck}
        trump = deal.trump.letter if deal.trump else "S"
        pairs = [(f"K{trump}", f"Q{trump}")]
        points = [
            deal.totals[hand] + tricks.points(hand, worth) + 5 * tricks.played_in_full(hand, pairs)
            for hand in deal.seats
        ]
        return any(one > 20 for one in points) or int(tricks.taken[0]) in (5, 7)


class FirstTaken(Looking):
    """A hand has the first trick and the third."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        takers = [trick.taker for trick in tricks.tricks[:3]]
        return len(takers) == 3 and takers[0] == takers[2]


class EachCard(Looking):
    """It looks at cards one by one."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return any(card[0] == "A" for hand in deal.seats for card in tricks.captured(hand))


WHIST = load("whist")
GAMES: dict[str, Rules] = {
    "tricks": WHIST.replace(Tricks, until=SomebodyHas()),
    "cards": WHIST.replace(Tricks, until=QueenTaken()),
    "points": WHIST.replace(Tricks, until=Reached()),
    "takers": WHIST.replace(Tricks, until=FirstTaken()),
    "others": load("skat").replace(Tricks, until=OthersTake(3)),
    "folded": load("belote").replace(Tricks, until=SomebodyHas(3)),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_lanes_take_the_same_decisions(key: str) -> None:
    of = GAMES[key]
    assert batch.supports(of)
    is_followed(of, 2, 7, number=3)
    found = batch.deals(of, 12, 5, number=3, moves=True, cards=True)
    for deal in range(12):
        is_replayed(found, deal)
    assert len({int(taken.sum()) for taken in found.tricks}) > 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("points", [880, 950])
def test_tricks_end_with_the_points_of_earlier_deals(points: int) -> None:
    of = load("schieber", melds=False)
    found = batch.deals(of, 20, 3, number=4, totals=(points, 700) * 2, moves=True, cards=True)
    for deal in range(20):
        is_replayed(found, deal)
    assert found.tricks.sum(axis=1).min() < 9


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["tricks", "cards"])
def test_actions_are_tried_out_to_the_same_end(key: str) -> None:
    state = GAMES[key].start(seed=7)
    found = batch.evaluate(state.view(state.actors[0]), worlds=8, playouts=32)
    assert found.how == "compiled"
    rows, _ = Dealer.of(state.view(state.actors[0])).rows(4, seed=1)
    assert len(rows) == 4


@pytest.mark.sample(1)
@pytest.mark.parametrize("until", [SomebodyHas(2), QueenTaken()], ids=str)
def test_the_solver_knows_what_has_been_taken(until: Until) -> None:
    of = WHIST.replace(Tricks, until=until).replace(
        schedule=Schedule(hand_sizes=SameSize(3)), scoring=ScoreCards(suits={"spades": 1})
    )
    for seed in range(2):
        state = of.start(seed=seed)
        seat, utility = state.actors[0], Utility.said_by(of)
        solution = solve(state)
        assert solution.compiled
        assert solution.values == by_reference(state, seat, state.legal(seat), utility, 50_000).values


def test_what_looks_at_cards_one_by_one_is_named() -> None:
    why = batch.supports(WHIST.replace(Tricks, until=EachCard())).why
    assert "Tricks: until EachCard(): it looks at cards one by one" in why
    assert why.endswith("of which it can be asked which there are, and how many")


@frozen
class FirstToTwo(SomebodyHas):
    """A hand has taken two tricks, and says so by the hand that took the last one."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return max(taken) >= 2

    def ends_with(self, taker: int | None, declarer: int | None) -> int:
        return 2


@frozen
class LastOfThree(AfterTricks):
    """Ends three tricks later than its base, which says how many are played."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return len(tricks.tricks) - first >= self.tricks + 3


class EndsWithTwo:
    """A mixin: a hand has taken two tricks."""

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        return max(taken) >= 2


@frozen
class MixedIn(EndsWithTwo, HandsEmpty):
    """Ends as the mixin says, and not as the base."""


@frozen
class ByTrump(HandsEmpty):
    """Ends early with some trumps."""

    def of(self, deal: Deal) -> Until:
        return AfterTricks(2) if deal.trump and deal.trump.letter in "SH" else HandsEmpty()


@frozen
class HalfOfTheCards(Looking):
    """Ends when half of the cards are played."""

    def ended(self, deal: Deal, tricks: TrickTable, first: int) -> bool:
        return len(tricks.tricks) - first >= deal.size // 2

    def played(self, size: int) -> int:
        return size // 2


def short(until: Until) -> Rules:
    """Two deals of six cards that end early."""
    rules = load("whist").replace(phases=(DealOut(), NameTrump(must=True), Tricks(until=until)), scoring=ScoreTricks())
    return rules.replace(schedule=Schedule(hand_sizes=SameSize(6)), ending=AfterDeals(deals=2))


@pytest.mark.parametrize("until", [MixedIn(), ByTrump(), HalfOfTheCards()], ids=str)
def test_an_ending_that_differs_from_its_base_or_by_the_hands_is_the_same_in_both_engines(until: Until) -> None:
    rules = short(until)
    found = batch.deals(rules, 24, 1, moves=True)
    for deal in range(8):
        is_replayed(found, deal)
    assert isinstance(until, HalfOfTheCards) or (until.played(6), until.ends_with(None, None)) == (None, None)


def test_a_number_of_tricks_that_depends_on_the_hands_is_named() -> None:
    why = batch.supports(short(HalfOfTheCards())).why
    assert why == "Tricks: with until HalfOfTheCards(), the number of tricks depends on the size of the hands"


@pytest.mark.parametrize("until", [FirstToTwo(), LastOfThree(1), DeclarerTakes(2), OthersTake(1), AfterTricks(3)])
def test_an_ending_that_says_how_it_ends_does_so(until: Until) -> None:
    rules = short(until)
    found = batch.deals(rules, 24, 1, moves=True)
    for deal in range(8):
        is_replayed(found, deal)
    assert (until.played(6), until.ends_with(None, None)) == {
        "FirstToTwo": (None, 2),
        "LastOfThree": (None, None),
        "DeclarerTakes": (None, 0),
        "OthersTake": (None, 0),
        "AfterTricks": (3, 0),
    }[type(until).__name__]
