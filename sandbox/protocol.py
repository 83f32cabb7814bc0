"""Constants, locales, errors and JSON of Discord, which everything here shares."""

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
    """Return a time as the API writes it; `stamp` in seconds since 1970, else now."""
    return datetime.fromtimestamp(time.time() if stamp is None else stamp, UTC).isoformat()


def copied(value: Any) -> Any:
    """Return a deep copy of JSON; nothing becomes an empty list."""
    return json.loads(json.dumps(value or []))


def walk(components: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """Yield every component of a tree with its path: rows, containers, sections, labels."""
    for index, component in enumerate(components or []):
        place = (*path, index)
        yield place, component
        yield from walk(component.get("components"), (*place, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*place, key), component[key]
                yield from walk(component[key].get("components"), (*place, key, "components"))


def numbered(components: list[Json]) -> list[Json]:
    """Return the components with numeric ids, as they come back from the API."""
    taken = {c["id"] for _, c in walk(components) if c.get("id")}
    free = (n for n in range(1, 1000) if n not in taken)
    for _, component in walk(components):
        component["id"] = component.get("id") or next(free)
        for icon in [component.get("emoji")] + [o.get("emoji") for o in component.get("options") or []]:
            if icon and icon.get("id") is None:
                icon.pop("id", None)
    return components


Path = tuple[Any, ...]
Problem = tuple[Path, str, str]
"""Where in a body something is wrong, Discord's code for it, and its sentence."""

UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading something that is not what it should be raises, somewhere: a text in a number's place, a list in a
dictionary's, a field that is missing, JSON nested too deep."""
UNKNOWN_CHANNEL: Final = (10003, "Channel")
UNKNOWN_GUILD: Final = (10004, "Guild")
UNKNOWN_MEMBER: Final = (10007, "Member")
UNKNOWN_MESSAGE: Final = (10008, "Message")
UNKNOWN_USER: Final = (10013, "User")
UNKNOWN_WEBHOOK: Final = (10015, "Webhook")
UNKNOWN_INTERACTION: Final = (10062, "interaction")
UNKNOWN_COMMAND: Final = (10063, "application command")


class ApiError(Exception):
    """A request that is refused: `status` is HTTP's, `body` is what the bot gets to read."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.body: dict[str, Any] = {"message": message, "code": code, **extra}


def form_error(*problems: Problem) -> ApiError:
    """Return 50035, *Invalid Form Body*, with the nested tree of what is wrong where."""
    tree: dict[str, Any] = {}
    for path, code, message in problems:
        node = tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", errors=tree)


def unreadable(error: Exception) -> ApiError:
    """Return 400 for a request that the sandbox could not make sense of."""
    return ApiError(400, 0, f"400: Bad Request ({type(error).__name__}: {str(error)[:200]})")


def not_found(code: int, what: str) -> ApiError:
    """Return 404 with one of the pairs above."""
    return ApiError(404, code, f"Unknown {what}")


class CannotDo(Exception):
    """Discord's client would not let this person do that: a disabled button, an invisible message, a wrong choice."""


DEFAULT: Final = "en-US"
LOCALES: Final = {DEFAULT: "English", "de": "Deutsch", "es-ES": "Español", "es-419": "Español (LATAM)"}
"""Discord's locales that can be chosen, each in its own words."""


def known_locale(locale: str) -> str:
    """Return the locale, if it is one of them. Raises `CannotDo`."""
    if locale not in LOCALES:
        raise CannotDo(f"there is no language {locale!r}; there are {', '.join(LOCALES)}")
    return locale


def localized(node: Json, what: str, locale: str) -> str:
    """Return the name or the description of a command, an option or a choice in a language, else the one for all."""
    translated = (node.get(f"{what}_localizations") or {}).get(locale)
    return str(translated or node.get(what) or "")


def localized_option(option: Json, locale: str) -> Json:
    """Return an option of a command with its texts in one language: its name for people is its ``title``."""
    made = option | {
        "title": localized(option, "name", locale),
        "description": localized(option, "description", locale),
    }
    return made | {"choices": localized_choices(option.get("choices") or [], locale)}


def localized_choices(given: list[Json], locale: str) -> list[Json]:
    """Return choices with their names in one language."""
    return [choice | {"name": localized(choice, "name", locale)} for choice in given]
