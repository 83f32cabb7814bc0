"""The page that explains, the buttons that open it, and `/why`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.features.why import refused, scenes
from bot.features.why.refused import ACTION_ID
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.limits import SELECT_OPTIONS
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.face import Scene, Subject
from bot.panels.model import AnyView, Button, Press, Row, Select
from bot.panels.widgets import back, button, option
from bot.publish import recent
from bot.publish.summary import Names
from bot.texts import columns, rules, story
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message

MOST_DIGITS: Final = 6
FIRST: Final = "-"
"""The token of what matters most to the asker, where nothing else is named."""
NOTHING: Final = Message("Nothing has happened yet that needs explaining.")
GONE: Final = Message("That was taken back, or there is nothing to explain about it.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button or a line of the list. Raises `Refusal`."""
    tokens = pressed.press.tokens
    if tokens[:1] == (refused.REFUSED,):
        await refused.show(request, match, tokens[1:])
        return
    number, subject = (*tokens, "", "")[:2]
    known = int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else None
    if len(".".join(tokens[2:])) > refused.LENGTH:  # no page of mine leads back to that, and no button has room for it
        raise Refusal(texts.OLD_BUTTON)
    await show(request, match, known, subject, tokens[2:])


async def show(
    request: Request, match: LoadedMatch, number: int | None = None, subject: str = "", leads: Action = ()
) -> None:
    """Explain something that happened at an entry, by default at the newest one that has something to explain.

    `leads` are the action id and the tokens of the page from which it was asked. Raises `Refusal`.
    """
    match.must_have_begun()
    why, say, reader = match.face.why, request.say, match.seat_of(request.user)
    if why is None:
        raise Refusal(NOTHING)
    request.services.limits.must(request.user, "pictures")
    names = await request.services.names.seats(say, match)
    found = await request.services.studio.draw(_found, say, match, number, reader, names)
    if found is None:
        raise Refusal(NOTHING if number is None else GONE)
    number, scene, known = found
    events = () if leads else await request.services.studio.draw(scenes.recent, say, match, reader, names)
    chosen = next((one for one in known if one.token == subject), known[0])
    shown = await request.services.studio.draw(why.explain, say, scene, chosen.token)
    if shown is None:
        raise Refusal(GONE)
    turns = replies.promise(request.interaction).turns
    about = _events(say, match, number, reader, events)
    rows = (*about, *_rows(say, number, known, chosen, leads, turns=turns))
    cited = story.BETWEEN.join(rules.cited(match.face.game.name, shown.text, say.language))
    text = texts.lines(f"**{chosen.label}**", shown.text, f"{columns.SMALL}{cited}" if cited else "")
    await replies.answer(request.interaction, text, picture=shown.picture, view=components.view(match.id, rows))


def _found(
    say: Phrases, match: LoadedMatch, number: int | None, reader: int | None, names: Names
) -> tuple[int, Scene[AnyView], list[Subject]] | None:
    """Return the entry, its scene and what can be asked about in it, for a drawing thread."""
    why = match.face.why
    number = scenes.latest(say, match, reader) if number is None else number
    scene = scenes.scene(match, number, reader, names) if number is not None else None
    known = list(why.subjects(say, scene))[:SELECT_OPTIONS] if why is not None and scene is not None else []
    return (number, scene, known) if number is not None and scene is not None and known else None


def _events(
    say: Phrases, match: LoadedMatch, number: int, reader: int | None, events: Sequence[scenes.Recent]
) -> tuple[Row, ...]:
    """Return the list of what has happened lately, where there is more than the one that is explained."""
    shown = next((one for one in events if scenes.same(match, one.number, number, reader)), None)
    lines = tuple(option(one.began, press(one.number), one.outcome, chosen=one == shown) for one in events)
    return (Select(say("What happened"), lines),) if len(lines) > (shown is not None) else ()


def _rows(
    say: Phrases, number: int, known: list[Subject], chosen: Subject, leads: Action, *, turns: bool
) -> tuple[Row, ...]:
    lines = tuple(option(one.label, press(number, one.token, leads), chosen=one == chosen) for one in known)
    rows: list[Row] = [Select(say("Why? About …"), lines)] if len(known) > 1 else []
    if leads:
        rows.append((button(say("Back"), Press(leads[0], leads[1:])),))
    elif turns:
        rows.append((back(say),))
    return tuple(rows)


def press(number: int, subject: str = FIRST, leads: Action = ()) -> Press:
    """Return the press that explains something at an entry; `leads` is where its page leads back to."""
    return Press(ACTION_ID, (str(number), subject, *leads))


def at(say: Phrases, match: LoadedMatch, number: int, reader: int | None, leads: Action = ()) -> tuple[Button, ...]:
    """Return the button for an entry of a replay, where there is something to explain."""
    return (
        (button(refused.label(say), press(number, FIRST, leads)),)
        if scenes.subjects(say, match, number, reader)
        else ()
    )


def _since(say: Phrases, match: LoadedMatch, reader: int | None, after: int = 0) -> tuple[Button, ...]:
    number = scenes.latest(say, match, reader, after)
    return (Button(refused.label(say), press(number)),) if number is not None else ()


def public_buttons(say: Phrases, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button under a live message or a result: about the last thing that can be explained."""
    return _since(say, match, None)


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button of a panel, after something that its player has missed."""
    reader = match.seat_of(request.user)
    if reader is None:
        return ()
    return _since(request.say, match, reader, recent.seen_until(match, request.user))


async def turn_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button below the panel that follows a step that can be explained."""
    buttons = _since(request.say, match, match.seat_of(request.user), match.newest - 1)
    return (buttons,) if buttons else ()


@app_commands.command(name="why", description=locale_str("Why the last battle or attack went as it did"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def why_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Explain what happened last."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))


why_command.allowed_contexts, why_command.allowed_installs = EVERYWHERE, INSTALLED
