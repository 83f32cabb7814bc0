"""Discord's limits: the command tree, every panel, everything that autocomplete offers."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import limits
from bot.app import ArenaBot
from bot.features.guide import overview, page
from bot.interactions.tree import payloads
from bot.panels import components
from bot.panels.model import Panel, SeatPerspective
from bot.registry import FACES
from bot.texts.phrases import LANGUAGES, phrases
from games.api import Ready
from tests.bot.driving import command, quietly, random_action
from tests.bot.seats import FACE, positions, presses, walk
from tests.bot.world import settings, world

NAME = re.compile(r"[-_'\w]{1,32}")
MATCH = "abcdefghij"
SUBCOMMAND = (1, 2)


async def _tree(folder: Path) -> list[dict[str, Any]]:
    """The commands as they are registered, with all their translations."""
    bot = ArenaBot(settings(folder), None)  # type: ignore[arg-type]  # no command is carried out
    return await payloads(bot.tree)


async def test_the_commands_work_in_servers_and_in_direct_messages(tmp_path: Path) -> None:
    for root in await _tree(tmp_path):
        assert root["contexts"] == ([0] if root["name"] in ("server", "tournament", "season") else [0, 1]), root["name"]
        assert root["integration_types"] == [0], root["name"]


async def test_the_whole_command_tree_is_within_the_limits(tmp_path: Path) -> None:
    for root in await _tree(tmp_path):
        _check_node(root, depth=0)
        assert _text_of(root) <= limits.COMMAND_TEXT, root["name"]


def _check_node(node: dict[str, Any], depth: int) -> None:
    where = node["name"]
    assert NAME.fullmatch(where), where
    assert where == where.lower()
    assert len(where) <= limits.COMMAND_NAME
    _check_description(node, where)
    options = node.get("options") or []
    assert len(options) <= limits.OPTIONS, where
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
    _check_description(option, name)
    choices = option.get("choices") or []
    assert len(choices) <= limits.CHOICES, name
    assert not (choices and option.get("autocomplete")), name
    for language in (None, *_locales(choices)):
        shown = [_in(choice, "name", language) for choice in choices]
        assert all(1 <= len(text) <= limits.CHOICE_NAME for text in shown), name
        assert len(set(shown)) == len(shown), name
    assert len({c["value"] for c in choices}) == len(choices), name
    assert all(len(str(choice["value"])) <= limits.CHOICE_NAME for choice in choices), name


def _check_description(node: dict[str, Any], where: str) -> None:
    assert node["description"] != "…", f"{where} is not described"
    for text in (node["description"], *node.get("description_localizations", {}).values()):
        assert 1 <= len(text) <= limits.COMMAND_DESCRIPTION, f"{where}: {text}"


def _locales(nodes: list[dict[str, Any]]) -> set[str]:
    return {locale for node in nodes for locale in node.get("name_localizations") or {}}


def _in(node: dict[str, Any], what: str, locale: str | None) -> str:
    """A name or a description as it is shown in one of Discord's locales."""
    return str((node.get(f"{what}_localizations") or {}).get(locale, node[what]))


def _longest(node: dict[str, Any], what: str) -> int:
    return max(len(text) for text in (node[what], *(node.get(f"{what}_localizations") or {}).values()))


def _text_of(node: dict[str, Any]) -> int:
    """How Discord counts: each text in the language in which it is longest."""
    size = _longest(node, "name") + _longest(node, "description")
    size += sum(_longest(c, "name") + len(str(c["value"])) for c in node.get("choices") or ())
    return size + sum(_text_of(o) for o in node.get("options") or ())


async def test_names_of_commands_are_the_same_in_all_languages(tmp_path: Path) -> None:
    def check(node: dict[str, Any]) -> None:
        assert not node.get("name_localizations"), node["name"]
        for option in node.get("options") or ():
            check(option)

    for root in await _tree(tmp_path):
        check(root)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_chapter_of_the_help_is_one_message(language: str, tmp_path: Path) -> None:
    say = phrases(language)
    commands = {(root["name"], sub["name"]) for root in await _tree(tmp_path) for sub in root.get("options", ())}
    text = overview(say, ["monolith"])
    for face in FACES.values():
        for chapter in face.guide:
            panel = page(say, face, face.guide, chapter)
            check_panel(panel, chapter.id)
            text += panel.text
    for group in {group for group, _ in commands}:
        for name in re.findall(rf"/{group} (\w+)", text):
            assert (group, name) in commands, f"/help speaks of /{group} {name}"


# Panels


GAMES: tuple[tuple[int, dict[str, bool]], ...] = (
    (2, {}),
    (2, {"open_reserves": True, "monoliths": True}),
    (3, {"reinforcement": True}),
    (4, {"monoliths": True, "reinforcement": True}),
)


@pytest.mark.parametrize(("seed", "language"), [(0, "en"), (1, "en"), (2, "de"), (3, "es")])
async def test_every_panel_is_within_the_limits(seed: int, language: str) -> None:
    rng = random.Random(seed)
    pages = 0
    for seats, options in GAMES:
        for position, action in positions(rng, seats, **options):
            for seat in (*range(seats), None):
                here = position.perspective(seat, action if seat == 0 else None, language)
                waited = here.choice is not None
                if (not waited and rng.random() < 0.9) or rng.random() < 0.3:
                    continue
                for press, panel in walk(here, rng, 12 if waited else 2):
                    pages += 1
                    check_panel(panel, f"seed {seed}, {press}")
                    _check_proposals(here, panel)
    assert pages > 1000


def check_panel(panel: Panel, where: str) -> None:
    """What Discord would check of a panel when it is sent."""
    assert panel.text.strip(), where
    assert len(panel.text) <= limits.CONTENT, where
    long_key = replace(panel, key=f"{panel.key}_99")  # as it is after some takebacks
    view = components.panel_view(MATCH, long_key)
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


ARROWS = "↖↗↘↙"
"""The directions of a hex, beside their letters."""


def _check_words(text: str, length: int, where: str) -> None:
    assert 1 <= len(text) <= length, f"{where}: {text}"
    assert text == text.strip(), f"{where}: {text}"
    signs = [c for c in text if unicodedata.category(c) in ("So", "Cs", "Cc", "Co") and c not in ARROWS]
    assert signs == [], f"{where}: {text}"


def _check_proposals(here: SeatPerspective, panel: Panel) -> None:
    """What a last button proposes can be done."""
    for press in presses(panel):
        if press.action_id == "do":
            assert isinstance(here.next_field(press.tokens), Ready), press


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_descriptions_pictures_and_exhibits_fit_their_places(language: str) -> None:
    rng, say = random.Random(99), phrases(language)
    for position, _ in positions(rng):
        if rng.random() < 0.9:
            continue
        for seat in (0, None):
            view = position.view(seat)
            assert 1 <= len(FACE.words.description(say, view)) <= limits.EMBED_DESCRIPTION
            for exhibit in FACE.exhibits:
                shown = exhibit.show(position.perspective(seat, language=language), (), None)
                if shown is not None:
                    assert len(shown.words) <= limits.EMBED_DESCRIPTION
                    assert shown.words or shown.text or shown.picture
            picture = FACE.pictures.private_board(say, view) if seat is not None else FACE.pictures.board(say, view)
            assert 1 <= len(picture.alt) <= limits.ALT_TEXT
            assert len(picture.data) < 200_000


# Autocomplete


def _offering(root: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for sub in root.get("options", ()):
        if sub.get("autocomplete"):
            yield root["name"], sub["name"]
        for option in sub.get("options", ()):
            if option.get("autocomplete"):
                yield f"{root['name']} {sub['name']}", option["name"]


async def test_autocomplete_offers_what_fits(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with world(tmp_path / "data") as made:
        match_id = await made.match()
        thread = await made.thread(match_id)
        places = [place for root in await _tree(tmp_path) for place in _offering(root)]
        assert len(places) > 30
        manager = made.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        admin = made.guild.add_member(made.env.create_user("admin"), roles=[manager])
        offered = 0
        # One `match` option in four stands for all of them, which share one function.
        places = [p for n, p in enumerate(places) if p[1] != "match" or n % 4 == 0]
        for _ in range(3):
            await quietly(made, match_id, rng, 20)
            match = await made.bot.matches.load(match_id)
            for name, option in places:
                waited = [made.actor(user) for user in match.waited_for()]
                actor = rng.choice([*waited, *waited, *waited, made.anna, made.tina])
                if name.startswith("server"):  # nobody else sees these
                    actor = admin
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
        roots = {root["name"]: root for root in await _tree(tmp_path)}
        offering = {place for root in roots.values() for place in _offering(root)}
        checked = 0
        for _ in range(20):
            match = await made.bot.matches.load(match_id)
            choice = next((c for c in match.choices if c.must), None)
            if choice is None:
                break
            user = match.user_of(choice.seat)
            assert user is not None
            action = random_action(match, choice, rng)
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
