"""Everybody reads their own language: private answers, public messages, direct messages, settings, the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from bot.texts.rules import paragraph
from tests.bot import forged
from tests.bot.driving import catch_up, quietly
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, button_ids, controls, words, world
from tests.texts.pseudo import left_in_english

pytestmark = pytest.mark.usefixtures("no_incident")

OTHERS = [language for language in LANGUAGES if language != SOURCE]
LOCALES = {"de": ["de"], "es": ["es-ES", "es-419"]}
"""How Discord calls the languages that texts are translated into."""
NO_MATCH = "You have no open matches. `/match new` starts one."


def _sent(made: World, since: int = 0) -> Iterator[str]:
    """All texts of all messages and answers: content, long texts, labels, descriptions of pictures."""
    for entry in made.env.http_requests[since:]:
        if isinstance(entry.json, dict) and "/commands" not in entry.path:
            yield from _texts(entry.json)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key in ("content", "description", "label", "placeholder", "name"):
                yield value
            elif key != "custom_id":
                yield from _texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from _texts(value)


def speak(made: World, language: str) -> None:
    """Everybody and the server have set Discord to a language."""
    made.guild_locale = language
    for actor in (made.anna, made.max, made.tina, made.bea):
        made.locales[actor.id] = language


# Private answers


@pytest.mark.parametrize(("locale", "language"), [("de", "de"), ("es-ES", "es"), ("es-419", "es"), ("fr", "en")])
async def test_a_private_answer_is_in_the_language_of_the_readers_discord(
    tmp_path: Path, locale: str, language: str
) -> None:
    async with world(tmp_path) as made:
        made.locales[made.anna.id] = locale
        assert said(await made.anna.slash(made.channel, "match mine")) == phrases(language)(NO_MATCH)
        assert said(await made.max.slash(made.channel, "match mine")) == NO_MATCH


async def test_a_setting_comes_before_discords_language(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        made.locales[made.anna.id] = "es-ES"
        answer = said(await made.anna.slash(made.channel, "settings language", language="de"))
        assert answer == phrases("de")("I answer you in {language}.", language="Deutsch")
        assert said(await made.anna.slash(made.channel, "match mine")) == phrases("de")(NO_MATCH)
        await made.restart()
        assert said(await made.anna.slash(made.channel, "settings language")) == answer
        assert said(await made.anna.slash(made.channel, "match mine")) == phrases("de")(NO_MATCH)
        await made.anna.slash(made.channel, "settings language", language="discord")
        assert said(await made.anna.slash(made.channel, "match mine")) == phrases("es")(NO_MATCH)
        assert (await made.bot.store.people.player(made.anna.id)).language is None


async def test_a_language_and_direct_messages_are_settings_beside_each_other(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "settings dm", on=True)
        await made.anna.slash(made.channel, "settings language", language="de")
        player = await made.bot.store.people.player(made.anna.id)
        assert (player.dm, player.language) == (True, "de")
        await made.anna.slash(made.channel, "settings dm", on=False)
        player = await made.bot.store.people.player(made.anna.id)
        assert (player.dm, player.language) == (False, "de")


async def test_two_players_see_the_same_match_each_in_their_language(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        made.locales[made.max.id] = "de"
        live = await made.live(match_id)
        mine = (await made.press(made.anna, live, "play")).response
        theirs = (await made.press(made.max, live, "play")).response
        assert words(mine) != words(theirs)
        assert [c.press for c in controls(mine)] == [c.press for c in controls(theirs)]
        assert [c.label for c in controls(mine)] != [c.label for c in controls(theirs)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_speaks_the_language_and_leads_to_its_rule(tmp_path: Path, language: str) -> None:
    async with world(tmp_path) as made:
        speak(made, language)
        match_id = await made.match()
        thread = await made.thread(match_id)
        await quietly(made, match_id, random.Random(4), 4)
        match = await made.bot.matches.load(match_id)
        actor = made.actor(match.waited_for()[0])
        refused = await actor.slash(thread, "monolith place", tile="banner", hex="C3")
        answer = refused.followups[-1] if refused.followups else refused.response
        (rule,) = [c for c in controls(answer) if c.press.action_id == "rules"]
        number = ".".join(rule.press.tokens)
        assert f"({number})" in answer.content
        shown = said(await made.press(actor, answer, "rules"))
        found = paragraph("monolith_arena", number, language)
        assert found is not None
        assert found.text in shown
        only_refusals(made)


# Matches


async def _start(made: World, **options: Any) -> str:
    """The text of the start message of a new match."""
    await made.anna.slash(made.channel, "monolith new", opponent=made.max, **options)
    await made.settle()
    return str(made.channel.last_message.content)


async def test_the_language_of_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option, else the server's setting, else the server's Discord; never that of one player."""
    monkeypatch.setattr("bot.matches.calls.MOST", 9)
    async with world(tmp_path) as made:
        made.locales[made.anna.id] = "fr"
        (begins,) = {line.split("\n")[1] for line in [await _start(made)]}
        assert begins == "The match begins when everybody has accepted."
        made.locales[made.anna.id] = "de"
        assert begins in await _start(made)
        made.guild_locale = "es-ES"
        spanish = await _start(made)
        assert begins not in spanish
        admin = made.guild.add_member(made.env.create_user("admin"), roles=[_managers(made)])
        await admin.slash(made.channel, "server language", language="de")
        german = await _start(made)
        assert len({begins, spanish.split("\n")[1], german.split("\n")[1]}) == 3
        assert begins in await _start(made, language="en")
        await admin.slash(made.channel, "server language", language="discord")
        assert (await _start(made)).split("\n")[1] == spanish.split("\n")[1]
        only_refusals(made)


def _managers(made: World) -> Any:
    return made.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))


async def test_only_managers_set_the_servers_language(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        (command,) = [c for c in made.bot.tree.get_commands() if c.name == "server"]
        assert command.default_permissions == discord.Permissions(manage_guild=True)
        assert command.guild_only or not command.allowed_contexts.dm_channel


async def test_a_match_keeps_its_language_and_so_does_the_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match(language="de")
        await quietly(made, match_id, random.Random(1), 6)
        await catch_up(made, match_id)
        say = phrases("de")
        live = await made.live(match_id)
        (words,) = [c for c in controls(live) if c.press.action_id == "words"]
        assert words.label == say("In words") != "In words"
        await made.resign(made.max, await made.thread(match_id))
        await made.settle()
        result = made.channel.last_message
        assert say("Rematch") in [c.label for c in controls(result)]
        await made.press(made.anna, result, "rematch")
        await made.settle()
        (again,) = await made.bot.store.matches.all_open()
        assert again.language == "de"


async def test_direct_messages_are_in_the_players_language(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max):
            await actor.slash(made.channel, "settings dm", on=True)
        await made.max.slash(made.channel, "settings language", language="es")
        await made.match(language="de")

        def label(actor: Any) -> str:
            (message,) = [m for m in actor.user.dm_channel.history() if m.components]
            assert "play" in button_ids(message)
            return next(c.label for c in controls(message) if c.press.action_id == "words")

        assert label(made.anna) == phrases("de")("In words")  # without a setting that of the match
        assert label(made.max) == phrases("es")("In words")


# The rules


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rules_are_looked_up_in_the_readers_language(tmp_path: Path, language: str) -> None:
    async with world(tmp_path) as made:
        speak(made, language)
        found = paragraph("monolith_arena", "R7.7", language)
        assert found is not None
        assert found.text in said(await made.anna.slash(made.channel, "rules", rule="r7.7"))
        offered = await made.anna.autocomplete(made.channel, "rules", "rule", "7")
        assert "R7.7" in [choice["value"] for choice in offered]
        assert all(len(choice["name"]) <= 100 for choice in offered)
        nothing = said(await made.anna.slash(made.channel, "rules", rule="R99.9"))
        assert nothing == phrases(language)("There is no such rule; choose one from the list.")
        only_refusals(made)


# Commands


@pytest.mark.parametrize("locale", OTHERS)
async def test_registered_commands_are_translated(tmp_path: Path, locale: str) -> None:
    async with world(tmp_path) as made:
        (registered,) = [e.json for e in made.env.http_requests if e.method == "PUT" and e.path.endswith("/commands")]
        assert isinstance(registered, list)
        lacking = [node["description"] for root in registered for node in _nodes(root) if not _translated(node, locale)]
        assert not lacking


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for option in node.get("options") or ():
        yield from _nodes(option)


def _translated(node: dict[str, Any], language: str) -> bool:
    return all(locale in (node.get("description_localizations") or {}) for locale in LOCALES[language])


# All that is said in a match; of whole ones: test_whole_match.py


def no_english(made: World, language: str) -> None:
    assert left_in_english(_sent(made), language) == []


async def _begin(made: World, language: str) -> str:
    speak(made, language)
    match_id = await made.match()
    for actor, faction in zip(made.players, ("dragon_empire", "lords_of_the_abyss"), strict=True):
        await actor.slash(await made.thread(match_id), "monolith faction", faction=faction)
    await made.settle()
    return match_id


@pytest.mark.parametrize("language", OTHERS)
async def test_what_is_refused_is_refused_in_that_language(tmp_path: Path, language: str) -> None:
    async with world(tmp_path) as made:
        match_id = await _begin(made, language)
        thread = await made.thread(match_id)
        await quietly(made, match_id, random.Random(4), 10)
        for actor in (made.anna, made.max, made.tina):
            for name, given in (
                ("monolith place", {"tile": "pikeman", "hex": "Z9"}),
                ("monolith place", {"tile": "no", "hex": "C3"}),
                ("monolith move", {"tile": "A1", "hex": "E3"}),
                ("monolith choose", {"option": "C3"}),
                ("monolith end", {}),
                ("match undo", {}),
                ("match draw", {"answer": "decline"}),
                ("match accept", {}),
                ("match new", {"game": "monolith_arena", "opponent": actor}),
            ):
                await actor.slash(thread, name, **given)
                await made.settle()
            await forged.press(made, actor, thread, f"b:{match_id}:do:0:stale:end")
            await forged.press(made, actor, thread, f"b:{match_id}:hack:0::")
        no_english(made, language)
        only_refusals(made)
