"""Matches of the toy on the simulated Discord, at the beginning of their first round."""

from __future__ import annotations

from typing import Any

from tests.bot.world import World


async def begun(made: World, **options: Any) -> str:
    """Anna against Max, with their colours chosen; returns the id."""
    await made.anna.slash(made.channel, "toy new", teams="1v1", opponent=made.max, **options)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    await made.max.slash(made.channel, "match accept", match=head.id)
    for user, colour in ((made.anna.id, "red"), (made.max.id, "green")):
        await made.play(head.id, user, ("colour", colour))
    await made.settle()
    return head.id
