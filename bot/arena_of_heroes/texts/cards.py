"""Heroes and arena cards in words: what `/arena hero` and `/arena card` show."""

from __future__ import annotations

from bot.arena_of_heroes.texts import names as called
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.heroes import Ability, HeroType
from render import arena_of_heroes as pictures
from render.arena_of_heroes import Tile


def hero_tile(say: Phrases, hero: HeroType) -> Tile:
    """A hero for a picture."""
    side = say("green side") if hero.side == "green" else say("orange side")
    note = say("{side}, {actions} actions a turn", side=side, actions=hero.actions)
    return pictures.hero_tile(hero, say.message(hero.title), note, [_plain(line) for line in _abilities(say, hero)])


def card_tile(say: Phrases, card: CardType) -> Tile:
    """An arena card for a picture."""
    return pictures.card_tile(card, called.card(say, card.id), f"{card.id}, {_kind(say, card)}", [say(card.text)])


def _plain(text: str) -> str:
    """Words without the marks of bold letters, which pictures do not have."""
    return text.replace("**", "")


def hero_text(say: Phrases, hero: HeroType) -> str:
    """A hero: what it begins with and what it can do."""
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
    """What it can do, a line each."""
    told = [ability_text(say, ability) for ability in hero.abilities]
    return told or [say("No ability, but the most stamina.")]


def ability_text(say: Phrases, ability: Ability) -> str:
    """An ability with its cost."""
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
    """The names of what a hero can do, in one line."""
    return ", ".join(say.message(ability.title) for ability in hero.abilities) or say("no ability")


def card_text(say: Phrases, card: CardType) -> str:
    """An arena card: its kind and what it does."""
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
