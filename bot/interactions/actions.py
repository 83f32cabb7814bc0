"""What players do, from commands and from presses alike: find the match, act, answer the one who acted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.interactions import components, lookup, replies
from bot.limits import EMBED_DESCRIPTION, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.service import Played, Refusal, Stale
from bot.panels.face import GameFace
from bot.panels.model import Panel, SeatPerspective
from bot.publish import announce, compose
from bot.texts import match as texts

if TYPE_CHECKING:
    pass

PANEL_DEEDS: Final = frozenset({"show", "do", "end", "undo", "cards"})
"""Presses that change the panel they are on; all others get an answer of their own."""
NO_SUCH_TILE: Final = "There is no such tile; choose one of the list."


async def open_panel(
    interaction: discord.Interaction, table: LoadedMatch, words: Sequence[str] = (), note: str = ""
) -> None:
    """Show the private panel of whoever asks; spectators get the public position."""
    bot = lookup.bot_of(interaction)
    if not table.started:
        raise Refusal("The match has not begun yet.")
    seat = table.seat_of(interaction.user.id)
    here = table.chair(seat, await bot.names.seats(table))
    panel = table.face.panel(here, words)
    await _fill(interaction, table, here, panel, note)


async def _fill(
    interaction: discord.Interaction, table: LoadedMatch, here: SeatPerspective, panel: Panel, note: str
) -> None:
    bot = lookup.bot_of(interaction)
    picture = await bot.studio.draw(table.face.private_board, here.view, panel.scene)
    text = f"{note}\n{panel.text}" if note else panel.text
    await replies.answer(interaction, text, picture=picture, view=components.panel_view(table.id, panel))


async def show_position(interaction: discord.Interaction, table: LoadedMatch, note: str) -> None:
    """The public position, for the one who asks."""
    bot = lookup.bot_of(interaction)
    if not table.started:
        names = await bot.names.seats(table)
        await replies.answer(interaction, "\n".join(t for t in (note, announce.start_text(table, names, names)) if t))
        return
    names = await bot.names.seats(table)
    view = table.view(None)
    picture = await bot.studio.draw(table.face.board, view)
    text = compose.first_line(table, names, [], compose.stretch(table, max(0, len(table.entries) - 3), names))
    await replies.answer(
        interaction,
        "\n".join(t for t in (note, text, table.face.status(view, names), lookup.link(table.match)) if t),
        picture=picture,
        view=components.view(table.id, compose.public_rows(table)),
    )


# Commands


async def play(interaction: discord.Interaction, match: str | None, line: str) -> None:
    """Carry out a typed action and answer with what it did and the panel for what comes next."""
    await replies.wait(interaction)
    table = await lookup.find(interaction, match)
    played = await lookup.bot_of(interaction).matches.play(
        table.id, interaction.user.id, [line], interaction_id=interaction.id
    )
    await open_panel(interaction, played.table, note=await _told(interaction, played))


async def undo(interaction: discord.Interaction, match: str | None) -> None:
    """Take the last action back."""
    await replies.wait(interaction)
    table = await lookup.find(interaction, match)
    played = await lookup.bot_of(interaction).matches.undo(table.id, interaction.user.id, interaction_id=interaction.id)
    await open_panel(interaction, played.table, note="Taken back.")


async def _told(interaction: discord.Interaction, played: Played) -> str:
    """What the player's own steps led to, in one line."""
    table = played.table
    seat = table.seat_of(interaction.user.id)
    names = await lookup.bot_of(interaction).names.seats(table)
    events = [
        event for step in played.steps for one in step.events if (event := table.face.game.show(one, seat)) is not None
    ]
    return texts.several(table.face.tell(events, names))


async def show_panel(interaction: discord.Interaction, match: str | None) -> None:
    """Open the private panel."""
    await replies.wait(interaction)
    await open_panel(interaction, await lookup.find(interaction, match))


async def show_piles(interaction: discord.Interaction, match: str | None, seat: int | None = None) -> None:
    """The discard piles and what nobody has seen yet, of all seats or one. Raises `Refusal`."""
    await replies.wait(interaction)
    table = await lookup.find(interaction, match)
    if seat is not None and seat >= len(table.match.seats):
        raise Refusal(f"There are only {len(table.match.seats)} seats in this match.")
    await _piles(interaction, table, seat)


async def _piles(interaction: discord.Interaction, table: LoadedMatch, seat: int | None = None) -> None:
    if not table.started:
        raise Refusal("The match has not begun yet.")
    names = await lookup.bot_of(interaction).names.seats(table)
    view = table.view(table.seat_of(interaction.user.id))
    await replies.answer(interaction, "", words=table.face.piles(view, names, seat))


async def show_words(interaction: discord.Interaction, match: str | None) -> None:
    """The whole position in words."""
    await replies.wait(interaction)
    await _words(interaction, await lookup.find(interaction, match))


async def _words(interaction: discord.Interaction, table: LoadedMatch) -> None:
    if not table.started:
        raise Refusal("The match has not begun yet.")
    view = table.view(table.seat_of(interaction.user.id))
    await replies.answer(interaction, "", words=table.face.words(view))


async def show_card(interaction: discord.Interaction, name: str) -> None:
    """One tile's card, of the match in whose thread it is asked for, or of whatever game."""
    await replies.wait(interaction)
    bot = lookup.bot_of(interaction)
    here = await bot.store.match_by_thread(interaction.channel_id) if interaction.channel_id is not None else None
    table = await bot.matches.table(here.id) if here is not None else None
    if table is not None and table.started and await _card(interaction, table.face, name, table.view(None)):
        return
    for face in bot.faces.values():
        if await _card(interaction, face, name):
            return
    raise Refusal(NO_SUCH_TILE)


async def _card(interaction: discord.Interaction, face: GameFace, name: str, view: Any = None) -> bool:
    """Answer with one tile's card; false if there is none of that name."""
    found = await lookup.bot_of(interaction).studio.draw(face.card, name, view)
    if found is not None:
        text, picture = found
        await replies.answer(interaction, text, picture=picture)
    return found is not None


async def _battle(interaction: discord.Interaction, table: LoadedMatch) -> None:
    last = compose.last_battle(table) if table.started else None
    if last is None:
        raise Refusal("No battle has been fought yet.")
    bot = lookup.bot_of(interaction)
    picture = await bot.studio.draw(table.face.stills, *compose.battle_views(table, last))
    told = table.face.tell(last.events, await bot.names.seats(table))
    await replies.answer(interaction, "", picture=picture, words=cut("\n".join(told), EMBED_DESCRIPTION))


# Presses


async def press(interaction: discord.Interaction, match_id: str, deed: str, key: str, words: tuple[str, ...]) -> None:
    """Carry out what a button or a select stands for. Raises `Refusal`."""
    if deed in ("accept", "decline", "join", "rematch"):
        from bot.commands import challenges

        await challenges.pressed(interaction, match_id, deed, words)
        return
    inside = interaction.message is not None and interaction.message.flags.ephemeral and deed in PANEL_DEEDS
    if inside:
        await replies.acknowledge(interaction)
    else:
        await replies.wait(interaction)
    table = await lookup.bot_of(interaction).matches.table(match_id)
    if deed in ("do", "end", "undo"):
        await _act(interaction, table, deed, key, words)
    elif deed in ("play", "show"):
        await open_panel(interaction, table, words)
    elif deed == "cards":
        if not table.started:
            raise Refusal("The match has not begun yet.")
        here = table.chair(table.seat_of(interaction.user.id), await lookup.bot_of(interaction).names.seats(table))
        await _fill(interaction, table, here, table.face.cards(here), "")
    elif deed == "card" and words:
        if not await _card(interaction, table.face, words[0], table.view(None) if table.started else None):
            raise Refusal(NO_SUCH_TILE)
    elif deed == "piles":
        await _piles(interaction, table)
    elif deed == "words":
        await _words(interaction, table)
    elif deed == "battle":
        await _battle(interaction, table)
    else:
        raise Refusal(texts.OLD_PANEL)


async def _act(
    interaction: discord.Interaction, table: LoadedMatch, deed: str, key: str, words: tuple[str, ...]
) -> None:
    """Carry out a panel's last button; whatever comes of it, the panel stays usable."""
    matches = lookup.bot_of(interaction).matches
    try:
        if deed == "undo":
            played = await matches.undo(table.id, interaction.user.id, key=key, interaction_id=interaction.id)
            note = "Taken back."
        else:
            lines: list[tuple[str, ...]] = [words] if words else []
            if deed == "end":
                lines.append(("end",))
            if not lines:
                raise Stale("That button stands for nothing any more; this is how things stand now.")
            played = await matches.play(table.id, interaction.user.id, lines, key=key, interaction_id=interaction.id)
            note = await _told(interaction, played)
    except Refusal as refusal:
        if not table.started:
            raise
        now = await matches.table(table.id)
        await open_panel(interaction, now, note=refusal.sentence())
        return
    await open_panel(interaction, played.table, note=note)
