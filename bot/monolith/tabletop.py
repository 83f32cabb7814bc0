"""Monolith Arena's face on Discord: rules, panels, pictures and words in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import render.monolith_arena as pictures
from bot.monolith import panels
from bot.monolith.scene import Scene
from bot.panel import Chair, Panel, Picture
from bot.texts import monolith as texts
from games.api import Action, Choice
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View

FIGHTING: Final = (ev.BattleBegan, ev.BattleEnded)


class MonolithTabletop:
    """The `bot.tabletop.Tabletop` of Monolith Arena."""

    game: Final = GAME
    invited: Final = range(1, 2)

    def option_words(self, options: Mapping[str, Any]) -> str:
        """The options of a match."""
        return texts.option_words(options)

    def seat_word(self, view: View, seat: int) -> str:
        """Letter and faction."""
        return texts.seat_word(view, seat)

    def panel(self, chair: Chair, words: Sequence[str] = ()) -> Panel:
        """The private panel."""
        return panels.panel(chair, words)

    def cards(self, chair: Chair) -> Panel:
        """The list of cards."""
        return panels.cards(chair)

    def card(self, name: str) -> tuple[str, Picture] | None:
        """One tile's card."""
        home, _, tile_id = name.rpartition("/")
        for faction_id in (home,) if home else FACTIONS:
            kind = faction(faction_id).by_id.get(tile_id) if faction_id in FACTIONS else None
            if kind is not None:
                words = pictures.card_words(kind)
                return words, Picture(pictures.draw_card(kind), "card.png", words[:1024])
        return None

    def piles(self, view: View, names: Mapping[int, str], seat: int | None = None) -> str:
        """Discards and unseen tiles."""
        return texts.piles(view, names, seat)

    def board(self, view: View, marks: Sequence[int] = ()) -> Picture:
        """The public picture."""
        return Picture(pictures.draw_board(view, marks=marks), "board.png", pictures.alt_text(view))

    def private_board(self, view: View, scene: Scene | None = None) -> Picture:
        """The picture of a panel."""
        scene = scene or Scene()
        ghost = None
        if scene.draft is not None:
            ghost = pictures.Ghost(scene.draft.tile, scene.draft.hex, scene.draft.origin)
        draw = pictures.draw_board if view.reader is None else pictures.draw_reserve
        return Picture(draw(view, marks=scene.marks, ghost=ghost), "reserve.png", pictures.alt_text(view))

    def battle(self, before: View, after: View) -> Picture:
        """Before and after."""
        alt = f"Before and after the battle. After it: {pictures.alt_text(after)}"
        return Picture(pictures.draw_battle(before, after), "battle.png", alt[:1024])

    def is_battle(self, events: Sequence[Any]) -> bool:
        """Whether a phase of a battle was fought, or a battle began or ended."""
        return any(isinstance(e, FIGHTING) or (isinstance(e, ev.Wounds) and e.cause == "phase") for e in events)

    def words(self, view: View) -> str:
        """The position in words."""
        return pictures.words(view)

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """The hexes of what was placed, moved or hit."""
        marks: dict[int, None] = {}
        for event in events:
            if isinstance(event, ev.Placed | ev.Moved):
                marks[event.hex] = None
            elif isinstance(event, ev.Netted | ev.Entrenched):
                marks[event.tile.hex] = None
            elif isinstance(event, ev.Wounds) and event.cause != "phase":
                marks.update({a.target.hex: None for a in event.attacks})
        return tuple(marks)

    def tell(self, events: Sequence[Any], names: Mapping[int, str]) -> list[str]:
        """What happened."""
        return texts.tell(events, names)

    def score(self, view: View) -> str:
        """Hit points."""
        return texts.score(view)

    def status(self, view: View) -> str:
        """Both sides."""
        return texts.status(view)

    def asked(self, choice: Choice, view: View, names: Mapping[int, str]) -> str:
        """What is waited for."""
        return texts.asked(choice, view, names)

    def default_line(self, action: Action) -> str:
        """An action in plain words."""
        return texts.default_line(action)

    def ending(self, view: View, names: Mapping[int, str]) -> str:
        """Who won."""
        return texts.ending(view, names)


TABLETOP: Final = MonolithTabletop()
