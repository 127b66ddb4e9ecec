"""The test suite on every supported Python: `nox`, or `nox -s tests-3.12`; `-s docs` and `-s mutation` by hand."""

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"


@nox.session(python=["3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Run the whole suite: properties with all examples on the oldest Python, with a few on the others."""
    session.install("-e", ".[test]", "-e", "./variants")
    session.run("pytest", *session.posargs, env={} if session.python == "3.11" else {"HYPOTHESIS_PROFILE": "quick"})


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
