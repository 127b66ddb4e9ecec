"""Claims to the tricks that are left: what is sure by a view alone, and what all have to agree to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from trickkit import load, record
from trickkit.phases.tricks.phase import Tricks
from trickkit.play.playout import states
from trickkit.play.state import State
from trickkit.play.utility import Utility
from trickkit.record import Recorder
from trickkit.table.claims import KINDS, REST, claimable, is_sure, played_out
from trickkit.table.game import Game, Refused
from trickkit.table.guest import Guest
from trickkit.table.room import Room
from trickkit.table.store import Store
from trickkit.table.thinking import Thinkers

GAMES = ("whist", "hearts", "german_whist", "schieber")


def claims(game: str, seeds: int = 4) -> Iterator[tuple[State, int, bool]]:
    """Positions in which somebody may claim the rest: the seat, and whether that is sure."""
    rules = load(game)
    sides = Utility.said_by(rules).sides
    for seed in range(seeds):
        for state in states(rules, seed=seed):
            if len(state.results) > 1:
                break
            for seat in state.actors:
                view = state.view(seat)
                if REST in claimable(view, sides):
                    yield state, seat, is_sure(view)


def table(folder: Path, state: State, humans: tuple[int, ...]) -> Game:
    return Game(Recorder(folder / "game.jsonl", state, sync=False), humans)


def takers(state: State, before: State) -> list[int | None]:
    """Who took the tricks since a position."""
    done = len(before.deal[Tricks].tricks)
    return [trick.taker for trick in state.results[len(before.results)].deal[Tricks].tricks[done:]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
def test_who_claims_what_is_sure_takes_every_trick_whatever_anybody_plays(game: str) -> None:
    sure = [(state, seat) for state, seat, is_it in claims(game) if is_it]
    assert sure
    rng = Random(5)
    for state, seat in sure:
        for _ in range(10):
            end = state
            while len(end.results) == len(state.results):
                actor = end.actors[0]
                end = end.play(actor, rng.choice(end.legal(actor)))
            assert {*takers(end, state)} == {seat}


def test_what_is_sure_is_played_out_at_once_and_the_record_verifies(tmp_path: Path) -> None:
    state, seat, _ = next(claim for claim in claims("whist") if claim[2])
    game = table(tmp_path, state, (seat,))
    game.claim_tricks(seat, game.number(seat), "rest", Utility.said_by(state.rules).sides)
    assert game.wish is None
    assert {*takers(game.state, state)} == {seat}
    game.close()
    record.load(tmp_path / "game.jsonl").verify()


def test_nothing_in_the_answer_to_a_claim_depends_on_cards_that_the_claimer_does_not_see(tmp_path: Path) -> None:
    rng, answers = Random(7), set[bool]()
    sides = Utility.said_by(load("whist")).sides
    found = [(state, seat) for state, seat, _ in claims("whist", 1) if len(state.deal.hands[seat]) < 5]
    for number, (state, seat) in enumerate(found):
        told = set[bool]()
        for world in range(6):
            folder = tmp_path / f"{number} {world}"
            folder.mkdir()
            game = table(folder, state.view(seat).sample(rng), (0, 1, 2, 3))
            game.claim_tricks(seat, game.number(seat), "rest", sides)
            told.add(game.wish is None)
            game.close()
        assert len(told) == 1
        answers |= told
    assert answers == {True, False}


def test_a_bot_agrees_to_nothing_that_is_not_sure(tmp_path: Path) -> None:
    state, seat, _ = next(claim for claim in claims("whist") if not claim[2])
    sides = Utility.said_by(state.rules).sides
    game = table(tmp_path, state, (0, 1, 2, 3))
    game.stand_in((seat + 1) % 4)
    for kind in KINDS:
        with pytest.raises(Refused, match="bots agree only to certain claims"):
            game.claim_tricks(seat, game.number(seat), kind, sides)
    assert len(game.state.moves) == len(state.moves)
    game.close()


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[tuple[Game, int, State]]:
    """A game in which a claim was made that is not sure, but may be."""
    sides = Utility.said_by(load("whist")).sides
    state, seat = next(
        (state, seat)
        for state, seat, sure in claims("whist")
        if not sure and played_out(state, "rest", sides[seat % 2])
    )
    game = table(tmp_path, state, (0, 1, 2, 3))
    game.claim_tricks(seat, game.number(seat), "rest", sides)
    yield game, seat, state
    game.close()


def test_all_others_have_to_agree_and_then_the_side_takes_the_rest(asked: tuple[Game, int, State]) -> None:
    game, seat, state = asked
    assert game.bots_to_act == ()
    others = [other for other in range(4) if other != seat]
    assert game.sight(seat)["claim"] == {"seat": seat, "serial": 1, "kind": "rest", "asked": False}
    for other in others:
        assert game.sight(other)["claim"] == {"seat": seat, "serial": 1, "kind": "rest", "asked": True}
        assert len(game.state.moves) == len(state.moves)
        game.answer(other, game.wishes, agrees=True)
    assert {*takers(game.state, state)} <= {seat, (seat + 2) % 4}
    assert game.wish is None


def test_one_who_does_not_agree_to_a_claim_or_plays_on_ends_it(asked: tuple[Game, int, State]) -> None:
    game, seat, state = asked
    with pytest.raises(Refused, match="already claimed"):
        game.wish_undo((seat + 1) % 4)
    game.answer((seat + 1) % 4, game.wishes, agrees=False)
    assert game.wish is None
    with pytest.raises(Refused, match="nobody waits"):
        game.answer((seat + 2) % 4, game.wishes, agrees=True)
    sides = Utility.said_by(state.rules).sides
    game.claim_tricks(seat, game.number(seat), "rest", sides)
    game.answer(seat, game.wishes, agrees=False)
    assert game.wish is None
    game.claim_tricks(seat, game.number(seat), "none", sides)
    actor = state.actors[0]
    game.play(actor, game.number(actor), str(state.legal(actor)[0]))
    assert game.wish is None
    assert len(game.state.moves) == len(state.moves) + 1


@pytest.mark.sample(0)
def test_an_answer_counts_for_what_was_asked_alone(asked: tuple[Game, int, State]) -> None:
    game, seat, state = asked
    other, sides = (seat + 1) % 4, Utility.said_by(state.rules).sides
    first = game.sight(other)["claim"]["serial"]
    game.answer(seat, None, agrees=False)
    game.claim_tricks(seat, game.number(seat), "none", sides)
    for serial in (first, None, True):
        for agrees in (True, False):
            with pytest.raises(Refused, match="moved on"):
                game.answer(other, serial, agrees=agrees)
    assert game.wish is not None
    game.answer(other, game.sight(other)["claim"]["serial"], agrees=True)
    assert other not in game.wish.waiting
    game.answer(seat, None, agrees=False)
    with pytest.raises(Refused, match="moved on"):
        game.claim_tricks(seat, game.number(seat) - 1, "rest", sides)


def test_all_hear_that_the_cards_do_not_allow_what_they_agreed_to(tmp_path: Path) -> None:
    async def send(_message: object) -> None:
        """Nobody listens."""

    sides = Utility.said_by(load("whist")).sides
    state, seat = next(
        (state, seat) for state, seat, _ in claims("whist") if played_out(state, "none", sides[seat % 2]) is None
    )
    people = [{"name": name} for name in ("Ada", "Ben", "Cyd", "Dov")]

    async def play(store: Store) -> None:
        table, _ = store.make("whist", {}, people)
        table.game().close()
        room = Room(table, Game(Recorder(tmp_path / "game.jsonl", state, sync=False), (0, 1, 2, 3)), Thinkers())
        room.sides = sides
        await room.hear(Guest(seat, send), {"do": "claim", "number": room.game.number(seat), "kind": "none"})
        for other in {0, 1, 2, 3} - {seat}:
            assert room._said[seat][2] == "claim_none"
            await room.hear(Guest(other, send), {"do": "agree", "serial": 1})
        assert room._said[seat][2] == "claim_fails"
        assert room.game.wish is None
        assert len(room.game.state.moves) == len(state.moves)
        room.game.close()

    with Store(tmp_path / "tables") as store:
        asyncio.run(play(store))


def test_a_seat_concedes_only_where_it_is_clear_who_takes_the_tricks() -> None:
    state, seat, _ = next(claims("whist"))
    assert claimable(state.view(seat), Utility.said_by(state.rules).sides) == ("rest", "none")
    state, seat, _ = next(claims("hearts"))
    assert claimable(state.view(seat), Utility.said_by(state.rules).sides) == ("rest",)


def test_nothing_is_claimed_by_who_plays_another_hand_before_the_tricks_or_while_cards_are_drawn() -> None:
    assert not [*claims("pikoko", 1)]
    drawn = [state for state, _, _ in claims("german_whist", 1)]
    assert {len(state.deal.stock) for state in drawn} == {0}
    bidding = load("bridge").start(seed=1)
    assert claimable(bidding.view(bidding.actors[0]), ((0, 2), (1, 3))) == ()
    assert claimable(drawn[0].view(None), ((0,), (1,))) == ()
