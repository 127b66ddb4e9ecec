"""Games that go on: recorders that resume, moves that are taken back, checksums, and chance that no record tells."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from strategies import effort

import trickkit
from trickkit import InvalidRecord, State, UnknownChance, load, playout, record
from trickkit.variants import pikoko

RULES = pikoko.rules(players=3)
END = playout(RULES, seed=7)
TEXT = str(record.of(END))
CLOSES = next(number for number, line in enumerate(TEXT.splitlines(), start=1) if '"ends"' in line)
FIRST_DEAL = len(END.results[0].moves)


def unsummed(text: str) -> str:
    return re.sub(', "sum": "[0-9a-f]{8}"', "", text)


def former(text: str) -> str:
    """A record as it was written before every line had a checksum."""
    lines, value = list[str](), 0
    for line in unsummed(text).splitlines(keepends=True):
        said = json.loads(line)
        if "ends" in said or "over" in said:
            line = json.dumps({**said, "crc32": f"{value:08x}"}, ensure_ascii=False) + "\n"
        value = crc32(line.encode(), value)
        lines.append(line)
    return "".join(lines)


def played(state: State, moves: int) -> State:
    """A game after more moves, each seat taking the last of its legal actions."""
    for _ in range(moves):
        state = state.play(state.actors[0], state.legal(state.actors[0])[-1])
    return state


# Checksums


def test_every_line_has_the_checksum_of_itself_and_all_before() -> None:
    lines = TEXT.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        text = unsummed("".join(lines[:number]))
        assert json.loads(line)["sum"] == sha256(text.encode()).hexdigest()[:8]


@pytest.mark.parametrize("written", [unsummed, former])
def test_a_record_of_before_checksums_is_read_verified_and_resumed(
    written: Callable[[str], str], tmp_path: Path
) -> None:
    text, path = written(TEXT), tmp_path / "game.jsonl"
    game = record.loads(text)
    game.verify()
    assert game == record.of(END)
    assert str(game) == TEXT
    for cut in (CLOSES + 10, CLOSES + 1):
        before = "".join(text.splitlines(keepends=True)[:cut])
        path.write_text(before, encoding="utf-8")
        with record.Recorder.resume(path, seed=7) as recorder:
            recorder.write(recorder.state.play_all(END.moves[recorder.moves :]))
        assert path.read_text(encoding="utf-8").startswith(before)
        assert record.load(path) == game
        with pytest.raises(InvalidRecord, match="this is not what was written here"):
            record.loads(path.read_text(encoding="utf-8").replace('"sum": "', '"sum": "f', 1))


def test_exchanged_moves_that_make_another_lawful_game_are_found() -> None:
    for written, line, why in (
        (str, 3, "this is not what was written here: the sum is "),
        (former, CLOSES, "the lines before were damaged or changed: their crc32 is "),
    ):
        lines = written(TEXT).splitlines(keepends=True)
        lines[2], lines[3] = lines[3], lines[2]
        record.loads(re.sub(', "crc32": "[0-9a-f]{8}"', "", unsummed("".join(lines)))).verify()
        with pytest.raises(InvalidRecord, match=why) as caught:
            record.loads("".join(lines))
        assert caught.value.line == line


def test_the_lines_before_one_that_is_wrong_are_a_record() -> None:
    lines = TEXT.splitlines(keepends=True)
    wrong = "".join([*lines[:8], *lines[9:]])
    with pytest.raises(InvalidRecord, match="the record is intact up to line 8; "):
        record.loads(wrong)
    assert record.loads("".join(lines[:8])).entries == record.of(END).entries[:7]


@pytest.mark.parametrize(("written", "key"), [(str, "sum"), (former, "crc32")])
def test_a_checksum_that_is_missing_after_others_is_refused(written: Callable[[str], str], key: str) -> None:
    head, _ = written(TEXT).rsplit(f', "{key}": ', 1)
    with pytest.raises(InvalidRecord, match=f"'{key}' is missing; lines before have it"):
        record.loads(f"{head}}}\n")
    for wrong in ('"CAFECAFE"', "3", '"12"', "null", "[]"):
        with pytest.raises(InvalidRecord, match=rf"line {TEXT.count(chr(10))}: "):
            record.loads(f'{head}, "{key}": {wrong}}}\n')


def test_checksums_of_a_redacted_record_are_those_of_its_own_text() -> None:
    for seat in (0, None):
        redacted = str(record.of(END).redact(seat))
        assert not set(re.findall('"sum": "(.*?)"', redacted)) & set(re.findall('"sum": "(.*?)"', TEXT))
        with pytest.raises(InvalidRecord, match="this is not what was written here"):
            record.loads(redacted.replace('"seat": 1', '"seat": 2', 1))


@pytest.mark.parametrize("rest", ["{", '{"seat": 1, "pl', '{"over"'])
def test_text_after_the_end_of_a_finished_record_is_refused(rest: str) -> None:
    with pytest.raises(InvalidRecord, match="there is text after the end of the game") as caught:
        record.loads(TEXT + rest)
    assert caught.value.line == TEXT.count("\n") + 1


# Chance that no record tells


def test_what_comes_after_a_record_is_not_drawn_without_a_seed() -> None:
    original = RULES.start(seed=99).play_all(playout(RULES, seed=99).moves[: FIRST_DEAL - 1])
    game = record.loads(str(record.of(original)))
    state = game.replay()
    assert "seed=None" in repr(state)
    assert state.view(0) == original.view(0)
    seat, action = state.actors[0], state.legal(state.actors[0])[0]
    names = {"pikoko": pikoko, **{name: getattr(trickkit, name) for name in trickkit.__all__}}
    for closes in (state, pickle.loads(pickle.dumps(state)), eval(repr(state), names)):
        with pytest.raises(UnknownChance, match=r"no seed is given; .* replay\(seed=\.\.\.\).* \(pikoko, deal 1\)"):
            closes.play(seat, action)
    assert game.replay(seed=99).play(seat, action).deal.hands == original.play(seat, action).deal.hands
    assert game.replay(seed=8).play(seat, action).deal.hands != original.play(seat, action).deal.hands


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "euchre", "oh_hell"])
def test_a_whole_record_is_replayed_without_a_seed(key: str) -> None:
    end = playout(load(key), seed=5)
    assert record.loads(str(record.of(end))).replay().outcome == end.outcome


def test_a_game_without_a_seed_needs_all_that_is_dealt() -> None:
    with pytest.raises(UnknownChance):
        RULES.start(seed=None, first=0)
    whole = record.of(END).deals
    assert RULES.start(seed=None, first=0, deals=whole).deal.hands == RULES.start(first=0, deals=whole).deal.hands


# Moves taken back


def test_undone_moves_stay_in_the_file_and_the_game_stands_without_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    start = RULES.start(seed=7)
    with record.Recorder(path, start) as recorder:
        recorder.write(played(start, 3))
        assert recorder.undo(2) == played(start, 1)
        after = recorder.state.play(recorder.state.actors[0], "0")
        recorder.write(after)
        assert recorder.moves == 2
    assert '{"undo": 2, "sum": "' in path.read_text(encoding="utf-8")
    game = record.load(path)
    game.verify()
    assert game.moves == record.of(after).moves
    assert game.replay(seed=7).view(0) == after.view(0)
    assert record.loads(str(game)) == game
    for seat in (0, 1, 2, None):
        assert game.redact(seat) == record.of(after).redact(seat)


def test_the_move_that_closed_a_deal_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with record.Recorder(path, RULES.start(seed=7).play_all(END.moves[: FIRST_DEAL + 2])) as recorder:
        assert len(recorder.state.results) == 1
        back = recorder.undo(4)
        assert (len(back.results), len(back.moves)) == (0, FIRST_DEAL - 2)
        end = back.play_all(END.moves[FIRST_DEAL - 2 :])
        recorder.write(end)
        with pytest.raises(InvalidRecord, match="the game is over; no move of a finished record is taken back"):
            recorder.undo()
    game = record.load(path)
    game.verify()
    assert [type(entry).__name__ for entry in game.entries].count("Dealt") == 4
    assert (game.moves, game.outcome, game.scores) == (record.of(END).moves, END.outcome, END.scores)
    assert game.replay().outcome == END.outcome
    assert game.redact(1) == record.of(END).redact(1)


def test_what_was_taken_back_is_verified_as_well() -> None:
    lines = unsummed(str(record.of(RULES.start(seed=7).play_all(END.moves[:4])))).splitlines(keepends=True)
    undone = "".join([*lines, '{"undo": 1}\n'])
    record.loads(undone).verify()
    seat = json.loads(lines[-1])["seat"]
    wrong = "".join([*lines[:-1], f'{{"seat": {seat}, "play": "R2"}}\n', '{"undo": 1}\n'])
    game = record.loads(wrong)
    assert len(game.replay().moves) == 3
    with pytest.raises(InvalidRecord, match="R2 is none of them") as caught:
        game.verify()
    assert caught.value.line == len(lines)


@pytest.mark.parametrize("moves", [0, 3, -1, "1", True, 1.0])
def test_moves_that_were_not_made_are_not_taken_back(moves: object, tmp_path: Path) -> None:
    state = RULES.start(seed=7).play_all(END.moves[:2])
    with record.Recorder(tmp_path / "game.jsonl", state) as recorder:
        with pytest.raises(InvalidRecord, match="from 1 to 2 moves can be taken back"):
            recorder.undo(moves)  # type: ignore[arg-type]
        assert record.load(recorder.path) == record.of(state)
    with pytest.raises(InvalidRecord, match="line 5: "):
        record.loads(f'{unsummed(str(record.of(state)))}{{"undo": {json.dumps(moves)}}}\n')


def test_a_record_that_is_taken_back_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.record.game.REPLAYED", 100)
    text = unsummed(str(record.of(RULES.start(seed=7).play_all(END.moves[:9]))))
    last = text.splitlines()[-1]
    with pytest.raises(InvalidRecord, match="so often that more than 100"):
        record.loads(text + f'{{"undo": 1}}\n{last}\n' * 20).verify()


# Resuming


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "5211"])
def test_a_file_that_breaks_off_anywhere_is_resumed_as_it_is_read(key: str, tmp_path: Path) -> None:
    end = playout(load(key, players=3), seed=7)
    raw = str(record.of(end)).encode()
    second = raw.index(b"\n", raw.index(b"\n") + 1) + 1
    cuts = [Random(3).randrange(second, len(raw)) for _ in range(effort(25))]
    cuts += [len(raw) - 1, len(raw), raw.index(b'{"over"') + 5]
    for cut in cuts:
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(raw[:cut])
        before = record.load(path)
        with record.Recorder.resume(path, seed=7) as recorder:
            assert record.of(recorder.state).moves == before.moves
            recorder.write(recorder.state.play_all(end.moves[recorder.moves :]))
        assert path.read_bytes() == raw


def test_a_resumed_game_takes_back_moves_made_before(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record.write(RULES.start(seed=7).play_all(END.moves[: FIRST_DEAL + 1]), path)
    with record.Recorder.resume(path, seed=7) as recorder:
        recorder.undo(3)
        recorder.write(recorder.state.play_all(END.moves[FIRST_DEAL - 2 : FIRST_DEAL + 5]))
    with record.Recorder.resume(path, seed=7) as recorder:
        recorder.write(recorder.state.play_all(END.moves[FIRST_DEAL + 5 :]))
    game = record.load(path)
    game.verify()
    assert game.outcome == END.outcome


def test_a_file_that_is_wrong_is_not_resumed_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for text in (TEXT.replace("exact", "nearly", 1), str(record.of(END).redact(0)), TEXT[:200], "hello"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidRecord) as caught:
            record.Recorder.resume(path)
        assert caught.value.file == str(path)
        assert path.read_text(encoding="utf-8") == text


def test_seeds_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record.keep_seed(path, 2**127)
    file = Path(record.seed_file(path))
    assert record.kept_seed(path) == 2**127
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InvalidRecord, match=r"game\.jsonl\.seed: the file already exists"):
        record.keep_seed(path, 3)
    for text in ("", "seven", "1_0", "9" * 2000):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidRecord, match="this is not a seed"):
            record.kept_seed(path)
