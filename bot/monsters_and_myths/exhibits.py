"""What Monsters & Myths shows on request: the piles, the card of a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.limits import EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.film import LastAttack
from bot.monsters_and_myths.texts import cards
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.lettering import lettering
from bot.panels.face import Exhibit, Exhibited, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.monsters_and_myths.cards import CODES
from games.monsters_and_myths.view import View
from render.monsters_and_myths import draw_card


class Piles:
    """Captured and discarded cards, and what is left in the pile."""

    id = "piles"
    public = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Piles")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """All piles that the reader may know."""
        view: View | None = perspective.view
        return None if view is None or tokens else Exhibited(words=piles(perspective.say, view, perspective.names))


class Card:
    """A card in words and as a picture."""

    id = "mcard"
    public = False

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Look at a card")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The card of that code or name; `None` where there is none."""
        code = find(" ".join(tokens))
        if code is None:
            return None
        say = perspective.say
        text = cards.text(say, code)
        return Exhibited(text, picture=Picture(draw_card(code, lettering(say), text), "card.png", text))


def piles(say: Phrases, view: View, names: n.Names) -> str:
    """The piles in words."""
    lines = [say("Draw pile: {count} cards.", count=view.pile)]
    lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards) or say("nothing")))
    for seat in view.seats:
        who = n.player(names, seat.seat)
        lines.append(
            say("{player} has captured {cards}.", player=who, cards=n.counted(say, seat.captured) or say("nothing"))
        )
        if seat.away:
            lines.append(say("You have thrown away {cards}.", cards=n.counted(say, seat.away)))
        elif seat.away_count:
            lines.append(say("{player} has thrown away {count} cards unseen.", player=who, count=seat.away_count))
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def find(name: str) -> str | None:
    """The card of a code, or of a name in any language; the first that fits."""
    wanted = _plain(name)
    if not wanted:
        return None
    for code in CODES:
        if wanted == _plain(code) or wanted in {_plain(n.card(phrases(language), code)) for language in LANGUAGES}:
            return code
    return None


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


EXHIBITS: Final[tuple[Exhibit, ...]] = (Piles(), LastAttack(), Card())
