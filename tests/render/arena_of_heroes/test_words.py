"""The words and numbers on the pictures: none too small, none cut off, no number close to another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import pytest

from bot.arena_of_heroes.texts.names import card_tile, hero_tile
from bot.texts.phrases import phrases
from games.api import Result
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.ring import OFFSETS, RING
from games.arena_of_heroes.view import Placed, View
from render import arena_of_heroes as pictures
from render.arena_of_heroes import cards, corners, machine, seats, strip, wedges
from render.arena_of_heroes.board import board_plane, machine_chances
from render.arena_of_heroes.places import Wedge
from render.arena_of_heroes.theme import NIGHT
from render.canvas import OVERSAMPLING, Canvas, font
from render.labels import Labels
from tests.render.arena_of_heroes.matches import ALL, some

LEAST = 22
SENTENCE = 24
NUMBER = re.compile(r"[+−]?\d+(/\d+)?")


@dataclass(frozen=True)
class Drawn:
    """A text as it was drawn, and where on which surface."""

    text: str
    size: float
    surface: int
    box: tuple[float, float, float, float]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Drawn]]:
    """All texts that are drawn from now on, with nothing kept from before."""
    found: list[Drawn] = []
    kept: list[object] = []
    draw = Canvas.text

    def text(self: Canvas, x: float, y: float, text: str, size: float, *args: Any, **kwargs: Any) -> None:
        bold = args[1] if len(args) > 1 else kwargs.get("bold", False)
        anchor = args[2] if len(args) > 2 else kwargs.get("anchor", "mm")
        letters = font(round(size * OVERSAMPLING), bold, kwargs.get("display", False))
        x, y = x + self._origin[0], y + self._origin[1]
        left, top, right, bottom = (edge / OVERSAMPLING for edge in letters.getbbox(text, anchor=anchor))
        kept.append(self._surface)
        found.append(Drawn(text, size, id(self._surface), (x + left, y + top, x + right, y + bottom)))
        draw(self, x - self._origin[0], y - self._origin[1], text, size, *args, **kwargs)

    monkeypatch.setattr(Canvas, "text", text)
    pictures.forget()
    yield found
    pictures.forget()


def apart(one: Drawn, other: Drawn) -> float:
    """How many pixels lie between two texts."""
    a, b = one.box, other.box
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


def readable(found: list[Drawn]) -> None:
    """All of it is large enough and whole, and no two numbers are close."""
    assert found
    for one in found:
        assert one.size >= LEAST, one
        assert not one.text.endswith("…"), one
    numbers = [one for one in found if NUMBER.fullmatch(one.text)]
    for one, other in combinations(numbers, 2):
        if one.surface == other.surface:
            assert apart(one, other) >= 3, (one, other)


def crowded(view: View) -> View:
    """A position in which as much as possible is to be said."""
    items = tuple(Placed(card, card.tokens) for card in CARDS.values() if card.kind == "item")
    seats = tuple(
        replace(seat, hero=hero, stamina=hero.stamina, delay=12, explored=True, items=items[n * 3 : n * 3 + 5])
        for n, (seat, hero) in enumerate(zip(view.seats, list(HEROES.values())[6:], strict=False))
    )
    return replace(view, seats=seats, slots=(Placed(CARDS["B16"]), Placed(CARDS["B15"], 3)))


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_boards_can_be_read(labels: Labels, drawn: list[Drawn]) -> None:
    view = some(5)[-1][2]
    seats = view.seats
    for shown in (
        view,
        crowded(view),
        replace(crowded(view), slots=(Placed(CARDS["X19"]), None)),
        replace(crowded(view), slots=(None, Placed(CARDS["X18"]))),
        replace(crowded(view), slots=(Placed(CARDS["B16"]), Placed(CARDS["X20"])), sudden=True, deck=0),
        replace(crowded(view), slots=(None, None), sudden=True),
        replace(view, slots=(None, None)),
        replace(view, phase="draft", seats=tuple(replace(s, hero=None, alive=False, items=()) for s in seats)),
        replace(view, result=Result(((1, 2), (0,), (3,)), "shared"), phase="over", active=None),
        replace(view, out=((0,), (1, 2))),
    ):
        board_plane(shown, labels)
    readable(drawn)


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_what_the_reader_alone_sees_can_be_read(labels: Labels, drawn: list[Drawn]) -> None:
    view = crowded(replace(some(5)[-1][2], reader=2))
    seat = replace(view.seats[2], alive=True, hidden=True, at=12)
    view = replace(view, seats=(*view.seats[:2], seat, *view.seats[3:]))
    shot = labels("{hideout}: {player} is hit, stamina {left}", hideout="20", player="Wilhelmina", left=2)
    told = pictures.Outcome((("ring", shot), ("", labels("{count} actions left", count=3))))
    board_plane(view, labels, pictures.Aim(12), own=True, told=told)
    for count in (1, 2, 13):
        items = tuple(Placed(card) for card in CARDS.values() if card.kind == "item")[:count]
        own = replace(seat, items=items)
        board_plane(replace(view, seats=(*view.seats[:2], own, *view.seats[3:])), labels, own=True)
    readable(drawn)
    said = [one for one in drawn if labels(strip.IN_SHORT["B08"]) == one.text]
    assert said
    assert all(one.size >= LEAST for one in said)


def test_numbers_of_hideouts_keep_away_from_everything(drawn: list[Drawn]) -> None:
    for hideout in RING:
        for stands in (None, (0, "Bg")):
            for spiders in (0, 2):
                wedge = Wedge(hideout, hero=stands, dots=(1, 2), spiders=spiders, wrong_way=True, light="struck")
                canvas = Canvas(1000, 1000, NIGHT)
                wedges.draw_wedge(canvas, wedge)
    readable(drawn)


def test_chances_keep_away_from_each_other(drawn: list[Drawn]) -> None:
    view = some(5)[-1][2]
    for aim in RING:
        for die in ("d6", "d10"):
            found = machine_chances(replace(view, die=die), pictures.Aim(aim))
            shown = machine.Middle(aim, chances=tuple((h, text, h == aim) for h, text in found))
            machine.draw_middle(Canvas(1000, 1000, NIGHT), shown)
    readable(drawn)
    assert len({one.text for one in drawn}) >= 3
    assert len(OFFSETS) == 6


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_corners_have_room_for_every_hero(labels: Labels, drawn: list[Drawn]) -> None:
    view = some(5)[-1][2]
    for player in ("", "Anna"):
        named = replace(labels, names=(player,) * 4)
        for hero in HEROES.values():
            for active in (0, 1):
                seat = replace(view.seats[0], hero=hero, stamina=hero.stamina, alive=True, hidden=True)
                shown = seats.corner(replace(view, active=active, phase="turn", left=9, out=()), seat, named)
                corners.draw_corner(Canvas(300, 300, NIGHT), shown)
    readable(drawn)
    whole = " ".join(one.text for one in drawn)
    for hero in HEROES.values():
        assert all(word in whole for word in labels(hero.title).split())


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_a_name_of_any_length_is_never_tiny(labels: Labels, drawn: list[Drawn]) -> None:
    names = replace(labels, names=("Wilhelmina Featherstonehaugh-Cholmondeley",) * 4)
    over = some(7, 2, None)[-1][2]
    pictures.draw_board(some(5)[-1][2], names)
    pictures.draw_result(over, names)
    assert min(one.size for one in drawn) >= LEAST


@pytest.mark.parametrize("language", ALL)
def test_cards_have_room_for_all_that_is_printed(language: str, drawn: list[Drawn]) -> None:
    say = phrases(language)
    tiles = [hero_tile(say, hero) for hero in HEROES.values()] + [card_tile(say, card) for card in CARDS.values()]
    for tile in tiles:
        assert tile.name
        for wide in (cards.COLUMN, cards.WHOLE, 660):
            before = len(drawn)
            cards.drawn(tile, wide, cards.height(tile, wide))
            words = " ".join(one.text for one in drawn[before:])
            printed = [word for text in tile.lines for word in f"{text.head} {text.text}".split()]
            assert [word for word in printed if word not in words] == [], (tile.name, wide, words)
            for one in drawn[before:]:
                assert wide * 0.25 <= one.box[0], one
                assert one.box[2] <= wide - 6, one
    readable(drawn)
    assert all(one.size >= SENTENCE for one in drawn if one.text.count(" ") > 6)


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_lasting_cards_say_what_they_do(labels: Labels, drawn: list[Drawn]) -> None:
    lasting = [card for card in CARDS.values() if card.slot]
    for one in (card for card in lasting if card.slot == "E1"):
        for other in (card for card in lasting if card.slot == "E2"):
            view = replace(some(5)[-1][2], slots=(Placed(one, 2), Placed(other, 3)), sudden=False)
            shown = strip.strip(view, labels)
            assert [slot[2] for slot in shown.slots] == [labels(strip.IN_SHORT[card.id]) for card in (one, other)]
            before = len(drawn)
            strip.draw_strip(Canvas(1000, strip.STRIP_HEIGHT, NIGHT), shown)
            for (left, right), slot in zip(strip.columns(shown)[1:], shown.slots, strict=True):
                inside = [text for text in drawn[before:] if left <= text.box[0] and text.box[2] <= right - 3]
                assert {slot[1], slot[2]} <= {text.text for text in inside}
                assert all(text.size >= 23 for text in inside if text.text in slot[1:3]), slot
    readable(drawn)


def test_every_card_that_stays_says_what_it_does() -> None:
    assert set(strip.IN_SHORT) == {card.id for card in CARDS.values() if card.kind == "item" or card.slot}
