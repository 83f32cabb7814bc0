"""Playing through the bot as people do: by slash commands and by panels."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.matches.commits import DM, PUBLIC, match_job
from bot.panels.model import Press
from games.api import Choice, Field
from storage import Commit
from tests.bot.world import Control, World, boards, controls, use
from tests.support.seats import command

PAIR = ("dragon_empire", "lords_of_the_abyss")
"""Who plays, where it does not matter."""
AWAY = ("discard", "redraw", "end", "feature")
"""What brings a match forward less than playing tiles does."""


def random_action(match: Any, choice: Choice, rng: random.Random) -> tuple[str, ...]:
    """A random legal action that brings the match forward: tiles are played rather than thrown away."""
    game = match.face.game
    field = game.next_field(match.state, choice.seat, choice.key)
    forward = [verb for verb in field.values if verb not in AWAY]
    verbs = forward if forward and rng.random() < 0.75 else field.values
    tokens: tuple[str, ...] = (rng.choice(verbs),)
    while isinstance(field := game.next_field(match.state, choice.seat, choice.key, tokens), Field):
        tokens += (rng.choice(field.values),)
    return field.action


async def quietly(world: World, match_id: str, rng: random.Random, steps: int) -> int:
    """Play random actions past Discord: nothing is sent for them. Returns how many were possible."""
    hush(world.bot)
    for done in range(steps):
        match = await world.bot.matches.load(match_id)
        waited = [c for c in match.choices if c.must]
        if not waited:
            return done
        choice = rng.choice(waited)
        user = match.user_of(choice.seat)
        assert user is not None
        await world.play(match_id, user, random_action(match, choice, rng), key=choice.key)
    return steps


def hush(bot: Any) -> None:
    """Keep the public message and direct messages as they are, whatever is played, until `speak`."""
    repository = bot.store.matches
    tell = repository.commit
    if hasattr(tell, "aloud"):
        return

    async def commit(step: Commit) -> Any:
        return await tell(replace(step, jobs=tuple(job for job in step.jobs if job.kind not in (PUBLIC, DM))))

    commit.aloud = tell  # type: ignore[attr-defined]
    repository.commit = commit


def speak(bot: Any) -> None:
    """Send again from now on."""
    repository = bot.store.matches
    repository.commit = getattr(repository.commit, "aloud", repository.commit)


async def next_action(world: World, match_id: str, rng: random.Random) -> tuple[Any, tuple[str, ...]] | None:
    """Who acts next and how; `None` at the end."""
    match = await world.bot.matches.load(match_id)
    waited = [c for c in match.choices if c.must]
    if not waited:
        return None
    choice = rng.choice(waited)
    user = match.user_of(choice.seat)
    assert user is not None
    return world.actor(user), random_action(match, choice, rng)


async def by_command(world: World, match_id: str, rng: random.Random) -> Any:
    """One random action by slash command; `None` at the end."""
    found = await next_action(world, match_id, rng)
    if found is None:
        return None
    actor, action = found
    name, options = command(action)
    thread = await world.thread(match_id)
    result = await actor.slash(thread, name, **options)
    assert result.acknowledged
    assert result.ephemeral
    assert result.response is not None
    await world.settle()
    return result


LOOKING = ("cards", "card", "piles", "words", "battle", "rule", "why", "try")
"""Deeds that bring no match forward."""
PAGES_TO_LOOK_AT = ("cards", "whatif")
"""Pages that bring none forward either."""


MOST_TAPS = 300
"""Cards are chosen and put back again at random for long."""


async def by_panel(
    world: World, match_id: str, rng: random.Random, at: Callable[[int], tuple[Any, Any]] | None = None
) -> int | None:
    """One action through the private panel, pressed at random; returns the number of taps, `None` at the end.

    `at` tells of a user who presses, and on which live message, where there is more than one.
    """
    match = await world.bot.matches.load(match_id)
    waited = match.waited_for()
    if not waited:
        return None
    user = rng.choice(waited)
    actor, live = at(user) if at is not None else (world.actor(user), await world.live(match_id))
    panel = (await world.press(actor, live, "play")).response
    taps = 1
    before = match.match.version
    while taps < MOST_TAPS:
        assert panel is not None
        result = await use(actor, panel, *_at_random(panel, rng))
        taps += 1
        assert result.acknowledged
        await world.settle()
        if (await world.bot.matches.load(match_id)).match.version != before:
            return taps
        panel = result.response if result.response is not None else panel
        panel = world.message(panel.channel_id, panel.id)
    raise AssertionError(f"the panel leads nowhere: {[control.press for control in controls(panel)]}")


def _at_random(panel: Any, rng: random.Random) -> list[Control]:
    """Something to press, most often what carries an action out, else what leads forward; all that a select takes."""
    useful = [c for c in controls(panel) if c.press.action_id not in LOOKING and not _only_shows(c.press)]
    final = [c for c in useful if c.press.action_id == "do"]
    forward = [c for c in useful if c.press.tokens and c.press.action_id != "undo"]
    chosen = rng.choice(final) if final and rng.random() < 0.7 else rng.choice(forward or useful)
    others = [c for c in useful if c.custom_id == chosen.custom_id and c != chosen]
    return [chosen, *rng.sample(others, min(chosen.most - 1, len(others)))]


def _only_shows(press: Press) -> bool:
    return press.tokens[:1] != () and press.tokens[0] in PAGES_TO_LOOK_AT


async def setup(world: World, match_id: str, *factions: str) -> None:
    """Factions and banners, past Discord."""
    rng = random.Random(0)
    for user, faction in zip(world.players, factions, strict=True):
        await world.play(match_id, user.id, ("faction", faction))
    await quietly(world, match_id, rng, 2)


async def catch_up(world: World, match_id: str) -> None:
    """Show on Discord what was played quietly, and send again from now on."""
    speak(world.bot)
    match = await world.bot.store.matches.load(match_id)
    assert match is not None
    await world.bot.store.jobs.add(
        match_id, (match_job(PUBLIC, match_id),), now=world.bot.matches.clock(), version=match.version
    )
    world.bot.posts.wake()
    await world.settle()


async def tap_to(
    actor: Any, world: World, panel: Any, tokens: tuple[str, ...], then: tuple[str, ...] = ()
) -> tuple[int, Any]:
    """Press through a panel until the button that does this; the number of taps and the panel after it."""
    wanted = Press("do", tokens, then)
    for taps in range(1, 12):
        found = list(controls(panel))
        last = next((c for c in found if c.press == wanted), None)
        chosen = last or max((c for c in found if _leads(c.press, tokens)), key=lambda c: len(c.press.tokens))
        result = await use(actor, panel, chosen)
        assert result.acknowledged
        panel = world.message(panel.channel_id, panel.id)
        if last is not None:
            return taps, panel
    raise AssertionError(f"the panel does not lead to {tokens}")


def _leads(press: Press, tokens: tuple[str, ...]) -> bool:
    """Whether a press goes towards an action: its first tokens."""
    return press.action_id == "show" and bool(press.tokens) and press.tokens == tokens[: len(press.tokens)]


async def first_turn(made: World, **options: Any) -> tuple[str, Any, Any, Any]:
    """A match at its first turn, shown on Discord: its id, its thread, who is to move, the other one."""
    match_id = await made.match(**options)
    await setup(made, match_id, *PAIR)
    await catch_up(made, match_id)
    thread = await made.thread(match_id)
    (waited,) = (await made.bot.matches.load(match_id)).waited_for()
    first = made.actor(waited)
    return match_id, thread, first, made.max if first is made.anna else made.anna


async def only_match(made: World) -> str:
    """The id of the one open match."""
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def live_ones(made: World, match_id: str) -> list[Any]:
    """The messages of the thread that have the buttons of a board."""
    thread = await made.thread(match_id)
    return boards(thread.history())
