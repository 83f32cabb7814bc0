"""Why an action is refused: one sentence and the number of the rule, the first reason that applies (A15).

Each verb has one of these functions (`games.arena_of_heroes.verbs.Verb.against`). They are called with words that have
the form of the verb, for a hero that is in the arena and when no question is open, and return `None` for what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.api import GameError, IllegalAction, NotYourChoice
from games.arena_of_heroes.cards import ABILITIES, BOARDING, BREAD, FRUIT, HEROES, ROPE, SABRE, SHIELD, SPYGLASS, VEIL
from games.arena_of_heroes.moves import may_hide
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import CALLED, SHIELD_WALL, VEILED
from games.arena_of_heroes.worth import held
from games.messages import Message
from games.verbs import not_your_turn

Against = Callable[[State, int, Sequence[str]], GameError | None]
OWN_TURN: Final = (FRUIT, ROPE, BREAD, SPYGLASS)
"""Items that are used in the owner's turn only, in the order in which they are offered (A9)."""
THIRD: Final = 2
"""The actions that were spent before the third one (A8 Sabre and Pistol)."""
_LONGEST_WORD: Final = 20


def no_action(action: Sequence[str]) -> GameError:
    """Return the refusal of words that are no action, whoever says them and when."""
    if not action:
        return IllegalAction(Message("An action has at least one word."))
    text = " ".join(word[:_LONGEST_WORD] for word in action[:4])
    return IllegalAction(Message("“{words}” is not an action.", words=text))


def answering(state: State, seat: int, action: Sequence[str]) -> GameError | None:
    """Return why an action is refused while a question is open, or why an answer is when none is."""
    asked = state.question
    if asked is None:
        return NotYourChoice(Message("You have no question to answer now."), "A6.3")
    if action[0] == "choose" and asked.seat == seat and action[1] in asked.values:
        return None
    if asked.seat != seat:
        return NotYourChoice(Message("Somebody else has to answer a question first."), "A6.3")
    if action[0] != "choose":
        return IllegalAction(Message("You have to answer a question first."), "A6.3")
    return IllegalAction(Message("“{word}” is no answer to that question.", word=action[1][:_LONGEST_WORD]), "A6.3")


def picking(state: State, seat: int, action: Sequence[str]) -> GameError | None:
    """Return why an action is refused in the draft, or why a hero cannot be picked after it."""
    if state.phase != "draft":
        return NotYourChoice(Message("All heroes have been picked."), "A4.2")
    if action[0] != "pick":
        return NotYourChoice(Message("The match has not begun yet: everybody picks a hero first."), "A4.2")
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn to pick."), "A4.2")
    if action[1] not in (*state.pool, RANDOM):
        return IllegalAction(Message("{hero} cannot be picked.", hero=HEROES[action[1]].title), "A4.2")
    return None


def nothing(state: State, seat: int, words: Sequence[str]) -> None:
    """Refuse nothing."""


def not_active(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the seat cannot act: only the active one can."""
    return not_your_turn("A5.0.2") if state.turn != seat else None


def attack(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the seat cannot attack."""
    if refused := not_active(state, seat, words):
        return refused
    if state.held:
        return NotYourChoice(Message("Your next attack is waiting for others, who may use an ability first."), "A7")
    return None


def attack2(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the seat cannot attack with two dice."""
    if refused := attack(state, seat, words):
        return refused
    hero = state.heroes[seat]
    if not (hero.can(SABRE) and state.used == THIRD):
        return IllegalAction(Message("Two dice are for Flint, when the third action of a turn is an attack."), "A8")
    return None


def hide(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the hero cannot hide."""
    hero = state.heroes[seat]
    if (refused := not_active(state, seat, words)) or may_hide(state, hero):
        return refused
    unexplored = state.mode == "advanced" and not hero.explored
    why = held(
        sudden=state.sudden,
        cards=len(state.deck),
        delay=hero.delay,
        spider=hero.at in state.spiders,
        unexplored=unexplored,
    )
    if hero.hidden and not state.sudden:
        why = Message("Your hero is hidden already.")
    assert why is not None
    return IllegalAction(why, "A5.6" if state.sudden else "A5.2")


def work(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why there is no delay token to work off, of the hero or of an idol."""
    hero = state.heroes[seat]
    if (refused := not_active(state, seat, words)) or (hero.tokens(words[0]) if words else hero.delay):
        return refused
    return IllegalAction(Message("There is no delay token to work off."), "A5.4")


def explore(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the hero cannot explore."""
    if refused := not_active(state, seat, words):
        return refused
    if state.mode != "advanced":
        return IllegalAction(Message("Exploring belongs to the advanced game."), "A5.5")
    if state.searched:
        return IllegalAction(Message("You have explored in this turn already."), "A5.5")
    return None


def spider(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the hero cannot swat a spider at that hideout."""
    if refused := not_active(state, seat, words):
        return refused
    if int(words[0]) not in state.spiders:
        return IllegalAction(Message("There is no spider at {hideout}.", hideout=words[0]), "A9")
    return None


def use(state: State, seat: int, words: Sequence[str]) -> GameError | None:
    """Return why the seat cannot use an item."""
    if not state.heroes[seat].has(words[0]):
        return IllegalAction(Message("You do not have that item."), "A9")
    if words[0] in OWN_TURN and state.turn != seat:
        return NotYourChoice(Message("That item can be used in your own turn only."), "A9")
    return None


def _not_able(verb: str) -> GameError:
    return IllegalAction(Message("Your hero does not have {ability}.", ability=ABILITIES[verb].title), "A8")


def spending(verb: str) -> Against:
    """Return the reasons against an ability that costs stamina, which is used in any turn."""

    def against(state: State, seat: int, words: Sequence[str]) -> GameError | None:
        hero = state.heroes[seat]
        if not hero.can(verb):
            return _not_able(verb)
        if hero.stamina <= ABILITIES[verb].stamina:
            return IllegalAction(Message("Your last point of stamina cannot be spent."), "A6.4")
        if verb == BOARDING and CALLED in hero.flags:
            return IllegalAction(Message("That works only once a turn."), "A8")
        return None

    return against


def working(verb: str) -> Against:
    """Return the reasons against an ability that costs actions."""

    def against(state: State, seat: int, words: Sequence[str]) -> GameError | None:
        hero, cost = state.heroes[seat], ABILITIES[verb].actions
        if not hero.can(verb):
            return _not_able(verb)
        if state.turn != seat:
            return NotYourChoice(Message("Abilities that cost actions can be used in your own turn only."), "A6.2")
        if state.left < cost:
            text = Message.counted("That costs {count} action.", "That costs {count} actions.", cost)
            return IllegalAction(text, "A6.2")
        if verb == SHIELD and SHIELD_WALL in hero.flags:
            return IllegalAction(Message("Your shield wall still stands."), "A8")
        if verb == VEIL and VEILED in hero.flags:
            return IllegalAction(Message("Your veil still covers you."), "A8")
        if verb == VEIL and not hero.hidden:
            return IllegalAction(Message("Only a hidden hero can draw the veil."), "A8")
        return None

    return against
