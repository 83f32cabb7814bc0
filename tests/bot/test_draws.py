"""What everything is drawn from: committed to before anybody joins, added to by everybody, told at the end alone."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import inspect
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from games import record as records
from games import verify
from games.draws import Blinded, Part, commitment, fingerprint, seed_of
from games.monolith_arena.game import GAME
from storage import Store
from tests.bot import test_leaks
from tests.bot.bare import Bare, wish
from tests.bot.driving import catch_up, setup
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, controls, world
from tests.support.databases import prepare

pytestmark = pytest.mark.drawn

ANNA, MAX, TINA, BEA = 101, 102, 103, 104
LUCK = "drei weise Eulen"


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        yield _lobby(store)


def _lobby(store: Store) -> Lobby:
    return Lobby(Matches(store, {GAME.name: Bare(GAME)}))  # type: ignore[dict-item]


def added(match: LoadedMatch) -> list[Part]:
    """What the players have added, in the order in which they joined."""
    return [part.part for part in match.parts if isinstance(part, Blinded)]


async def opened(lobby: Lobby, *opponents: int | None, **more: Any) -> str:
    return await lobby.new(wish(GAME, ANNA, *opponents, **more), interaction_id=1001)


async def test_everybody_adds_to_the_seed_by_joining(lobby: Lobby) -> None:
    match_id = await opened(lobby, MAX)
    before = await lobby.matches.load(match_id)
    match = await lobby.accept(before, MAX, f"  {LUCK}\n", interaction_id=1002)
    assert added(match) == [Part(ANNA, 1001), Part(MAX, 1002, LUCK)]
    assert match.seed == seed_of(before.match.seed, match.parts) != match.match.seed
    assert match.match.seed == before.match.seed


async def test_nothing_changes_the_seed_of_a_match_that_runs(lobby: Lobby, tmp_path: Path) -> None:
    """Neither a second delivery, nor a second press, nor a restart."""
    match_id = await opened(lobby, MAX)
    match = await lobby.accept(await lobby.matches.load(match_id), MAX, interaction_id=1002)
    again = await lobby.accept(await lobby.matches.load(match_id), MAX, "late", interaction_id=1002)
    assert (again.seed, again.match.version) == (match.seed, match.match.version)
    with pytest.raises(Exception, match="begun already"):
        await lobby.accept(await lobby.matches.load(match_id), MAX, "later", interaction_id=1003)
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        restarted = await _lobby(store).matches.load(match_id)
        assert (restarted.seed, restarted.parts) == (match.seed, match.parts)


async def test_only_the_press_by_which_somebody_stays_counts(lobby: Lobby) -> None:
    match_id = await opened(lobby, MAX, TINA, formation="1v2")
    for step, user, number in (
        ("accept", MAX, 1002),
        ("decline", MAX, 1003),
        ("join", BEA, 1004),
        ("decline", BEA, 5),
    ):
        match = await lobby.matches.load(match_id)
        await getattr(lobby, step)(match, user, interaction_id=number)
    await lobby.join(await lobby.matches.load(match_id), MAX, luck=LUCK, interaction_id=1006)
    match = await lobby.accept(await lobby.matches.load(match_id), TINA, interaction_id=1007)
    assert match.match.status == "running"
    assert added(match) == [Part(ANNA, 1001), Part(MAX, 1006, LUCK), Part(TINA, 1007)]


async def test_drawn_seats_cannot_be_known_before_the_last_one_joins(lobby: Lobby) -> None:
    """The last word decides them: whoever knows the secret and all that was added before knows nothing."""
    dealt = set()
    for number in range(40):
        match_id = await lobby.new(wish(GAME, ANNA, MAX, TINA, BEA, drawn=True), interaction_id=2000 + 10 * number)
        for place, user in enumerate((MAX, TINA), 1):
            await lobby.accept(await lobby.matches.load(match_id), user, interaction_id=2000 + 10 * number + place)
        match = await lobby.accept(await lobby.matches.load(match_id), BEA, str(number), interaction_id=3000 + number)
        assert [part.player for part in added(match)] == [ANNA, MAX, TINA, BEA]
        assert {part.seat: part.player for part in match.parts} == dict(enumerate(match.users()))
        dealt.add(tuple(match.users()))
    assert len(dealt) > 12


@pytest.mark.parametrize("drawn", [False, True])
async def test_the_record_tells_the_secret_when_the_match_is_over(lobby: Lobby, drawn: bool) -> None:
    match_id = await opened(lobby, MAX, TINA, BEA, drawn=drawn)
    for number, user in enumerate((TINA, MAX, BEA)):
        match = await lobby.accept(await lobby.matches.load(match_id), user, interaction_id=1002 + number)
    secret = match.match.seed
    for user in (ANNA, MAX, TINA, BEA, 9):
        running = json.dumps(inspect.record(match, user))
        assert secret.hex() not in running
        assert match.seed.hex() not in running
        assert '"press": "1004"' in running
    match = (await lobby.matches.agree(match, ANNA, ("resign",))).match
    record = inspect.record(match, 9)
    assert record["secret"] == secret.hex()
    assert [one["player"] for one in record["players"]] == [str(user) for user in (ANNA, TINA, MAX, BEA)]
    assert {one["seat"]: int(one["player"]) for one in record["players"]} == dict(enumerate(match.users()))
    found = verify.check(json.dumps(record))
    assert found.status == 0, found.text
    assert any("seats were drawn" in line for line in found.checked) == drawn


async def test_a_challenge_of_an_earlier_version_begins(lobby: Lobby, tmp_path: Path) -> None:
    """Nobody has noted by which press its creator had made it; the others add something all the same."""
    match_id = await opened(lobby, MAX)
    store = lobby.store
    await store.database.write(lambda connection: connection.exec_driver_sql("UPDATE match SET parts = NULL"))
    match = await lobby.accept(await lobby.matches.load(match_id), MAX, interaction_id=1002)
    assert match.parts == (Part(ANNA), Part(MAX, 1002))
    match = (await lobby.matches.agree(match, ANNA, ("resign",))).match
    record = inspect.record(match, ANNA)
    assert record["players"][0] == {"player": str(ANNA), "press": None}
    assert verify.check(json.dumps(record)).status == 0


# On Discord


def _fingerprints(messages: list[Any]) -> list[str]:
    """What the buttons about fair draws carry."""
    proofs = [c.press for message in messages for c in controls(message) if c.press.action_id == "proof"]
    return [token for press in proofs for token in press.tokens]


async def _record(actor: Any, thread: Any, **given: Any) -> dict[str, Any]:
    answer = await actor.slash(thread, "match record", **given)
    return dict(json.loads(await answer.response.attachments[0].read()))


async def _challenge(made: World) -> str:
    await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


@pytest.mark.usefixtures("no_incident")
async def test_one_fingerprint_from_the_challenge_to_the_result(tmp_path: Path) -> None:
    """It is there before anybody joins, stays through a restart, and belongs to the secret that is told at the end."""
    async with world(tmp_path) as made:
        match_id = await _challenge(made)
        (shown,) = _fingerprints(made.channel.history())
        await made.restart()
        answer = await made.max.slash(made.channel, "match accept", luck=f" {LUCK} ")
        assert f"“{LUCK}”" in answer.response.content
        await made.settle()
        thread = await made.thread(match_id)
        assert set(_fingerprints([*made.channel.history(), *thread.history()])) == {shown}
        assert shown in said(await made.press(made.tina, made.channel.history()[0], "proof"))
        running = await _record(made.tina, thread)
        assert "secret" not in running
        assert [one.get("luck") for one in running["players"]] == [None, LUCK]
        await setup(made, match_id, "dragon_empire", "lords_of_the_abyss")
        await catch_up(made, match_id)
        await made.restart()
        await made.resign(made.max, thread)
        await made.settle()
        assert _fingerprints([made.channel.last_message]) == [shown]
        over = await _record(made.tina, thread)
        assert over["players"] == running["players"]
        assert fingerprint(commitment(bytes.fromhex(over["secret"]), records.parts(over))) == shown
        assert fingerprint(over["commitment"]) == shown
        assert verify.check(json.dumps(over)).status == 0
        stored = await made.bot.store.matches.load(match_id)
        assert stored is not None
        assert over["secret"] == stored.seed.hex()
        only_refusals(made)


@pytest.mark.usefixtures("no_incident")
async def test_the_button_and_the_record_say_what_they_are_worth(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _challenge(made)
        (shown,) = _fingerprints(made.channel.history())
        told = said(await made.press(made.tina, made.channel.history()[0], "proof"))
        assert f"fixed so far is `{shown}`: copy it before you join" in told
        await made.max.slash(made.channel, "match accept")
        await made.settle()
        told = said(await made.press(made.tina, made.channel.history()[0], "proof"))
        assert f"Before the last player joined, the fingerprint was `{shown}`" in told
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        record = await made.tina.slash(made.channel, "match record", match=match_id)
        assert "with the secret behind its draws" in said(record)
        told = said(await made.press(made.tina, made.channel.history()[0], "proof"))
        assert f"Before the last player joined, the fingerprint was `{shown}`" in told
        await made.max.slash(made.channel, "privacy delete", sure="DELETE")
        record = await made.tina.slash(made.channel, "match record", match=match_id)
        assert "nobody can check how its draws were chosen" in said(record)
        assert verify.check(await record.response.attachments[0].read()).status == verify.PROVES_NOTHING
        told = said(await made.press(made.tina, made.channel.history()[0], "proof"))
        assert told.startswith("Nobody can check how the draws of this match were chosen")
        only_refusals(made)


async def test_nobody_joins_before_the_fingerprint_is_posted(tmp_path: Path) -> None:
    """By command one could be faster than the message."""
    async with world(tmp_path) as made:
        match_id = await _challenge(made)
        message_id = (await made.bot.matches.load(match_id)).match.start_message_id
        assert message_id is not None
        await _set_start(made, None)
        answer = await made.max.slash(made.channel, "match accept")
        assert "only just being posted" in answer.response.content
        assert (await made.bot.matches.load(match_id)).match.status == "lobby"
        await _set_start(made, message_id)
        await made.max.slash(made.channel, "match accept")
        assert (await made.bot.matches.load(match_id)).match.status == "running"
        only_refusals(made)


async def _set_start(made: World, message_id: int | None) -> None:
    def body(connection: Any) -> None:
        connection.exec_driver_sql("UPDATE match SET start_message_id = ?", (message_id,))

    await made.bot.store.database.write(body)


@pytest.mark.usefixtures("no_incident")
async def test_what_somebody_adds_is_told_to_nobody_but_in_the_record(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _challenge(made)
        since = len(made.env.http_requests)
        answer = await made.max.slash(made.channel, "match accept", luck=LUCK)
        await made.settle()
        press = str(added(await made.bot.matches.load(match_id))[1].press)
        sent = made.env.http_requests[since:]
        told = [entry for entry in sent if LUCK in json.dumps(entry.json, default=str, ensure_ascii=False)]
        assert answer.response.ephemeral
        assert {entry.path.split("/")[1] for entry in told} <= {"webhooks", "interactions"}
        assert not any(press in json.dumps(entry.json, default=str) for entry in sent)


async def test_the_secret_changes_nothing_that_anybody_gets_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds with one seed and different secrets: all answers and messages are alike but for the fingerprint."""
    monkeypatch.setattr("bot.matches.lobby.new_id", lambda: "abcdefghij")
    monkeypatch.setattr("games.draws.seed_of", lambda secret, parts: test_leaks.SEED)
    monkeypatch.setattr("bot.matches.joining.new_blind", lambda: "0b" * 32)
    masked = re.compile(rf"[0-9a-f]{{64}}|[a-z2-7]{{32}}|{test_leaks.SNOWFLAKE.pattern}")
    monkeypatch.setattr(test_leaks, "SNOWFLAKE", masked)
    worlds = []
    for number in range(2):
        secret = hashlib.sha256(bytes([number])).digest()
        monkeypatch.setattr("bot.matches.lobby.new_seed", lambda secret=secret: secret)
        worlds.append(await test_leaks._played(tmp_path / str(number), worlds[0] if worlds else None, 4, 4))
    one, two = worlds
    assert one.actions == two.actions
    assert one.public == two.public
    assert one.anna == two.anna
    assert one.max == two.max
