"""What holds for every registered game through the real bot, without a word about any of them: whatever is typed or
pressed by anybody is answered to that person alone, what others hold changes nothing that is published, every word is
in the language of the match, and whatever is sent is within Discord's limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from bot import limits
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.face import AnyFace
from bot.publish import buttons, compose
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import GameError
from games.draws import Draws
from games.referee import moments, random_action
from tests.bot import forged
from tests.bot.driving import by_panel, catch_up, quietly
from tests.bot.forged import harmless, only_refusals, refused
from tests.bot.test_hostile import TEXTS
from tests.bot.test_languages import no_english, speak
from tests.bot.test_limits import check_rows
from tests.bot.world import Control, World, controls, use, words, world
from tests.contract.cases import CASES

pytestmark = pytest.mark.usefixtures("no_incident")

GARBAGE = (
    "",
    "x",
    "....",
    "end.end",
    "-",
    "~0",
    "=7",
    "~1.~2",
    "\u0663",
    "a\nb",
    "timeout.0",
    "undo",
    "leave",
    "0.0.0",
)
"""What stands in the place of tokens that no game has, besides pieces of those that it has."""
EVERY = pytest.mark.parametrize("face", FACES.values(), ids=FACES)
SUBCOMMAND = 1


@cache
def _pace(game: str) -> float:
    """Return how long a game is beside one of a hundred actions, at most 1: what short games are scaled down by."""
    lengths = [sum(1 for _ in moments(FACES[game].game, random.Random(seed))) for seed in range(3)]
    return min(1.0, min(lengths) / 100)


def _few(face: AnyFace, actions: int) -> int:
    """Return how many actions of a short game bring it as far forward as `actions` a long one."""
    return max(1, round(actions * _pace(face.game.name)))


async def _begun(made: World, face: AnyFace, steps: int, **options: Any) -> tuple[str, Any]:
    match_id = await made.match(game=face.game.name, **options)
    await quietly(made, match_id, random.Random(4), _few(face, steps))
    assert (await made.bot.matches.load(match_id)).waited_for(), "the match is over before it is looked at"
    await catch_up(made, match_id)
    return match_id, await made.thread(match_id)


def _commands(made: World, face: AnyFace) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    """Yield the commands for a match, with the names of options that are typed and values of those with choices."""
    (root,) = [one.to_dict(made.bot.tree) for one in made.bot.tree.get_commands() if one.name == face.group]
    for sub in root["options"]:
        assert sub["type"] == SUBCOMMAND
        if sub["name"] == "new":  # is about no match that there is
            continue
        typed = [o["name"] for o in sub.get("options", ()) if o["type"] == 3 and not o.get("choices")]
        fixed = {o["name"]: o["choices"][0]["value"] for o in sub.get("options", ()) if o.get("choices")}
        yield f"{face.group} {sub['name']}", [name for name in typed if name != "match"], fixed


@EVERY
async def test_whatever_is_typed_by_anybody(tmp_path: Path, face: AnyFace) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, face, 24)
        texts = cycle(TEXTS)
        commands = list(_commands(made, face))
        options = sum(len(typed) for _, typed, _ in commands)
        for _ in range(ceil(len(TEXTS) / (3 * options)) if options else 1):  # until all texts were typed somewhere
            for name, typed, fixed in commands:
                for actor in (made.anna, made.max, made.tina) if typed else (made.tina,):
                    given = {**fixed, **{option: next(texts) for option in typed}}
                    answer = await harmless(made, match_id, actor.slash(thread, name, **given), f"{name} {given}")
                    assert len(answer) <= limits.CONTENT + limits.EMBED_DESCRIPTION


def _forgeries(match_id: str, match: Any) -> Iterator[str]:
    """Presses that no message offered: pieces of legal actions, in the wrong place and with other keys."""
    rng = random.Random(7)
    game = match.face.game
    words = list(GARBAGE)
    keys = {"", "nonsense", "x" * 40}
    for choice in match.choices:
        keys.add(choice.key)
        for _ in range(4):
            action = random_action(game, match.state, choice, rng)
            words += [".".join(action[:-1]), ".".join((*action, action[-1])), ".".join(reversed(action))]
    for action_id in ("do", "show", "answer", "undo", "agree", "orders"):
        for key in sorted(keys):
            for text in dict.fromkeys(words):
                tokens = f"{key or 'x'}.{text}" if action_id == "answer" else text
                if len(custom_id := f"b:{match_id}:{action_id}:0:{key}:{tokens}") <= limits.CUSTOM_ID:
                    yield custom_id


@EVERY
async def test_forged_presses_by_everybody(tmp_path: Path, face: AnyFace) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, face, 24)
        match = await made.bot.matches.load(match_id)
        game, state = face.game, match.state
        forgeries = list(_forgeries(match_id, match))
        rng = random.Random(8)
        for custom_id in rng.sample(forgeries, 40):
            pressed = components.read_button(custom_id)
            assert pressed is not None
            for actor in (made.anna, made.max, made.tina):
                seat = match.seat_of(actor.id)
                if any(c.seat == seat and _is_legal(game, state, c, pressed) for c in match.choices):
                    continue  # a part of one action may be another one
                doing = forged.press(made, actor, thread, custom_id)
                await harmless(made, match_id, doing, f"{actor.id} {custom_id}")


def _is_legal(game: Any, state: Any, choice: Any, pressed: Any) -> bool:
    tokens = pressed.press.tokens[1:] if pressed.press.action_id == "answer" else pressed.press.tokens
    try:
        game.apply(state, choice.seat, tokens, Draws(bytes(32)))
    except GameError:
        return False
    return True


@EVERY
async def test_every_legal_action_is_refused_to_everybody_else(tmp_path: Path, face: AnyFace) -> None:
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, face, 24)
        match = await made.bot.matches.load(match_id)
        rng = random.Random(3)
        for choice in [one for one in match.choices if one.must]:
            words = ".".join(random_action(face.game, match.state, choice, rng))
            for actor in (made.anna, made.max, made.tina):
                if match.user_of(choice.seat) == actor.id or len(words) > 40:
                    continue
                for tokens in (f"do:0:{choice.key}:{words}", f"answer:0:1:{choice.key.replace('.', '!')}.{words}"):
                    if all(c.key != choice.key for c in match.choices if c.seat == match.seat_of(actor.id)):
                        pressed = forged.press(made, actor, thread, f"b:{match_id}:{tokens}")
                        await refused(made, match_id, pressed, tokens)


PRESSED = 3
"""How many presses of each panel are tried."""


@pytest.mark.parametrize("tries", [PRESSED, pytest.param(50, marks=pytest.mark.long)])
@EVERY
async def test_whatever_stands_in_a_panel_is_answered(tmp_path: Path, face: AnyFace, tries: int) -> None:
    """By whom it is waited for, by somebody else who plays, by a spectator: the panel changes, or an answer comes."""
    rng = random.Random(9)
    async with world(tmp_path) as made:
        match_id, _ = await _begun(made, face, 24)
        for actor in (made.anna, made.max, made.tina):
            first = [c.press for c in controls(await _panel(made, actor, match_id)) if c.most == 1]
            for press in rng.sample(first, min(tries, len(first))):
                panel = await _panel(made, actor, match_id)
                found = [c for c in controls(panel) if c.press == press]
                before = _shown(panel)
                if not found or _chosen(panel, found[0]):
                    continue  # an earlier press has carried something out; or Discord sends nothing
                result = await use(actor, panel, found[0])
                await made.settle()
                answers = [one for one in (result.response, *result.followups) if one and one.id != panel.id]
                now = made.message(panel.channel_id, panel.id)
                said = any(words(one) or one.attachments for one in answers)
                assert said or result.modal or _shown(now) != before, (press, before)
                assert "Something went wrong" not in words(now)
        only_refusals(made)


async def _panel(made: World, actor: Any, match_id: str) -> Any:
    await catch_up(made, match_id)
    return (await made.press(actor, await made.live(match_id), "play")).response


def _shown(message: Any) -> tuple[Any, ...]:
    """All that can be seen of a message but what the picture shows."""
    pictures = [(file.filename, file.size, file.description) for file in message.attachments]
    return words(message), [(c.press, c.label) for c in controls(message)], pictures


def _chosen(message: Any, control: Control) -> bool:
    """Whether it is the line of a select that is chosen already."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    lines = [line for row in rows for item in row.get("components", ()) for line in item.get("options", ())]
    return any(line["value"] == control.value and line.get("default") for line in lines)


def _published(match: Any, reader: int | None, language: str) -> list[Any]:
    """Everything about a match that is published, and that a reader gets."""
    say, names = phrases(language), {seat: f"Player {seat}" for seat in range(match.formation.seats)}
    live = compose.live_content(say, match, names, match.waited_for(), 3)
    how, *given = live.picture
    public, here = how(*given), match.perspective(reader, names, say)
    panel = match.face.panel(here)
    found = [live, buttons.live_rows(say, match, names), public, public.data, panel.text, panel.rows, panel.key]
    found += [compose.position_text(say, match, names), match.face.words.description(say, here.view, names)]
    for exhibit in match.face.exhibits:
        shown = exhibit.show(here, (), None)
        found.append(shown and (shown.text, shown.words, shown.picture, shown.picture and shown.picture.data))
    if reader is not None:
        private = match.face.pictures.private_board(say, here.view, None, names)
        found += [compose.dm_text(say, match, names, reader), private, private.data]
    return found


@EVERY
async def test_what_others_hold_changes_nothing_that_a_reader_gets(tmp_path: Path, face: AnyFace) -> None:
    (case,) = [case for case in CASES if case.game.name == face.game.name]
    rng = random.Random(5)
    differed = 0
    async with world(tmp_path) as made:
        match_id, _ = await _begun(made, face, 6)
        for _ in range(5):
            match = await made.bot.matches.load(match_id)
            for reader in (None, *range(match.formation.seats)):
                expected = _published(match, reader, SOURCE)
                other = LoadedMatch(match.match, match.face, match.entries, match.past)
                state = case.world(match.state, reader, rng)
                differed += face.game.dump(state) != face.game.dump(match.state)
                other.position = replace(match.position, state=state)
                assert _published(other, reader, SOURCE) == expected
            await quietly(made, match_id, rng, _few(face, 7))
    assert differed > 3


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
@EVERY
async def test_no_word_is_left_in_english(tmp_path: Path, face: AnyFace, language: str) -> None:
    rng = random.Random(language)
    async with world(tmp_path) as made:
        speak(made, language)
        match_id, thread = await _begun(made, face, 4)
        for _ in range(3):
            for _ in range(3):
                assert await by_panel(made, match_id, rng) is not None
            await _press_all(made, match_id)
            await quietly(made, match_id, rng, _few(face, 6))
            await catch_up(made, match_id)
        for name, typed, fixed in _commands(made, face):
            await made.tina.slash(thread, name, **fixed, **dict.fromkeys(typed, "x"))
        no_english(made, language)
        only_refusals(made)


async def _press_all(made: World, match_id: str) -> None:
    """Everything under the board that changes nothing, by a player and by a spectator."""
    live = await made.live(match_id)
    assert len(live.content) <= limits.CONTENT
    check_rows([row if isinstance(row, dict) else row.to_dict() for row in live.components], "the live message")
    for actor in (made.max, made.tina):
        for control in controls(live):
            if control.press.action_id not in ("answer", "agree"):
                await made.press(actor, live, control.press.action_id, *control.press.tokens)


@EVERY
async def test_what_is_offered_while_somebody_types_is_within_the_limits(tmp_path: Path, face: AnyFace) -> None:
    rng = random.Random(5)
    async with world(tmp_path) as made:
        match_id, thread = await _begun(made, face, 10)
        for _ in range(3):
            match = await made.bot.matches.load(match_id)
            playing = [made.actor(user) for user in match.waited_for()]
            offered = 0
            for name, options in _offering(made, face):
                for option in options:
                    anybody = rng.choice([*playing * 3, made.tina]), rng.choice(("", "a", "1", "x" * 90))
                    for actor, typed in (*((one, "") for one in playing[:1]), anybody):
                        choices = await actor.autocomplete(thread, name, option, typed)
                        offered += len(choices)
                        assert len(choices) <= limits.CHOICES
                        for choice in choices:
                            assert 1 <= len(choice["name"]) <= limits.CHOICE_NAME
                            assert 1 <= len(str(choice["value"])) <= limits.CHOICE_NAME
            assert offered or not playing, "nothing is offered to somebody who is waited for"
            await quietly(made, match_id, rng, _few(face, 15))
        assert made.env.errors == []


def _offering(made: World, face: AnyFace) -> Iterator[tuple[str, list[str]]]:
    (root,) = [one.to_dict(made.bot.tree) for one in made.bot.tree.get_commands() if one.name == face.group]
    for sub in root["options"]:
        names = [o["name"] for o in sub.get("options", ()) if o.get("autocomplete") and o["name"] != "match"]
        yield f"{face.group} {sub['name']}", names
