"""Commands that games have besides their moves: the panel, any answer, what is shown of a match or looked up by name.

`default_group` is all the commands of a game that says nothing of how its moves are typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.commands.from_verbs import Made, Option, Perspective, command, following, group, one_token
from bot.interactions import actions, lookup
from bot.interactions.services import phrases_for
from bot.panels import drafts
from bot.panels.face import ActionText, Face
from bot.panels.model import SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message

V = TypeVar("V")
Named = Sequence[tuple[str, str]]
"""Names and values to choose from."""


def panel(name: str, help_: Message) -> Made:
    """Return the command that opens the private panel."""

    async def callback(interaction: discord.Interaction, match: str | None = None) -> None:
        await actions.show_panel(interaction, match)

    return command(name, help_, (), callback)


def choose(action_text: ActionText, *, beginnings: bool = False) -> Made:
    """Return the command that carries out whatever is typed, and offers what the player can do; see `answers`."""

    async def callback(interaction: discord.Interaction, option: str, match: str | None = None) -> None:
        await actions.play(interaction, match, words(option))

    @lookup.safe_autocomplete
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        perspective = await lookup.perspective(interaction, interaction.namespace.match)
        if perspective is None:
            return []
        named = answers(
            perspective, action_text, _said(perspective, current) if beginnings else (), beginnings=beginnings
        )
        return [app_commands.Choice(name=label, value=value) for label, value in drafts.matching(named, current)]

    made = command(
        "choose", Message("Answer whatever you are asked"), (Option("option", Message("Your answer")),), callback
    )
    made.autocomplete("option")(complete)
    return made


def words(*texts: str | None) -> Action:
    """Split what was typed into tokens, one for each word; a text that was left out has none."""
    return tuple(one_token(word, ".-") for text in texts if text for word in re.split(r"[\s,]+", text) if word)


def _said(perspective: Perspective, current: str) -> Action:
    """Return the tokens that the first typed words are, as the rules write them, as far as something follows them."""
    said: Action = ()
    for word in words(current):
        field = following(perspective, said)
        token = next((v for v in field.values if v.casefold() == word.casefold()), None) if field is not None else None
        if token is None or following(perspective, (*said, token)) is None:
            break
        said = (*said, token)
    return said


def answers(
    perspective: SeatPerspective[V],
    action_text: ActionText,
    said: Action = (),
    *,
    beginnings: bool = False,
) -> list[tuple[str, str]]:
    """Return the answers to the panel's choice that begin with these tokens, in words and as typed.

    That is every action that is whole after one or two more tokens, and with `beginnings` the first tokens of those
    that are longer.
    """
    lines: list[tuple[str, str]] = []
    for tokens in _more(perspective, said):
        field = following(perspective, tokens)
        whole = [tokens] if field is None or field.least == 0 else []
        whole += [longer for longer in _more(perspective, tokens) if following(perspective, longer) is None]
        lines += [(action_text(perspective.say, action, perspective.names), " ".join(action)) for action in whole]
        if beginnings and not whole:
            lines.append((f"{' '.join(tokens)} …", " ".join(tokens)))
    return lines


def _more(perspective: SeatPerspective[V], said: Action) -> list[Action]:
    """Return the tokens with each of those that may follow them."""
    field = following(perspective, said) if perspective.choice is not None else None
    return [(*said, value) for value in dict.fromkeys(field.values)] if field is not None else []


def default_group(face: Face[Any]) -> app_commands.Group:
    """Return the group of a game whose moves have no commands of their own."""
    opened = panel("panel", Message("All you can do, for your eyes only"))
    return group(face.group, face.game, (choose(face.words.action_text, beginnings=True), opened))


def exhibit(name: str, help_: Message, shown: str, option: Option | None = None) -> Made:
    """Return the command that shows an exhibit of a match by its id; `option` is for its token."""

    async def callback(interaction: discord.Interaction, match: str | None = None, **typed: str | None) -> None:
        text = typed.get(option.name) if option is not None else None
        tokens = () if option is None or text is None else option.read(text)
        await actions.show_exhibit(interaction, match, shown, tokens)

    return command(name, help_, () if option is None else (option,), callback)


def look_up(
    name: str,
    help_: Message,
    of_name: Message,
    shown: str,
    names: Callable[[Phrases], Named],
    *,
    in_match: bool = False,
) -> Made:
    """Return the command that shows an exhibit for a name, which needs no match; `names` are all names and values.

    `in_match`: it has an option for the match, too.
    """

    async def callback(interaction: discord.Interaction, name: str, match: str | None = None) -> None:
        if match is not None:
            await actions.show_exhibit(interaction, match, shown, (name,))
        else:
            await actions.look_up(interaction, shown, (name,))

    @lookup.safe_autocomplete
    async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
        named = list(names(await phrases_for(interaction)))
        return [app_commands.Choice(name=label, value=value) for label, value in drafts.matching(named, current)]

    made = command(name, help_, (Option("name", of_name),), callback, match=in_match)
    made.autocomplete("name")(complete)
    return made
