"""Discord's published schemas: every request body is checked against them, and every answer of the sandbox too."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final

import jsonschema_rs
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from sandbox.protocol import Json, Problem

UNLISTED: Final = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "ApplicationCommandCreateRequest": ("nsfw",),
    "RichEmbed": ("flags",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
    "MessageEditRequestPartial": ("tts",),
}
"""Fields that the document does not know although discord.py always sends them; the API takes or ignores them."""


def _shape(template: str) -> str:
    """Return a path without the names of its parameters, which differ between the document and the routes here."""
    return re.sub(r"{[^}]+}", "{}", template)


def _document(name: str) -> Json:
    text = resources.files("sandbox").joinpath("spec", name).read_text(encoding="utf-8")
    document: Json = json.loads(text)
    return document


class Rule:
    """One schema of a document."""

    def __init__(self, schema: Json, schemas: Json) -> None:
        self._schema = {**schema, "components": {"schemas": schemas}}

    @cached_property
    def _fits(self) -> Callable[[Any], bool]:
        """Return the quick check, which says only yes or no: jsonschema takes seconds for all commands of a bot."""
        return jsonschema_rs.Draft202012Validator(self._schema).is_valid

    @cached_property
    def _validator(self) -> Draft202012Validator:
        """Return the validator that tells what is wrong, in every branch of every union."""
        return Draft202012Validator(self._schema)

    def problems(self, body: Any) -> list[Problem]:
        """Return what is wrong with a body."""
        if self._fits(body):
            return []
        return [p for error in self._validator.iter_errors(body) for p in _problems(error)]


@cache
def _requests() -> tuple[dict[tuple[str, str], Rule], dict[tuple[str, str], Rule]]:
    """Return by method and path the schema that Discord checks by, and one that knows only the document's fields."""
    document = _document("discord_requests.json")
    schemas = document["components"]["schemas"]
    # The API takes ids as JSON integers too, and discord.py sends some that way.
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    strict = copy.deepcopy(schemas)
    for name, schema in strict.items():
        for extra in UNLISTED.get(name, ()):
            schema["properties"][extra] = {}
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
    as_discord: dict[tuple[str, str], Rule] = {}
    listed: dict[tuple[str, str], Rule] = {}
    for template, methods in document["paths"].items():
        for method, schema in methods.items():
            key = (method.upper(), _shape(template))
            as_discord[key] = Rule(schema, schemas)
            listed[key] = Rule(schema, strict)
    return as_discord, listed


@cache
def _answers() -> dict[tuple[str, str, str], Rule]:
    """Return the schemas of answers by method, path and status."""
    document = _document("discord_responses.json")
    schemas = document["components"]["schemas"]
    return {
        (method.upper(), _shape(template), status): Rule(schema, schemas)
        for template, methods in document["paths"].items()
        for method, statuses in methods.items()
        for status, schema in statuses.items()
    }


class Schemas:
    """Validators for every route that the document describes."""

    def check(self, method: str, template: str, body: Any) -> tuple[list[Problem], list[str]]:
        """Return what Discord refuses in a request body, and the fields in it that the document does not know."""
        as_discord, listed = _requests()
        key = (method, _shape(template))
        if key not in as_discord:
            return [], []
        if problems := as_discord[key].problems(body):
            return problems, []
        return [], [_line(p) for p in listed[key].problems(body)]

    def check_answer(self, method: str, template: str, status: int, body: Any) -> list[str]:
        """Return where an answer of the sandbox is not what the document promises."""
        rule = _answers().get((method, _shape(template), str(status)))
        return [] if rule is None else [_line(p) for p in rule.problems(body)]


def _line(problem: Problem) -> str:
    return f"{'.'.join(map(str, problem[0]))}: {problem[2]}"


def _problems(error: ValidationError) -> Iterator[Problem]:
    """Yield a schema's complaint in Discord's words; of a union, that of the branch which the value was meant for."""
    if error.validator not in ("oneOf", "anyOf") or not error.context:
        yield _problem(error)
        return
    branches: dict[int, list[ValidationError]] = {}
    for below in error.context:
        branches.setdefault(below.schema_path[0], []).append(below)
    best = min(branches.values(), key=_mismatch)
    if _mismatch(best)[0] and isinstance(error.instance, dict) and "type" in error.instance:
        sentence = f'Value of field "type" is not allowed here: {error.instance["type"]!r}.'
        yield ((*error.absolute_path, "type"), "UNION_TYPE_CHOICES", sentence)
        return
    for below in best:
        yield from _problems(below)


def _mismatch(errors: list[ValidationError]) -> tuple[int, int]:
    wrong = any(list(e.relative_path) in ([], ["type"]) and e.validator in ("enum", "const", "type") for e in errors)
    return (int(wrong), len(errors))


def _problem(error: ValidationError) -> Problem:
    path, limit, rule = tuple(error.absolute_path), error.validator_value, str(error.validator)
    match rule:
        case "required":
            missing = re.match(r"'(.+?)' is a required", error.message)
            return ((*path, missing[1] if missing else "?"), "BASE_TYPE_REQUIRED", "This field is required")
        case "maxLength" | "maxItems" | "minLength" | "minItems":
            return (path, *_length(error.schema, rule, limit))
        case "maximum":
            return (path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {limit}.")
        case "minimum":
            return (path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {limit}.")
        case "enum" | "const":
            return (path, "BASE_TYPE_CHOICES", f"Value must be one of {limit}.")
        case "type":
            return (path, "BASE_TYPE_BAD_TYPE", f"Expected {limit}, got {json.dumps(error.instance)[:60]}.")
        case _:
            return (path, f"SCHEMA_{rule}".upper(), error.message[:200])


def _length(schema: Json, rule: str, limit: int) -> tuple[str, str]:
    low = schema.get("minLength", schema.get("minItems"))
    high = schema.get("maxLength", schema.get("maxItems"))
    if low is not None and high is not None:
        return "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
    if rule.startswith("max"):
        return "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length."
    return "BASE_TYPE_MIN_LENGTH", f"Must be {limit} or more in length."
