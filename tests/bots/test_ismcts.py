"""Trees over the worlds of a view: what hidden decisions lead to, and that no sure loser is chosen."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from attrs import frozen
from endings import decisions, near_end
from tiers import sampled
from tiny_games import uncompiled

from trickkit import Deal, InvalidRules, Stacked, View, bots, load
from trickkit.batch.search import Growing
from trickkit.batch.search.nodes import Tree
from trickkit.batch.search.tree import HIDDEN, NATURE
from trickkit.bots import ISMCTS, Utility, solve
from trickkit.bots.tree import ReferenceTree
from trickkit.catalog.registry import keys
from trickkit.phases import BidWithCards, DealOut
from trickkit.phases.kinds.choosing import Selection
from trickkit.policies.participants import Participants
from trickkit.variants import game5211, pikinni, pikoko


def grown(view: View, iterations: int, seed: int = 1) -> Growing:
    utility = Utility.said_by(view.rules)
    tree = Growing(view, utility, 0.7, seed)
    tree.grow(iterations)
    return tree


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", keys())
def test_it_acts_legally_in_every_game(key: str) -> None:
    for state in decisions(load(key), seed=3, most=2):
        view = state.view(state.actors[0])
        said = ISMCTS(12).explain(view)
        assert sorted(str(choice.action) for choice in said.choices) == sorted(map(str, view.legal()))
        assert all(choice.behind >= 0 for choice in said.choices)


@pytest.mark.parametrize(
    "rules", sampled([pikoko.rules(players=3), pikinni.rules(players=3), game5211.rules(players=2)], 2)
)
def test_equal_views_get_equal_answers(rules) -> None:  # type: ignore[no-untyped-def]
    for state in decisions(rules, seed=5, most=4):
        view = state.view(state.actors[0])
        other = view.sample(random.Random(1)).view(view.seat)
        assert other == view
        assert ISMCTS(200).explain(other) == ISMCTS(200).explain(view)


@pytest.mark.sample(0)
def test_iterations_can_be_made_in_parts() -> None:
    view = load("hearts").start(seed=7).view(0)
    tree = grown(view, 100)
    tree.grow(3000)
    assert tree.found() == grown(view, 3000).found()
    assert sum(visits for visits, _, _ in tree.found()) == tree.iterations == 3000


def edges(tree: Tree, node: int) -> dict[tuple[int, int], int]:
    """The children of a node, by who chose and what."""
    found, child = {}, int(tree.child[node])
    while child:
        found[int(tree.chooser[child]), int(tree.label[child])] = child
        child = int(tree.sibling[child])
    return found


def test_of_cards_that_others_pass_there_is_one_edge() -> None:
    """A seat chooses three cards to pass, and sees nothing of what each of the others chooses at the same time."""
    view = load("hearts").start(seed=7, first=0).view(0)
    tree = grown(view, 20_000)._tree
    level = [0]
    for seat in range(4):
        for _ in range(3):
            below = [edges(tree, node) for node in level]
            assert all({*kinds} == {(NATURE, HIDDEN)} for kinds in below if kinds) or not seat
            assert all(who == 0 for kinds in below for who, _ in kinds) or seat
            level = [child for kinds in below for child in kinds.values()]
    assert level


@frozen
class Seat(Participants):
    """One of the seats."""

    seat: int

    def seats(self, deal: Deal) -> tuple[int, ...]:
        return (self.seat % deal.players,)


@frozen(kw_only=True)
class ShowToSome(BidWithCards):
    """A card is chosen, which some seats hear."""

    heard_by: tuple[int, ...]

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        return super().selections(deal)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return viewer in self.heard_by and viewer != mover % deal.players


@pytest.mark.sample(1)
@pytest.mark.parametrize(("heard_by", "edge"), [((0, 1, 2, 3), 1), ((0,), 1), ((2, 3), NATURE)])
def test_who_hears_a_choice_of_cards_sees_it_at_once(heard_by: tuple[int, ...], edge: int) -> None:
    first, second = [ShowToSome(who=Seat(seat), heard_by=heard_by) for seat in (0, 1)]
    view = load("whist").after(DealOut, second).after(DealOut, first).start(seed=7, first=0).view(0)
    below = edges(tree := grown(view, 2000)._tree, 0)
    while all(who == 0 or (label != HIDDEN and who == NATURE) for who, label in below):
        below = {key: child for node in below.values() for key, child in edges(tree, node).items()}
    assert {who for who, _ in below} == {edge}


def test_what_was_decided_at_once_parts_ways_when_it_is_shown() -> None:
    """Three seats estimate at once: those of seats 1 and 2 are hidden until the last of them has estimated."""
    view = pikinni.rules(players=3).start(seed=7, first=0).view(0)
    tree = grown(view, 3000)._tree
    numbers = [number for number, action in enumerate(view.rules.actions.values()) if action in view.legal()]
    own = edges(tree, 0)
    assert {*own} == {(0, number) for number in numbers}
    for node in own.values():
        (hidden,) = edges(tree, node).items()
        assert hidden[0] == (NATURE, HIDDEN)
        for (seat, said), after in edges(tree, hidden[1]).items():
            assert (seat, said in numbers) == (2, True)
            assert {*edges(tree, after)} <= {(NATURE, number) for number in numbers}
    assert len(edges(tree, next(iter(edges(tree, hidden[1]).values())))) == 2


@pytest.mark.parametrize("compiled", [True, False])
def test_a_sure_trick_is_estimated(compiled: bool) -> None:
    rules = pikinni.rules(players=3)
    for card, said in (("AS", "1"), ("7C", "0")):
        view = rules.start(seed=1, first=0, deals=[Stacked(hands=[[card], ["KC"], ["QC"]], turned="8S")]).view(0)
        if compiled:
            found = grown(view, 500).found()
        else:
            tree = ReferenceTree(view, Utility.said_by(rules), 0.7, random.Random(1))
            tree.grow(60)
            found = tree.found()
        visits = dict(zip(map(str, view.legal()), found, strict=True))
        assert max(visits, key=lambda text: visits[text][0]) == said


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "bridge", "hearts", "spades", "euchre", "oh_hell"])
def test_no_sure_loser_is_chosen(key: str) -> None:
    """Near the end, an action that is worse than another one in every world is never taken."""
    for seed in range(3):
        state = near_end(key, seed)
        seat = state.actors[0]
        view = state.view(seat)
        worlds = [dict(solve(view.sample(random.Random(number)), seat=seat).values) for number in range(12)]
        said = ISMCTS(1000).act(view)
        assert not any(
            all(values[other] > values[said] for values in worlds) for other in view.legal() if other is not said
        )


def test_it_says_how_much_it_did() -> None:
    view = load("pikoko", players=3).start(seed=7).view(1)
    said = ISMCTS(500).explain(view)
    assert said.done.startswith("500 iterations in a tree of ")
    assert (said.how, said.worlds) == ("compiled", 500)
    assert ISMCTS(500).explain(view, 20).worlds == 20 * len(view.legal())
    assert ISMCTS(500).explain(view, timedelta(milliseconds=1)).worlds >= len(view.legal())
    assert ISMCTS(5000).seeded(3) == ISMCTS(5000, seed=3)


def test_rules_that_do_not_compile_are_searched_by_the_reference_engine() -> None:
    state = uncompiled().start(seed=3)
    said = ISMCTS(20).explain(state.view(state.actors[0]))
    assert (said.how, said.worlds) == ("reference", 20)


def test_exploration_is_a_number_above_0() -> None:
    with pytest.raises(InvalidRules, match="exploration 0: give a number above 0"):
        ISMCTS(exploration=0)
    with pytest.raises(InvalidRules, match="a place in the game is not a sum of points"):
        bots.ISMCTS(utility=Utility(1, ((0,), (1,), (2,)), by="place")).act(
            pikoko.rules(players=3).start(seed=7).view(1)
        )


def test_another_bot_decides_where_no_tree_can_be_compiled() -> None:
    state = uncompiled().start(seed=3)
    view, other = state.view(state.actors[0]), bots.Random(5)
    assert ISMCTS(otherwise=other).explain(view) == other.explain(view)
    assert ISMCTS(otherwise=other).seeded(3) == ISMCTS(seed=3, otherwise=bots.Random(3))


def test_errors_grow_smaller_with_more_iterations() -> None:
    view = load("hearts").start(seed=7).view(0)
    few, many = (ISMCTS(number).explain(view).choices[0] for number in (500, 8000))
    assert few.error > 2 * many.error > 0  # type: ignore[operator]
