"""Deals that are fixed in part, with holes, and dealt again."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from game5211_table import DECK_31_44_40, lay, removed, rows_of, stacked, start
from strategies import KEYS, walk

from trickkit import Deal, InvalidRules, Record, Rules, Stacked, State, load, playout
from trickkit.model.cards import french
from trickkit.model.chance import HOLE
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.phases.dealing import stacked_deal
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.variants import game5211, pikinni, pikoko


def texts(cards: object) -> list[str]:
    return [str(card) for card in cards]  # type: ignore[attr-defined]


# Holes


@pytest.mark.parametrize("key", KEYS)
def test_holes_are_filled_from_the_seed_and_the_rest_stays(key: str) -> None:
    rules = load(key, players=3)
    size = rules.schedule.hand_sizes.size(0)
    fixed = [str(card) for card in rules.deck][:: 4 if key != "5211" else 21][:3]
    hands: list[Any] = [[fixed[0], *[HOLE] * (size - 1)], None, [*[HOLE] * (size - 1), fixed[1]]]
    seen = set()
    for seed in range(30):
        deal = rules.start(seed=seed, first=0, deals=[Stacked(hands=hands, stock=[HOLE, HOLE, fixed[2]])]).deal
        dealt = stacked_deal(deal)
        assert dealt.hands is not None
        assert dealt.stock[2] == fixed[2]
        assert dealt.hands[0][0] == fixed[0]  # type: ignore[index]
        assert dealt.hands[2][-1] == fixed[1]  # type: ignore[index]
        places = [*deal.hands, deal.stock, deal.out]
        assert sorted(text for place in places for text in texts(place)) == sorted(texts(rules.deck))
        seen.add((dealt.hands[1], dealt.stock[:2]))
    assert len(seen) > 20


def test_a_hand_of_holes_is_a_hand_left_to_the_seed() -> None:
    rules = pikoko.rules(players=3)
    left = rules.start(seed=7, first=0)
    for hands in ([[HOLE] * 8] * 3, [None, [HOLE] * 8, None], None):
        again = rules.start(seed=7, first=0, deals=[Stacked(hands=hands, stock=[HOLE] * 3)])
        assert again.deal.hands == left.deal.hands
        assert again.deal.stock == left.deal.stock


def test_a_hole_on_top_of_the_stock_is_turned_up_like_any_card() -> None:
    turned = {
        str(pikoko.rules(players=3).start(seed=seed, deals=[Stacked(stock=[HOLE, "R2"])]).deal.out)
        for seed in range(40)
    }
    assert len(turned) > 10
    assert "R2" not in turned


def test_a_copy_that_is_fixed_leaves_the_other_copies_to_the_seed() -> None:
    rules = game5211.rules(players=2)
    counts = set()
    for seed in range(40):
        deal = rules.start(seed=seed, deals=[Stacked(hands=[["G1", "G1", *[HOLE] * 3], None])]).deal
        held = [texts(hand).count("G1") for hand in deal.hands]
        assert held[0] >= 2
        counts.add((texts(deal.stock) + texts(deal.out)).count("G1") + held[1])
    assert counts >= {2, 3}


def test_equal_copies_are_numbered_as_they_are_dealt() -> None:
    deal = game5211.rules(players=3).start(seed=7).deal
    numbers = [number for hand in deal[DealOut].hands for number in hand] + list(deal.stock.order)
    assert numbers == deal.deck.numbers(texts(deal.deck.cards[number] for number in numbers))


# Dealt again


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_finished_deck_is_dealt_again(players: int) -> None:
    rules = game5211.rules(players=players)
    end = playout(rules, seed=4)
    again = rules.start(seed=99, first=end.results[0].deal.starter, deals=[stacked_deal(end.deal)])
    assert again.play_all(end.moves).deal == evolve(
        end.deal, chance=again.play_all(end.moves).deal.chance, stacked=stacked_deal(end.deal)
    )


def test_what_was_removed_is_what_is_left_of_the_deck() -> None:
    state = start(*DECK_31_44_40)
    given = stacked_deal(state.deal)
    assert len(given.stock) == 72
    again = state.rules.start(seed=99, first=0, deals=[given])
    assert removed(again.deal) == removed(state.deal)


def test_a_stacked_deck_deals_again_what_it_gave() -> None:
    state = lay(start(*DECK_31_44_40), *DECK_31_44_40[:3])
    given, fixed = stacked_deal(state.deal), stacked(*DECK_31_44_40)
    assert given.hands is not None
    assert fixed.hands is not None
    assert [list(hand or ())[:5] for hand in given.hands] == [[*row[:4], more[0]] for row, more in first_five()]
    assert all(text in (card, HOLE) for text, card in zip(fixed.stock[36:], given.stock[36:], strict=False))


def first_five() -> list[tuple[list[str], list[str]]]:
    return list(zip(rows_of(DECK_31_44_40[0]), rows_of(DECK_31_44_40[1]), strict=True))


def test_a_deal_before_anything_is_dealt_has_nothing_to_deal_again() -> None:
    fresh = Deal.fresh(french(), players=2, size=3)
    assert stacked_deal(fresh) == Stacked()


def test_the_turned_card_is_the_top_of_the_stock_and_a_cut_card_is_named() -> None:
    deal = pikoko.rules(players=3).start(seed=7).deal
    assert (stacked_deal(deal).turned, stacked_deal(deal).stock) == (None, tuple(texts(deal.out) + texts(deal.stock)))
    deal = pikinni.rules(players=3).start(seed=7).deal
    assert stacked_deal(deal).turned is not None
    assert stacked_deal(deal).stock == tuple(texts(deal.stock))


def test_the_second_half_of_a_hand_is_dealt_again_before_it_is_dealt() -> None:
    rules = pikinni.rules(players=2, double=True, short_schedule="three_eights_only")
    half = rules.start(seed=7, first=0)
    assert [len(hand) for hand in half.deal.hands] == [4, 4]
    given = stacked_deal(half.deal)
    assert [len(hand or ()) for hand in given.hands or ()] == [8, 8]
    assert len(given.stock) == 16
    again = rules.start(seed=99, first=0, deals=[given])
    whole, whole_again = (state.play_all([(1, "pass"), (0, "pass")]).deal for state in (half, again))
    assert (whole.hands, whole.stock) == (whole_again.hands, whole_again.stock)
    seen = stacked_deal(half.view(1).deal)
    assert [list(hand or ()).count(HOLE) for hand in seen.hands or ()] == [8, 4]
    assert seen.stock == (HOLE,) * 16


def test_of_a_view_only_what_the_seat_saw_is_dealt_again() -> None:
    state = lay(start(*DECK_31_44_40), *DECK_31_44_40[:1])
    for seat in (0, 1, 2, None):
        seen = stacked_deal(state.view(seat).deal)
        assert seen.hands is not None
        for owner, hand in enumerate(seen.hands):
            real = sorted(stacked_deal(state.deal).hands[owner])  # type: ignore[index]
            assert sorted(hand or ()) == (real if owner == seat else [HOLE] * 5)
        draws = stacked_deal(state.deal).stock[:12]
        owners = (0, 0, 1, 1, 2, 2, 0, 1, 2, 0, 1, 2)
        wanted = tuple(card if owner == seat else HOLE for card, owner in zip(draws, owners, strict=True))
        assert seen.stock == wanted + (HOLE,) * 60
        assert seen.rolls == ()


# Chance of a phase of one's own


@frozen
class Rolled(Record):
    """What was drawn."""

    order: tuple[int, ...]
    number: int


@frozen
class Roll(Phase):
    """Draws an order of the seats and a number, which no card shows."""

    record: ClassVar[type[Record]] = Rolled

    def begin(self, deal: Deal) -> Deal:
        assert deal.chance is not None
        order, chance = deal.chance.order(deal.players)
        number, chance = chance.below(6)
        return deal.with_record(Rolled(tuple(order), number), chance=chance)


def dice(deals: int = 2) -> Rules:
    return Rules(
        key="dice",
        name="Dice",
        players=3,
        deck=french(),
        phases=(Roll(), DealOut(), Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=deals),
    )


def whole(state: State) -> State:
    return walk(state, 100, 1)[-1]


def test_what_a_phase_draws_is_a_function_of_the_seed_and_may_be_fixed() -> None:
    rolled = {dice().start(seed=seed).deal[Roll] for seed in range(200)}
    assert {one.number for one in rolled} == set(range(6))
    assert len({one.order for one in rolled}) == 6
    fixed = dice().start(seed=7, deals=[Stacked(rolls=[[2, 0, 1], 5])])
    assert fixed.deal[Roll] == Rolled((2, 0, 1), 5)
    # The cards are those of the seed all the same.
    assert fixed.deal.hands == dice().start(seed=7).deal.hands
    part = dice().start(seed=7, deals=[Stacked(rolls=[(2, 0, 1)])])
    assert part.deal[Roll] == Rolled((2, 0, 1), dice().start(seed=7).deal[Roll].number)


def test_each_deal_has_its_own_fixed_outcomes() -> None:
    end = whole(dice().start(seed=7, deals=[Stacked(rolls=[(0, 1, 2), 1, 5]), Stacked(rolls=[(2, 1, 0), 3])]))
    assert [result.deal[Roll] for result in end.results] == [Rolled((0, 1, 2), 1), Rolled((2, 1, 0), 3)]
    usual = whole(dice().start(seed=7))
    end = whole(dice().start(seed=7, deals=[Stacked(rolls=[(0, 1, 2), 1, 5])]))
    assert end.results[1].deal[Roll] == usual.results[1].deal[Roll]


def test_what_was_drawn_is_drawn_again() -> None:
    end = whole(dice().start(seed=7, first=0))
    again = dice().start(seed=8, first=0, deals=[stacked_deal(result.deal) for result in end.results])
    again = again.play_all(end.moves)
    assert [result.deal[Roll] for result in again.results] == [result.deal[Roll] for result in end.results]
    assert again.events == end.events
    assert stacked_deal(end.results[0].deal).rolls == (
        end.results[0].deal[Roll].order,
        end.results[0].deal[Roll].number,
    )


@pytest.mark.parametrize(
    ("rolls", "told"),
    [
        ([5], r"Stacked: rolls: 5 is not an order of the numbers 0\.\.2"),
        ([(0, 1, 2), 6], r"Stacked: rolls: 6 is not a number of 0\.\.5"),
    ],
)
def test_what_cannot_be_drawn_is_refused(rolls: list[Any], told: str) -> None:
    with pytest.raises(InvalidRules, match=told):
        dice().start(seed=7, deals=[Stacked(rolls=rolls)])
