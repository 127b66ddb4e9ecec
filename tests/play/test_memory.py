"""What a game remembers from deal to deal."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen

from trickkit import Deal, IllegalAction, InvalidRules, Record, Rules, State, batch, bots, load, playout, record
from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.catalog.registry import sheet
from trickkit.model.cards import french
from trickkit.phases import BidContracts, ContractsPlayed, DealOut, NameTrump, Phase, Tricks
from trickkit.phases.contracts_played import Limit, PlayedContracts, WithinLimits
from trickkit.play.later import later_deal
from trickkit.policies.ending import AfterDeals
from trickkit.policies.memory import Memory
from trickkit.policies.offers import Games
from trickkit.policies.participants import Declarer, OneSide, Starter
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreNoTricks
from trickkit.testing import LAWS, check

WORDS = ("low", "high", "C")
CLUBS = french().suits[0]
REMEMBERED = ContractsPlayed()


def game(*limits: Limit, deals: int = 6, memory: Any = REMEMBERED, **changes: Any) -> Rules:
    """Two players name one of three games in turn, each as often as the limits say."""
    rules = Rules(
        key="each_once",
        name="Each Once",
        players=2,
        deck=french("9TJQKA"),
        phases=(
            DealOut(),
            NameTrump(
                offers=WithinLimits(offer=Games({"low": None, "high": None, "C": CLUBS}), limits=limits),
                who=Starter(),
                must=True,
            ),
            Tricks(),
        ),
        scoring=ScoreNoTricks(3),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=deals),
        memory=memory,
    )
    return rules.replace(**changes) if changes else rules


def named(state: State, *words: str) -> State:
    """The game after some deals, in which the starters named these; cards are played as they come."""
    for word in words:
        number = state.deal.number
        state = state.play(state.actors[0], f"name {word}")
        while not state.is_over and state.deal.number == number:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def offered(state: State) -> list[str]:
    return [str(action).removeprefix("name ") for action in state.legal(state.actors[0])]


def test_each_seat_names_each_game_once() -> None:
    state = game().start(seed=1, first=0)
    assert offered(state) == ["low", "high", "C"]
    state = named(state, "high", "high")
    assert (state.actors, offered(state)) == ((0,), ["low", "C"])
    state = named(state, "C", "low")
    assert (state.actors, offered(state)) == ((0,), ["low"])
    assert state.deal.remembered(ContractsPlayed) == PlayedContracts((("high", "C"), ("high", "low")))
    assert named(state, "low", "C").is_over


def test_limits_of_the_table_and_of_several_games_together() -> None:
    rules = game(Limit(contracts="low", times=1, by="table"), Limit(contracts=["high", "C"], times=2), deals=4)
    state = named(rules.start(seed=1, first=0), "low")
    assert offered(state) == ["high", "C"]
    assert offered(named(state, "C", "high")) == ["high", "C"]
    spent = named(game(Limit(contracts=WORDS), deals=4).start(seed=1, first=0), "low", "low")
    with pytest.raises(InvalidRules, match=r"none of low, high, C is left for seat 0, which must .*play fewer deals"):
        offered(spent)


def test_a_limit_holds_for_the_seat_that_is_asked_or_for_its_side() -> None:
    words = Games({"low": None, "high": None})
    asked = NameTrump(offers=WithinLimits(offer=words, limits=Limit(by=Opposite())), who=OneSide(), must=True)
    pushed = game(deals=4).replace(players=4, schedule=Schedule(hand_sizes=SameSize(2), starter=NextSeat()))
    sides = pushed.replace(phases=(DealOut(), asked, Tricks())).start(seed=1, first=0)
    sides = named(sides.play(0, "pass"), "low", "low")
    assert (offered(sides), offered(sides.play(2, "pass"))) == (["high", "pass"], ["high"])
    with pytest.raises(IllegalAction, match="low may not be named by seat 2 any more"):
        sides.play(sides.actors[0], "name low")
    seats = pushed.replace(phases=(DealOut(), evolve(asked, offers=WithinLimits(offer=words)), Tricks()))
    state = named(seats.start(seed=1, first=0).play(0, "pass"), "low", "low")
    assert (offered(state), offered(state.play(2, "pass"))) == (["high", "pass"], ["low", "high"])


def test_what_is_named_after_a_bid_counts_as_well() -> None:
    once = WithinLimits(offer=Games({"low": None, "high": None}), limits=Limit(by="table"))
    naming = NameTrump(offers=once, who=Declarer(), must=True)
    phases = (DealOut(), BidContracts(contracts={"solo": None}), naming, Tricks())
    state, asked = game(phases=phases, deals=3).start(seed=1, first=0), []
    while len(state.results) < 2:
        legal = [str(action) for action in state.legal(state.actors[0])]
        asked += [legal] * (state.phase == naming)
        state = state.play(state.actors[0], legal[0] if legal[0] != "pass" else legal[-1])
    assert asked == [["name low", "name high"], ["name high"]]
    assert state.deal.remembered(PlayedContracts).count(["solo"]) == 2


def test_finished_deals_still_tell_what_came_before_them() -> None:
    end = playout(game(), seed=3)
    counts = [result.deal.remembered(PlayedContracts).count(WORDS) for result in end.results]
    assert counts == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.sample(3)
def test_a_game_that_remembers_keeps_the_law(law: Any) -> None:
    assert check(law, game(), examples=3).broken is None


def test_views_worlds_records_and_copies_remember() -> None:
    state = named(game().start(seed=1, first=0), "high", "low", "C")
    view = state.view(0)
    assert view.deal.memory == state.deal.memory == state.view(None).deal.memory
    world = view.sample(Random(1))
    assert (world.view(0), offered(world)) == (view, offered(state))
    assert view.to_json()["records"]["PlayedContracts"] == {"by_seat": [["high", "C"], ["low"]]}
    replayed = record.loads(str(record.of(state)), state.rules).replay()
    assert (replayed.deal.memory, offered(replayed)) == (state.deal.memory, offered(state))
    assert batch.start(state).state().deal.memory == state.deal.memory


def test_the_batch_engine_asks_for_a_memory_and_whole_games_are_those_of_the_reference() -> None:
    rules = game()
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "traced", "compiled"]
    assert isinstance(batch.lanes(rules, 2, of="games"), FollowedLanes)
    assert batch.games(rules, 5, seed=1).deals.tolist() == [6] * 5
    state = named(rules.start(seed=1, first=0), "high", "low", "C", "high")
    ahead = batch.evaluate(state.view(0), worlds=2, playouts=4, seed=1)
    assert [str(action) for action in ahead.actions] == ["name low"]
    assert str(bots.Random().act(state.view(0))) == "name low"


def test_a_deal_that_is_played_by_itself_remembers_nothing() -> None:
    later = later_deal(game(), 4, seed=1, starter=0)
    assert (later.deal.number, offered(later)) == (4, ["low", "high", "C"])


# Parts of one's own


@frozen
class LastWinner(Record):
    """The seat that scored most in the last deal; None before the first one, and after a tie."""

    seat: int | None


@frozen
class RememberWinner(Memory):
    """The winner of the last deal is remembered."""

    record: ClassVar[type[Record]] = LastWinner

    def fresh(self, players: int) -> LastWinner:  # noqa: ARG002
        return LastWinner(None)

    def after(self, deal: Deal) -> LastWinner:
        best = [seat for seat in deal.seats if deal.scores[seat] - deal.totals[seat] > 0]
        return LastWinner(best[0] if len(best) == 1 else None)


@frozen
class WinnerStarts(Phase):
    """The winner of the last deal starts."""

    def begin(self, deal: Deal) -> Deal:
        seat = deal.remembered(RememberWinner).seat
        return deal if seat is None else deal.changed(starter=seat)


def test_a_phase_reads_what_is_remembered() -> None:
    rules = game(memory=[ContractsPlayed(), RememberWinner()], deals=3).before(NameTrump, WinnerStarts())
    state = rules.start(seed=2, first=0)
    while not state.is_over:
        last = state.results[-1].scores if state.results else (0, 0)
        if isinstance(state.phase, NameTrump) and max(last) > 0:
            assert state.deal.starter == last.index(max(last))
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])


def test_what_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"PlayedContracts.* is not remembered.*: nothing"):
        game(memory=()).start()
    with pytest.raises(InvalidRules, match="memory: two parts remember a PlayedContracts"):
        game(memory=(ContractsPlayed(), ContractsPlayed()))
    with pytest.raises(InvalidRules, match=r"Rules: memory\[0\]=5 is not a Memory"):
        game(memory=5)
    with pytest.raises(InvalidRules, match=r"Limit: there is no contract 'hiigh'.*did you mean 'high'"):
        game(Limit(contracts="hiigh")).start()

    @frozen
    class Wrong(RememberWinner):
        def fresh(self, players: int) -> Any:
            return players

    with pytest.raises(InvalidRules, match=r"Wrong\.fresh returned 2; it must return a LastWinner"):
        game(memory=(ContractsPlayed(), Wrong())).start()

    @frozen
    class WrongLater(RememberWinner):
        def after(self, deal: Deal) -> Any:
            return deal.scores

    with pytest.raises(InvalidRules, match=r"WrongLater\.after returned \(\d+, \d+\); it must return a LastWinner"):
        named(game(memory=(ContractsPlayed(), WrongLater())).start(seed=1, first=0), "low")


def test_a_sheet_declares_and_changes_it() -> None:
    rules = sheet('base = "skat"\nmemory = "ContractsPlayed"', "house.toml")()
    assert rules.memory == (ContractsPlayed(),)
    assert load("skat").memory == ()


def test_a_sheet_says_limits_of_a_side() -> None:
    text = (
        'base = "king"\n[phases.NameTrump.offers.WithinLimits]\n'
        'limits = { policy = "Limit", times = 2, by = "Opposite" }\n'
    )
    naming = next(phase for phase in sheet(text, "house.toml")().phases if isinstance(phase, NameTrump))
    assert naming.offers[0].limits == (Limit(times=2, by=Opposite()),)  # type: ignore[attr-defined]


def test_a_limit_by_nobody_is_refused() -> None:
    with pytest.raises(InvalidRules, match="Limit: by='side' is not one of 'seat', 'table'"):
        Limit(by="side")  # type: ignore[arg-type]
