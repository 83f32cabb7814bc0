"""What can be looked up about a match: piles, where hidden heroes may be, heroes and cards in play."""

from __future__ import annotations

from collections.abc import Iterable

from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.cards import card_text, hero_text
from bot.limits import EMBED_DESCRIPTION, cut
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.heroes import HeroType
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.view import View


def piles(say: Phrases, view: View) -> str:
    """What has been turned up and what is left."""
    lines = [
        say("Hideout deck: {count}.", count=view.deck),
        say("Hideout discards, from the top: {hideouts}.", hideouts=_listed(say, map(str, view.discard))),
        say("Closed: {hideouts}.", hideouts=_listed(say, map(str, sorted(view.closed)))),
    ]
    if view.mode == "advanced":
        lines.append(say("Arena deck: {count}.", count=view.arena))
        lines.append(
            say("Arena discards: {cards}.", cards=_listed(say, (called.card(say, card.id) for card in view.spent)))
        )
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def _listed(say: Phrases, parts: Iterable[str]) -> str:
    return ", ".join(parts) or say("nothing")


def places(say: Phrases, view: View, names: Names) -> str:
    """For each hidden hero the hideouts where it may be, as everybody can work it out; the reader's own is excepted."""
    lines = [_may_be(say, view, seat.seat, names) for seat in view.seats if seat.hidden and seat.seat != view.reader]
    if not lines:
        return say("Nobody else is hidden.")
    note = say("-# Unless a Veil or a Smoke Phial was at work. Shots since the hero last moved are counted.")
    return "\n".join([*lines, note])


def _may_be(say: Phrases, view: View, seat: int, names: Names) -> str:
    taken = {other.at for other in view.seats if other.at is not None and other.seat != seat}
    spared = view.seats[seat].spared
    found = [h for h in HIDEOUTS if h not in view.closed and h not in taken and h not in spared]
    return say("{player} may be at {hideouts}.", player=player(names, seat), hideouts=_listed(say, map(str, found)))


def heroes_of(view: View) -> list[HeroType]:
    """The heroes of the match, as they were picked."""
    return [seat.hero for seat in view.seats if seat.hero is not None]


def open_cards(view: View) -> list[CardType]:
    """The cards that lie open, each once."""
    placed = [*(one for seat in view.seats for one in seat.items), *(one for one in view.slots if one is not None)]
    return list({one.card.id: one.card for one in placed}.values())


def heroes_and_cards(say: Phrases, view: View, names: Names) -> str:
    """The heroes of the match and the cards that lie open, with all that is printed on them."""
    parts = [f"{player(names, seat.seat)}: {hero_text(say, seat.hero)}" for seat in view.seats if seat.hero is not None]
    parts += [card_text(say, card) for card in open_cards(view)]
    return cut("\n\n".join(parts), EMBED_DESCRIPTION) or say("No heroes have been picked yet.")
