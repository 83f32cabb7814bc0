"""Heroes and arena cards in words, and what can be looked up about a match: piles, where hidden heroes may be."""

from __future__ import annotations

from collections.abc import Iterable

from bot.arena_of_heroes.texts import names as called
from bot.limits import EMBED_DESCRIPTION, cut
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import Ability, CardType, HeroType
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.view import View
from render import arena_of_heroes as pictures
from render.arena_of_heroes import Tile


def hero_tile(say: Phrases, hero: HeroType) -> Tile:
    """Return a hero for a picture."""
    side = say("green side") if hero.side == "green" else say("orange side")
    note = say("{side}, {actions} actions a turn", side=side, actions=hero.actions)
    return pictures.hero_tile(hero, say.message(hero.title), note, [_plain(line) for line in _abilities(say, hero)])


def card_tile(say: Phrases, card: CardType) -> Tile:
    """Return an arena card for a picture."""
    return pictures.card_tile(card, called.card(say, card.id), f"{card.id}, {_kind(say, card)}", [say(card.text)])


def _plain(text: str) -> str:
    """Return words without the marks of bold letters, which pictures do not have."""
    return text.replace("**", "")


def hero_text(say: Phrases, hero: HeroType) -> str:
    """Return a hero: what it begins with and what it can do."""
    side = say("green side") if hero.side == "green" else say("orange side")
    head = say(
        "**{hero}** ({side}): stamina {stamina}, {actions} actions a turn",
        hero=hero.title, side=side, stamina=hero.stamina, actions=hero.actions,
    )  # fmt: skip
    lines = [head, *_abilities(say, hero)]
    if hero.assumed:
        lines.append(_own(say))
    return "\n".join(lines)


def _abilities(say: Phrases, hero: HeroType) -> list[str]:
    """Return what it can do, a line each."""
    told = [ability_text(say, ability) for ability in hero.abilities]
    return told or [say("No ability, but the most stamina.")]


def ability_text(say: Phrases, ability: Ability) -> str:
    """Return an ability with its cost."""
    name = say.message(ability.title)
    if ability.actions:
        cost = say.plural("{count} action", "{count} actions", ability.actions)
        return say("**{ability}** ({cost}): {text}", ability=name, cost=cost, text=say(ability.text))
    if ability.stamina:
        return say(
            "**{ability}** ({cost}): {text}", ability=name, cost=say("1 point of stamina"), text=say(ability.text)
        )
    return say("**{ability}**: {text}", ability=name, text=say(ability.text))


def abilities_in_short(say: Phrases, hero: HeroType) -> str:
    """Return the names of what a hero can do, in one line."""
    return ", ".join(say.message(ability.title) for ability in hero.abilities) or say("no ability")


def card_text(say: Phrases, card: CardType) -> str:
    """Return an arena card: its kind and what it does."""
    lines = [f"**{called.card(say, card.id)}** ({card.id}, {_kind(say, card)})", say(card.text)]
    if card.assumed:
        lines.append(_own(say))
    return "\n".join(lines)


def _own(say: Phrases) -> str:
    return say("-# This one is the bot's own: the original could not be found.")


def _kind(say: Phrases, card: CardType) -> str:
    if card.slot:
        return say("event for all, stays on {slot}", slot=card.slot)
    if card.kind == "item":
        return say("item")
    return say("event for who explores") if card.kind == "hideout" else say("event for all")


def piles(say: Phrases, view: View) -> str:
    """Return what has been turned up and what is left."""
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
    """Return the hideouts where each hidden hero but the reader's own may be, as everybody can work it out."""
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
    """Return the heroes of the match, as they were picked."""
    return [seat.hero for seat in view.seats if seat.hero is not None]


def open_cards(view: View) -> list[CardType]:
    """Return the cards that lie open, each once."""
    placed = [*(one for seat in view.seats for one in seat.items), *(one for one in view.slots if one is not None)]
    return list({one.card.id: one.card for one in placed}.values())


def heroes_and_cards(say: Phrases, view: View, names: Names) -> str:
    """Return the heroes of the match and the cards that lie open, with all that is printed on them."""
    parts = [f"{player(names, seat.seat)}: {hero_text(say, seat.hero)}" for seat in view.seats if seat.hero is not None]
    parts += [card_text(say, card) for card in open_cards(view)]
    return cut("\n\n".join(parts), EMBED_DESCRIPTION) or say("No heroes have been picked yet.")
