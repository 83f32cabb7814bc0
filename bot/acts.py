"""What players do, from commands and from presses alike: find the match, act, answer the one who acted."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord import app_commands

from bot import answers, components
from bot.limits import CHOICE_NAME, CHOICES, CONTENT, EMBED_DESCRIPTION, cut
from bot.matches import Played, Refusal, Stale
from bot.panel import Chair, Panel, Picture
from bot.publish import announce, compose
from bot.studio import file_of
from bot.table import Table
from bot.tabletop import Tabletop
from bot.texts import match as texts
from storage import MatchHead

if TYPE_CHECKING:
    from bot.app import ArenaBot

PANEL_DEEDS: Final = frozenset({"show", "do", "end", "undo", "cards"})
"""Presses that change the panel they are on; all others get an answer of their own."""
NO_SUCH_TILE: Final = "There is no such tile; choose one of the list."


def bot_of(interaction: discord.Interaction) -> ArenaBot:
    """The bot that the interaction came to."""
    return cast("ArenaBot", interaction.client)


# Which match is meant


async def find(interaction: discord.Interaction, match: str | None) -> Table:
    """The match that a command means: option, thread, or the only open one here. Raises `Refusal`."""
    bot = bot_of(interaction)
    if match:
        if not components.MATCH_ID.fullmatch(match.strip()):
            raise Refusal("That is no match; choose one of the list.")
        return await bot.matches.table(match.strip())
    if interaction.channel_id is not None:
        here = await bot.store.match_by_thread(interaction.channel_id)
        if here is not None:
            return await bot.matches.table(here.id)
    own = await bot.store.matches_of(interaction.user.id)
    near = [m for m in own if interaction.guild_id is None or m.guild_id == interaction.guild_id]
    if len(near) == 1:
        return await bot.matches.table(near[0].id)
    if not near:
        raise Refusal(texts.NO_MATCH)
    lines = [f"- {await _describe(bot, head)}" for head in near[:10]]
    raise Refusal("\n".join([texts.NOT_HERE, *lines]))


def link(head: MatchHead) -> str:
    """Where a match is played."""
    place = head.thread_id or head.channel_id
    if head.guild_id is None or not place:
        return ""
    return f"https://discord.com/channels/{head.guild_id}/{place}"


async def _describe(bot: ArenaBot, head: MatchHead) -> str:
    names = [await bot.names.of(s.user_id) for s in head.seats if s.user_id is not None]
    title = bot.tabletops[head.game].game.title
    return f"{title}: {' – '.join(names)} (`{head.id}`) {link(head)}".strip()


async def match_choices(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The asker's own open matches, for autocomplete."""
    bot = bot_of(interaction)
    found = []
    for head in await bot.store.matches_of(interaction.user.id):
        others = [await bot.names.of(s.user_id) for s in head.seats if s.user_id not in (None, interaction.user.id)]
        name = cut(f"{bot.tabletops[head.game].game.title} with {texts.listing(others)} ({head.id})", CHOICE_NAME)
        if current.lower() in name.lower():
            found.append(app_commands.Choice(name=name, value=head.id))
    return found[:CHOICES]


async def chair(interaction: discord.Interaction, match: str | None) -> Chair | None:
    """The asker's chair for autocomplete; `None` where there is none to look from."""
    try:
        table = await find(interaction, match)
    except Refusal:
        return None
    seat = table.seat_of(interaction.user.id)
    if seat is None or table.match.status != "running":
        return None
    return table.chair(seat, await bot_of(interaction).names.seats(table))


# Answers


async def say(interaction: discord.Interaction, text: str) -> None:
    """Answer the one who acted, and nobody else."""
    text = cut(text, CONTENT)
    if answers.acknowledged(interaction):
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())


async def wait(interaction: discord.Interaction) -> None:
    """Acknowledge at once with a private answer to come."""
    await answers.acknowledge(interaction, ephemeral=True, thinking=True)


async def answer(
    interaction: discord.Interaction,
    text: str,
    *,
    picture: Picture | None = None,
    view: discord.ui.View | None = None,
    words: str = "",
) -> None:
    """Complete a deferred answer, or fill a panel anew."""
    embeds = [discord.Embed(description=cut(words, EMBED_DESCRIPTION))] if words else []

    async def send() -> None:
        await interaction.edit_original_response(
            content=cut(text, CONTENT) or None,
            attachments=[file_of(picture)] if picture is not None else [],
            embeds=embeds,
            view=view,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    await answers.persist(send)


async def open_panel(interaction: discord.Interaction, table: Table, words: Sequence[str] = (), note: str = "") -> None:
    """Show the private panel of whoever asks; spectators get the public position."""
    bot = bot_of(interaction)
    if not table.started:
        raise Refusal("The match has not begun yet.")
    seat = table.seat_of(interaction.user.id)
    here = table.chair(seat, await bot.names.seats(table))
    panel = table.tabletop.panel(here, words)
    await _fill(interaction, table, here, panel, note)


async def _fill(interaction: discord.Interaction, table: Table, here: Chair, panel: Panel, note: str) -> None:
    bot = bot_of(interaction)
    picture = await bot.studio.draw(table.tabletop.private_board, here.view, panel.scene)
    text = f"{note}\n{panel.text}" if note else panel.text
    await answer(interaction, text, picture=picture, view=components.panel_view(table.id, panel))


async def answer_long(interaction: discord.Interaction, text: str, filename: str) -> None:
    """Complete a deferred answer with a text, as a file where it is too long for a message."""
    if len(text) <= CONTENT:
        await answer(interaction, text)
        return
    await interaction.edit_original_response(
        content=cut(text, 300), attachments=[discord.File(io.BytesIO(text.encode()), filename)]
    )


async def show_position(interaction: discord.Interaction, table: Table, note: str) -> None:
    """The public position, for the one who asks."""
    bot = bot_of(interaction)
    if not table.started:
        names = await bot.names.seats(table)
        await answer(interaction, "\n".join(t for t in (note, announce.start_text(table, names, names)) if t))
        return
    names = await bot.names.seats(table)
    view = table.view(None)
    picture = await bot.studio.draw(table.tabletop.board, view)
    text = compose.first_line(table, names, [], compose.stretch(table, max(0, len(table.entries) - 3), names))
    await answer(
        interaction,
        "\n".join(t for t in (note, text, table.tabletop.status(view, names), link(table.match)) if t),
        picture=picture,
        view=components.view(table.id, compose.public_rows(table)),
    )


# Commands


async def play(interaction: discord.Interaction, match: str | None, line: str) -> None:
    """Carry out a typed action and answer with what it did and the panel for what comes next."""
    await wait(interaction)
    table = await find(interaction, match)
    played = await bot_of(interaction).matches.play(
        table.id, interaction.user.id, [line], interaction_id=interaction.id
    )
    await open_panel(interaction, played.table, note=await _told(interaction, played))


async def undo(interaction: discord.Interaction, match: str | None) -> None:
    """Take the last action back."""
    await wait(interaction)
    table = await find(interaction, match)
    played = await bot_of(interaction).matches.undo(table.id, interaction.user.id, interaction_id=interaction.id)
    await open_panel(interaction, played.table, note="Taken back.")


async def _told(interaction: discord.Interaction, played: Played) -> str:
    """What the player's own steps led to, in one line."""
    table = played.table
    seat = table.seat_of(interaction.user.id)
    names = await bot_of(interaction).names.seats(table)
    events = [
        event
        for step in played.steps
        for one in step.events
        if (event := table.tabletop.game.show(one, seat)) is not None
    ]
    return texts.several(table.tabletop.tell(events, names))


async def show_panel(interaction: discord.Interaction, match: str | None) -> None:
    """Open the private panel."""
    await wait(interaction)
    await open_panel(interaction, await find(interaction, match))


async def show_piles(interaction: discord.Interaction, match: str | None, seat: int | None = None) -> None:
    """The discard piles and what nobody has seen yet, of all seats or one. Raises `Refusal`."""
    await wait(interaction)
    table = await find(interaction, match)
    if seat is not None and seat >= len(table.match.seats):
        raise Refusal(f"There are only {len(table.match.seats)} seats in this match.")
    await _piles(interaction, table, seat)


async def _piles(interaction: discord.Interaction, table: Table, seat: int | None = None) -> None:
    if not table.started:
        raise Refusal("The match has not begun yet.")
    names = await bot_of(interaction).names.seats(table)
    view = table.view(table.seat_of(interaction.user.id))
    await answer(interaction, "", words=table.tabletop.piles(view, names, seat))


async def show_words(interaction: discord.Interaction, match: str | None) -> None:
    """The whole position in words."""
    await wait(interaction)
    await _words(interaction, await find(interaction, match))


async def _words(interaction: discord.Interaction, table: Table) -> None:
    if not table.started:
        raise Refusal("The match has not begun yet.")
    view = table.view(table.seat_of(interaction.user.id))
    await answer(interaction, "", words=table.tabletop.words(view))


async def show_card(interaction: discord.Interaction, name: str) -> None:
    """One tile's card, of the match in whose thread it is asked for, or of whatever game."""
    await wait(interaction)
    bot = bot_of(interaction)
    here = await bot.store.match_by_thread(interaction.channel_id) if interaction.channel_id is not None else None
    table = await bot.matches.table(here.id) if here is not None else None
    if table is not None and table.started and await _card(interaction, table.tabletop, name, table.view(None)):
        return
    for tabletop in bot.tabletops.values():
        if await _card(interaction, tabletop, name):
            return
    raise Refusal(NO_SUCH_TILE)


async def _card(interaction: discord.Interaction, tabletop: Tabletop, name: str, view: Any = None) -> bool:
    """Answer with one tile's card; false if there is none of that name."""
    found = await bot_of(interaction).studio.draw(tabletop.card, name, view)
    if found is not None:
        text, picture = found
        await answer(interaction, text, picture=picture)
    return found is not None


async def _battle(interaction: discord.Interaction, table: Table) -> None:
    last = compose.last_battle(table) if table.started else None
    if last is None:
        raise Refusal("No battle has been fought yet.")
    bot = bot_of(interaction)
    picture = await bot.studio.draw(table.tabletop.stills, *compose.battle_views(table, last))
    told = table.tabletop.tell(last.events, await bot.names.seats(table))
    await answer(interaction, "", picture=picture, words=cut("\n".join(told), EMBED_DESCRIPTION))


# Presses


async def press(interaction: discord.Interaction, match_id: str, deed: str, key: str, words: tuple[str, ...]) -> None:
    """Carry out what a button or a select stands for. Raises `Refusal`."""
    if deed in ("accept", "decline", "join", "rematch"):
        from bot import challenges

        await challenges.pressed(interaction, match_id, deed, words)
        return
    inside = interaction.message is not None and interaction.message.flags.ephemeral and deed in PANEL_DEEDS
    if inside:
        await answers.acknowledge(interaction)
    else:
        await wait(interaction)
    table = await bot_of(interaction).matches.table(match_id)
    if deed in ("do", "end", "undo"):
        await _act(interaction, table, deed, key, words)
    elif deed in ("play", "show"):
        await open_panel(interaction, table, words)
    elif deed == "cards":
        if not table.started:
            raise Refusal("The match has not begun yet.")
        here = table.chair(table.seat_of(interaction.user.id), await bot_of(interaction).names.seats(table))
        await _fill(interaction, table, here, table.tabletop.cards(here), "")
    elif deed == "card" and words:
        if not await _card(interaction, table.tabletop, words[0], table.view(None) if table.started else None):
            raise Refusal(NO_SUCH_TILE)
    elif deed == "piles":
        await _piles(interaction, table)
    elif deed == "words":
        await _words(interaction, table)
    elif deed == "battle":
        await _battle(interaction, table)
    else:
        raise Refusal(texts.OLD_PANEL)


async def _act(interaction: discord.Interaction, table: Table, deed: str, key: str, words: tuple[str, ...]) -> None:
    """Carry out a panel's last button; whatever comes of it, the panel stays usable."""
    matches = bot_of(interaction).matches
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
