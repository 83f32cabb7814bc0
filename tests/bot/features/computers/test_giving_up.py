"""A computer player gives up a hopeless match where that was asked for: two turns of its own in a row, by one rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.computers.players import HOPELESS, ComputerPlayers
from bot.matches import computers
from games.api import Decision
from tests.bot.thinking import Here, computing
from tests.bot.world import World, controls, words

pytestmark = pytest.mark.usefixtures("no_incident")
RESIGNING = computers.computer("squire", resigns=True)


class Seeing(Here):
    """Plays as usual, and sees the chances that it is told to, one at each of its decisions; the last one stays."""

    def __init__(self, *chances: int | None) -> None:
        super().__init__()
        self.chances = list(chances)

    async def decide(self, *asked: Any) -> Any:
        decision, version = await super().decide(*asked)
        chance = self.chances.pop(0) if len(self.chances) > 1 else self.chances[0]
        return Decision(decision.action, decision.plan, decision.why, chance), version


async def opened(made: World, thinking: Here, **options: Any) -> str:
    made.bot.services.get(ComputerPlayers).thinking = thinking
    await made.anna.slash(made.channel, "monolith new", **{"computer": "squire", "resigns": True, **options})
    await made.settle()
    (head,) = await made.bot.store.matches.all_open()
    return head.id


async def ends_turns(made: World, match_id: str, turns: int) -> None:
    """Anna decides in any way, until she has ended so many turns or the match is over."""
    while turns:
        match = await made.bot.matches.load(match_id)
        if match.match.status == "over":
            return
        choice = next(c for c in match.choices if c.must and match.user_of(c.seat) == made.anna.id)
        legal = match.face.game.legal(match.state, choice.seat, choice.key)
        action = ("end",) if ("end",) in legal else legal[0]
        turns -= action == ("end",)
        await made.play(match_id, made.anna.id, action, key=choice.key)
        await made.settle()


async def over(made: World, match_id: str) -> bool:
    return (await made.bot.matches.load(match_id)).match.status == "over"


async def test_it_gives_up_at_the_second_hopeless_turn(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made, Seeing(5000, 5000, HOPELESS - 1))
        match = await made.bot.matches.load(match_id)
        assert [s.user_id for s in match.match.seats] == [made.anna.id, RESIGNING]
        await ends_turns(made, match_id, 5)
        assert await over(made, match_id)
        match = await made.bot.matches.load(match_id)
        assert (match.entries[-1].seat, match.entries[-1].text) == (1, "resign")
        kept = await made.bot.store.computers.find(match_id, RESIGNING, "")
        assert kept.hopeless == 2
        ended = [e for e in match.entries if e.seat == 1 and e.text == "end"]
        assert ended, "the first hopeless turn was played"
        assert "resigned" in words(await made.live(match_id)) or "gave up" in words(await made.live(match_id))


@pytest.mark.parametrize(("chance", "asked"), [(HOPELESS, True), (0, False), (None, True)])
async def test_it_plays_on_with_a_chance_and_where_nobody_asked(
    tmp_path: Path, chance: int | None, asked: bool
) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made, Seeing(chance), resigns=asked)
        await ends_turns(made, match_id, 4)
        assert not await over(made, match_id)


async def test_a_partner_is_not_given_up(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        match_id = await opened(made, Seeing(0), teams="2v2")
        for _ in range(40):
            match = await made.bot.matches.load(match_id)
            assert not any(e.text == "resign" and match.formation.allied(e.seat, 0) for e in match.entries)
            if match.match.status == "over" or any(e.text == "resign" for e in match.entries):
                break
            await ends_turns(made, match_id, 1)
        else:
            raise AssertionError("the other side does not give up")


async def test_the_page_asks_for_it(tmp_path: Path) -> None:
    async with computing(tmp_path) as made:
        panel = (await made.anna.slash(made.channel, "match new")).response
        for tokens in (("monolith",), ("monolith", "csquire"), ("monolith", "csquire", "r")):
            await made.press(made.anna, panel, "new", *tokens)
            panel = made.message(panel.channel_id, panel.id)
        assert "It gives up when it has no chance left." in words(panel)
        assert ("monolith", "csquire") in [c.press.tokens for c in controls(panel) if "gives up: no" in c.label]
        await made.press(made.anna, panel, "new", "monolith", "csquire", "r", "=go")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        assert head.seats[1].user_id == RESIGNING


def test_it_has_the_same_name() -> None:
    assert computers.name(RESIGNING) == computers.name(computers.computer("squire")) == "Perkin"
    assert computers.level_of(RESIGNING) == "squire"
    assert computers.resigns(RESIGNING)
    assert not computers.resigns(computers.computer("squire"))
