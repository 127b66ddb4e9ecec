"""Stores compiled functions by the text of all their sources, regardless of copies and file dates.

Numba itself identifies a compiled function by its file, and does not notice when a function that it calls changes. Here
a function is compiled again if, and only if, any of the compiled sources changes: copies of the sources share what is
stored in `NUMBA_CACHE_DIR`, and a file that is merely rewritten needs no compiling.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

FOLDER = Path(__file__).parents[2]
"""The name of the package whose functions are compiled."""


def sources() -> list[Path]:
    """The source files of compiled functions, and those of the constants compiled into them."""
    files = sorted(FOLDER.rglob("*.py"))
    kernel = Path(__file__).parent
    return [path for path in files if path.parent == kernel or b"kernel.intrinsics" in path.read_bytes()]


@cache
def digest() -> str:
    """A hash of the text of all sources."""
    texts = (f"{path.relative_to(FOLDER).as_posix()}\n".encode() + path.read_bytes() for path in sources())
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


class _ByText:
    """A Numba cache locator that compares the text of all sources instead of one file's date."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        super().__init__(py_func, py_file)  # type: ignore[call-arg]
        self.folder = Path(py_file).parent

    def get_source_stamp(self) -> object:
        return digest() if self.folder.is_relative_to(FOLDER) else (digest(), super().get_source_stamp())  # type: ignore[misc]

    def get_cache_path(self) -> str:
        path = Path(super().get_cache_path())  # type: ignore[misc]
        if isinstance(self, UserProvidedCacheLocator) and self.folder.is_relative_to(FOLDER):
            return str(path.parent / f"trickkit_{digest()}" / self.folder.relative_to(FOLDER))
        return str(path)


class _Kept(CompileResultCacheImpl):
    _locator_classes: ClassVar[list[Any]] = [  # type: ignore[misc]
        type(made.__name__, (_ByText, made), {}) for made in CompileResultCacheImpl._locator_classes
    ]


class _Cache(FunctionCache):
    _impl_class = _Kept


def kept(dispatcher: Any) -> Any:
    """Store a function's compiled code, or load it.

    Args:
        dispatcher: Numba's object for the function.
    """
    dispatcher._cache = _Cache(dispatcher.py_func)  # type: ignore[no-untyped-call]
    # An index made from other sources is not even read: it may name classes that no longer exist.
    index = dispatcher._cache._cache_file
    index._version = f"{index._version} {index._source_stamp}"
    return dispatcher


def is_kept(dispatcher: Any) -> bool:
    """Whether compiled code of a function is stored and can be loaded."""
    return bool(dispatcher._cache._cache_file._load_index())
