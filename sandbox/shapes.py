"""Whether a value is what a schema describes: quick, and nothing but yes or no.

jsonschema takes seconds for all commands of a bot, because it tries every branch of every union to tell what is wrong
with each. Most values are right; what is wrong with the others is still told by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from sandbox.parts import Json

Fits = Callable[[Any], bool]

FIRST: Final = "type"
"""The property that tells the branches of Discord's unions apart."""


def _integer(value: Any) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _object(value: Any) -> bool:
    return isinstance(value, dict)


TYPES: Final[Mapping[str, Fits]] = {
    "array": _list,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _integer,
    "null": lambda value: value is None,
    "number": _number,
    "object": _object,
    "string": _text,
}
LIMITS: Final[Mapping[str, tuple[Fits, Callable[[Any, Any], bool]]]] = {
    "minLength": (_text, lambda value, least: len(value) >= least),
    "maxLength": (_text, lambda value, most: len(value) <= most),
    "minItems": (_list, lambda value, least: len(value) >= least),
    "maxItems": (_list, lambda value, most: len(value) <= most),
    "minProperties": (_object, lambda value, least: len(value) >= least),
    "maxProperties": (_object, lambda value, most: len(value) <= most),
    "minimum": (_number, lambda value, least: value >= least),
    "maximum": (_number, lambda value, most: value <= most),
    "pattern": (_text, lambda value, pattern: re.search(pattern, value) is not None),
    "required": (_object, lambda value, names: all(name in value for name in names)),
    "uniqueItems": (_list, lambda value, wanted: not wanted or len({json.dumps(v) for v in value}) == len(value)),
}
"""By keyword, which values it is about, and whether one keeps to it."""
NOTES: Final = frozenset({"format"})
"""Keywords that refuse nothing, in jsonschema either."""


class Shapes:
    """The schemas of one document, by name. Raises `NotImplementedError` for a keyword that none of them has so far."""

    def __init__(self, schemas: Mapping[str, Json]) -> None:
        self._schemas = schemas
        self._named: dict[str, Fits] = {}

    def fits(self, schema: Json) -> Fits:
        """What tells whether a value is what the schema describes."""
        rules: list[Fits] = []
        for word, said in schema.items():
            if word == "type":
                rules.insert(0, self._type(said))
            elif word in LIMITS:
                rules.append(_limit(word, said))
            elif word in ("enum", "const"):
                rules.append(_one_of(said if word == "enum" else [said]))
            elif word == "$ref":
                rules.append(self._reference(said))
            elif word in ("oneOf", "anyOf", "allOf"):
                rules.append(self._branches(word, [self.fits(branch) for branch in said]))
            elif word == "items":
                rules.append(self._items(self.fits(said)))
            elif word in Draft202012Validator.VALIDATORS and word not in {*NOTES, "properties", "additionalProperties"}:
                raise NotImplementedError(word)
        if "properties" in schema or "additionalProperties" in schema:
            rules.append(self._properties(schema.get("properties", {}), schema.get("additionalProperties", True)))
        return rules[0] if len(rules) == 1 else lambda value: all(rule(value) for rule in rules)

    def _type(self, said: str | list[str]) -> Fits:
        if isinstance(said, str):
            return TYPES[said]
        types = [TYPES[name] for name in said]
        return lambda value: any(fits(value) for fits in types)

    def _reference(self, said: str) -> Fits:
        name = said.removeprefix("#/components/schemas/")
        schema = self._schemas[name]

        def fits(value: Any) -> bool:
            if name not in self._named:  # not earlier: a schema may be part of itself
                self._named[name] = self.fits(schema)
            return self._named[name](value)

        return fits

    def _branches(self, word: str, branches: list[Fits]) -> Fits:
        if word == "oneOf":
            return lambda value: sum(fits(value) for fits in branches) == 1
        every = all if word == "allOf" else any
        return lambda value: every(fits(value) for fits in branches)

    def _items(self, fits: Fits) -> Fits:
        return lambda value: not isinstance(value, list) or all(fits(item) for item in value)

    def _properties(self, properties: Mapping[str, Json], more: bool | Json) -> Fits:
        known = {name: self.fits(properties[name]) for name in sorted(properties, key=lambda name: name != FIRST)}
        extra: Fits = (lambda _: more) if isinstance(more, bool) else self.fits(more)

        def fits(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            return all(rule(value[name]) for name, rule in known.items() if name in value) and (
                more is True or all(extra(found) for name, found in value.items() if name not in known)
            )

        return fits


def _limit(word: str, said: Any) -> Fits:
    about, keeps = LIMITS[word]
    return lambda value: not about(value) or keeps(value, said)


def _one_of(values: list[Any]) -> Fits:
    """JSON knows 1 and true apart, Python does not."""
    return lambda value: any(one == value and isinstance(one, bool) == isinstance(value, bool) for one in values)
