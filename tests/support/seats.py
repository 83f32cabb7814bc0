"""Scripted people at a sandbox: they open matches, press what leads on in their panels, or send random commands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from games import agreements
from games.api import Action
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from games.referee import random_action
from sandbox import Channel, Interaction, Message, Player, Sandbox

WORDS = {
    "faction": ("faction",),
    "prepare": ("tile", "tile2"),
    "banner": ("hex",),
    "discard": ("tile",),
    "redraw": (),
    "place": ("tile", "hex", "facing"),
    "end": (),
    "choose": ("option",),
    "battle": (),
    "charge": ("by", "champion", "hex", "facing"),
    "move": ("tile", "hex", "facing"),
    "push": ("pusher", "target"),
    "fire": ("hexes",),
    "shoot": ("target",),
    "entrench": ("target",),
    "rotate": ("target", "facing"),
    "falseorder": ("target", "hex", "facing"),
    "net": ("target",),
    "feature": ("tile", "feature", "hex", "facing"),
}
"""The options of the commands by the words of the actions."""
FORWARD = ("show", "do")
"""What a press does that brings the match forward; it needs tokens for that."""
FINAL = ("do",)
"""The presses that carry something out."""
ASKED = ("battle", "redraw")
"""What a command asks for once more, unless it says that it is meant."""
LISTS = ("cards", "whatif", "why")
"""The first tokens of pages that only tell something: whoever presses at random would go round in them."""


def command(action: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The slash command of an action and its options."""
    verb, *words = action
    if verb == "unfold":
        return f"monolith {verb}", _unfolding(words)
    names = WORDS[verb]
    if verb == "charge" and words[0] == "order":
        names, words = names[1:], words[1:]
    if verb == "feature" and words[1].startswith("rotation"):
        names = ("tile", "feature", "facing")
    if len(words) == len(names) - 1 and names[-1:] == ("facing",) and (not words or words[-1] in BY_NAME):
        names = names[:-1]  # a tile that looks the same in all facings
    assert len(names) == len(words), action
    if verb in ASKED:
        return f"monolith {verb}", {"sure": True}
    return f"monolith {verb}", dict(zip(names, words, strict=True))


def _unfolding(words: Sequence[str]) -> dict[str, str]:
    """The options of an unfolding: facings are only said where they are asked for."""
    given = {"tile": words[0]}
    for word in words[1:]:
        second = "hex2" if "hex" in given else "hex"
        turned = "facing2" if "hex2" in given else "facing"
        given[second if word in BY_NAME else turned] = word
    return given


def useful(panel: Message) -> list[tuple[str, str, str]]:
    """The presses that lead on: ("button", custom_id, action_id), or ("select", custom_id, value)."""
    found = []
    for control in panel.controls:
        custom_id = control["custom_id"]
        if control.get("disabled"):
            continue
        if control["type"] == 3:
            # Choosing what is chosen already sends nothing, there as on Discord.
            values = [option["value"] for option in control["options"] if not option.get("default")]
            found += [("select", custom_id, value) for value in values if _leads_on(*value.split(":"))]
            continue
        _, _, action_id, _, _, tokens = custom_id.split(":")
        if _leads_on(action_id, tokens):
            found.append(("button", custom_id, action_id))
    return found


def _leads_on(action_id: str, tokens: str) -> bool:
    return action_id in FORWARD and bool(tokens) and tokens.partition(".")[0] not in LISTS


def button(message: Message, action_id: str, *tokens: str) -> str | None:
    """The custom_id of the first button that does this, with these tokens if any are given; `None` if there is none.

    Labels are in some language.
    """
    for control in message.controls:
        parts = control["custom_id"].split(":") if control["type"] == 2 else []
        if parts[2:3] == [action_id] and (not tokens or parts[5] == ".".join(tokens)):
            return str(control["custom_id"])
    return None


def chosen(panel: Message, rng: Random) -> tuple[str, str, str] | None:
    """One of those presses, most often one that carries something out; `None` where there is nothing to decide."""
    found = useful(panel)
    final = [f for f in found if f[2] in FINAL]
    if not found:
        return None
    return rng.choice(final) if final and rng.random() < 0.7 else rng.choice(found)


class Pair:
    """Two people and their match, in its thread."""

    def __init__(self, box: Sandbox, players: tuple[Player, Player], thread: Channel) -> None:
        self.box = box
        self.players = players
        self.thread = thread

    @classmethod
    async def begin(cls, box: Sandbox, players: tuple[Player, Player], channel: Channel, within: float = 60) -> Pair:
        """The first challenges the second, who accepts; returns when the live message is there."""
        mine, theirs = players
        old = {m.id for m in theirs.messages(channel)}
        acted = await mine.slash(channel, "match new", game=GAME.name, opponent=theirs, wait=False)
        await box.acknowledged(acted, within)

        def challenge() -> Message | None:
            fresh = (m for m in theirs.messages(channel) if m.id not in old and button(m, "accept"))
            return next((m for m in fresh if mine.user.display_name in m.text and theirs.mention in m.text), None)

        start = await box.expect(challenge, "a challenge", within)
        assert start is not None
        await theirs.click(start, button(start, "accept") or "", wait=False)
        thread = await box.expect(lambda: start.thread, "a thread", within)
        assert thread is not None
        pair = cls(box, players, thread)
        await box.expect(pair.live, "a live message", within)
        return pair

    def live(self) -> Message | None:
        """The live message; `None` once the match is over."""
        seen = reversed(self.players[0].messages(self.thread))
        return next((m for m in seen if button(m, "play") and not m.ephemeral_for), None)

    def waited(self) -> list[Player]:
        """Whom the live message asks."""
        live = self.live()
        first = live.content.split("\n")[0] if live else ""
        return [p for p in self.players if p.mention in first]

    def panel(self, player: Player) -> Message | None:
        """The newest private message that a person sees."""
        own = (m for m in reversed(player.messages(self.thread)) if m.ephemeral_for is player.user)
        return next(own, None)


class Positions:
    """The positions as the bot has stored them: only to choose moves from."""

    def __init__(self, data: Path) -> None:
        self._database = sqlite3.connect(f"file:{data / 'matches.db'}?mode=ro", uri=True)

    def next(self, thread: Channel, rng: Random) -> tuple[int, Action] | None:
        """A seat that is waited for and a random action of it; `None` at the end of the match."""
        asked = self._database.execute('select snapshot from "match" where thread_id = ?', (thread.id,))
        state: Any = agreements.load(GAME, json.loads(asked.fetchone()[0])).state
        waited = [choice for choice in GAME.choices(state) if choice.must]
        if not waited:
            return None
        choice = rng.choice(waited)
        return choice.seat, random_action(GAME, state, choice, rng)


async def press(box: Sandbox, player: Player, panel: Message, what: tuple[str, str, str], within: float) -> Interaction:
    """One press in a panel, until it is answered and the panel filled anew."""
    kind, custom_id, value = what
    before = panel.revisions
    if kind == "button":
        acted = await player.click(panel, custom_id, wait=False)
    else:
        acted = await player.select(panel, value, custom_id, wait=False)
    await box.acknowledged(acted, within)
    if acted.ack == 6:  # the panel is filled anew a little later
        await box.until(lambda: panel.revisions > before or acted.followups, within)
    return acted
