"""Why it came so in Monolith Arena: which tiles can be asked about, what is said of one, and its picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts import why
from bot.monolith_arena.texts.names import at, order_name, tile_at
from bot.panels.face import Exhibited, Scene, Subject, Why, any_of
from bot.panels.model import Picture
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from bot.texts.story import BETWEEN
from games.api import Action
from games.monolith_arena import events as ev
from games.monolith_arena.causes import Account, account
from games.monolith_arena.consequences import foreseeable, stage
from games.monolith_arena.hexes import BY_NAME, NAMES, SIZE
from games.monolith_arena.refights import Fight, fights
from games.monolith_arena.roles import netted_by
from games.monolith_arena.view import View
from render.labels import Labels
from render.monolith_arena import Overlay, draw_board

_covers = any_of(ev.BattleBegan, ev.Wounds, ev.BattleEnded, ev.ToughnessLost, ev.Answered)


def _fights(scene: Scene[View]) -> list[Fight]:
    return fights(scene.before, scene.events, scene.after)


def subjects(say: Phrases, scene: Scene[View]) -> list[Subject]:
    """Return all tiles of the fights of a scene: the reader's losses, other losses, what was hit, and the rest.

    Among those alike the last fight comes first.
    """
    fought = _fights(scene)
    titles = _titles(say, fought)
    tiles = [(rank, number, tile) for number, fight in reversed([*enumerate(fought)]) for rank, tile in _tiles(fight)]
    return [
        Subject(f"{number}-{NAMES[tile.hex]}", _label(say, scene, tile, titles[number], lost=not rank[0]))
        for rank, number, tile in sorted(tiles, key=lambda one: one[0][:2])
    ]


_Rank = tuple[int, bool, int]
"""Lost (0), hit (1) or neither; whether it is somebody else's; when it was hit."""


def _tiles(fight: Fight) -> list[tuple[_Rank, ev.TileAt]]:
    """Return the tiles of a fight by their ranks."""
    gone = {tile.hex for one in fight.wounds for tile in (*one.removed, *one.fallen)}
    gone |= {tile.hex for event in fight.events if isinstance(event, ev.ToughnessLost) for tile in event.tiles}
    hit, reader = fight.taking_part(), fight.before.reader
    places = {hex_: place for place, hex_ in enumerate(hit)}
    tiles = [fight.start.tile_at(hex_) for hex_, piece in enumerate(fight.start.board) if piece is not None]
    if fight.cause is not None:  # nobody else has anything to do with an order
        tiles = [tile for tile in tiles if tile.hex in places]

    def rank(tile: ev.TileAt) -> _Rank:
        lost, struck = tile.hex in gone, tile.hex in places
        return (0 if lost else 1 if struck else 2), tile.seat != reader, places.get(tile.hex, len(hit))

    return sorted(((rank(tile), tile) for tile in tiles), key=lambda one: one[0])


def _titles(say: Phrases, fought: Sequence[Fight]) -> list[str]:
    """Return what each of several fights is called, those alike with their numbers; nothing for the only one."""
    if len(fought) < 2:
        return ["" for _ in fought]
    titles = [_title(say, fight) for fight in fought]
    same = [titles[:place].count(title) + 1 for place, title in enumerate(titles)]
    return [
        title if titles.count(title) == 1 else f"{title} {number}" for title, number in zip(titles, same, strict=True)
    ]


def _title(say: Phrases, fight: Fight) -> str:
    if fight.cause is not None:
        return say("Charge") if fight.cause.kind == "charge" else order_name(say, fight.cause.kind)
    if fight.reason == "final":
        return say("The Final Battle")
    return say("The additional battle") if fight.reason == "additional" else say("Battle")


def _label(say: Phrases, scene: Scene[View], tile: ev.TileAt, title: str, *, lost: bool) -> str:
    named, who = at(say, tile), player(scene.names, tile.seat)
    label = say("{tile} ({player}), lost", tile=named, player=who)
    if not lost:
        label = say("{tile} ({player})", tile=named, player=who)
    return f"{label}{BETWEEN}{title}" if title else label


def explain(say: Phrases, scene: Scene[View], token: str) -> Exhibited | None:
    """Return why it came so for the tile that a token of `subjects` names; `None` for any other."""
    number, _, name = token.partition("-")
    fought = _fights(scene)
    if not number.isdecimal() or len(number) > 2 or int(number) >= len(fought) or name not in BY_NAME:
        return None
    fight = fought[int(number)]
    found = account(fight, BY_NAME[name])
    if found is None:
        return None
    text = why.told(say, fight, found, scene.names)
    return Exhibited(text, picture=_picture(say, scene, fight, found, text))


def _picture(say: Phrases, scene: Scene[View], fight: Fight, found: Account, text: str) -> Picture:
    """Draw the tile, what it is about and who hit whom, and nothing else."""
    shown = Overlay(marks=(found.hex,), battle_now=_drawn(fight, found), focus=found.hexes, alone=True)
    places = say("Close-up of {hexes}.", hexes=", ".join(NAMES[hex_] for hex_ in found.hexes))
    picture = draw_board(fight.before, Labels.of(say, scene.names), shown)
    return Picture(picture, "why.png", cut(f"{text} {places}", ALT_TEXT))


def _drawn(fight: Fight, found: Account) -> ev.Wounds:
    """Return what hit the tile, and what else of its causes hit what they removed, as if it all came at once."""
    about = {found.hex}.union(*(cause.others for cause in found.causes if cause.part == "removes"))
    causes = {cause.factor.hex for cause in found.causes}
    attacks = [
        one
        for wounds in fight.wounds
        for one in wounds.attacks
        if one.target.hex == found.hex
        or (one.target.hex in about and one.source is not None and one.source.hex in causes)
        or (one.source is not None and one.source.hex == found.hex)
    ]
    gone = {tile for wounds in fight.wounds for tile in (*wounds.removed, *wounds.fallen) if tile.hex in about}
    after = fight.wounds[-1].hit_points if fight.wounds else fight.before.hit_points
    return ev.Wounds("phase", 0, tuple(attacks), tuple(sorted(gone, key=lambda tile: tile.hex)), (), (), after)


def refused(say: Phrases, view: View, action: Action, names: Names) -> Exhibited | None:
    """Return which nets and runes hold the tiles that an action names, with a close-up of them."""
    named = [BY_NAME[word] for token in action for word in re.split(r"\W", token) if word in BY_NAME]
    hexes = list(dict.fromkeys(named))
    if not hexes or not foreseeable(view):
        return None
    standing = stage(view).standing()
    sentences, shown = [], list(hexes)
    for hex_ in hexes:
        for giver in range(SIZE):
            if netted_by(standing, giver) == hex_:
                tile, other = tile_at(say, view, giver), tile_at(say, view, hex_)
                sentences.append(say("{tile} holds {other} in its net (R7.7).", tile=tile, other=other))
                shown.append(giver)
    places = ", ".join(NAMES[hex_] for hex_ in dict.fromkeys(shown))
    picture = draw_board(view, Labels.of(say, names), Overlay(marks=tuple(hexes), focus=tuple(shown), alone=True))
    text = " ".join(sentences)
    alt = f"{text} {say('Close-up of {hexes}.', hexes=places)}".strip()
    return Exhibited(text, picture=Picture(picture, "why.png", cut(alt, ALT_TEXT)))


def _runs(view: View) -> bool:
    return view.stage == "battle"


WHY: Final = Why(covers=_covers, runs=_runs, subjects=subjects, explain=explain, refused=refused)
