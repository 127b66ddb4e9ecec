"""The test suite on every supported Python: `nox`, or `nox -s tests-3.12`, and more by hand.

The suite takes samples: so many examples of each property as the profile of hypothesis says (`tests/conftest.py`), and
of long lists of cases what `sampled` picks (`tests/strategies.py`). A failure prints the seed, which `TRICKKIT_SAMPLE`
takes. `nox -s deep` takes all of them. Other Pythons than the oldest run what can differ there: not the pages, which
say the same everywhere, nor the comparisons with other programs.
"""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"

ELSEWHERE = (
    "tests",
    "src",
    "variants",
    "--ignore=tests/conformance",
    "--ignore=tests/docs",
)
"""What other Pythons than the oldest run."""


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Run the whole suite on the oldest Python, and on the others what can differ, with few examples."""
    session.install("-e", ".[test]", "-e", "./variants")
    if session.python == "3.11":
        session.run("pytest", *session.posargs)
    else:
        session.run("pytest", *ELSEWHERE, *session.posargs, env={"HYPOTHESIS_PROFILE": "quick"})


@nox.session(default=False)
def deep(session: nox.Session) -> None:
    """Run the whole suite with all examples and all cases."""
    session.install("-e", ".[test]", "-e", "./variants")
    session.run("pytest", *session.posargs, env={"HYPOTHESIS_PROFILE": "deep"})


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
