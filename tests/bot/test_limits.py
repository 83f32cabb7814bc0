"""Discord's limits: the command tree, every panel, everything that autocomplete offers."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import limits
from bot.app import ArenaBot
from bot.commands.help import TEXT
from bot.interactions import components
from bot.panels.model import Panel
from games.api import Ready
from tests.bot.driving import command, quietly, random_action
from tests.bot.seats import FACE, NAMES, positions, presses, walk
from tests.bot.world import settings, world

pytestmark = pytest.mark.usefixtures("same_seeds")

NAME = re.compile(r"[-_'\w]{1,32}")
MATCH = "abcdefghij"
COMMANDS = {
    "match": "new join accept decline cancel list show words undo resign draw history record settings",
    "monolith": "faction prepare banner reserve piles discard redraw place unfold end choose tile battle charge move"
    " push fire shoot entrench rotate falseorder net feature",
    "help": "",
}
SUBCOMMAND = (1, 2)


def _tree(folder: Path) -> list[dict[str, Any]]:
    bot = ArenaBot(settings(folder), None)  # type: ignore[arg-type]
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


async def test_the_commands_are_those_that_scripts_use(tmp_path: Path) -> None:
    for root in _tree(tmp_path):
        wanted = set(COMMANDS[root["name"]].split())
        names = {o["name"] for o in root.get("options", ()) if o["type"] in SUBCOMMAND}
        assert wanted <= names
    assert {root["name"] for root in _tree(tmp_path)} >= set(COMMANDS)


async def test_the_commands_work_in_servers_and_in_direct_messages(tmp_path: Path) -> None:
    for root in _tree(tmp_path):
        assert root["contexts"] == [0, 1], root["name"]
        assert root["integration_types"] == [0], root["name"]


async def test_the_whole_command_tree_is_within_the_limits(tmp_path: Path) -> None:
    for root in _tree(tmp_path):
        _check_node(root, depth=0)
        assert _text_of(root) <= limits.COMMAND_TEXT, root["name"]


def _check_node(node: dict[str, Any], depth: int) -> None:
    where = node["name"]
    assert NAME.fullmatch(where), where
    assert where == where.lower()
    assert len(where) <= limits.COMMAND_NAME
    assert 1 <= len(node["description"]) <= limits.COMMAND_DESCRIPTION, where
    assert node["description"] != "…", where
    options = node.get("options") or []
    assert len(options) <= 25, where
    assert len({o["name"] for o in options}) == len(options), where
    if any(o["type"] in SUBCOMMAND for o in options):
        assert all(o["type"] in SUBCOMMAND for o in options), where
        assert depth < 2
        for option in options:
            _check_node(option, depth + 1)
        return
    needed = [bool(o.get("required")) for o in options]
    assert needed == sorted(needed, reverse=True), f"{where}: an optional option before a required one"
    for option in options:
        _check_option(where, option)


def _check_option(where: str, option: dict[str, Any]) -> None:
    name = f"{where} {option['name']}"
    assert NAME.fullmatch(option["name"]), name
    assert 1 <= len(option["description"]) <= limits.COMMAND_DESCRIPTION, name
    assert option["description"] != "…", f"{name} is not described"
    choices = option.get("choices") or []
    assert len(choices) <= limits.CHOICES, name
    assert not (choices and option.get("autocomplete")), name
    assert len({c["name"] for c in choices}) == len(choices) == len({c["value"] for c in choices}), name
    for choice in choices:
        assert 1 <= len(choice["name"]) <= limits.CHOICE_NAME, name
        assert len(str(choice["value"])) <= limits.CHOICE_NAME, name


def _text_of(node: dict[str, Any]) -> int:
    size = len(node["name"]) + len(node["description"])
    size += sum(len(c["name"]) + len(str(c["value"])) for c in node.get("choices") or ())
    return size + sum(_text_of(o) for o in node.get("options") or ())


def test_the_help_is_one_message() -> None:
    assert len(TEXT) <= limits.CONTENT
    for group, names in COMMANDS.items():
        for name in re.findall(rf"/{group} (\w+)", TEXT):
            assert name in names.split(), f"/help speaks of /{group} {name}"


# Panels


GAMES: tuple[tuple[int, dict[str, bool]], ...] = (
    (2, {}),
    (2, {"open_reserves": True, "monoliths": True}),
    (3, {"reinforcement": True}),
    (4, {"monoliths": True, "reinforcement": True}),
)


@pytest.mark.parametrize("seed", range(4))
async def test_every_panel_is_within_the_limits(seed: int) -> None:
    rng = random.Random(seed)
    pages = 0
    for seats, options in GAMES:
        for position, action in positions(rng, seats, **options):
            for seat in (*range(seats), None):
                chair = position.chair(seat, action if seat == 0 else None)
                waited = chair.choice is not None
                if (not waited and rng.random() < 0.9) or rng.random() < 0.3:
                    continue
                for press, panel in walk(chair, rng, 12 if waited else 2):
                    pages += 1
                    check_panel(panel, f"seed {seed}, {press}")
                    _check_proposals(chair, panel)
    assert pages > 1000


def check_panel(panel: Panel, where: str) -> None:
    """What Discord would check of a panel when it is sent."""
    assert panel.text.strip(), where
    assert len(panel.text) <= limits.CONTENT, where
    view = components.panel_view(MATCH, panel)
    if view is not None:
        check_rows(view.to_components(), where)
    for row in panel.rows:
        assert row, f"{where}: an empty row"


def check_rows(rows: list[dict[str, Any]], where: str) -> None:
    """What Discord would check of the components of a message."""
    assert 1 <= len(rows) <= limits.ROWS, where
    ids = [item["custom_id"] for row in rows for item in row["components"]]
    assert len(set(ids)) == len(ids), where
    for custom_id in ids:
        assert 1 <= len(custom_id) <= limits.CUSTOM_ID, where
        assert components.BUTTON.fullmatch(custom_id) or components.SELECT.fullmatch(custom_id), custom_id
    for row in rows:
        items = row["components"]
        if items[0]["type"] == 3:
            assert len(items) == 1, where
            _check_select(items[0], where)
            continue
        assert 1 <= len(items) <= limits.BUTTONS_A_ROW, where
        for item in items:
            assert "emoji" not in item, where
            _check_words(item["label"], limits.BUTTON_LABEL, where)


def _check_select(item: dict[str, Any], where: str) -> None:
    options = item["options"]
    assert 1 <= len(options) <= limits.SELECT_OPTIONS, where
    assert item.get("min_values", 1) <= item.get("max_values", 1) <= len(options), where
    _check_words(item["placeholder"], limits.SELECT_TEXT, where)
    values = [o["value"] for o in options]
    assert len(set(values)) == len(values), where
    assert sum(bool(o.get("default")) for o in options) <= 1, where
    for option in options:
        assert "emoji" not in option, where
        assert 1 <= len(option["value"]) <= limits.SELECT_TEXT, where
        _check_words(option["label"], limits.SELECT_TEXT, where)
        if option.get("description") is not None:
            _check_words(option["description"], limits.SELECT_TEXT, where)


def _check_words(text: str, length: int, where: str) -> None:
    assert 1 <= len(text) <= length, f"{where}: {text}"
    assert text == text.strip(), f"{where}: {text}"
    assert not any(unicodedata.category(c) in ("So", "Cs", "Cc", "Co") for c in text), f"{where}: {text}"


def _check_proposals(chair: Any, panel: Panel) -> None:
    """What a last button proposes can be done."""
    for press in presses(panel):
        if press.deed in ("do", "end") and press.words:
            assert isinstance(chair.options(press.words), Ready), press


async def test_the_checks_see_what_is_wrong() -> None:
    from bot.panels.model import Button, Option, Press, Select

    twice = (Option("a", Press("show", ("x",))), Option("b", Press("show", ("x",))))
    wrong = [
        Panel("text", ((Button("label " * 3, Press("show")),),)),
        Panel("text", (Select("which", twice),)),
        Panel("", ()),
        Panel("text", ((Button("\N{BLACK UP-POINTING TRIANGLE} up", Press("show")),),)),
    ]
    for panel in wrong:
        with pytest.raises(AssertionError):
            check_panel(panel, "")


# Texts of public messages


def test_words_pictures_and_piles_fit_their_places() -> None:
    rng = random.Random(99)
    for position, _ in positions(rng):
        if rng.random() < 0.9:
            continue
        for seat in (0, None):
            view = position.view(seat)
            assert 1 <= len(FACE.words(view)) <= limits.EMBED_DESCRIPTION
            assert 1 <= len(FACE.piles(view, NAMES)) <= limits.EMBED_DESCRIPTION
            picture = FACE.private_board(view) if seat is not None else FACE.board(view)
            assert 1 <= len(picture.alt) <= limits.ALT_TEXT
            assert len(picture.data) < 200_000


# Autocomplete


def _offering(root: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for sub in root.get("options", ()):
        for option in sub.get("options", ()):
            if option.get("autocomplete"):
                yield f"{root['name']} {sub['name']}", option["name"]


async def test_autocomplete_offers_what_fits(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with world(tmp_path / "data") as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        places = [place for root in _tree(tmp_path) for place in _offering(root)]
        assert len(places) > 30
        offered = 0
        # One `match` option in four stands for all of them, which share one function.
        places = [p for n, p in enumerate(places) if p[1] != "match" or n % 4 == 0]
        for _ in range(3):
            await quietly(made, match_id, rng, 20)
            table = await made.bot.matches.table(match_id)
            for name, option in places:
                waited = [made.actor(user) for user in table.waited_for()]
                actor = rng.choice([*waited, *waited, *waited, made.anna, made.tina])
                typed = rng.choice(("", "", "", "", "a", "C", "x" * 90, "*@everyone", "\u202e"))
                found = await actor.autocomplete(thread, name, option, typed)
                offered += len(found)
                assert len(found) <= limits.CHOICES
                for choice in found:
                    assert 1 <= len(choice["name"]) <= limits.CHOICE_NAME
                    assert 1 <= len(str(choice["value"])) <= limits.CHOICE_NAME
        assert offered > 20
        assert made.env.errors == []


async def test_autocomplete_leads_to_legal_actions(tmp_path: Path) -> None:
    """Each word of a random action is among those offered (or fits behind the 25 that are) for the words before it."""
    rng = random.Random(6)
    async with world(tmp_path) as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        roots = {root["name"]: root for root in _tree(tmp_path)}
        offering = {place for root in roots.values() for place in _offering(root)}
        checked = 0
        for _ in range(20):
            table = await made.bot.matches.table(match_id)
            choice = next((c for c in table.choices() if c.must), None)
            if choice is None:
                break
            user = table.user_of(choice.seat)
            assert user is not None
            action = random_action(table, choice.seat, rng)
            name, options = command(action)
            given: dict[str, str] = {}
            for option, value in options.items():
                if (name, option) in offering:
                    found = await made.actor(user).autocomplete(thread, name, option, "", **given)
                    values = [c["value"] for c in found]
                    assert value in values or len(values) == limits.CHOICES, (action, option, values)
                    checked += 1
                given[option] = value
            await quietly(made, match_id, rng, 4)
        assert checked > 15
