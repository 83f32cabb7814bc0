"""The quick yes or no about bodies and answers is that of jsonschema, for right values and for wrong ones."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sandbox.schemas import _document
from sandbox.shapes import Shapes

ODD = (None, True, False, 0, 1, 1.0, 1.5, -1, 2**70, "", "1", "123456789012345678", [], [1, 1], {}, {"type": 1})
DEEP = 6


class Maker:
    """Makes values for schemas: mostly what they describe, with something odd here and there."""

    def __init__(self, schemas: dict[str, Any], seed: int) -> None:
        self.schemas = schemas
        self.rng = random.Random(seed)

    def value(self, schema: dict[str, Any], deep: int = 0) -> Any:
        rng = self.rng
        if rng.random() < 0.03:
            return rng.choice(ODD)
        if "$ref" in schema:
            return self.value(self.schemas[schema["$ref"].rpartition("/")[2]], deep)
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return self.value(rng.choice(schema[word]), deep)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        kind = schema.get("type")
        return self.typed(schema, rng.choice(kind) if isinstance(kind, list) else kind, deep)

    def typed(self, schema: dict[str, Any], kind: str | None, deep: int) -> Any:
        rng = self.rng
        if kind == "object":
            known, needed = schema.get("properties", {}), schema.get("required", [])
            chosen = [n for n in known if (n in needed and rng.random() < 0.99) or (deep < DEEP and rng.random() < 0.3)]
            made = {name: self.value(known[name], deep + 1) for name in chosen}
            if isinstance(more := schema.get("additionalProperties"), dict):
                made["de"] = self.value(more, deep + 1)
            return made | ({"unknown": 1} if rng.random() < 0.03 else {})
        if kind == "array":
            most = 0 if deep > DEEP else min(3, schema.get("maxItems", 3))
            return [self.value(schema["items"], deep + 1) for _ in range(rng.randint(0, most))]
        if kind == "string":
            return "1" * rng.choice((schema.get("minLength", 0), min(18, schema.get("maxLength", 18))))
        if kind in ("integer", "number"):
            return rng.choice((schema.get("minimum", 0), schema.get("maximum", 7)))
        return {"boolean": True, "null": None}.get(kind or "", rng.choice(ODD))


@pytest.mark.parametrize("name", ["discord_requests.json", "discord_responses.json"])
@pytest.mark.parametrize("strict", [False, True])
def test_it_is_what_jsonschema_says(name: str, strict: bool) -> None:
    schemas = _document(name)["components"]["schemas"]
    if strict:
        for schema in schemas.values():
            if schema.get("type") == "object" and "properties" in schema:
                schema.setdefault("additionalProperties", False)
    shapes, maker, said = Shapes(schemas), Maker(schemas, 5), []
    for title, schema in schemas.items():
        fits = shapes.fits(schema)
        slow = Draft202012Validator({**schema, "components": {"schemas": schemas}})
        for value in [*ODD, *(maker.value(schema) for _ in range(4))]:
            said.append(slow.is_valid(value))
            assert fits(value) == said[-1], (title, value)
    assert min(said.count(True), said.count(False)) > len(said) / 10


def test_a_keyword_that_nobody_has_used_so_far_is_not_passed_over() -> None:
    with pytest.raises(NotImplementedError):
        Shapes({}).fits({"not": {"type": "string"}})
