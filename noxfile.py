"""The test suite on every supported Python: `nox`, or `nox -s tests-3.12`, and more by hand.

The suite has two tiers. The fast one runs the same cases and examples every time, on every machine
(`tests/conftest.py`). `nox -s cases` runs every case, with examples drawn at random; `nox -s deep` draws many more of
them, and builds the site for its tests.

Other Pythons than the oldest run what can differ there: docstrings of the library, and what the package does with
annotations, classes, numbers, files and processes. What Numba compiles is run on the oldest and on the newest. The
pages, comparisons with other programs, the rules of games, what they come to in many deals, and how bots decide depend
on no Python.
"""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"

ELSEWHERE = (
    *(f"src/trickkit/{name}" for name in ("catalog", "model", "phases", "pictures", "play", "policies", "record")),
    *(f"src/trickkit/{name}" for name in ("scoring", "variants")),
    *(f"tests/{name}" for name in ("catalog", "model", "playground", "record")),
    *(f"tests/test_{name}.py" for name in ("import", "locks", "parameters", "private", "processes", "untrusted")),
)
"""What other Pythons than the oldest run."""

COMPILED = (
    *(f"src/trickkit/{name}" for name in ("batch/api.py", "encoding", "table", "testing")),
    *("tests/play", "tests/table"),
    *(f"tests/cli/test_{name}.py" for name in ("commands", "interrupts", "new", "play", "records", "serve")),
)
"""What the newest runs besides."""

MEASURED = ("tests", "src", "--ignore=tests/classics", "--ignore=tests/conformance", "--ignore=tests/docs")
"""What counts for coverage."""


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Run the whole suite on the oldest Python, and on the others what can differ there."""
    if session.python == "3.11":
        session.install("-e", ".[test]", "-e", "./variants")
        session.run("pytest", *session.posargs)
    else:
        session.install("-e", ".[suite]", "-e", "./variants")
        compiled = COMPILED if session.python == "3.13" else ()
        session.run("pytest", *ELSEWHERE, *compiled, *session.posargs)


@nox.session(default=False)
def cases(session: nox.Session) -> None:
    """Run all cases of the suite, with as many examples as usual, drawn at random."""
    session.install("-e", ".[browser]", "-e", "./variants")
    session.run("pytest", *session.posargs, env={"HYPOTHESIS_PROFILE": "cases"})


@nox.session(default=False)
def deep(session: nox.Session) -> None:
    """Run all cases of the suite with all examples, in compiled code that checks every index."""
    session.install("-e", ".[browser,double-dummy]", "-e", "./variants")
    session.run("pytest", *session.posargs, env={"HYPOTHESIS_PROFILE": "deep", "TRICKKIT_BOUNDS": "1"})


@nox.session(default=False)
def coverage(session: nox.Session) -> None:
    """Measure which lines and branches the library's tests reach, all cases of them; `pyproject.toml` says how many.

    The pages, the games that are written on it and comparisons with other programs count for nothing: they reach much,
    and ask little about it.
    """
    session.install("-e", ".[suite]", "-e", "./variants")
    session.run("pytest", *MEASURED, "--cov", *session.posargs, env={"HYPOTHESIS_PROFILE": "cases"})


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """Build the site into `site/`; any warning is an error."""
    session.install("-e", ".[docs]", "-e", "./variants")
    session.run("mkdocs", "build", "--strict", *session.posargs)


@nox.session(default=False)
def mutation(session: nox.Session) -> None:
    """Change the rules in small ways, and see whether the tests notice."""
    session.install("-e", ".[mutation]", "-e", "./variants")
    session.run("python", "tools/mutation.py", *session.posargs)
