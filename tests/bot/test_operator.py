"""What whoever runs the bot could try in order to choose the draws, and what a deletion leaves of the proof."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import inspect
from bot.matches import joining
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from games import draws, record, verify
from games.draws import Awaited, Blinded, Deleted, Part
from games.monolith_arena.game import GAME
from storage import Store
from tests.bot.bare import Bare, wish
from tests.support.databases import prepare

pytestmark = pytest.mark.drawn

ANNA, MAX, TINA = 1_000_000_000_000_101, 1_000_000_000_000_102, 1_000_000_000_000_103
LUCK = "three wise owls"
CHOSEN = b"\x07" * 32
"""A secret, or a seed, whose own stream the operator likes."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as opened:
        yield opened


def bot(store: Store) -> Lobby:
    """The bot as it was started just now: it knows nothing but what is stored."""
    return Lobby(Matches(store, {GAME.name: Bare(GAME)}))  # type: ignore[dict-item]


async def begun(store: Store, *others: int) -> tuple[LoadedMatch, str]:
    """A match that Anna opens and the others join, the last one with a word for luck: and what the last one saw."""
    lobby = bot(store)
    match_id = await lobby.new(wish(GAME, ANNA, *others), interaction_id=1001)
    match = await lobby.matches.load(match_id)
    shown = ""
    for number, user in enumerate(others):
        shown = match.fingerprint
        luck = LUCK if user == others[-1] else ""
        match = await lobby.accept(match, user, luck, interaction_id=1002 + number)
    assert match.match.status == "running"
    return match, shown


async def change(store: Store, **values: object) -> None:
    """Change the row of the only match by hand."""
    columns = ", ".join(f"{name} = ?" for name in values)
    row = tuple(values.values())
    await store.database.write(lambda connection: connection.exec_driver_sql(f"UPDATE match SET {columns}", row))


async def over(store: Store, match_id: str, loser: int = ANNA) -> dict[str, Any]:
    """Let somebody give up, and return the record."""
    lobby = bot(store)
    match = (await lobby.matches.agree(await lobby.matches.load(match_id), loser, ("resign",))).match
    return await told(store, match.id)


async def told(store: Store, match_id: str) -> dict[str, Any]:
    """The record as everybody gets it."""
    return inspect.record(await bot(store).matches.load(match_id), 9)


async def forget(store: Store, user: int) -> None:
    given_up = [head.id for head in await store.matches.all_open()]
    await store.privacy.forget(user, partial(joining.forgotten, user), now=1, given_up=given_up)


def checked(found: dict[str, Any]) -> tuple[int, str, str]:
    """The status of a record, what is said of it first, and all that is said of it."""
    found["digest"] = record.digest(found)
    verdict = verify.check(json.dumps(found))
    return verdict.status, verdict.text, "\n".join(verdict.checked)


@pytest.mark.parametrize("others", [(MAX,), (MAX, TINA)])
async def test_what_the_last_one_saw_is_what_the_record_leads_to(store: Store, others: tuple[int, ...]) -> None:
    match, shown = await begun(store, *others)
    found = await over(store, match.id)
    assert match.fingerprint == shown == draws.fingerprint(found["commitment"])
    status, _, text = checked(found)
    assert (status, shown in text, LUCK in text) == (verify.GOOD, True, True)


async def test_a_secret_that_was_searched_for_is_of_no_use_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator shows the fingerprint of a chosen secret, and later takes away what the players have added."""
    monkeypatch.setattr("bot.matches.lobby.new_seed", lambda: CHOSEN)
    match, shown = await begun(store, MAX)
    shown_whole = draws.commitment(CHOSEN, match.parts)
    await change(store, parts=None)
    found = await over(store, match.id)
    assert (await bot(store).matches.load(match.id)).seed == CHOSEN
    status, first, text = checked(found)
    assert status == verify.PROVES_NOTHING
    assert first.startswith("proves nothing about the draws: no player has added anything")
    assert shown not in text
    # Nor can the record be forged so that it leads to the fingerprint that was shown.
    status, first, _ = checked(found | {"commitment": shown_whole})
    assert (status, first) == (verify.DIFFERS, "differs: the seed does not belong to the commitment")
    earlier = records_of_format_3(found, match)
    status, _, text = checked(earlier | {"commitment": shown_whole})
    assert status == verify.DIFFERS


def records_of_format_3(found: dict[str, Any], match: LoadedMatch) -> dict[str, Any]:
    """The record in the earlier form, with the same parts."""
    players = [record.PARTS.dump((part.part,))[0] for part in match.parts if isinstance(part, Blinded)]
    rest = {key: value for key, value in found.items() if key != "seed"}
    return rest | {"format": "match record 3", "players": players, "drawn": False, "secret": CHOSEN.hex()}


async def test_a_seed_in_the_place_of_what_was_added_proves_nothing_whoever_is_deleted(store: Store) -> None:
    """The second account of the operator, which opened the match, is deleted at the end, as if that explained it."""
    match, shown = await begun(store, MAX)
    await change(store, parts=None, seed=CHOSEN)
    await over(store, match.id)
    await forget(store, ANNA)
    status, first, text = checked(await told(store, match.id))
    assert status == verify.PROVES_NOTHING
    assert first.startswith("proves nothing about the draws: ")
    assert shown not in text


Forgery = Callable[[Blinded], Blinded | Deleted]
FORGERIES: dict[str, Forgery] = {
    "another press": lambda part: Blinded(part.player, 77, part.blind, part.luck, part.seat),
    "other words": lambda part: Blinded(part.player, part.press, part.blind, "try 4711", part.seat),
    "another blind": lambda part: Blinded(part.player, part.press, "ab" * 32, part.luck, part.seat),
    "an invented hash": lambda part: Deleted("ab" * 32, part.cover.hex(), part.seat),
}


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("others", [(MAX,), (MAX, TINA)])
async def test_nothing_that_others_added_can_be_tried_out_once_the_last_one_has_joined(
    store: Store, forgery: str, others: tuple[int, ...]
) -> None:
    """The second account, or that of a friend, would give the operator a choice: but what it added was bound."""
    match, shown = await begun(store, *others)
    for place in range(len(others)):
        parts = list(match.parts)
        part = parts[place]
        assert isinstance(part, Blinded)
        parts[place] = FORGERIES[forgery](part)
        assert draws.seed_of(match.match.seed, parts) != match.seed
        await change(store, parts=joining.dump(parts))
        found = inspect.record(await bot(store).matches.load(match.id), 9)
        assert draws.fingerprint(found["commitment"]) != shown
        whole = draws.commitment(match.match.seed, match.parts)
        result = {"result": {"ranking": [[1], [0]], "reason": "resigned"}, "actions": ["0 resign"]}
        forged = found | result | {"commitment": whole, "secret": match.match.seed.hex()}
        assert checked(forged)[:2] == (
            verify.DIFFERS,
            "differs: the secret and what the players added do not belong to the commitment",
        )


async def test_the_blind_of_the_last_part_was_bound_before_it_was_added(store: Store) -> None:
    """Else it could be tried out in the place of the words."""
    match, shown = await begun(store, MAX)
    *earlier, last = match.parts
    assert isinstance(last, Blinded)
    assert draws.fingerprint(draws.commitment(match.match.seed, (*earlier, Awaited(last.blind)))) == shown
    other = Blinded(last.player, last.press, "ab" * 32, last.luck, last.seat)
    assert draws.fingerprint(draws.commitment(match.match.seed, (*earlier, other))) != shown


@pytest.mark.parametrize("gone", [ANNA, MAX])
async def test_a_deletion_leaves_everybody_else_their_proof(store: Store, gone: int) -> None:
    """Also that of the loser, who may want to spoil it: fingerprint, secret and the other's part stay."""
    match, shown = await begun(store, MAX)
    before = await over(store, match.id, gone)
    await forget(store, gone)
    after = await told(store, match.id)
    status, first, text = checked(after)
    assert status == verify.GOOD
    assert first.startswith("ok: ")
    assert shown in text
    assert {key: after[key] for key in ("secret", "commitment", "actions", "result")} == {
        key: before[key] for key in ("secret", "commitment", "actions", "result")
    }
    kept, lost = (["luck"], str(ANNA)) if gone == ANNA else ([], str(MAX))
    assert [key for one in after["players"] for key in one if key == "luck"] == kept
    assert sum("deleted" in one for one in after["players"]) == 1
    assert f"seat {int(gone == MAX)}: deleted" in text
    assert ("It was added last" in text) == (gone == MAX)
    assert lost not in json.dumps(after)
    assert (LUCK in json.dumps(after)) == (gone == ANNA)
    assert (await bot(store).matches.load(match.id)).seed == match.seed


async def test_what_is_left_of_deleted_words_cannot_be_guessed(store: Store) -> None:
    """Their hash would be found among a few thousand words, were the blind not deleted with them."""
    match, _ = await begun(store, MAX)
    last = match.parts[-1]
    assert isinstance(last, Blinded)
    await over(store, match.id)
    await forget(store, MAX)
    stored = await store.matches.load(match.id)
    assert stored is not None
    assert stored.parts is not None
    left = {str(value) for part in json.loads(stored.parts) for value in part.values()}
    assert last.hash.hex() in left
    assert not left & {last.blind, LUCK, str(MAX), "1002"}
    assert not any(word in stored.parts for word in (last.blind, LUCK, str(MAX)))
    public = (b"", stored.seed, last.cover, last.hash)
    lines = [part.line().encode() for part in (last.part, Part(MAX, 1002), Part(ANNA, 1001))]
    assert last.hash not in {hmac.digest(key, line, "sha256") for key in public for line in lines}


async def test_when_all_are_deleted_the_record_proves_nothing_and_says_so(store: Store) -> None:
    """They may do it at the same time: neither brings back the other's part."""
    match, _ = await begun(store, MAX)
    await over(store, match.id)
    await asyncio.gather(forget(store, ANNA), forget(store, MAX))
    after = await told(store, match.id)
    assert not any(text in json.dumps(after) for text in (str(ANNA), str(MAX), LUCK))
    status, first, _ = checked(after)
    assert status == verify.PROVES_NOTHING
    assert first.startswith("proves nothing about the draws: what the players had added was deleted")
    assert (await bot(store).matches.load(match.id)).seed == match.seed


async def test_whoever_is_deleted_while_the_match_runs_changes_no_draw(store: Store) -> None:
    match, shown = await begun(store, MAX, TINA)
    await forget(store, MAX)
    running = await bot(store).matches.load(match.id)
    assert (running.seed, running.fingerprint) == (match.seed, shown)
    found = await told(store, match.id)
    assert "secret" not in found
    assert [set(one) & {"deleted", "blind"} for one in found["players"]] == [{"blind"}, {"deleted"}, {"blind"}]
    status, _, text = checked(await over(store, match.id))
    assert status == verify.GOOD
    assert "seat 1: deleted" in text


async def test_those_who_joined_earlier_find_what_they_saw(store: Store) -> None:
    lobby = bot(store)
    match_id = await lobby.new(wish(GAME, ANNA, MAX, TINA), interaction_id=1001)
    first = await lobby.matches.load(match_id)
    second = await lobby.accept(first, MAX, interaction_id=1002)
    await lobby.accept(second, TINA, LUCK, interaction_id=1003)
    assert first.fingerprint != second.fingerprint
    _, _, text = checked(await over(store, match_id))
    assert f"The player on seat 1 joined earlier, and saw {first.fingerprint} before." in text
    assert f"was the fingerprint {second.fingerprint} shown before the last player joined" in text
    await forget(store, MAX)
    _, _, text = checked(await told(store, match_id))
    assert first.fingerprint in text


# Challenges and matches of earlier versions


async def earlier(store: Store, *parts: Part) -> str:
    """A challenge of Anna to Max as an earlier version has left it."""
    match_id = await bot(store).new(wish(GAME, ANNA, MAX), interaction_id=1001)
    await change(store, parts=joining.dump(parts))
    return match_id


async def test_a_challenge_of_an_earlier_version_keeps_its_fingerprint_and_its_draws(store: Store) -> None:
    match_id = await earlier(store, Part(ANNA, 1001))
    lobby = bot(store)
    before = await lobby.matches.load(match_id)
    match = await lobby.accept(before, MAX, LUCK, interaction_id=1002)
    assert match.parts == (Part(ANNA, 1001), Part(MAX, 1002, LUCK))
    assert match.seed == draws.seed_of(before.match.seed, match.parts)
    assert match.fingerprint == before.fingerprint == draws.fingerprint(draws.commitment(before.match.seed))
    found = await over(store, match_id)
    assert found["format"] == "match record 3"
    assert checked(found)[0] == verify.GOOD


async def test_a_deletion_in_an_earlier_match_is_said_first(store: Store) -> None:
    match_id = await earlier(store, Part(ANNA, 1001))
    lobby = bot(store)
    match = await lobby.accept(await lobby.matches.load(match_id), MAX, LUCK, interaction_id=1002)
    await over(store, match_id)
    await forget(store, MAX)
    after = await bot(store).matches.load(match_id)
    assert (after.seed, after.parts) == (match.seed, ())
    assert checked(await told(store, match_id))[0] == verify.PROVES_NOTHING
