"""Small value classes that are made by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A dataclass whose objects are values: compared by their fields, hashable, never changed.

    That nothing changes them is the type checker's business, as for `frozen=True`, but is not enforced at run time:
    setting the fields of a frozen dataclass costs several times as much, and events are made with every action.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
