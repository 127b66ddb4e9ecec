"""The tool that trains the networks of the classics again."""

from __future__ import annotations

from pathlib import Path

import networks
import pytest

from trickkit import bots


def test_a_network_is_trained_again_as_long_as_it_was_and_with_its_seed() -> None:
    about = bots.Learned(networks.FOLDER / "skat.npz").about["trained"]
    assert networks.how_trained("skat") == (about["minutes"], about["seed"]) == (14, 12)


def test_a_game_without_a_network_is_trained_for_five_minutes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    assert networks.how_trained("skat") == (5, 1)


def test_it_tells_how_strong_a_network_was_by_the_time_it_had_learned(capsys: pytest.CaptureFixture[str]) -> None:
    tell = networks.tells_of_strength()
    leads: dict[int, tuple[float, float]] = {}
    for seconds, lead in ((1, None), (40, (0.25, 0.5)), (41, (0.25, 0.5)), (80, (1.5, 0.25))):
        if lead is not None:
            leads = {1: lead}
        tell(bots.Progress(0.5, seconds, steps=1, deals=1, kept=1, ahead=leads))
    assert capsys.readouterr().out.splitlines() == [
        "  0.7 minutes: +0.25 ± 0.50 over level 1",
        "  1.3 minutes: +1.50 ± 0.25 over level 1",
    ]


def test_what_is_asked_for_goes_before_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[tuple[float, int]] = []
    kept: list[str] = []

    def train(_rules: object, minutes: float, *, path: str, seed: int, **_: object) -> None:
        trained.append((minutes, seed))
        Path(path).write_bytes(b"")

    monkeypatch.setattr(bots, "train", train)
    monkeypatch.setattr(networks, "doubts", lambda *_: ())
    monkeypatch.setattr(networks, "keep", lambda *given: kept.append(given[0]))
    networks.main("skat", "--seed", "3")
    networks.main("skat", "--minutes", "2")
    assert trained == [(14, 3), (2, 12)]
    assert kept == ["skat", "skat"]
