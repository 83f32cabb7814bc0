"""What every press does: one table. A press loads its match once and hands it on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.features.clocks import pages as timing
from bot.features.digests import pages as digesting
from bot.features.followers import pages as following
from bot.features.lessons import pages as lessons
from bot.features.plans import pages as planning
from bot.features.standing_orders import pages as instructing
from bot.features.substitutes import pages as handing
from bot.interactions import answering, challenges, guide, looks, lookup, mine, panel, places
from bot.interactions.promise import promise
from bot.interactions.services import Request, request_for
from bot.matches.loaded import LoadedMatch
from bot.panels.components import Pressed
from bot.panels.model import Press

Handler = Callable[[Request, LoadedMatch, Pressed], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Deed:
    """What a press does.

    `turns`: pressed in a panel, it changes that panel; else it gets an answer of its own. `quiet`: the public message
    under which it stands shows what came of it, so that only a refusal is answered.
    """

    do: Handler
    turns: bool = False
    quiet: bool = False


DEEDS: Final[Mapping[str, Deed]] = {
    "show": Deed(panel.page, turns=True),
    "do": Deed(panel.do, turns=True),
    "undo": Deed(panel.undo, turns=True),
    "agree": Deed(panel.agree, turns=True),
    "play": Deed(panel.page),
    "words": Deed(looks.words),
    "rule": Deed(looks.rule),
    "accept": Deed(challenges.pressed),
    "decline": Deed(challenges.pressed),
    "join": Deed(challenges.pressed),
    "rematch": Deed(challenges.rematch),
    "learn": Deed(lessons.pressed_in_match),
    "help": Deed(guide.pressed_in_match),
    "proof": Deed(looks.proof),
    "time": Deed(timing.pressed),
    "seat": Deed(handing.pressed),
    "digest": Deed(digesting.stop),
    "follow": Deed(following.pressed, turns=True),
    "plan": Deed(planning.pressed, turns=True),
    "mine": Deed(mine.pressed, turns=True),
    "reopen": Deed(places.pressed),
    "orders": Deed(instructing.pressed, turns=True),
    "answer": Deed(answering.pressed, quiet=True),
}
"""The deeds of all games (`bot.panels.model.DEEDS`); any other deed is an exhibit of the match's game."""
WRITE: Final = Press(planning.DEED, (planning.WRITE,))
EXHIBIT: Final = Deed(looks.pressed_exhibit)


async def press(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Carry out what a button, a select or a form stands for. Raises `Refusal`."""
    if pressed.press == WRITE and interaction.type is discord.InteractionType.component:
        await planning.form(interaction, pressed)  # a form is a first answer, or none
        return
    deed = DEEDS.get(pressed.press.deed, EXHIBIT)
    turns = deed.turns or (pressed.lesson is not None and pressed.press.deed in ("learn", "help"))
    in_panel = interaction.message is not None and interaction.message.flags.ephemeral
    promised = promise(interaction, turns=deed.quiet or (turns and in_panel))
    if deed.quiet:  # there may be no further answer
        await promised.announce()
    request = await request_for(interaction)
    if pressed.lesson is not None:
        await (guide if pressed.press.deed == "help" else lessons).pressed(request, pressed)
        return
    match = await lookup.load(request, pressed.match_id)
    interaction.extras[lookup.ABOUT] = match.id
    await deed.do(request, match, pressed)
