"""What is told of an attack card and of a round of Monsters & Myths when they are over."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.monsters_and_myths import FACE
from bot.monsters_and_myths.face import _frames
from bot.monsters_and_myths.texts import names as n
from bot.panels import room
from bot.panels.face import Scene
from bot.publish import compose
from bot.publish.summary import round_scene, scene
from bot.texts import columns
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import Formation
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.view import View
from render.labels import Labels
from render.monsters_and_myths.film import told
from render.monsters_and_myths.strip import Won
from tests.games.monsters_and_myths.positions import at
from tests.support.posted import Table

NAMES = {0: "Anna", 1: "Max", 2: "Tina", 3: "Bea"}
LONG = {0: "Anna", 1: "Maximilian", 2: "Tina", 3: "Bartholomew the Elder of Greenwich"}
SAY = phrases(SOURCE)


def _owned(view: View) -> set[tuple[int, int]]:
    """The nations that seats have."""
    return {(seat.seat, at) for seat in view.seats for at, ranks in enumerate(seat.troops) if ranks.size}


@pytest.mark.parametrize("formation", FACE.game.formations, ids=[way.id for way in FACE.game.formations])
def test_each_round_names_all_that_have_gone_and_the_last_one_as_much_as_the_others(formation: Formation) -> None:
    table = Table(FACE, formation, SOURCE, Random(3), {})
    names = {seat: NAMES[seat] for seat in range(formation.seats)}
    seen: set[tuple[int, int]] = set()
    told: list[int] = []
    for match in table.play():
        view = match.view(None)
        seen |= _owned(view)
        played = round_scene(match, names)
        if played is None or played.before.round in (0, *told):
            continue
        told.append(played.before.round)
        assert FACE.rounds is not None
        lost = sorted(seen - _owned(view))
        by_seat = {seat: [at for owner, at in lost if owner == seat] for seat in names}
        _, *entries = FACE.rounds.accounts(SAY, played)[0].text.split("\n")
        for (seat, nations), entry in zip(by_seat.items(), entries, strict=True):
            assert entry.startswith(f"**{names[seat]}** ")
            gone = f"gone: {SAY.every(n.nation(SAY, at) for at in nations)}" if nations else ""
            assert gone in entry
            assert ("gone: " in entry) == bool(nations)
        for language in LANGUAGES:
            say = phrases(language)
            post = compose.live_content(say, match, LONG, tuple(match.waited_for()), match.newest, match.newest - 1)
            every = [say.every(n.nation(say, at) for at in nations) for nations in by_seat.values() if nations]
            assert all(one in post.text for one in every), "in eight lines, however many there are"
            assert columns.height(post.text) <= room.POST_LINES
            assert match.face.words.score(say, view, LONG) not in post.text, "points are told once"
        seen = _owned(view)
    assert told == [1, 2, 3]


def test_a_round_is_told_by_player_with_the_points_of_each() -> None:
    old, new = (
        GAME.view(at(f"round={number} phase=keep {words} A.hand=Gi.Gi.Gi.Gi.Gi.Gi.Gi"), None)
        for number, words in (
            (1, "A.troops=G1i,T2i B.troops=G2i,D1i A.captured=Di"),
            (2, "A.troops=G2i,T1i B.troops=G2i A.captured=Di.Di.Di B.captured=Ti"),
        )
    )
    assert FACE.rounds is not None
    fullest, line, without, shortest, least = FACE.rounds.accounts(SAY, Scene(old, [], new, NAMES))
    assert fullest.text.split("\n") == [
        "Round 1, points (captured cards):",
        "**Anna** 23 (+2), crowns won: Goblins (shared)",
        "**Max** 12 (+1), gone: Dwarves",
    ]
    assert line.text == fullest.text.replace("\n", " ", 1).replace("\n", " · ")
    assert without.text == line.text.replace(", crowns won: Goblins (shared)", "")
    assert shortest.text == "Points after round 1: **Anna** 23 · **Max** 12, gone: Dwarves"
    assert least.text == "Gone: Dwarves of Max"


def test_whoever_has_no_largest_nation_in_the_end_but_lost_one_is_said_to_have_none() -> None:
    old = GAME.view(at("round=3 phase=keep A.troops=G2i B.troops=G1i,D1i A.hand=Gi.Gi.Gi.Gi.Gi.Gi.Gi"), None)
    new = GAME.view(at("round=3 phase=over A.troops=G2i B.troops=G1i result=A"), None)
    assert FACE.rounds is not None
    told, line, least = FACE.rounds.accounts(SAY, Scene(old, [], new, NAMES))
    assert told.text.split("\n") == ["Largest nations:", "**Anna** Goblins 10", "**Max** none, gone: Dwarves"]
    assert least.text == "Gone: Dwarves of Max"
    assert line.text == "Largest nations: **Anna** Goblins 10 · **Max** none, gone: Dwarves"


def test_the_last_round_tells_by_player_how_points_were_counted() -> None:
    """In the place of the sentence on the largest nations, which would leave no room for those that are gone."""
    table = Table(FACE, FACE.game.formations[2], SOURCE, Random(3), {})
    for match in table.play():  # noqa: B007
        pass
    closed = compose.dm_text(SAY, match, NAMES, 0)
    assert closed.count("Largest nations:\n**Anna** ") == closed.count("Largest nations") == 1
    for nation in NATIONS:
        for seat in match.view(None).largest(nation.index):
            line = next(line for line in closed.split("\n") if line.startswith(f"**{NAMES[seat]}** "))
            assert f"{n.nation(SAY, nation.index)} {nation.largest}" in line


def test_what_a_card_has_captured_is_counted_from_where_it_came_up() -> None:
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(5), {})
    checked = 0
    for match in table.play():
        filmed = scene(match, match.newest - 1, match.newest, NAMES)
        if filmed is None or filmed.before.card is None:
            continue
        since: Counter[int] = Counter()
        for one in match.past.after(0):
            for event in one.step.events if one.step is not None else ():
                if isinstance(event, ev.CardBegan) and event.number == filmed.before.card.number:
                    since.clear()
                since[event.winner if isinstance(event, ev.Lost) else 0] += isinstance(event, ev.Lost)
                since[event.seat if isinstance(event, ev.Fired) else 0] += isinstance(event, ev.Fired) and event.hit
        first = next(one for one in _frames(filmed) if isinstance(one.strip, Won))
        if filmed.after.card == filmed.before.card:
            assert dict(first.strip.cards) == +since
            assert first.strip.whole
            checked += bool(+since)
    assert checked > 3


def test_the_heading_of_a_film_is_of_the_round_that_it_tells() -> None:
    """A film that begins with the end of a card begins with what comes after it, and is headed and counted by that."""
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(5), {})
    labels, checked = Labels.of(SAY, NAMES), 0
    ends: list[int] = []
    for match in table.play():
        if not match.newest:
            continue
        one = match.past.entry(match.newest)
        happened = one.step.events if one.step is not None else ()
        if any(isinstance(event, ev.CardDone) for event in happened):
            ends.append(match.newest)
        if not ends or not any(isinstance(event, ev.Rolled) for event in happened):
            continue
        for first in ends[-4:]:
            filmed = scene(match, first - 1, match.newest, NAMES)
            assert filmed is not None
            shown = _frames(filmed)
            fought = [frame.view for frame in shown if isinstance(frame.event, (ev.Attacked, ev.Rolled, ev.Fired))]
            title = told(shown, labels).title
            assert shown[0].event is not None
            assert title.startswith(f"Round {fought[-1].round} of 3")
            numbers = {view.card.number for view in fought if view.card and view.round == fought[-1].round}
            assert (f"card {max(numbers)}:" in title) == (len(numbers) == 1)
            checked += filmed.before.round < fought[-1].round
    assert checked > 1
