"""The Python of a page without a server: games, seats, links, records, laws and code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trickkit import load, playout, record
from trickkit.playground.session import Session

Message = dict[str, Any]


def ask(session: Session, wish: str, **given: Any) -> Message:
    answer: Message = json.loads(session.hear(json.dumps({"do": wish, **given})))
    return answer


def started(session: Session, *bots: str, **given: Any) -> Message:
    """A game of Pikoko for three; "" is a seat of whoever is at the page."""
    seats = [{"bot": bot} for bot in bots or ("", "random", "random")]
    return ask(session, "start", **{"game": "pikoko", "options": {"players": 3}, "seats": seats, "seed": "7", **given})


def decided(session: Session, sight: Message, action: str | None = None) -> Message:
    return ask(session, "play", number=sight["number"], action=action or sight["view"]["legal"][0])


@pytest.fixture
def session() -> Session:
    return Session()


def test_a_whole_game_is_played(session: Session) -> None:
    sight, human = started(session), 0
    while not sight["view"]["over"]:
        if sight["thinking"]:
            sight = ask(session, "bots")
        else:
            sight, human = decided(session, sight), human + 1
        assert sight["kind"] == "sight", sight
    assert human > 20
    kept = record.loads(ask(session, "record")["text"])
    kept.verify()
    assert kept.scores == tuple(sight["view"]["scores"])


def test_the_rules_are_told_in_short(session: Session) -> None:
    assert ask(session, "rules")["text"] == "no game has begun"
    started(session)
    told = ask(session, "rules")
    assert (told["kind"], told["page"], told["options"][0]["value"]) == ("rules", "pikoko", 3)


def late(session: Session, *bots: str) -> Message:
    """A deal of Whist with three tricks left, and a player of the page to lead."""
    state = load("whist").start(seed=1)
    while len(state.moves) < 40:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    moves, seat = [[seat, str(action)] for seat, action in state.moves], state.actors[0]
    seats = [""] * 4
    seats[(seat + 1) % 4] = bots[0] if bots else ""
    started(session, *seats, game="whist", options={}, seed="1", moves=moves)
    return ask(session, "look", seat=seat)


def test_what_may_be_given_up_is_known_once_it_is_asked(session: Session) -> None:
    assert late(session)["claims"] == ["rest"]
    assert ask(session, "claims")["claims"] == ["rest", "none"]
    assert ask(session, "look", seat=None)["claims"] == []


def test_a_claim_is_played_out_where_the_cards_allow_it(session: Session) -> None:
    sight = late(session)
    assert ask(session, "claim", number=sight["number"], kind="none")["number"] == sight["number"]
    after = ask(session, "claim", number=sight["number"], kind="rest")
    assert len(after["view"]["results"]) == len(sight["view"]["results"]) + 1


def test_bots_agree_to_no_claim(session: Session) -> None:
    sight = late(session, "random")
    refused = ask(session, "claim", number=sight["number"], kind="none")
    assert refused["text"] == "your own cards do not make that certain, and bots agree only to certain claims"


def test_a_chosen_card_is_put_back(session: Session) -> None:
    first = started(session, *[""] * 4, game="hearts", options={})
    chosen = decided(session, first)
    (card,) = chosen["view"]["committed"]
    back = ask(session, "put_back", number=chosen["number"], action=card)
    assert back["view"] == first["view"]
    assert ask(session, "put_back", number=back["number"], action=card)["kind"] == "refused"
    refused = ask(session, "put_back")
    assert refused == {"kind": "refused", "text": "to put_back takes number and action, and number is no such thing"}
    ask(session, "look", seat=None)
    assert ask(session, "put_back", number=0, action=card)["kind"] == "refused"


def test_bots_decide_one_at_a_time(session: Session) -> None:
    first = started(session, "random", "random", "random")
    waiting = first["thinking"]
    assert len(waiting) == 2
    assert ask(session, "bots")["thinking"] == waiting[1:]


def test_the_page_sees_what_the_seat_sees_that_it_looks_from(session: Session) -> None:
    assert set(started(session)["view"]["hands"][0]) == {"??"}
    other = ask(session, "look", seat=1)
    assert "??" not in other["view"]["hands"][0]
    assert set(other["view"]["hands"][1]) == {"??"}
    assert not other["mine"]
    assert ask(session, "look", seat=None)["view"]["seat"] is None


def test_nobody_decides_for_a_bot(session: Session) -> None:
    started(session)
    sight = ask(session, "look", seat=1)
    refused = ask(session, "play", number=sight["number"], action="0")
    assert refused == {"kind": "refused", "text": "you look on from this seat; a bot plays it"}
    assert ask(session, "undo")["kind"] == "refused"


def test_a_decision_is_taken_back_at_once_whoever_else_sits_there(session: Session) -> None:
    before = started(session, "", "", "random", first=0)
    ask(session, "look", seat=1)
    sight = ask(session, "bots")
    while not sight["view"]["legal"]:
        sight = ask(session, "look", seat=1 - sight["view"]["seat"])
    after = decided(session, sight)
    assert after["number"] > before["number"]
    assert ask(session, "undo")["number"] == sight["number"]


def test_a_link_goes_on_where_the_game_was_with_the_same_cards_to_come(session: Session) -> None:
    sight = started(session)
    for _ in range(5):
        sight = ask(session, "bots") if sight["thinking"] else decided(session, sight)
    wish = ask(session, "link")["wish"]
    again = ask(Session(), "start", **json.loads(json.dumps(wish)))
    assert again == ask(session, "look", seat=0)


def test_a_link_with_moves_that_cannot_be_is_refused(session: Session) -> None:
    refused = started(session, moves=[[0, "X9"]])
    assert refused["kind"] == "refused"
    assert "X9" in refused["text"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "pikok"}, "no game 'pikok'"),
        ({"options": {"player": 3}}, "did you mean 'players'"),
        ({"seats": [{}]}, "Pikoko has 3 seats, not 1"),
        ({"seats": [{}, {"bot": "flad"}, {}]}, "did you mean 'flat'"),
        ({"seats": None}, "this link is incomplete"),
        ({"seats": [{}, {}, []]}, "this link is incomplete"),
        ({"seed": "z"}, "this link is incomplete"),
        ({"moves": [7]}, "this link is incomplete"),
        ({"options": [3]}, "this link is incomplete"),
        ({"options": {"players": [3]}}, "this link is incomplete"),
        ({"seats": [{"bot": ["random"]}, {}, {}]}, "this link is incomplete"),
        ({"seats": [{"name": "x" * 101}, {}, {}]}, "at most 100 characters"),
        ({"seed": "1" * 65}, "this link is incomplete"),
        ({"game": "house.py"}, "no game 'house.py'"),
    ],
)
def test_a_game_that_cannot_be_is_refused_and_the_former_one_goes_on(
    session: Session, given: Message, said: str
) -> None:
    before = started(session)
    refused = started(session, **given)
    assert refused["kind"] == "refused"
    assert said in refused["text"]
    assert ask(session, "look", seat=0) == before


def test_what_a_link_brings_besides_its_game_is_left_out_and_not_passed_on(session: Session) -> None:
    plain = started(session)
    more = {"do": "run", "code": "1 / 0", "file": "x.py", "__class__": "x"}
    seats = [{"bot": bot, **more} for bot in ("", "random", "random")]
    assert started(session, seats=seats, code="1 / 0", __proto__={"do": "run"}) == plain
    wish = ask(session, "link")["wish"]
    assert set(wish) == {"game", "sheet", "options", "seats", "seed", "moves"}
    assert wish["seats"] == [{"bot": bot} for bot in ("", "random", "random")]


@pytest.mark.parametrize(
    "text",
    [
        *[
            "",
            "null",
            "[]",
            "7",
            '"run"',
            "[" * 200_000,
            '{"do": ["run"]}',
            '{"do": {}}',
            '{"do": "play"}',
            '{"do": "look"',
        ],
        *['{"do": "step", "move": true}', '{"do": "play", "number": 1, "action": {}}', '{"do": "open", "record": 3}'],
    ],
)
def test_no_message_is_refused_in_words(session: Session, text: str) -> None:
    before = started(session)
    answer = json.loads(session.hear(text))
    assert answer["kind"] == "refused"
    assert answer["text"]
    assert ask(session, "look", seat=0) == before


def test_a_session_of_the_playground_runs_no_code() -> None:
    refused = ask(Session(blocks=None), "run", code="1 / 0")
    assert refused["kind"] == "refused"
    assert "run" not in refused["text"].split()


def test_the_laws_hold_no_file(session: Session, tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("1 / 0")
    assert "no game" in ask(session, "law", game=str(tmp_path / "house.py"), law=0)["text"]


def test_before_a_game_nothing_can_be_done_with_it(session: Session) -> None:
    assert ask(session, "bots") == {"kind": "refused", "text": "no game has begun"}


def test_a_sheet_is_described(session: Session) -> None:
    found = ask(session, "describe", sheet='base = "pikoko"\nname = "Short"\n\n[options]\nplayers = 3')
    assert (found["kind"], found["name"], found["players"]) == ("described", "Short", 3)


def test_a_mistake_in_a_sheet_says_line_and_nearest_name(session: Session) -> None:
    refused = ask(session, "describe", sheet='base = "pikoko"\n\n[options]\nplayer = 3')
    assert refused["kind"] == "refused"
    assert "line 4" in refused["text"]
    assert "did you mean 'players'" in refused["text"]


def test_a_sheet_of_the_page_cannot_name_a_file(session: Session) -> None:
    assert "not the file" in ask(session, "describe", sheet='base = "house.py"')["text"]


def test_a_record_is_stepped_through_as_each_seat_saw_it(session: Session) -> None:
    end = playout(load("pikoko", players=3), seed=7)
    first = ask(session, "open", record=str(record.of(end)))
    assert (first["move"], first["moves"]) == (0, len(end.moves))
    assert not first["mine"]
    last = ask(session, "step", move=len(end.moves) + 5)
    assert last["move"] == len(end.moves)
    assert tuple(last["view"]["scores"]) == end.scores
    ask(session, "look", seat=2)
    assert ask(session, "step", move=40)["view"]["seat"] == 2


def test_no_record_is_refused(session: Session) -> None:
    assert ask(session, "open", record="{}")["kind"] == "refused"


def test_a_broken_law_is_told_with_its_game(session: Session) -> None:
    verdicts = [ask(session, "law", game="pikoko", options={"players": 3}, law=number) for number in (0, 1)]
    assert all(one["kind"] == "law" and one["holds"] for one in verdicts)


def test_code_runs_as_at_a_prompt_and_names_are_kept(session: Session, tmp_path: Path) -> None:
    assert ask(session, "run", code="from trickkit import load\nstate = load('pikoko').start(seed=7)")["text"] == ""
    assert ask(session, "run", code="state.players if False else state.actors")["text"].startswith("(")
    assert ask(session, "run", code="1 / 0\nprint('never')")["text"] == "ZeroDivisionError: division by zero\n"
    assert ask(session, "run", code='base = "pikoko"', file=str(tmp_path / "house.toml"))["text"] == ""
    assert load(str(tmp_path / "house.toml")).players == 4
    assert ask(session, "run", code="def (")["text"].startswith("  File")


def test_a_hint_is_a_legal_action_and_given_to_whoever_decides(session: Session) -> None:
    sight = started(session, "random", "", "random", options={"players": 3})
    seat = sight["view"]["seat"]
    while not sight["view"]["legal"]:
        sight = ask(session, "bots")
    hint = ask(session, "hint")
    assert hint["action"] in sight["view"]["legal"]
    assert ask(session, "look", seat=seat)["number"] == sight["number"]
    ask(session, "look", seat=0)
    assert ask(session, "hint")["text"] == "there is nothing that you could decide now"


def test_the_sheet_has_all_finished_deals_with_their_reasons(session: Session) -> None:
    ask(session, "open", record=str(record.of(playout(load("pikinni", players=2), seed=7))))
    moves = ask(session, "step", move=0)["moves"]
    results = ask(session, "sheet")["results"]
    last = ask(session, "step", move=moves)["view"]
    assert [result["number"] for result in results] == [*range(len(results))]
    assert results[-1:] == last["results"]
    assert results[-1]["totals"] == last["scores"]
    assert all(line["reason"] for result in results for line in result["lines"])
