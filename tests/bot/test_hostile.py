"""Whatever anybody types or presses: an answer to that person alone, a reason, and nothing written."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.registry import FACES
from games.monolith_arena.tiles import FACTIONS
from tests.bot import forged
from tests.bot.driving import quietly, random_action
from tests.bot.forged import harmless, only_refusals, refused, said, written
from tests.bot.world import World, buttons, use, world

pytestmark = pytest.mark.usefixtures("no_incident")

LONG = 4000
TEXTS = (
    "x" * LONG,
    "@everyone @here <@1> <@&2> <#3>",
    "**bold** `code` ```block``` [link](https://example.com) ||spoiler|| # head",
    "\u202eright to left\u202c \u05d0\u05d1\u05d2 \u0627\u0628",
    "line\nline\r\nline\x00\x07",
    "b:abcdefghij:do:0:turn.1:end",
    "show:end",
    "\U0001f409" * 500,
    "C3\u0301 \uff23\uff13",
    "'; DROP TABLE match; --",
    "{0} %s %n ${x} {{y}}",
    "end",
    "-",
    "~0",
    "none",
    ".",
    "place pikeman C3 N",
    "C9",
    "F1",
    "\u0663",
)
SUBCOMMAND = 1
OWN_COMMANDS = ("words", "undo", "resign", "draw", "history", "record", "show")
LOOKS = {"monolith reserve", "monolith piles", "monolith tile", "match words", "match history", "match record"}
LOOKS |= {"match show", "match mine", "match list", "match new", "monolith new", "match time", "match follow", "rules"}
LOOKS |= {"match recap", "match replay", "predict", "review", "why"}


NO_MATCH_COMMANDS = (
    "help",
    "learn",
    "settings",
    "server",
    "away",
    "privacy",
    "stats",
    "leaderboard",
    "puzzle",
    "tournament",
    "season",
    "seek",
    "report",
)
OTHER_GAMES = tuple(face.group for name, face in FACES.items() if name != "monolith_arena")


def _commands(made: World, without: Sequence[str] = OTHER_GAMES) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """All commands about a match, those of other games left out."""
    for root in made.bot.tree.get_commands():
        data = root.to_dict(made.bot.tree)
        if data["name"] in (*NO_MATCH_COMMANDS, *without):
            continue
        if not any(option["type"] == SUBCOMMAND for option in data["options"]):
            yield data["name"], data["options"]
        for sub in data["options"]:
            if sub["type"] == SUBCOMMAND:
                yield f"{data['name']} {sub['name']}", sub.get("options", [])


def _filled(options: list[dict[str, Any]], text: str, **fixed: Any) -> dict[str, Any]:
    """All options of a command, those that are typed with this text."""
    given: dict[str, Any] = {}
    for option in options:
        name = option["name"]
        if name in fixed:
            given[name] = fixed[name]
        elif option.get("choices"):
            given[name] = option["choices"][0]["value"]
        elif option["type"] == 3 and name != "match":
            given[name] = text
    return given


PLAIN = {"tile": "C3", "hex": "C3", "pusher": "C3", "target": "C4", "hexes": "C3-C4-D3", "champion": "C3"}


async def _begun(made: World, steps: int) -> tuple[str, Any]:
    match_id = await made.match()
    thread = await made.thread(match_id)
    await quietly(made, match_id, random.Random(4), steps)
    return match_id, thread


async def _each_is_refused(made: World, match_id: str, actor: Any, place: Any, **fixed: Any) -> set[str]:
    reasons = set()
    for name, options in _commands(made):
        if name in LOOKS or name in ("match join", "match decline", "match accept", "match cancel"):
            continue
        given = _filled(options, "C3", **PLAIN, **fixed)
        reasons.add(await refused(made, match_id, actor.slash(place, name, **given), name))
    return reasons


async def test_spectators_may_look_and_do_nothing_else(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 25)
        reasons = await _each_is_refused(made, match_id, made.tina, thread)
        assert all("not playing" in r or "no longer on offer" in r for r in reasons), reasons
        for name in sorted(LOOKS - {"match new", "monolith new", "rules", "monolith tile", "match mine", "match list"}):
            answer = await harmless(made, match_id, made.tina.slash(thread, name), name)
            assert "not playing" not in answer


async def test_commands_of_other_games_are_refused(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 25)
        tried = 0
        for name, options in _commands(made, without=()):
            about_a_match = not name.endswith(" new") and name not in ("arena hero", "arena card", "monsters card")
            if name.split()[0] in OTHER_GAMES and about_a_match:
                given = _filled(options, "C3")
                for actor, more in ((made.anna, {}), (made.tina, {}), (made.anna, {"match": match_id})):
                    told = await refused(made, match_id, actor.slash(thread, name, **given, **more), name)
                    assert "This match is Monolith Arena. Its commands begin with `/monolith`." in told
                    tried += 1
        assert tried > 60


async def test_whoever_is_not_waited_for_cannot_move(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 25)
        match = await made.bot.matches.load(match_id)
        (waited,) = match.waited_for()
        other = made.max if waited == made.anna.id else made.anna
        for name, options in _commands(made):
            if name.startswith("monolith") and name not in LOOKS:
                await refused(made, match_id, other.slash(thread, name, **_filled(options, "C3", **PLAIN)), name)
        for answer in ("accept", "decline", "withdraw"):
            await refused(made, match_id, other.slash(thread, "match draw", answer=answer), answer)


async def test_before_the_match_begins(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        match_id = (await made.bot.store.matches.all_open())[0].id
        for actor in (made.anna, made.max, made.tina):
            await _each_is_refused(made, match_id, actor, made.channel, match=match_id)
            for name in ("monolith reserve", "monolith piles", "match words", "match history", "match record"):
                await refused(made, match_id, actor.slash(made.channel, name, match=match_id), name)
            await harmless(made, match_id, actor.slash(made.channel, "match show", match=match_id))
            for action_id in ("play", "words", "piles", "battle", "do", "undo", "show", "cards", "rematch", "agree"):
                custom_id = f"b:{match_id}:{action_id}:0:turn:end"
                await refused(made, match_id, forged.press(made, actor, made.channel, custom_id), action_id)
        await refused(made, match_id, made.tina.slash(made.channel, "match accept", match=match_id))
        await refused(made, match_id, made.tina.slash(made.channel, "match join", match=match_id))
        await refused(made, match_id, made.tina.slash(made.channel, "match decline", match=match_id))
        await refused(made, match_id, made.max.slash(made.channel, "match cancel", match=match_id))
        await refused(made, match_id, made.anna.slash(made.channel, "match decline", match=match_id))
        await refused(made, match_id, made.anna.slash(made.channel, "match accept", match=match_id))
        for action_id in ("accept", "join", "decline"):
            await refused(
                made, match_id, forged.press(made, made.tina, made.channel, f"b:{match_id}:{action_id}:0::"), action_id
            )


async def test_after_the_match_is_over(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 20)
        panel = (await made.press(made.anna, await made.live(match_id), "play")).response
        await made.resign(made.max, thread)
        await made.settle()
        await harmless(made, match_id, use(made.anna, panel, buttons(panel)[0]))
        for actor in (made.anna, made.max, made.tina):
            reasons = await _each_is_refused(made, match_id, actor, thread)
            assert {reason.partition(" *Study from here*")[0] for reason in reasons} == {"The match is over."}
            for pressed in ("do:0:turn:end", "do:0:turn:place;end", "undo:0:turn:end", "agree:0::resign"):
                answer = await harmless(made, match_id, forged.press(made, actor, thread, f"b:{match_id}:{pressed}"))
                assert answer.startswith("The match is over."), pressed
            for action_id in ("accept", "join", "decline"):
                await refused(
                    made, match_id, forged.press(made, actor, thread, f"b:{match_id}:{action_id}:0::"), action_id
                )
            for name in ("match accept", "match join", "match decline", "match cancel"):
                await refused(made, match_id, actor.slash(thread, name, match=match_id), name)
        await refused(made, match_id, forged.press(made, made.tina, made.channel, f"b:{match_id}:rematch:0::"))


async def test_whatever_is_typed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 30)
        match = await made.bot.matches.load(match_id)
        actor = made.actor(match.waited_for()[0])
        number = 0
        for name, options in _commands(made):
            typed = [o for o in options if o["type"] == 3 and not o.get("choices")]
            if not typed or name in ("match new", "monolith new", "match cancel", "monolith tile"):
                continue
            for _ in range(4):
                text = TEXTS[number % len(TEXTS)]
                number += 1
                fields = [o["name"] for o in typed if o["name"] != "match" and o.get("required")]
                if fields:
                    tell = harmless if name in LOOKS else refused  # a word to look for may be found
                    answer = await tell(made, match_id, actor.slash(thread, name, **_filled(options, text)), name)
                    assert len(answer) <= 2000
            text = TEXTS[number % len(TEXTS)]
            if "match" in {o["name"] for o in typed} and text.strip():
                given = _filled(options, "C3", **PLAIN, match=text)
                answer = await refused(made, match_id, actor.slash(thread, name, **given), name)
                assert "match" in answer.lower()


async def test_impossible_hexes_facings_and_tiles(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 30)
        match = await made.bot.matches.load(match_id)
        actor = made.actor(match.waited_for()[0])
        seat = match.seat_of(actor.id)
        view = match.view(seat)
        mine = view.seats[seat].faction.id
        foreign = next(f for f in FACTIONS if f != mine)
        for hex_ in ("A9", "Z1", "33", "C", "c3c3", "C3 C4", "", "\u2103"):
            for name, given in (
                ("place", {"tile": "pikeman", "hex": hex_ or " ", "facing": "N"}),
                ("move", {"tile": hex_ or " ", "hex": "C3"}),
                ("push", {"pusher": hex_ or " ", "target": "C3"}),
                ("choose", {"option": hex_ or " "}),
                ("banner", {"hex": hex_ or " "}),
            ):
                answer = await refused(
                    made, match_id, actor.slash(thread, f"monolith {name}", **given), f"{name} {hex_}"
                )
                assert "R" in answer or "." in answer
        for tile in (foreign, "dragon", "banner", f"{foreign}/banner", "battle", "R2D2"):
            await refused(made, match_id, actor.slash(thread, "monolith discard", tile=tile), tile)
            await refused(made, match_id, actor.slash(thread, "monolith place", tile=tile, hex="C3", facing="NE"), tile)
        for tile in ("", "no such tile", "../../etc/passwd", "dragon_empire/", "/", "x/y/z", TEXTS[0]):
            await refused(made, match_id, actor.slash(thread, "monolith tile", name=tile or " "), tile)


# Forged presses


def _forgeries(match_id: str, key: str) -> Iterator[str]:
    garbage = ("", ".", "....", "x", "end.end", "place", "place.x", "place.pikeman.Z9.Q", "place.pikeman C3 N")
    garbage += ("choose", "choose.", "choose.none", "discard", "discard.~9", "fire.C3", "push.C3.C3", "feature.C3.x")
    garbage += ("charge", "charge.order", "charge.C3", "rotate", "rotate.C3", "move.C3.A?", "place.pikeman.A?", "~1")
    garbage += ("use.x", "order.x", "order", "use", "faction.random", "banner.C3", "falseorder.C3.-.-", "net.-")
    garbage += ("timeout.0", "undo", "\u0663", "a\nb", "-.-.-", "0", "shoot.~99", "fire.C3-C4")
    garbage += ("feature.C3.rotation@A1", "prepare", "prepare.knight.knight", "prepare.x", "unfold", "unfold.C3")
    garbage += ("unfold.C3.C3.N.N", "unfold.C?.-.Q", "unfold.knight.C3.N.C4.N", "unfold.-.-.-.-.-", "choose.NE")
    for words in garbage:
        yield f"b:{match_id}:do:0:{key}:{words}"
        yield f"b:{match_id}:show:1:{key}:{words}"
    for words in ("x", "place", "resign.x", "choose.C3"):
        yield f"b:{match_id}:do:0:{key}:{words};end"
        yield f"b:{match_id}:do:0:{key}:{words};{words}"
    for words in ("", "x", "resign.x", "draw", "draw.hurrah", "draw.accept", "timeout", "handover", "end", "undo"):
        yield f"b:{match_id}:agree:0:{key}:{words}"
    for stale in ("", "turn", "turn.999", "nonsense", "x" * 40, "\u0663\u0663"):
        for action_id in ("do", "undo"):
            yield f"b:{match_id}:{action_id}:0:{stale}:end"
    for action_id in ("hack", "rule", "end", "accept", "decline", "join", "rematch", "battle", "card", "admin", "eval"):
        yield f"b:{match_id}:{action_id}:0:{key}:x.y"
    yield f"b:{match_id}:card:0::"
    yield f"b:{match_id}:card:0::..%2f..%2fetc"
    for other in ("aaaaaaaaaa", "b" * 10):
        for action_id in ("play", "do", "show", "accept", "join", "rematch", "cards", "undo"):
            yield f"b:{other}:{action_id}:0:{key}:end"


FOREIGN = (
    "b",
    "b:",
    "x:1:2",
    ":::::",
    "b:abcdefghij:play",
    "b:ABCDEFGHIJ:play:0::",
    "b:abcdefghij:Play:0::",
    "b:abcdefghij:play:0::a:b",
    "b:abcdefghij:play:123::",
    "s:abcdefghij",
    "persistent_view:accept",
    "z" * 100,
    " ",
    "\u0628:\u0627",
)
"""custom_ids of a form that this version of the bot never gave out."""


async def test_forged_presses_by_everybody(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 30)
        match = await made.bot.matches.load(match_id)
        (waited,) = match.waited_for()
        key = next(c.key for c in match.choices if c.must)
        actor = made.actor(waited)
        other = made.max if actor is made.anna else made.anna
        forgeries = list(_forgeries(match_id, key))
        assert all(len(f) <= 100 for f in forgeries)
        for custom_id in forgeries:
            await harmless(made, match_id, forged.press(made, actor, thread, custom_id), custom_id)
        rng = random.Random(8)
        for custom_id in rng.sample(forgeries, 20):
            await harmless(made, match_id, forged.press(made, made.tina, thread, custom_id), custom_id)
            await harmless(made, match_id, forged.press(made, other, thread, custom_id), custom_id)


async def test_forged_presses_inside_a_private_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, _thread = await _begun(made, 30)
        match = await made.bot.matches.load(match_id)
        key = next(c.key for c in match.choices if c.must)
        actor = made.actor(match.waited_for()[0])
        panel = (await made.press(actor, await made.live(match_id), "play")).response
        for custom_id in random.Random(9).sample(list(_forgeries(match_id, key)), 30):
            await harmless(made, match_id, forged.inside(made, actor, panel, custom_id), custom_id)
        # The panel is usable after all that.
        await harmless(made, match_id, forged.inside(made, actor, panel, f"b:{match_id}:show:0:{key}:"))
        shown = made.message(panel.channel_id, panel.id)
        assert buttons(shown)
        assert shown.attachments


async def test_buttons_of_unknown_form_are_answered(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 5)
        for custom_id in FOREIGN:
            answer = await refused(made, match_id, forged.press(made, made.anna, thread, custom_id), custom_id)
            assert "/match show" in answer
        for custom_id, value in (("x:y", "1"), ("s:short:0:", "show:")):
            await refused(made, match_id, forged.press(made, made.anna, thread, custom_id, value), custom_id)


async def test_forged_choices_in_selects(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 30)
        match = await made.bot.matches.load(match_id)
        key = next(c.key for c in match.choices if c.must)
        actor = made.actor(match.waited_for()[0])
        values = ("do:", ":", ":::", "hack:1", "show:a.b.c", "do:place.x", "card:", "card:x", "end:x", "x" * 100)
        for value in values:
            for who in (actor, made.tina):
                pressed = forged.press(made, who, thread, f"s:{match_id}:0:{key}", value)
                await harmless(made, match_id, pressed, value)


# Stale panels


async def test_a_panel_of_a_choice_that_is_gone_shows_how_things_stand(tmp_path: Path) -> None:
    rng = random.Random(3)
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, 4)
        for _ in range(6):
            match = await made.bot.matches.load(match_id)
            choice = next(c for c in match.choices if c.must)
            actor = made.actor(match.user_of(choice.seat))
            words = ".".join(random_action(match, choice, rng))
            while True:
                await quietly(made, match_id, rng, 1)
                now = await made.bot.matches.load(match_id)
                if choice.key not in {c.key for c in now.choices if c.seat == choice.seat}:
                    break
            answer = await refused(
                made, match_id, forged.press(made, actor, thread, f"b:{match_id}:do:0:{choice.key}:{words}")
            )
            assert answer.startswith("That has been decided already; this is how things stand now.")
            assert answer.count("\n") >= 1  # the panel of today comes with it


async def test_the_same_last_button_twice_is_one_action(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        match = await made.bot.matches.load(match_id)
        key = next(c.key for c in match.choices if c.seat == 0)
        custom_id = f"b:{match_id}:do:0:{key}:faction.dragon_empire"
        await forged.press(made, made.anna, thread, custom_id)
        before = await written(made, match_id)
        result = await forged.press(made, made.anna, thread, custom_id)
        assert "decided already" in said(result)
        assert await written(made, match_id) == before
        only_refusals(made)
        await made.settle()


async def test_a_creator_with_a_hostile_name(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        evil = made.guild.add_member(
            made.env.create_user("evil", global_name="@everyone **[x](https://e.vil)** \u202e`|| \U0001f409")
        )
        await evil.slash(made.channel, "match new", game="monolith_arena", opponent=made.max)
        await made.settle()
        await made.max.slash(made.channel, "match accept")
        await made.settle()
        match_id = (await made.bot.store.matches.all_open())[0].id
        thread = await made.thread(match_id)
        assert len(thread.name) <= 100
        shown = [m.content for m in (*made.channel.history(), *thread.history())] + [thread.name]
        for text in shown:
            for bad in ("@everyone", "](", "\u202e", "||"):
                assert bad not in text, text
