"""JSON forms of dataclasses and named tuples, made from the annotations of their fields.

States, results, the parts of records and the notes of the bot are stored in this form. A dataclass is an object, a
tuple an array, a frozenset a sorted array; what a class wants otherwise stands as a mark in the annotation of the field
(`games.values`). Equal objects give equal values. Reading is strict: a missing key, an unknown key and a value of
another type raise `BadNotation` with the path to it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from itertools import repeat
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from games.api import BadNotation
from games.values import BRIEF, COLUMNS, EARLIER, SPARSE, Absent, As, At, Beside, Unreadable

T = TypeVar("T")
Convert = Callable[[Any, Any], Any]
"""Writes or reads a value; the second argument is the outermost object, which it is part of."""
_NEVER: Final = object()
"""Equals no value of any field."""


class Notation(NamedTuple):
    """The part of a state that has a notation of its own, in which rule cases are written, too."""

    write: Callable[[Any], Mapping[str, Any]]
    """Returns the keys of the notation."""
    read: Callable[[Mapping[str, Any]], Any]
    """Returns the state that these keys tell; everything else in it has its default. Raises `BadNotation`."""
    keys: tuple[str, ...] = ("position",)
    optional: tuple[str, ...] = ()
    """Keys that are missing where there is nothing to say."""
    group: str = ""
    """The key of the object that holds them; empty for the outermost one."""


class _Part(NamedTuple):
    """One field of a class, and where it stands in JSON."""

    name: str
    group: str
    key: str
    form: As
    absent: Any
    """The value that is left out."""
    beside: str
    """The field that is not `None` where this one is written; empty where it always is."""
    column: str
    """The field of the objects in this one that the list is made of; empty for anything but columns."""


class Form(Generic[T]):
    """The JSON form of a class: an object. With a notation only the fields that are marked `At` stand beside it."""

    def __init__(self, cls: type[T], game: str = "", notation: Notation | None = None, *, sparse: bool = False) -> None:
        self._cls = cls
        self._game = game
        self._notation = notation
        self._parts = tuple(_parts(cls, As(self._dump_group, self._read_group), notation is not None, sparse))
        self._needed: dict[str, set[str]] = {"": {"game"} if game else set()}
        self._allowed: dict[str, set[str]] = {"": set()}
        if notation is not None:
            self._needed.setdefault(notation.group, set()).update(notation.keys)
            self._allowed.setdefault(notation.group, set()).update(notation.optional)
        for part in self._parts:
            for keys, wanted in ((self._needed, True), (self._allowed, False)):
                found = keys.setdefault(part.group, set())
                if (part.absent is _NEVER) == wanted:
                    found.add(part.key)
        self._groups = tuple(group for group in self._needed if group)
        self._needed[""].update(self._groups)

    def dump(self, value: T, whole: Any = None) -> dict[str, Any]:
        """Return the object as JSON values. `whole` is the object that it is part of, if it is part of one."""
        whole = value if whole is None else whole
        data: dict[str, Any] = {"game": self._game} if self._game else {}
        groups = {"": data}
        for group in self._groups:
            groups[group] = data[group] = {}
        if self._notation is not None:
            groups[self._notation.group].update(self._notation.write(value))
        for name, group, key, form, absent, beside, column in self._parts:
            held = getattr(value, name)
            if column:
                held = [getattr(one, column) for one in held]
                absent = absent if absent is _NEVER else [absent] * len(held)
            if absent is _NEVER or (held != absent if not beside else getattr(value, beside) is not None):
                groups[group][key] = held if form.dump is None else form.dump(held, whole)
        return data

    def load(self, data: Any) -> T:
        """Return the object that `dump` wrote. Raises `BadNotation`."""
        return _loaded(self.read, data)  # type: ignore[no-any-return]

    def read(self, data: Any, whole: Any) -> T:
        """Return the object that `dump` wrote, as part of `whole`. Raises `Unreadable`."""
        groups = {"": self._checked(data, "")}
        if self._game and data["game"] != self._game:
            raise Unreadable(f"{data['game']!r} is not {self._game}").at("game")
        groups |= {group: self._checked(data[group], group) for group in self._groups}
        if self._notation is None:
            return self._cls(**{part.name: _field(part, groups, whole) for part in self._parts})
        return self._state(groups, self._notation)

    def _state(self, groups: Mapping[str, Mapping[str, Any]], notation: Notation) -> T:
        """Return the state that the notation and the fields beside it tell, those of these groups."""
        found = groups[notation.group]
        keys = {key: found[key] for key in (*notation.keys, *notation.optional) if key in found}
        state = _converted(lambda data, _: notation.read(data), keys, None)
        for part in self._parts:
            if part.column and part.absent is not _NEVER and part.key not in groups[part.group]:
                continue
            if part.column:
                _set_column(state, part, _field(part, groups, state))
            elif part.group in groups:
                setattr(state, part.name, _field(part, groups, state))
        return state  # type: ignore[no-any-return]

    def _dump_group(self, value: T, whole: Any) -> Any:
        """Return what stands beside the notation of an earlier state, and the notation."""
        assert self._notation is not None
        return self.dump(value, whole)[self._notation.group]

    def _read_group(self, data: Any, whole: Any) -> T:
        """Return the state that `_dump_group` wrote. Raises `Unreadable`."""
        assert self._notation is not None
        return self._state({self._notation.group: self._checked(data, self._notation.group)}, self._notation)

    def _checked(self, data: Any, group: str) -> Mapping[str, Any]:
        """Return the object with that key. Raises `Unreadable` where a key is missing or unknown."""
        if not isinstance(data, dict):
            raise Unreadable("an object is needed").at(group)
        if missing := self._needed[group] - data.keys():
            raise Unreadable(f"missing: {', '.join(sorted(missing))}").at(group)
        if unknown := data.keys() - self._needed[group] - self._allowed[group]:
            raise Unreadable(f"unknown keys: {', '.join(sorted(map(str, unknown)))}").at(group)
        return data


class Stored(Generic[T]):
    """The part of `games.api.Game` that follows from the form of a game's states."""

    form: Form[T]

    def dump(self, state: T) -> dict[str, Any]:
        """Return the state as JSON values."""
        return self.form.dump(state)

    def load(self, data: Mapping[str, Any]) -> T:
        """Return the state that `dump` wrote. Raises `BadNotation`."""
        return self.form.load(data)


class Values:
    """The JSON form of any type that can be annotated: ``Values(tuple[Part, ...])``."""

    def __init__(self, hint: Any) -> None:
        self._form = _form(hint)

    def dump(self, value: Any) -> Any:
        """Return the value as JSON values."""
        return value if self._form.dump is None else self._form.dump(value, None)

    def load(self, data: Any) -> Any:
        """Return the value that `dump` wrote. Raises `BadNotation`."""
        return _loaded(self._form.load, data)


def _loaded(load: Convert, data: Any) -> Any:
    try:
        return load(data, None)
    except Unreadable as fault:
        raise BadNotation(str(fault)) from fault


def _field(part: _Part, groups: Mapping[str, Mapping[str, Any]], whole: Any) -> Any:
    group = groups[part.group]
    if part.key not in group:
        return part.absent
    try:
        return part.form.load(group[part.key], whole)
    except Unreadable as fault:
        raise fault.at(part.key, part.group) from None


def _set_column(state: Any, part: _Part, cells: tuple[Any, ...]) -> None:
    held = getattr(state, part.name)
    if len(cells) != len(held):
        raise Unreadable(f"an array of {len(held)} is needed").at(part.key, part.group)
    if isinstance(held[0], tuple):
        changed = (one._replace(**{part.column: cell}) for one, cell in zip(held, cells, strict=True))
        setattr(state, part.name, tuple(changed))
    else:
        for one, cell in zip(held, cells, strict=True):
            setattr(one, part.column, cell)


# ---------------------------------------------------------------------------------------------------- classes and types


def _parts(cls: Any, earlier: As, marked: bool, sparse: bool) -> Iterable[_Part]:
    """Yield the fields of a class in the order in which it declares them; `marked`: only those that are marked `At`.

    `earlier` is the codec of objects of the same class.
    """
    defaults = _defaults(cls)
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name not in defaults:
            continue
        marks = _marks(hint)
        if COLUMNS in marks:
            (inner, *_) = get_args(_bare(hint))
            for part in _parts(inner, earlier, marked=True, sparse=False):
                yield part._replace(name=name, column=part.name, form=_array(part.form))
            continue
        at = next((mark.path for mark in marks if isinstance(mark, At)), "" if marked else name)
        if not at:
            continue
        absent = next((mark.value for mark in marks if isinstance(mark, Absent)), _NEVER)
        beside = next((mark.name for mark in marks if isinstance(mark, Beside)), "")
        if absent is _NEVER and (sparse or beside or BRIEF in marks):
            absent = defaults[name]
        if absent is MISSING:
            raise TypeError(f"{cls.__name__}.{name} has no default that could be left out")
        group, _, key = at.rpartition(".")
        form = _optional(earlier) if EARLIER in marks else _form(hint)
        yield _Part(name, group, key, form, absent, beside, "")


def _defaults(cls: Any) -> dict[str, Any]:
    """Return the fields of a class with their defaults, `MISSING` where there is none."""
    if is_dataclass(cls):
        return {field.name: field.default for field in fields(cls) if field.init}
    return {name: cls._field_defaults.get(name, MISSING) for name in cls._fields}


def _marks(hint: Any) -> tuple[Any, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _form(hint: Any) -> As:
    """Return how a type is written and read. Raises `TypeError` for one that has no form."""
    marks, hint = _marks(hint), _bare(hint)
    for own in (mark for mark in marks if isinstance(mark, As)):
        return As(own.dump, partial(_converted, own.load))
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and len(inner) == 2 and type(None) in inner:
        return _optional(_form(next(one for one in inner if one is not type(None))))
    if origin is tuple:
        return _array(_form(inner[0])) if inner[-1] is Ellipsis else _row(tuple, [_form(one) for one in inner])
    if origin is frozenset:
        return _set(_array(_form(inner[0])))
    if isinstance(hint, type) and is_dataclass(hint):
        made: Form[Any] = Form(hint, sparse=SPARSE in marks)
        return As(made.dump, made.read)
    if isinstance(hint, type) and issubclass(hint, tuple):
        hints = get_type_hints(hint, include_extras=True)
        return _row(hint._make, [_form(hints[name]) for name in hint._fields])  # type: ignore[attr-defined]
    raise TypeError(f"{hint} has no form in JSON")


def _converted(load: Convert, data: Any, whole: Any) -> Any:
    """Return what a function of a class reads. Raises `Unreadable` for whatever goes wrong in it."""
    try:
        return load(data, whole)
    except Unreadable:
        raise
    except (BadNotation, KeyError, TypeError, ValueError, IndexError, AttributeError) as fault:
        raise Unreadable(str(fault) if isinstance(fault, BadNotation) else f"it cannot be read ({fault})") from fault


def _of(kind: type, needed: str) -> As:
    """Return the form of a type that JSON has, too."""

    def load(data: Any, whole: Any) -> Any:
        if type(data) is not kind:
            raise Unreadable(f"{needed} is needed")
        return data

    return As(None, load)


_PLAIN: Final[dict[Any, As]] = {
    int: _of(int, "a whole number"),
    str: _of(str, "a text"),
    bool: _of(bool, "true or false"),
    dict[str, Any]: _of(dict, "an object"),
    Any: As(None, lambda data, whole: data),
}


def _optional(form: As) -> As:
    write, read = form.dump, form.load
    return As(
        None if write is None else lambda value, whole: None if value is None else write(value, whole),
        lambda data, whole: None if data is None else read(data, whole),
    )


def _array(form: As) -> As:
    write, read = form.dump, form.load

    def dump(value: Any, whole: Any) -> Any:
        return list(value) if write is None else [write(one, whole) for one in value]

    return As(dump, lambda data, whole: tuple(_entries(data, repeat(read), whole)))


def _set(array: As) -> As:
    write, read = array.dump, array.load
    assert write is not None
    return As(lambda value, whole: sorted(write(value, whole)), lambda data, whole: frozenset(read(data, whole)))


def _row(make: Callable[[Iterable[Any]], Any], forms: list[As]) -> As:
    """Return the form of an array with one place a type."""

    def dump(value: Any, whole: Any) -> Any:
        pairs = zip(forms, value, strict=True)
        return [one if form.dump is None else form.dump(one, whole) for form, one in pairs]

    def load(data: Any, whole: Any) -> Any:
        if isinstance(data, list) and len(data) != len(forms):
            raise Unreadable(f"an array of {len(forms)} is needed")
        return make(_entries(data, [form.load for form in forms], whole))

    return As(dump, load)


def _entries(data: Any, loads: Iterable[Convert], whole: Any) -> list[Any]:
    """Return the entries of an array, each read by its own function."""
    if not isinstance(data, list):
        raise Unreadable("an array is needed")
    found: list[Any] = []
    try:
        for load, entry in zip(loads, data, strict=False):
            found.append(load(entry, whole))
    except Unreadable as fault:
        raise fault.at(f"[{len(found)}]") from None
    return found
