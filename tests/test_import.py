"""What importing the package loads."""

from __future__ import annotations

from types import UnionType

import pytest
from processes import python

import trickkit
from trickkit import phases, scoring


def loaded(program: str) -> set[str]:
    """The modules that a program leaves loaded, beyond those of attrs."""
    program = f"import attrs, sys; before = set(sys.modules); {program}; print(*(set(sys.modules) - before))"
    return set(python(program, check=True).stdout.split())


def test_the_package_loads_nothing_heavy() -> None:
    others = {name.partition(".")[0] for name in loaded("import trickkit")} - {"trickkit"}
    assert others <= {"bisect", "_bisect", "random", "_random", "_sha512", "_sha2", "math", "zlib", "importlib"}


def test_the_command_line_minds_interrupts_before_it_loads_anything() -> None:
    names = {name for name in loaded("import trickkit.__main__") if name.partition(".")[0] == "trickkit"}
    assert names == {"trickkit", "trickkit.__main__"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("program", ["from trickkit.play.playout import states", ""])
def test_playout_is_the_function_whatever_was_imported(program: str) -> None:
    program = f"{program}\nimport trickkit\nfrom trickkit import playout\nassert trickkit.playout is playout\n"
    program += "assert playout(trickkit.load('pikoko'), seed=1).is_over"
    python(program, check=True)


def test_the_package_has_the_names_that_it_says_and_its_modules_and_no_others() -> None:
    assert {*trickkit.__all__, "record", "model", "__version__"} <= {*dir(trickkit)}
    assert all(hasattr(trickkit, name) for name in dir(trickkit))
    assert loaded("import trickkit; trickkit.model; trickkit.phases.Tricks; trickkit.policies")
    with pytest.raises(AttributeError, match="module 'trickkit' has no attribute 'lode'"):
        trickkit.lode  # noqa: B018


def test_a_game_loads_its_own_parts_and_no_others() -> None:
    names = loaded("import trickkit; trickkit.load('pikoko').start()")
    assert "trickkit.phases.bids" in names
    assert "trickkit.phases.estimates" not in names
    assert "trickkit.phases.talon" not in names
    assert not any(name.startswith("trickkit.phases.tricks") for name in loaded("import trickkit"))


@pytest.mark.parametrize("package", [phases, scoring])
def test_a_package_has_the_names_that_it_says_and_no_others(package: object) -> None:
    values = {name: getattr(package, name) for name in package.__all__}  # type: ignore[attr-defined]
    assert all(isinstance(value, UnionType) or value.__name__ == name for name, value in values.items())
    with pytest.raises(AttributeError, match="has no attribute 'Trix'"):
        package.Trix  # type: ignore[attr-defined]  # noqa: B018


def test_the_commands_load_no_compiled_code() -> None:
    others = {name.partition(".")[0] for name in loaded("import trickkit.cli.commands")}
    assert not others & {"numba", "numpy", "hypothesis", "starlette", "matplotlib"}


def test_the_playground_begins_with_what_the_first_table_needs() -> None:
    names = loaded("import trickkit.playground.session")
    assert not names & {"numpy", "hypothesis", "trickkit.bots", "trickkit.testing"}
