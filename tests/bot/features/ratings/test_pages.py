"""`/stats`, `/leaderboard`, `/settings stats` on Discord: by command, by button, and what is nobody's business."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.commands.new_pages import SEND
from bot.commands.opening import PRIVATE, RATED
from bot.matches.computers import computer
from games.computers import computers_of
from games.monolith_arena.game import GAME as MONOLITH_ARENA
from storage import Outcome, Played
from tests.bot import forged
from tests.bot.forged import only_refusals
from tests.bot.world import World, button_ids, buttons, controls, picture, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


async def beaten(made: World, *, rated: bool = True) -> None:
    """A match of Anna and Max that Max gives up."""
    match_id = await made.match(rated=rated)
    await made.resign(made.max, await made.thread(match_id))
    await made.settle()


def against_the_computer(made: World, match_id: str) -> Outcome:
    """What a match against a squire came to that Anna has won."""
    mine, other = Played(0, made.anna.id, 0, 0, "won"), Played(1, computer("squire"), 1, 1, "lost", person=False)
    game, kind = "monolith_arena", "duel"
    return Outcome(match_id, made.guild.id, game, kind, "none", 1, "squire", "none", 9, 1, (mine, other))


async def look(actor: Any, made: World, command: str, **options: Any) -> Any:
    return (await actor.slash(made.channel, command, **options)).response


async def test_a_rated_duel_is_announced_and_shown(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "match new", game="monolith_arena", opponent=made.max, rated=True)
        await made.settle()
        assert "Rated." in made.channel.last_message.content
        await made.max.slash(made.channel, "match accept")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.rated
        await made.resign(made.max, await made.thread(head.id))
        await made.settle()
        result = next(one for one in made.channel.history() if "rematch" in button_ids(one))
        assert result.content.endswith("\nRating: Anna 1500 ± 250? → 1579 ± 242? · Max 1500 ± 250? → 1421 ± 242?")
        text = words(await look(made.anna, made, "stats"))
        assert "Anna" in text
        assert "± 242 (provisional) · 1 match, 1 won, 0 lost" in text
        table = words(await look(made.max, made, "leaderboard", game="monolith_arena", kind="duel"))
        assert table.index("**1.** Anna") < table.index("**2.** Max")
        assert "You: place 2" in table


async def test_one_page_leads_to_the_others_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await beaten(made)
        page = await look(made.max, made, "stats", player=made.anna)
        assert set(button_ids(page)) == {"stats", "table"}
        page = (await made.press(made.max, page, "stats", str(made.anna.id), "monolith_arena")).response
        assert "Longest winning streak: 1" in words(page)
        page = (await made.press(made.max, page, "stats", str(made.max.id), "-", str(made.anna.id))).response
        assert "1 match, 0 won, 1 lost" in words(page)
        page = (await made.press(made.max, page, "stats", str(made.max.id), "-")).response
        page = (await made.press(made.max, page, "table", "monolith_arena", "duel", "0")).response
        assert "**1.** Anna" in words(page)
        page = (await made.press(made.max, page, "stats", str(made.max.id), "monolith_arena")).response
        assert "Rating:" in words(page)


async def test_private_statistics_are_for_their_player_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await beaten(made)
        assert "private" in words(await look(made.anna, made, "settings stats", private=True))
        refused = words(await look(made.max, made, "stats", player=made.anna))
        assert "do not show" in refused
        assert "Anna" not in words(await look(made.max, made, "leaderboard"))
        assert "1 won" in words(await look(made.anna, made, "stats"))
        assert "1 lost" in words(await look(made.max, made, "stats", opponent=made.anna))
        assert "do not show" in words(await look(made.tina, made, "stats", player=made.max, opponent=made.anna))
        await look(made.anna, made, "settings stats", private=False)
        assert "**1.** Anna" in words(await look(made.max, made, "leaderboard"))
        only_refusals(made)


async def test_nobody_sees_others_outside_their_server(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await beaten(made, rated=False)
        alone = made.anna.user
        own = words((await alone.slash("stats")).response)
        assert "on all servers" in own
        assert "1 won" in own
        assert "only on a server" in words((await alone.slash("stats", player=made.max)).response)
        assert "tables of its own" in words((await alone.slash("leaderboard")).response)
        only_refusals(made)


async def test_who_has_played_nothing_is_told_so(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        assert "has not finished a match" in words(await look(made.tina, made, "stats"))
        assert "Nobody has a rating" in words(await look(made.tina, made, "leaderboard"))
        met = words(await look(made.tina, made, "stats", opponent=made.max))
        assert "have not finished a match against each other" in met


async def test_pages_have_pictures_that_say_what_they_show(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await beaten(made)
        for command, options in (
            ("stats", {}),
            ("stats", {"game": "monolith_arena"}),
            ("stats", {"opponent": made.max}),
            ("leaderboard", {}),
        ):
            page = await look(made.anna, made, command, **options)
            (shown,) = page.attachments
            assert (await picture(shown)).width == 1000
            assert shown.description
            assert "**" not in shown.description
        computers = computers_of(MONOLITH_ARENA)
        assert computers is not None
        warlord = computers.strengths[-1]
        assert f"Warlord {warlord.rating} ± {warlord.margin}" in words(page)


async def test_matches_with_the_computer_stand_apart(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.bot.store.results.enter([against_the_computer(made, await made.match())])
        text = words(await look(made.anna, made, "stats", game="monolith_arena"))
        assert "Monolith Arena, against the computer" in text
        assert "Level: Squire 1 of 1 won." in text
        assert "Rating" not in text


async def test_rated_is_a_choice_on_the_page_of_a_new_match(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        page = await look(made.anna, made, "match new", opponent=made.max)
        (game,) = [one for one in buttons(page) if one.press.tokens[:1] == ("monolith",)]
        page = (await use(made.anna, page, game)).response
        (rated,) = [one for one in controls(page) if one.press.tokens[-1] == RATED]
        page = (await use(made.anna, page, rated)).response
        assert "Rated." in words(page)
        (private,) = [one for one in controls(page) if one.press.tokens[-1:] == (PRIVATE,)]
        assert RATED not in private.press.tokens
        (sent,) = [one for one in buttons(page) if one.press.tokens[-1] == SEND]
        await use(made.anna, page, sent)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.rated
        assert "Rated." in made.channel.last_message.content


async def test_pages_ask_nothing_of_what_nobody_made(tmp_path: Path) -> None:
    """What comes in a custom_id is a proposal: ids that are none, games that are not there, pages that are too far."""
    async with world(tmp_path) as made:
        for press in (
            "stats:0::x",
            "stats:0::99999999999999999999.-",
            "table:0::chess.duel.0",
            "table:0::monolith_arena.duel.99",
        ):
            result = await forged.press(made, made.anna, made.channel, f"b:learn-:{press}")
            assert result.acknowledged
        only_refusals(made)
