"""What players are told when it is their turn: all since the end of their last one, while the turn lasts, once."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.matches.commits import PUBLIC, match_job
from bot.panels.model import Press
from bot.publish import compose
from bot.publish.live import LiveMessage, MessageCoverage
from bot.texts import story
from bot.texts.columns import SMALL
from bot.texts.phrases import phrases
from bot.texts.story import Detail
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from storage import Holder
from storage.backup import backup
from storage.engine import wall_clock
from storage.restore import restore
from tests.bot.driving import catch_up, quietly, random_action, setup
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, controls, settings, world

pytestmark = pytest.mark.usefixtures("no_incident")

PAIR = ("dragon_empire", "lords_of_the_abyss")
BATTLE = ("Mia played Battle: Anna 20, Max 18", Detail("Phase 3: a hit"), Detail("Phase 2: another"))


# How sentences are laid out


def test_a_result_stands_above_its_phases_and_each_phase_has_a_line() -> None:
    told = ["Max discarded Net", "Max placed Spike C2 S", *BATTLE, "Max drew the last tile"]
    assert story.lines(told).split("\n") == [
        "Max discarded Net · Max placed Spike C2 S",
        BATTLE[0],
        f"{SMALL}Phase 3: a hit",
        f"{SMALL}Phase 2: another",
        "Max drew the last tile",
    ]


def test_where_there_is_no_room_details_of_earlier_battles_go_first() -> None:
    told = [*BATTLE, "Max placed Spike C2 S", *BATTLE]
    whole = story.lines(told)
    shorter = story.lines(told, len(whole) - 1)
    assert shorter.split("\n") == [f"{BATTLE[0]} · Max placed Spike C2 S", *story.lines(BATTLE).split("\n")]
    assert story.lines(told, len(shorter) - 1) == f"{BATTLE[0]} · Max placed Spike C2 S · {BATTLE[0]}"
    assert story.lines(told, 60) == f"{BATTLE[0]} · …"


# The live message


async def _first_turn(made: World) -> str:
    match_id = await made.match()
    await setup(made, match_id, *PAIR)
    await catch_up(made, match_id)
    return match_id


async def _waited(made: World, match_id: str) -> Any:
    (user,) = (await made.bot.matches.load(match_id)).waited_for()
    return made.actor(user)


async def _turn(made: World, match_id: str, actor: Any) -> list[tuple[str, ...]]:
    """A turn of that player: whatever has to be discarded, one tile used, the end."""
    done = []
    match = await made.bot.matches.load(match_id)
    seat = match.seat_of(actor.id)
    if match.state.discard_due:
        done.append(("discard", match.state.reserves[seat][-1].id))
        await made.play(match_id, actor.id, done[-1])
        match = await made.bot.matches.load(match_id)
    usable = [a for a in GAME.legal(match.state, seat, match.choices[0].key) if a[0] in ("place", "discard")]
    for action in (usable[0], ("end",)):
        done.append(action)
        await made.play(match_id, actor.id, action)
    await made.settle()
    return done


async def test_what_happened_is_told_once_in_the_thread_through_questions_draws_and_undos(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _first_turn(made)
        thread = await made.thread(match_id)
        first = await _waited(made, match_id)
        other = made.max if first is made.anna else made.anna
        assert "battle" not in button_ids(await made.live(match_id)), "there is no last battle yet"
        await _turn(made, match_id, first)
        told = [sentence async for sentence in _news(made, match_id)]
        (what,) = [line for line in told if "placed" in line or "discarded" in line]

        def times(sentence: str) -> int:
            return sum(message.content.count(sentence) for message in thread.history())

        assert what in (await made.live(match_id)).content
        assert times(what) == 1
        match = await made.bot.matches.load(match_id)
        seat = match.seat_of(other.id)
        action = next(a for a in GAME.legal(match.state, seat, match.choices[0].key) if a[0] in ("place", "discard"))
        await made.play(match_id, other.id, action)
        await made.settle()
        assert what in (await made.live(match_id)).content, "the message goes on telling what it began with"
        assert times(what) == 1
        await other.slash(thread, "match draw", answer="offer")
        await made.settle()
        assert times(what) == 1
        await other.slash(thread, "match undo")
        await made.settle()
        assert times(what) == 1
        await _turn(made, match_id, other)
        assert what not in (await made.live(match_id)).content
        assert times(what) == 1, "closed messages keep what they told"


async def _news(made: World, match_id: str) -> Any:
    """The parts of the live message."""
    for line in (await made.live(match_id)).content.split("\n"):
        for part in line.split(story.BETWEEN):
            yield part


async def _to_a_battle(made: World, match_id: str) -> Any:
    """Play on until an order can start a battle with hits in several phases and without questions; who may play it."""
    rng = random.Random(3)
    for _ in range(400):
        await quietly(made, match_id, rng, 1)
        match = await made.bot.matches.load(match_id)
        (choice, *_) = match.choices
        if choice.kind != "turn" or ("battle",) not in GAME.legal(match.state, choice.seat, choice.key):
            continue
        step = GAME.apply(match.state, choice.seat, ("battle",), Draws(match.seed))
        hits = [e for e in step.events if isinstance(e, ev.Wounds) and e.attacks]
        if len(hits) > 1 and isinstance(step.events[-1], ev.Drew) and step.state.result is None:
            return made.actor(match.user_of(choice.seat))
    raise AssertionError("no such battle")


async def _filmed(made: World) -> tuple[str, Any]:
    """A match whose live message has the film of a battle that was just played; its id, and that message."""
    match_id = await _first_turn(made)
    actor = await _to_a_battle(made, match_id)
    await catch_up(made, match_id)
    await made.play(match_id, actor.id, ("battle",))
    await made.settle()
    return match_id, await made.live(match_id)


async def _one_more_move(made: World, match_id: str) -> Any:
    """Whoever is on the move does something; returns who."""
    actor, match = await _waited(made, match_id), await made.bot.matches.load(match_id)
    choice = next(c for c in match.choices if c.must)
    await made.play(match_id, actor.id, random_action(match, choice, random.Random(2)))
    await made.settle()
    return actor


async def test_a_battle_by_command_is_asked_for_unless_it_is_meant(tmp_path: Path) -> None:
    """As the button does: a battle cannot be undone."""
    async with world(tmp_path) as made:
        match_id = await _first_turn(made)
        actor = await _to_a_battle(made, match_id)
        other = made.max if actor is made.anna else made.anna
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        before = (await made.bot.store.matches.load(match_id)).version
        assert "Start a battle?" not in said(await other.slash(thread, "monolith battle"))
        asked = await actor.slash(thread, "monolith battle")
        assert "Start a battle?" in said(asked)
        assert asked.response.attachments[0].description
        assert (await made.bot.store.matches.load(match_id)).version == before
        assert Press("do", ("battle",)) in {control.press for control in controls(asked.response)}
        await actor.slash(thread, "monolith battle", sure=True)
        assert (await made.bot.store.matches.load(match_id)).version > before
        only_refusals(made)


async def test_the_film_of_a_battle_and_the_new_board_are_one_message(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _first_turn(made)
        actor = await _to_a_battle(made, match_id)
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        await made.play(match_id, actor.id, ("battle",))
        await made.settle()
        *_, closed, live = thread.history()
        assert {"play", "battle"} <= set(button_ids(live))
        assert not closed.components
        assert [one.filename for one in live.attachments] == ["battle.gif"]
        match = await made.bot.matches.load(match_id)
        names = {seat.seat: "Anna" if seat.user_id == made.anna.id else "Max" for seat in match.match.seats}
        row = await made.bot.store.messages.find(live.id)
        cover = MessageCoverage.read(row.extra)
        content = compose.live_content(phrases("en"), match, names, cover.waiting, cover.since, cover.told)
        how, *given = content.picture
        film = Image.open(io.BytesIO(await live.attachments[0].read()))
        film.seek(film.n_frames - 1)
        board = Image.open(io.BytesIO(how(*given).data))
        assert ImageChops.difference(film.convert("RGB"), board.convert("RGB")).getbbox() is None
        assert film.info["loop"] == 2, "it is shown three times and then stays on the board"
        *_, result = [part async for part in _news(made, match_id) if " played Battle" in part]
        assert "; lost: " in result or "; no tile lost" in result
        assert result not in closed.content
        await _turn(made, match_id, await _waited(made, match_id))
        film_again = made.message(thread.id, live.id)
        assert [one.filename for one in film_again.attachments] == ["battle.gif"], "the thread keeps it"
        assert result in film_again.content
        assert result not in (await made.live(match_id)).content


async def test_a_message_shows_the_board_as_soon_as_something_has_happened_after_its_film(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, live = await _filmed(made)
        uploads = live.attachments[0].id
        await made.bot.store.jobs.add(  # the same once more, as after a restart
            match_id, (match_job(PUBLIC, match_id),), now=made.bot.matches.clock(), version=0
        )
        made.bot.posts.wake()
        await made.settle()
        assert (await made.live(match_id)).attachments[0].id == uploads
        await _one_more_move(made, match_id)
        now = await made.live(match_id)
        assert now.id == live.id
        assert [one.filename for one in now.attachments] == ["board.png"]


@pytest.mark.parametrize("below", [False, True])
async def test_after_a_restore_a_board_shows_what_the_copy_knows_though_it_was_edited_since(
    tmp_path: Path, below: bool
) -> None:
    """Or the match goes on `below`, where the bot was killed before it closed that board."""
    async with world(tmp_path) as made:
        match_id, live = await _filmed(made)
        thread = await made.thread(match_id)
        film = await live.attachments[0].read()
        config = settings(tmp_path)
        copy = await backup(config.database(), config.backups())
        other = await _one_more_move(made, match_id)
        assert [one.filename for one in (await made.live(match_id)).attachments] == ["board.png"]
        if below:
            with pytest.MonkeyPatch.context() as killed:
                killed.setattr(LiveMessage, "_close", _nothing)
                await _turn(made, match_id, other)
            assert [one.filename for one in made.message(thread.id, live.id).attachments] == ["board.png"]
        await made.restart(lambda: restore(config.database(), copy, config.backups(), Holder.here(wall_clock())))
        await made.settle()
        again = made.message(thread.id, live.id)
        assert ((await made.live(match_id)).id == live.id) != below
        assert [one.filename for one in again.attachments] == ["battle.gif"]
        assert below or await again.attachments[0].read() == film


async def _nothing(*_: Any) -> None:
    pass


async def test_a_film_that_is_too_large_gives_way_to_the_board(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("bot.publish.studio.FILE_SIZE", 1000)
    async with world(tmp_path) as made:
        _, live = await _filmed(made)
        assert [one.filename for one in live.attachments] == ["board.png"]
