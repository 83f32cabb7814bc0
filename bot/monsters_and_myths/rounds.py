"""What a round of Monsters & Myths has changed, when it is over: in a picture and in three lines."""

from __future__ import annotations

from typing import Final

from bot.limits import ALT_TEXT, cut
from bot.monsters_and_myths.texts import names as n
from bot.panels.face import ROUND_LINES, Events, Rounds, Scene
from bot.panels.model import Picture
from bot.texts.names import player, players
from bot.texts.phrases import Phrases
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import NATIONS
from games.monsters_and_myths.view import Target, View
from render.monsters_and_myths import draw_round

_LINE: Final = ROUND_LINES // 3 - 1


def bound(events: Events) -> bool:
    """Return True if a round begins, which ends the one before, or the match is over."""
    return any(isinstance(event, ev.RoundBegan | ev.Ended) for event in events)


def stands(view: View) -> bool:
    """Return True if nobody has laid anything out since, or nothing follows any more."""
    return view.phase in ("keep", "over")


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw the table with what every nation has won or lost."""
    alt = " ".join(f"{line}." for line in lines(say, scene))
    picture = draw_round(scene.before, scene.after, n.labels(say, scene.names))
    return Picture(picture, "round.png", cut(alt, ALT_TEXT))


def lines(say: Phrases, scene: Scene[View]) -> list[str]:
    """Return captured cards, nations that are gone, crowns that have gone to somebody else."""
    parts = (_captured(say, scene), _gone(say, scene), _crowns(say, scene))
    return [cut(line, _LINE) for line in parts if line]


ROUNDS: Final = Rounds(bound=bound, stands=stands, draw=draw, lines=lines)


def _captured(say: Phrases, scene: Scene[View]) -> str:
    before, after = scene.before, scene.after
    won = [
        f"{player(scene.names, new.seat)} +{more}"
        for old, new in zip(before.seats, after.seats, strict=True)
        if (more := len(new.captured) - len(old.captured))
    ]
    if not won:
        return say("Round {number}: nobody has captured anything", number=before.round)
    return say("Round {number}, captured cards: {list}", number=before.round, list=", ".join(won))


def _gone(say: Phrases, scene: Scene[View]) -> str:
    gone = [
        n.nation_of(say, scene.names, Target(old.seat, nation.index))
        for old, new in zip(scene.before.seats, scene.after.seats, strict=True)
        for nation in NATIONS
        if old.troops[nation.index].size and not new.troops[nation.index].size
    ]
    return say("Gone: {list}", list=", ".join(gone)) if gone else ""


def _crowns(say: Phrases, scene: Scene[View]) -> str:
    moved = []
    for nation in NATIONS:
        old, new = (view.largest(nation.index) for view in (scene.before, scene.after))
        if old == new:
            continue
        name = n.nation(say, nation.index)
        was, now = (players(say, scene.names, seats) for seats in (old, new))
        if not old:
            moved.append(say("{nation} to {player}", nation=name, player=now))
        elif not new:
            moved.append(say("{nation} from {player} to nobody", nation=name, player=was))
        else:
            moved.append(say("{nation} from {old} to {new}", nation=name, old=was, new=now))
    return say("Crowns: {list}", list=", ".join(moved)) if moved else ""
