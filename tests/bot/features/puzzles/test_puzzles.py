"""Puzzles through simulated Discord: found by grade, solved by pressing, counted once, shown, and one for a channel."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.puzzles.daily import Dailies
from bot.features.puzzles.solving import collections, fitting, following, following_of_any, streak
from bot.panels.model import Press
from bot.people.settings import DAY_MS
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.puzzles import GRADES, Puzzle, puzzles_of
from games.weighing import CHANCE, common, worth
from storage import Daily, Tried
from tests.bot.forged import only_refusals
from tests.bot.world import World, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

GAME = "monolith_arena"
WEIGHED = [name for name, face in FACES.items() if any(one.ways for one in puzzles_of(face.game).values())]
PUZZLES = puzzles_of(FACES[GAME].game)
NOON = 20_000 * DAY_MS + DAY_MS // 2


async def _press(made: World, panel: Any, press: Press, who: Any = None) -> Any:
    control = next(c for c in controls(panel) if c.press == press)
    await use(who or made.anna, panel, control)
    return made.message(panel.channel_id, panel.id)


def _alike(tokens: tuple[str, ...], action: tuple[str, ...]) -> int:
    both = zip(" ".join(tokens), " ".join(action), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], both)))


async def _do(made: World, panel: Any, action: tuple[str, ...], who: Any = None) -> Any:
    """The panel after an action, reached as people do: by what leads nearest to it, page after page."""
    seen: set[Press] = set()
    while Press("do", action) not in {c.press for c in controls(panel)}:
        pages = [c.press for c in controls(panel) if c.press.action_id == "show" and c.press not in seen]
        nearest = max(
            pages,
            key=lambda press: (
                _alike(press.tokens, action),
                len(set(press.tokens) & set(action)),
                press.tokens[:1] == ("use",),
            ),
        )
        seen.add(nearest)
        panel = await _press(made, panel, nearest, who)
    return await _press(made, panel, Press("do", action), who)


async def _begin(made: World) -> tuple[Any, Puzzle]:
    panel = (await made.anna.slash(made.channel, "puzzle", game=GAME)).response
    tried = await made.bot.store.puzzles.of(made.anna.id)
    wanted = following(PUZZLES, tried)
    assert wanted is not None
    return panel, wanted


async def test_a_puzzle_is_solved_by_pressing_and_the_next_one_comes(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel, puzzle = await _begin(made)
        assert panel.flags.ephemeral
        assert panel.attachments
        assert puzzle.grade == min(GRADES)
        assert str(puzzle.task) in words(panel)
        for action in puzzle.solution:
            panel = await _do(made, panel, action)
        assert "Solved." in words(panel)
        assert "You have solved 1 puzzle. Your streak: 1 day." in words(panel)
        (tried,) = await made.bot.store.puzzles.of(made.anna.id)
        assert tried.solved_at is not None
        assert tried.shown_at is None
        panel = await _press(made, panel, Press("puzzle", ("next", GAME)))
        assert str(puzzle.task) not in words(panel) or "Solved." not in words(panel)
        assert not made.channel.history(), "nobody else sees anything of it"


async def test_a_wrong_try_says_what_is_missing_and_the_solution_can_be_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        wanted = next(one for one in PUZZLES.values() if one.data["goal"][:4] == "hits" and not one.data["discard_due"])
        await made.bot.store.puzzles.keep(made.anna.id, Tried(GAME, wanted.id, wanted.grade, "", 0, 1))
        panel, puzzle = await _begin(made)
        assert puzzle == wanted, "what is begun goes on"
        panel = await _do(made, panel, ("battle",))
        assert "The enemy banner has lost" in words(panel)
        (tried,) = await made.bot.store.puzzles.of(made.anna.id)
        assert tried.tries == 1
        panel = await _press(made, panel, Press("learn", ("solve",)))
        assert "The solution:" in words(panel)
        assert "You have solved 0 puzzles." in words(panel)
        panel = await _press(made, panel, Press("learn", ("again",)))
        for action in puzzle.solution:
            panel = await _do(made, panel, action)
        (tried,) = await made.bot.store.puzzles.of(made.anna.id)
        assert tried.solved_at is None, "what was shown before is not solved any more"


async def test_a_solution_that_is_shown_of_a_solved_puzzle_is_called_so(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel, puzzle = await _begin(made)
        for action in puzzle.solution:
            panel = await _do(made, panel, action)
        assert "Solved." in words(panel)
        panel = await _press(made, panel, Press("learn", ("again",)))
        panel = await _press(made, panel, Press("learn", ("hint",)))
        panel = await _press(made, panel, Press("learn", ("solve",)))
        assert "The solution:" in words(panel)
        assert "Solved." not in words(panel)


@pytest.mark.parametrize("game", WEIGHED)
async def test_a_choice_is_judged_by_what_it_comes_to(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        puzzle = next(one for one in puzzles_of(FACES[game].game).values() if len(one.solution[0]) < 4)
        right, wrong = puzzle.solution[0], list(puzzle.ways)[1]
        await made.bot.store.puzzles.keep(made.anna.id, Tried(game, puzzle.id, puzzle.grade, "", 0, 1))
        panel = (await made.anna.slash(made.channel, "puzzle", game=game)).response
        assert str(puzzle.task) in words(panel)
        panel = await _do(made, panel, wrong)
        assert "There is a better one." in words(panel)
        assert "Solved." not in words(panel)
        panel = await _press(made, panel, Press("learn", ("again",)))
        panel = await _do(made, panel, right)
        text = words(panel)
        assert "Solved." in text
        whole = common(list(puzzle.ways.values())[:4]) if puzzle.unit == CHANCE else 0
        best = phrases("en").text(worth(puzzle.unit, puzzle.ways[right], whole))
        assert (best if puzzle.unit == CHANCE else f"{float(puzzle.ways[right]):.2f}"[:5]) in text.replace(",", "")
        assert f"from {puzzle.data['looked_at']:,} outcomes" in text
        (tried,) = await made.bot.store.puzzles.of(made.anna.id)
        assert (tried.tries, tried.solved_at is not None) == (1, True)


async def test_any_game_is_the_one_that_was_not_had_for_longest(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        seen = []
        for at in range(len(collections(FACES))):
            panel = (await made.anna.slash(made.channel, "puzzle", game="any")).response
            tasks = {str(one.task): game for game, found in collections(FACES).items() for one in found.values()}
            seen.append(next(game for task, game in tasks.items() if task in words(panel)))
            begun = following(puzzles_of(FACES[seen[-1]].game), [])
            assert begun is not None
            await made.bot.store.puzzles.keep(
                made.anna.id, Tried(seen[-1], begun.id, begun.grade, "", 0, at + 1, shown_at=at + 1)
            )
        assert sorted(seen) == sorted(collections(FACES))
        assert following_of_any({}, []) is None


async def test_without_a_game_it_is_asked_for(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "puzzle")).response
        assert panel.flags.ephemeral
        panel = await _press(made, panel, Press("puzzle", ("next", GAME)))
        assert panel.attachments


def _tried(name: str, grade: int = 1, tries: int = 0, solved: int | None = None, shown: int | None = None) -> Tried:
    return Tried(GAME, name, grade, "", tries, 0, solved, shown)


def test_grades_rise_with_what_is_solved_and_fall_with_what_is_shown() -> None:
    assert fitting([]) == 1
    two = [_tried("a", solved=1), _tried("b", solved=2)]
    assert fitting(two[:1]) == 1
    assert fitting(two) == 2
    assert fitting([*two, _tried("c", shown=3)]) == 1
    assert fitting([_tried("a", tries=5, solved=1), _tried("b", tries=5, solved=2)]) == 1
    assert fitting([_tried(str(n), grade=4, solved=n) for n in range(1, 20)]) == max(GRADES)


def test_the_next_puzzle_suits_and_never_comes_twice() -> None:
    tried: list[Tried] = []
    for at in range(len(PUZZLES)):
        puzzle = following(PUZZLES, tried)
        assert puzzle is not None
        assert puzzle.id not in {one.puzzle for one in tried}
        tried.append(_tried(puzzle.id, puzzle.grade, solved=at))
    assert following(PUZZLES, tried) is None
    begun = _tried(next(iter(PUZZLES)))
    assert following(PUZZLES, [begun]) == PUZZLES[begun.puzzle]
    other = following(PUZZLES, [begun], but=begun.puzzle)
    assert other is not None
    assert other.id != begun.puzzle


def test_whoever_turns_away_sees_all_of_them_before_any_comes_again() -> None:
    tried: list[Tried] = []
    at = ""
    for _ in range(2):
        seen = []
        for _ in PUZZLES:
            puzzle = following(PUZZLES, tried, at)
            assert puzzle is not None
            seen.append(at := puzzle.id)
            if puzzle.id not in {one.puzzle for one in tried}:
                tried.append(_tried(puzzle.id, puzzle.grade))
        assert sorted(seen) == sorted(PUZZLES)


async def test_a_turn_that_ended_too_soon_is_told_what_it_lacks_and_a_hint_is_given_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        wanted = next(one for one in PUZZLES.values() if one.data["goal"][:4] == "save" and not one.data["discard_due"])
        await made.bot.store.puzzles.keep(made.anna.id, Tried(GAME, wanted.id, wanted.grade, "", 0, 1))
        panel, _ = await _begin(made)
        panel = await _do(made, panel, ("end",))
        assert "would still cost your banner" in words(panel)
        panel = await _press(made, panel, Press("learn", ("hint",)))
        assert "Hint:" in words(panel)
        assert Press("learn", ("hint",)) not in {c.press for c in controls(panel)}


def test_a_streak_counts_days_in_a_row_up_to_yesterday() -> None:
    days = [_tried(str(day), solved=NOON - day * DAY_MS) for day in (1, 2, 4)]
    assert streak([], NOON) == 0
    assert streak(days, NOON) == 2
    assert streak([*days, _tried("now", solved=NOON)], NOON) == 3
    assert streak(days, NOON + DAY_MS) == 0


def boss(made: World) -> Any:
    """Somebody who may manage the server."""
    role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
    return made.guild.add_member(made.env.create_user("bob", global_name="Bob"), roles=[role])


async def _look(made: World, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr(made.bot.matches, "clock", lambda: at)
    await made.bot.services.get(Dailies).look()


async def test_a_channel_gets_one_a_day_and_its_solution_on_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await boss(made).slash(made.channel, "server settings", puzzle=made.channel)
        await _look(made, monkeypatch, NOON)
        await _look(made, monkeypatch, NOON + 3_600_000)
        (posted,) = made.channel.history()
        (daily,) = await made.bot.store.dailies.of(made.guild.id)
        puzzle = puzzles_of(FACES[daily.game].game)[daily.puzzle]
        told = words(posted) + "".join(one.description for one in posted.attachments)
        assert str(puzzle.task) in told
        assert "solution" not in told.replace("The solution comes tomorrow.", "")
        panel = (await _pressed(made, posted, made.anna)).response
        assert panel.flags.ephemeral
        for action in puzzle.solution:
            panel = await _do(made, panel, action)
        assert "Solved." in words(panel)
        assert "Anna" not in "".join(words(one) for one in made.channel.history())
        panel = await _press(made, panel, Press("puzzle", ("named", str(made.guild.id), str(daily.day), "1")))
        await _pressed(made, posted, made.max)
        await _look(made, monkeypatch, NOON + DAY_MS)
        results = next(one for one in made.channel.history() if "Yesterday's puzzle" in words(one))
        assert "1 person has solved it." in words(results)
        assert "Among them: Anna." in words(results)
        assert words(results).count("||") == 2, "the solution is covered"
        (picture,) = results.attachments
        assert picture.filename.startswith("SPOILER_")
        days = await made.bot.store.dailies.of(made.guild.id)
        assert [one.day for one in days] == [20_001, 20_000]


@pytest.mark.parametrize("game", collections(FACES))
async def test_a_channel_may_have_one_game_and_its_post_tells_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async with world(tmp_path) as made:
        bob = boss(made)
        shown = (await bob.slash(made.channel, "server settings", puzzle=made.channel, puzzle_game=game)).response
        assert f"Game: {FACES[game].game.title}." in words(shown)
        for day in range(3):
            await _look(made, monkeypatch, NOON + day * DAY_MS)
        days = await made.bot.store.dailies.of(made.guild.id)
        assert [one.game for one in days] == [game] * 3
        puzzle = puzzles_of(FACES[game].game)[days[0].puzzle]
        posted = next(one for one in made.channel.history() if str(puzzle.task) in words(one))
        told = words(posted) + "".join(one.description for one in posted.attachments)
        assert " cases" not in told
        assert " %" not in told
        results = next(one for one in made.channel.history() if "Yesterday's puzzle" in words(one))
        before, covered, after = words(results).split("||")
        assert "The solution:" in covered
        assert " cases" not in before + after
        shown = (await bob.slash(made.channel, "server settings", puzzle_game="every")).response
        assert "Game: another one every day." in words(shown)
        refused = (await bob.slash(made.channel, "server settings", puzzle_game="chess")).response
        assert "There are no puzzles of “chess”" in words(refused)
        only_refusals(made)
        made.env.errors.clear()


async def _solved(made: World, user: int, day: int, *, tries: int = 0, later: int = 0, named: bool = True) -> None:
    """Let somebody have solved the puzzle of a day, at noon or so much later."""
    store, guild = made.bot.store, made.guild.id
    puzzle = f"puzzle-{day}"
    await store.dailies.note(Daily(guild, day, made.channel.id, "arena", puzzle, posted_at=day * DAY_MS))
    await store.dailies.take_up(guild, day, user)
    await store.dailies.name(guild, day, user, named=named)
    at = day * DAY_MS + DAY_MS // 2 + later
    await store.puzzles.keep(user, Tried("arena", puzzle, 1, "", tries, at, solved_at=at))


async def test_the_ladder_counts_what_was_solved_on_its_day_by_those_who_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        anna, max_, today = made.anna.id, made.max.id, NOON // DAY_MS
        monkeypatch.setattr(made.bot.matches, "clock", lambda: NOON)
        panel = (await made.anna.slash(made.channel, "puzzle")).response
        ladder = await _press(made, panel, Press("puzzle", ("ladder",)))
        assert "Nobody is on it yet." in words(ladder)
        assert "Name me tomorrow" in words(ladder)
        await _solved(made, anna, today - 1, tries=2)
        await _solved(made, anna, today - 30)
        await _solved(made, anna, today - 31)
        await _solved(made, anna, today)
        await _solved(made, anna, today - 2, later=DAY_MS)
        await _solved(made, anna, today - 3, named=False)
        await _solved(made, max_, today - 4)
        await _solved(made, max_, today - 5, tries=1)
        best = await made.bot.store.dailies.ladder(made.guild.id, today - 30, today, 10)
        assert [(one.user_id, one.solved, one.tries) for one in best] == [(max_, 2, 1), (anna, 2, 2)]
        assert await made.bot.store.dailies.ladder(made.guild.id + 1, today - 30, today, 10) == []
        panel = (await made.anna.slash(made.channel, "puzzle")).response
        ladder = await _press(made, panel, Press("puzzle", ("ladder",)))
        assert "**1.** Max · 2 puzzles · 1 wrong try\n**2.** Anna · 2 puzzles · 2 wrong tries" in words(ladder)
        assert "Name me tomorrow" not in words(ladder)
        await made.bot.store.people.set_player(max_, now=NOON, stats=False)
        best = await made.bot.store.dailies.ladder(made.guild.id, today - 30, today, 10)
        assert [one.user_id for one in best] == [anna], "who keeps their statistics to themselves is not on it"


async def _pressed(made: World, posted: Any, who: Any) -> Any:
    control = next(c for c in controls(posted) if c.press.action_id == "puzzle")
    return await use(who, posted, control)


async def test_a_post_that_failed_is_made_later_with_the_same_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await boss(made).slash(made.channel, "server settings", puzzle=made.channel)
        dailies = made.bot.services.get(Dailies)
        with monkeypatch.context() as broken:
            broken.setattr(type(dailies), "_task", _broken)
            await _look(made, monkeypatch, NOON)
        (noted,) = await made.bot.store.dailies.of(made.guild.id)
        assert noted.posted_at is None
        await _look(made, monkeypatch, NOON + 600_000)
        (posted,) = await made.bot.store.dailies.of(made.guild.id)
        assert (posted.game, posted.puzzle) == (noted.game, noted.puzzle)
        assert len(made.channel.history()) == 1


async def test_results_are_told_once_although_the_puzzle_below_them_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await boss(made).slash(made.channel, "server settings", puzzle=made.channel)
        dailies = made.bot.services.get(Dailies)
        await _look(made, monkeypatch, NOON)
        with monkeypatch.context() as broken:
            broken.setattr(type(dailies), "_task", _broken)
            await _look(made, monkeypatch, NOON + DAY_MS)
            await _look(made, monkeypatch, NOON + 2 * DAY_MS)
        await _look(made, monkeypatch, NOON + 2 * DAY_MS + 600_000)
        told = [words(one) for one in made.channel.history() if "has solved it" in words(one)]
        assert len(told) == 1, told
        days = await made.bot.store.dailies.of(made.guild.id)
        assert [(one.told_at is None, one.posted_at is None) for one in days] == [
            (True, False),
            (True, True),
            (False, False),
        ]


async def test_a_puzzle_that_there_is_no_more_gives_way_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        await boss(made).slash(made.channel, "server settings", puzzle=made.channel)
        dailies = made.bot.store.dailies
        await dailies.note(Daily(made.guild.id, NOON // DAY_MS, made.channel.id, "monolith_arena", "x"))
        await _look(made, monkeypatch, NOON)
        (posted,) = await dailies.of(made.guild.id)
        assert posted.posted_at == NOON
        assert posted.puzzle in puzzles_of(FACES[posted.game].game)
        await _look(made, monkeypatch, NOON + 2 * DAY_MS)
        titles = [words(one) for one in made.channel.history() if "puzzle**" in words(one)]
        assert [title for title in titles if "The last puzzle" in title or "Yesterday's" in title] == titles[-1:], (
            titles
        )


async def _broken(*_: Any) -> Any:
    raise discord.HTTPException(_Response(), "out of order")  # type: ignore[arg-type]


class _Response:
    status = 503
    reason = "Service Unavailable"
