"""What comes before the first turn is done for whoever leaves it to the bot, in every game that has a set-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.quick_start import QuickStart
from bot.matches.loaded import LoadedMatch
from bot.publish.buttons import live_rows
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.monolith_arena.tiles import FACTIONS, faction
from tests.bot.forged import press, said
from tests.bot.world import button_ids, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


@pytest.mark.parametrize("game", FACES)
async def test_one_press_each_leads_to_the_first_turn(game: str, tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(game)
        asked = (await made.bot.matches.load(match_id)).setting_up
        panels = []
        for player in (made.max, made.anna):
            live = await made.live(match_id)
            if "quick" in button_ids(live):  # in some games one player does it for both, or the bot all of it
                panels.append((await made.press(player, live, "quick")).response)
                await made.settle()
        assert bool(panels) == asked
        match = await made.bot.matches.load(match_id)
        assert not match.setting_up
        assert match.entries
        assert "quick" not in button_ids(await made.live(match_id))
        assert all(panel.flags.ephemeral and "quick" not in button_ids(panel) for panel in panels[-1:])


async def test_it_is_not_offered_while_only_a_computer_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match = await made.bot.matches.load(await made.match())
        for asked, offered in ((match.waited_for(), True), ([], False)):
            monkeypatch.setattr(LoadedMatch, "waited_for", lambda self, asked=asked: asked)
            rows = live_rows(phrases("en"), match, {})
            presses = [one.press.action_id for row in rows if isinstance(row, tuple) for one in row]
            assert ("quick" in presses) == offered


async def test_the_other_player_is_not_set_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await made.press(made.anna, await made.live(match_id), "quick")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        (choice,) = match.choices
        assert (choice.kind, match.user_of(choice.seat)) == ("faction", made.max.id)
        # Whoever has chosen already leaves the rest of it; nothing is asked of them yet.
        again = await made.press(made.anna, await made.live(match_id), "quick")
        assert "The rest of your set-up is done for you" in words(again.response)
        await made.play(match_id, made.max.id, ("faction", "random"))
        after = await made.bot.matches.load(match_id)
        placed = [(entry.seat, entry.text.split()[0]) for entry in after.entries if entry.text.startswith("banner")]
        anna, max_ = (after.seat_of(player.id) for player in (made.anna, made.max))
        asked = {choice.seat for choice in after.choices}
        assert placed == ([(anna, "banner")] if (anna, "banner") in placed else [])
        assert asked == {max_}, "Max is asked for a banner, be it as the first or as the second"


async def test_the_wish_outlives_a_restart_and_ends_with_the_set_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(monoliths=True)
        await made.press(made.anna, await made.live(match_id), "quick")
        await made.settle()
        await made.restart()
        await made.press(made.max, await made.live(match_id), "quick")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        assert {entry.text.split()[0] for entry in match.entries} == {"faction", "prepare", "banner"}
        assert len(match.entries) == 6
        assert {choice.kind for choice in match.choices} == {"turn"}


@pytest.mark.parametrize("monoliths", [True, False])
async def test_whoever_takes_it_back_chooses_by_hand(tmp_path: Path, monoliths: bool) -> None:
    """Neither what the other one does, nor the own choice of a faction, brings the wish back; a new press does."""
    async with world(tmp_path) as made:
        match_id = await made.match(monoliths=monoliths)
        await made.press(made.anna, await made.live(match_id), "quick")
        await made.settle()
        match = await made.bot.matches.load(match_id)
        match = (await made.bot.matches.agree(match, made.anna.id, ("takeback", "ask"))).match
        match = (await made.bot.matches.agree(match, made.max.id, ("takeback", "accept"))).match
        back, anna = match.newest, match.seat_of(made.anna.id)
        await made.settle()
        await made.restart()
        match = (await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))).match
        assert made.anna.id in match.waited_for()
        match = (await made.play(match_id, made.anna.id, ("faction", "dragon_empire"))).match
        assert [entry.text for entry in match.entries[back:] if entry.seat == anna] == ["faction dragon_empire"]
        for player in (made.max, made.anna):
            await made.settle()
            if "quick" in button_ids(await made.live(match_id)):
                await made.press(player, await made.live(match_id), "quick")
        assert not (await made.bot.matches.load(match_id)).setting_up


async def test_a_takeback_of_the_other_one_leaves_the_wish(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(monoliths=True)
        match = (await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))).match
        await made.settle()
        await made.press(made.anna, await made.live(match_id), "quick")
        match = await made.bot.matches.load(match_id)
        anna = match.seat_of(made.anna.id)
        placed = [entry.text for entry in match.entries if entry.seat == anna]
        match = (await made.bot.matches.agree(match, made.max.id, ("takeback", "ask"))).match
        match = (await made.bot.matches.agree(match, made.anna.id, ("takeback", "accept"))).match
        match = (await made.play(match_id, made.max.id, ("faction", "lords_of_the_abyss"))).match
        assert [entry.text for entry in match.entries[-len(placed) :]] == placed


async def test_strangers_cannot_set_up_and_nobody_after_the_set_up(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        live = await made.live(match_id)
        await made.press(made.tina, live, "quick")
        assert not (await made.bot.matches.load(match_id)).entries
        for player in (made.anna, made.max):
            await made.press(player, live, "quick")
            await made.settle()
        before = (await made.bot.matches.load(match_id)).entries
        answer = await press(made, made.anna, made.channel, f"b:{match_id}:quick:0::")
        assert said(answer) == "The set-up is over."
        assert (await made.bot.matches.load(match_id)).entries == before


async def test_what_somebody_else_has_chosen_in_the_same_moment_is_left_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are new, so both would get the faction that is the easiest to play."""
    easiest = min(FACTIONS, key=lambda name: faction(name).difficulty)
    keep = QuickStart.keep
    async with world(tmp_path) as made:
        match_id = await made.match()

        async def slowly(self: QuickStart, match: LoadedMatch, user: int, now: int) -> None:
            await made.play(match_id, made.max.id, ("faction", easiest))
            await keep(self, match, user, now)

        monkeypatch.setattr(QuickStart, "keep", slowly)
        answer = await made.press(made.anna, await made.live(match_id), "quick")
        assert "is taken" not in words(answer.response)
        await made.settle()
        match = await made.bot.matches.load(match_id)
        chosen = {e.seat: e.text.split()[1] for e in match.entries if e.text.startswith("faction")}
        anna, max_ = (match.seat_of(player.id) for player in (made.anna, made.max))
        assert chosen[max_] == easiest
        assert chosen[anna] != easiest


async def test_whoever_is_new_gets_what_is_easy_to_play(tmp_path: Path) -> None:
    easiest = min(faction(name).difficulty for name in FACTIONS)
    async with world(tmp_path) as made:
        match_id = await made.match()
        for player in (made.anna, made.max):
            await made.press(player, await made.live(match_id), "quick")
            await made.settle()
        match = await made.bot.matches.load(match_id)
        chosen = [entry.text.split()[1] for entry in match.entries if entry.text.startswith("faction")]
        assert len(set(chosen)) == 2
        assert [faction(name).difficulty for name in chosen] == [easiest, easiest]
        (first, *_) = match.replayed
        choice = match.face.game.choices(first.before.state)[0]
        view = match.face.game.view(first.before.state, choice.seat)
        assert match.face.quick_start(view, choice, False) == ("faction", "random"), "others have it drawn"
