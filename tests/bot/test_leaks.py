"""What one player holds reaches nobody else: not in public, not in the other's answers, not in the log."""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot import log as logs
from games.draws import Draws, Part, commitment
from games.monolith_arena.tiles import faction
from games.record import parts
from tests.bot.driving import catch_up, command, quietly, random_action
from tests.bot.forged import only_refusals
from tests.bot.world import World, world

ANNA, MAX = "dragon_empire", "lords_of_the_abyss"
SEED = bytes(range(32))
SNOWFLAKE = re.compile(r"\d{17,20}")
READER_ASKS = (
    ("monolith place", "tile", {}),
    ("monolith discard", "tile", {}),
    ("monolith shoot", "target", {}),
    ("monolith choose", "option", {}),
    ("monolith push", "target", {"pusher": "C3"}),
)


@dataclass
class Seen:
    """What a world showed: to everybody and to Anna, and what Max saw of his own."""

    public: list[Any] = field(default_factory=list)
    anna: list[Any] = field(default_factory=list)
    max: list[Any] = field(default_factory=list)
    actions: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same match, id, seed and presses that joined it included, in every world."""
    monkeypatch.setattr("bot.matches.lobby.Part", lambda player, press, luck="": Part(player, player, luck))
    monkeypatch.setattr("bot.matches.lobby.new_seed", lambda: SEED)
    monkeypatch.setattr("bot.matches.joining.new_blind", lambda: "0b" * 32)
    monkeypatch.setattr("games.draws.seed_of", lambda secret, parts: secret)
    monkeypatch.setattr("bot.matches.lobby.new_id", lambda: "abcdefghij")


@functools.cache
def _deck() -> Sequence[Any]:
    """Max's stack in the order in which it is drawn, without any exchange: it is asked for before there is one."""
    _, cursor = Draws(SEED).shuffled(0, faction(ANNA).deck())
    return Draws(SEED).shuffled(cursor, faction(MAX).deck())[0]


def _exchange() -> tuple[int, int]:
    """Two places in Max's stack: a champion that he draws at once, and an order that he never comes to draw."""
    deck = _deck()
    mine = next(n for n, t in enumerate(deck[:4]) if not t.is_order and deck.count(t) == 1)
    other = next(n for n in range(len(deck) - 1, 20, -1) if deck[n].is_order)
    return mine, other


def _exchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Max draw the other one instead: in all that is drawn, replayed or stored."""
    plain = Draws.shuffled
    first, second = _exchange()

    def shuffled(self: Draws, cursor: int, items: Sequence[Any]) -> Any:
        deck, cursor = plain(self, cursor, items)
        if getattr(deck[0], "faction", None) == MAX:  # seats are drawn, too
            changed = list(deck)
            changed[first], changed[second] = changed[second], changed[first]
            deck = tuple(changed)
        return deck, cursor

    monkeypatch.setattr(Draws, "shuffled", shuffled)


def _plain(data: Any) -> str:
    return SNOWFLAKE.sub("#", json.dumps(data, sort_keys=True, default=str))


async def _files(message: Any) -> list[tuple[str, str | None, str]]:
    found = []
    for attachment in message.attachments:
        data = await attachment.read()
        if attachment.filename.endswith(".json"):
            data = SNOWFLAKE.sub("#", data.decode()).encode()
        found.append((attachment.filename, attachment.description, hashlib.sha256(data).hexdigest()))
    return found


async def _answer(result: Any) -> tuple[str, Any]:
    message = result.response
    assert message.ephemeral
    embeds = [e.to_dict() for e in message.embeds]
    return _plain([message.content, message.components, embeds]), await _files(message)


def _public(made: World, since: int) -> list[str]:
    """The requests that were not answers to somebody alone, without their order: lanes are independent."""
    found = []
    for entry in made.env.http_requests[since:]:
        if "/webhooks/" in entry.path or "/interactions/" in entry.path:
            continue
        found.append(_plain([entry.method, entry.path, entry.params, entry.json]))
    return sorted(found)


async def _look(made: World, match_id: str, seen: Seen) -> None:
    """Everything that Anna and a spectator can ask for; then what Max sees."""
    thread = await made.thread(match_id)
    live = await made.live(match_id)
    seen.public.append(await _files(live))
    for actor, notes in ((made.anna, seen.anna), (made.tina, seen.public)):
        for action_id in ("play", "words", "piles", "battle"):
            notes.append(await _answer(await made.press(actor, live, action_id)))
        for name in ("match history", "match record", "match show", "monolith piles"):
            notes.append(await _answer(await actor.slash(thread, name)))
        for name, option, given in READER_ASKS:
            notes.append(await actor.autocomplete(thread, name, option, "", **given))
        for tile in {_deck()[n].id for n in _exchange()}:
            notes.append(await _answer(await actor.slash(thread, "monolith discard", tile=tile)))
            notes.append(await _answer(await actor.slash(thread, "monolith place", tile=tile, hex="C3", facing="N")))
    seen.max.append(await _answer(await made.press(made.max, live, "play")))


def _unconcerned(action: tuple[str, ...]) -> bool:
    """Whether an action has nothing to do with the two tiles."""
    first, second = (_deck()[n] for n in _exchange())
    return action[0] not in ("redraw", *second.orders) and first.id not in action and second.id not in action


async def _act(made: World, match_id: str, rng: random.Random, planned: Any) -> tuple[int, tuple[str, ...]]:
    match = await made.bot.matches.load(match_id)
    if planned is not None:
        return planned
    choice = next(c for c in match.choices if c.must)
    while True:
        action = random_action(match, choice, rng)
        if choice.seat == 0 or _unconcerned(action):
            return choice.seat, action


async def _played(folder: Path, plan: Seen | None, quiet: int, shown: int) -> Seen:
    """A match as far as Max can keep his tile; with a plan, the same actions again."""
    rng = random.Random(11)
    seen = Seen()
    async with world(folder) as made:
        match_id = await made.match()
        await made.play(match_id, made.anna.id, ("faction", ANNA))
        await made.play(match_id, made.max.id, ("faction", MAX))
        await made.settle()
        await quietly(made, match_id, rng, 0)
        for number in range(quiet + shown):
            planned = plan.actions[number] if plan is not None else None
            seat, action = await _act(made, match_id, rng, planned)
            seen.actions.append((seat, action))
            actor = made.players[seat]
            if number < quiet:
                await made.play(match_id, actor.id, action)
                continue
            if number == quiet:
                await catch_up(made, match_id)
            since = len(made.env.http_requests)
            name, options = command(action)
            answer = await actor.slash(await made.thread(match_id), name, **options)
            await made.settle()
            (seen.anna if seat == 0 else seen.max).append(await _answer(answer))
            seen.public.append(_public(made, since))
            if number % 5 == 0 or number == quiet + shown - 1:
                await _look(made, match_id, seen)
        await _hand_over(made, match_id, seen, _exchange()[0 if plan is None else 1])
        seen.public += [_plain([m.content, [c.to_dict() for c in m.components]]) for m in made.channel.history()]
        only_refusals(made)
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
    return seen


async def _hand_over(made: World, match_id: str, seen: Seen, tile: int) -> None:
    """Max plans and offers his seat, Tina takes it over; from then on Max sees what everybody sees."""
    thread, since = await made.thread(match_id), len(made.env.http_requests)
    seen.max.append(await _answer(await made.max.slash(thread, "match plan", actions=f"discard {_deck()[tile].id}")))
    await made.max.slash(thread, "match substitute", action="offer")
    await made.settle()
    offer = made.channel.last_message
    assert "looking for a substitute" in offer.content
    seen.public.append(await _files(offer))
    await _look(made, match_id, seen)
    seen.max.append(await _answer(await made.press(made.tina, offer, "seat", "take", "1")))
    await made.settle()
    seen.public.append(_public(made, since))
    seen.public.append(await _answer(await made.press(made.max, await made.live(match_id), "play")))
    for name in ("match history", "match record", "match words", "match plan"):
        seen.public.append(await _answer(await made.max.slash(thread, name)))


@pytest.mark.usefixtures("fixed")
async def test_exchanging_hidden_tiles_changes_nothing_that_others_get(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await _played(tmp_path / "one", None, 4, 8)
    _exchanged(monkeypatch)
    two = await _played(tmp_path / "two", one, 4, 8)
    assert one.actions == two.actions
    for a, b in zip(one.public, two.public, strict=True):
        assert a == b
    for a, b in zip(one.anna, two.anna, strict=True):
        assert a == b
    assert one.max != two.max  # the exchange was real, and Max himself did see it


@pytest.mark.usefixtures("fixed")
async def test_mentions_notify_only_those_who_are_waited_for(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with world(tmp_path) as made:
        match_id = await made.match()
        notified = 0
        for number in range(12):
            match = await made.bot.matches.load(match_id)
            choice = next(c for c in match.choices if c.must)
            actor = made.actor(match.user_of(choice.seat))
            name, options = command(random_action(match, choice, rng))
            since = len(made.env.http_requests)
            await actor.slash(await made.thread(match_id), name, **options)
            await actor.slash(await made.thread(match_id), ("match words", "monolith reserve")[number % 2])
            await made.settle()
            waited = set((await made.bot.matches.load(match_id)).waited_for())
            for entry in made.env.http_requests[since:]:
                allowed = _mentions(entry)
                assert {int(u) for u in allowed.get("users", ())} <= waited, entry.json
                notified += len(allowed.get("users", ()))
        assert notified >= 3
        for entry in made.env.http_requests:
            _mentions(entry)


def _mentions(entry: Any) -> dict[str, Any]:
    """What a request lets mention; nothing may be left to Discord's default, which is everybody."""
    body = entry.json if isinstance(entry.json, dict) else {}
    if entry.path.endswith("/callback"):
        body = body.get("data") or {}
    if "content" not in body or entry.method not in ("POST", "PATCH"):
        return {}
    allowed = body.get("allowed_mentions")
    assert allowed is not None, entry
    assert allowed.get("parse", []) == [], entry
    assert not allowed.get("roles"), entry
    return dict(allowed)


@pytest.mark.usefixtures("fixed")
async def test_the_log_holds_no_reserve_no_token_and_no_seed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    for name in logs.FLOORS:
        monkeypatch.setattr(logging.getLogger(name), "level", logging.getLogger(name).level)
    logs.set_up("DEBUG")
    for name in logs.FLOORS:
        assert logging.getLogger(name).level >= logging.INFO
    caplog.set_level(logging.DEBUG)
    seen = await _played(tmp_path, None, 4, 6)
    assert seen.max
    text = "\n".join(r.getMessage() for r in caplog.records if not r.name.startswith(("simcord", "asyncio")))
    tile = _deck()[_exchange()[0]]
    for secret in (tile.id, tile.name, SEED.hex(), str(SEED), "simcord_interaction", '"stacks"', "reserves", "Anna"):
        assert secret not in text, secret


@pytest.mark.usefixtures("fixed")
async def test_record_and_history_tell_the_secret_only_at_the_end(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        await quietly(made, match_id, rng, 12)
        await catch_up(made, match_id)
        for over in (False, True):
            for actor in (made.anna, made.max, made.tina):
                answer = await actor.slash(thread, "match record")
                record = json.loads(await answer.response.attachments[0].read())
                assert ("secret" in record) == over
                assert (SEED.hex() in json.dumps(record)) == over
                assert record["commitment"] == commitment(SEED, parts(record))
                history = await actor.slash(thread, "match history")
                text = history.response.content
                text += "".join([(await a.read()).decode() for a in history.response.attachments])
                assert SEED.hex() not in text
                if not over:
                    _no_tiles_of_others_draws(text, actor, made)
            sent = json.dumps([e.json for e in made.env.http_requests], default=str)
            assert SEED.hex() not in sent  # the record tells it, in a file
            if not over:
                await made.resign(made.anna, thread)
                await made.settle()


def _no_tiles_of_others_draws(text: str, reader: Any, made: World) -> None:
    """Draws of others are told by their number."""
    for line in text.split("\n"):
        for name, user in (("Anna", made.anna), ("Max", made.max)):
            for drawn in re.findall(rf"{name} (?:draws|drew) ([^·\n.]*)", line):
                if user is not reader:
                    assert not re.search(r"[A-Z][a-z]+", drawn.replace("Max", "").replace("Anna", "")), line
