"""The results of a study as the modules see them that put them in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from trickkit.lab.certificate import Certificate
    from trickkit.lab.rows import Row
    from trickkit.lab.study import Study
    from trickkit.lab.sums import Sums

__all__: list[str] = []


class Findings(Protocol):
    """The results of a study, `Found`, as far as words need them."""

    @property
    def study(self) -> Study: ...
    @property
    def sums(self) -> Sums: ...
    @property
    def kept(self) -> int: ...
    @property
    def rows(self) -> tuple[Row, ...]: ...
    @property
    def certificates(self) -> tuple[Certificate, ...]: ...
