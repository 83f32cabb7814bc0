"""Monsters & Myths on a telephone: how large words are, how far numbers stand apart, what needs no color."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.texts.phrases import LANGUAGES, phrases
from games.draws import Draws
from games.monsters_and_myths.cards import ATTACK_CARDS, CODES, NATIONS, Ranks, with_ranks
from games.monsters_and_myths.cards import name as card_name
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.referee import playout
from games.monsters_and_myths.view import Exchange, Target, View
from render import canvas as canvases
from render.canvas import OVERSAMPLING, Canvas
from render.labels import Labels
from render.monsters_and_myths import (
    Draft,
    cells,
    draw_film,
    draw_private,
    draw_result,
    draw_round,
    draw_table,
    frames,
    hand,
    header,
    heads,
    seats,
    signs,
    strip,
    table,
)
from render.monsters_and_myths.cells import Cell
from render.monsters_and_myths.header import Header, Queued
from render.monsters_and_myths.layout import CELL, MARGIN, ROW, STORE
from render.monsters_and_myths.seats import Panel
from render.monsters_and_myths.strip import Fight, Shot
from render.monsters_and_myths.theme import INK, SEATS
from render.monsters_and_myths.theme import NATIONS as STYLES
from render.panel import LEAST, SENTENCE
from render.theme import contrast
from tests.render.test_telling import LOOKS, apart

PHONE: Final = 0.35
"""How much of its size a picture a thousand pixels wide has in a channel."""
NAMES: Final = {0: "Anna", 1: "Łukasz", 2: "Wilhelmina Featherstonehaugh-Cholm", 3: "İbrahim Çağlar"}
ENGLISH: Final = Labels.of(phrases("en"), NAMES)
CLEAR: Final = 3.0
"""How far numbers stand apart, in pixels."""


class Written(NamedTuple):
    """A text that was drawn."""

    canvas: int
    text: str
    size: float
    box: tuple[float, float, float, float]
    room: tuple[int, int]
    """The size of what it was drawn on."""

    def near(self, other: Written) -> bool:
        """Return True if less than `CLEAR` is between the letters of both."""
        (a, b, c, d), (e, f, g, h) = self.box, other.box
        return a < g + CLEAR and e < c + CLEAR and b < h + CLEAR and f < d + CLEAR


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Written]]:
    """Yield a list of all texts as they are drawn, nothing being kept from before."""
    texts: list[Written] = []
    kept: list[object] = []
    draw = Canvas.text

    def text(self: Canvas, x: float, y: float, text: str, size: float, *more: Any, **named: Any) -> None:
        bold, anchor = (*more[1:], *(None,) * 2)[:2]
        letters = canvases.font(round(size * self._k), bool(bold or named.get("bold")), named.get("display", False))
        box = letters.getbbox(text, anchor=anchor or named.get("anchor", "mm"))
        left, top, right, bottom = (n / self._k for n in box)
        x0, y0 = x + self._origin[0], y + self._origin[1]
        kept.append(self._surface)  # so that no other one gets its id
        texts.append(
            Written(
                id(self._surface),
                text,
                size * self._k / OVERSAMPLING,
                (x0 + left, y0 + top, x0 + right, y0 + bottom),
                self._surface._size,
            )
        )
        draw(self, x, y, text, size, *more, **named)

    monkeypatch.setattr(Canvas, "text", text)
    STORE.clear()
    table.forget()
    yield texts
    STORE.clear()


def numbers_apart(texts: list[Written]) -> None:
    """Check that no two numbers on one canvas are too close."""
    numbers = [one for one in texts if re.search(r"\d", one.text)]
    for _, group in itertools.groupby(sorted(numbers, key=lambda one: one.canvas), key=lambda one: one.canvas):
        for one, other in itertools.combinations(list(group), 2):
            assert not one.near(other), (one, other)


def inside(texts: list[Written]) -> None:
    """Check that no text is cut off by the edge of the piece that it is drawn on."""
    for one in texts:
        left, top, right, bottom = one.box
        wide, high = one.room
        assert left >= 0 and top >= 0 and right <= wide and bottom <= high, one  # noqa: PT018


def every_cell() -> Iterator[Cell]:
    """All cells that can be: as many of each kind as there are, with everything that hangs on them."""
    for nation in NATIONS:
        most = nation.counts
        counts = itertools.product(sorted({0, 1, 9, most[0]}), sorted({0, most[1]}), sorted({0, most[2]}))
        for ranks in (Ranks(*numbers) for numbers in counts):
            if ranks.size:
                yield Cell(nation.index, ranks, crown=True)
                yield Cell(nation.index, ranks._replace(wizards=3), fight=ranks.size, flipped=1, gained=-2)
                yield Cell(nation.index, ranks, fight=2, gained=ranks.size, ghost_crown=True, aim=True)
                yield Cell(nation.index, ranks, fight=12, flipped=3)


def test_no_number_in_a_cell_is_near_another_one(written: list[Written]) -> None:
    for cell in every_cell():
        cells.cell_plane(cell)
    for cell in itertools.islice(every_cell(), 0, None, 7):
        cells.draw_hanging(Canvas(CELL, ROW + 20, None), cell)
    numbers_apart(written)
    assert min(one.size for one in written) >= LEAST
    assert len(written) > 400


def test_the_kinds_of_creatures_in_a_cell_never_touch_each_other_nor_their_numbers() -> None:
    lines = [(y - cells.ICON, y + cells.ICON) for y in cells.LINES]
    assert all(lower[0] - upper[1] >= CLEAR for upper, lower in itertools.pairwise(lines))
    assert cells.ICONS + cells.ICON + CLEAR <= cells.NUMBERS
    assert lines[-1][1] <= ROW - 17, "nor what hangs on the frame"
    crown = cells.CROWN[0] + cells.CROWN_RADIUS
    assert crown + CLEAR <= cells.ICONS - cells.ICON
    for nation in NATIONS:
        for count in nation.counts:
            wide = canvases.text_width(str(count), cells.number_size(count), True)
            assert cells.NUMBERS + wide <= CELL - 6, "the frame of a wizard is so wide"
        total = canvases.text_width(str(nation.total), cells.total_size(nation.total), True)
        assert cells.TOTAL[0] + total + CLEAR <= cells.ICONS - cells.ICON


def test_no_number_of_a_panel_a_header_or_a_banner_is_near_another_one(written: list[Written]) -> None:
    for points, captured, catapults, won in itertools.product((0, 27, 140), (0, 9, 38), (0, 3, 9), (0, 4, 18)):
        seats.panel_plane(Panel(3, "Otto 2", "", False, "", False, points, captured, catapults, won))
    for count in range(len(ATTACK_CARDS) + 1):
        queue = tuple(Queued(n % 4, card, n == 0) for n, card in enumerate(ATTACK_CARDS[-count:] if count else ()))
        header.header(Header(3, "Round 3 of 3", "pile 84 · discards 26", queue, "Attack cards"))
    for nation in NATIONS:
        heads.head(nation.index, ENGLISH)
    numbers_apart(written)
    inside(written)


def test_attack_cards_stand_in_their_order_and_the_next_one_is_framed() -> None:
    checked = 0
    for view in positions(2)[0]:
        found = header.queue(view)
        assert [one.card.number for one in found] == sorted(card.number for seat in view.seats for card in seat.attacks)
        assert all(one.card in view.seats[one.seat].attacks for one in found)
        assert [one.next for one in found] == [n == 0 for n in range(len(found))]
        checked += len(found) > 1
    assert checked


def test_attack_cards_without_room_are_counted(written: list[Written]) -> None:
    queue = tuple(Queued(n % 4, card, n == 0) for n, card in enumerate(ATTACK_CARDS))
    header.header(Header(1, "", "", queue, "Attack cards"))
    left_out = next(one.text for one in written if one.text.startswith("+"))
    drawn = {one.text for one in written} & {card.code for card in ATTACK_CARDS}
    assert len(drawn) + int(left_out) == len(queue)


def fights() -> Iterator[Fight]:
    """Fights with many symbols and few, before and after a roll."""
    target = Target(2, 5)
    for card, own, theirs in itertools.product(ATTACK_CARDS[6:12], (Ranks(12, 4, 4), Ranks(0, 1)), (Ranks(12, 3, 3),)):
        before = Fight(1, "goblin", card, target, (own, theirs))
        yield before
        for bonus, losses in itertools.product((None, 1, 2), ((0, 2), (1, 1), (2, 0))):
            exchange = Exchange((6, 5, 1), target, (4, 2), bonus, losses)
            lost = tuple(("Ba", "Bm")[:number] for number in losses)
            yield before._replace(exchange=exchange)
            yield before._replace(exchange=exchange, lost=lost)


def test_no_number_of_a_fight_is_near_another_one_nor_near_a_die(written: list[Written]) -> None:
    for fight in fights():
        strip.plane(fight, ENGLISH)
    numbers_apart(written)
    inside(written)
    numbers = [one for one in written if one.text == "12"]
    assert numbers


def test_the_pieces_of_a_fight_do_not_lie_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[tuple[object, tuple[int, int, int, int]]] = []
    put = strip._put

    def noted(plane: Image.Image, key: object, place: tuple[int, int, int, int], draw: Any) -> None:
        left, top, width, height = place
        places.append((key, (left, top, left + width, top + height)))
        put(plane, key, place, draw)

    monkeypatch.setattr(strip, "_put", noted)
    for fight in fights():
        places.clear()
        strip.plane(fight, ENGLISH)
        assert len(places) > 8
        for (one, (a, b, c, d)), (other, (e, f, g, h)) in itertools.combinations(places, 2):
            assert c <= e or g <= a or d <= f or h <= b, (one, other)


@cache
def positions(formation: int) -> tuple[tuple[View, ...], tuple[Any, ...]]:
    """Views of a random match for everybody and for each seat, of every phase and one in 40; a film of one attack."""
    random, draws = Random(5), Draws(bytes([5]) * 32)
    state = GAME.new(GAME.formations[formation], {})
    found, before, film = [GAME.view(state, None)], state, ()
    told: list[Any] = []
    seen: set[object] = set()
    while state.result is None:
        seat, action = playout.random_action(state, random)
        step = GAME.apply(state, seat, action, draws)
        events = [GAME.show(event, None) for event in step.events]
        if any(type(event).__name__ == "CardBegan" for event in events):
            before, told = state, []
        told += [event for event in events if event is not None]
        if any(type(event).__name__ == "CardDone" for event in events) and len(told) > 6:
            film = tuple(frames(GAME.view(before, None), told, GAME.view(step.state, None)))
        state = step.state
        kind = state.phase, state.target is None, state.exchange is None
        if kind not in seen or random.random() < 1 / 40:
            seen.add(kind)
            found += [GAME.view(state, reader) for reader in (None, *range(len(state.seats)))]
    return tuple(found), film


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_and_numbers_are_as_large_as_agreed_in_every_language(written: list[Written], language: str) -> None:
    labels = Labels.of(phrases(language), NAMES)
    found, film = positions(2)
    for view in found:
        draw_table(view, labels)
        draw_private(view, labels)
        draw_table(view, Labels(phrases(language)))
    draw_round(found[0], found[-1], labels)
    draw_result(found[-1], labels)
    draw_film(film, labels)
    for code in CODES:
        hand.card_plane(code, labels(card_name(code)), lifted=True)
    for hit in (False, True):
        strip.plane(Shot(0, Target(2, 3), "Ea", 5, hit), labels)
    assert len(written) > 500
    assert [one for one in written if one.size < LEAST and len(one.text) > 1] == []
    sentences = [one for one in written if one.text.count(" ") > 2]
    assert sentences
    assert [one for one in sentences if one.size < SENTENCE] == []
    inside(written)
    cut = {labels(card_name(code)) for code in CODES} - {one.text for one in written}
    assert not cut, "names of cards are written in full"


@pytest.mark.parametrize("nation", range(len(NATIONS)))
@pytest.mark.parametrize("kind", range(3))
def test_every_symbol_stands_out_from_its_cell_at_the_size_of_a_telephone(nation: int, kind: int) -> None:
    ground = STYLES[nation].ground
    assert contrast(ground, INK) >= 3
    drawn = Canvas(60, 60, ground, (30, 30))
    signs.symbol(drawn, kind, 0, 0, cells.ICON, INK, ground)
    small = drawn.done().convert("RGB").resize((21, 21), Image.Resampling.BOX)
    pixels = [small.getpixel((x, y)) for x, y in itertools.product(range(21), repeat=2)]
    dark = [pixel for pixel in pixels if contrast(ground, pixel) >= 3]  # type: ignore[arg-type]
    assert len(dark) >= 16, "more than hairlines are left of it"


@pytest.mark.parametrize("kinds", [(0, 1), (0, 2), (1, 2)])
def test_symbols_are_told_apart_at_the_size_of_a_telephone(kinds: tuple[int, int]) -> None:
    pictures = []
    for kind in kinds:
        drawn = Canvas(60, 60, (252, 252, 252), (30, 30))
        signs.symbol(drawn, kind, 0, 0, cells.ICON, INK, (252, 252, 252))
        pictures.append(drawn.done().convert("L").resize((21, 21), Image.Resampling.BOX))
    assert ImageStat.Stat(ImageChops.difference(*pictures)).mean[0] >= 15


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_seats_are_told_apart_on_a_telephone_without_their_letters(look: Callable[[Image.Image], Image.Image]) -> None:
    shields = []
    for arms in SEATS:
        drawn = Canvas(80, 80, (236, 220, 184), (40, 40))
        signs.draw_shield(drawn, 0, 0, 27, arms, "", rim=INK)
        shields.append(look(drawn.done().convert("RGB").resize((28, 28), Image.Resampling.BOX)))
    for one, other in itertools.combinations(range(4), 2):
        assert apart(shields[one], shields[other]) >= 4, (one, other)


def dice(face: int, lit: bool | None) -> Image.Image:
    drawn = Canvas(100, 100, (236, 220, 184), (50, 50))
    signs.die(drawn, 0, 0, 28, face, True, lit)
    return drawn.done().convert("L").resize((35, 35), Image.Resampling.BOX)


def test_who_won_a_pair_and_whether_a_shot_hit_is_seen_without_color() -> None:
    won, lost, unpaired = (dice(5, lit) for lit in (True, False, None))
    for one, other in itertools.combinations((won, lost, unpaired), 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] >= 5
    hit, miss = (strip.plane(Shot(0, Target(2, 3), "Ea", 5, hit), ENGLISH).convert("L") for hit in (True, False))
    assert ImageChops.difference(hit, miss).crop((650, 90, 960, 180)).getbbox() is not None


def test_the_swords_of_attack_cards_are_on_the_table_in_hand_and_beside_the_dice() -> None:
    battle, mercenaries = ATTACK_CARDS[0], ATTACK_CARDS[-1]
    for card, other in ((battle, battle.infantry - 1), (mercenaries, mercenaries.infantry + 1)):
        changed = replace(card, infantry=other)
        for draw in (_queued, _beside_dice, _in_hand):
            assert draw(card) != draw(changed), (draw.__name__, card.number)


def _queued(card: Any) -> bytes:
    return header.header(Header(1, "", "", (Queued(0, card, False),), "")).tobytes()


def _beside_dice(card: Any) -> bytes:
    return strip.plane(Fight(0, "goblin", card, Target(1, 2), None), ENGLISH).tobytes()


def _in_hand(card: Any) -> bytes:
    drawn = Canvas(hand.WIDE, hand.HIGH, INK)
    hand.draw_attack(drawn, card)
    return drawn.done().tobytes()


def test_dice_to_come_follow_the_symbols_of_force_card_and_nation() -> None:
    """Three at most for the attacker, two for the defender; more bows add one."""
    battle = ATTACK_CARDS[0]
    plain = Fight(0, "goblin", battle, Target(1, 2), (Ranks(1, 1), Ranks(2, 1)))
    pictures = [
        strip.plane(plain, ENGLISH),
        strip.plane(plain._replace(forces=(Ranks(1, 2), Ranks(2, 1))), ENGLISH),
        strip.plane(plain._replace(forces=(Ranks(1, 1), Ranks(1, 1))), ENGLISH),
    ]
    dice = [picture.crop((strip._DICE - 70, 0, strip._COST, strip.HIGH)).tobytes() for picture in pictures]
    assert len(set(dice)) == len(dice)
    more = plain._replace(forces=(Ranks(7, 1), Ranks(9, 1)))
    assert strip.plane(more, ENGLISH).crop((strip._DICE - 70, 0, strip._COST, strip.HIGH)).tobytes() == dice[0]


def test_the_row_of_the_reader_is_marked_in_private_pictures_only() -> None:
    view = next(view for view in positions(2)[0] if view.reader == 1 and view.phase == "keep")
    public = table.table_plane(view, ENGLISH)
    private = table.table_plane(view, ENGLISH, own_hand=True)
    rows = [(20, table.row_top(row) - 16, 970, table.row_top(row) + ROW) for row in range(4)]
    differing = [row for row, box in enumerate(rows) if public.crop(box).tobytes() != private.crop(box).tobytes()]
    assert differing == [1]


def test_rows_that_take_no_part_are_pale_in_a_replay() -> None:
    view = positions(2)[0][-1]
    box = (MARGIN + 8, table.row_top(2), 970, table.row_top(2) + ROW)
    strong, pale = (table.table_plane(view, ENGLISH, dim=dim).crop(box).convert("L") for dim in ((), (2,)))
    assert _darkest(pale) > _darkest(strong) + 40


def _darkest(picture: Image.Image) -> int:
    low, _ = picture.getextrema()
    assert isinstance(low, int)
    return low


def test_a_proposed_attack_shows_its_dice_before_it_is_made() -> None:
    view = next(view for view in positions(2)[0] if view.active is not None and view.target is None)
    assert view.active is not None
    target = Target(next(seat.seat for seat in view.seats if seat.seat != view.active), 1)
    draft = Draft(force=with_ranks(view.force, 0, Ranks(1)), target=target)
    fight = strip.fight_of(replace(view, exchange=None), draft.force, draft.target)
    assert fight is not None
    assert (fight.target, fight.forces) == (target, (Ranks(1), view.seats[target.seat].troops[1]))
    assert draw_private(view, ENGLISH, draft) != draw_private(view, ENGLISH)
