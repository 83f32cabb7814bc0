"""What stands in threads, measured: eight lines on a phone at most, everything once, one call for one wait."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.interactions.panel_text import behind
from bot.interactions.services import public_buttons
from bot.matches.loaded import LoadedMatch
from bot.panels import room
from bot.panels.face import AnyFace
from bot.panels.model import Select
from bot.people.names import SeatNames, names_at, short_names
from bot.publish import buttons, compose, notices
from bot.publish.live import MessageCoverage
from bot.registry import FACES, FEATURES
from bot.texts import columns, story
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import Formation
from tests.support.posted import TABLES, Table

NAMES = {0: "Anna", 1: "Maximilian", 2: "Tina", 3: "Bartholomew the Elder of Greenwich"}
MORE = public_buttons(FEATURES)


def _posts(table: Table, moves: int) -> Iterator[tuple[LoadedMatch, MessageCoverage, MessageCoverage | None]]:
    """Play; yield the match and what its live message covers, each time it changes, and the one that it closes."""
    cover: MessageCoverage | None = None
    for number, match in enumerate(table.play()):
        waiting = tuple(match.waited_for())
        if cover is not None and cover.covers(match, waiting):
            cover = MessageCoverage.of(match, cover.since, waiting, cover.told)
            yield match, cover, None
        else:
            told = cover.since if cover is not None else 0
            closed, cover = cover, MessageCoverage.of(match, match.newest, waiting, told)
            yield match, cover, closed
        if number >= moves:
            return


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_a_post_has_at_most_eight_lines_on_a_phone_and_is_seen_as_a_whole_on_a_laptop(
    face: AnyFace, formation: Formation
) -> None:
    random = Random(formation.id)
    table = Table(face, formation, SOURCE, random, {})
    names = {seat: NAMES[seat] for seat in range(formation.seats)}
    for match, cover, closed in _posts(table, 300):
        if closed is None and random.random() > 0.3:
            continue
        for language in LANGUAGES:
            say = phrases(language)
            post = compose.live_content(
                say, match, names, cover.waiting, cover.since, cover.told, more=MORE(say, match)
            )
            assert columns.height(post.text) <= room.POST_LINES, post.text
            assert room.left(post.rows, post.text, room.POST) >= -1, "a line of news is told in any case"
            if closed is not None:
                text = compose.closing_content(say, match, names, *closed.part).text
                assert columns.height(text) <= room.POST_LINES, text
    if table.match.match.status == "running":
        table.resign(0)
        for language in LANGUAGES:
            told = compose.live_content(phrases(language), table.match, names, (), table.match.newest, cover.since).text
            assert columns.height(told) <= room.POST_LINES, told


LOWER = re.compile(r"^(?!https:)[-#*>_ ]*[a-zäöüñ]", re.MULTILINE)
"""A line that begins with a small letter, whatever marks it."""


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_every_line_begins_with_a_capital(face: AnyFace, formation: Formation) -> None:
    random = Random(formation.id)
    table = Table(face, formation, SOURCE, random, {})
    names = {seat: NAMES[seat] for seat in range(formation.seats)}
    for match in table.play():
        if match.newest > 60:
            break
        if random.random() > 0.3:
            continue
        say = phrases(random.choice(list(LANGUAGES)))
        cover = MessageCoverage.of(match, match.newest, tuple(match.waited_for()), max(0, match.newest - 5))
        text = compose.live_content(say, match, names, cover.waiting, cover.since, cover.told).text
        assert not LOWER.search(text.removeprefix("<@")), text
        assert not LOWER.search(compose.position_text(say, match, names)), compose.position_text(say, match, names)
        for seat in range(formation.seats):
            panel = face.panel(match.perspective(seat, names, say), ())
            assert not LOWER.search(panel.text), panel.text


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_every_entry_is_told_by_one_message(face: AnyFace, formation: Formation) -> None:
    end = 0
    for _, cover, closed in _posts(Table(face, formation, SOURCE, Random(1), {}), 60):
        if closed is not None:
            begin, until = closed.part
            assert begin == end
            assert until == cover.told
            end = until


@pytest.mark.parametrize(("face", "formation"), TABLES)
@pytest.mark.parametrize("how", ["played", "resigned"])
def test_an_end_is_said_once(face: AnyFace, formation: Formation, how: str) -> None:
    table = Table(face, formation, SOURCE, Random(2), {})
    names = {seat: f"P{seat}" for seat in range(formation.seats)}
    match = table.match
    for number, match in enumerate(table.play()):  # noqa: B007
        if how == "resigned" and number == 20:
            break
    told = match.newest - 1
    for seat in range(1, formation.seats):
        if match.match.status == "running":
            match = table.resign(seat)
    assert match.match.status == "over"
    say = phrases(SOURCE)
    text = compose.live_content(say, match, names, (), match.newest, told).text
    score, ending = (
        match.face.words.score(say, match.view(None), names),
        match.face.words.ending(say, match.view(None), names),
    )
    assert text.count(ending) == 1
    assert text.count(ending.split(":")[0].split(" (")[0]) == 1, text
    assert score not in text.replace(ending, "")


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_what_was_counted_at_the_end_is_never_cut(face: AnyFace, formation: Formation) -> None:
    table = Table(face, formation, SOURCE, Random(3), {})
    names = {seat: ("Anna", "Max", "Tina", "Oskar")[seat] for seat in range(formation.seats)}
    match = table.match
    for match in table.play():  # noqa: B007
        pass
    assert match.match.status == "over"
    for language in LANGUAGES:
        say = phrases(language)
        for told in range(max(0, match.newest - 12), match.newest):
            content = compose.live_content(say, match, names, (), match.newest, told)
            news = compose.summarize(say, match, told, names, without_end=True).sentences
            counted = [one for one in news if not isinstance(one, story.Detail)]
            by_player = counted and isinstance(counted[-1], story.Counted)
            assert not counted or by_player or counted[-1] in content.text, content.text
            assert columns.height(content.text) <= room.POST_LINES


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_under_a_post_there_is_no_button_that_only_a_computer_could_use(face: AnyFace, formation: Formation) -> None:
    """As that of a catapult, where nobody has one but a computer."""
    others, say = range(1, formation.seats), phrases(SOURCE)
    table, asked = Table(face, formation, SOURCE, Random(4), {}, others), 0
    for match in table.play():
        keys = {choice.key for choice in match.choices if choice.seat == 0}
        rows = buttons.answer_rows(say, match, NAMES)
        presses = [one.press for row in rows for one in (row.options if isinstance(row, Select) else row)]
        for press in presses:
            if press.action_id == "answer":
                assert keys.issuperset(buttons.read_answer(press.tokens)[0])
            else:
                perspective = match.perspective(0, NAMES, say)
                assert face.panel(perspective, press.tokens).rows != face.panel(perspective).rows, "it leads somewhere"
        asked += bool(presses)
        if match.newest > 400:
            break
    assert asked or not face.answers(say, match.view(None), NAMES, range(formation.seats))


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_a_post_that_calls_nobody_says_which_computer_it_waits_for(face: AnyFace, formation: Formation) -> None:
    """What a computer is asked to do reads as if it were asked of whoever reads it."""
    table, seen, say = Table(face, formation, SOURCE, Random(4), {}, range(1, formation.seats)), set(), phrases(SOURCE)
    for match in table.play():
        waited = {choice.seat for choice in match.choices if choice.must}
        if waited:
            calls = [f"<@{user}>" for user in match.waited_for()]
            head = notices.headline(say, match, NAMES, calls)
            assert head.startswith("Waiting for ") is (0 not in waited), head
            seen.add(0 in waited)
        if match.newest > 60:
            break
    assert seen == {True, False}


# What a text tells where it has no room for all


def test_what_does_not_fit_loses_details_then_the_oldest_then_the_end_of_the_newest() -> None:
    told = ["a" * 28, "b" * 28, story.Detail("c" * 28), "d" * 28]
    assert story.within(told, 9) == story.lines(told)
    assert columns.height(story.within(told, 3)) <= 3
    assert "c" not in story.within(told, 3)
    assert story.within(told, 1) == f"{'d' * 28} · …"
    assert story.within([told[0], "d" * 32], 1) == "d" * 32, (
        "what is left out needs no sign where there is no room for it"
    )
    assert story.within(["e" * 90], 2) == f"{'e' * 65}…"
    assert story.within(["e" * 90], 2, whole=True) == story.within(told, 0) == ""
    assert story.within(["e " * 45], 4, 1) == f"{'e ' * 35}e…", "a laptop may have less room than a phone"


def test_what_readers_see_anyway_goes_before_a_battle() -> None:
    battle = [
        "Squire played Battle: Anna 18 → 12",
        story.Detail("phase 3: Axeman C3 hits Banner A3"),
        "Anna loses Rune",
    ]
    told = ["Squire discarded Pupil", *battle, story.Passing("Anna drew Swordsman and Pikeman")]
    whole = story.lines(told)
    assert whole.endswith("Anna drew Swordsman and Pikeman")
    without = story.lines(told, len(whole) - 1)
    assert "phase 3" in without
    assert "drew" not in without
    assert story.within(told, 2) == f"{told[0]} · {battle[0]} · Anna loses Rune"
    assert story.within(told, 1) == story.within(told, 1, name="Anna") == "Anna loses Rune · …"
    assert story.within(told[-1:], 1) == "Anna drew Swordsman and Pikeman"


def test_of_what_has_no_room_the_outcome_is_told_and_no_word_is_torn() -> None:
    leaves = story.Telling("Max leaves 16, which closes, and is hidden", "Max is hidden")
    assert story.within(["Max fires at 3", leaves], 1) == "Max fires at 3 · Max is hidden"
    assert story.within(["Max fires at 3, which closes", leaves], 1) == "Max is hidden · …"
    assert story.within([leaves], 2) == leaves
    assert story.within(["The earth breaks open in all of the wasteland"], 1) == "The earth breaks open in all of the…"


def test_what_others_answered_stands_behind_what_they_answered() -> None:
    said = "Stopped.\n**5: Max is found.** You are at 13\nWork it off"
    assert behind(said, "**5: Max is found.**", "Max rolls") == said.replace("\nWork", "\nMax rolls\nWork")
    assert behind(said, "**6", "Max rolls") == f"Max rolls\n{said}"


def test_what_befell_the_reader_goes_before_everything_else() -> None:
    told = [
        story.Telling("Max fires at 14: a ring, Anna is found", "Anna is found", 0),
        story.Telling("Max fires: a ring, Anna is hit there, stamina 3", "Anna is hit there, stamina 3", 0),
        story.Telling("Max fires at 2: a ring, Tina is hit and out", "Tina is out", 2, known=True),
        "Max ends the turn with 1 action left",
    ]
    assert story.within(told, 9, seat=0) == story.lines(told)
    short = "Anna is found · Anna is hit there, stamina 3 · Tina is out · …"
    assert story.within(told, 2, seat=0) == short.replace("Anna is hit", "Max fires: a ring, Anna is hit")
    assert story.within(told, 1, seat=0) == "Anna is hit there, stamina 3 · …"
    assert story.within(told, 2, seat=3) == f"Anna is hit there, stamina 3 · Tina is out · {told[3]} · …"
    assert story.within(told, 1, seat=3) == "Tina is out · …"
    heading = "Since your turn: {}".format
    assert columns.height(story.within(told, 2, 1, seat=0, under=heading), columns.LAPTOP) == 1


def test_what_was_done_to_the_reader_is_kept_where_there_is_no_room_for_all() -> None:
    told = [
        "Max fires at 3: nothing",
        "Max fires at 14: Anna is found",
        *(f"Max fires with {n} dice: nothing" for n in range(3)),
    ]
    assert "Anna" not in story.within(told, 2)
    assert story.within(told, 2, name="Anna") == "Max fires at 14: Anna is found · Max fires with 2 dice: nothing · …"
    assert story.within(told, 2, name="Tina") == story.within(told, 2)
    assert story.within(told, 9, name="Anna") == story.within(told, 9)
    assert story.within(told, 1, name="Anna") == "Max fires at 14: Anna is found · …"


def test_the_latest_moves_are_told_before_what_was_lost_earlier_and_the_rest_is_counted() -> None:
    earlier = [story.Toll("After the battle: Anna 18, Max 11; lost: Pikeman C4 (Anna)", "After the battle: Anna 18")]
    battle = story.Toll("After the battle: Anna 18, Max 9; lost: Knight A1 and Knight C3 (Anna)", "Max 9; lost: 2")
    told = [*earlier, story.Slight("Max discarded Rune"), "Max placed Axeman C5 NW", "Max played Battle", battle]

    def within(rows: int) -> str:
        return story.within(told, rows, latest=range(1, 5), left_out="and {} more".format)

    assert within(9) == story.BETWEEN.join(told)
    assert within(6) == story.BETWEEN.join(told), "it has room"
    assert within(4) == story.BETWEEN.join((*told[2:], "and 2 more"))
    assert within(2) == "Max placed Axeman C5 NW · Max played Battle · Max 9; lost: 2 · and 2 more"
    assert within(1) == "Max 9; lost: 2 · and 4 more"


def test_short_names_know_who_sat_there_before() -> None:
    names = SeatNames({0: "Bartholomew the Elder", 1: "Max"})
    names.former = ((4, 0, "Anna"),)
    short = short_names(names, compose.SHORT_NAME)
    assert dict(names_at(short, 4)) == {0: "Bartholomew the…", 1: "Max"}
    assert names_at(short, 3)[0] == "Anna"


# Who is called


def _match() -> Table:
    face = FACES["monsters_and_myths"]
    table = Table(face, face.game.formations[2], SOURCE, Random(3), {})
    for match in table.play():
        if len(match.waited_for()) > 1 and match.newest > 5:
            break
    return table


def test_whoever_has_not_acted_is_not_called_again_whatever_others_do() -> None:
    table = _match()
    cover = MessageCoverage.of(table.match, table.match.newest, tuple(table.match.waited_for()), 0)
    one = table.match.waited_for()[0]
    for match in table.play():
        if match.seat_of(one) == table.entries[-1].seat:
            break
        assert one not in cover.asks_anew(match, (one,))
    else:
        pytest.fail("they never act")


def test_whoever_has_acted_is_called_again_after_others_have() -> None:
    face = FACES["monolith_arena"]
    table = Table(face, face.game.formations[0], SOURCE, Random(3), {})
    seen = 0
    cover: MessageCoverage | None = None
    for match in table.play():
        waiting = tuple(match.waited_for())
        if cover is not None and waiting and cover.waiting != waiting:
            assert set(cover.asks_anew(match, waiting)) == set(waiting) - set(cover.waiting)
            seen += 1
        cover = MessageCoverage.of(match, match.newest, waiting, 0)
    assert seen > 10
    assert cover is not None
    assert not replace(cover, over=False).covers(table.match, ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_post_with_nothing_to_tell_says_where_the_match_goes_on(language: str) -> None:
    """As after a takeback of all that it told."""
    face = next(iter(FACES.values()))
    match = next(iter(Table(face, face.game.formations[0], SOURCE, Random(1), {}).play()))
    say = phrases(language)
    text = compose.closing_content(say, match, NAMES, 1, 1).text
    assert text == say("The match goes on below.")
