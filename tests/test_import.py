"""What importing the package loads."""

from __future__ import annotations

import subprocess
import sys

import pytest

from trickkit import phases, scoring


def loaded(program: str) -> set[str]:
    """The modules that a program leaves loaded, beyond those of attrs."""
    program = f"import attrs, sys; before = set(sys.modules); {program}; print(*(set(sys.modules) - before))"
    return set(
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    )


def test_the_package_loads_nothing_heavy() -> None:
    others = {name.partition(".")[0] for name in loaded("import trickkit")} - {"trickkit"}
    assert others <= {"bisect", "_bisect", "random", "_random", "_sha512", "_sha2", "math", "zlib", "importlib"}


def test_a_game_loads_its_own_parts_and_no_others() -> None:
    names = loaded("import trickkit; trickkit.load('pikoko').start()")
    assert "trickkit.phases.bids" in names
    assert "trickkit.phases.estimates" not in names
    assert not any(name.startswith("trickkit.phases.t") for name in loaded("import trickkit"))


@pytest.mark.parametrize("package", [phases, scoring])
def test_a_package_has_the_names_that_it_says_and_no_others(package: object) -> None:
    assert all(getattr(package, name).__name__ == name for name in package.__all__)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="has no attribute 'Trix'"):
        package.Trix  # type: ignore[attr-defined]  # noqa: B018
