"""What a round has come to, player by player: points, captured cards, nations that are gone, crowns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.monsters_and_myths.texts import names as n
from bot.panels.face import Account, Scene
from bot.texts.names import player
from bot.texts.phrases import Phrases
from bot.texts.story import BETWEEN
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CREATURES, NATIONS
from games.monsters_and_myths.view import Target, View

BOLD: Final = "**"
"""What a player's name stands between, so that the eye finds it."""


def accounts(say: Phrases, scene: Scene[View]) -> list[Account]:
    """Return accounts of the round, the fullest first; all of them name every nation that is gone.

    Once the match is over its end tells the points: the accounts tell how they came about then.
    """
    gone = _gone(scene)
    lost = [n.nations_of(say, scene.names, seat, nations) for seat, nations in enumerate(gone) if nations]
    least = [say("Gone: {list}", list=", ".join(lost))] if lost else []
    if scene.after.result is not None:
        told = [*_laid(say("Largest nations"), _ending(say, scene, gone)), *least]
        return [Account(text, counts=True) for text in told]
    captured = say("Round {number}, points (captured cards)", number=scene.before.round)
    points = say("Points after round {number}", number=scene.before.round)
    full, without = (_running(say, scene, gone, captured=True, crowns=crowns) for crowns in (True, False))
    shortest = _running(say, scene, gone, captured=False, crowns=False)
    told = [*_laid(captured, full), _in_line(captured, without), _in_line(points, shortest), *least]
    return [Account(text, scored=True) for text in told]


def plain(account: Account) -> str:
    """Return an account for whoever has it read aloud."""
    return account.text.replace(BOLD, "")


def _laid(title: str, entries: Sequence[str]) -> list[str]:
    """Return the entries in lines of their own, then in one."""
    return ["\n".join((f"{title}:", *entries)), _in_line(title, entries)]


def _in_line(title: str, entries: Sequence[str]) -> str:
    return f"{title}: {BETWEEN.join(entries)}"


def _running(
    say: Phrases, scene: Scene[View], gone: Sequence[Sequence[int]], *, captured: bool, crowns: bool
) -> list[str]:
    """Return for each player the points now, and what else is asked for of what has changed."""
    entries = []
    for old, new in zip(scene.before.seats, scene.after.seats, strict=True):
        seat, points, more = new.seat, scene.after.points(new.seat), len(new.captured) - len(old.captured)
        who = _bold(scene, seat)
        if captured and more:
            parts = [say("{player} {points} (+{count})", player=who, points=points, count=more)]
        else:
            parts = [say("{player} {points}", player=who, points=points)]
        if gone[seat]:
            parts.append(_gone_of(say, gone[seat]))
        if crowns:
            parts += _crowns(say, scene, seat, gone[seat])
        entries.append(", ".join(parts))
    return entries


def _ending(say: Phrases, scene: Scene[View], gone: Sequence[Sequence[int]]) -> list[str]:
    """Return for each player who has any the largest nations with their points, and what went in the last round."""
    entries = []
    for seat in range(len(scene.after.seats)):
        own = [nation for nation in NATIONS if seat in scene.after.largest(nation.index)]
        parts = [say("{nation} {points}", nation=n.nation(say, one.index), points=one.largest) for one in own]
        if gone[seat]:
            parts = [*(parts or [say("none")]), _gone_of(say, gone[seat])]
        entries += [f"{_bold(scene, seat)} {', '.join(parts)}"] if parts else []
    return entries


def _bold(scene: Scene[View], seat: int) -> str:
    return f"{BOLD}{player(scene.names, seat)}{BOLD}"


def _gone_of(say: Phrases, nations: Sequence[int]) -> str:
    return say("gone: {nations}", nations=say.every(n.nation(say, at) for at in nations))


def _gone(scene: Scene[View]) -> list[list[int]]:
    """Return by seat the nations of which nothing is left, those among them that were laid out in the round, too."""
    owned = {
        Target(seat.seat, nation.index)
        for seat in scene.before.seats
        for nation in NATIONS
        if seat.troops[nation.index].size
    }
    for event in scene.events:
        if isinstance(event, ev.LaidOut):
            owned |= {Target(event.seat, CREATURES[code][0]) for code in event.cards if code in CREATURES}
    return [
        [at for at, ranks in enumerate(seat.troops) if not ranks.size and Target(seat.seat, at) in owned]
        for seat in scene.after.seats
    ]


def _crowns(say: Phrases, scene: Scene[View], seat: int, gone: Sequence[int]) -> list[str]:
    """Return which crowns a player has won, and lost other than with the nation itself."""
    won, lost = [], []
    for nation in NATIONS:
        old, new = (view.largest(nation.index) for view in (scene.before, scene.after))
        name = n.nation(say, nation.index)
        if seat in new and seat not in old:
            won.append(say("{nation} (shared)", nation=name) if len(new) > 1 else name)
        elif new == (seat,) and seat in old and len(old) > 1:
            won.append(say("{nation} (now alone)", nation=name))
        elif seat in old and seat not in new and nation.index not in gone:
            lost.append(name)
    parts = [say("crowns won: {nations}", nations=say.every(won))] if won else []
    return parts + ([say("crowns lost: {nations}", nations=say.every(lost))] if lost else [])
