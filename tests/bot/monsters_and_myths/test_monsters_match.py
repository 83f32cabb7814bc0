"""Whole matches of Monsters & Myths through the bot: four people with their panels, two with commands, restarts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from games import verify
from games.api import Action
from games.referee import random_action
from tests.bot.forged import only_refusals
from tests.bot.world import World, button_ids, controls, use, world

MOST = 900


async def _begun(made: World, *others: Any, **options: Any) -> str:
    named = dict(zip(("opponent", "opponent2", "opponent3"), others, strict=False))
    await made.anna.slash(made.channel, "monsters new", **named, **options)
    await made.settle()
    start = made.channel.last_message
    for actor in others:
        await made.press(actor, start, "accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


def _next(panel: Any, rng: random.Random) -> list[Any]:
    """What is pressed: what carries an action out, most often, else what leads on."""
    found = [c for c in controls(panel) if c.press.action_id in ("do", "show")]
    last = [c for c in found if c.press.action_id == "do" and c.press.tokens[0] not in ("recall", "halt", "ahead")]
    forward = [c for c in found if c.press.action_id == "show" and c.press.tokens and c.press.tokens[0] != "more"]
    chosen = rng.choice(last if last and (rng.random() < 0.8 or not forward) else forward or found)
    rest = [c for c in found if c.custom_id == chosen.custom_id and c != chosen and chosen.most > 1]
    return [chosen, *rng.sample(rest, min(chosen.most - 1, len(rest)))]


async def _step(made: World, match_id: str, rng: random.Random) -> bool:
    """One action of somebody who is waited for, through the private panel; false at the end."""
    match = await made.bot.matches.load(match_id)
    waited = match.waited_for()
    if not waited:
        return False
    actor = made.actor(rng.choice(waited))
    panel = (await made.press(actor, await made.live(match_id), "play")).response
    for _ in range(60):
        panel = made.message(panel.channel_id, panel.id)
        result = await use(actor, panel, *_next(panel, rng))
        assert result.acknowledged
        panel = result.response or panel
        if (await made.bot.matches.load(match_id)).match.version != match.match.version:
            await made.settle()
            return True
    raise AssertionError("the panel leads nowhere")


async def _check_end(made: World, match_id: str, folder: Path) -> None:
    stored = await made.bot.store.matches.load(match_id)
    assert stored is not None
    assert stored.status == "over"
    last = made.channel.last_message
    assert last is not None
    assert [a.filename for a in last.attachments] == ["result.png"]
    assert "rematch" in button_ids(made.message(made.channel.id, last.id))
    thread = await made.thread(match_id)
    films = [a for m in thread.history() for a in m.attachments if a.filename == "attack.gif"]
    assert films
    assert all(film.description for film in films)
    answer = await made.anna.slash(made.channel, "match record", match=match_id)
    assert answer.response is not None
    record = folder / "record.json"
    record.write_bytes(await answer.response.attachments[0].read())
    assert json.loads(record.read_bytes())["secret"] == stored.seed.hex()
    assert verify.main([str(record)]) == 0


@pytest.mark.parametrize("most", [12, pytest.param(MOST, marks=pytest.mark.long)])
async def test_four_people_play_through_their_panels_with_restarts(tmp_path: Path, most: int) -> None:
    rng = random.Random(4)
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, made.tina, made.bea, teams="4p")
        steps = 0
        while steps < most and await _step(made, match_id, rng):
            steps += 1
            if steps % 25 == 10:
                await made.restart()
        only_refusals(made)
        if most == MOST:
            assert 30 < steps < MOST
            await _check_end(made, match_id, tmp_path)
        else:
            live = await made.live(match_id)
            assert [a.filename for a in live.attachments] in (["board.png"], ["attack.gif"])


def typed(action: Action) -> tuple[str, dict[str, str]]:
    """The command that an action is typed as."""
    verb, *rest = action
    options = {
        "keep": {"cards": " ".join(rest)},
        "muster": {"cards": " ".join(rest)},
        "wizard": dict(zip(("nation", "nation2", "nation3"), rest, strict=False)),
        "attack": {"target": rest[-1], "nation": rest[0]} if len(rest) == 2 else {"target": "".join(rest)},
        "none": {},
        "roll": dict(zip(("until",), rest, strict=False)),
        "stop": {},
        "lose": dict(zip(("card", "card2"), rest, strict=False)),
        "pursue": dict(zip(("flip", "target"), rest, strict=False)),
        "end": {},
        "fire": {"target": "".join(rest)},
        "pass": dict(zip(("scope",), rest, strict=False)),
    }
    names = {"muster": "mercenaries", "none": "end"}
    if verb in options:
        return f"monsters {names.get(verb, verb)}", options[verb]
    return "monsters choose", {"option": " ".join(action)}


async def test_two_people_play_by_commands_with_a_restart(tmp_path: Path) -> None:
    rng = random.Random(2)
    used = set()
    async with world(tmp_path) as made:
        match_id = await _begun(made, made.max, guarantee_attack=True)
        for step in range(MOST):
            match = await made.bot.matches.load(match_id)
            waited = [choice for choice in match.choices if choice.must]
            if not waited:
                break
            choice = rng.choice(waited)
            user = match.user_of(choice.seat)
            assert user is not None
            name, options = typed(random_action(match.face.game, match.state, choice, rng))
            used.add(name)
            result = await made.actor(user).slash(await made.thread(match_id), name, **options)
            assert result.acknowledged
            assert result.ephemeral
            assert (await made.bot.matches.load(match_id)).match.version > match.match.version, (name, options)
            if step % 5 == 0:
                await made.settle()
            if step == 40:
                await made.restart()
        await made.settle()
        assert used >= {f"monsters {verb}" for verb in ("keep", "attack", "mercenaries", "roll", "stop", "lose", "end")}
        await _check_end(made, match_id, tmp_path)
