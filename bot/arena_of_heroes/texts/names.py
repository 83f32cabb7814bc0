"""What heroes, cards, places and seats are called, what is printed on them, and what stands on buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, SELECT_TEXT, cut
from bot.panels.model import Button, Picture, Press, SeatPerspective
from bot.panels.widgets import button, fitting
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import (
    ABILITIES,
    BLOODSCENT,
    BOARDING,
    BREAD,
    CARDS,
    FRUIT,
    HEROES,
    MUSHROOMS,
    PHIAL,
    REEDFOOT,
    ROOTWALK,
    ROPE,
    SABRE,
    SAPPER,
    SPYGLASS,
    TUNNEL,
    VEIL,
    Ability,
    CardType,
    HeroType,
)
from games.arena_of_heroes.refusals import THIRD
from games.arena_of_heroes.ring import COLOUR_TITLES, GREEN, GROUND, GROUND_TITLES, HIDE_FACES, SYMBOL_TITLES, WASTELAND
from games.arena_of_heroes.view import LETTERS, View
from games.arena_of_heroes.worth import hiding_faces, inner, percent, prospects, red_ends, strikes_home, whereabouts
from games.messages import Message
from render import arena_of_heroes as pictures
from render.arena_of_heroes import IN_SHORT, Aim, Printed, Tile, machine_chances


def hero(say: Phrases, code: str) -> str:
    """Return the name of a hero by its code."""
    return say.message(HEROES[code].title)


def card(say: Phrases, code: str) -> str:
    """Return the name of an arena card by its id."""
    return say.message(CARDS[code].title)


def ability(say: Phrases, code: str) -> str:
    """Return the name of an ability."""
    return say.message(ABILITIES[code].title)


def ground(say: Phrases, hideout: int) -> str:
    """Return the kind of a hideout."""
    return say.message(GROUND_TITLES[GROUND[hideout]])


SIGNS: Final = {"ring": "○", "split_ring": "⊖", "square": "□", "triangle": "△", "slash": "∕", "cross": "×"}
"""The symbols of the attack die as letters."""
SABRE_TITLE: Final = ABILITIES[SABRE].title


def symbol(say: Phrases, name: str) -> str:
    """Return a symbol of the attack die, the sign before its name."""
    return f"{SIGNS[name]} {say.message(SYMBOL_TITLES[name])}"


def colour(say: Phrases, name: str) -> str:
    """Return a face of the hide die."""
    return say.message(COLOUR_TITLES[name])


def seat_title(say: Phrases, view: View, seat: int) -> str:
    """Return letter and hero, as on the pictures."""
    picked = view.seats[seat].hero
    return LETTERS[seat] if picked is None else f"{LETTERS[seat]} {say.message(picked.title)}"


def aim_of(view: View, hideout: int, seat: int | None = None) -> Aim:
    """Return the aim of a seat, by default the reader's: Bloodscent and the Golden Cog pull its shots together."""
    who = view.reader if seat is None else seat
    return Aim(hideout, inner=who is not None and inner(view.seats[who]))


def chances(say: Phrases, view: View, hideout: int) -> str:
    """Return what an aim may strike: ``1/3 at 8, 1/6 each at 16, 11, 7, 14``."""
    by_chance: dict[str, list[str]] = {}
    for struck, chance in machine_chances(view, aim_of(view, hideout)):
        by_chance.setdefault(chance, []).append(str(struck))
    return ", ".join(
        say("{chance} at {hideout}", chance=chance, hideout=found[0])
        if len(found) == 1
        else say("{chance} each at {hideouts}", chance=chance, hideouts=", ".join(found))
        for chance, found in by_chance.items()
    )


def target(say: Phrases, view: View, hideout: int, names: Names) -> str:
    """Return a hideout to aim at: its number and kind, and who is seen there. It tells nothing that is hidden."""
    number, kind = str(hideout), ground(say, hideout)
    if hideout in view.closed:
        return say("{hideout}: closed", hideout=number)
    seen = [seat for seat in view.seats if seat.alive and not seat.hidden and seat.at == hideout]
    if seen:
        who = say.every(player(names, seat.seat) for seat in seen)
        longer = say("{hideout}: {ground}, {players} there", hideout=number, ground=kind, players=who)
        letters = ", ".join(seat.letter for seat in seen)
        shorter = say("{hideout}: {ground}, {players} there", hideout=number, ground=kind, players=letters)
        return fitting(longer, shorter, length=SELECT_TEXT)
    return say("{hideout}: {ground}", hideout=number, ground=kind)


def aimed_at(say: Phrases, view: View, hideout: int, names: Names, *, advised: bool) -> str:
    """Return a target with whom a shot at it may strike: ``10: 28% chance, 3 of Max's 11 possible hideouts``.

    The chance that a shot does something to somebody is what targets are put in order by, for whoever is `advised`.
    """
    number, found = str(hideout), prospects(view, hideout)
    if hideout in view.closed:
        number = say("{hideout} (closed)", hideout=number)
    if not found:
        return say("{hideout}: nobody can be near", hideout=number)
    chance = percent(view, hideout) if advised else 0

    def told(parts: Iterable[str]) -> str:
        near = ", ".join(parts)
        if not chance:
            return say("{hideout}: {prospects}", hideout=number, prospects=near)
        return say("{hideout}: {percent}% chance, {prospects}", hideout=number, percent=chance, prospects=near)

    letters = {seat.seat: seat.letter for seat in view.seats}
    whole = told(_prospect(say, view, seat, *counts, names) for seat, counts in found.items())
    brief = told(_prospect(say, view, seat, *counts, letters, brief=True) for seat, counts in found.items())
    return fitting(whole, brief, length=SELECT_TEXT)


def _prospect(say: Phrases, view: View, seat: int, near: int, places: int, names: Names, *, brief: bool = False) -> str:
    if not view.seats[seat].hidden:
        return say("{player} at {hideout}", player=player(names, seat), hideout=str(view.seats[seat].at))
    if brief:
        return say("{player}: {count} of {places}", player=player(names, seat), count=near, places=places)
    if places == 1:
        return say("{player}'s only possible hideout", player=player(names, seat))
    return say(
        "{count} of {player}'s {places} possible hideouts", player=player(names, seat), count=near, places=places
    )


def reach(say: Phrases, view: View, hideout: int) -> str:
    """Return the kind of an open target, and how likely each hideout is to be struck; before that a warning.

    That it is closed, its name says (`aimed_at`).
    """
    kind = "" if hideout in view.closed else ground(say, hideout)
    warning = say("may strike you") if strikes_home(view, hideout) else ""
    return " · ".join(part for part in (warning, kind, chances(say, view, hideout)) if part)


def short(say: Phrases, action: Action) -> str:
    """Return the name of an ability or an item, without its price."""
    if action[0] == "use":
        return card(say, action[1])
    return ability(say, action[0]) if action[0] in ABILITIES else using(say, action)


def using(say: Phrases, action: Action) -> str:
    """Return an ability or an item as a button: what it is, where, what it brings, and what it costs."""
    verb, rest = action[0], action[1:]
    if verb == "spider":
        return say("Swat the spider at {hideout}", hideout=rest[0])
    if verb == "work":
        return say("Work off {card}", card=card(say, rest[0]))
    name, brings = aimed(say, action), effect(say, action)
    return say("{action}: {effect}", action=name, effect=brings) if brings else name


def aimed(say: Phrases, action: Action) -> str:
    """Return an ability or an item with where it is used."""
    name, where = short(say, action), action[-1]
    return say("{ability} at {hideout}", ability=name, hideout=where) if where.isdecimal() else name


def effect(say: Phrases, action: Action) -> str:
    """Return what an ability or an item brings and costs, in a few words; nothing where its name says it."""
    found = _EFFECTS.get(action[1] if action[0] == "use" else action[0])
    return "" if found is None else say.message(found)


_EFFECTS: Final = {
    ROOTWALK: Message("move, costs 1 stamina"),
    BOARDING: Message("one shot, costs 1 stamina"),
    TUNNEL: Message("move, 2 actions"),
    "veil": Message("2 actions"),
    "shield": Message("1 action"),
    **{item: IN_SHORT[item] for item in (FRUIT, MUSHROOMS, PHIAL, ROPE, SPYGLASS, BREAD)},
}


def lookups(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """Return the buttons for what can be looked up on any page; players may answer in advance."""
    say = perspective.say
    buttons = [button(say("Heroes and cards"), Press("heroes"))]
    if perspective.view.phase != "draft":
        buttons.append(button(say("Who may be where?"), Press("places")))
    if perspective.seat is None or perspective.view.result is not None:
        return (*buttons, button(say("Piles"), Press("piles")))
    return (*buttons, button(say("Standing instructions"), Press("orders")))


def of_turn(
    say: Phrases, view: View, names: Names, aim: int | None, *, brief: bool = False, delayed: bool = True
) -> Iterator[str]:
    """Yield the sentences that matter now to whoever's turn it is; `brief` leaves out how one hides.

    That delay holds the own hero is said only if `delayed`.
    """
    assert view.reader is not None
    me = view.seats[view.reader]
    if aim is not None and strikes_home(view, aim):
        yield say("Careful: this shot may strike your own hideout.")
    hit = [seat for seat in view.seats if "hit" in seat.flags and seat.alive] if not view.sudden else []
    seen = [player(names, seat.seat) for seat in hit if not seat.hidden or seat.seat == view.reader]
    gone = [player(names, seat.seat) for seat in hit if seat.hidden and seat.seat != view.reader]
    if seen:
        yield say("{players}: a second hit in this turn does nothing.", players=say.every(seen))
    if gone:
        yield say("{players}: a second hit in this turn does nothing, finding does.", players=say.every(gone))
    if view.sudden:
        yield say("Sudden death: nobody hides any more, and every hit counts.")
    elif me.delay:
        if delayed:
            yield (
                say("Delay tokens hold you here: work them off before you hide; red ends your turn.")
                if red_ends(view)
                else say("Delay tokens hold you here: work them off before you hide.")
            )
    elif view.mode == "advanced" and not me.explored:
        yield say("Explore first: an unexplored hideout cannot be left.")
    elif not me.hidden and not brief:
        yield say("You are found: green always hides you, red in forest and water, with delay.")


def by_nature(say: Phrases, view: View) -> str:
    """Return in a short sentence what an ability of the reader's hero changes by itself in what the turn offers.

    It is empty where that is nothing, or a button or the number of actions says it.
    """
    assert view.reader is not None
    me = view.seats[view.reader]
    can = me.hero.can if me.hero is not None else frozenset()
    if SABRE in can and view.used < THIRD < view.used + view.left:
        return say("Third action: you may fire two dice.")
    if BLOODSCENT in can:
        return say("Your slash is a square, your cross a triangle.")
    by_red = not me.hidden and not me.delay and hiding_faces(view) > HIDE_FACES.count(GREEN)
    if SAPPER in can and by_red and me.at is not None and GROUND[me.at] == WASTELAND:
        return say("Wasteland hides you like forest.")
    if REEDFOOT in can and me.delay:
        return say("Red never ends your turn.")
    if REEDFOOT in can and by_red:
        return say("Hiding by red costs you one delay less.")
    return ""


def hero_tile(say: Phrases, hero: HeroType) -> Tile:
    """Return a hero for a picture."""
    side = say("green side") if hero.side == "green" else say("orange side")
    note = say.plural("{side}, {count} action a turn", "{side}, {count} actions a turn", hero.actions, side=side)
    lines = [Printed(ability_head(say, ability), say(ability.text)) for ability in hero.abilities]
    return pictures.hero_tile(
        hero, say.message(hero.title), note, lines or [Printed("", say("No ability, but the most stamina."))]
    )


def brief_tile(say: Phrases, hero: HeroType) -> Tile:
    """Return a hero with no more than the names of what it can do."""
    lines = [Printed(say.message(ability.title), "") for ability in hero.abilities]
    return pictures.hero_tile(hero, say.message(hero.title), "", lines or [Printed(say("no ability"), "")])


def card_tile(say: Phrases, printed: CardType) -> Tile:
    """Return an arena card for a picture."""
    return pictures.card_tile(printed, card(say, printed.id), f"{printed.id}, {_kind(say, printed)}", say(printed.text))


def hero_text(say: Phrases, hero: HeroType) -> str:
    """Return a hero: what it begins with and what it can do."""
    side = say("green side") if hero.side == "green" else say("orange side")
    head = say.plural(
        "**{hero}** ({side}): stamina {stamina}, {count} action a turn",
        "**{hero}** ({side}): stamina {stamina}, {count} actions a turn",
        hero.actions,
        hero=hero.title,
        side=side,
        stamina=hero.stamina,
    )
    return "\n".join([head, *_abilities(say, hero)])


def _abilities(say: Phrases, hero: HeroType) -> list[str]:
    """Return what it can do, a line each."""
    lines = [ability_text(say, ability) for ability in hero.abilities]
    return lines or [say("No ability, but the most stamina.")]


def ability_head(say: Phrases, ability: Ability) -> str:
    """Return the name of an ability with its cost."""
    cost = _cost(say, ability)
    return say("{ability} ({cost})", ability=ability.title, cost=cost) if cost else say.message(ability.title)


def _cost(say: Phrases, ability: Ability) -> str:
    if ability.actions:
        return say.plural("{count} action", "{count} actions", ability.actions)
    return say("1 point of stamina") if ability.stamina else ""


def ability_text(say: Phrases, ability: Ability) -> str:
    """Return an ability with its cost and what it does."""
    cost, text = _cost(say, ability), say(ability.text)
    if cost:
        return say("**{ability}** ({cost}): {text}", ability=ability.title, cost=cost, text=text)
    return say("**{ability}**: {text}", ability=ability.title, text=text)


def abilities_in_short(say: Phrases, hero: HeroType) -> str:
    """Return the names of what a hero can do, in one line."""
    return ", ".join(say.message(ability.title) for ability in hero.abilities) or say("no ability")


def card_text(say: Phrases, printed: CardType) -> str:
    """Return an arena card: its kind and what it does."""
    return f"**{card(say, printed.id)}** ({printed.id}, {_kind(say, printed)})\n{say(printed.text)}"


def own_words(say: Phrases, shown: Iterable[HeroType | CardType]) -> tuple[str, ...]:
    """Return the line about what was made up for this bot, once for all that is shown; nothing where nothing was."""
    if not any(one.assumed for one in shown):
        return ()
    return (say("-# In part made up for this bot, where the original text could not be found."),)


def _kind(say: Phrases, printed: CardType) -> str:
    if printed.slot:
        return say("event for all, stays on {slot}", slot=printed.slot)
    if printed.kind == "item":
        return say("item")
    return say("event for whoever explores") if printed.kind == "hideout" else say("event for all")


def piles(say: Phrases, view: View) -> str:
    """Return what has been turned up and what is left."""
    lines = [
        say("Hideout deck: {count}.", count=view.deck),
        say("Hideout discards, from the top: {hideouts}.", hideouts=_listed(say, map(str, view.discard))),
        say("Closed: {hideouts}.", hideouts=_listed(say, map(str, sorted(view.closed)))),
    ]
    if view.mode == "advanced":
        lines.append(say("Arena deck: {count}.", count=view.arena))
        lines.append(say("Arena discards: {cards}.", cards=_listed(say, (card(say, spent.id) for spent in view.spent))))
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def _listed(say: Phrases, parts: Iterable[str]) -> str:
    return ", ".join(parts) or say("nothing")


def places(say: Phrases, view: View, names: Names) -> str:
    """Return the hideouts where each hidden hero but the reader's own may be, as everybody can work it out."""
    lines = [_may_be(say, view, seat.seat, names) for seat in view.seats if seat.hidden and seat.seat != view.reader]
    if not lines:
        return say("Nobody else is hidden.")
    if view.mode == "advanced":
        note = say("-# Unless a Veil or a Smoke Phial was at work. Shots since the hero last moved are counted.")
    elif any(VEIL in one.can for one in heroes_of(view)):
        note = say("-# Unless a Veil was at work. Shots since the hero last moved are counted.")
    else:
        note = say("-# Shots since the hero last moved are counted.")
    return "\n".join([*lines, note])


def _may_be(say: Phrases, view: View, seat: int, names: Names) -> str:
    hideouts = whereabouts(view, seat)
    return say("{player} may be at {hideouts}.", player=player(names, seat), hideouts=_listed(say, map(str, hideouts)))


def heroes_of(view: View) -> list[HeroType]:
    """Return the heroes of the match: as they were picked, behind them those that still can be."""
    return [*(seat.hero for seat in view.seats if seat.hero is not None), *view.pool]


def open_cards(view: View) -> list[CardType]:
    """Return the cards that lie open, each once."""
    placed = [*(one for seat in view.seats for one in seat.items), *(one for one in view.slots if one is not None)]
    return list({one.card.id: one.card for one in placed}.values())


def heroes_and_cards(say: Phrases, view: View, names: Names) -> str:
    """Return the heroes of the match and the cards that lie open, with all that is printed on them."""
    parts = [f"{player(names, seat.seat)}: {hero_text(say, seat.hero)}" for seat in view.seats if seat.hero is not None]
    parts += [hero_text(say, hero) for hero in view.pool]
    parts += [card_text(say, printed) for printed in open_cards(view)]
    parts += own_words(say, (*heroes_of(view), *open_cards(view)))
    return cut("\n\n".join(parts), EMBED_DESCRIPTION)


def tiles(shown: Sequence[Tile]) -> Picture:
    """Draw heroes and cards, with what is printed on them."""
    words = (f"{tile.name}: {tile.note}. {' '.join(map(_printed, tile.lines))}" for tile in shown)
    return Picture(pictures.draw_tiles(shown), "cards.png", cut(" ".join(words), ALT_TEXT))


def gallery(say: Phrases, heroes: Sequence[Tile]) -> Picture:
    """Draw many heroes, with the names of what they can do."""
    words = (
        f"{say('{hero}: stamina {stamina}', hero=tile.name, stamina=tile.stamina)}, "
        f"{', '.join(line.head for line in tile.lines)}."
        for tile in heroes
    )
    return Picture(pictures.draw_gallery(heroes), "cards.png", cut(" ".join(words), ALT_TEXT))


def _printed(text: Printed) -> str:
    return f"{text.head}: {text.text}" if text.head else text.text
