"""The table of Monsters & Myths: nothing lies on anything else, who sees what, what a replay shows."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.texts.phrases import LANGUAGES, phrases
from games.draws import Draws
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CODES, NATIONS, Ranks, name
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.referee import playout
from games.monsters_and_myths.view import Target, View
from render import icons
from render.canvas import Canvas
from render.labels import Labels
from render.monsters_and_myths import (
    Draft,
    cells,
    draw_film,
    draw_private,
    draw_result,
    draw_round,
    draw_strip,
    draw_table,
    frames,
)
from render.monsters_and_myths.cells import Cell
from render.monsters_and_myths.film import captions
from render.monsters_and_myths.layout import CELL, GAP, PITCH, ROW, Table, cell_left, ground, row_top, stamp
from render.monsters_and_myths.strip import Fight, Won, fight_of
from render.monsters_and_myths.table import gained
from render.monsters_and_myths.theme import ICONS, PALETTE, SEATS
from render.monsters_and_myths.theme import NATIONS as STYLES
from render.monsters_and_myths.ways import Way, _draw_moved, _paths, _stretches, put_ways
from render.theme import MOST, contrast
from tests.games.monsters_and_myths.positions import act, at

ENGLISH = Labels(phrases("en"))


def views(seed: int, formation: int) -> list[View]:
    random, draws = Random(seed), Draws(bytes([seed]) * 32)
    state = GAME.new(GAME.formations[formation], {})
    found = [GAME.view(state, None)]
    while state.result is None:
        seat, action = playout.random_action(state, random)
        state = GAME.apply(state, seat, action, draws).state
        found.append(GAME.view(state, None))
    return found


def size(data: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(data)).size


@pytest.mark.parametrize("formation", range(3))
def test_pictures_are_as_large_as_the_layout_says(formation: int) -> None:
    rows = GAME.formations[formation].seats
    for view in views(1, formation)[::40]:
        assert size(draw_table(view, ENGLISH)) == (1000, Table(rows, fight_of(view) is not None).height)


def test_cells_with_all_that_hangs_on_them_touch_and_do_not_overlap() -> None:
    assert 2 * cells.EDGE <= GAP
    assert 2 * cells.HALF <= PITCH - CELL


def inked(cell: Cell) -> Image.Image:
    canvas = Canvas(CELL + 2 * cells.HALF, ROW + 2 * cells.EDGE, None)
    cells.draw_cell(canvas.moved(cells.HALF, cells.EDGE), cell)
    cells.draw_hanging(canvas.moved(cells.HALF, cells.EDGE), cell)
    return canvas.done()


def test_everything_about_a_nation_changes_its_cell_also_without_colour() -> None:
    plain = Cell(4, Ranks(3, 2, 1))
    kinds = [
        plain,
        plain._replace(crown=True),
        plain._replace(ghost_crown=True),
        plain._replace(ranks=Ranks(3, 2, 1, 1)),
        plain._replace(ranks=Ranks(3, 2, 1, 2)),
        plain._replace(fight=4),
        plain._replace(flipped=1),
        plain._replace(gained=2),
        plain._replace(gained=-2),
        plain._replace(ranks=Ranks(2, 3, 1)),
    ]
    grey = [inked(cell).convert("LA").tobytes() for cell in kinds]
    assert len(set(grey)) == len(kinds)


def test_ways_keep_to_the_lanes_and_never_cross_the_numbers_of_a_cell() -> None:
    for seat, other in itertools.permutations(range(4), 2):
        for nation, goal in itertools.product(range(6), range(6)):
            for way in (
                Way(seat, (nation,), Target(other, goal), False),
                Way(seat, (0, nation), Target(other, goal), True),
            ):
                thin, wide, _ = _paths(way)
                for line in (*thin, wide[:-1]):
                    for (ax, ay), (bx, by) in itertools.pairwise(line):
                        for row, column in itertools.product(range(4), range(6)):
                            left, top = cell_left(column), row_top(row)
                            inside = (
                                max(ax, bx) > left + 2
                                and min(ax, bx) < left + CELL - 2
                                and max(ay, by) > top + 2
                                and min(ay, by) < top + ROW - 2
                            )
                            assert not inside, (way, row, column)


def test_the_stretches_of_a_way_look_as_if_they_were_drawn_in_one() -> None:
    """Ways of all kinds, those that share a stretch with another one among them."""
    table = ground(Table(4))
    for (seat, other), first in itertools.product(((0, 1), (1, 0), (3, 1), (0, 3)), (0, 3)):
        for force in ((first,), (first, first + 2)):
            way = Way(seat, force, Target(other, 4), len(force) > 1, draft=other == 3)
            pieces, whole = table.copy(), table.copy()
            put_ways(pieces, [way])
            lefts, tops, rights, bottoms = zip(*(box for box, _ in _stretches(way)), strict=True)
            left, top = min(lefts), min(tops)
            draw = partial(_draw_moved, way=way, left=left, top=top)
            stamp(whole, way, (left, top, max(rights), max(bottoms)), draw)
            assert pieces.tobytes() == whole.tobytes(), way


def test_emblems_stand_out_from_their_banners_and_all_icons_are_there() -> None:
    for style in STYLES:
        assert contrast(style.cloth, style.ink) >= 3
    for seat in SEATS:
        assert contrast(seat.field, seat.charge) >= 4.5
        assert contrast(seat.ground, seat.ink) >= 4.5
    assert all(icons.outlines(name) for name in ICONS)
    assert len({style.icon for style in STYLES}) == len(NATIONS)
    assert len({seat.division for seat in SEATS}) == len(SEATS)
    assert len(PALETTE.colours) < MOST, "none was left out"


def test_only_views_are_drawn() -> None:
    state: Any = GAME.new(GAME.formations[0], {})
    with pytest.raises(TypeError):
        draw_table(state, ENGLISH)
    with pytest.raises(ValueError, match="not over"):
        draw_result(GAME.view(state, None), ENGLISH)
    with pytest.raises(ValueError, match="at least one"):
        draw_film([], ENGLISH)
    with pytest.raises(ValueError, match="at least one"):
        draw_strip([], ENGLISH)


def test_what_a_round_has_changed() -> None:
    found = views(2, 2)
    before, after = found[0], found[-1]
    more = gained(before, after)
    for seat in after.seats:
        for nation in range(6):
            found = before.seats[seat.seat].troops[nation].size + more.get(Target(seat.seat, nation), 0)
            assert found == seat.troops[nation].size
    assert size(draw_round(before, after, ENGLISH))[0] == 1000
    assert draw_round(before, before, ENGLISH) != draw_round(before, after, ENGLISH)
    with pytest.raises(TypeError):
        draw_round(before, GAME.new(GAME.formations[0], {}), ENGLISH)  # type: ignore[arg-type]


def _told_of(fight: Fight) -> Counter[tuple[int, str]]:
    """Whose cards a picture says to be lost."""
    seats = fight.attacker, fight.target.seat
    return Counter((seat, card) for seat, cards in zip(seats, fight.lost or (), strict=False) for card in cards)


def test_a_film_ends_where_the_position_is_and_shows_every_exchange() -> None:
    random, draws = Random(9), Draws(bytes([9]) * 32)
    state = GAME.new(GAME.formations[2], {})
    checked = 0
    before: View | None = None
    happened: list[Any] = []
    while state.result is None:
        seat, action = playout.random_action(state, random)
        step = GAME.apply(state, seat, action, draws)
        names = [type(event).__name__ for event in step.events]
        if "CardBegan" in names and before is None:
            before, happened = GAME.view(state, None), []
        happened += [event for event in (GAME.show(event, None) for event in step.events) if event is not None]
        if before is not None and any(step.state.owe):
            owing = [ENGLISH.seat(seat) for seat, cards in enumerate(step.state.owe) if cards]
            last = captions(frames(before, happened, GAME.view(step.state, None)), ENGLISH)[-1].text
            assert last == f"{' and '.join(owing)} choose{'s' * (len(owing) == 1)} what to lose"
        if before is not None and "CardDone" in names:
            after = GAME.view(step.state, None)
            film = frames(before, happened, after)
            rolls = sum(type(event).__name__ == "Rolled" for event in happened)
            compared = [one.strip for one in film if isinstance(one.strip, Fight) and one.strip.exchange]
            assert sum(fight.compared for fight in compared) == rolls
            lost = Counter((e.seat, e.card) for e in happened if isinstance(e, ev.Lost))
            assert sum((_told_of(fight) for fight in compared), Counter()) == lost
            assert all(caption.text for caption in captions(film, ENGLISH))
            sums = [one for one in film if isinstance(one.strip, Won)]
            captured = Counter(e.winner for e in happened if isinstance(e, ev.Lost))
            captured += Counter(e.seat for e in happened if isinstance(e, ev.Fired) and e.hit)
            assert sum((Counter(dict(one.strip.cards)) for one in sums), Counter()) == captured
            assert film[-1].strip is None, "what comes next has nothing to do with what the card has brought"
            assert captions(film, ENGLISH)[-1].text.startswith(("Card ", "Round ", "The match is over."))
            if step.state.phase == "card" and sums:
                assert [s.troops for s in sums[-1].view.seats] == [s.troops for s in after.seats]
                assert [s.captured for s in sums[-1].view.seats] == [s.captured for s in after.seats]
                checked += 1
            before = None
        state = step.state
    assert checked


def test_a_film_that_begins_in_a_fight_counts_all_that_the_card_has_captured() -> None:
    state = at("phase=ready active=A card=1 target=B.G force=G5i A.attacks=1 A.troops=G5i B.troops=G6i")
    told: list[Any] = [ev.CardBegan(0, 1)]
    films = []
    for _ in range(2):
        after, events = act(state, "A roll", (6, 6, 1, 1, 1))
        films.append((GAME.view(state, None), events, GAME.view(after, None), list(told)))
        told += events
        state = after
    captured = Counter(event.winner for event in told if isinstance(event, ev.Lost))
    *_, (before, events, after, earlier) = films
    assert captured != Counter(event.winner for event in events if isinstance(event, ev.Lost))

    shown = frames(before, events, after, earlier)[-1].strip
    assert isinstance(shown, Won)
    assert dict(shown.cards) == captured
    assert shown.title(ENGLISH) == "Captured with this card"
    alone = frames(before, events, after)[-1].strip
    assert isinstance(alone, Won)
    assert alone.title(ENGLISH) == "Captured", "what came before is not known"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_and_the_end_are_drawn_in_every_language(language: str) -> None:
    words = Labels.of(phrases(language), {0: "W" * 32, 1: "Ψ", 2: ""})
    last = views(2, 0)[-1]
    assert size(draw_result(last, words))[0] == 1000
    state = GAME.new(GAME.formations[0], {})
    draws = Draws(bytes(32))
    while not state.seats[0].hand:
        seat, action = playout.random_action(state, Random(1))
        state = GAME.apply(state, seat, action, draws).state
    view = GAME.view(state, 0)
    assert draw_private(view, words) != draw_private(view, words, Draft(lifted=state.seats[0].hand[:1]))
    assert all(words(name(code)) for code in CODES)
