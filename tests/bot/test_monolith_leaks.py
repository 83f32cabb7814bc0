"""What lies in a folded monolith reaches its owner alone: no enemy, no ally, no spectator, no log (R13.1, R15.6)."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot import log as logs
from games.draws import Draws
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from tests.bot.driving import catch_up, command, random_action
from tests.bot.forged import only_refusals
from tests.bot.test_leaks import _answer, _files, _plain, _public
from tests.bot.world import World, world

SEED = bytes(range(1, 33))
HOLDER = 2
"""Max's seat; Bea is his ally, Anna and Tina are the enemies."""
HOME = FACTIONS[HOLDER]
SAME = "spark"
"""The tile that Max's monolith holds in both worlds, beside the one that is exchanged."""
PREPARED = {0: ("knight", "pikeman"), 1: ("axeman", "veteran"), 3: ("mygalomorph", "spike")}
_plainly = Draws.shuffled


@dataclass
class Seen:
    """What a world showed to everybody and to each of those who may not know; and to Max himself."""

    others: list[Any] = field(default_factory=list)
    max: list[Any] = field(default_factory=list)
    actions: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same match in every world."""
    monkeypatch.setattr("bot.matches.lobby.new_seed", lambda: SEED)
    monkeypatch.setattr("bot.matches.joining.new_blind", lambda: "0b" * 32)
    monkeypatch.setattr("games.draws.seed_of", lambda secret, parts: secret)
    monkeypatch.setattr("bot.matches.lobby.new_id", lambda: "abcdefghij")


def _without(*gone: TileType) -> list[TileType]:
    deck = list(faction(HOME).deck())
    for tile in gone:
        deck.remove(tile)
    return deck


def _cursor() -> int:
    """Where the stream of the match stands when Max's stack is shuffled."""
    cursor = 0
    for seat in range(HOLDER):
        deck = list(faction(FACTIONS[seat]).deck())
        for name in PREPARED[seat]:
            deck.remove(faction(FACTIONS[seat]).by_id[name])
        cursor = _plainly(Draws(SEED), cursor, deck)[1]
    return cursor


def _pair() -> tuple[TileType, TileType]:
    """The tile in the monolith of the first world, and the one of the second: deep in the stack of the first."""
    home = faction(HOME)
    inside = home.by_id["assassin"]
    stack = _plainly(Draws(SEED), _cursor(), _without(inside, home.by_id[SAME]))[0]
    other = next(t for t in reversed(stack[24:]) if not t.is_order and t not in (inside, home.by_id[SAME]))
    return inside, other


def _exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tile that is now in the monolith leave its place in the stack to the one that was there."""
    inside, other = _pair()
    same = faction(HOME).by_id[SAME]

    def shuffled(self: Draws, cursor: int, items: Sequence[Any]) -> Any:
        if getattr(items[0], "faction", None) != HOME:
            return _plainly(self, cursor, items)
        deck, cursor = _plainly(self, cursor, _without(inside, same))
        place = max(n for n, tile in enumerate(deck) if tile == other)
        return (*deck[:place], inside, *deck[place + 1 :]), cursor

    monkeypatch.setattr(Draws, "shuffled", shuffled)


async def _match(made: World) -> str:
    options = {"teams": "2v2", "ally": made.tina, "opponent": made.max, "opponent2": made.bea, "monoliths": True}
    for actor in (made.anna, made.bea):
        await actor.slash(made.channel, "settings dm", on=True)
    await made.anna.slash(made.channel, "monolith new", **options)
    await made.settle()
    for actor in (made.tina, made.max, made.bea):
        await actor.slash(made.channel, "match accept")
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    for seat, actor in enumerate((made.anna, made.tina, made.max, made.bea)):
        await made.play(head.id, actor.id, ("faction", FACTIONS[seat]))
        await made.settle()
    return head.id


async def _look(made: World, match_id: str, seen: Seen) -> None:
    """Everything that an enemy, the ally and a spectator can ask for; then what Max sees."""
    thread = await made.thread(match_id)
    live = await made.live(match_id)
    inside, other = _pair()
    seen.others.append(await _files(live))
    for actor in (made.anna, made.bea, made.eva):  # type: ignore[attr-defined]
        for action_id in ("play", "words", "piles"):
            seen.others.append(await _answer(await made.press(actor, live, action_id)))
        for name in ("match history", "match record", "match show"):
            seen.others.append(await _answer(await actor.slash(thread, name)))
        seen.others.append(await _answer(await actor.slash(thread, "monolith piles", seat="ABCD"[HOLDER])))
        for name, option in (("monolith unfold", "tile"), ("monolith prepare", "tile")):
            seen.others.append(await actor.autocomplete(thread, name, option, ""))
        for tile in (inside, other):
            given = {"tile": tile.id, "hex": "A1", "hex2": "A2"}
            seen.others.append(await _answer(await actor.slash(thread, "monolith unfold", **given)))
    for name in ("match words", "match record", "match history"):
        seen.max.append(await _answer(await made.max.slash(thread, name)))


async def _played(folder: Path, tile: TileType, plan: Seen | None, steps: int = 14) -> Seen:
    """A match in which Max's monolith holds that tile; with a plan, the same actions again."""
    rng = random.Random(4)
    seen = Seen()
    async with world(folder) as made:
        made.eva = made.guild.add_member(made.env.create_user("eva", global_name="Eva"))  # type: ignore[attr-defined]
        match_id = await _match(made)
        thread = await made.thread(match_id)
        since = len(made.env.http_requests)
        seen.max.append(await _answer(await made.max.slash(thread, "monolith prepare", tile=tile.id, tile2=SAME)))
        await made.settle()
        await _look(made, match_id, seen)
        for seat, tiles in PREPARED.items():
            user = (made.anna, made.tina, made.max, made.bea)[seat].id
            await made.play(match_id, user, ("prepare", *tiles))
            await made.settle()
        for number in range(steps):
            match = await made.bot.matches.load(match_id)
            choice = next(c for c in match.choices if c.must)
            if plan is not None:
                seat, action = plan.actions[number]
                assert seat == choice.seat
            else:
                seat, action = choice.seat, random_action(match, choice, rng)
                while action[0] == "unfold":
                    action = random_action(match, choice, rng)
            seen.actions.append((seat, action))
            actor = (made.anna, made.tina, made.max, made.bea)[seat]
            if number % 3:
                await made.play(match_id, actor.id, action)
            else:
                name, options = command(action)
                answer = await actor.slash(thread, name, **options)
                (seen.max if seat == HOLDER else seen.others).append(await _answer(answer))
            await made.settle()
        await catch_up(made, match_id)
        await _look(made, match_id, seen)
        seen.others.append(_public(made, since))
        for dm in (made.anna, made.bea):
            seen.others.append([await _files(m) for m in dm.user.dm_channel.history()])
        seen.others.append([_plain([m.content, [c.to_dict() for c in m.components]]) for m in thread.history()])
        only_refusals(made)
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        assert not match.view(None).monoliths[HOLDER].known
        assert match.view(HOLDER).monoliths[HOLDER].inside is not None
    return seen


@pytest.mark.usefixtures("fixed")
async def test_what_lies_in_a_monolith_changes_nothing_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    for name in logs.FLOORS:
        monkeypatch.setattr(logging.getLogger(name), "level", logging.getLogger(name).level)
    logs.set_up("DEBUG")
    caplog.set_level(logging.DEBUG)
    inside, other = _pair()
    one = await _played(tmp_path / "one", inside, None)
    lines = [r.getMessage() for r in caplog.records if not r.name.startswith(("simcord", "asyncio"))]
    assert lines
    for line in lines:
        assert SAME not in line
        assert inside.id not in line
    _exchanged(monkeypatch)
    two = await _played(tmp_path / "two", other, one)
    assert one.actions == two.actions
    assert len(one.others) == len(two.others)
    for a, b in zip(one.others, two.others, strict=True):
        assert a == b
    assert inside.name in json.dumps(one.max)  # the exchange was real, and Max himself did see it
    assert one.max != two.max
