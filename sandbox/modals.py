"""Choosing in selects and filling in modals, as Discord's client lets people do it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.errors import CannotDo
from sandbox.options import resolve
from sandbox.parts import LABEL, STRING_SELECT, TEXT_INPUT, Json, copied, walk
from sandbox.people import User
from sandbox.world import World


def selection(world: World, user: User, menu: Json, chosen: Sequence[Any]) -> Json:
    """What a select sends: values, and what they refer to. Raises `CannotDo`."""
    low = 1 if menu.get("min_values") is None else menu["min_values"]
    high = menu.get("max_values") or 1
    if not low <= len(chosen) <= high:
        raise CannotDo(f"choose between {low} and {high} options, not {len(chosen)}")
    if menu["type"] == STRING_SELECT:
        known = {o["label"]: o["value"] for o in menu["options"]}
        values = {o["value"] for o in menu["options"]}
        for one in chosen:
            if one not in known and one not in values:
                raise CannotDo(f"{one!r} is not an option; there are {list(known)}")
        return {"values": [one if one in values else known[one] for one in chosen]}
    resolved: Json = {}
    return {"values": [resolve(world, user, one, resolved) for one in chosen], "resolved": resolved}


def filled(world: World, user: User, modal: Json, fields: Mapping[str, Any]) -> Json:
    """What a modal sends. Raises `CannotDo`."""
    given = dict(fields)
    rows: list[Json] = []
    for row in copied(modal["components"]):
        inside = [row["component"]] if row["type"] == LABEL else row.get("components", [])
        answers = [_answer(world, user, row, slot, given) for slot in inside]
        if row["type"] == LABEL:
            rows.append({"type": LABEL, "id": row.get("id", 1), "component": answers[0]})
        elif answers:
            rows.append({"type": 1, "id": row.get("id", 1), "components": answers})
    if given:
        raise CannotDo(f"the modal has no fields {sorted(given)}")
    resolved: Json = {}
    for _, component in walk(rows):
        for group, found in (component.pop("resolved", None) or {}).items():
            resolved.setdefault(group, {}).update(found)
    data: Json = {"custom_id": modal["custom_id"], "components": rows}
    return data | ({"resolved": resolved} if resolved else {})


def _answer(world: World, user: User, row: Json, slot: Json, given: dict[str, Any]) -> Json:
    label = row.get("label") or slot.get("label") or ""
    names = (slot["custom_id"], label, label.replace(" ", "_"), label.lower().replace(" ", "_"))
    key = next((name for name in names if name in given), None)
    value = given.pop(key) if key is not None else None
    required = slot.get("required") is not False
    answer: Json = {"type": slot["type"], "custom_id": slot["custom_id"], "id": slot.get("id", 1)}
    if slot["type"] == TEXT_INPUT:
        text = slot.get("value") or "" if value is None else str(value)
        low, high = max(int(required), slot.get("min_length") or 0), slot.get("max_length") or 4000
        if (required or text) and not low <= len(text) <= high:
            raise CannotDo(f"{label!r} takes {low} to {high} characters, not {len(text)}")
        return answer | {"value": text}
    if value is None and not required:
        return answer | {"values": []}
    chosen = [] if value is None else list(value) if isinstance(value, list | tuple | set) else [value]
    return answer | selection(world, user, slot, chosen)
