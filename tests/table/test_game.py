"""A game at a table: moves that answer the position, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from trickkit import IllegalAction, NotYourTurn, load, record
from trickkit.play.playout import states
from trickkit.record import Recorder
from trickkit.table.game import Game, Refused
from trickkit.variants import pikoko


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A game of three people, in which seats 1 and 2 bid."""
    made = Game(
        Recorder(tmp_path / "game.jsonl", pikoko.rules(players=3).start(seed=7, first=0), sync=False), (0, 1, 2)
    )
    yield made
    made.close()


def play(game: Game, seat: int, text: str) -> None:
    game.play(seat, game.number(seat), text)


def test_a_move_is_in_the_record(game: Game) -> None:
    play(game, 1, "3")
    assert record.load(game.recorder.path).moves == ((1, "3"),)


def test_a_secret_move_of_another_seat_does_not_move_the_table_on(game: Game) -> None:
    before = game.number(2)
    play(game, 1, "3")
    assert game.number(2) == before
    assert game.number(1) != before
    game.play(2, before, "0")
    assert len(game.state.moves) == 2


def test_a_decision_of_which_nobody_is_told_yet_moves_the_table_on(tmp_path: Path) -> None:
    rng, game = Random(1), Game(Recorder(tmp_path / "skat.jsonl", load("skat").start(seed=3), sync=False), (0, 1, 2))
    for _ in range(40):
        seat = game.state.actors[0]
        before = game.number(seat)
        play(game, seat, str(rng.choice(game.state.legal(seat))))
        assert game.number(seat) > before
    game.close()


def test_a_card_that_nobody_has_seen_is_put_back_and_later_choices_of_others_stand(tmp_path: Path) -> None:
    state = load("hearts").start(seed=3)
    game = Game(Recorder(tmp_path / "hearts.jsonl", state, sync=False), (0, 1, 2, 3))
    cards = {seat: [str(action) for action in state.legal(seat)] for seat in range(4)}
    for seat, place in ((1, 0), (2, 5), (1, 1), (3, 4), (1, 2)):
        play(game, seat, cards[seat][place])
    seen = [game.sight(seat)["view"] for seat in (0, 2, 3)]
    game.put_back(1, game.number(1), cards[1][0])
    assert [str(action) for action in game.state.committed(1)] == cards[1][1:3]
    assert [str(action) for action in game.state.committed(2)] == [cards[2][5]]
    assert cards[1][0] in map(str, game.state.legal(1))
    assert game.sight(0)["view"]["actors"] == [0, 1, 2, 3]
    with pytest.raises(Refused, match="nobody has seen"):
        game.put_back(1, game.number(1), cards[1][0])
    with pytest.raises(Refused, match="moved on"):
        game.put_back(1, game.number(1) + 1, cards[1][1])
    play(game, 1, cards[1][0])
    assert [game.sight(seat)["view"] for seat in (0, 2, 3)] == seen
    while game.state.committed(1):
        seat = game.state.actors[0]
        play(game, seat, str(game.state.legal(seat)[0]))
    with pytest.raises(Refused, match="nobody has seen"):
        game.put_back(1, game.number(1), cards[1][1])
    game.close()
    assert record.load(tmp_path / "hearts.jsonl").moves == tuple(
        (mover, str(action)) for mover, action in game.state.moves
    )


def test_an_answer_to_an_earlier_position_is_refused(game: Game) -> None:
    number = game.number(1)
    play(game, 1, "3")
    with pytest.raises(Refused, match="moved on"):
        game.play(1, number, "3")
    assert len(game.state.moves) == 1


def test_what_the_library_refuses_is_refused(game: Game) -> None:
    with pytest.raises(IllegalAction):
        play(game, 1, "R5")
    with pytest.raises(NotYourTurn):
        play(game, 0, "3")
    assert game.state.moves == ()


def test_a_move_is_taken_back_when_all_people_agree(game: Game) -> None:
    play(game, 1, "3")
    play(game, 2, "0")
    game.wish_undo(1)
    assert game.sight(0)["undo"] == {"seat": 1, "serial": 1, "asked": True, "since": 3}
    assert game.sight(1)["undo"] == {"seat": 1, "serial": 1, "asked": False, "since": 3}
    game.answer(0, game.wishes, agrees=True)
    assert len(game.state.moves) == 2
    game.answer(2, game.wishes, agrees=True)
    assert game.state.moves == ()
    assert game.wish is None


def test_one_who_does_not_agree_prevents_it(game: Game) -> None:
    play(game, 1, "3")
    game.wish_undo(1)
    game.answer(2, game.wishes, agrees=False)
    assert game.wish is None
    assert len(game.state.moves) == 1


def test_a_move_ends_the_wish(game: Game) -> None:
    play(game, 1, "3")
    game.wish_undo(1)
    play(game, 2, "0")
    assert game.wish is None


def test_bots_wait_until_all_have_answered(tmp_path: Path) -> None:
    game = Game(Recorder(tmp_path / "game.jsonl", pikoko.rules(players=3).start(seed=7, first=0), sync=False), (0, 1))
    play(game, 1, "3")
    assert game.bots_to_act == (2,)
    game.wish_undo(1)
    assert game.bots_to_act == ()
    game.answer(0, game.wishes, agrees=True)
    assert game.bots_to_act == (2,)
    assert game.state.moves == ()
    game.close()


def test_a_wish_can_be_withdrawn(game: Game) -> None:
    play(game, 1, "3")
    game.wish_undo(1)
    game.answer(1, game.wishes, agrees=False)
    assert game.wish is None
    assert len(game.state.moves) == 1


def test_whoever_is_asked_is_told_from_where_on_events_would_be_undone(game: Game) -> None:
    rng = Random(5)
    while 1 not in game.state.actors or game.state.deal.number == 0:
        seat = game.state.actors[0]
        play(game, seat, str(rng.choice(game.state.legal(seat))))
    before = [len(game.state.view(seat).events) for seat in range(3)]
    play(game, 1, str(game.state.legal(1)[0]))
    while 1 not in game.state.actors:
        seat = game.state.actors[0]
        play(game, seat, str(rng.choice(game.state.legal(seat))))
    game.wish_undo(1)
    assert [game.sight(seat)["undo"]["since"] for seat in range(3)] == before
    for seat in (0, 2):
        game.answer(seat, game.wishes, agrees=True)
    assert [len(game.state.view(seat).events) for seat in range(3)] == before


def test_a_sight_is_of_one_position_while_another_thread_plays(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    before = game.state
    expected = game.sight(1)
    positions = iter([before])
    after = before.play(1, "3")
    monkeypatch.setattr(Recorder, "state", property(lambda _: next(positions, after)))
    assert game.sight(1) == expected


def test_bots_are_not_asked(tmp_path: Path) -> None:
    game = Game(Recorder(tmp_path / "game.jsonl", pikoko.rules(players=3).start(seed=7, first=0), sync=False), (1,))
    assert game.bots_to_act == (2,)
    play(game, 1, "3")
    game.wish_undo(1)
    assert game.state.moves == ()
    game.close()


def test_wishes_that_make_no_sense_are_refused(game: Game, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="nothing yet"):
        game.wish_undo(1)
    with pytest.raises(Refused, match="nobody waits"):
        game.answer(1, game.wishes, agrees=True)
    play(game, 1, "3")
    game.wish_undo(1)
    with pytest.raises(Refused, match="nobody waits"):
        game.answer(1, game.wishes, agrees=True)
    with pytest.raises(Refused, match="already"):
        game.wish_undo(1)
    *_, end = states(pikoko.rules(players=3), seed=7)
    over = Game(Recorder(tmp_path / "over.jsonl", end, sync=False), (0, 1, 2))
    with pytest.raises(Refused, match="over"):
        over.wish_undo(1)
    over.close()


def test_a_finished_deal_is_looked_at_again_while_the_game_goes_on_and_the_present_one_is_not(tmp_path: Path) -> None:
    rules = load("pikinni", players=2)
    game = Game(Recorder(tmp_path / "game.jsonl", rules.start(seed=3, first=0), sync=False), (0, 1))
    with pytest.raises(Refused, match="once it is over"):
        game.past(0, 0)
    rng = Random(1)
    while game.state.deal.number < 2:
        seat = game.state.actors[0]
        play(game, seat, str(rng.choice(game.state.legal(seat))))
    begun = game.past(0, None)
    assert begun["view"]["deal"]["number"] == 1
    assert game.past(0, begun["move"] - 1)["view"]["deal"]["number"] == 0
    last = game.past(0, 10_000)
    assert last["move"] == last["moves"]
    assert last["view"]["deal"]["number"] == 1
    number, view, action = game.decision(0, begun["move"])
    assert view.seat == 0
    assert game.state.moves[number] == (0, next(one for one in view.legal() if str(one) == action))
    with pytest.raises(Refused, match="nothing after that"):
        game.decision(0, last["moves"] + 1)
    game.close()


def test_what_a_bot_has_played_for_somebody_is_not_judged_as_their_decision(tmp_path: Path) -> None:
    rules = load("pikinni", players=2)
    game = Game(Recorder(tmp_path / "game.jsonl", rules.start(seed=3, first=0), sync=False), (0, 1))
    rng = Random(1)
    while game.state.deal.number < 3:
        seat = game.state.actors[0]
        action = str(rng.choice(game.state.legal(seat)))
        if game.state.deal.number == 1:
            game.play_for(seat, action)
        else:
            play(game, seat, action)
    begun = [state.deal.number for state in game.recorder.states].index(1)
    assert game.recorder.states[game.decision(0, begun)[0]].deal.number == 2
    assert min(game.played_for) == begun
    play(game, (seat := game.state.actors[0]), str(game.state.legal(seat)[0]))
    game.wish_undo(seat)
    game.answer(1 - seat, 1, agrees=True)
    assert max(game.played_for) < len(game.state.moves)
    game.close()


def test_who_is_stood_in_for_agrees(game: Game) -> None:
    play(game, 1, "3")
    game.wish_undo(1)
    game.stand_in(0)
    assert game.wish is not None
    game.stand_in(2)
    assert game.wish is None
    assert not game.state.moves
    assert set(game.bots_to_act) == {2}


def test_a_decision_put_back_that_a_bot_made_is_not_that_of_the_next_move(tmp_path: Path) -> None:
    game = Game(Recorder(tmp_path / "game.jsonl", load("hearts").start(seed=3), sync=False), (0, 1, 2, 3))
    state = game.state
    game.play_for(1, card := str(state.legal(1)[0]))
    game.play(2, game.number(2), str(state.legal(2)[0]))
    game.play_for(3, str(state.legal(3)[0]))
    game.put_back(1, game.number(1), card)
    assert game.played_for == {1}
    game.close()
