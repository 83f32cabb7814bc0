"""What is looked up in a panel stands in the panel, and leads back to the page that it was looked up from."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.monolith_arena import FACE
from bot.monolith_arena.exhibits import find
from bot.monolith_arena.pages.shared import CARDS, WHAT_IF, card
from bot.panels.components import button_id
from bot.panels.drafts import values
from bot.panels.model import Button, Option, Panel, Press, Row, SeatPerspective, Select
from bot.panels.pages import FROM, returning, way_back
from bot.texts.phrases import phrases
from games.monolith_arena.consequences import foreseeable
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.referee import random_action
from tests.bot.arena_of_heroes.test_in_one_go import panel_of
from tests.bot.driving import quietly
from tests.bot.forged import inside, only_refusals
from tests.bot.world import World, button_ids, controls, use, words, world
from tests.support.panels import NAMES as NAMES_OF
from tests.support.panels import Match, presses

pytestmark = pytest.mark.usefixtures("no_incident")


async def _shown(made: World, actor: Any, panel: Any, press: Press) -> Any:
    """The panel after a press in it."""
    await use(actor, panel, next(c for c in controls(panel) if c.press == press))
    return made.message(panel.channel_id, panel.id)


async def test_a_card_is_a_picture_in_the_panel_and_leads_back(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await quietly(made, match_id, random.Random(4), 8)
        actor = made.actor((await made.bot.matches.load(match_id)).waited_for()[0])
        panel = await panel_of(made, actor, match_id)
        tiles = await _shown(made, actor, panel, Press("show", ("cards",)))
        card = next(c for c in controls(tiles) if c.press.action_id == "card")
        assert card.press.then == ("cards",)
        shown = await _shown(made, actor, tiles, card.press)
        assert shown.id == panel.id
        assert words(shown) == ""
        (picture,) = shown.attachments
        assert picture.filename == "card.png"
        assert len(picture.description.splitlines()) > 1
        assert [c.press for c in controls(shown)] == [Press("show", ("cards",))]
        back = await _shown(made, actor, shown, Press("show", ("cards",)))
        assert words(back) == words(tiles)
        piles = await _shown(made, actor, back, Press("piles", (), ("cards",)))
        assert piles.id == panel.id
        assert not piles.attachments
        assert "Not seen yet" in words(piles)


async def test_below_the_board_everybody_gets_an_answer_of_their_own(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        live = await made.live(match_id)
        answer = await made.press(made.anna, live, "piles")
        assert answer.ephemeral
        assert answer.response.id != live.id
        assert button_ids(answer.response) == []


async def test_a_rule_that_the_refusal_of_a_command_names_leaves_the_refusal(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await quietly(made, match_id, random.Random(4), 4)
        match = await made.bot.matches.load(match_id)
        actor = made.actor(match.waited_for()[0])
        await made.press(actor, await made.live(match_id), "play")
        typed = await actor.slash(await made.thread(match_id), "monolith place", tile="banner", hex="C3")
        refused = typed.followups[-1] if typed.followups else typed.response
        said = words(refused)
        answer = (await made.press(actor, refused, "rules")).response
        assert answer.ephemeral
        assert answer.id != refused.id
        assert words(answer).startswith("**R")
        assert button_ids(answer) == []
        assert words(made.message(refused.channel_id, refused.id)) == said
        only_refusals(made)


async def test_a_rule_that_a_refusal_in_a_panel_names_leads_back_to_the_page_of_the_action(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        rng = random.Random(1)
        while True:
            match = await made.bot.matches.load(match_id)
            panel = FACE.panel(_seat(match), ()) if match.state.stage == "turn" else None
            tiles = [p.tokens[1] for p in presses(panel) if p.tokens[:1] == ("place",)] if panel is not None else []
            if tiles:
                break
            await quietly(made, match_id, rng, 1)
        actor = made.actor(match.waited_for()[0])
        opened = await panel_of(made, actor, match_id)
        taken = next(NAMES[hex_] for hex_, tile in enumerate(match.view(None).board) if tile is not None)
        sent = Press("do", ("place", tiles[0], taken, "N"))
        await inside(made, actor, opened, button_id(match_id, 0, match.choices[0].key, sent))
        await made.settle()
        refused = made.message(opened.channel_id, opened.id)
        (rule,) = [c.press for c in controls(refused) if c.press.action_id == "rule"]
        assert rule.then == ("place", tiles[0])
        shown = await _shown(made, actor, refused, rule)
        assert words(shown).startswith("**R")
        back = await _shown(made, actor, shown, Press("show", ("place", tiles[0])))
        page = FACE.panel(_seat(match), ("place", tiles[0]))
        assert words(back).startswith(page.text.splitlines()[0])


def _seat(match: Any) -> SeatPerspective[Any]:
    """The match as the seat whose turn it is sees it."""
    return match.perspective(match.state.active, NAMES_OF, phrases("en"))  # type: ignore[no-any-return]


async def test_a_card_in_a_lesson_leads_back_to_the_lesson(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        lessons = (await made.anna.slash(made.channel, "learn", game="monolith_arena")).response
        lesson = await _shown(made, made.anna, lessons, Press("learn", ("place",)))
        knight = next(c.press for c in controls(lesson) if c.press.tokens[-1:] == ("knight",))
        page = await _shown(made, made.anna, lesson, knight)
        card = next(c.press for c in controls(page) if c.press.action_id == "card")
        shown = await _shown(made, made.anna, page, card)
        assert shown.id == lesson.id
        assert [a.filename for a in shown.attachments] == ["card.png"]
        assert card.then
        again = await _shown(made, made.anna, shown, Press("show", card.then))
        assert words(again) == words(page)


async def test_a_card_in_a_plan_leads_back_to_the_page_of_the_plan(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        while (await made.bot.matches.load(match_id)).state.stage != "turn":
            await quietly(made, match_id, random.Random(1), 1)
        match = await made.bot.matches.load(match_id)
        actor = made.actor(match.match.seats[1 - match.state.active].user_id)
        panel = await panel_of(made, actor, match_id)
        card = Press("card", ("0/4",), ("@plan", "place", "knight", "C3"))
        await inside(made, actor, panel, button_id(match_id, 0, "", card))
        await made.settle()
        (back,) = controls(made.message(panel.channel_id, panel.id))
        assert back.press == Press("plan", ("show", "place", "knight", "C3"))


@pytest.mark.parametrize("tile", [tile for army in FACTIONS for tile in faction(army).tiles])
def test_every_tile_can_be_looked_at_on_its_way_to_a_hex(tile: TileType) -> None:
    """The longest names are left for the beginning of the turn otherwise."""
    page = ("feature", "C3", f"maneuver@{NAMES[0]}", "C4", "NE") if tile.is_banner else ("place", tile.id, "C3", "NE")
    for by in ("", "plan"):
        panel = Panel("", ((card(phrases("en"), tile),),), key="m12.t123")
        (shown,) = presses(returning(panel, lambda _: True, page, by))
        assert way_back(shown.then) == (Press("plan", ("show", *page)) if by else Press("show", page))
        assert find(" ".join(shown.tokens)) is tile
    assert find(f"{tile.faction}/{tile.id}") is tile, "buttons of before"


def test_pages_that_are_always_there_lead_back_to_where_they_were_opened() -> None:
    match = monolith_in_a_turn()
    seat = match.state.active
    for tokens in (("discard",), ("redraw",), ("end",)):
        panel = FACE.panel(match.seat(seat), tokens)
        for way in [press for press in presses(panel) if press.tokens[:1] in ((CARDS,), (WHAT_IF,))]:
            assert way.tokens[1:] == (FROM, *tokens)
            looked = FACE.panel(match.seat(seat), way.tokens)
            assert Press("show", tokens) in presses(looked)
            assert Press("show") not in presses(looked)
    tiles = FACE.panel(match.seat(seat), (CARDS,))
    assert Press("show") in presses(tiles)
    battle = next(
        press for press in presses(FACE.panel(match.seat(seat), (WHAT_IF, FROM, "discard"))) if "battle" in press.tokens
    )
    assert battle.tokens == (WHAT_IF, "battle", FROM, "discard")
    assert Press("show", ("discard",)) in presses(FACE.panel(match.seat(seat), battle.tokens))


def monolith_in_a_turn() -> Match:
    """Two players, some tiles on the board, a reserve of different tiles that may be discarded."""
    random_, match = random.Random(3), Match(FACE, 2)
    while (
        match.state.stage != "turn"
        or not foreseeable(match.game.view(match.state, match.state.active))
        or ("discard" not in values(match.seat(match.state.active), ()))
    ):
        (choice, *_) = match.game.choices(match.state)
        match.play(choice.seat, random_action(match.game, match.state, choice, random_))
    return match


def test_a_page_whose_tokens_are_too_long_is_left_for_the_beginning() -> None:
    def rows(then: tuple[str, ...]) -> tuple[Row, ...]:
        looked = Press("card", ("dragon_empire/knight",), then)
        return (Button("Knight", looked), Button("Place", Press("do", ("x",)))), Select("More", (Option("K", looked),))

    panel = Panel("", rows(()), key="turn.1")

    def looks_up(action_id: str) -> bool:
        return action_id == "card"

    assert returning(panel, looks_up, ("place", "knight")).rows == rows(("place", "knight"))
    assert returning(panel, looks_up, ("x" * 90,)) == panel
    assert returning(panel, looks_up, ()) == panel
    assert returning(panel, looks_up, ("x" * 90,), "plan").rows == rows(("@plan",))
