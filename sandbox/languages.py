"""The languages that people here can set their clients to, and commands as a client in one of them shows them."""

from __future__ import annotations

from typing import Final

from sandbox.errors import CannotDo
from sandbox.parts import Json

DEFAULT: Final = "en-US"
LOCALES: Final = {DEFAULT: "English", "de": "Deutsch", "es-ES": "Español", "es-419": "Español (LATAM)"}
"""Discord's locales that can be chosen, each in its own words."""


def known(locale: str) -> str:
    """The locale, if it is one of them. Raises `CannotDo`."""
    if locale not in LOCALES:
        raise CannotDo(f"there is no language {locale!r}; there are {', '.join(LOCALES)}")
    return locale


def shown(node: Json, what: str, locale: str) -> str:
    """The name or the description of a command, an option or a choice in a language, else the one for all."""
    translated = (node.get(f"{what}_localizations") or {}).get(locale)
    return str(translated or node.get(what) or "")


def localised(option: Json, locale: str) -> Json:
    """An option of a command with its texts in one language: its name for people is its ``title``."""
    made = option | {"title": shown(option, "name", locale), "description": shown(option, "description", locale)}
    return made | {"choices": choices(option.get("choices") or [], locale)}


def choices(given: list[Json], locale: str) -> list[Json]:
    """Choices with their names in one language."""
    return [choice | {"name": shown(choice, "name", locale)} for choice in given]
