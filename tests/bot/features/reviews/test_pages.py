"""The pages of a review: the turns that lost most, their boards, luck, and the ways to the replay and back."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.features.replay.stops import Stops
from bot.features.reviews import shown
from bot.features.reviews.words import parts
from bot.registry import FACES
from bot.texts.phrases import phrases
from games import reviews
from games.arena_of_heroes.game import ArenaOfHeroes
from games.messages import Message
from games.monolith_arena import events as ev
from games.reviews import Judged, Review, Turn
from tests.bot.arena_of_heroes.test_in_one_go import begun
from tests.bot.driving import catch_up, quietly, random_action
from tests.bot.features.reviews.reviewed import (
    Judging,
    boards,
    over,
    played,
    read_with_a_loss,
    reviewing,
    said_first,
    turns_of,
)
from tests.bot.forged import only_refusals
from tests.bot.world import button_ids, buttons, picture, words


async def test_the_turns_that_lost_most_have_pages(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made, 60)
        shown, place = await read_with_a_loss(made, thinking, made.anna, match_id, result)
        assert f"1. Turn {place + 1}: " in words(shown)
        assert "40%" in words(shown)
        assert "70%" in words(shown)
        page = (await made.press(made.anna, shown, "review", str(place))).response
        seen = [(await picture(page.attachments[0])).tobytes()]
        assert "Played (Anna 40%): " in words(page)
        assert "Better (Anna 70%): " in words(page)
        assert "It makes this side stronger on the board." in words(page)
        assert "30 points, give or take 2" in words(page)
        for way in ("before", "played", "better"):
            page = (await made.press(made.anna, page, "review", str(place), way)).response
            seen.append((await picture(page.attachments[0])).tobytes())
        assert len(set(seen[1:])) == 3
        assert page.attachments[0].description.startswith(f"Turn {place + 1}: Anna · Better. "), "the picture says it"
        assert seen[0] == seen[3]
        theirs = (await made.press(made.max, result, "review")).response
        theirs = (await made.press(made.max, theirs, "review", str(place))).response
        sizes = [(await picture(one.attachments[0])).size for one in (page, theirs)]
        assert sizes[0] != sizes[1], "the reserve is shown to who held it: nobody else is called you"
        whole = next(control for control in buttons(page) if control.label == "Whole match")
        back = (await made.anna.click(page, custom_id=whole.custom_id)).response
        assert "The turns that lost most" in words(back)


async def test_the_replay_of_a_turn_and_a_study_of_it_lead_back(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made, 60)
        shown_first, place = await read_with_a_loss(made, thinking, made.max, match_id, result)
        page = (await made.press(made.max, shown_first, "review", str(place))).response

        async def pressed(message: Any, label: str) -> Any:
            control = next(one for one in buttons(message) if one.label == label)
            return (await made.max.click(message, custom_id=control.custom_id)).response

        match = await made.bot.matches.load(match_id)
        first = reviews.chosen(match.face.game, turns_of(match)[place], match.replayed)[0].number
        replay = await pressed(page, "Replay")
        assert words(replay).startswith(f"**{first - 1} of "), "it begins at the board of before"
        study = await pressed(await pressed(replay, "Next"), "Study from here")
        replay = await pressed(study, "Back to the replay")
        assert words(replay).startswith(f"**{first} of ")
        back = await pressed(replay, "Back to the review")
        assert words(back).startswith(f"**Turn {place + 1}: Anna**")
        only_refusals(made)


async def test_players_find_their_own_worst_turns(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id, result = await over(made, 60)
        match = await made.bot.matches.load(match_id)
        turns = turns_of(match)
        by_seat = {seat: [place for place, turn in enumerate(turns) if turn.seat == seat] for seat in (0, 1)}
        better = {
            place: [one.entry.tokens for one in reviews.chosen(match.face.game, turn, match.replayed)]
            for place, turn in enumerate(turns)
        }
        # Three turns of the other side lost more, and of the own ones none lost much for certain.
        lost = dict.fromkeys(by_seat[1][:3], 4000) | {by_seat[0][1]: 300}
        thinking.said = [
            Judged(5000, 5000 + lost.get(place, 0), 400, tuple(better[place]) if place in lost else ())
            for place in range(len(turns))
        ]
        user = match.user_of(0)
        anna, maxi = (made.anna, made.max) if user == made.anna.id else (made.max, made.anna)
        await made.press(anna, result, "review")
        await made.settle()
        whole = (await made.press(anna, result, "review")).response
        assert f"Turn {by_seat[0][1] + 1}:" not in words(whole)
        own = (await made.press(anna, whole, "review", "own")).response
        name = "Anna" if user == made.anna.id else "Max"
        assert f"1. Turn {by_seat[0][1] + 1}: {name} had 50% to win; 53% was possible." in words(own)
        page = (await made.press(anna, own, "review", str(by_seat[0][1]))).response
        assert "3 points, give or take 4" in words(page)
        theirs = (await made.press(maxi, result, "review")).response
        assert "Your turns" not in [control.label for control in buttons(theirs)]
        only_refusals(made)


async def test_the_largest_loss_comes_first(tmp_path: Path) -> None:
    thinking = Judging([Judged(5000, 5500, 10), Judged(5000, 8000, 10), Judged(5000, 6000, 10)])
    async with reviewing(tmp_path, thinking) as made:
        _, result = await over(made, 60)
        await made.press(made.anna, result, "review")
        await made.settle()
        shown = (await made.press(made.anna, result, "review")).response
        lines = words(shown)
        assert lines.index("1. Turn 2: ") < lines.index("2. Turn 3: ") < lines.index("3. Turn 1: ")
        turns = [control.label for control in buttons(shown) if (control.label or "").startswith("Turn ")]
        assert turns == ["Turn 2", "Turn 3", "Turn 1"]


async def test_where_a_turn_ends_in_a_battle_its_boards_show_what_that_came_to(tmp_path: Path) -> None:
    async with reviewing(tmp_path, Judging()) as made:
        match_id = await played(made, 160)
        match = await made.bot.matches.load(match_id)
        battles = 0
        for turn in turns_of(match)[2:]:
            done = reviews.chosen(match.face.game, turn, match.replayed)
            happened = [
                e for one in match.replayed[done[-1].number - 1 : turn.last] if one.step for e in one.step.events
            ]
            ended = next((event for event in happened if isinstance(event, ev.BattleEnded)), None)
            alike = replace(turn, judged=Judged(4000, 7000, 0, tuple(one.entry.tokens for one in done)))
            as_played: Any = shown.board(match, alike, "played", None)
            assert (as_played.view.stage, as_played.view.choices) == ("turn", ())
            told = {way: shown.fought(phrases("en"), match, alike, way, {}) for way in ("played", "better")}
            assert bool(told["played"]) == (ended is not None)
            if ended is None:
                continue
            battles += 1
            assert as_played.view.hit_points == ended.hit_points
            assert all(as_played.view.board[tile.hex] is None for tile in ev.lost(happened))
            assert told["played"].startswith("Battle: ")
            if not any(isinstance(event, ev.Answered) for event in happened):
                better: Any = shown.board(match, alike, "better", None)
                assert (better.view.hit_points, better.view.board) == (as_played.view.hit_points, as_played.view.board)
                assert told["better"] == told["played"]
        assert battles


async def test_a_charge_that_ends_a_turn_is_shown_with_what_it_did(tmp_path: Path) -> None:
    """Both as it was played and as the better turn; the turn is not over yet in the picture, and nothing is drawn."""
    async with reviewing(tmp_path, Judging()) as made:
        match_id, rng = await made.match(), random.Random(3)
        for _ in range(160):  # the cavalry of the Dragon Empire charges as soon as it can
            match = await made.bot.matches.load(match_id)
            choices = [choice for choice in match.choices if choice.must]
            if not choices:
                break
            legal = match.face.game.legal(match.state, choices[0].seat, choices[0].key)
            charges = [action for action in legal if action[0] == "charge" or action[-1] == "dragon_empire"]
            user = match.user_of(choices[0].seat)
            assert user is not None
            action = charges[0] if charges else random_action(match, choices[0], rng)
            await made.play(match_id, user, action, key=choices[0].key)
        match = await made.bot.matches.load(match_id)
        hit = 0
        for turn in turns_of(match):
            done = reviews.chosen(match.face.game, turn, match.replayed)
            actions = tuple(one.entry.tokens for one in done)
            step = done[-1].step
            if actions[-1][0] != "charge" or step is None or not step.turns_ended:
                continue
            wounds = [event for event in step.events if isinstance(event, ev.Wounds) and event.cause == "charge"]
            targets = {attack.target.hex for event in wounds for attack in event.attacks}
            hit += bool(targets)
            alike = replace(turn, judged=Judged(4000, 7000, 0, actions))
            for way in ("played", "better"):
                for reader in (turn.seat, None):
                    board: Any = shown.board(match, alike, way, reader)
                    assert targets <= set(board.marks)
                    assert board.view.turn == done[0].before.state.turn
                    assert board.view.hit_points == (wounds[-1].hit_points if wounds else step.state.hit_points)
                    fallen = {tile.hex for event in wounds for tile in event.removed}
                    assert all(board.view.board[hex_] is None for hex_ in fallen)
        assert hit


async def test_a_choice_by_which_dice_fall_is_shown_alone(tmp_path: Path) -> None:
    """Its three boards are one position with what was chosen there, for all; nobody else sees where a hero hid."""
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id = await begun(made, "Bg", "Wg")
        for action in (("attack", "8"), ("attack", "9"), ("end",)):
            await made.play(match_id, made.anna.id, action)
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        result = next(m for m in made.channel.history() if "rematch" in button_ids(m))
        match = await made.bot.matches.load(match_id)
        (turn,) = turns_of(match)
        actions = [one.entry.tokens for one in reviews.own(turn, match.replayed)]
        why = Message("It may strike {hero} in {count} of {places} possible hideouts.", hero="Worok", count=3, places=9)
        skipped = actions.index(("attack", "9"))
        thinking.said = [Judged(4000, 4700, 0, (("attack", "13"),), why, 250, 0, skipped, 1)]
        await made.press(made.anna, result, "review")
        await made.settle()
        shown = (await made.press(made.anna, result, "review")).response
        assert "Anna had 40% to win; 47% was possible." in words(shown)
        assert "**Luck of the dice**, in points of the chance of winning: Anna +2" in words(shown)
        page = (await made.press(made.anna, shown, "review", "0")).response
        said = words(page)
        assert "Played (Anna 40%): fire at 9." in said
        assert "Better (Anna 47%): fire at 13." in said
        assert "It may strike Worok in 3 of 9 possible hideouts." in said
        assert "Lost: 7 points. Both are averages over all dice" in said
        seen, alts = await boards(made, made.anna, page)
        assert len(set(seen)) == 3
        assert ["Aim at" in alt for alt in alts] == [False, True, True]
        assert all("which only you know" in alt for alt in alts)
        theirs = (await made.press(made.max, result, "review")).response
        theirs = (await made.press(made.max, theirs, "review", "0")).response
        assert words(theirs) == said
        public, alts = await boards(made, made.max, theirs)
        assert len(set(public) - set(seen)) == 3, "as everybody sees the arena"
        assert "Aim at 9: " in alts[1]
        assert "Aim at 13: " in alts[2]
        assert not any("which only you know" in alt for alt in alts)
        replay = next(control for control in buttons(theirs) if control.label == "Replay")
        seen = (await made.max.click(theirs, custom_id=replay.custom_id)).response
        onward = next(control for control in buttons(seen) if control.label == "Next")
        seen = (await made.max.click(seen, custom_id=onward.custom_id)).response
        assert "fires at 9" in words(seen), "what was played there is shown in the match"


async def test_a_turn_that_the_replay_counts_otherwise_leads_there_by_its_number(tmp_path: Path) -> None:
    thinking = Judging()
    async with reviewing(tmp_path, thinking) as made:
        match_id = await made.match("monsters_and_myths")
        await quietly(made, match_id, random.Random(3), 25)
        await catch_up(made, match_id)
        await made.resign(made.anna, await made.thread(match_id))
        await made.settle()
        match = await made.bot.matches.load(match_id)
        turns = turns_of(match)
        there = [one.number for turn in turns if (one := Stops(match).turn(turn.first)) is not None]
        place = next(place for place, number in enumerate(there) if number != place + 1)
        thinking.said = [*[Judged(5000, 5000)] * place, Judged(4000, 7000, 10, (("pass",),), length=1)]
        result = next(m for m in made.channel.history() if "rematch" in button_ids(m))
        since = len(made.env.http_requests)
        await made.press(made.anna, result, "review")
        await made.settle()
        assert f"Turns done: 0 of {len(set(there))}." in said_first(made, since), "as the replay counts them"
        assert len(set(there)) < len(turns)
        page = (await made.press(made.anna, result, "review")).response
        page = (await made.press(made.anna, page, "review", str(place))).response
        (replay,) = [control for control in buttons(page) if (control.label or "").startswith("Replay")]
        assert replay.label == f"Replay: turn {there[place]}"
        shown = (await made.anna.click(page, custom_id=replay.custom_id)).response
        onward = next(control for control in buttons(shown) if control.label == "Next")
        shown = (await made.anna.click(shown, custom_id=onward.custom_id)).response
        assert f"turn {there[place]}" in words(shown)


def test_luck_loss_and_the_rest_add_up_to_what_the_chance_has_changed_by() -> None:
    match: Any = SimpleNamespace(face=FACES["monolith_arena"], formation=FACES["monolith_arena"].game.formations[0])
    turns = (Turn(0, 1, 1, Judged(7300, 7300)), Turn(1, 2, 2), Turn(1, 3, 3, Judged(1600, 3700, luck=-1000)))
    said = parts(phrases("en"), match, {0: "Anna", 1: "Max"}, Review(1, 3, turns), 2)
    assert said == (
        "Since the turn before: Max 27% → 16%. Luck of the draw: −10; lost: −21;"
        " the rest, such as what only one side knew: +20."
    )
    assert not parts(phrases("en"), match, {0: "Anna", 1: "Max"}, Review(1, 3, turns), 0), "nothing was before it"


def test_the_chart_of_several_sides_is_told_by_the_turns_of_each() -> None:
    played = ((0, 3000), (1, 2000), (2, 5500), (0, 1000))
    turns = tuple(Turn(seat, n + 1, n + 1, Judged(chance, chance)) for n, (seat, chance) in enumerate(played))
    three = ArenaOfHeroes.formations[1]
    alt = shown._alt(phrases("en"), three, {0: "Anna", 1: "Max", 2: "Tina"}, Review(1, len(turns), turns), ())
    assert alt == (
        "Chances of winning of Anna, by turns: turn 1: 30%, turn 4: 10%. "
        "Chances of winning of Max, by turns: turn 2: 20%. "
        "Chances of winning of Tina, by turns: turn 3: 55%."
    )
