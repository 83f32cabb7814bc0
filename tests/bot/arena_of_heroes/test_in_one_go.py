"""On Discord: a turn in one go, the next turn given ahead, wishes for heroes, answers from now on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.plans.plans import Plans
from bot.panels import room
from bot.panels.components import button_id
from bot.panels.model import Press
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import HIDE_FACES, HIDEOUTS
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.worth import by_promise, inhabited
from tests.bot import forged
from tests.bot.world import World, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def panel_of(made: World, actor: Any, match_id: str) -> Any:
    await made.settle()
    return (await made.press(actor, await made.live(match_id), "play")).response


async def turned(made: World, actor: Any, panel: Any, action_id: str, *tokens: str) -> Any:
    """The panel after a press in it: of the first that does so, as the best target has a button and a line."""
    await use(actor, panel, next(c for c in controls(panel) if c.press == Press(action_id, tokens)))
    await made.settle()
    return made.message(panel.channel_id, panel.id)


def shots(match: Any, seat: int) -> list[str]:
    return [entry.text for entry in match.entries if entry.seat == seat and entry.text.startswith("attack")]


async def begun(made: World, *heroes: str, **options: Any) -> str:
    match_id = await made.match("arena_of_heroes", **options)
    for user, hero in zip((made.anna.id, made.max.id), heroes, strict=False):
        await made.play(match_id, user, ("pick", hero))
    await made.settle()
    return match_id


async def best_aim(made: World, match_id: str, seat: int) -> str:
    """The aim that promises a seat most."""
    match = await made.bot.matches.load(match_id)
    return str(by_promise(GAME.view(match.state, seat))[0])


async def test_a_turn_of_shots_is_one_press_and_one_post(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.anna, match_id)
        given = [c.press.tokens for c in controls(panel) if c.press.action_id == "errand"]
        assert given == [("hunt",)], "all others need an aim"
        aim = await best_aim(made, match_id, 0)
        panel = await turned(made, made.anna, panel, "show", "aim", aim)
        before = len((await made.thread(match_id)).history())
        panel = await turned(made, made.anna, panel, "errand", "search", aim)
        match = await made.bot.matches.load(match_id)
        fired = shots(match, 0)
        assert fired
        assert set(fired) == {f"attack {aim}"}
        news = any(not hero.hidden or int(aim) in hero.spared for hero in match.state.heroes)
        assert news or len(fired) == 3
        assert len((await made.thread(match_id)).history()) <= before + 1
        assert "→" in words(panel)


async def test_a_turn_without_an_aim_is_one_press_that_aims_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.anna, match_id)
        assert "Fire at the best safe target, then at whoever shows" in str([c.label for c in controls(panel)])
        aim = await best_aim(made, match_id, 0)
        assert next(iter(controls(panel))).press == Press("show", ("aim", aim)), "the main button"
        await turned(made, made.anna, panel, "errand", "hunt")
        match = await made.bot.matches.load(match_id)
        fired = shots(match, 0)
        assert fired[0] == f"attack {aim}"
        assert len(fired) == 3 or not all(hero.hidden for hero in match.state.heroes)


async def test_why_a_turn_in_one_go_has_stopped_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first shot strikes its aim in vain: nobody can be there, so the others are not fired."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        match = await made.bot.matches.load(match_id)
        empty = str(next(h for h in HIDEOUTS if h not in {hero.at for hero in match.state.heroes} | match.state.closed))
        panel = await panel_of(made, made.anna, match_id)
        panel = await turned(made, made.anna, panel, "show", "aim", empty)
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        panel = await turned(made, made.anna, panel, "errand", "chase", empty)
        assert shots(await made.bot.matches.load(match_id), 0) == [f"attack {empty}"]
        assert f"Stopped: nobody can be at {empty} now." in words(panel)


async def test_what_the_panel_says_of_the_own_roll_stands_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first roll fails, the second one does not: of that the panel says itself what it did."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        await made.play(match_id, made.anna.id, ("end",))
        at = (await made.bot.matches.load(match_id)).state.heroes[0].at
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        for action in (("attack", str(at)), ("end",)):
            await made.play(match_id, made.max.id, action)
        panel = await panel_of(made, made.anna, match_id)
        faces = iter((HIDE_FACES.index("blank") + 1, HIDE_FACES.index("green") + 1))
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: next(faces))
        panel = await turned(made, made.anna, panel, "errand", "vanish")
        said, now = words(panel), (await made.bot.matches.load(match_id)).state.heroes[0].at
        assert said.count("Anna rolls to hide") == 1
        assert f"Rolled to hide: green, you left {at}. 1 action left." in said
        assert said.count(f" at {now}") == 1


async def test_others_read_of_a_turn_in_which_nothing_was_done(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        await made.play(match_id, made.anna.id, ("attack", "8"))
        await made.play(match_id, made.anna.id, ("end",))
        await made.play(match_id, made.max.id, ("end",))
        told = "Max ends the turn with 3 actions left"
        assert told in words(await panel_of(made, made.anna, match_id))
        assert told in words(await made.live(match_id))


async def test_an_old_button_does_not_give_a_second_turn(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.anna, match_id)
        aim = await best_aim(made, match_id, 0)
        stale = await turned(made, made.anna, panel, "show", "aim", aim)
        (button,) = [c for c in controls(stale) if c.press.tokens == ("chase", aim)]
        await made.play(match_id, made.anna.id, ("end",))
        count = len((await made.bot.matches.load(match_id)).entries)
        await made.anna.click(stale, custom_id=button.custom_id)
        await made.settle()
        assert len((await made.bot.matches.load(match_id)).entries) == count


async def test_the_next_turn_is_given_while_others_play(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        panel = await panel_of(made, made.max, match_id)
        panel = await turned(made, made.max, panel, "show", "next")
        aim = await best_aim(made, match_id, 1)
        panel = await turned(made, made.max, panel, "show", "next", "aim", aim)
        panel = await turned(made, made.max, panel, "plan", "set", "vanish", "+", "chase", aim)
        assert f"Fire at {aim}, then at whoever shows" in words(panel)
        await made.play(match_id, made.anna.id, ("end",))
        await made.settle()
        fired = shots(await made.bot.matches.load(match_id), 1)
        assert fired
        assert fired[0] == f"attack {aim}"
        told = await panel_of(made, made.max, match_id)
        assert "Your plan was carried out" in words(told)


async def reported(made: World, match_id: str, actor: Any, *lines: str) -> str:
    """What a player reads of a plan that comes into its turn now, as the other ends theirs."""
    match = await made.bot.matches.load(match_id)
    await made.bot.services.get(Plans).keep(match, actor.id, lines)
    other = made.max if actor is made.anna else made.anna
    await made.play(match_id, other.id, ("end",))
    told = words(await panel_of(made, actor, match_id)).split("\n")
    return next(line for line in told if line.startswith("Your plan was"))


async def test_a_plan_that_has_nothing_to_do_says_so(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        assert await reported(made, match_id, made.max, "vanish") == (
            "Your plan was not carried out: Hide until it works. There was nothing to do: your hero was hidden already."
        )
        match = await made.bot.matches.load(match_id)
        empty = next(hideout for hideout in HIDEOUTS if not inhabited(match.view(0), hideout))
        assert await reported(made, match_id, made.anna, f"search {empty}", "hunt") == (
            f"Your plan was not carried out: Fire at {empty} until somebody shows · "
            f"Fire at the best safe target, then at whoever shows. Stopped: nobody can be at {empty} now."
        )
        assert shots(await made.bot.matches.load(match_id), 0) == []


async def test_a_plan_that_stops_with_actions_left_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second hit on Dahlia asks her something; what was planned then is left."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        await made.play(match_id, made.anna.id, ("end",))
        at = (await made.bot.matches.load(match_id)).state.heroes[1].at
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        report = await reported(made, match_id, made.anna, "vanish", f"chase {at}", "hunt")
        assert report.startswith("Your plan was carried out in part: ")
        assert report.endswith(
            f"Not carried out: Fire at {at}, then at whoever shows · Fire at the best safe target, then at whoever "
            "shows. Stopped: Dahlia had something to decide first."
        )


async def test_what_is_planned_for_after_the_last_action_is_not_carried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Wg")
        aim = await best_aim(made, match_id, 1)
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: sides - 1)
        report = await reported(made, match_id, made.max, f"search {aim}", "hunt")
        assert len(shots(await made.bot.matches.load(match_id), 1)) == 3
        assert report.endswith(
            "Not carried out: Fire at the best safe target, then at whoever shows. Your turn was over."
        )


async def test_a_plan_waits_for_what_its_owner_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dahlia strikes herself, twice, and may dig herself in then."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        at = (await made.bot.matches.load(match_id)).state.heroes[1].at
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        report = await reported(made, match_id, made.max, f"attack {at}", f"attack {at}", "hunt")
        assert len(shots(await made.bot.matches.load(match_id), 1)) == 2
        assert report.endswith(
            "Not carried out: Fire at the best safe target, then at whoever shows. You had something to decide first."
        )


async def test_wishes_make_a_pick_without_a_visit(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match("arena_of_heroes")
        panel = await panel_of(made, made.max, match_id)
        assert [a.filename for a in panel.attachments] == ["cards.png"]
        panel = await turned(made, made.max, panel, "show", "wish", "Dg")
        panel = await turned(made, made.max, panel, "show", "wish", "Dg", "Fg")
        panel = await turned(made, made.max, panel, "orders", "p", "hero", "Dg", "Fg", "=")
        assert "You pick the first of these who is still free: Dahlia and Flint." in words(panel)
        await made.play(match_id, made.anna.id, ("pick", "Dg"))
        match = await made.bot.matches.load(match_id)
        assert match.entries[-1].text == "pick Fg"
        assert match.state.phase == "turn"


async def test_a_reflex_is_asked_for_until_it_is_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        assert "orders" not in [
            c.press.action_id for c in controls(await panel_of(made, made.anna, match_id)) if c.value
        ]
        panel = await panel_of(made, made.max, match_id)
        offered = {c.press.tokens for c in controls(panel) if c.press.action_id == "orders" and c.press.tokens}
        assert offered == {("p", "trigger", answer) for answer in ("yes", "no", "ask")}
        panel = await turned(made, made.max, panel, "orders", "p", "trigger", "ask")
        assert "You are asked whenever your ability is triggered." in words(panel)
        assert not {c.press.tokens for c in controls(panel) if c.press.action_id == "orders" and c.press.tokens}
        await made.restart()
        panel = await panel_of(made, made.max, match_id)
        assert not {c.press.tokens for c in controls(panel) if c.press.action_id == "orders" and c.press.tokens}


async def test_what_is_answered_in_advance_makes_room_on_a_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two topics are one list; beside an aim, for whoever is found, it is behind *More …*, and back while one waits."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Do", "Wg", mode="advanced")

        def asked(panel: Any) -> list[str]:
            return [c.press.tokens[1] for c in controls(panel) if c.press.action_id == "orders" and c.press.tokens]

        for user in (made.anna.id, made.max.id):  # what is told when a match begins takes much room
            await made.play(match_id, user, ("end",))
        panel = await panel_of(made, made.anna, match_id)
        assert set(asked(panel)) == {"revealed", "lost"}
        (line,) = [c for c in controls(panel) if c.press == Press("orders")]
        assert len([c for c in controls(panel) if c.custom_id == line.custom_id]) == len(asked(panel)) + 1, "one list"
        await made.play(match_id, made.anna.id, ("end",))
        at = str((await made.bot.matches.load(match_id)).state.heroes[0].at)
        monkeypatch.setattr(Run, "die", lambda run, kind, sides: 1)
        for action in (("attack", at), ("end",)):
            await made.play(match_id, made.max.id, action)
        monkeypatch.setattr(room, "SCREEN", room.SCREEN - 2 * room.PHONE_ROW)  # a phone that is lower
        panel = await panel_of(made, made.anna, match_id)
        panel = await turned(made, made.anna, panel, "show", "aim", await best_aim(made, match_id, 0))
        assert not asked(panel)
        (more,) = [c for c in controls(panel) if c.press.action_id == "more"]
        assert set(asked(await turned(made, made.anna, panel, "more", *more.press.tokens))) == {"revealed", "lost"}
        await made.play(match_id, made.anna.id, ("end",))
        assert set(asked(await panel_of(made, made.anna, match_id))) == {"revealed", "lost"}


async def test_what_a_hero_is_never_asked_cannot_be_instructed(tmp_path: Path) -> None:
    """No button leads there, and whoever sends it all the same is told so, and not asked without any answer."""
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        thread = await made.thread(match_id)
        for tokens in (("m", "trigger"), ("p", "trigger"), ("m", "trigger", "yes")):
            sent = forged.press(made, made.anna, thread, button_id(match_id, 0, "", Press("orders", tokens)))
            said = await forged.refused(made, match_id, sent)
            assert "What you answer when" not in said
        (kept,) = (await made.bot.store.instructions.of_users((made.anna.id,), "arena_of_heroes")).values()
        assert not kept


async def test_an_answer_from_now_on_answers_what_is_asked(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Tg")
        for _ in range(200):
            match = await made.bot.matches.load(match_id)
            if match.state.question is not None:
                break
            user = (made.anna.id, made.max.id)[match.state.turn]
            aim = match.state.heroes[1].at if match.state.turn == 0 else 0
            await made.play(match_id, user, ("attack", str(aim)) if aim else ("end",))
        assert match.state.question.kind == "digging"
        panel = await panel_of(made, made.max, match_id)
        await turned(made, made.max, panel, "orders", "p", "trigger", "no")
        match = await made.bot.matches.load(match_id)
        assert match.state.question is None
        assert match.entries[-1].text == "choose no"


async def test_everything_has_one_entry_while_one_waits(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await begun(made, "Bg", "Dg")
        for reflex in (True, False):
            shown = controls(await panel_of(made, made.max, match_id))
            pressed = [(c.press.action_id, c.press.tokens) for c in shown]
            assert [press for press in pressed if press == ("show", ("next",)) or press[0] == "plan"] == [
                ("show", ("next",))
            ]
            assert pressed.count(("orders", ())) == 1
            assert (("orders", ("p", "trigger", "ask")) in pressed) == reflex
            if reflex:
                panel = await panel_of(made, made.max, match_id)
                await turned(made, made.max, panel, "orders", "p", "trigger", "ask")
