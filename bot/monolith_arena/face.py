"""Monolith Arena as a `bot.panels.face.GameFace`: where panels, pictures and the message catalogue come together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena import cards, panels
from bot.monolith_arena.scene import EMPTY, Scene, more, staged
from bot.monolith_arena.texts import events as happened
from bot.monolith_arena.texts import standing as standing
from bot.monolith_arena.texts.description import alt_text, description
from bot.monolith_arena.texts.lettering import lettering
from bot.monolith_arena.texts.sides import NOBODY
from bot.panels.model import Panel, Picture, SeatPerspective
from bot.texts.phrases import phrases
from games.api import Action, Choice, Game, formation_for
from games.monolith_arena import events as ev
from games.monolith_arena.game import FORMATIONS, GAME
from games.monolith_arena.replay import film
from games.monolith_arena.view import View
from render import monolith_arena as pictures

_SAY: Final = phrases("en")
_FIGHTING: Final = (ev.BattleBegan, ev.BattleEnded)


class MonolithFace:
    """The face of Monolith Arena. It has no state of its own."""

    game: Game[Any] = GAME
    invited = range(FORMATIONS[0].seats - 1, FORMATIONS[-1].seats)

    def teams(self, seats: int) -> tuple[int, ...]:
        """The team of each seat (R15.1, R15.2)."""
        return formation_for(GAME, seats).teams

    def option_words(self, options: Mapping[str, Any]) -> str:
        """The options of a match."""
        return standing.option_words(options)

    def seat_word(self, view: View, seat: int) -> str:
        """Letter and faction."""
        return standing.seat_word(view, seat)

    def panel(self, chair: SeatPerspective, words: Sequence[str] = ()) -> Panel:
        """The private panel at these words."""
        return panels.panel(chair, words)

    def cards(self, chair: SeatPerspective) -> Panel:
        """The list of cards."""
        return cards.panel(chair)

    def card(self, name: str, view: View | None = None) -> tuple[str, Picture] | None:
        """One card."""
        return cards.card(name, view)

    def piles(self, view: View, names: Mapping[int, str], seat: int | None = None) -> str:
        """Discard piles and what is not seen yet."""
        return standing.piles(view, names, seat)

    def board(self, view: View, marks: Sequence[int] = ()) -> Picture:
        """The public picture."""
        return Picture(
            pictures.draw_board(view, lettering(_SAY), marks=marks), "board.png", alt_text(_SAY, view, marks=marks)
        )

    def private_board(self, view: View, scene: Scene | None = None) -> Picture:
        """The picture of a panel: with the reserve for whoever has one, with the draft of a move."""
        scene = scene or EMPTY
        view = staged(view, scene)
        playing = view.reader is not None
        draw = pictures.draw_reserve if playing else pictures.draw_board
        alt = alt_text(_SAY, view, ghost=scene.ghost, reserve=playing)
        alt = cut(f"{alt}{more(view, scene)}", ALT_TEXT)
        picture = draw(view, lettering(_SAY), marks=scene.marks, ghost=scene.ghost, unfold=scene.unfold)
        return Picture(picture, "board.png", alt)

    def film(self, before: View, events: Sequence[ev.Event], after: View) -> Picture:
        """Every phase for some seconds, attacks as arrows."""
        alt = cut(f"The battle, phase by phase. {standing.losses(before, after)}", ALT_TEXT)
        return Picture(pictures.draw_film(film(before, events, after), lettering(_SAY)), "battle.gif", alt)

    def stills(self, before: View, events: Sequence[ev.Event], after: View) -> Picture:
        """The frames of the film beside each other."""
        alt = cut(f"The phases of the battle side by side. {standing.losses(before, after)}", ALT_TEXT)
        return Picture(pictures.draw_strip(film(before, events, after), lettering(_SAY)), "battle.png", alt)

    def result(self, view: View) -> Picture:
        """Winner, reason, hit points and the last position."""
        alt = cut(f"{standing.ending(view, {})} {alt_text(_SAY, view)}", ALT_TEXT)
        return Picture(pictures.draw_result(view, lettering(_SAY)), "result.png", alt)

    def warm(self) -> Callable[[], None]:
        """Draw the parts of boards, and keep them in the user's cache folder for the next start."""
        return pictures.warm([lettering(_SAY)]).stop

    def is_battle(self, events: Sequence[Any]) -> bool:
        """Whether a battle began, went on or ended."""
        return any(isinstance(e, _FIGHTING) or (isinstance(e, ev.Wounds) and e.cause == "phase") for e in events)

    def words(self, view: View) -> str:
        """The position in words."""
        return description(_SAY, view)

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """The hexes of what was placed, moved or marked, where it stands now, and of what was shot at."""
        marks: dict[int, None] = {}
        for event in events:
            if isinstance(event, ev.Moved):
                marks.pop(event.tile.hex, None)
            if isinstance(event, ev.Placed | ev.Moved):
                marks[event.hex] = None
            elif isinstance(event, ev.Unfolding | ev.Unfolded):
                marks.update(dict.fromkeys(event.segments))
            elif isinstance(event, ev.Folded):
                for segment in event.segments:
                    marks.pop(segment, None)
            elif isinstance(event, ev.Netted | ev.Entrenched):
                marks[event.tile.hex] = None
            elif isinstance(event, ev.Wounds) and event.cause != "phase":
                marks.update({attack.target.hex: None for attack in event.attacks})
        return tuple(marks)

    def tell(self, events: Sequence[Any], names: Mapping[int, str]) -> list[str]:
        """What happened."""
        return happened.tell(events, names)

    def score(self, view: View, names: Mapping[int, str] = NOBODY) -> str:
        """Hit points."""
        return standing.score(view, names)

    def status(self, view: View, names: Mapping[int, str] = NOBODY) -> str:
        """All sides."""
        return standing.status(view, names)

    def asked(self, choice: Choice, view: View, names: Mapping[int, str]) -> str:
        """What is asked."""
        return standing.asked(choice, view, names)

    def default_line(self, action: Action) -> str:
        """An action in plain words."""
        return standing.action_words(action)

    def ending(self, view: View, names: Mapping[int, str]) -> str:
        """Who won and how."""
        return standing.ending(view, names)


FACE: Final = MonolithFace()
