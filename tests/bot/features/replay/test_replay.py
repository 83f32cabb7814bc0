"""`/match replay`: a match entry by entry, for those who play, those who look on, and everybody once it is over."""

from __future__ import annotations

import hashlib
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.features.replay import steps
from bot.features.replay.files import RecordedMatches
from bot.features.replay.steps import reader_of
from bot.features.replay.stops import Stops, Turn
from bot.limits import EMBED_DESCRIPTION, ROWS, SELECT_OPTIONS, SELECT_TEXT
from bot.matches.refusals import NO_MATCH
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Select
from bot.people.names import SeatNames
from bot.publish.live import MessageCoverage
from bot.publish.summary import shown, tell
from bot.registry import FACES
from bot.texts.phrases import phrases
from bot.texts.story import brief
from games.standing import unasked
from render.heading import under_heading
from tests.bot import forged
from tests.bot.driving import catch_up, quietly, random_action, speak
from tests.bot.forged import only_refusals, press
from tests.bot.world import World, buttons, controls, use, words, world
from tests.support import kept

pytestmark = pytest.mark.usefixtures("no_incident")
SAY = phrases("en")


async def _seen(message: Any) -> tuple[str, str, str]:
    """The text, the alternative text and the picture of an answer."""
    (attachment,) = message.attachments
    data = await attachment.read()
    return words(message), attachment.description, hashlib.sha256(data).hexdigest()


def _names(match: Any) -> SeatNames:
    return SeatNames({0: "Anna", 1: "Max"})


async def _begun(made: World, game: str, steps: int, seed: int = 1) -> str:
    match_id = await made.match(game)
    await quietly(made, match_id, random.Random(seed), steps)
    return match_id


def _drawn(match: Any, number: int, reader: int | None) -> str:
    """The picture that the face draws of the position after an entry."""
    pictures, entry = match.face.pictures, match.past.entry(number)
    view = match.face.game.view(entry.after.state, reader)
    marks = pictures.marks(shown(match, entry, reader))
    if reader is None:
        picture = pictures.board(SAY, view, marks, _names(match))
    else:
        picture = pictures.private_board(SAY, view, pictures.marking(marks), _names(match))
    data = picture.data
    if reader is not None and match.match.status == "over":  # whose eyes these are stands above it
        data = under_heading(data, f"What {_names(match)[reader]} held")
    return hashlib.sha256(data).hexdigest()


def _way(message: Any, label: str) -> Any:
    return next(c for c in buttons(message) if c.label == label)


@pytest.mark.parametrize("game", FACES)
async def test_players_step_through_what_they_saw_and_others_through_what_all_saw(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 25)
        thread, match = await made.thread(match_id), await made.bot.matches.load(match_id)
        numbers = list(Stops(match).numbers)
        assert len(numbers) > 20
        for actor, reader in ((made.anna, match.seat_of(made.anna.id)), (made.tina, None)):
            panel = (await actor.slash(thread, "match replay")).response
            assert panel.ephemeral
            for number in reversed(numbers[-6:]):
                text, alt, picture = await _seen(panel)
                assert text.startswith(f"**{number} of {numbers[-1]}**")
                assert alt
                assert picture == _drawn(match, number, reader)
                await use(actor, panel, _way(panel, "Back"))
                panel = made.message(panel.channel_id, panel.id)
            await use(actor, panel, _way(panel, "Start"))
            panel = made.message(panel.channel_id, panel.id)
            assert "The start" in words(panel)
            assert {c.label for c in buttons(panel)} & {"Start", "Back"} == set(), "they lead nowhere"
            await use(actor, panel, _way(panel, "Next"))
            assert words(made.message(panel.channel_id, panel.id)).startswith(f"**{numbers[1]} of")
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_nobody_looks_through_others_eyes_before_the_end(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 25)
        thread, match = await made.thread(match_id), await made.bot.matches.load(match_id)
        number = str(match.newest)
        for actor in (made.anna, made.tina):
            seen = set()
            for eyes in ("", "all", "0", "1", "7", "x", "-1"):
                tokens = ".".join(filter(None, (number, eyes)))
                result = await press(made, actor, thread, f"b:{match_id}:replay:0::{tokens}")
                assert result.response.ephemeral
                assert "What they held" not in str(result.response.components)
                seen.add(await _seen(result.response))
            assert len(seen) == 1, "the eyes are one's own, whatever is asked for"
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_what_was_hidden_can_be_chosen_when_the_match_is_over(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 25)
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        speak(made.bot)
        await made.resign(made.max, thread)
        await made.settle()
        match = await made.bot.matches.load(match_id)
        number = Stops(match).numbers[20]
        result = made.channel.history()[-1]
        opened = (await made.press(made.tina, result, "replay")).response
        assert words(opened).startswith(f"**0 of {match.newest}**")
        assert opened.ephemeral
        live = await made.live(match_id)
        assert "replay" in {c.press.action_id for c in buttons(live)}
        pictures = []
        for reader in (None, 0, 1):
            eyes = "all" if reader is None else str(reader)
            shown_now = (await press(made, made.tina, thread, f"b:{match_id}:replay:0::{number}.{eyes}")).response
            _, alt, picture = await _seen(shown_now)
            assert reader is None or alt.startswith(f"What {_names(match)[reader]} held. "), (
                "whoever is not that seat reads whose it is"
            )
            pictures.append(picture)
            assert pictures[-1] == _drawn(match, number, reader)
            chosen = {c.press.tokens for c in controls(shown_now) if c.value and "held" in c.label}
            assert chosen == {(str(number), "0"), (str(number), "1")}
        assert len(set(pictures)) > 1, "somebody held something"
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_the_pictures_are_those_that_were_posted(tmp_path: Path, game: str) -> None:
    """Whenever a message of the thread showed the board after one entry, the replay shows the same bytes."""
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 12)
        await catch_up(made, match_id)
        thread = await made.thread(match_id)
        compared = 0
        for seed in range(12):
            speak(made.bot)
            match = await made.bot.matches.load(match_id)
            waited = next(c for c in match.choices if c.must)
            rng = random.Random(seed)
            action = random_action(match, waited, rng)
            await made.play(match_id, match.user_of(waited.seat) or 0, action, waited.key)
            await made.settle()
            live = await made.live(match_id)
            now = await made.bot.matches.load(match_id)
            newest, posted = now.newest, live.attachments[0]
            row = await made.bot.store.messages.find(live.id)
            cover = MessageCoverage.read(row.extra)
            begin = cover.since if cover.since < newest else cover.told or 0
            if Stops(now).after(begin) != newest or posted.filename != "board.png":
                continue  # it marks what several entries have changed, or shows a film
            panel = (await press(made, made.tina, thread, f"b:{match_id}:replay:0::{newest}")).response
            assert (await _seen(panel))[2] == hashlib.sha256(await posted.read()).hexdigest()
            assert (await _seen(panel))[1] == posted.description
            compared += 1
        assert compared


@pytest.mark.parametrize("game", FACES)
async def test_whatever_is_pressed_a_step_is_shown(tmp_path: Path, game: str) -> None:
    """Any number, old or never there: the nearest stop; tokens of no form: the present. No incident."""
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 30)
        thread, rng = await made.thread(match_id), random.Random(5)
        panel = (await made.anna.slash(thread, "match replay")).response
        for _ in range(40):
            panel = made.message(panel.channel_id, panel.id)
            await use(made.anna, panel, rng.choice([*controls(panel)]))
        for tokens in ("999999", "9999999", "x", "", "-4", "0.9", "1.2.3", "\u0663", "7.all.8"):
            result = await press(made, made.anna, thread, f"b:{match_id}:replay:0::{tokens}")
            assert words(result.response).startswith("**")
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_a_thousand_presses_at_random_show_a_step_each(game: str) -> None:
    """Of a match that is over, without Discord: whatever its buttons and lists offer leads to a step that fits."""
    match = await RecordedMatches(FACES).load(kept.records(game)[-1].read_bytes())
    rng, names, seen = random.Random(3), _names(match), set()
    number, eyes = 0, ""
    for _ in range(1000):
        step = steps.step(SAY, match, names, number, reader_of(match, 0, eyes))
        seen.add(number)
        assert 0 < len(step.text) <= EMBED_DESCRIPTION
        assert components.view(match.id or LESSON, step.rows) is not None
        assert len(step.rows) <= ROWS
        offered = [one.press for row in step.rows for one in (row.options if isinstance(row, Select) else row)]
        told = rng.choice([press for press in offered if press.tokens[-1] != steps.FILM])
        number, eyes = int(told.tokens[0]), told.tokens[1]
    assert len(seen) > len(Stops(match).numbers) // 3


async def test_a_stranger_learns_nothing_of_a_private_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(private=True)
        result = await press(made, made.tina, made.channel, f"b:{match_id}:replay:0::1")
        assert forged.said(result) == str(NO_MATCH)
        assert not result.response.attachments
        only_refusals(made)


async def test_a_match_that_has_not_begun_has_no_replay(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "monolith new", opponent=made.max)
        await made.settle()
        result = await made.anna.slash(made.channel, "match replay")
        assert forged.said(result) == "The match has not begun yet."
        only_refusals(made)


@pytest.mark.parametrize("game", FACES)
async def test_the_list_of_turns_says_who_played_and_what_happened(tmp_path: Path, game: str) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, game, 60)
        match = await made.bot.matches.load(match_id)
        stops, names = Stops(match), _names(match)
        opened = steps.step(SAY, match, names, 0, None)
        select = next(row for row in opened.rows if isinstance(row, Select) and row.placeholder == "To a turn")
        assert 1 < len(select.options) <= SELECT_OPTIONS
        for line, turn in zip(select.options, stops.near(0), strict=True):
            told = [text for one in stops.of(turn) for text in tell(SAY, match, one, names, None)[0]]
            if match.face.words.together is not None:
                happened = [event for one in stops.of(turn) for event in shown(match, one, None)]
                told = match.face.words.together(SAY, happened, names, True)
            told += [brief(one) for one in told]
            assert all(names[seat] in line.label for seat in turn.seats)
            assert 0 < len(line.description) <= SELECT_TEXT
            first = line.description.split(" · ")[0].removesuffix("…")
            assert not told or any(text.startswith(first) for text in told)


@pytest.mark.parametrize("here", [0, 1, 2, 17, 20, 40, 41])
def test_every_turn_of_a_long_match_is_a_few_choices_away(here: int) -> None:
    stops = Stops.__new__(Stops)
    stops.numbers = range(42)
    stops.__dict__["turns"] = [Turn(n, n, n, (0,)) for n in range(1, 42)]
    near = [turn.number for turn in stops.near(here)]
    assert len(near) == SELECT_OPTIONS
    assert near == sorted(set(near))
    assert (near[0], near[-1]) == (1, 41)
    assert set(range(max(1, here - 6), min(41, here + 6) + 1)) <= set(near)
    assert max(b - a for a, b in pairwise(near)) <= 4, "what lies between is near the next one"


async def test_what_nobody_was_asked_about_is_no_choice_of_anybodys(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await _begun(made, "monsters_and_myths", 60)
        match = await made.bot.matches.load(match_id)
        stops, names, seen = Stops(match), _names(match), set()
        for number in stops.numbers[1:]:
            one = stops.entry(number)
            if one is None or one.entry.tokens != ("pass",) or tell(SAY, match, one, names, None)[0]:
                continue
            by_itself = unasked(match.face.game, one.before.state) == (one.entry.seat, ("pass",))
            line = steps.step(SAY, match, names, number, None).text.split("\n")[1]
            assert line == f"{names[one.entry.seat]}: pass{', by itself' if by_itself else ''}"
            seen.add(by_itself)
        assert True in seen
