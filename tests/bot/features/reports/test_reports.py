"""Reports: by command and by button to the managers alone, kept until they are dealt with, never told anybody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.features.reports.pages import BRIEF
from bot.features.reports.service import LONGEST, NO_CHANNEL, REPORTED, Reports
from bot.interactions.admission import RATES, Limits
from bot.limits import CONTENT
from tests.bot.driving import PAIR, catch_up, setup
from tests.bot.forged import only_refusals, said
from tests.bot.forged import press as forged
from tests.bot.world import World, button_ids, controls, use, words, world

pytestmark = pytest.mark.usefixtures("no_incident")


class Managers:
    """A server with somebody who manages it, and a channel that only they see."""

    def __init__(self, made: World) -> None:
        self.made = made
        role = made.guild.create_role("bosses", permissions=discord.Permissions(manage_guild=True))
        self.bob = made.guild.add_member(made.env.create_user("bob", global_name="Bob"), roles=[role])
        hidden = discord.PermissionOverwrite(view_channel=False)
        shown = discord.PermissionOverwrite(view_channel=True, send_messages=True)
        bot: Any = made.bot.user
        self.channel = made.guild.create_text_channel(
            "managers", overwrites={made.guild.default_role: hidden, role: shown, bot: shown}
        )

    async def choose(self) -> None:
        told = said(await self.bob.slash(self.made.channel, "server settings", reports=self.channel))
        assert "Reports about people go to" in told

    def posted(self) -> list[Any]:
        return [one for one in self.channel.history() if "reports" in one.content]


async def report(made: World, who: Any, about: Any, reason: str = "They insult everybody.", **more: Any) -> str:
    text = said(await who.slash(more.pop("place", made.channel), "report", player=about, reason=reason, **more))
    await made.settle()
    return text


async def test_without_a_channel_nobody_can_report(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        assert await report(made, made.anna, made.max) == str(NO_CHANNEL)
        public = said(await managers.bob.slash(made.channel, "server settings", reports=made.channel))
        assert "Everybody can read" in public
        assert not await made.bot.store.reports.of_server(made.guild.id, 9)
        only_refusals(made)


async def test_a_report_reaches_the_managers_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        match_id = await made.match()
        thread = await made.thread(match_id)
        since, before = len(made.env.http_requests), len(made.channel.history()) + len(thread.history())
        text = await report(made, made.anna, made.max, "They *insult*\n@everybody.", place=thread)
        assert "Nobody else learns of it" in text
        (message,) = managers.posted()
        assert f"<@{made.anna.id}> reports <@{made.max.id}>" in message.content
        assert f"Monolith Arena https://discord.com/channels/{made.guild.id}/{thread.id}" in message.content
        assert "> They \\*insult\\*\n> @everybody." in message.content
        sent = [
            one for one in made.env.http_requests[since:] if one.method == "POST" and one.path.endswith("/messages")
        ]
        assert [one.path.split("/")[2] for one in sent] == [str(managers.channel.id)], "one message, and no other"
        assert not (sent[0].json["allowed_mentions"] or {}).get("parse")
        assert not (sent[0].json["allowed_mentions"] or {}).get("users")
        assert len(made.channel.history()) + len(thread.history()) == before
        assert "already" in await report(made, made.anna, made.max), "one open report about somebody"
        assert "Choose another" in await report(made, made.anna, made.anna)
        assert "have your report" in await report(made, made.anna, made.tina, place=thread)
        assert "Monolith Arena" not in managers.posted()[-1].content, "she does not play there"
        only_refusals(made)


async def test_managers_deal_with_it_and_nothing_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        await report(made, made.anna, made.max)
        await report(made, made.tina, made.max)
        listed = (await managers.bob.slash(managers.channel, "server reports")).response
        assert words(listed).count("reports") == 2
        first, second = managers.posted()
        control = next(iter(controls(first)))
        assert "Only those who manage" in said(await forged(made, made.max, made.channel, control.custom_id))
        assert "no longer kept" in said(await use(managers.bob, first, control))
        await made.settle()
        first = made.message(managers.channel.id, first.id)
        assert f"Dealt with by <@{managers.bob.id}>" in first.content
        assert not list(controls(first))
        (left,) = await made.bot.store.reports.of_server(made.guild.id, 9)
        assert left.user_id == made.tina.id
        listed = (await managers.bob.slash(managers.channel, "server reports")).response
        await use(managers.bob, listed, next(iter(controls(listed))))
        await made.settle()
        assert "Dealt with by" in made.message(managers.channel.id, second.id).content
        listed = (await managers.bob.slash(managers.channel, "server reports")).response
        assert words(listed) == "There is no report to deal with."
        only_refusals(made)


async def listed(managers: Managers) -> Any:
    return (await managers.bob.slash(managers.channel, "server reports")).response


async def test_only_reports_that_can_be_read_are_dealt_with(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        store, match_id = made.bot.store.reports, await made.match()
        reasons = [f"reason {number} {'x' * 470} end" for number in range(10)]
        for number, reason in enumerate(reasons):
            await store.add(made.guild.id, made.anna.id, 10**18 + number, match_id, reason, now=1)
        while reasons:
            answer = await listed(managers)
            shown, offered = words(answer), list(controls(answer))
            assert len(shown) <= CONTENT
            assert 0 < shown.count("reports <@") == len(offered) < 10
            assert [one.label for one in offered] == [f"Dealt with: {n + 1}" for n in range(len(offered))]
            assert all(f"**{n + 1}.**" in shown for n in range(len(offered)))
            assert [reason in shown for reason in reasons] == [n < len(offered) for n in range(len(reasons))], "whole"
            left = len(reasons) - len(offered)
            more = f"{left} more {'report is' if left == 1 else 'reports are'} waiting."
            assert (more in shown) == (left > 0)
            await use(managers.bob, answer, offered[0])
            del reasons[0]
        assert words(await listed(managers)) == "There is no report to deal with."
        only_refusals(made)


async def test_what_is_dealt_with_in_the_list_leaves_the_others_there(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        for about in (made.max, made.tina):
            await report(made, made.anna, about)
        page = (await managers.bob.slash(managers.channel, "server reports")).response
        for left in (1, 0):
            await use(managers.bob, page, next(iter(controls(page))))
            page = made.message(page.channel_id, page.id)
            assert words(page).startswith("The report is dealt with, and no longer kept.")
            assert words(page).count("reports") == len(list(controls(page))) == left
        assert words(page).endswith("There is no report to deal with.")
        only_refusals(made)


async def test_of_reports_that_were_posted_the_list_has_the_beginnings(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        store, match_id = made.bot.store.reports, await made.match()
        for number in range(12):
            one = await store.add(made.guild.id, made.anna.id, 10**18 + number, match_id, f"{'x' * 490} end", now=1)
            assert one is not None
            await store.note(one.id, managers.channel.id, 7 + number)
        answer = await listed(managers)
        shown, offered = words(answer), list(controls(answer))
        assert f"> {'x' * (BRIEF - 1)}…\n" in shown
        assert len(offered) == shown.count("reports <@") == 7
        assert "5 more reports are waiting." in shown


@pytest.mark.parametrize("reason", ["a" + "\n" * (LONGEST - 2) + "z", "*" * LONGEST, "-\n" * (LONGEST // 2 - 1) + "z"])
async def test_the_longest_report_is_listed_to_its_end(tmp_path: Path, reason: str) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        store, match_id = made.bot.store.reports, await made.match()
        for about in (made.max.id, made.tina.id):
            await store.add(made.guild.id, made.anna.id, about, match_id, reason, now=1)
        answer = await listed(managers)
        shown = words(answer)
        assert shown.partition("\n1 more report is waiting.")[0].endswith(("> z", "\\*"))
        assert len(shown) <= CONTENT
        assert "…" not in shown
        assert len(list(controls(answer))) == 1


async def test_a_report_follows_a_block_by_a_button(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        blocked = (await made.anna.slash(made.channel, "settings block", player=made.max)).response
        control = next(c for c in controls(blocked) if c.press.action_id == "report")
        assert said(await use(made.anna, blocked, control)) == str(NO_CHANNEL)
        await managers.choose()
        form = await use(made.anna, blocked, control)
        await made.anna.submit_modal(form, {"text": "  "})
        assert not managers.posted(), "a reason is needed"
        form = await use(made.anna, blocked, control)
        await made.anna.submit_modal(form, {"text": "They insult everybody."})
        await made.settle()
        (message,) = managers.posted()
        assert f"<@{made.anna.id}> reports <@{made.max.id}>" in message.content
        only_refusals(made)


async def reported(made: World, who: Any, shown: Any, reason: str = "They insult everybody.") -> None:
    """Press *Report* there, fill the form in and send it."""
    control = next(c for c in controls(shown) if c.press.action_id == "report")
    form = await use(who, made.message(shown.channel_id, shown.id), control)
    await who.submit_modal(form, {"text": reason})
    await made.settle()


async def test_a_player_reports_another_one_where_they_play(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        match_id = await made.match()
        thread = await made.thread(match_id)
        times = (await made.anna.slash(thread, "match time")).response
        control = next(c for c in controls(times) if c.press.action_id == "report")
        assert control.press.tokens == ("seat", "1"), "no id of a person"
        assert said(await use(made.anna, times, control)) == str(NO_CHANNEL)
        await managers.choose()
        await reported(made, made.anna, times, " ")
        assert not managers.posted(), "a reason is needed"
        away = (await made.anna.user.slash("match time", match=match_id)).response
        await reported(made, made.anna.user, away)
        (message,) = managers.posted()
        assert f"<@{made.anna.id}> reports <@{made.max.id}>" in message.content
        assert f"Monolith Arena https://discord.com/channels/{made.guild.id}/{thread.id}" in message.content
        watching = (await made.tina.slash(thread, "match time")).response
        assert not [c for c in controls(watching) if c.press.action_id == "report"]
        for tokens in ("seat.1", "seat.7", "to.1", "whom", "to"):
            refused = await forged(made, made.tina, thread, f"b:{match_id}:report:0::{tokens}")
            assert refused.acknowledged
            assert not refused.modal
        only_refusals(made)


async def test_it_stands_behind_more_in_a_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await setup(made, match_id, *PAIR)
        await catch_up(made, match_id)
        await made.settle()
        who = made.actor((await made.bot.matches.load(match_id)).waited_for()[0])
        panel = (await made.press(who, await made.live(match_id), "play")).response
        assert "report" not in button_ids(panel), "it is never in the way"
        await made.press(who, panel, "more")
        assert "report" in button_ids(made.message(panel.channel_id, panel.id))


async def test_of_several_opponents_one_is_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        await made.anna.slash(made.channel, "arena new", teams="1v1v1", opponent=made.max, opponent2=made.tina)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        for who in (made.max, made.tina):
            await who.slash(made.channel, "match accept", match=head.id)
        await made.settle()
        thread = await made.thread(head.id)
        times = (await made.tina.slash(thread, "match time")).response
        asked = (await made.press(made.tina, times, "report", "whom")).response
        assert [c.label for c in controls(asked)] == ["Report Anna", "Report Max"]
        await reported(made, made.tina, asked)
        (message,) = managers.posted()
        assert f"<@{made.tina.id}> reports <@{made.anna.id}>" in message.content
        only_refusals(made)


async def test_there_is_a_limit(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        made.bot.services.limits._rates = {"reports": RATES["reports"]}
        assert isinstance(made.bot.services.limits, Limits)
        for about in (made.max, made.tina, made.bea):
            assert "have your report" in await report(made, made.anna, about)
        assert "several reports" in await report(made, made.anna, managers.bob)
        only_refusals(made)


async def test_a_report_that_is_there_already_costs_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        made.bot.services.limits._rates = {"reports": RATES["reports"]}
        assert "have your report" in await report(made, made.anna, made.max)
        for _ in range(RATES["reports"].burst):
            assert await report(made, made.anna, made.max) == str(REPORTED)
        assert "have your report" in await report(made, made.anna, made.tina)
        only_refusals(made)


async def test_what_was_not_posted_is_posted_later_and_once(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()
        await made.bot.store.reports.add(made.guild.id, made.anna.id, made.max.id, None, "why", now=1)
        reports = made.bot.services.get(Reports)
        await reports.look()
        (message,) = managers.posted()
        (kept,) = await made.bot.store.reports.of_server(made.guild.id, 9)
        assert kept.message_id == message.id
        await made.bot.store.reports.note(kept.id, managers.channel.id, None)  # type: ignore[arg-type]  # a crash
        await reports.look()
        assert len(managers.posted()) == 1
        (kept,) = await made.bot.store.reports.of_server(made.guild.id, 9)
        assert kept.message_id == message.id
        only_refusals(made)


async def test_a_report_that_discord_puts_off_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        managers = Managers(made)
        await managers.choose()

        async def busy(*given: object, **more: object) -> None:
            raise discord.RateLimited(700.0)

        with monkeypatch.context() as limited:
            limited.setattr(discord.PartialMessageable, "send", busy)
            assert "have your report" in await report(made, made.anna, made.max)
        assert managers.posted() == []
        await made.bot.services.get(Reports).look()
        assert len(managers.posted()) == 1
        only_refusals(made)


async def test_a_deletion_takes_reports_of_both_sides_and_only_who_wrote_gets_a_copy(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        store = made.bot.store
        await store.reports.add(made.guild.id, made.anna.id, made.max.id, None, "why", now=1)
        await store.reports.add(made.guild.id, made.tina.id, made.anna.id, None, "why", now=1)
        assert len((await store.privacy.export(made.anna.id))["report"]) == 1
        assert not (await store.privacy.export(made.max.id))["report"]
        await store.privacy.forget(made.anna.id, lambda secret, parts: (secret, parts), now=1)
        assert not await store.reports.of_server(made.guild.id, 9)
