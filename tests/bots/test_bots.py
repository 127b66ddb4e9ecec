"""Bots decide from views alone, alike for equal views, and never throw a sure thing away."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from attrs import frozen
from endings import decisions
from tiers import sampled

from trickkit import GameOver, InvalidRules, NotYourTurn, Rules, Stacked, View, bots, load, playout
from trickkit.bots import Bot, Flat, Greedy, Match, Utility
from trickkit.bots.utility import deal_played, gained
from trickkit.catalog.registry import keys
from trickkit.policies.ending import AfterDeals
from trickkit.variants import game5211, pikinni, pikoko

BOTS = (bots.Random(), Flat(3), Greedy(2))


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", keys())
def test_bots_act_legally_in_every_game(key: str) -> None:
    for state in decisions(load(key), seed=3, most=3):
        seat = state.actors[0]
        view = state.view(seat)
        for bot in BOTS:
            said = bot.explain(view)
            assert sorted(map(str, (choice.action for choice in said.choices))) == sorted(map(str, view.legal()))
            assert state.can(seat, bot.act(view))


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "rules", sampled([pikoko.rules(players=3), pikinni.rules(players=3), game5211.rules(players=2)], 2)
)
@pytest.mark.parametrize("bot", BOTS)
def test_equal_views_get_equal_answers(rules: Rules, bot: Bot) -> None:
    for state in decisions(rules, seed=5):
        view = state.view(state.actors[0])
        other = view.sample(random.Random(1)).view(view.seat)
        assert other == view
        assert bot.explain(other) == bot.explain(view)


def test_another_seed_may_decide_otherwise() -> None:
    view = pikoko.rules(players=3).start(seed=7).view(1)
    assert len({bots.Random().seeded(seed).act(view) for seed in range(30)}) > 3
    assert Flat(8).seeded(5) == Flat(8, seed=5)


def test_all_playouts_are_made_in_so_many_worlds() -> None:
    view = pikoko.rules(players=3).start(seed=7).view(1)
    for playouts, worlds in ((1, 1), (5, 5), (80, 64)):
        said = Flat(playouts).explain(view)
        assert (said.playouts, said.worlds) == (playouts, worlds)
    assert Flat(40).explain(view, 5) == Flat(5).explain(view)
    assert Flat(40).explain(view, timedelta(milliseconds=1)).worlds >= 1


def test_the_best_stands_first_with_differences_from_it() -> None:
    said = Flat(32).explain(pikoko.rules(players=3).start(seed=7).view(1))
    means = [choice.mean for choice in said.choices]
    assert means == sorted(means, reverse=True)
    assert [choice.behind for choice in said.choices] == pytest.approx([means[0] - mean for mean in means])
    assert (said.choices[0].behind, said.choices[0].behind_error) == (0, 0)


def test_an_error_counts_worlds() -> None:
    """Three worlds with the means 1, 2 and 6: the mean is 3, its standard error the square root of 7/3."""

    @frozen
    class Given:
        values = iter([[1.0], [2.0], [6.0]])

    from trickkit.bots.flat import explained

    choice = explained((None,), [*Given.values], 3).choices[0]  # type: ignore[arg-type]
    assert (choice.mean, choice.error) == (3, pytest.approx((7 / 3) ** 0.5))


# What serves a seat


def test_a_sure_trick_is_estimated_and_taken() -> None:
    rules = pikinni.rules(players=3)
    state = rules.start(seed=1, first=0, deals=[Stacked(hands=[["AS"], ["KC"], ["QC"]], turned="8S")])
    assert str(Flat(32).act(state.view(0))) == "1"
    state = rules.start(seed=1, first=0, deals=[Stacked(hands=[["7C"], ["KC"], ["QC"]], turned="8S")])
    assert str(Flat(32).act(state.view(0))) == "0"


@pytest.mark.parametrize(
    ("key", "sign", "sides"),
    [
        ("pikoko", 1, ((0,), (1,), (2,), (3,))),
        ("hearts", -1, ((0,), (1,), (2,), (3,))),
        ("bridge", 1, ((0, 2), (1, 3))),
        ("euchre", 1, ((0, 2), (1, 3))),
        ("skat", 1, ((0,), (1,), (2,))),
    ],
)
def test_rules_say_what_serves_a_seat(key: str, sign: int, sides: tuple[tuple[int, ...], ...]) -> None:
    assert Utility.said_by(load(key)) == Utility(sign, sides)


def test_an_ending_says_that_the_fewest_points_win() -> None:
    rules = pikoko.rules(players=3)
    fewest = rules.replace(ending=AfterDeals(deals=3, wins="fewest"))
    view = fewest.start(seed=7).view(1)
    assert Utility.said_by(fewest) == Utility(-1, Utility.said_by(rules).sides)
    assert Flat(8).explain(view) == Flat(8, utility=Utility(-1, ((0,), (1,), (2,)))).explain(view)


def test_where_all_are_one_side_points_serve() -> None:
    assert Utility(1, [(0, 1, 2)]).of((4, 4, 4), seat=1) == 4


@pytest.mark.parametrize(("key", "deals"), [("pikinni", 2), ("hearts", 1)])
def test_flat_search_gains_against_random_seats(key: str, deals: int) -> None:
    """Far above what chance gives: in these deals the bot is ahead by several times its standard error."""
    rules = load(key)
    utility, gains = Utility.said_by(rules), []
    for seed in range(4):
        start = state = rules.start(seed=seed, first=0)
        draw = random.Random(seed)
        while state.actors and len(state.results) < deals:
            seat = state.actors[0]
            action = Flat(6).act(state.view(0)) if seat == 0 else draw.choice(state.legal(seat))
            state = state.play(seat, action)
        gains.append(utility.of(gained(start, state), 0))
    assert sum(gains) > 0


def test_a_deal_is_played_to_its_end_and_no_further() -> None:
    state = pikinni.rules(players=2).start(seed=7)
    after = deal_played(state, random.Random(1).random)
    assert (len(after.results), after.deal.number) == (1, 1)
    assert after.actors == after.rules.start(first=after.deal.starter).actors


# Bad input


def test_who_has_nothing_to_decide_is_refused() -> None:
    state = pikoko.rules(players=3).start(seed=7, first=0)
    with pytest.raises(NotYourTurn, match=r"seat 0 has nothing to decide now; seats \(1, 2\) have"):
        Flat().act(state.view(0))
    with pytest.raises(NotYourTurn, match="a spectator has nothing to decide"):
        bots.Random().act(state.view(None))
    with pytest.raises(GameOver, match="the game is over"):
        bots.Random().act(playout(state.rules, seed=7).view(0))


@pytest.mark.parametrize("budget", [0, -3, timedelta(), timedelta(seconds=-1), 2.5, True, "3"])
@pytest.mark.parametrize("bot", BOTS)
def test_a_budget_that_is_none(bot: Bot, budget: int) -> None:
    with pytest.raises(InvalidRules, match="give 1 or more playouts of each action, or a span of time"):
        bot.explain(pikoko.rules(players=3).start(seed=7).view(1), budget)
    forced = pikinni.rules(players=2).start(seed=7, first=0).play_all([(0, "0"), (1, "0")])
    view = forced.view(forced.actors[0])
    assert len(view.legal()) == 1
    with pytest.raises(InvalidRules, match="give 1 or more playouts of each action, or a span of time"):
        bot.act(view, budget)


@pytest.mark.parametrize("bot", BOTS)
def test_a_state_is_refused(bot: Bot) -> None:
    with pytest.raises(InvalidRules, match=r"decides from a View, not from State; for a state give state.view\(seat\)"):
        bot.act(pikinni.rules(players=2).start(seed=7))  # type: ignore[arg-type]


@pytest.mark.parametrize("playouts", [0, -1, 2.0, True])
def test_playouts_that_are_none(playouts: int) -> None:
    with pytest.raises(InvalidRules):
        Flat(playouts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no bot ''"),
        ("Flat", r"no bot 'Flat' \(did you mean 'flat'\?\); bots: random, beginner, forgetful, flat, greedy, solver,"),
        ("flat:", "'flat:': a whole number comes after the colon"),
        ("flat:-3", "a whole number comes after the colon"),
        ("flat:0", "playouts"),
        ("flat:10001", "'flat:10001': the number is 10000 at most"),
        ("flat:3@4", "the bot 'flat:3@4' cannot be made"),
        ("best:0", "level 0: choose a level from 1 to 5"),
        ("best:6", "level 6: choose a level from 1 to 5"),
        ("best:3@", "'best:3@': a whole number comes after the colon"),
        ("best:3@0", "playouts"),
        ("best:3@1@2", "a whole number comes after the colon"),
        ("best:3@20000", "the number is 10000 at most"),
        ("best:1@64", "level 1 makes no playouts"),
    ],
)
def test_a_text_that_names_no_bot(text: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        bots.read(text)


def test_a_text_may_name_as_many_playouts_as_it_says() -> None:
    assert bots.read("flat:10000") == Flat(10_000)
    assert bots.read("best:5@10000") == bots.Best(5, 10_000)


# Bots of others


class Last(Bot):
    """Takes the last action that is legal."""

    def explain(self, view: View, budget: object = None) -> bots.Explanation:  # noqa: ARG002
        return bots.Explanation([bots.Choice(action, 0.0) for action in reversed(view.legal())])


def test_a_registered_bot_is_read_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen
    class Entry:
        name: str
        made: object

        def load(self) -> object:
            return self.made

    entries = [Entry("last", Last), Entry("odd", lambda: 3)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries if group == bots.ENTRY_POINTS else [])
    assert isinstance(bots.read("last"), Last)
    assert bots.read("flat:3") == Flat(3)
    with pytest.raises(InvalidRules, match=r"the bot 'last:3' cannot be made: TypeError: .*argument"):
        bots.read("last:3")
    with pytest.raises(InvalidRules, match="the bot 'odd' is registered as something else: 3"):
        bots.read("odd")


# Matches


def test_every_bot_plays_every_seat_once_with_the_same_cards() -> None:
    """The bot that a seat has is seen in what it does: seat and deal, for both bots."""
    seen: list[tuple[int, int, str]] = []

    class Watched(Bot):
        def __init__(self, name: str) -> None:
            self.name = name

        def explain(self, view: View, budget: object = None) -> bots.Explanation:  # noqa: ARG002
            seen.append((view.seat or 0, hash(view.deal.hands), self.name))
            return bots.Explanation([bots.Choice(action, 0.0) for action in view.legal()])

    found = bots.match(load("bridge"), [Watched("a"), Watched("b")], deals=2)
    seats = {(seat, name) for seat, _, name in seen}
    assert seats == {(seat, name) for seat in range(4) for name in "ab"}
    first = {name: {cards for seat, cards, which in seen if (seat, which) == (0, name)} for name in "ab"}
    assert first["a"] & first["b"]
    assert found.ahead(0, 1) == (0, 0)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["pikinni", "oh_hell", "hearts", "spades", "euchre", "skat"])
@pytest.mark.parametrize(
    "text", ["random", "beginner", "forgetful:0", "greedy", "flat:2", "ismcts:4", "best:1", "best:2@2", "learned"]
)
def test_the_same_bot_against_itself_is_level(text: str, key: str) -> None:
    found = bots.match(load(key), [bots.read(text), bots.read(text)], deals=3, seed=5)
    assert found.leads(0, 1) == [0, 0, 0]


def test_fewest_points_win_a_match_of_hearts() -> None:
    found = bots.match(load("hearts"), [bots.Random(), bots.Random(1)], deals=2)
    assert found.sign == -1
    assert found.ahead(0, 1)[0] == pytest.approx(found.mean(1) - found.mean(0))


def test_a_match_plays_the_deals_of_a_game_in_turn() -> None:
    sizes: list[int] = []

    class Seen(Bot):
        def explain(self, view: View, budget: object = None) -> bots.Explanation:  # noqa: ARG002
            sizes.append(view.deal.size)
            return bots.Explanation([bots.Choice(action, 0.0) for action in view.legal()])

    bots.match(pikinni.rules(players=2), [Seen(), Seen()], deals=4)
    assert sorted({*sizes}) == [1, 2, 3, 4]


def test_more_bots_than_sides_play_by_turns() -> None:
    found = bots.match(load("bridge"), [bots.Random(seed) for seed in range(4)], deals=6)
    assert [sum(points is not None for points in row) for row in found.points] == [2] * 6
    assert {found.together(bot, other) for bot in range(4) for other in range(bot)} == {1}
    with pytest.raises(InvalidRules, match="bots 0 and 1 have not played a deal together"):
        Match([(1, None, 2)]).ahead(0, 1)


@pytest.mark.sample(0)
def test_where_all_win_together_each_bot_plays_all_seats() -> None:
    alone = bots.match(load("rope_team"), [bots.Random(), bots.Random()], deals=2)
    assert alone.ahead(0, 1) == (0, 0)
    other = bots.match(load("rope_team"), [bots.Random(), Flat(1)], deals=2)
    assert [row[0] for row in other.points] == [row[0] for row in alone.points]


def test_a_match_stops_when_its_time_is_over() -> None:
    found = bots.match(pikinni.rules(players=2), BOTS[:2], deals=50, budget=timedelta(microseconds=1))
    # The fewest from which an interval follows.
    assert found.deals == 2
    with pytest.raises(InvalidRules, match="give a span of time above 0"):
        bots.match(pikinni.rules(players=2), BOTS[:2], budget=timedelta())


def test_a_match_is_sure_of_all_pairs_or_goes_on() -> None:
    rows = [(3, 1, 0), (3, 1, 40)] * 10
    assert not Match(rows).is_sure(5)
    assert Match([row[:2] for row in rows]).is_sure(5)


def test_one_bot_is_no_match() -> None:
    with pytest.raises(InvalidRules, match="1 bots: a match is between 2 or more"):
        bots.match(pikoko.rules(), BOTS[:1])


def test_a_match_needs_a_deal() -> None:
    with pytest.raises(InvalidRules, match="0 deals: a match needs 1 or more"):
        bots.match(pikoko.rules(), BOTS, deals=0)
