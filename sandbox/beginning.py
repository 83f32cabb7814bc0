"""Begins a match for two seats of the page by ordinary commands and presses, so that somebody alone can play at once.

What it presses it finds as people do, in what they are shown: it knows the bot's commands and what its buttons are
called inside, and nothing else of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence, Set
from functools import partial
from typing import Final, TypeVar

from sandbox.delivery import Delivery
from sandbox.messages import Channel, Interaction, Message
from sandbox.player import Player
from sandbox.protocol import DM, CannotDo, Json

T = TypeVar("T")
COMMAND: Final = "match new"
GAME: Final = "game"
"""The option of the command that says which game."""
COMPUTER: Final = "computer"
"""The option that has computers play where nobody is named."""
PLAY, QUICK = "play", "quick"
"""What the buttons of a board are called inside that open the panel, and that leave the set-up to the bot."""
PATIENCE: Final = 60.0
"""Seconds that the bot may take for each step."""
QUIET: Final = 10.0
"""Seconds without a request of the bot's after which its answer to the command was all that comes."""


def games(commands: list[Json]) -> list[Json]:
    """Return the games that a match can be begun of, as the choices of the command's option."""
    return _choices(commands, GAME)


def levels(commands: list[Json]) -> list[Json]:
    """Return the computer players that the command offers as the choices of its option, the weakest first."""
    return _choices(commands, COMPUTER)


def _choices(commands: list[Json], name: str) -> list[Json]:
    options: list[Json] = next((command["options"] for command in commands if command["path"] == COMMAND), [])
    return next((option["choices"] for option in options if option["name"] == name and option.get("choices")), [])


async def begin(server: Delivery, host: Player, guest: Player, place: Channel, game: str) -> Channel:
    """Let one person challenge another, both set up, and whoever begins open their panel; return the match's thread.

    Raises `CannotDo` where the bot does not do its part.
    """
    before = {message.id for message in guest.messages(place)}
    opened = await host.slash(place, COMMAND, wait=False, game=game, opponent=guest)
    await server.acknowledged(opened, PATIENCE)
    start = await _opened(server, opened, lambda: _with(guest, place, "accept", before))
    await guest.click(start, _key(start, "accept"), wait=False)
    return await _set_up(server, await _thread(server, start), (guest, host))


async def begin_alone(
    server: Delivery, host: Player, place: Channel, game: str, commands: list[Json], level: str | None = None
) -> Channel:
    """Let somebody play a game against a computer, and open their panel when it is their turn; return the thread.

    `level` is the value of one of `levels`; the weakest plays where none is given. In direct messages with the bot the
    match is played without a thread: then those are returned. Raises `CannotDo` where the bot does not do its part,
    or has no such computer player.
    """
    offered = [str(choice["value"]) for choice in levels(commands)]
    if not offered:
        raise CannotDo("The bot has no computer players yet; try again in a moment.")
    if level is not None and level not in offered:
        raise CannotDo("The bot has no such computer player.")
    before = {message.id for message in host.messages(place)}
    options: Json = {GAME: game, COMPUTER: level or offered[0]}
    opened = await host.slash(place, COMMAND, wait=False, **options)
    await server.acknowledged(opened, PATIENCE)
    sign = PLAY if place.type == DM else "proof"
    start = await _opened(server, opened, lambda: _with(host, place, sign, before))
    return await _set_up(server, place if place.type == DM else await _thread(server, start), (host,))


async def _opened(server: Delivery, command: Interaction, look: Callable[[], Message | None]) -> Message:
    """Return the message of the match that a command has opened.

    Raises `CannotDo` with the bot's words where it has opened none.
    """
    answered = time.monotonic()

    def over() -> bool:
        quiet = time.monotonic() - max(answered, server.last_activity)
        return look() is not None or (not server.in_flight and quiet >= QUIET)

    await server.until(over, PATIENCE)
    found = look()
    if found is None:
        raise CannotDo(command.text or "The bot has not shown the match.")
    return found


async def _thread(server: Delivery, start: Message) -> Channel:
    """Return the thread of the match that this message has opened, once there is one."""
    await _seen(server, lambda: start.thread, "the thread")
    assert start.thread is not None
    return start.thread


async def _set_up(server: Delivery, thread: Channel, players: Sequence[Player]) -> Channel:
    """Let all players leave the set-up to the bot, and whoever begins open their panel; return the match's thread.

    The board offers that only while one of them is asked: a computer may be asked before.
    """
    left_to_it: set[int] = set()
    while True:
        live, player, action = await _seen(server, partial(_next, thread, players, left_to_it), "whose turn it is")
        await server.finish(await player.click(live, _key(live, action), wait=False), PATIENCE)
        if action == PLAY:
            return thread
        left_to_it.add(player.id)


def _next(thread: Channel, players: Sequence[Player], left_to_it: Set[int]) -> tuple[Message, Player, str] | None:
    """Return which button of the board one of these players presses next; nothing while others are asked.

    That is the one that leaves the set-up to the bot, once for each of them, and when it is gone the one that opens the
    panel of whoever is called in the first line.
    """
    live = _with(players[0], thread, PLAY)
    if live is None:
        return None
    if _key(live, QUICK):
        return next(((live, player, QUICK) for player in players if player.id not in left_to_it), None)
    line = live.content.partition("\n")[0]
    return next(((live, player, PLAY) for player in players if player.mention in line), None)


def _with(player: Player, place: Channel, action: str, but: Set[int] = frozenset()) -> Message | None:
    """Return the newest public message there with a button that does this."""
    found = (m for m in reversed(player.messages(place)) if m.id not in but and not m.ephemeral_for and _key(m, action))
    return next(found, None)


def _key(message: Message, action: str) -> str:
    """Return the custom_id of the button that does this, empty where the message has none."""
    ids = (str(control.get("custom_id") or "") for control in message.controls)
    return next((key for key in ids if key.split(":")[2:3] == [action]), "")


async def _seen(server: Delivery, look: Callable[[], T | None], what: str) -> T:
    found = await server.until(look, PATIENCE)
    if found is None:
        raise CannotDo(f"The bot has not shown {what}.")
    return found
