"""`trickkit verify`, `trickkit replay`, `trickkit redact`, and what `play` and `simulate` record."""

import json
import os
import re
import subprocess
import sys

import pytest
from processes import PATIENCE

from trickkit import State, load, playout, record
from trickkit.cli.figures import seed_of
from trickkit.cli.screen import NOBODY, shown
from trickkit.phases import Confidence, Tricks
from trickkit.policies.follow import MustOvertrump

told = NOBODY.told


@pytest.fixture
def end():
    return playout(load("pikoko", players=3), seed=7)


@pytest.fixture
def file(end, tmp_path):
    path = tmp_path / "game.jsonl"
    record.write(end, path, names=["Ada", "Ben", "Cyd"])
    return path


def events(text: str) -> list[str]:
    """The lines of a log that are sentences, put together again where they were wrapped."""
    return [line for line in text.splitlines() if line.endswith(".")]


# verify


def test_verify_says_of_each_file_how_far_it_goes(run, file, tmp_path):
    other = tmp_path / "other.jsonl"
    record.write(record.load(file).replay(upto=1), other)
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(file.read_bytes()[:-9])
    result = run("verify", file, other, torn)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"{file}: OK, 108 moves, 3 deals are played",
        f"{other}: OK, 1 move; the record ends with line 3, before the game is over",
        f"{torn}: OK, 108 moves; the record is cut off in line 116, before the game is over",
    ]


def test_verify_names_file_line_and_fault_and_goes_on(run, file, tmp_path):
    summed = file.read_text(encoding="utf-8")
    text = re.sub(', "sum": "[0-9a-f]*"', "", summed)
    wrong = {
        "sum": (summed.replace(": exact", ": nearly", 1), "line 39: this is not what was written here"),
        "score": (text.replace(": exact", ": nearly", 1), "line 39: 'scored' is [0, 2, 'bid 0 on seat 0, took 0: near"),
        "json": (text.replace('{"deal"', '"deal"', 1), "line 2: the line is not JSON"),
        "move": (text.replace('"play": "3"', '"play": "no trust"', 1), "legal: 0, 1, 2"),
        "newer": (text.replace('"trickkit": 1', '"trickkit": 9', 1), "line 1: the record is of format version 9"),
    }
    paths = []
    for name, (damaged, _) in wrong.items():
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text(damaged, encoding="utf-8")
    missing = tmp_path / "missing.jsonl"
    result = run("verify", *paths, missing, file)
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert len(lines) == 7
    for path, line, (_, message) in zip(paths, lines, wrong.values(), strict=False):
        assert line.startswith(f"{path}, line ")
        assert message in line
    assert lines[5] == f"{missing}: cannot be read: No such file or directory"
    assert lines[6] == f"{file}: OK, 108 moves, 3 deals are played"


HOSTILE = [
    b"\x00" * 100,
    b'{"trickkit": 1, "game": "pikoko", "options": {}, "sheet": "a=' + b"[" * 90_000 + b'"}\n',
    b'{"trickkit": 1, "game": "\\u001b[2J\\u009b2J", "options": {}}\n',
    b'{"trickkit": 1, "game": "pikoko", "options": {}, "rules": "\\u001b]0;you\\u0007"}\n',
    b'{"trickkit": 1, "game": "\\ud800", "options": {}, "players": ["\\u202e"]}\n',
    b'{"trickkit": 1, "game": "pikoko", "options": {"\\u001b[2J": "\\u001b[2J"}}\n',
    b'{"trickkit": 1, "game": "pikoko", "options": {}, "sheet": "base = \'pikoko\'\\nname = \\"\\\\u001b[2J\\""}\n',
]


def test_verify_goes_on_after_hostile_records_and_prints_nothing_that_does_something(run, file, tmp_path):
    bad = []
    for number, raw in enumerate(HOSTILE):
        # Names of files may be a stranger's as well.
        bad.append(tmp_path / f"bad\x1b[2J{number}.jsonl")
        bad[-1].write_bytes(raw)
    result = run("verify", *bad, file)
    *wrong, right = result.stdout.splitlines()
    assert result.exit_code == 1
    assert right.endswith("OK, 108 moves, 3 deals are played")
    assert len(wrong) == len(bad)
    assert all(line.isprintable() and "line 1: " in line for line in wrong)
    assert result.stderr == ""
    for path in bad:
        result = run("replay", path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr[:-1].isprintable()


def test_verify_goes_on_where_a_game_cannot_be_run(run, file, game_file):
    home_made = game_file("def rules(*, players: int = 3):\n    raise IndexError('ace')\n")
    result = run("verify", "--game", home_made, file, file)
    assert result.exit_code == 1
    assert result.stdout.count("line 1: the rules of 'pikoko' cannot be built: IndexError: ace") == 2


def test_verify_needs_a_file(refused):
    assert "Missing argument 'FILE...'" in refused("verify")


def test_a_redacted_record_is_not_called_right(run, end, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(str(record.of(end).redact(1)), encoding="utf-8")
    result = run("verify", path)
    assert result.exit_code == 1
    assert result.stdout == f"{path}, line 1: the record holds only what seat 1 saw; it cannot be replayed\n"


def test_the_game_of_a_record_may_be_given(run, games, tmp_path):
    path = tmp_path / "own.jsonl"
    record.write(playout(load(str(games / "own.py"), players=3), seed=7), path)
    result = run("verify", path)
    assert result.exit_code == 1
    assert "line 1: the rules are made in Python, as " in result.stdout
    assert result.stdout.endswith("; give the rules of 'own' to read it, with --game and its key or file\n")
    for command in ("replay", "redact"):
        assert run(command, path).stderr.endswith("to read it, with --game and its key or file\n")
    result = run("verify", path, "--game", games / "own.py")
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("replay", path, "--game", games / "own.py").exit_code == 0
    result = run("verify", path, "--game", "pikoko")
    assert "the rules given are not those of the record" in result.stdout


@pytest.mark.parametrize("name", ["evil.py", "EVIL.PY", "Evil.Py"])
def test_a_file_that_a_record_names_is_never_run(run, tmp_path, monkeypatch, name):
    (tmp_path / name).write_text("raise SystemExit('executed')\n", encoding="utf-8")
    (tmp_path / "game.jsonl").write_text(json.dumps({"trickkit": 1, "game": name, "options": {}}) + "\n")
    monkeypatch.chdir(tmp_path)
    result = run("verify", "game.jsonl")
    assert (result.exit_code, result.stderr) == (1, "")
    assert f"the game '{name}' is not installed; give the rules of '{name}' to read it" in result.stdout


def test_a_game_that_is_not_there_is_refused(refused, file):
    assert refused("verify", file, "--game", "pikolo").startswith("no game 'pikolo' (did you mean 'pikoko'?)")


# replay


def test_replay_shows_everything_that_happened(run, file, end):
    text = run("replay", file, COLUMNS="200").stdout
    assert text.startswith("Pikoko, seat 1: Ada, seat 2: Ben, seat 3: Cyd\nDeal 1 begins; seat ")
    assert events(text) == [told(str(event)) for event in end.events if not str(event).startswith("Scored")]
    assert "??" not in text
    assert [line for line in text.splitlines() if line.startswith("The stock, top first: ")] == [
        f"The stock, top first: {' '.join(deal.stock)}" for deal in record.of(end).deals
    ]
    assert re.findall(r"Deal \d(?= *$)", text, re.MULTILINE) == ["Deal 1", "Deal 2", "Deal 3"]
    assert all(told(line.reason) in text for result in end.results for line in result.lines)
    assert "Final ranking" in text
    assert "record" not in text


def test_replay_from_a_seat_shows_what_it_saw_when_it_happened(run, file, end):
    text = run("replay", file, "--from-seat", 2, COLUMNS="200").stdout
    assert "stock" not in text.replace("stock of", "")
    dealt = [line for line in events(text) if line.startswith("Dealt")]
    assert len(dealt) == 3
    assert all("hand 2: 8 cards; hand 3: " in line for line in dealt)
    laid = [line for line in events(text) if line.startswith("Confidence")]
    backs = [result.deal[Confidence].backs[1] for result in end.results]
    assert laid == [told(f"Confidence: seat 0: ??, seat 1: {back}, seat 2: ??.") for back in backs]
    assert text.count("Final ranking") == 1


def test_replay_from_a_seat_names_no_card_before_the_seat_saw_it(run, file, end):
    for moves in (0, 9, 20, 50):
        state = record.of(end).replay(upto=moves)
        text = run("replay", file, "--from-seat", 2, "--moves", moves, COLUMNS="200").stdout
        deal = state.deal
        text = text[text.rindex(f"Deal {deal.number + 1} begins") :]
        unknown = [card for card, mask in zip(deal.deck, deal.deck.masks, strict=True) if not mask & deal.knows(1)]
        assert len(unknown) > 4
        words = set(re.findall(r"\w+", text))
        assert not words & {name for card in unknown for name in (card.text, *(face.text for face in card.faces))}


def test_replay_stops_after_so_many_moves_and_tells_what_is_not_revealed_yet(run, file, end):
    seat, action = end.moves[0]
    text = run("replay", file, "--moves", 1).stdout
    assert f"Seat {seat + 1} has decided in secret: {action}." in text
    assert "Bids: " not in text
    assert "record" not in text
    own = run("replay", file, "--moves", 1, "--from-seat", seat + 1).stdout
    assert f"Seat {seat + 1} has decided in secret: {action}." in own
    other = run("replay", file, "--moves", 1, "--from-seat", (seat + 1) % 3 + 1).stdout
    assert "decided in secret" not in other


def test_replay_says_where_a_record_breaks_off(run, file):
    whole = file.read_bytes()
    file.write_bytes(whole[: whole.index(b'"scored"') + 20])
    text = run("replay", file).stdout
    assert text.endswith("Here the record is cut off in line 38, before the game is over.\n")
    assert "Here the record" not in run("replay", file, "--moves", 3).stdout


def test_replay_of_a_wrong_record_shows_it_up_to_there(run, file):
    text = file.read_text(encoding="utf-8")
    text = re.sub(', "sum": "[0-9a-f]*"', "", text)
    file.write_text(text.replace('"play": "R', '"play": "Y', 1), encoding="utf-8")
    result = run("replay", file)
    assert result.exit_code == 2
    assert "Confidence: " in result.stdout
    assert result.stderr.startswith(f"error: {file}, line ")
    assert result.stderr.count("\n") == 1


def test_replay_names_a_seat_that_starts_only_where_there_is_one(run, end, tmp_path):
    for path, game in ((tmp_path / "some.jsonl", end), (tmp_path / "none.jsonl", playout(load("5211"), seed=7))):
        path.write_text(str(record.of(game).redact(1)), encoding="utf-8")
    some, none = (run("replay", tmp_path / f"{name}.jsonl").stdout for name in ("some", "none"))
    assert re.search(r"^Deal 1 begins; seat \d starts\. ", some, re.M)
    assert re.search(r"^Deal 1 begins\. ", none, re.M)


def test_replay_of_a_redacted_record_shows_what_its_seat_saw(run, end, tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text(str(record.of(end).redact(1)), encoding="utf-8")
    for words in ((), ("--from-seat", 2)):
        text = run("replay", path, *words, COLUMNS="300").stdout
        assert "hand 2: ?? ?? ?? ?? ?? ?? ?? ??; hand 3: " in text
        assert told(f"Seat {end.moves[-1][0]}: {end.moves[-1][1]}.") in text
        assert "The game is over: 3 deals are played. Ranking: " in text
    assert run("replay", path, "--moves", 2).stdout.count("Seat ") == 2
    result = run("replay", path, "--from-seat", 1)
    assert result.exit_code == 2
    assert "the record holds only what seat 2 saw; it cannot be shown from seat 1" in result.stderr


def test_replay_from_a_seat_that_is_not_there(refused, file):
    assert "seat 4: this game has the seats 1..3" in refused("replay", file, "--from-seat", 4)


def test_replay_of_a_file_that_is_not_there(refused, tmp_path):
    assert (
        refused("replay", tmp_path / "no.jsonl")
        == f"{tmp_path / 'no.jsonl'}: cannot be read: No such file or directory"
    )


# redact


@pytest.mark.sample(1)
@pytest.mark.parametrize(("words", "seat"), [((), None), (("--seat", 1), 0), (("--seat", 3), 2)])
def test_redact_prints_what_a_seat_could_publish(run, file, words, seat):
    result = run("redact", file, *words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert record.loads(result.stdout_bytes) == record.load(file).redact(seat)


@pytest.mark.sample(0)
def test_redact_prints_utf_8_whatever_the_terminal_takes(end, tmp_path):
    path = tmp_path / "game.jsonl"
    record.write(end, path, names=["Zoë", "Łukasz", "さくら"])
    words = [sys.executable, "-m", "trickkit", "redact", str(path)]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(words, capture_output=True, check=True, env=environment, timeout=PATIENCE)
    assert record.loads(done.stdout).names == ("Zoë", "Łukasz", "さくら")


def test_redact_leaves_out_what_was_cut_off(run, file, tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(file.read_bytes()[:-9])
    found = record.loads(run("redact", torn, "--seat", 2).stdout_bytes)
    assert (found.moves[-1], found.outcome, found.lost) == (record.load(file).moves[-1], None, "")


def test_redact_refuses_what_is_not_there_or_not_what_happened(run, refused, file, tmp_path):
    assert "seat 4: this game has the seats 1..3" in refused("redact", file, "--seat", 4)
    assert refused("redact", tmp_path / "no.jsonl").endswith("cannot be read: No such file or directory")
    other = tmp_path / "other.jsonl"
    other.write_text(file.read_text(encoding="utf-8").replace('"play": "3"', '"play": "no trust"', 1), encoding="utf-8")
    assert refused("redact", other).startswith(f"{other}, line ")
    other.write_bytes(run("redact", file, "--seat", 2).stdout_bytes)
    assert "the record holds only what seat 1 saw" in refused("redact", other, "--seat", 2)


def test_redact_takes_the_game_where_the_record_does_not_name_it(run, refused, tmp_path, game_file):
    game = game_file("from trickkit.variants import pikoko\n\n\ndef rules():\n"
                     "    return pikoko.rules(players=3).replace(key='mine')\n")  # fmt: skip
    run("simulate", game, "--games", 1, "--record", tmp_path / "games")
    (file,) = (tmp_path / "games").iterdir()
    refused("redact", file)
    assert record.loads(run("redact", file, "--game", game).stdout_bytes, load(str(game))).redacted


# play --record


def test_play_records_the_game_as_it_goes(run, tmp_path):
    path = tmp_path / "game.jsonl"
    words = ("play", "pikoko", "--players", 3, "--seed", 7, "--seat", 2, "--record", path, "--name", "Ada")
    result = run(*words, typed=("0", "0", "q"))
    assert result.exit_code == 0
    game = record.load(path)
    game.verify()
    assert game.names == ("best:3", "Ada", "best:3")
    assert [action for seat, action in game.moves if seat == 1] == ["0", "0"]
    assert result.stdout.splitlines()[-2:] == [
        "> You leave the game.",
        f"Recorded in {path}: {len(game.moves)} moves.",
    ]


@pytest.mark.sample(0)
def test_a_game_that_is_played_to_its_end_is_recorded_to_its_end(run, tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("trickkit.cli.prompt.Player._typed", lambda _self, view: str(view.legal()[0]))
    words = ("--players", 2, "--option", "challenge=true", "--against", "random")
    result = run("play", "pikinni", *words, "--seed", 3, "--record", path)
    assert result.exit_code == 0
    game = record.load(path)
    game.verify()
    assert game.outcome is not None
    assert result.stdout.endswith(f"Recorded in {path}: {len(game.moves)} moves.\n")


def test_an_interrupted_game_is_recorded(run, tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"

    def interrupted(_prompt=""):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("play", "pikoko", "--players", 3, "--seed", 7, "--record", path)
    assert (result.exit_code, result.stderr) == (130, "\nInterrupted.\n")
    assert result.stdout.endswith(f"Recorded in {path}: 0 moves.\n")
    assert record.load(path).cut == 3


def test_play_never_overwrites_a_file(run, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    result = run("play", "pikoko", "--record", path)
    assert (result.exit_code, result.stderr) == (
        2,
        f"error: {path}: the file already exists; a record never overwrites one\n",
    )
    assert path.read_text(encoding="utf-8") == "mine"


def test_play_without_record_writes_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "Recorded" not in run("play", "pikoko", "--seed", 7, typed=("q",)).stdout
    assert list(tmp_path.iterdir()) == []


# play --resume


def left(run, path, *typed):
    """A recorded game that its player left."""
    return run("play", "pikoko", "--players", 3, "--seat", 2, "--record", path, "--name", "Ada", typed=(*typed, "q"))


def test_a_drawn_seed_is_kept_beside_the_record_and_shown_nowhere(run, tmp_path):
    path = tmp_path / "game.jsonl"
    shown = left(run, path, "0").stdout
    seed = record.kept_seed(path)
    assert 2**90 < seed < 2**128
    assert str(seed) not in shown + path.read_text(encoding="utf-8")
    assert (tmp_path / "game.jsonl.seed").stat().st_mode & 0o777 == 0o600


@pytest.mark.sample(0)
def test_a_resumed_game_goes_on_as_it_would_have(run, tmp_path, monkeypatch):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    words = ("play", "pikoko", "--players", 3, "--seed", 7, "--seat", 2, "--record")
    run(*words, parts, typed=("0", "0", "q"))
    parts.write_bytes(parts.read_bytes()[:-5])
    bids = iter(["0", "0"])
    monkeypatch.setattr(
        "trickkit.cli.prompt.Player._typed", lambda _self, view: next(bids, None) or shown(view, view.legal()[0])
    )
    run(*words, whole)
    result = run("play", "--resume", parts)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Pikoko, resumed after " in result.stdout
    assert parts.read_bytes() == whole.read_bytes()
    record.load(parts).verify()


def test_undo_takes_the_last_own_decision_back_with_all_after_it(run, tmp_path):
    path = tmp_path / "game.jsonl"
    shown = left(run, path, "undo", "3", "1", "undo", "u", "4").stdout
    assert "error: you have decided nothing yet that could be taken back" in shown
    assert "You take back 1.\n" in shown
    assert "You take back 3.\n" in shown
    game = record.load(path)
    game.verify()
    assert [action for seat, action in game.moves if seat == 1] == ["4"]
    assert path.read_text(encoding="utf-8").count('{"undo": ') == 2


def test_undo_needs_no_record(run):
    shown = run("play", "pikoko", "--players", 3, "--seat", 2, "--seed", 7, typed=("3", "UNDO", "q")).stdout
    assert shown.count("tricks will seat ") == 3


def test_a_missing_seed_is_drawn_anew_and_told(run, tmp_path):
    path = tmp_path / "game.jsonl"
    left(run, path, "0")
    seed = tmp_path / "game.jsonl.seed"
    before = seed.read_bytes()
    seed.unlink()
    shown = run("play", "--resume", path, typed=("q",)).stdout
    assert shown.startswith(f"There is no {seed}: a new seed draws all further cards.\n")
    assert seed.read_bytes() != before
    assert "There is no" not in run("play", "--resume", path, typed=("q",)).stdout


def test_resume_refuses_what_is_for_a_new_game(run, refused, tmp_path):
    path = tmp_path / "game.jsonl"
    left(run, path, "0")
    for words in (("--seed", 3), ("--record", "x"), ("--players", 3), ("--name", "Ben"), ("--option", "players=3")):
        assert f"--resume continues a game; {words[0]} is for a new one" in refused("play", "--resume", path, *words)
    assert "Missing argument 'KEY'" in refused("play")
    assert "cannot be read: No such file" in refused("play", "--resume", tmp_path / "missing.jsonl")
    assert "seat 5: this game has the seats 1..3" in refused("play", "--resume", path, "--seat", 5)


def test_a_seed_that_is_kept_already_leaves_no_new_record(run, tmp_path):
    path = tmp_path / "game.jsonl"
    record.keep_seed(path, 3)
    result = run("play", "pikoko", "--record", path)
    assert (result.exit_code, result.stderr.count("the file already exists")) == (2, 1)
    assert not path.exists()


# simulate --record


@pytest.mark.sample(0)
def test_simulate_records_every_game_in_a_file_of_its_own(run, tmp_path):
    folder = tmp_path / "new" / "games"
    words = ("simulate", "pikoko", "--players", 3, "--games", 12, "--seed", 5)
    recorded, plain = run(*words, "--record", folder), run(*words, "--engine", "reference")
    assert recorded.exit_code == 0
    assert recorded.stdout.splitlines()[:-1] == plain.stdout.splitlines()[:-1]
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"pikoko_5_{number:02}.jsonl" for number in range(12)]
    for number, file in enumerate(files):
        game = record.load(file)
        game.verify()
        assert game.header.names == ("random",) * 3
        end = playout(game.rules, seed=seed_of(5, number))
        assert (game.replay().outcome, game.replay().moves) == (end.outcome, end.moves)
    assert run("verify", *files).stdout.count(": OK, ") == 12


def test_simulate_overwrites_nothing_and_plays_nothing_when_a_file_is_there(run, refused, tmp_path):
    run("simulate", "pikoko", "--games", 2, "--record", tmp_path)
    (tmp_path / "pikoko_0_0.jsonl").unlink()
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    message = refused("simulate", "pikoko", "--games", 2, "--record", tmp_path)
    assert message == f"{tmp_path / 'pikoko_0_1.jsonl'}: the file already exists; a record never overwrites one"
    assert before == {file: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / "file").touch()
    assert "cannot be made a directory: " in refused("simulate", "pikoko", "--record", tmp_path / "file")


def test_names_of_files_hold_no_path(run, tmp_path, game_file):
    game = game_file("from trickkit.variants import pikoko\n\n\ndef rules():\n"
                     "    return pikoko.rules(players=3).replace(key='../a b')\n")  # fmt: skip
    assert run("simulate", game, "--games", 1, "--record", tmp_path / "games").exit_code == 0
    assert [file.name for file in (tmp_path / "games").iterdir()] == ["_a_b_0_0.jsonl"]


def test_an_interrupted_simulation_leaves_records_that_can_be_read(run, tmp_path, monkeypatch):
    moves, play = [], State.play

    def interrupted(state, seat, action):
        moves.append(action)
        if len(moves) > 150:
            raise KeyboardInterrupt
        return play(state, seat, action)

    monkeypatch.setattr(State, "play", interrupted)
    result = run("simulate", "pikoko", "--players", 3, "--games", 5, "--record", tmp_path)
    assert result.exit_code == 130
    monkeypatch.undo()
    (game,) = [record.load(file) for file in tmp_path.iterdir()]
    game.verify()
    assert 60 < len(game.moves) < 108


@pytest.mark.sample(0)
def test_house_rules_are_recorded_as_what_they_are(run, tmp_path):
    sheet = tmp_path / "house.toml"
    sheet.write_text('base = "pikoko"\nphases.Tricks.follow = "MustOvertrump"\n', encoding="utf-8")
    run("simulate", sheet, "--players", 3, "--games", 1, "--record", tmp_path / "games")
    (file,) = (tmp_path / "games").iterdir()
    sheet.unlink()
    assert run("verify", file).exit_code == 0
    assert "sheet" in json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    phase = next(phase for phase in record.load(file).rules.phases if isinstance(phase, Tricks))
    assert phase.follow == MustOvertrump()


def test_a_game_that_all_lose_together_is_recorded_verified_and_shown(run, games, tmp_path):
    rules = load(str(games / "together.py"))
    end = next(end for seed in range(99) if not (end := playout(rules, seed=seed)).outcome.winners)
    path = tmp_path / "lost.jsonl"
    record.write(end, path)
    assert run("verify", path, "--game", games / "together.py").exit_code == 0
    assert "All lose together." in run("replay", path, "--game", games / "together.py").stdout
    assert record.load(path, rules).replay().outcome == end.outcome


# pages


@pytest.mark.sample(0)
def test_replay_writes_a_page(run, file, tmp_path):
    page = tmp_path / "game.html"
    result = run("replay", file, "--html", page)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"Written to {page}: 108 moves, 3 deals are played\n"
    html = page.read_text("utf-8")
    assert "<title>Pikoko, Ada, Ben, Cyd</title>" in html
    assert html.count("<li>") == 109 * 4


def test_a_page_that_exists_is_left_as_it_is(run, file, tmp_path, monkeypatch):
    monkeypatch.setattr("trickkit.pictures.page", lambda _game: "another page")
    page = tmp_path / "game.html"
    page.write_text("mine", "utf-8")
    result = run("replay", file, "--html", page)
    assert result.exit_code == 2
    assert result.stderr == f"error: {page} cannot be written: File exists\n"
    assert page.read_text("utf-8") == "mine"


@pytest.mark.parametrize("option", [["--moves", 3], ["--from-seat", 1]])
def test_a_page_shows_the_whole_game(run, file, tmp_path, option):
    result = run("replay", file, "--html", tmp_path / "game.html", *option)
    assert result.exit_code == 2
    assert "--html shows the whole game from all seats" in result.stderr
    assert not (tmp_path / "game.html").exists()


def test_a_redacted_record_has_no_page(run, file, tmp_path, end):
    redacted = tmp_path / "redacted.jsonl"
    redacted.write_text(str(record.of(end).redact(1)), "utf-8")
    result = run("replay", redacted, "--html", tmp_path / "game.html")
    assert result.exit_code == 2
    assert "it cannot be replayed" in result.stderr
    assert not (tmp_path / "game.html").exists()
