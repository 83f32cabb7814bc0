"""A match on Discord up to the rematch: places, pings, undo, draws."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from games.api import new_options
from games.draws import SEED_BYTES, Draws
from games.monolith_arena.facings import best_facing
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS
from games.monolith_arena.referee import random_action as playout_action
from games.monolith_arena.view import Put, TileView
from tests.bot.driving import PAIR, catch_up, first_turn, live_ones, only_match, quietly, tap_to
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import Control, World, button_ids, buttons, controls, pings, world

pytestmark = pytest.mark.usefixtures("no_incident")


# Lists, lost places


async def test_the_list_has_those_that_wait_for_me_first(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "no open matches" in said(await made.anna.slash(made.channel, "match mine"))
        first = await made.match()
        await made.anna.slash(await made.thread(first), "monolith faction", faction=PAIR[0])
        await made.settle()
        await made.tina.slash(made.channel, "match new", game="monolith_arena", opponent=made.anna)
        await made.settle()
        await made.anna.slash(made.channel, "match accept")
        await made.settle()
        await made.anna.slash(made.channel, "match new", game="monolith_arena")
        await made.settle()
        answer = said(await made.anna.slash(made.channel, "match mine"))
        second = next(h.id for h in await made.bot.store.matches.of_user(made.tina.id))
        open_one = next(h.id for h in await made.bot.store.matches.of_user(made.anna.id) if h.status == "lobby")
        assert answer.index(second) < answer.index(first) < answer.index(open_one)


async def test_a_lost_thread_is_reopened_and_the_match_goes_on_there(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        made.env.backend.delete_channel(thread.id)
        await first.slash(made.channel, "monolith discard", match=match_id, tile="x")
        answer = said(await other.slash(made.channel, "match show", match=match_id))
        assert "new one opens" in answer
        await made.settle()
        again = await made.thread(match_id)
        assert again.id != thread.id
        live = await made.live(match_id)
        assert live.channel_id == again.id
        assert "play" in button_ids(live)
        assert {made.anna.id, made.max.id} <= set(again._channel.thread_members)
        before = (await made.bot.matches.load(match_id)).match.version
        result = await first.slash(again, "monolith reserve")
        assert result.ephemeral
        await other.slash(again, "match draw", answer="offer")
        await made.settle()
        assert (await made.bot.matches.load(match_id)).match.version == before + 1
        assert len(await live_ones(made, match_id)) == 1
        only_refusals(made)


async def test_a_deleted_live_message_is_posted_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, _first, other = await first_turn(made)
        live = await made.live(match_id)
        made.env.backend.delete_message(thread.id, live.id)
        await other.slash(thread, "match draw", answer="offer")
        await made.settle()
        again = await made.live(match_id)
        assert again.id != live.id
        assert len(await live_ones(made, match_id)) == 1
        assert again.attachments


# Undo, draws, the end


async def _discard(made: World, match_id: str) -> str:
    """A tile that the active player may discard and that leaves a champion to place."""
    match = await made.bot.matches.load(match_id)
    choice = next(c for c in match.choices if c.must)
    return GAME.next_field(match.state, choice.seat, choice.key, ("discard",)).values[0]


async def _to_discards(made: World, match_id: str) -> Any:
    """On to a turn in which a tile has to be discarded and something can be placed; who is to move."""
    rng = random.Random(7)
    for _ in range(60):
        match = await made.bot.matches.load(match_id)
        choice = next(c for c in match.choices if c.must)
        view = match.view(choice.seat)
        if choice.kind == "turn" and view.discard_due:
            kinds = view.seats[choice.seat].reserve
            if any(not t.is_order for t in kinds) and len(set(kinds)) == 3:
                await catch_up(made, match_id)
                return made.actor(match.user_of(choice.seat))
        await quietly(made, match_id, rng, 1)
    raise AssertionError("no such turn came")


async def test_undo_by_command_and_by_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, _, _ = await first_turn(made)
        actor = await _to_discards(made, match_id)
        tile = await _discard(made, match_id)
        before = (await made.bot.matches.load(match_id)).match.state_hash
        since = len(made.env.http_requests)
        live = (await made.live(match_id)).id
        for way in ("command", "panel"):
            await actor.slash(thread, "monolith discard", tile=tile)
            await made.settle()
            if way == "command":
                assert "aken back" in said(await actor.slash(thread, "match undo"))
            else:
                panel = (await made.press(actor, await made.live(match_id), "play")).response
                (undo,) = [b for b in buttons(panel) if b.press.action_id == "undo"]
                assert tile.split("_")[0] in undo.label.lower()
                await made.press(actor, panel, "undo")
            await made.settle()
            assert (await made.bot.matches.load(match_id)).match.state_hash == before
            told = (await made.live(match_id)).content
            assert " undid " not in told
            assert " discarded " not in told
        entries = (await made.bot.matches.load(match_id)).entries[-4:]
        assert [e.kind for e in entries] == ["action", "undo", "action", "undo"]
        assert (await made.live(match_id)).id == live
        assert pings(made, since) == []
        history = await actor.slash(thread, "match history")
        shown = said(history) if not history.response.attachments else ""
        shown += "".join([(await a.read()).decode() for a in history.response.attachments])
        assert shown.count(" undid ") == 2


async def test_no_undo_across_the_end_of_a_turn_nor_of_anothers_action(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        _match_id, thread, first, other = await first_turn(made)
        assert "nothing for you to undo" in said(await first.slash(thread, "match undo"))
        await first.slash(thread, "monolith end")
        await made.settle()
        for actor in (first, other):
            assert "nothing for you to undo" in said(await actor.slash(thread, "match undo"))
        only_refusals(made)


async def test_a_draw_is_offered_declined_offered_and_accepted(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        since = len(made.env.http_requests)
        await other.slash(thread, "match draw", answer="offer")
        await made.settle()
        live = await made.live(match_id)
        assert "draw" in live.content
        assert f"<@{first.id}>" in live.content
        offer = str((await made.bot.matches.load(match_id)).newest)
        assert [one.press.tokens for one in controls(live) if one.press.action_id == "agree"] == [
            ("draw", "accept", offer),
            ("draw", "decline", offer),
        ]
        assert (thread.id, (first.id,)) in pings(made, since)
        await made.reply(first, live, "agree", "draw", "decline")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "running"
        assert not match.position.offers
        await first.slash(thread, "match draw", answer="offer")
        await made.settle()
        asked = await other.slash(thread, "match draw")  # a bare command accepts nothing
        assert (await made.bot.matches.load(match_id)).match.status == "running"
        assert "20" in said(asked)
        await made.reply(other, asked.response, "agree", "draw", "accept")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert match.match.status == "over"
        assert "draw" in made.channel.last_message.content.lower()
        assert match.fingerprint not in made.channel.last_message.content  # it is behind a button


async def test_whoever_asks_for_a_takeback_and_whoever_answers_read_what_it_undoes(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await first.slash(thread, "monolith end")
        await made.settle()
        asked = await first.slash(thread, "match takeback")
        name = first.user.global_name
        assert f"It would take back: {name}: " in said(asked)
        assert "asks for a takeback" not in said(asked)
        await made.press(first, asked.response, "agree", "takeback", "ask")
        await made.settle()
        live = await made.live(match_id)
        assert f"It would take back: {name}: " in live.content
        assert f"It would take back: {name}: " in said(await other.slash(thread, "match takeback"))
        only_refusals(made)


async def test_an_answer_counts_for_the_takeback_that_it_was_shown_with(tmp_path: Path) -> None:
    """Neither the dialog nor what stood below the board agrees to a later one."""
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await first.slash(thread, "monolith end")
        await _takeback(made, first, thread, "ask")
        shown = _yes((await other.slash(thread, "match takeback")).response) + _yes(await made.live(match_id))
        assert len(shown) == 2
        await _takeback(made, first, thread, "withdraw")
        await other.slash(thread, "monolith end")
        await _takeback(made, first, thread, "ask")
        for control in shown:
            answer = said(await press(made, other, thread, control.custom_id))
            assert answer.startswith("That button was for an earlier takeback request; this is how things stand now.")
            assert f"{first.user.global_name} asks for a takeback." in answer
        match = await made.bot.matches.load(match_id)
        assert [entry.text for entry in match.entries[-3:]] == ["takeback withdraw", "end", "takeback ask"]
        await made.reply(other, await made.live(match_id), "agree", "takeback", "accept")
        match = await made.bot.matches.load(match_id)
        assert len(match.past.entry(match.newest).takes_back) == 2


async def test_an_answer_counts_for_the_draw_offer_that_it_was_shown_with(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await first.slash(thread, "match draw", answer="offer")
        (old,) = _yes((await other.slash(thread, "match draw")).response)
        for player in (first, other):
            await player.slash(thread, "monolith end")
        assert "That button was for an earlier draw offer" in said(await press(made, other, thread, old.custom_id))
        await first.slash(thread, "match draw", answer="offer")
        assert "That button was for an earlier draw offer" in said(await press(made, other, thread, old.custom_id))
        assert (await made.bot.matches.load(match_id)).match.status == "running"
        await made.reply(other, (await other.slash(thread, "match draw")).response, "agree", "draw", "accept")
        assert (await made.bot.matches.load(match_id)).match.status == "over"


@pytest.mark.parametrize("answer", ["accept", "decline"])
async def test_an_answer_of_an_earlier_version_is_for_what_stands_now(answer: str, tmp_path: Path) -> None:
    """What was posted before buttons had the number of what they answer; it is as if it was typed."""
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await first.slash(thread, "match draw", answer="offer")
        await press(made, other, thread, f"b:{match_id}:agree:0::draw.{answer}")
        match = await made.bot.matches.load(match_id)
        assert match.entries[-1].text == f"draw {answer}"
        assert match.match.status == ("over" if answer == "accept" else "running")


async def _takeback(made: World, actor: Any, thread: Any, said: str) -> None:
    await made.press(actor, (await actor.slash(thread, "match takeback")).response, "agree", "takeback", said)
    await made.settle()


def _yes(message: Any) -> list[Control]:
    """The button that accepts what a message asks for."""
    return [one for one in buttons(message) if one.press.tokens[1:2] == ("accept",)]


async def test_resigning_and_the_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        await made.resign(first, thread)
        await made.settle()
        results = [m for m in made.channel.history() if "rematch" in button_ids(m) and m.attachments]
        assert len(results) == 1
        assert results[0].attachments
        assert other.user.global_name in results[0].content
        closed = await live_ones(made, match_id)
        assert len(closed) == 1
        assert "play" not in button_ids(closed[0])
        assert "Only those who played" in said(await made.press(made.tina, results[0], "rematch"))
        told = await made.press(other, results[0], "rematch")
        assert said(told) == f"Your challenge to a rematch is on its way to <#{made.channel.id}>."
        await made.settle()
        assert f"challenges <@{first.id}> to a rematch" in made.channel.last_message.content
        again = await made.bot.matches.load(await only_match(made))
        assert again.match.rematch_of == match_id
        assert again.match.creator == other.id
        assert again.match.seed != (await made.bot.store.matches.load(match_id)).seed
        assert pings(made)[-1] == (made.channel.id, (first.id,))


# Pings and waiting


async def test_each_is_pinged_once_when_newly_waited_for(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)
        since = len(made.env.http_requests)
        await first.slash(thread, "match draw", answer="offer")
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]  # who has to answer, and nobody else
        live = await made.live(match_id)
        assert f"<@{other.id}> {first.user.global_name} offers a draw" in live.content
        asked = [c.press.tokens for c in buttons(live) if c.press.action_id == "agree"]
        assert [tokens[:2] for tokens in asked] == [("draw", "accept"), ("draw", "decline")]
        await made.reply(other, live, "agree", "draw", "decline")
        await made.settle()
        assert not [c for c in buttons(await made.live(match_id)) if c.press.action_id == "agree"]
        since = len(made.env.http_requests)
        await first.slash(thread, "monolith end")
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,))]
        await other.slash(thread, "monolith end")
        await made.settle()
        assert pings(made, since) == [(thread.id, (other.id,)), (thread.id, (first.id,))]
        assert len(await live_ones(made, match_id)) == 1
        assert f"<@{first.id}>" in (await made.live(match_id)).content


def _until(kind: str) -> list[tuple[int, tuple[str, ...]]]:
    """Actions of a match with the seed of the first match here, up to one that asks the other side such a question."""
    seed = (1).to_bytes(SEED_BYTES, "big")
    best: list[tuple[int, tuple[str, ...]]] = []
    for attempt in range(400):
        rng = random.Random(attempt)
        draws = Draws(seed)
        state: Any = GAME.new(GAME.formations[0], new_options(GAME, {}))
        actions: list[tuple[int, tuple[str, ...]]] = []
        while GAME.result(state) is None and len(actions) < (len(best) or 120):
            seat, action = playout_action(state, rng)
            turn = next((c.seat for c in GAME.choices(state) if c.kind == "turn"), None)
            state = GAME.apply(state, seat, action, draws).state
            actions.append((seat, action))
            asked = [c for c in GAME.choices(state) if c.must]
            if turn == seat and [c.kind for c in asked] == [kind] and asked[0].seat != seat:
                best = actions
                break
        if best and (len(best) < 30 or attempt > 60):
            return best
    assert best, f"no match comes to a question of the kind {kind}"
    return best


async def _asked(made: World, kind: str) -> tuple[str, Any, Any, Any, int]:
    """A match in which the active player has just caused a question to the other one, and how it got there."""
    actions = _until(kind)
    match_id = await made.match()
    await quietly(made, match_id, random.Random(0), 0)
    for seat, action in actions[:-1]:
        await made.play(match_id, made.players[seat].id, action)
    await catch_up(made, match_id)
    since = len(made.env.http_requests)
    seat, action = actions[-1]
    await made.play(match_id, made.players[seat].id, action)
    await made.settle()
    return match_id, await made.thread(match_id), made.players[seat], made.players[1 - seat], since


async def test_a_push_asks_the_owner_and_then_the_active_player_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread, active, owner, since = await _asked(made, "push")
        live = await made.live(match_id)
        first_line = live.content.split("\n")[0]
        assert pings(made, since) == [(thread.id, (owner.id,))]
        assert first_line.startswith(f"<@{owner.id}>")
        assert "push" in first_line.lower()
        # Whoever else opens the panel reads whom the match waits for.
        name = owner.user.global_name
        waiting = said(await made.press(active, live, "play"))
        assert name in waiting
        panel = (await made.press(owner, live, "play")).response
        match = await made.bot.matches.load(match_id)
        (choice,) = [c for c in match.choices if c.seat == match.seat_of(owner.id)]
        values = GAME.next_field(match.state, choice.seat, choice.key, ("choose",)).values
        assert len(values) > 1
        await tap_to(owner, made, panel, ("choose", values[-1]))
        await made.settle()
        assert pings(made, since) == [(thread.id, (owner.id,)), (thread.id, (active.id,))]
        assert f"<@{active.id}>" in (await made.live(match_id)).content.split("\n")[0]
        assert len(await live_ones(made, match_id)) == 1


async def test_both_are_asked_at_once_and_only_who_is_missing_is_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        live = await made.live(match_id)
        assert pings(made)[-1] == (thread.id, (made.anna.id, made.max.id))
        since = len(made.env.http_requests)
        await made.max.slash(thread, "monolith faction", faction=PAIR[0])
        await made.settle()
        now = await made.live(match_id)
        assert now.id == live.id
        assert f"<@{made.anna.id}>" in now.content
        assert f"<@{made.max.id}>" not in now.content
        assert pings(made, since) == []


# Taps


async def test_a_whole_turn_takes_at_most_six_taps_where_the_preset_facing_is_taken(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, _thread, _, _ = await first_turn(made)
        actor = await _to_discards(made, match_id)
        match = await made.bot.matches.load(match_id)
        seat = match.seat_of(actor.id)
        reserve = match.view(seat).seats[seat].reserve
        champion = next(t for t in reserve if not t.is_order)
        gone = next(t for t in reserve if t is not champion)
        panel = (await made.press(actor, await made.live(match_id), "play")).response
        taps, panel = await tap_to(actor, made, panel, ("discard", gone.id))
        assert taps == 1
        match = await made.bot.matches.load(match_id)
        (choice,) = [c for c in match.choices if c.seat == seat]
        hexes = GAME.next_field(match.state, seat, choice.key, ("place", champion.id)).values
        field = GAME.next_field(match.state, seat, choice.key, ("place", champion.id, hexes[-1]))
        facing = ()
        if hasattr(field, "values"):
            put = Put(TileView.printed(seat, champion), BY_NAME[hexes[-1]])
            facing = (DIRECTIONS[best_facing(match.view(seat), put, [BY_DIRECTION[f] for f in field.values]).facing],)
        words = ("place", champion.id, hexes[-1], *facing)
        more, panel = await tap_to(actor, made, panel, words, ("end",))
        await made.settle()
        assert 1 + taps + more <= 6
        match = await made.bot.matches.load(match_id)
        assert [e.text.split()[0] for e in match.entries[-3:]] == ["discard", "place", "end"]
        assert actor.id not in match.waited_for()
