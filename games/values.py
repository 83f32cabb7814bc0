"""Small value classes, and the marks that say how the fields of a class stand in JSON (`games.codec`).

A mark stands in the annotation of a field: ``stage: Annotated[str, At("turn.stage"), one_of(STAGES)]``.
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


def copied(source: object, names: Sequence[str]) -> dict[str, Any]:
    """Return fields of an object by their names: those that another object, such as a view, has as they are."""
    return {name: getattr(source, name) for name in names}


# ------------------------------------------------------------------------------------------------- where a field stands


@value
class At:
    """Where a field stands: its key, or the key of an object in the outermost one and its key there, with a dot."""

    path: str


@value
class Absent:
    """A field that is left out where it has this value, and has it where it is left out.

    What a missing field means may never change: stored states would be read as others.
    """

    value: Any


@value
class Beside:
    """A field that is written only where another one, named here, is not `None`."""

    name: str


@value
class Mark:
    """A mark that says nothing more than its name."""

    name: str


BRIEF: Final = Mark("brief")
"""Marks a field that is left out where it has its default, as the options of a match are: a new one changes no dump."""
SPARSE: Final = Mark("sparse")
"""Marks an object all of whose fields are brief."""
COLUMNS: Final = Mark("columns")
"""Marks objects, one a seat, whose marked fields stand in lists of their own, with one entry a seat."""
EARLIER: Final = Mark("earlier")
"""Marks an object of the same class, of which only the object that the notation stands in is written."""


# --------------------------------------------------------------------------------------------------- what a field holds


class Unreadable(ValueError):
    """A value that cannot be read; the keys that lead to it are added from the inside out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.path: list[str] = []

    def at(self, *keys: str) -> Unreadable:
        """Return the fault with the keys of the values that hold it, the inner one first."""
        self.path += [key for key in keys if key]
        return self

    def __str__(self) -> str:
        path = "".join(key if key.startswith("[") else f".{key}" for key in reversed(self.path)).lstrip(".")
        return f"{path}: {super().__str__()}" if path else super().__str__()


@value
class As:
    """A value in a form of its own: the functions that write and read it.

    Both get the outermost object as their second argument; the one that reads gets it as far as it has been read, its
    fields in the order in which the class declares them.
    """

    dump: Callable[[Any, Any], Any] | None
    """`None` where JSON takes the value as it is."""
    load: Callable[[Any, Any], Any]


def within(least: int, most: int | Callable[[Any], int]) -> As:
    """Mark a whole number within bounds. The upper one may depend on the outermost object."""

    def load(data: Any, whole: Any) -> Any:
        highest = most if isinstance(most, int) else most(whole)
        if type(data) is not int or not least <= data <= highest:
            raise Unreadable(f"a whole number from {least} to {highest} is needed")
        return data

    return As(None, load)


def one_of(values: Sequence[str]) -> As:
    """Mark a text that is one of these."""

    def load(data: Any, whole: Any) -> Any:
        if data not in values:
            raise Unreadable(f"one of {', '.join(values)} is needed")
        return data

    return As(None, load)


def named(names: Sequence[str], nothing: str | None = None) -> As:
    """Mark a number that is written as the name at its place; below 0 it is written as `nothing`."""
    places = {name: place for place, name in enumerate(names)} | ({} if nothing is None else {nothing: -1})

    def load(data: Any, whole: Any) -> Any:
        if not isinstance(data, str) or data not in places:
            raise Unreadable(f"there is no {data!r}")
        return places[data]

    return As(lambda place, whole: names[place] if place >= 0 else nothing, load)


def digits(most: int) -> As:
    """Mark a whole number that is written as a text of up to so many digits: many programs would round it."""

    def load(data: Any, whole: Any) -> Any:
        right = isinstance(data, str) and data.isascii() and data.isdigit() and len(data) <= most
        if not right or str(int(data)) != data:
            raise Unreadable(f"a whole number of up to {most} digits, as a text, is needed")
        return int(data)

    return As(lambda number, whole: str(number), load)
