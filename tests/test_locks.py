"""Files with one writer at a time: who is refused, who is not, and what remains of a writer that was killed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from processes import PATIENCE
from tiny_games import TWO_CARDS

from trickkit import InvalidRecord, lab, record
from trickkit.cli.commands import trickkit
from trickkit.lab import files
from trickkit.lab.files import StudyFile
from trickkit.lab.metrics import metrics_of
from trickkit.lab.study import Study
from trickkit.locks import LockedFile
from trickkit.record import Recorder
from trickkit.variants import pikoko

START = pikoko.rules(players=3).start(seed=7, first=0)
STUDY = Study(rules=(TWO_CARDS,), names=("two",), metrics=metrics_of(["wins"]), deals=100_000)
TAKEN = "game.jsonl: cannot be written: another writer has the file open; close that one first"

WRITERS: dict[str, Callable[[Path], Recorder | StudyFile]] = {
    "record": lambda path: Recorder.resume(path, seed=7) if path.exists() else Recorder(path, START),
    "study": lambda path: StudyFile(path, STUDY),
}
READERS: dict[str, Callable[[Path], object]] = {
    "record": record.load,
    "study": lambda path: files.read(path, [TWO_CARDS]),
}


def mode(path: Path | str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.mark.parametrize("kind", WRITERS)
def test_a_second_writer_is_refused_and_changes_nothing(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with WRITERS[kind](path):
        before = path.read_bytes()
        for _ in range(2):
            with pytest.raises(InvalidRecord) as caught:
                WRITERS[kind](path)
            assert str(caught.value).endswith(TAKEN)
            READERS[kind](path)
        assert path.read_bytes() == before
    with WRITERS[kind](path):
        pass
    # One that is refused for another reason lets go of the file.
    path.write_bytes(b'{"trickkit"\n')
    for _ in range(2):
        with pytest.raises(InvalidRecord, match="the line is not JSON"):
            WRITERS[kind](path)


@pytest.mark.parametrize("kind", WRITERS)
def test_what_tells_cards_or_seeds_is_for_its_owner_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with WRITERS[kind](path):
        assert mode(path) == 0o600
    # What its owner shows to others stays so.
    path.chmod(0o644)
    with WRITERS[kind](path):
        assert mode(path) == 0o644


def test_what_commands_write_is_for_its_owner_alone(tmp_path: Path) -> None:
    game, page, folder = tmp_path / "game.jsonl", tmp_path / "page.html", tmp_path / "games"
    for words in (
        ["play", "pikoko", "--record", str(game), "--against", "random"],
        ["replay", str(game), "--html", str(page)],
        ["simulate", "pikoko", "--games", "1", "--record", str(folder)],
    ):
        assert CliRunner().invoke(trickkit, words, input="q\n").exit_code == 0
    for path in (game, tmp_path / "game.jsonl.seed", page, *folder.iterdir()):
        assert mode(path) == 0o600, path


def test_a_game_that_somebody_plays_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with Recorder(path, START):
        result = CliRunner().invoke(trickkit, ["play", "--resume", str(path), "--seat", "1"], input="3\n")
    assert result.exit_code != 0
    assert "another writer has the file open" in result.output
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


WRITING = """
import sys
from trickkit.record import Recorder
from trickkit.variants import pikoko

recorder = Recorder(sys.argv[1], pikoko.rules(players=3).start(seed=7, first=0))
print("ready", flush=True)
sys.stdin.read()
"""


def test_a_writer_that_was_killed_locks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = [sys.executable, "-c", WRITING, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        with pytest.raises(InvalidRecord, match="another writer"):
            Recorder.resume(path, seed=7)
        writer.kill()
        writer.wait(PATIENCE)
        with Recorder.resume(path, seed=7) as recorder:
            recorder.write(recorder.state.play(1, "3"))


def test_a_study_that_is_written_anew_keeps_its_lock_and_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "study.jsonl"
    with StudyFile(path, STUDY) as file:
        path.chmod(0o640)
        replaced = os.open(path, os.O_RDONLY)
        monkeypatch.setattr(files, "LONGEST_FILE", 100)
        monkeypatch.setattr(files, "EVERY", 0)
        file.add(STUDY.block(0))
        monkeypatch.undo()
        assert not os.path.sameopenfile(replaced, os.open(path, os.O_RDONLY))
        assert mode(path) == 0o640
        with pytest.raises(InvalidRecord, match="another writer"):
            StudyFile(path, STUDY)
    assert files.read(path, [TWO_CARDS]).deals == STUDY.block(0).deals


def test_a_file_that_was_replaced_while_it_was_opened_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, new = tmp_path / "study.jsonl", tmp_path / "new"
    path.touch()
    new.touch()
    opened = os.open

    def replaced(name: str, *flags: int) -> int:
        file = opened(name, *flags)
        os.replace(new, path)
        return file

    monkeypatch.setattr(os, "open", replaced)
    with pytest.raises(BlockingIOError, match="another writer"):
        LockedFile(str(path), "r+")


def test_workers_of_a_study_do_not_keep_its_file(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    arguments = {"bots": "random", "metrics": ["wins"], "file": path, "workers": 2}
    lab.profile(TWO_CARDS, deals=3000, **arguments)
    assert lab.profile(TWO_CARDS, deals=3000, **arguments).deals == 3000
