"""Small things that everything shares: flags, kinds of channels and components, copies, walking component trees."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

Json = dict[str, Any]

SUPPRESS_EMBEDS: Final = 1 << 2
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
COMPONENTS_V2: Final = 1 << 15
"""Flags of messages; `LOADING` stands on a deferred answer that has not come yet."""

TEXT: Final = 0
DM: Final = 1
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
"""Kinds of channels."""

BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
TEXT_DISPLAY: Final = 10
LABEL: Final = 18
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
"""Kinds of components."""

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
SUBMIT: Final = 5
"""Kinds of interactions."""

EPOCH: Final = 1_420_070_400_000
"""The first millisecond of Discord's ids."""


def iso(stamp: float | None = None) -> str:
    """A time as the API writes it; `stamp` in seconds since 1970, else now."""
    return datetime.fromtimestamp(time.time() if stamp is None else stamp, UTC).isoformat()


def copied(value: Any) -> Any:
    """A deep copy of JSON; nothing becomes an empty list."""
    return json.loads(json.dumps(value or []))


def walk(components: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """Every component of a tree with its path: rows, containers, sections, labels."""
    for index, component in enumerate(components or []):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components"), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*here, key), component[key]
                yield from walk(component[key].get("components"), (*here, key, "components"))


def numbered(components: list[Json]) -> list[Json]:
    """The components with numeric ids, as they come back from the API."""
    taken = {c["id"] for _, c in walk(components) if c.get("id")}
    free = (n for n in range(1, 1000) if n not in taken)
    for _, component in walk(components):
        component["id"] = component.get("id") or next(free)
        for icon in [component.get("emoji")] + [o.get("emoji") for o in component.get("options") or []]:
            if icon and icon.get("id") is None:
                icon.pop("id", None)
    return components
