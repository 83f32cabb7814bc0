"""Names and other words fit their places in every language: nothing is cut off, covered or too small to read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.monolith_arena.texts.card import card_lines, kind_line
from bot.texts.phrases import LANGUAGES, phrases
from games.messages import Message
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from render import panel
from render.canvas import covers, fitting, text_width, wrap
from render.labels import Labels
from render.monolith_arena import corners, emblems, header, layout, names, reserve, result, sheets
from render.monolith_arena.names import BREAK
from tests.render import views

TILES = [t for f in FACTIONS for t in faction(f).tiles]
ALL = {language: Labels(phrases(language)) for language in LANGUAGES}


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_every_tile_has_an_emblem_and_its_name_is_there_whole(kind: TileType, labels: Labels) -> None:
    assert emblems.emblem(kind)
    text = names.on_tile(kind, labels)
    small = names.has_small_emblem(kind)
    name = names.place_below(text) if kind.is_order else names.place(text, small_emblem=small)
    shown = "".join(line.text for line in name.lines).replace("-", "").replace(" ", "")
    said = text.replace(BREAK, "").replace("-", "").replace(" ", "").replace("\n", "")
    assert shown == said, "nothing is left out"
    assert name.size >= panel.LEAST


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_the_words_of_corners_fit(labels: Labels) -> None:
    left, _, right, _ = corners.MARK
    for state in map(labels, corners.STATES.values()):
        assert text_width(state, panel.LEAST, True) <= right - left - 10, state
    assert all(fitting(labels(word), 23, corners.PILE) >= panel.LEAST for word in corners.PILES)
    for home in (*map(faction, FACTIONS), None):
        name = corners.faction_name(home, labels)
        for who in ("", "Wilhelmina Featherstonehaugh-Cholmondeley"):
            lines = panel.words(who, name, panel.room(corners.CORNER_WIDTH))
            assert " ".join(line.text for line in lines[bool(who) :]) == name
            assert min(line.size for line in lines) >= panel.LEAST
            assert all(text_width(*line[::2], line.bold) <= panel.room(corners.CORNER_WIDTH) for line in lines)
            assert lines[0].y - lines[0].size / 2 >= 0
            assert lines[-1].y + lines[-1].size / 2 <= panel.HEAD


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_the_headlines_fit(labels: Labels) -> None:
    ended = header.ended(views.view(turn=123), labels)
    turn = labels(header.turn(123))
    pairs = [(labels(stage), "") for stage in header.STAGES.values()]
    pairs += [(turn, labels(header.phase(phase))) for phase in (None, 0, 10)]
    pairs += [(turn, header.last_turns(seats, extra, labels)) for seats in ((0, 1, 2), ()) for extra in (False, True)]
    pairs += [(header.verdict(winners, labels), ended) for winners in ((0,), (1, 2), ())]
    for first, second in pairs:
        pieces = header.pieces(first, second)
        assert min(piece.size for piece, _ in pieces) >= panel.LEAST, (first, second)
        assert pieces[-1][1] + pieces[-1][0].width <= header.WIDTH, (first, second)


def reserves(labels: Labels) -> list[str]:
    """The titles of all kinds of reserves."""
    tiles = faction(FACTIONS[0]).deck()[:1]
    own = replace(views.holding(), turn=9)
    found = [own, replace(own, plays=1), replace(own, stage="monoliths")]
    return [reserve._title(view, labels, held) for view in found for held in ((), tiles)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_reserves_have_names_in_full(language: str) -> None:
    say, labels = phrases(language), ALL[language]
    room = sheets.CARD_WIDTH - layout.SLOT_WIDTH * 2 - 60
    for kind in TILES:
        name, line = labels(kind.title), kind_line(say, kind)
        assert fitting(name, 46, room, True, 1) >= 30, name
        assert fitting(line, 25, room) >= 18, line
        assert fitting(name, 25, 1000 // 4 - 16, True) >= 13, name
        assert fitting(name, 25, 254, True) >= 13, name
    assert all(fitting(title, 28, 592, True) >= 18 for title in reserves(labels))
    assert fitting(labels(reserve.MONOLITH), 28, 200, True) >= 18


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_the_card_of_a_result_has_its_reason_on_two_lines(labels: Labels) -> None:
    for reason in map(labels, result.REASONS.values()):
        assert len(wrap(reason, 28, 400, True)) <= 2, reason
    assert fitting(header.verdict((0, 1), labels), 48, 384, True, display=True) >= 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_every_letter(language: str) -> None:
    say, labels = phrases(language), ALL[language]
    said = {
        text
        for kind in TILES
        for text in (
            labels(kind.title),
            *names.on_tile(kind, labels).split("\n"),
            kind_line(say, kind),
            *card_lines(say, kind),
        )
    }
    said |= {names.short(kind, labels) for kind in TILES}
    said |= {corners.faction_name(home, labels) for home in (*map(faction, FACTIONS), None)}
    said |= {*map(labels, corners.PILES), header.verdict((0, 1), labels), *reserves(labels)}
    said |= {labels(Message.term("segment", "empty")), labels(Message.term("corner", "You"))}
    assert [text for text in said if not covers(text)] == []


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_runes_and_banners_say_what_they_give_where_their_names_do_not(labels: Labels) -> None:
    given = {(kind.faction, kind.id): names.gift(kind, labels) for kind in TILES}
    numbers = {key: text[:2] for key, text in given.items() if text.startswith("+")}
    assert numbers == {
        (kind.faction, kind.id): f"+{max(number for name, number in kind.gifts.bonuses if name != 'extra_attack')}"
        for kind in TILES
        if kind.gifts is not None and any(name != "extra_attack" for name, _ in kind.gifts.bonuses)
    }
    assert all(text for (_, id_), text in given.items() if id_ == "banner")
    assert not any(text for (_, id_), text in given.items() if id_ in ("knight", "battle", "rune_of_agility"))


def test_a_name_may_be_broken_at_blanks_and_bars() -> None:
    assert names.ways("Greater Accel.") == [["Greater", "Accel."]]
    assert names.ways("Arque|busier") == [["Arque-", "busier"]]
    assert names.ways("Battle/|Charge") == [["Battle/", "Charge"]]
    assert names.ways("Große Be|schl.") == [["Große", "Beschl."], ["Große Be-", "schl."]]
    assert names.ways("Net") == []
