"""What the one hears whose command or press came to nothing: the refusal with its rule, or the id of an incident."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.interactions import lookup, replies
from bot.interactions.replies import ANSWERED_ALREADY, BROKEN
from bot.interactions.services import Services, phrases_for, services
from bot.log import incident
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components, pages, widgets
from bot.panels.model import Button, Press, Row
from bot.texts import match as texts
from bot.texts import rules
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message
from storage import DatabaseLost, DatabaseUnreachable, OutcomeUnknown, StorageBusy, StorageError, StorageFull

log = logging.getLogger("bot")

TOO_LATE = 10_062
_OF_THE_DATABASE: Final[dict[type[BaseException], Message]] = {
    StorageFull: texts.NO_ROOM,
    StorageBusy: texts.BUSY,
    DatabaseUnreachable: texts.UNREACHABLE,
    OutcomeUnknown: texts.UNSURE,
}
"""What is said of failures of the database that pass, or that whoever runs the bot hears of elsewhere."""


def sentence(say: Phrases, refusal: Refusal) -> str:
    """Return why something cannot be done, with the number of the rule."""
    text = say.message(refusal.message)
    return f"{text} ({refusal.rule})" if refusal.rule else text


def with_button(
    say: Phrases, rows: tuple[Row, ...], game: str, rule: str, press: Press | None = None
) -> tuple[Row, ...]:
    """Return the rows with a button that shows the rule, where that paragraph exists and there is room.

    `press` takes the place of the one that shows it in an answer of its own (`in_panel`).
    """
    if not rule or rules.paragraph(game, rule, say.language) is None:
        return rows
    return widgets.with_button(
        rows, Button(say("Rule {rule}", rule=rule), press or Press("rules", tuple(rule.split("."))))
    )


def in_panel(rule: str, page: Action, key: str) -> Press:
    """Return the press that shows a rule in the place of a panel, and knows the page that it leads back to."""
    press = Press("rule", tuple(rule.split(".")), page)
    return press if pages.has_room(press, key) else replace(press, then=())


def buttons(bot: Services, say: Phrases, match: LoadedMatch, refusal: Refusal) -> tuple[Button, ...]:
    """Return the buttons that features add to a refusal."""
    makers = (feature.refusal_buttons for feature in bot.features)
    return tuple(button for maker in makers if maker is not None for button in maker(say, match, refusal))


async def answer_failure(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the player in one sentence what went wrong, where an answer can still be sent."""
    if isinstance(error, discord.InteractionResponded):
        log.info("interaction %d was answered already", interaction.id)
    elif isinstance(error, discord.NotFound) and error.code == TOO_LATE:
        log.info("interaction %d came too late to be answered", interaction.id)
    elif isinstance(error, discord.HTTPException) and error.code == ANSWERED_ALREADY:
        log.info("interaction %d was delivered twice", interaction.id)
    else:
        try:
            await _tell(interaction, error)
        except (discord.HTTPException, *BROKEN) as gone:
            log.info("interaction %d could not be answered: %s", interaction.id, gone)


async def _tell(interaction: discord.Interaction, error: BaseException) -> None:
    say = await phrases_for(interaction)
    if isinstance(error, Refusal):
        await replies.tell(interaction, sentence(say, error), await _rule_view(interaction, error))
    elif isinstance(error, DatabaseLost):  # the process is ending already, and the log says why
        await replies.tell(interaction, say.message(texts.STOPPING))
    elif isinstance(error, app_commands.MissingPermissions):
        await replies.tell(interaction, say("Only people who may manage the server can do that."))
    elif type(error) in _OF_THE_DATABASE:
        log.error("interaction %d: %s", interaction.id, error)
        await replies.tell(interaction, say.message(_OF_THE_DATABASE[type(error)]))
    elif isinstance(error, BROKEN):
        log.info("interaction %d could not be answered: %s", interaction.id, error)
        await replies.tell(interaction, say.message(texts.CONNECTION))
    else:
        text = say(
            "Something went wrong on my side; it is noted as `{incident}`. "
            "`/match show` tells you whether what you did went through.",
            incident=incident(f"interaction {interaction.id}", error),
        )
        await replies.tell(interaction, text)


async def _rule_view(interaction: discord.Interaction, refusal: Refusal) -> discord.ui.View | None:
    """Return the buttons that show the rule behind a refusal, where the match is known that it was about."""
    match_id = interaction.extras.get(lookup.ABOUT)
    if not refusal.rule or match_id is None:
        return None
    try:
        match = await services(interaction).matches.load(match_id)
    except (StorageError, Refusal):  # the sentence is what matters
        return None
    say = await phrases_for(interaction)
    more = buttons(services(interaction), say, match, refusal)
    # The rule is an answer of its own: there is no page that it could lead back to, and the refusal stays.
    return components.view(match_id, with_button(say, (more,) if more else (), match.match.game, refusal.rule))
