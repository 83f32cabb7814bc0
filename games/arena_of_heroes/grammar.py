"""What may be done: the words of an action (A14), and why it is refused, the first reason that applies (A15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.api import Action, GameError, IllegalAction, NotYourChoice
from games.arena_of_heroes.cards import BREAD, FRUIT, IDOLS, MUSHROOMS, PHIAL, ROPE, SPYGLASS
from games.arena_of_heroes.facts import CALLED, SHIELD_WALL, VEILED
from games.arena_of_heroes.heroes import ABILITIES, BOARDING, HEROES, ROOTWALK, SABRE, SHIELD, TUNNEL, VEIL
from games.arena_of_heroes.moves import may_hide
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.verbs import COSTS
from games.messages import Message

NUMBERS: Final = tuple(map(str, HIDEOUTS))
ANY_TURN: Final = (MUSHROOMS, PHIAL)
"""Items that are used at any time (A9)."""
OWN_TURN: Final = (FRUIT, ROPE, SPYGLASS, BREAD)
"""Items that are used in the own turn."""
SPENDING: Final = (ROOTWALK, BOARDING)
"""Abilities that cost stamina, in any turn."""
WORKING: Final = (SHIELD, VEIL, TUNNEL)
"""Abilities that cost actions."""
THIRD: Final = 2
"""The actions that were spent before the third one (A8 Sabre and Pistol)."""
ATTACKS: Final = ("attack", "attack2")
GRAMMAR: Final = "grammar"
"""Stands for the rule where the words are no action at all."""
_WITH_NUMBER: Final = ("attack", "attack2", "spider", BOARDING)
_ALONE: Final = ("hide", "explore", "end", "leave", SHIELD, VEIL, TUNNEL, ROOTWALK)
_AIMED: Final = ("attack", "attack2", BOARDING)
"""The verbs that may be said of any hideout."""
ANY: Final = NUMBERS[0]
"""Stands for all hideouts where one is as good as another."""
_LONGEST_WORD: Final = 20


def well_formed(action: Sequence[str]) -> bool:
    """Whether the words are an action at all, whoever says it and when."""
    verb, *words = action or [""]
    if verb in _WITH_NUMBER:
        return len(words) == 1 and words[0] in NUMBERS
    if verb in _ALONE:
        return not words
    if verb == "pick":
        return len(words) == 1 and words[0] in (*HEROES, RANDOM)
    if verb == "work":
        return not words or (len(words) == 1 and words[0] in IDOLS)
    if verb == "choose":
        return len(words) == 1
    if verb != "use" or not words:
        return False
    if words[0] == SPYGLASS:
        return len(words) == 2 and words[1] in NUMBERS
    return len(words) == 1 and words[0] in (*ANY_TURN, *OWN_TURN)


def refusal(state: State, seat: int, action: Sequence[str]) -> GameError | None:
    """Why a seat may not do that now, or `None` where it may."""
    if not well_formed(action):
        return no_action(action)
    verb, *words = action
    if state.phase == "over":
        return NotYourChoice(Message("The match is over."), "A5.7.2")
    if state.question is not None or verb == "choose":
        return _answering(state, seat, action)
    if state.phase == "draft" or verb == "pick":
        return _picking(state, seat, action)
    if not state.heroes[seat].alive:
        return NotYourChoice(Message("Your hero is out."), "A5.7.1")
    if verb in SPENDING:
        return _spending(state, seat, verb)
    if verb == "use":
        return _using(state, seat, words[0])
    if verb in WORKING:
        return _working(state, seat, verb)
    if verb == "leave":
        return None
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn."), "A5.0.2")
    return _acting(state, seat, verb, words)


def no_action(action: Sequence[str]) -> GameError:
    """What is said to words that are no action."""
    if not action:
        return IllegalAction(Message("An action has at least one word."))
    text = " ".join(word[:_LONGEST_WORD] for word in action[:4])
    return IllegalAction(Message("“{words}” is not an action.", words=text))


def _answering(state: State, seat: int, action: Sequence[str]) -> GameError | None:
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


def _picking(state: State, seat: int, action: Sequence[str]) -> GameError | None:
    if state.phase != "draft":
        return NotYourChoice(Message("All heroes have been picked."), "A4.2")
    if action[0] != "pick":
        return NotYourChoice(Message("The match has not begun yet: everybody picks a hero first."), "A4.2")
    if state.turn != seat:
        return NotYourChoice(Message("It is not your turn to pick."), "A4.2")
    if action[1] not in (*state.pool, RANDOM):
        return IllegalAction(Message("{hero} cannot be picked.", hero=HEROES[action[1]].title), "A4.2")
    return None


def _spending(state: State, seat: int, verb: str) -> GameError | None:
    hero = state.heroes[seat]
    if not hero.can(verb):
        return _not_able(verb)
    if hero.stamina <= ABILITIES[verb].stamina:
        return IllegalAction(Message("Your last point of stamina cannot be spent."), "A6.4")
    if verb == BOARDING and CALLED in hero.flags:
        return IllegalAction(Message("That works once a turn."), "A8")
    return None


def _not_able(verb: str) -> GameError:
    return IllegalAction(Message("Your hero does not have {ability}.", ability=ABILITIES[verb].title), "A8")


def _using(state: State, seat: int, card: str) -> GameError | None:
    if not state.heroes[seat].has(card):
        return IllegalAction(Message("You do not have that item."), "A9")
    if card in OWN_TURN and state.turn != seat:
        return NotYourChoice(Message("That item can be used in your own turn only."), "A9")
    return None


def _working(state: State, seat: int, verb: str) -> GameError | None:
    hero = state.heroes[seat]
    if not hero.can(verb):
        return _not_able(verb)
    if state.turn != seat:
        return NotYourChoice(Message("Abilities that cost actions can be used in your own turn only."), "A6.2")
    if state.left < COSTS[verb]:
        text = Message.counted("That costs {count} action.", "That costs {count} actions.", COSTS[verb])
        return IllegalAction(text, "A6.2")
    if verb == SHIELD and SHIELD_WALL in hero.flags:
        return IllegalAction(Message("Your shield wall still stands."), "A8")
    if verb == VEIL and VEILED in hero.flags:
        return IllegalAction(Message("Your veil still covers you."), "A8")
    if verb == VEIL and not hero.hidden:
        return IllegalAction(Message("Only a hidden hero can draw the veil."), "A8")
    return None


def _acting(state: State, seat: int, verb: str, words: Sequence[str]) -> GameError | None:
    """Why the active seat may not use a verb of its turn."""
    hero = state.heroes[seat]
    if verb in ATTACKS and state.held:
        return NotYourChoice(Message("Your next attack waits for others, who may use an ability first."), "A7")
    if verb == "attack2" and not (hero.can(SABRE) and state.used == THIRD):
        return IllegalAction(Message("Two dice are for Flint, when the third action of a turn is an attack."), "A8")
    if verb == "hide" and not may_hide(state, hero):
        return _no_hiding(state, seat)
    if verb == "work" and not (hero.tokens(words[0]) if words else hero.delay):
        return IllegalAction(Message("There is no delay token to work off."), "A5.4")
    if verb == "explore" and state.mode != "advanced":
        return IllegalAction(Message("Exploring belongs to the advanced game."), "A5.5")
    if verb == "explore" and state.searched:
        return IllegalAction(Message("You have explored in this turn already."), "A5.5")
    if verb == "spider" and int(words[0]) not in state.spiders:
        return IllegalAction(Message("There is no spider at {hideout}.", hideout=words[0]), "A9")
    return None


def _no_hiding(state: State, seat: int) -> GameError:
    hero = state.heroes[seat]
    if state.sudden:
        return IllegalAction(Message("In sudden death nobody can hide."), "A5.6")
    if hero.hidden:
        text = Message("Your hero is hidden already.")
    elif not state.deck:
        text = Message("No hideout cards are left.")
    elif hero.delay:
        text = Message("Delay holds your hero back: work it off first.")
    elif hero.at in state.spiders:
        text = Message("The spiders do not let your hero leave.")
    else:
        text = Message("Explore this hideout first.")
    return IllegalAction(text, "A5.2")


def legal(state: State, seat: int) -> list[Action]:
    """Every legal action of a seat but leaving."""
    return [action for offered in offers(state, seat) for action in spread(offered)]


def offers(state: State, seat: int) -> list[Action]:
    """The legal actions, one hideout standing for all where all are alike; `spread` gives the others."""
    return [action for action in _candidates(state, seat) if refusal(state, seat, action) is None]


def spread(action: Action) -> Iterator[Action]:
    """All actions that one of `offers` stands for."""
    if action[0] in _AIMED or action[1:2] == (SPYGLASS,):
        yield from ((*action[:-1], number) for number in NUMBERS)
    else:
        yield action


def can_react(state: State, seat: int) -> bool:
    """Whether a seat has something that it may use in another's turn (A6.2)."""
    return any(refusal(state, seat, action) is None for action in _at_any_time(state.heroes[seat]))


def _candidates(state: State, seat: int) -> Iterator[Action]:
    """What a seat could think of now; whether it is legal is for `refusal` to say."""
    if state.question is not None:
        yield from (("choose", word) for word in state.question.values)
    elif state.phase == "draft":
        yield from (("pick", hero) for hero in state.pool)
    elif state.heroes[seat].alive:
        if state.turn == seat:
            yield from _in_turn(state, state.heroes[seat])
        yield from _at_any_time(state.heroes[seat])


def _in_turn(state: State, hero: Hero) -> Iterator[Action]:
    yield ("attack", ANY)
    if hero.can(SABRE):
        yield ("attack2", ANY)
    yield from (("hide",), ("work",), *(("work", idol) for idol in IDOLS if hero.has(idol)))
    yield from (("explore",), *(("spider", str(hideout)) for hideout in sorted(set(state.spiders))), ("end",))
    yield from ((verb,) for verb in WORKING if hero.can(verb))
    yield from (("use", card) for card in (FRUIT, ROPE, BREAD) if hero.has(card))
    if hero.has(SPYGLASS):
        yield ("use", SPYGLASS, ANY)


def _at_any_time(hero: Hero) -> Iterator[Action]:
    if hero.can(ROOTWALK):
        yield (ROOTWALK,)
    if hero.can(BOARDING):
        yield (BOARDING, ANY)
    yield from (("use", card) for card in ANY_TURN if hero.has(card))


def completions(said: Action) -> Iterator[Action]:
    """The words, and what they may become with one word more: to tell why what has been said leads nowhere."""
    yield said
    yield from ((*said, word) for word in (ANY, *HEROES, *IDOLS, *ANY_TURN, *OWN_TURN))
    yield ("use", SPYGLASS, ANY)
