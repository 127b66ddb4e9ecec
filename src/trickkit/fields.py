"""What the fields of values may hold: validators that say what was wrong."""

from __future__ import annotations

from typing import Any

from attrs import validators

__all__ = ["each_is_a", "is_a", "whole"]


def is_a(kind: Any) -> Any:
    """A validator for values of a kind, which may be abstract."""
    return validators.instance_of(kind)


def each_is_a(kind: Any) -> Any:
    """A validator for collections of values of a kind, which may be abstract."""
    return validators.deep_iterable(validators.instance_of(kind))


def whole(least: int) -> Any:
    """A validator for whole numbers from a least one on."""
    return validators.and_(validators.instance_of(int), validators.ge(least))
