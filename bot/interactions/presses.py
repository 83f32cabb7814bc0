"""Finding the handler of a press by its action id. A press loads its match once and hands it on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.interactions import challenges, history_pages, inspect, lookup, panel, places, rule_pages
from bot.interactions.replies import promise
from bot.interactions.services import Feature, Handler, Services, request_for, services
from bot.matches.refusals import Refusal
from bot.panels.components import Pressed
from bot.texts import match as texts

HANDLERS: Final[Mapping[str, Handler]] = {
    "show": Handler(panel.page, turns=True),
    "more": Handler(panel.unfold, turns=True),
    "do": Handler(panel.do, turns=True),
    "errand": Handler(panel.errand, turns=True),
    "undo": Handler(panel.undo, turns=True),
    "agree": Handler(panel.agree, turns=True),
    "answer": Handler(panel.answer, quiet=True),
    "play": Handler(panel.page),
    "words": Handler(inspect.words),
    "rule": Handler(inspect.rule, turns=True),
    "rules": Handler(inspect.rule, outside=rule_pages.turn),
    "proof": Handler(inspect.proof),
    "history": Handler(history_pages.pressed, turns=True),
    "accept": Handler(challenges.pressed),
    "decline": Handler(challenges.pressed),
    "join": Handler(challenges.pressed),
    "rematch": Handler(challenges.rematch),
    "reopen": Handler(places.pressed),
}
"""The handlers of presses that belong to no feature, by action id.

In panels: ``show`` the panel at these tokens, ``more`` of its buttons, ``do`` the action, ``errand`` several in one go,
``undo`` the last action, ``agree`` answers what players agree on. On public messages: ``play`` opens the panel,
``words`` answers with the position in words, ``rule`` with a paragraph of the rules, ``proof`` with how the draws can
be checked; ``accept``, ``decline``, ``join`` and ``rematch`` belong to challenges, ``reopen`` opens a thread that was
lost; ``answer`` carries an action out from the live message (`bot.publish.compose`). ``history`` turns the page of a
history. Under rules that were looked up, ``rules`` turns to another one.
"""
EXHIBIT: Final = Handler(inspect.pressed_exhibit, turns=True)
"""The handler of every other action id: the id of an exhibit of the match's game."""


def action_ids(features: Sequence[Feature]) -> list[str]:
    """Return all action ids that have a handler, none of which may be that of an exhibit."""
    return [*HANDLERS, *(action_id for feature in features for action_id in feature.handlers)]


def handler_of(bot: Services, action_id: str) -> Handler:
    """Return the handler of an action id."""
    if action_id in HANDLERS:
        return HANDLERS[action_id]
    return next((f.handlers[action_id] for f in bot.features if action_id in f.handlers), EXHIBIT)


async def press(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Carry out what a button, a select or a form stands for. Raises `Refusal`."""
    bot = services(interaction)
    handler = handler_of(bot, pressed.press.action_id)
    form = handler.forms.get(pressed.press.tokens[0]) if pressed.press.tokens else None
    if form is not None and interaction.type is discord.InteractionType.component:
        await form(interaction, pressed)
        return
    outside = handler.outside if pressed.lesson is not None else None
    in_panel = interaction.message is not None and interaction.message.flags.ephemeral
    turns = in_panel and (handler.turns or outside is not None)
    promised = promise(interaction, turns=handler.quiet or turns)
    if handler.quiet:  # there may be no further answer
        await promised.announce()
    request = await request_for(interaction)
    if pressed.lesson is not None:
        outside = outside or next((f.outside for f in bot.features if f.outside is not None), None)
        if outside is None:
            raise Refusal(texts.OLD_BUTTON)
        await outside(request, pressed)
        return
    try:
        match = await lookup.load(request, pressed.match_id)
    except Refusal:
        if handler.unseen is None:
            raise
        await handler.unseen(request)
        return
    interaction.extras[lookup.ABOUT] = match.id
    await handler.do(request, match, pressed)
