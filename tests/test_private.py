"""What holds seeds and hidden cards is for its owner alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from trickkit import private

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the system has no such modes")


@pytest.fixture(autouse=True)
def _everybody_may_read() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with open(tmp_path / "seed", "x", opener=private.opener):
        assert mode(tmp_path / "seed") == 0o600


def test_an_existing_file_is_restricted(tmp_path: Path) -> None:
    (tmp_path / "seed").write_text("7", "utf-8")
    private.restrict(tmp_path / "seed")
    assert mode(tmp_path / "seed") == 0o600
    private.restrict(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_new_and_existing_folders_are_closed(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    assert mode(tmp_path / "old") == 0o777
    for name in ("old", "new", "a/new/one"):
        assert mode(private.folder(tmp_path / name)) == 0o700


def test_a_folder_of_everybody_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(PermissionError, match="choose a folder inside it"):
        private.folder(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    with pytest.raises(FileExistsError):
        private.folder(tmp_path / "file")
