"""The keys of choices that buttons carry: an old button never answers another choice, not even after a takeback."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches
from bot.panels import components
from bot.panels.model import Press
from games import history
from games.api import Game
from games.history import Replayed
from games.registry import GAMES
from storage import Store
from tests.bot.bare import Bare, random_step, wish
from tests.bot.driving import first_turn
from tests.bot.forged import press, said
from tests.bot.world import controls, world
from tests.support.databases import prepare
from tests.toy import TOY

STEPS = 60
BACK = 0.35
"""How likely it is that somebody takes back, or asks for it and gets it, after a step."""
EVERY = (*GAMES.values(), TOY)


class Oracle:
    """Follow a match from its beginning and know in which line each choice was first asked.

    A line is the numbers of the entries that count. A choice stays the same for as long as the line only grows, and is
    the same again when the line is back where it was.
    """

    def __init__(self) -> None:
        self.entries = 0
        self.line: list[Replayed] = []
        self.asked: dict[tuple[tuple[int, ...], int, str], tuple[int, ...]] = {}
        """By line, seat and key of the game: the line in which that choice was first asked."""
        self.first_asked: dict[tuple[int, str], tuple[int, ...]] = {}
        self.keys: dict[tuple[tuple[int, ...], int, str], str] = {}
        self.after_takebacks = 0

    def watch(self, match: LoadedMatch) -> None:
        """Follow the match, then compare the keys of all that is asked now."""
        if not self.asked:
            self.asked = {((), one.seat, one.key): () for one in match.face.game.choices(match.start.state)}
        for done in match.past.after(self.entries):
            history.note(self.line, done)
            line = tuple(one.number for one in self.line)
            for choice in match.face.game.choices(done.after.state):
                asked = choice.seat, choice.key
                self.asked.setdefault((line, *asked), self.asked.get((line[:-1], *asked), line))
        self.entries = match.newest
        line = tuple(one.number for one in self.line)
        for choice in match.choices:
            began, key = self.asked[line, choice.seat, choice.key], match.key_of(choice)
            assert self.first_asked.setdefault((choice.seat, key), began) == began, "one key for two choices"
            assert self.keys.setdefault((began, choice.seat, choice.key), key) == key, "two keys for one choice"
            self.after_takebacks += key != choice.key


async def _go_back(matches: Matches, match: LoadedMatch, rng: random.Random) -> LoadedMatch:
    """Take the last action back, or agree on a takeback of somebody's last one, where either is possible."""
    seats = [seat for seat in match.face.game.playing(match.state) if match.undoable(seat)]
    try:
        if seats and rng.random() < 0.5:
            return (await matches.undo(match, match.user_of(seats[0]) or 0)).match
        asker, *others = rng.sample([seat.user_id or 0 for seat in match.match.seats], len(match.match.seats))
        match = (await matches.agree(match, asker, ("takeback", "ask"))).match
        for other in others:
            match = (await matches.agree(match, other, ("takeback", "accept"))).match
    except Refusal:
        return await matches.load(match.id)
    return match


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.name)
async def test_no_key_is_used_for_two_choices(game: Game[Any], tmp_path: Path) -> None:
    rng, asked = random.Random(3), 0
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches = Matches(store, {game.name: Bare(game)})
        lobby = Lobby(matches)
        for number, formation in enumerate(game.formations, 1):
            others = range(2, formation.seats + 1)
            match_id = await lobby.new(wish(game, 1, *others, formation=formation.id), interaction_id=number)
            match, oracle = await matches.load(match_id), Oracle()
            for user in others:
                match = await lobby.accept(match, user)
            for _ in range(STEPS):
                oracle.watch(match)
                if (done := await random_step(matches, match, rng)) is None:
                    break
                oracle.watch(match := done.match)
                if rng.random() < BACK:
                    match = await _go_back(matches, match, rng)
            asked += oracle.after_takebacks
    assert asked > 20


async def test_a_choice_whose_answer_was_taken_back_keeps_its_key(tmp_path: Path) -> None:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        matches = Matches(store, {TOY.name: Bare(TOY)})
        match = await matches.load(await Lobby(matches).new(wish(TOY, 1, 2, 3), interaction_id=1))
        for user in (2, 3):
            match = await Lobby(matches).accept(match, user)
        (cheer,) = (choice for choice in match.choices if choice.seat == 0 and choice.kind == "cheer")
        for _ in range(2):  # taken back, it is what it was
            assert match.key_of(cheer) == "cheer"
            match = (await matches.play(match, 1, [("cheer",)], key="cheer")).match
            match = (await matches.undo(match, 1)).match
        match = (await matches.play(match, 1, [("cheer",)], key="cheer")).match
        with pytest.raises(Stale):
            await matches.play(match, 1, [("cheer",)], key="cheer")


async def test_an_old_panel_moves_nothing_after_a_takeback(tmp_path: Path) -> None:
    """Refuse a button that was shown before the opponent's last turn was taken back and played anew."""
    async with world(tmp_path) as made:
        match_id, thread, first, other = await first_turn(made)

        async def ended() -> LoadedMatch:
            await first.slash(thread, "monolith end")
            await made.settle()
            match = await made.bot.matches.load(match_id)
            assert match.waited_for() == [other.id]
            return match

        async def end_of_turn() -> str:
            """Return the button with which the other player's panel ends the turn."""
            panel = await made.press(other, await made.live(match_id), "play")
            read = (components.read_button(one.custom_id) for one in controls(panel.response))
            key = next(pressed.key for pressed in read if pressed is not None)
            return components.button_id(match_id, 0, key, Press("do", ("end",)))

        await ended()
        old = await end_of_turn()
        await made.press(first, (await first.slash(thread, "match takeback")).response, "agree", "takeback", "ask")
        await made.settle()
        await made.reply(other, await made.live(match_id), "agree", "takeback", "accept")
        await made.settle()
        before = await ended()
        answer = said(await press(made, other, thread, old))
        assert answer.startswith("That has been decided already; this is how things stand now.")
        assert (await made.bot.matches.load(match_id)).newest == before.newest
        await press(made, other, thread, await end_of_turn())
        assert (await made.bot.matches.load(match_id)).entries[-1].text == "end"
