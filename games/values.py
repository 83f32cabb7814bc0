"""Small value classes, and the marks that say how the fields of a class stand in JSON (`games.codec`).

A mark stands in the annotation of a field: ``stage: Annotated[str, At("turn.stage"), OneOf(STAGES)]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class a dataclass whose objects are values: compared by their fields, hashable, never changed.

    That nothing changes them is the type checker's business, as for `frozen=True`, but is not enforced at run time:
    setting the fields of a frozen dataclass costs several times as much, and events are made with every action.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


@value
class At:
    """Where a field stands: the keys from the outermost object inwards, parted by dots."""

    path: str


@value
class Absent:
    """A field that is left out where it has this value, and has it where it is left out.

    What a missing field means may never change: stored states would be read as others.
    """

    value: Any


class Brief:
    """A field that is left out where it has its default; see `BRIEF`."""


BRIEF: Final = Brief()
"""The mark of a field that is left out where it has its default: that of every option of a match."""


class Sparse:
    """An object all of whose fields are brief; see `SPARSE`."""


SPARSE: Final = Sparse()
"""The mark of the options of a match: one that equals its default is left out, so that a new one changes no dump."""


class Columns:
    """A sequence of objects whose marked fields stand in lists of their own; see `COLUMNS`."""


COLUMNS: Final = Columns()
"""The mark of a sequence of objects, one a seat: each of their marked fields is a list with one entry a seat."""


class Earlier:
    """An object of the same class; see `EARLIER`."""


EARLIER: Final = Earlier()
"""The mark of an object of the same class: only the group of keys that its notation stands in is written."""


@value
class Beside:
    """A field that is written only where another one, named here, is not `None`."""

    name: str


@value
class Within:
    """A whole number within bounds. The upper one may depend on the object that is read."""

    least: int
    most: int | Callable[[Any], int]


@value
class OneOf:
    """One of these texts."""

    values: Sequence[str]


@value
class Digits:
    """A whole number from 0 that is written as a text of at most so many digits: many programs would round it."""

    most: int


@value
class Names:
    """A number that is written as the name that stands at its place; what is below 0 is written as `nothing`."""

    names: Sequence[str]
    nothing: str | None = None


@value
class As:
    """A value in a form of its own: the functions that write and read it.

    Both get the outermost object as their second argument; the one that reads gets it as far as it has been read, its
    fields in the order in which the class declares them.
    """

    dump: Callable[[Any, Any], Any]
    load: Callable[[Any, Any], Any]
