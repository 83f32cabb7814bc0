"""A toy feature: the worked example of `docs/adding-a-feature.md`. Players of a match cheer the others on.

`/match cheers` shows how often the others have cheered, with a button that cheers; each of them hears of it by direct
message. It has a command, a handler of its buttons, a kind of jobs, a service, a row in panels, and sentences.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Handler, Request, Running, Services
from bot.matches.commits import CommitEvent, user_job
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from storage import ClaimedJob

CHEER: Final = "cheer"
"""The action id of the buttons, and the kind of the jobs that tell of a cheer."""


class Cheers:
    """Counts cheers, and tells players of them."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.counts: Counter[str] = Counter()

    async def cheer(self, match: LoadedMatch, user: int) -> None:
        """Note a cheer, and leave a row for each of the others."""
        self.counts[match.id] += 1
        posts = tuple(user_job(CHEER, other) for other in match.users() if other != user)
        now, version = self.services.matches.clock(), match.match.version
        await self.services.store.jobs.add(match.id, posts, now=now, version=version)
        await self.services.matches.commits.announce(CommitEvent())

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player of a cheer. Raises Discord's errors, upon which the job is tried again."""
        user, notifier = claim.job.recipient, self.services.notifier
        assert user is not None
        say = await notifier.languages.for_message(user, match.language)
        text = say("{match}: the others cheer you on!", match=await notifier.describe(say, match, user))
        await notifier.send_dm(match, claim.job, user, text, requested=True)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button that cheers, and the one in panels that leads here. Raises `Refusal`."""
    match.must_play(request.user)
    if pressed.press.tokens:
        await request.services.get(Cheers).cheer(match, request.user)
    await show(request, match)


async def show(request: Request, match: LoadedMatch) -> None:
    """Show how often the players have cheered, with the button that cheers."""
    count = request.services.get(Cheers).counts[match.id]
    text = request.say.plural("{count} cheer so far.", "{count} cheers so far.", count)
    row = (Button(request.say("Cheer"), Press(CHEER, ("now",)), "success"),)
    await replies.answer(request.interaction, text, view=components.view(match.id, (row,)))


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button below a private panel."""
    return ((Button(request.say("Cheers"), Press(CHEER)),),)


@app_commands.command(name="cheers", description=locale_str("Cheer the other players on"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def cheers(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the cheers."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))


def _start(services: Services) -> Running:
    made = Cheers(services)
    return Running(services=(made,), jobs={CHEER: made.publish})


FEATURE: Final = Feature(
    "cheers",
    handlers={CHEER: Handler(pressed, turns=True)},
    commands={"match": (cheers,)},
    panel_rows=panel_rows,
    start=_start,
)
