"""The private panel: limits, taps, reachability, whole matches in every language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.monolith_arena import FACE
from bot.monolith_arena.guide import FEATURES as GUIDE_FEATURES
from bot.monolith_arena.pages.targets import _DOES
from bot.monolith_arena.texts.card import FEATURES as CARD_FEATURES
from bot.panels.model import Panel, Press, Select
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.monolith_arena.game import GAME
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import FACTIONS, Piece, faction
from tests.bot.monolith_arena.variants import match_in
from tests.bot.monolith_arena.walker import (
    Match,
    button_ids,
    buttons,
    carry_out,
    check,
    do,
    match_of,
    page,
    presses,
    reachable,
    tap,
    walk,
    wanted,
)
from tests.games.monolith_arena.helpers import legal
from tests.support.panels import Seat
from tests.texts.pseudo import pseudo

PAIRS = list(combinations(FACTIONS, 2))
READERS: dict[str, Phrases] = {language: phrases(language) for language in LANGUAGES} | {"pseudo": pseudo()}
"""Every language, and one whose texts are 40% longer."""
GONE = "That is no longer possible. This is how things stand now."


def test_a_faction_is_chosen_with_its_tiles_in_view() -> None:
    """Not before an empty board: what each is like, then all of its tiles with their numbers."""
    match = Match(0)
    here = match.seat(0)
    overview = page(match, 0)
    shown = FACE.pictures.private_board(here.say, here.view, overview.draft)
    for name in FACTIONS:
        assert faction(name).name in shown.alt
        assert faction(name).name in overview.text
    picture = FACE.pictures.private_board(here.say, here.view, page(match, 0, "faction", "dragon_empire").draft)
    assert "4 × Knight" in picture.alt
    assert "7 × Battle/Charge" in picture.alt
    match.play(0, ("faction", "dragon_empire"))
    left = FACE.pictures.private_board(here.say, match.seat(1).view, page(match, 1).draft)
    assert "Dragon Empire" not in left.alt, "nobody else can have it any more"
    assert "Horror" in left.alt


def test_the_list_of_tiles_says_at_once_what_is_left_and_what_others_have_shown() -> None:
    match, random = begun(5, ("dragon_empire", "lords_of_the_abyss")), Random(5)
    _counted_in_tiles(page(match, 0, "cards"), "Left in your stack", shortened=True)
    at_random(match, random, 30)
    view = match.seat(0).view
    panel = page(match, 0, "cards")
    _counted_in_tiles(panel, "has shown", shortened=False)
    left = [tile for tile, count in view.seats[0].unseen for _ in range(count)]
    shown = [*view.seats[1].discards, *(t.type for t in view.board if t is not None and t.seat == 1)]
    assert len(left) == view.seats[0].stack
    assert f"Left in your stack ({len(left)}): " in panel.text
    assert f"has shown ({len(shown)}): " in panel.text
    assert panel.looks_up, "its lists do not go behind More …"
    assert any(isinstance(row, Select) for row in panel.rows)


def _counted_in_tiles(panel: Panel, start: str, *, shortened: bool) -> None:
    """Assert that the tiles of a list and those that it leaves out are as many as it says."""
    (line,) = (line for line in panel.text.split("\n") if start in line)
    (count, named), more = re.findall(r"\((\d+)\): (.*)\.", line)[0], re.search(r" and (\d+) more", line)
    assert bool(more) == shortened
    listed = named.rpartition(" and ")[0].split(", ") if more else re.split(", | and ", named)
    tiles = sum(int(label.partition("×")[2] or 1) for label in listed)
    assert tiles + (int(more[1]) if more else 0) == int(count), "what is not listed is counted in tiles"


def test_the_preview_of_a_rune_says_what_it_changes_for_whom() -> None:
    match = begun(2, ("dragon_empire", "lords_of_the_abyss"))
    state, told = match.state, set()
    for tile in (t for t in faction("dragon_empire").tiles if t.kind == "rune"):
        board = list(state.board)
        board[BY_NAME["C3"]] = Piece(900, 0, faction("dragon_empire").by_id["pikeman"], 0)
        board[BY_NAME["D2"]] = Piece(901, 0, faction("dragon_empire").by_id["rune_of_strength"], 0)
        reserves = ((tile,), *state.reserves[1:])
        match.state = replace(state, active=0, board=tuple(board), reserves=reserves, discard_due=False)
        for facing in DIRECTIONS[: tile.period] if tile.period > 1 else ("",):
            text = page(match, 0, *(part for part in ("place", tile.id, "C2", facing) if part)).text
            said = ("It changes: " in text) + ("It changes nothing" in text)
            assert said == (not tile.gifts.charge)
            told |= {line for line in text.split("\n") if "Pikeman C3 (" in line and line.startswith("It changes: ")}
    assert any("melee +1" in line for line in told), told
    assert not any("ranged" in line for line in told), "a Pikeman does not shoot"


def test_what_may_turn_where_it_stands_is_told_to_do_so() -> None:
    """Maneuver, Teleport, Move and False Order offer the own hex, to turn there (R10.1, R10.3, R11.4, R11.10)."""
    told = [VERBS[name].help.template for name in ("move", "falseorder")]
    told += [_DOES[name].template for name in ("maneuver", "teleport")]
    told += [CARD_FEATURES[name].template for name in ("maneuver", "teleport")]
    orders = [tile for name in FACTIONS for tile in faction(name).tiles if {"move", "falseorder"} & set(tile.orders)]
    told += [tile.text for tile in orders]
    signs = [sign.template for _, sign in GUIDE_FEATURES.symbols]
    told += [sign for sign in signs if "maneuver." in sign or "teleport." in sign]
    assert len(told) > 8
    assert all("turn" in text and text.rstrip(".").endswith("or both") for text in told), told


def begun(seed: int, factions: tuple[str, str], banners: tuple[str, str] = ("A1", "E3")) -> Match:
    match = Match(seed)
    for seat, name in enumerate(factions):
        match.play(seat, ("faction", name))
    for name in banners:
        match.play(match.state.active, ("banner", name))
    return match


def at_random(match: Match, random: Random, steps: int) -> None:
    for _ in range(steps):
        if match.state.result is not None:
            return
        seat, action = random_action(match.state, random)
        match.play(seat, action)


def _readings() -> Iterator[Any]:
    """Every pair in the language with the longest words and in one more; in the others where time matters not."""
    real = [reader for reader in READERS if reader != "pseudo"]
    for number, pair in enumerate(PAIRS):
        for reader in READERS:
            marks = () if reader in ("pseudo", real[number % len(real)]) else pytest.mark.long
            yield pytest.param(pair, reader, id=f"{'-'.join(pair)}-{reader}", marks=marks)


@pytest.mark.parametrize(("pair", "reader"), list(_readings()))
def test_whole_match_through_panels(pair: tuple[str, str], reader: str) -> None:
    seen: dict[str, int] = {}
    say = READERS[reader]
    match = Match(len(reader), say=say)
    for seat, name in enumerate(pair):
        match.play(seat, ("faction", name))
    walk(match, Random(reader), seen)
    assert seen["do"] > 10
    perspective = match.seat(0)
    over = FACE.panel(perspective)
    check(over)
    assert over.text.startswith(FACE.words.ending(say, perspective.view, perspective.names))


def test_setup_through_panels() -> None:
    seen: dict[str, int] = {}
    walk(Match(5), Random(5), seen)
    assert seen["labels"] > 1000


@pytest.mark.parametrize("seed", range(24))
def test_every_action_is_reachable(seed: int) -> None:
    random = Random(seed)
    match = begun(seed, PAIRS[seed % len(PAIRS)][:: random.choice((1, -1))])
    at_random(match, random, random.randrange(0, 90))
    for seat in set(match.waiting()):
        assert reachable(match, seat) == wanted(match, seat)


def test_discard_place_and_end_are_five_taps() -> None:
    match = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    while not match.state.discard_due:
        match.play(match.state.active, ("end",))
    seat = match.state.active
    tiles = [t for t in match.state.reserves[seat] if not t.is_order and t.period == 6]
    assert tiles, "the seed has to give a tile to place"
    goes = tiles[0].id
    gone = next(t.id for t in match.state.reserves[seat] if t.id != goes)
    where = (("place", goes), ("place", goes, "B2"))
    match.play(seat, ("discard", gone))
    preset = next(p for p in presses(page(match, seat, "place", goes, "B2")) if p.then)
    match.undo(seat)
    taps = tap(match, seat, do("discard", gone), *where, preset)
    assert taps == 5
    assert match.state.board[4] is not None
    assert match.state.board[4].type.id == goes
    assert match.state.active != seat


def test_maneuver_is_five_taps() -> None:
    match = Match(1)
    match.play(0, ("faction", "dragon_empire"))
    match.play(1, ("faction", "guardians_of_the_realm"))
    for name in ("C1", "C5"):
        match.play(match.state.active, ("banner", name))
    random = Random(1)
    while True:
        at_random(match, random, 1)
        seat = match.state.active
        knights = [p for p in match.state.board if p is not None and p.seat == seat == 0 and p.type.id == "knight"]
        waits = knights and match.waiting() == [seat]
        if waits and "feature" in getattr(match.seat(seat).next_field(()), "values", ()):
            break
    lines = [row for row in page(match, seat).rows if isinstance(row, Select)]
    assert len(lines) == 1
    offered = [o.press.tokens for o in lines[0].options]
    tokens = next(t for t in offered if match.state.board[BY_NAME[t[1]]].type.id == "knight")  # type: ignore[union-attr]
    taps = 2  # the select is opened and a line is chosen
    where = next(p for p in presses(page(match, seat, *tokens)) if p.action_id == "show" and len(p.tokens) == 4)
    taps += 1
    facing = next(p for p in presses(page(match, seat, *where.tokens)) if len(p.tokens) == 5)
    taps += 1
    last = do(*facing.tokens)
    assert last in presses(page(match, seat, *facing.tokens))
    carry_out(match, seat, last)
    assert taps + 1 == 5


def _placing() -> tuple[Match, int, str]:
    """A turn in which a tile that looks different in all facings can be placed."""
    match = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    seat = match.state.active
    while not (tiles := [t for t in match.state.reserves[seat] if not t.is_order and t.period == 6]):
        match.play(seat, ("end",))
        seat = match.state.active
        if match.state.discard_due:
            match.play(seat, ("discard", match.state.reserves[seat][0].id))
    return match, seat, tiles[0].id


def test_preview_comes_with_the_hex() -> None:
    match, seat, tile = _placing()
    start = ("place", tile)
    assert page(match, seat, *start).draft.puts == ()
    old = page(match, seat, *start, "C?")  # panels once asked for a column first
    assert Press("show", (*start, "C3")) in presses(old)
    assert old.draft.puts == ()
    shown = page(match, seat, *start, "C3")
    assert shown.draft.puts[0].hex == BY_NAME["C3"]
    assert "toward Banner" in shown.text
    turned = page(match, seat, *start, "-", "SE")
    assert turned.draft.puts == ()
    assert Press("show", (*start, "D3", "SE")) in presses(turned)
    assert page(match, seat, *start, "D3", "SE").draft.puts[0].tile.facing == 2
    perspective = match.seat(seat)
    picture = FACE.pictures.private_board(perspective.say, perspective.view, shown.draft)
    assert len(picture.alt) <= 1024
    assert "Preview" in picture.alt


def test_the_facing_of_a_hint_is_preset(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, tile = _placing()
    spots = [action for action in legal(match.state, seat) if action[:2] == ("place", tile) and len(action) > 3]
    assert {action[3] for action in spots} == set(DIRECTIONS)
    for action in spots[:12]:
        monkeypatch.setattr(Seat, "hinted", (("end",), action))
        text = page(match, seat, *action[:3]).text
        assert f"{action[2]} {action[3]}." in text
        assert "reset to" not in text, "the hint says why"


def test_all_other_facings_are_in_one_row_and_say_where_they_point() -> None:
    match, seat, tile = _placing()
    shown = page(match, seat, "place", tile, "C3", "SE")
    last, row = (row for row in shown.rows if not isinstance(row, Select))
    assert [b.label for b in row] == ["↑ N", "↗ NE", "↓ S", "↙ SW", "↖ NW"]
    assert Press("show", ("place", tile, "-", "SE")) in [b.press for b in last], "the way back to the hexes"


def test_no_choice_brings_the_end_of_the_turn_under_the_pointer() -> None:
    """Where a hex or a facing was chosen there is nothing afterwards that plays the tile, let alone ends the turn."""
    match, seat, tile = _placing()
    for tokens in (("place", tile), ("place", tile, "C3"), ("place", tile, "C3", "SE")):
        shown = page(match, seat, *tokens)
        for at, row in enumerate(shown.rows):
            for number, one in enumerate(row if isinstance(row, tuple) else ()):
                if one.press.tokens[:2] != ("place", tile) or one.press.action_id != "show":
                    continue
                after = page(match, seat, *one.press.tokens).rows
                there = after[at] if at < len(after) else ()
                if isinstance(there, tuple) and number < len(there):
                    assert there[number].press.action_id == "show" or one.label == "Back", (tokens, one, there[number])


def test_the_way_to_a_discard_never_ends_the_turn_when_it_is_pressed_twice() -> None:
    match, seat = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5")), 0
    home = faction("dragon_empire").by_id
    held = ((home["knight"], home["pikeman"]), match.state.reserves[1])
    match.state = replace(match.state, active=seat, reserves=held, discard_due=False)
    start, discards = page(match, seat), page(match, seat, "discard")
    ways = [
        (at, number)
        for at, row in enumerate(start.rows)
        if isinstance(row, tuple)
        for number, one in enumerate(row)
        if one.press == Press("show", ("discard",))
    ]
    assert ways
    for at, number in ways:
        row = discards.rows[at] if at < len(discards.rows) else ()
        assert isinstance(row, Select) or number >= len(row) or not row[number].press.then
    ends = [one.press for row in discards.rows if isinstance(row, Select) for one in row.options]
    assert ends
    assert all(press.then == ("end",) for press in ends)


def test_a_close_up_shows_the_place_and_what_touches_it_in_the_shape_of_the_screen() -> None:
    match, seat, tile = _placing()
    shown, here = page(match, seat, "place", tile, "C2", "N"), match.seat(seat)
    assert {NAMES[h] for h in shown.draft.focus} >= {"C2", "C1", "C3", "B1", "B2", "D1", "D2"}
    picture = FACE.pictures.private_board(here.say, here.view, shown.draft)
    assert "Close-up of " in picture.alt
    with Image.open(io.BytesIO(picture.data)) as drawn:
        assert drawn.width / drawn.height == pytest.approx(11 / 7, abs=0.02)
        assert 208 * 550 / drawn.width > 110, "a hex is wide enough to be read"


def test_the_page_of_a_placement_says_what_the_end_of_the_turn_leads_to() -> None:
    match, seat, tile = _placing()
    text = page(match, seat, "place", tile, "C3", "N").text
    kept = [t.name for t in match.state.reserves[seat] if t.id != tile]
    assert all(name in text for name in kept)
    assert f"Then {match.seat(seat).names[1 - seat]} draws." in text


def test_forged_tokens_give_the_start() -> None:
    match = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    seat = match.state.active
    start = page(match, seat)
    forged = [
        "place",
        "place dragon",
        "place x C?",
        "place knight Z?",
        "move",
        "move Z9",
        "feature",
        "feature C1",
        "charge",
        "charge order C1 - -",
        "fire C1-C2",
        "push C1",
        "choose C2",
        "use x",
        "use",
        "use knight",
        "end end",
        "discard a b c",
        "redraw",
        "banner C3",
        "faction random",
        "resign",
        "draw offer",
        "~1",
        "place knight C3 N N N",
        "discard ~9",
        "place knight - X",
        "place knight C3 X Y Z",
        "battle x",
        "rotate",
        "tile",
        "-",
        "?",
        "@",
    ]
    for tokens in [("",), *(tuple(line.split()) for line in forged)]:
        panel = page(match, seat, *tokens)
        check(panel)
        assert panel.rows == start.rows, tokens
        assert panel.text == f"{GONE}\n{start.text}"
        assert (panel.gone, start.gone) == (True, False)


def test_who_owes_nothing_sees_the_position() -> None:
    match = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    for seat in (None, 1 - match.state.active):
        panel = page(match, seat, "end")
        check(panel)
        assert button_ids(panel) == ["cards", "piles"]
        perspective = match.seat(seat)
        assert FACE.pictures.private_board(perspective.say, perspective.view, panel.draft).data.startswith(b"\x89PNG")
        check(page(match, seat, "cards"))
    assert "Waiting for" in page(match, 1 - match.state.active).text


def test_the_end_of_a_turn_is_asked_once_more() -> None:
    match, seat, _ = _placing()
    end = page(match, seat, "end")
    assert [p for p in presses(end) if p.action_id == "do"] == [do("end")]
    assert "End your turn?" in end.text


def test_panels_differ_by_language_in_their_texts_alone() -> None:
    match, seat, tile = _placing()
    for tokens in ((), ("place", tile), ("place", tile, "C3", "N"), ("end",), ("cards",)):
        panels = [FACE.panel(match.seat(seat, say), tokens) for say in READERS.values()]
        assert panels[0].text != panels[-1].text
        assert len({tuple(presses(panel)) for panel in panels}) == 1
        assert len({panel.key for panel in panels}) == 1


def test_the_last_move_is_outlined_on_pictures_of_every_language() -> None:
    match, seat, tile = _placing()
    events = match.play(seat, ("place", tile, "C3", "N"))
    marks = FACE.pictures.marks([GAME.show(e, None) for e in events])
    assert marks == (9,)
    for say in READERS.values():
        assert "C3" in FACE.pictures.board(say, GAME.view(match.state, None), marks).alt


def test_redrawing_a_reserve_of_orders_is_offered_and_not_advised() -> None:
    """R3.2."""
    match = match_in(reserves=[["battle_charge"], []], turn={"number": 1, "redraw": True})
    styles = {b.press.tokens[0]: b.style for b in buttons(page(match, 0)) if b.press.tokens}
    assert styles["redraw"] == "secondary"


def test_one_of_two_alike_is_discarded_and_the_button_says_so() -> None:
    match = match_in(reserves=[["knight", "knight"], []], turn={"number": 4})
    assert [b.label for b in buttons(page(match, 0)) if b.press.tokens[:1] == ("discard",)] == [
        "Discard Knight (you have 2)"
    ]


def test_the_first_turns_say_how_few_tiles_they_draw() -> None:
    def text(number: int) -> str:
        return page(match_in(reserves=[["knight"], []], turn={"number": number}), 0).text

    assert "In this turn you draw 1 tile only." in text(1)
    assert "In this turn you draw 2 tiles only." in text(2)
    assert "tiles only" not in text(3)


def test_the_page_of_a_double_order_says_what_each_does() -> None:
    match = match_in(reserves=[["battle_charge"], []], turn={"number": 3})
    shown = page(match, 0, "use", "battle_charge").text
    assert str(faction("dragon_empire").by_id["battle_charge"].text) in shown


def test_hexes_are_asked_for_alike_however_many_are_free() -> None:
    match, rng, seen = match_of(5, {}, 2), Random(5), set()
    for _ in range(400):
        if match.over:
            break
        seat = match.waiting()[0]
        tiles = {p.tokens for p in presses(page(match, seat)) if p.action_id == "show" and p.tokens[:1] == ("place",)}
        for tokens in sorted(tiles):
            panel = page(match, seat, *tokens)
            asked = [p.tokens[2] for p in presses(panel) if p.action_id == "show" and len(p.tokens) == 3]
            free = [name for name in NAMES if match.state.board[BY_NAME[name]] is None]
            assert not any(isinstance(row, Select) for row in panel.rows)
            hexes = [name for name in asked if name in NAMES]
            assert hexes == sorted(hexes, key=NAMES.index)
            assert set(free) <= set(hexes)
            seen.add(len(free))
        match.play(*random_action(match.state, rng))
    assert min(seen) <= 10 < max(seen)
