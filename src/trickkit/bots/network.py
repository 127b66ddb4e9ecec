"""A network of two hidden layers over binary features, and its file; needs only NumPy."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from trickkit.errors import InvalidRecord, quoted
from trickkit.untrusted import read_json

__all__ = ["Network"]

Array = np.ndarray[Any, Any]

FORMAT = 1
"""The version of the file."""
MOST_BYTES = 500_000
"""The maximum size of a file."""
MOST_ABOUT = 100_000
"""The maximum length of the text in a file."""
WEIGHTS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")


@frozen(eq=False)
class Network:
    """The weights of a network that values all actions at once.

    The value of an action is the sum of two outputs: its own output, and the last one, which is the value of the
    position.

    Args:
        rows: (rows,), int32: the features that have weights, in ascending order; others count for nothing.
        first: (rows, hidden), float32: by feature, what it adds to the first hidden layer.
        first_bias: (hidden,), float32.
        second: (hidden, hidden), float32.
        second_bias: (hidden,), float32.
        last: (hidden, actions + 1), float32.
        last_bias: (actions + 1,), float32.
        about: what the network was trained for, and how.

    >>> import numpy as np
    >>> zero = [np.zeros(shape, np.float32) for shape in [(2, 4), 4, (4, 4), 4, (4, 4), 4]]
    >>> network = Network(np.array([1, 5], np.int32), *zero, about={"features": 7})
    >>> network.values(np.array([1, 3])).tolist()
    [0.0, 0.0, 0.0]
    """

    rows: Array
    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array
    about: Mapping[str, Any] = field(factory=dict)
    _place: Array = field(init=False)
    """By feature, its row; -1 for none."""

    @_place.default
    def _places(self) -> Array:
        places = np.full(int(self.about.get("features", int(self.rows.max(initial=0)) + 1)), -1, np.int32)
        places[self.rows] = np.arange(len(self.rows))
        return places

    def values(self, active: Array) -> Array:
        """(actions,), float32: the value of each action, in the unit that `about` gives.

        Args:
            active: the indices of the active features.
        """
        rows = self._place[active]
        lower = np.maximum(self.first[rows[rows >= 0]].sum(axis=0) + self.first_bias, 0)
        upper = np.maximum(lower @ self.second + self.second_bias, 0)
        worth: Array = upper @ self.last + self.last_bias
        values: Array = worth[:-1] + worth[-1]
        return values

    def full(self, features: int) -> Array:
        """(features, hidden), float32: the weights of the first layer by feature.

        Args:
            features: how many there are.
        """
        weights = np.zeros((features, self.first.shape[1]), np.float32)
        weights[self.rows] = self.first
        return weights

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file in half precision; an existing one is replaced at once or not at all.

        If the file would be too large, the features with the smallest weights are left out.

        Args:
            path: of the file.
        """
        kept = self
        while len(packed := kept._packed()) > MOST_BYTES:
            # The sizes of compressed weights are much the same.
            count = int(len(kept.rows) * min(0.98, MOST_BYTES / len(packed)))
            heaviest = np.sort(np.argsort(-np.abs(kept.first).sum(axis=1), kind="stable")[:count])
            kept = evolve(kept, rows=kept.rows[heaviest], first=kept.first[heaviest])
        target = Path(path)
        partial = target.with_name(f"{target.name}.part")
        partial.write_bytes(packed)
        partial.replace(target)

    def _packed(self) -> bytes:
        about = np.frombuffer(json.dumps({"format": FORMAT, **self.about}).encode(), np.uint8)
        arrays = {name: getattr(self, name).astype(np.float16) for name in WEIGHTS}
        into = io.BytesIO()
        np.savez_compressed(into, about=about, rows=self.rows.astype(np.int32), **arrays)
        return into.getvalue()

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Read a file, even an untrusted one: time and memory are bounded, and nothing in it is executed.

        Args:
            path: of the file.

        Raises:
            InvalidRecord: there is no such file, or it is not one that `save` wrote.
        """
        try:
            # Reading something other than a file, such as a device, might never end.
            if not os.path.isfile(path):
                raise InvalidRecord(f"there is no file {quoted(str(path))}; trickkit train writes one")
            size = os.path.getsize(path)
            if size > 2 * MOST_BYTES:
                raise InvalidRecord(f"{quoted(str(path))} has {size} bytes; a network has {MOST_BYTES} at most")
            data = Path(path).read_bytes()
        except (OSError, ValueError) as error:
            raise InvalidRecord(f"cannot read {quoted(str(path))}: {error}") from error
        try:
            return cls._read(data)
        except InvalidRecord as error:
            raise InvalidRecord(f"{quoted(str(path))} is no network of trickkit: {error.message}") from error
        except Exception as error:  # A damaged archive may raise any error.
            why = "not a file that `train` wrote"
            raise InvalidRecord(f"{quoted(str(path))} is no network of trickkit: {why}") from error

    @classmethod
    def _read(cls, data: bytes) -> Network:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = sorted(archive.namelist())
            if names != sorted(f"{name}.npy" for name in ("about", "rows", *WEIGHTS)):
                raise InvalidRecord(f"its parts are {quoted(', '.join(names))}")
            text = _array(archive, "about", "|u1", (-1,), MOST_ABOUT).tobytes()
            about = read_json(text)
            if not isinstance(about, dict) or about.get("format") != FORMAT:
                raise InvalidRecord(f"its format is not {FORMAT}")
            features, actions, hidden = (_size(about, name) for name in ("features", "actions", "hidden"))
            _check_about(about)
            rows = _array(archive, "rows", "<i4", (-1,), 2**20)
            if len(rows) and not (rows[0] >= 0 and rows[-1] < features and (np.diff(rows) > 0).all()):
                raise InvalidRecord("its features are not in ascending order")
            shapes: list[tuple[int, ...]] = [
                (len(rows), hidden), (hidden,), (hidden, hidden), (hidden,), (hidden, actions + 1), (actions + 1,),
            ]  # fmt: skip
            weights = [
                _array(archive, name, "<f2", shape, 2**20).astype(np.float32)
                for name, shape in zip(WEIGHTS, shapes, strict=True)
            ]
        if not all(np.isfinite(weight).all() for weight in weights):
            raise InvalidRecord("a weight is not a number")
        first, first_bias, second, second_bias, last, last_bias = weights
        return cls(rows, first, first_bias, second, second_bias, last, last_bias, about)


def _check_about(about: Mapping[str, Any]) -> None:
    """Refuse metadata that would fail only in use."""
    unit, best, trained = about.get("unit", 1.0), about.get("best", []), about.get("trained", {})
    counts = [trained.get(name, 0) for name in ("minutes", "deals", "decisions")] if isinstance(trained, dict) else [""]
    if not all(type(figure) in (int, float) and 0 <= figure < 2**53 for figure in (unit, *counts)):
        raise InvalidRecord(f"its unit is {quoted(unit)}, its training {quoted(trained)}; both are told in numbers")
    if not isinstance(best, list):
        raise InvalidRecord(f"it is best at {quoted(best)}")


def _size(about: Mapping[str, Any], name: str) -> int:
    size = about.get(name)
    if type(size) is not int or not 1 <= size <= 2**20:
        raise InvalidRecord(f"it has {quoted(size)} {name}")
    return size


def _array(archive: zipfile.ZipFile, name: str, dtype: str, shape: tuple[int, ...], most: int) -> Array:
    """An array in an archive, of a given type and shape, in which -1 stands for any length."""
    with archive.open(f"{name}.npy") as file:
        data = file.read(4 * most + 1)
    if len(data) > 4 * most:
        raise InvalidRecord(f"{name} is too large")
    into = io.BytesIO(data)
    version = np.lib.format.read_magic(into)
    if version != (1, 0):
        raise InvalidRecord(f"{name} has version {version}")
    given, by_columns, kind = np.lib.format.read_array_header_1_0(into)
    body = data[into.tell() :]
    fits = len(given) == len(shape) and all(want in (-1, have) for have, want in zip(given, shape, strict=True))
    whole = all(type(side) is int and side >= 0 for side in given)
    if by_columns or kind.str != dtype or not (fits and whole) or len(body) != kind.itemsize * int(np.prod(given)):
        raise InvalidRecord(f"{name} is {kind.str} of shape {quoted(given)}")
    return np.frombuffer(body, kind).reshape(given)
