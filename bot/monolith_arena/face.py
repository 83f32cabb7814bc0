"""Monolith Arena on Discord: its sentences, its pictures, its panel, and what it shows on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.exhibits import EXHIBITS, FILM, foreseen
from bot.monolith_arena.guide import GUIDE
from bot.monolith_arena.pages import PAGES
from bot.monolith_arena.pages.looking import BATTLE
from bot.monolith_arena.pages.setup import quick_start
from bot.monolith_arena.pages.shared import WHAT_IF, BoardDraft
from bot.monolith_arena.predictions import PREDICTIONS
from bot.monolith_arena.reasons import WHY
from bot.monolith_arena.texts import events, foresight, names, standing
from bot.monolith_arena.texts.description import alt_text, description
from bot.monolith_arena.texts.monoliths import laid, named
from bot.monolith_arena.texts.names import standing_so
from bot.panels.face import Blurb, Events, Face, Pictures, Words
from bot.panels.model import Picture
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases, phrases
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import NAMES, SIZE
from games.monolith_arena.lessons import LESSONS
from games.monolith_arena.replay import struck
from games.monolith_arena.view import View
from render import monolith_arena as pictures
from render.labels import Labels
from render.monolith_arena.sheets import Group, Shown, draw_tiles


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw the public picture."""
    picture = pictures.draw_board(view, Labels.of(say, names), pictures.Overlay(marks=tuple(marks)))
    return Picture(picture, "board.png", alt_text(say, view, marks=marks, names=names))


def private_board(say: Phrases, view: View, draft: BoardDraft | None = None, names: Names = NOBODY) -> Picture:
    """Draw the picture of a panel: with the reserve of a reader who has one, with the draft of a move."""
    draft = draft or BoardDraft()
    if draft.battle is not None:
        return foreseen(say, draft.battle, names)
    if draft.sheet:
        return sheet(say, draft.sheet)
    playing = view.reader is not None
    more = _described(say, view, draft)
    alt = alt_text(say, view, put=draft.puts[0] if draft.puts else None, reserve=playing, more=more, names=names)
    picture = pictures.draw_board(view, Labels.of(say, names), draft, reserve=playing)
    return Picture(picture, "board.png", alt)


def _described(say: Phrases, view: View, draft: BoardDraft) -> str:
    """Return what alternative text says besides the position and the first tile of a draft, as sentences."""
    parts = []
    if len(draft.puts) > 1:
        beside = ", ".join(standing_so(say, put.tile, put.hex) for put in draft.puts[1:])
        parts.append(say("Next to it: {tiles}.", tiles=beside))
    if any(laid(view)):
        parts.append(say("In the monolith: {tiles}.", tiles=", ".join(named(say, view, tile) for tile in laid(view))))
    if draft.battle_now is not None and draft.battle_now.attacks:
        attacks = "; ".join(foresight.drawn(say, draft.battle_now))
        charges = draft.battle_now.cause == "charge"
        parts.append(
            say("The charge: {attacks}.", attacks=attacks)
            if charges
            else say("A battle now: {attacks}.", attacks=attacks)
        )
    if draft.focus and len(draft.focus) < SIZE:
        parts.append(say("Close-up of {hexes}.", hexes=", ".join(NAMES[h] for h in draft.focus)))
    if draft.marks:
        parts.append(say("Outlined: {hexes}.", hexes=", ".join(NAMES[h] for h in sorted(draft.marks))))
    return " ".join(parts)


def sheet(say: Phrases, groups: tuple[Group, ...]) -> Picture:
    """Return the picture of these tiles; its alternative text names them all."""
    sentences = (f"{group.title}: {', '.join(_told(say, shown) for shown in group.tiles)}." for group in groups)
    return Picture(draw_tiles(groups, Labels(say)), "tiles.png", cut(" ".join(sentences), ALT_TEXT))


def _told(say: Phrases, shown: Shown) -> str:
    return say("{tile} (chosen)", tile=shown.caption) if shown.chosen else shown.caption


def result_card(say: Phrases, view: View, names: Names = NOBODY) -> Picture:
    """Draw winner, reason, hit points and the last position."""
    return Picture(pictures.draw_result(view, Labels.of(say, names)), "result.png", alt_text(say, view, names=names))


def warm(languages: Sequence[str]) -> Callable[[], None]:
    """Draw the parts of boards, and keep them in the user's cache folder for the next start."""
    return pictures.warm([Labels(phrases(language)) for language in languages]).stop


def marks(events: Events) -> tuple[int, ...]:
    """Return the hexes of what was placed, moved or marked, where it stands now, and of what was shot at."""
    hexes: dict[int, None] = {}
    for event in events:
        _mark(event, hexes)
    return tuple(hexes)


def _mark(event: object, hexes: dict[int, None]) -> None:
    """Take the hexes of an event into the marks, and those out of them that it leaves."""
    if isinstance(event, ev.Moved):
        hexes.pop(event.tile.hex, None)
    if isinstance(event, ev.Placed | ev.Moved):
        hexes[event.hex] = None
    elif isinstance(event, ev.Unfolding | ev.Unfolded):
        hexes.update(dict.fromkeys(event.segments))
    elif isinstance(event, ev.Folded):
        for segment in event.segments:
            hexes.pop(segment, None)
    elif isinstance(event, ev.Netted | ev.Entrenched):
        hexes[event.tile.hex] = None
    elif isinstance(event, ev.Wounds) and event.cause != "phase":
        hexes.update({attack.target.hex: None for attack in event.attacks})


def marking(marks: Sequence[int]) -> BoardDraft:
    """Return the draft of a panel that only outlines these hexes."""
    return BoardDraft(marks=tuple(marks))


FACE: Final = Face[View](
    game=GAME,
    group="monolith",
    words=Words(
        description=description,
        tell=events.tell,
        asked=standing.asked,
        score=standing.score,
        status=standing.status,
        ending=standing.ending,
        fought=foresight.fought,
        action_text=standing.action_text,
        seat_title=names.seat_title,
    ),
    pictures=Pictures(
        board=board,
        private=private_board,
        result=result_card,
        marks=marks,
        marking=marking,
        struck=struck,
        arms=pictures.seat_arms,
        warm=warm,
    ),
    panel=PAGES.panel,
    quick_start=quick_start,
    outlook=(WHAT_IF, BATTLE),
    high_point=FILM.covers,
    film=FILM,
    why=WHY,
    predictions=PREDICTIONS,
    exhibits=EXHIBITS,
    lessons=LESSONS,
    guide=GUIDE,
    blurb=Blurb(
        Message("Two armies of tiles in a small arena: you place and turn them, then one battle runs by itself."),
        Message("about ten turns each"),
    ),
)
