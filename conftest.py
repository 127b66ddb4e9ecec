"""Every example is executed: those in docstrings, in the README and in the documentation.

What somebody's terminal looks like is forgotten before: nothing that is tested depends on it. Bytecode is kept: tests
start many processes, and each would spend more time on compiling modules than on what is tested.
"""

import gc
import os
import sys
from collections.abc import Generator
from contextlib import suppress

import pytest
from blocks import Docstrings, parse, sessions
from hypothesis import given
from hypothesis import strategies as st
from sybil import Sybil
from sybil.sybil import SybilCollection

TERMINAL = (
    *("CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "PYTHONIOENCODING"),
    *("PY_COLORS", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
)
for name in TERMINAL:
    os.environ.pop(name, None)
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Whoever wants none beside the sources finds it in the environment.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(sys.prefix, "bytecode")
# With colorama, Numba colours a message at every instruction that it compiles, in case there is an error.
os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"

in_source, in_classics = (
    Sybil(path=path, parsers=[sessions, parse], patterns=["*.py"], document_types={".py": Docstrings})
    for path in ("src", "variants")
)
in_pages = Sybil(parsers=[parse], patterns=["*.md"])
pytest_collect_file = SybilCollection([in_source, in_classics, in_pages]).pytest()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among what is collected, which lasts to the end: there is much of it."""
    # With NumPy, the first property makes the generator of random numbers that hypothesis seeds, and it warns where it
    # finds nobody who holds that: what is frozen is not found. While there is little, it is found soon.
    with suppress(ImportError):
        import numpy  # noqa: F401
    given(st.none())(lambda _: None)()
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        # Few objects of a test form cycles, but compilers make very many objects: look for garbage seldom.
        gc.set_threshold(100_000, 20, 20)
        gc.enable()
