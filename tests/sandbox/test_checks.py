"""What Discord refuses, the sandbox refuses: limits that discord.py itself does not check."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.checks import check_commands, check_message, check_modal
from sandbox.protocol import COMPONENTS_V2, ApiError
from sandbox.schemas import Schemas

POST = "/channels/{channel_id}/messages"


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "a", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(**more: Any) -> dict[str, Any]:
    options = [{"label": "x", "value": "x"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


@pytest.fixture(scope="module")
def schemas() -> Schemas:
    return Schemas()


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": [{"description": "x" * 4097}]},
        {"components": [row(button(label="x" * 81))]},
        {"components": [row(button(custom_id="x" * 101))]},
        {"components": [row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))]},
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
        {"content": 5},
    ],
    ids=["embed", "label", "custom_id", "options", "buttons", "type"],
)
def test_the_schemas_refuse(schemas: Schemas, body: dict[str, Any]) -> None:
    problems, _ = schemas.check("POST", POST, body)
    assert problems


def test_unknown_fields_are_lint(schemas: Schemas) -> None:
    problems, lint = schemas.check("POST", POST, {"content": "x", "colour": "red"})
    assert problems == []
    assert len(lint) == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "components": [row(button(), button())]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ({"content": "x", "components": [row()] * 6}, "BASE_TYPE_BAD_LENGTH"),
        ({"content": "x", "components": [row(select(max_values=3))]}, "BASE_TYPE_BAD_LENGTH"),
        ({"content": "x", "components": [row(select(), button())]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
        ({"content": "x", "components": [row(button(emoji={"name": "ab"}))]}, "COMPONENT_INVALID_EMOJI"),
        ({"content": "x", "components": [row(button(url="https://x.example"))]}, "CUSTOM_ID_REQUIRED"),
        ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, "MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"fields": [{"name": "a", "value": " "}]}]}, "BASE_TYPE_REQUIRED"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "EXCLUSIVE"),
        ({"content": "x", "allowed_mentions": {"parse": [], "users": ["1", "-3"]}}, "NUMBER_TYPE_COERCE"),
    ],
)
def test_a_message_is_refused(body: dict[str, Any], code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_message(body, 0, 0)
    assert caught.value.code == 50035
    assert code in str(caught.value.body)


def test_an_empty_message_and_v2() -> None:
    with pytest.raises(ApiError) as caught:
        check_message({"content": " "}, 0, 0)
    assert caught.value.code == 50006
    check_message({"content": " "}, 0, 1)
    with pytest.raises(ApiError):
        check_message({"content": "x"}, COMPONENTS_V2, 0)


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ([{"name": "Bad", "description": "x"}], "INVALID_NAME"),
        ([{"name": "a"}], "REQUIRED"),
        ([{"name": "a", "description": "x"}] * 2, "DUPLICATE_NAME"),
        ([{"name": "a", "description": "x" * 8001}], "TOO_LARGE"),
        (
            [
                {
                    "name": "a",
                    "description": "x",
                    "options": [
                        {"type": 3, "name": "b", "description": "x"},
                        {"type": 3, "name": "c", "description": "x", "required": True},
                    ],
                }
            ],
            "OPTIONS_REQUIRED_INVALID",
        ),
    ],
)
def test_commands_are_refused(commands: list[dict[str, Any]], code: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_commands(commands)
    assert code in str(caught.value.body)


def test_modals() -> None:
    field = {"type": 4, "custom_id": "a", "style": 1, "label": "x"}
    check_modal({"title": "t", "custom_id": "m", "components": [row(field)]})
    with pytest.raises(ApiError):
        check_modal({"title": "t", "custom_id": "m", "components": [row(field), row(field)]})
    with pytest.raises(ApiError):
        check_modal({"title": "t", "custom_id": "m", "components": [row({**field, "label": None})]})
