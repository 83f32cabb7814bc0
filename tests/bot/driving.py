"""Playing through the bot as people do: by slash commands and by panels."""

from __future__ import annotations

import random
from typing import Any

from bot.interactions.components import BUTTON

from benchmarks.seats import command
from games.api import Ready
from games.monolith_arena.hexes import BY_NAME
from storage import NewOutbox
from tests.bot.world import World, buttons


def random_action(table: Any, seat: int, rng: random.Random) -> tuple[str, ...]:
    """A random legal action that brings the match forward: tiles are played rather than thrown away."""
    game = table.face.game
    verbs = [v for v in game.options(table.state, seat, ()).values if v not in ("resign", "draw")]
    forward = [v for v in verbs if v not in ("discard", "redraw", "end", "feature")]
    if forward and rng.random() < 0.75:
        verbs = forward
    words: tuple[str, ...] = (rng.choice(verbs),)
    while True:
        field = game.options(table.state, seat, words)
        if isinstance(field, Ready):
            return field.action
        words += (rng.choice(field.values),)


async def quietly(world: World, match_id: str, rng: random.Random, steps: int) -> int:
    """Random actions past Discord: nothing is sent for them. Returns how many were possible."""
    world.bot.matches.news = _no_news  # type: ignore[method-assign]
    for done in range(steps):
        table = await world.bot.matches.table(match_id)
        waited = [c for c in table.choices() if c.must]
        if not waited:
            return done
        choice = rng.choice(waited)
        user = table.user_of(choice.seat)
        assert user is not None
        await world.bot.matches.play(match_id, user, [random_action(table, choice.seat, rng)], key=choice.key)
    return steps


async def _no_news(match_id: str, users: object) -> tuple[()]:
    return ()


async def next_action(world: World, match_id: str, rng: random.Random) -> tuple[Any, tuple[str, ...]] | None:
    """Who acts next and how; `None` at the end."""
    table = await world.bot.matches.table(match_id)
    waited = [c for c in table.choices() if c.must]
    if not waited:
        return None
    choice = rng.choice(waited)
    user = table.user_of(choice.seat)
    assert user is not None
    return world.actor(user), random_action(table, choice.seat, rng)


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


def presses(message: Any) -> list[tuple[str, str, str]]:
    """All that can be pressed in a panel: (kind, custom_id, deed) for buttons, (kind, custom_id, value) for selects."""
    found = [("button", c, BUTTON.fullmatch(c)["deed"]) for c in buttons(message).values()]  # type: ignore[index]
    for row in message.components:
        for item in row.get("components", ()):
            if item["type"] == 3:
                found += [("select", item["custom_id"], option["value"]) for option in item["options"]]
    return found


async def press(actor: Any, message: Any, chosen: tuple[str, str, str]) -> Any:
    """Press a button, or choose a line of a select."""
    kind, custom_id, value = chosen
    if kind == "button":
        return await actor.click(message, custom_id=custom_id)
    return await actor.select(message, [value], custom_id=custom_id)


async def by_panel(world: World, match_id: str, rng: random.Random) -> int | None:
    """One action through the private panel, pressed at random; returns the number of taps, `None` at the end."""
    table = await world.bot.matches.table(match_id)
    waited = table.waited_for()
    if not waited:
        return None
    actor = world.actor(rng.choice(waited))
    panel = (await actor.click(await world.live(match_id), label="Play / my reserve")).response
    taps = 1
    before = table.match.version
    while taps < 60:
        assert panel is not None
        useful = [p for p in presses(panel) if p[2] not in ("cards", "piles", "card") and not p[2].startswith("card")]
        final = [p for p in useful if p[2] in ("do", "end")]
        # Words in the press: forward, not "Back".
        forward = [p for p in useful if _goes_on(p)]
        chosen = rng.choice(final) if final and rng.random() < 0.7 else rng.choice(forward or useful)
        result = await press(actor, panel, chosen)
        taps += 1
        assert result.acknowledged
        await world.settle()
        if (await world.bot.matches.table(match_id)).match.version != before:
            return taps
        panel = result.response if result.response is not None else panel
        panel = world.message(panel.channel_id, panel.id)
    raise AssertionError("the panel leads nowhere")


def _goes_on(press_: tuple[str, str, str]) -> bool:
    if press_[0] == "select":
        return True
    found = BUTTON.fullmatch(press_[1])
    assert found is not None
    return bool(found["words"]) and found["deed"] != "undo"


async def setup(world: World, match_id: str, *factions: str) -> None:
    """Factions and banners, past Discord."""
    rng = random.Random(0)
    for user, faction in zip(world.players, factions, strict=True):
        await world.bot.matches.play(match_id, user.id, [("faction", faction)])
    await quietly(world, match_id, rng, 2)


async def catch_up(world: World, match_id: str) -> None:
    """Show on Discord what was played quietly, and send again from now on."""
    vars(world.bot.matches).pop("news", None)
    row = NewOutbox(thread_key=f"match:{match_id}", kind="public", supersedes=True)
    match = await world.bot.store.load(match_id)
    assert match is not None
    await world.bot.store.enqueue(match_id, (row,), now=world.bot.matches.clock(), version=match.version)
    world.bot.outbox.wake()
    await world.settle()


async def tap_to(actor: Any, world: World, panel: Any, deed: str, words: tuple[str, ...]) -> tuple[int, Any]:
    """Press through a panel until the button that does this; the number of taps and the panel after it."""
    for taps in range(1, 12):
        found = [(kind, custom_id, *_meaning(kind, custom_id, value)) for kind, custom_id, value in presses(panel)]
        last = next((f for f in found if f[2] == deed and f[3] == words), None)
        chosen = last or max((f for f in found if _leads(f, words)), key=lambda f: len(f[3]) + _whole(f, words))
        kind, custom_id, step, at = chosen
        value = f"{step}:{'.'.join(at)}"
        result = await press(actor, panel, (kind, custom_id, value))
        assert result.acknowledged
        panel = world.message(panel.channel_id, panel.id)
        if last is not None:
            return taps, panel
    raise AssertionError(f"the panel does not lead to {words}")


def _meaning(kind: str, custom_id: str, value: str) -> tuple[str, tuple[str, ...]]:
    if kind == "select":
        deed, _, text = value.partition(":")
    else:
        found = BUTTON.fullmatch(custom_id)
        assert found is not None
        deed, text = found["deed"], found["words"]
    return deed, tuple(text.split(".")) if text else ()


def _leads(press_: tuple[str, str, str, tuple[str, ...]], words: tuple[str, ...]) -> bool:
    """Whether a press goes towards an action: its first words, the last perhaps a mere column."""
    _, _, deed, at = press_
    if deed != "show" or not at:
        return False
    n = len(at)
    return at == words[:n] or (
        n <= len(words) and at[:-1] == words[: n - 1] and at[-1][0] == words[n - 1][0] and at[-1] not in BY_NAME
    )


def _whole(press_: tuple[str, str, str, tuple[str, ...]], words: tuple[str, ...]) -> float:
    return 0.5 if press_[3] == words[: len(press_[3])] else 0.0
