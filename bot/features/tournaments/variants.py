"""The options of a game as one line of text: what is typed for the matches of a tournament, and what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches.refusals import Refusal
from bot.texts.phrases import Phrases
from games.api import Game, MatchOption
from games.messages import Message

YES: Final = ("yes", "true", "1", "on")
NO: Final = ("no", "false", "0", "off")


def read(game: Game[Any], text: str) -> dict[str, Any]:
    """Return the options that were typed as `name=value`, parted by commas. Raises `Refusal`."""
    declared = {option.name: option for option in game.match_options}
    given: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = (word.strip().lower() for word in part.partition("="))
        option = declared.get(name)
        typed = _typed(option, value) if option is not None else None
        if typed is None:
            raise Refusal(
                Message(
                    "I do not understand “{part}”. Options are written as name=value, with commas between; choose "
                    "them from the list.",
                    part=part[:40],
                )
            )
        given[name] = typed
    return given


def _typed(option: MatchOption, value: str) -> Any:
    """Return the value of an option; `None` for one that it cannot have."""
    if isinstance(option.default, bool):
        return True if value in YES else False if value in NO else None
    if isinstance(option.default, int):
        return int(value) if value.isdecimal() and len(value) < 9 else None
    return next((known for known, _ in option.choices if known.lower() == value), None) if option.choices else value


def offered(say: Phrases, game: Game[Any], current: str) -> list[tuple[str, str]]:
    """Return what can be added to a line that is being typed: what it is called, and the whole line with it."""
    before, _, typing = current.rpartition(",")
    head = f"{before.strip()}, " if before.strip() else ""
    used = {part.partition("=")[0].strip() for part in before.split(",")}
    found = []
    for option in game.match_options:
        if option.name in used:
            continue
        for value, title in _values(say, option):
            line = f"{option.name}={value}"
            label = say("{option}: {value}", option=option.title, value=title)
            if typing.strip().lower() in f"{line} {label}".lower() and len(head + line) <= CHOICE_NAME:
                found.append((cut(f"{head}{label}", CHOICE_NAME), head + line))
    return found[:CHOICES]


def _values(say: Phrases, option: MatchOption) -> Iterator[tuple[str, str]]:
    """Yield the values of an option that are not the usual one, as they are typed and called."""
    if isinstance(option.default, bool):
        yield ("no", say("no")) if option.default else ("yes", say("yes"))
    elif option.choices:
        for value, title in option.choices:
            if value != option.default:
                yield value, say.message(title)
    elif isinstance(option.default, int) and option.bounds:
        least, most = option.bounds
        for number in range(least, min(most, least + CHOICES) + 1):
            if number != option.default:
                yield str(number), str(number)
