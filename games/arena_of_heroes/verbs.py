"""The verbs of Arena of Heroes: their words, what they do when they are legal, and what they cost (A5, A6.2, A9, A14).

These are the verbs of the rules; what a match adds to them stands in `games.arena_of_heroes.grammar`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, TypeAlias

from games import verbs
from games.api import Action, Field, GameError, NotYourChoice
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import refusals
from games.arena_of_heroes.cards import (
    ABILITIES,
    BOARDING,
    BREAD,
    FRUIT,
    HEROES,
    IDOLS,
    MUSHROOMS,
    PHIAL,
    ROOTWALK,
    ROPE,
    SHIELD,
    SPYGLASS,
    TUNNEL,
    VEIL,
)
from games.arena_of_heroes.effects import empty_slot, explore
from games.arena_of_heroes.moves import hide_roll, own_hide_die, relocate, settle, work
from games.arena_of_heroes.refusals import OWN_TURN, Against
from games.arena_of_heroes.ring import GREEN, HIDEOUTS
from games.arena_of_heroes.run import Run, delay, drop, eliminate, pay, regain
from games.arena_of_heroes.setup import RANDOM, end_if_over, pick
from games.arena_of_heroes.shots import attack
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import CALLED, SHIELD_WALL, SMOKE, VEILED
from games.grammar import Grammar
from games.messages import Message
from games.verbs import nothing_more, over, single

Perform: TypeAlias = Callable[[Run, int, Sequence[str]], None]
"""Does what a legal action says, by the words after its verb. Raises `Asked` and `Over`."""
NUMBERS: Final = tuple(map(str, HIDEOUTS))
ANY_TURN: Final = (MUSHROOMS, PHIAL)
"""Items that are used at any time, in the order in which they are offered (A9)."""
SCOPES: Final = ("turn", "always")
"""How far a seat lets attacks pass that wait for it, beyond the next one: in this turn, in the whole match."""
WORDS: Final[Mapping[str, Sequence[str]]] = {
    "hero": (*HEROES, RANDOM),
    "hideout": NUMBERS,
    "item": (*ANY_TURN, *OWN_TURN),
    "scope": SCOPES,
    "spider": NUMBERS,
    "token": tuple(IDOLS),
}
"""The words that a part of an action may be, whoever says it and when; an answer may be any (A14)."""
_OPTIONAL: Final = ("token", "scope")
"""The parts that may be left out."""
ANY: Final = NUMBERS[0]
"""Stands for all hideouts where one is as good as another."""
ANSWER: Final = "answer"
"""Stands for the kind of every choice that is a question."""
LEAVING: Final = "leaving"
"""No choice is of this kind: nobody is asked to leave."""
MUSHROOM_DELAY: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Verb(verbs.Verb[State, Perform]):
    """One verb of Arena of Heroes."""

    _: KW_ONLY
    against: Against = refusals.nothing
    """Return why an action of this verb is refused, the first reason of the verb's own that applies (A15)."""

    def fits(self, words: Sequence[str]) -> bool:
        """Return True if these words after the verb make an action at all, whoever says it and when (A14)."""
        parts = self.parts
        if parts[:1] == ("item",) and tuple(words[:1]) != (SPYGLASS,):
            parts = parts[:1]
        least = sum(part not in _OPTIONAL for part in parts)
        allowed = all(part not in WORDS or word in WORDS[part] for part, word in zip(parts, words, strict=False))
        return least <= len(words) <= len(parts) and allowed


def fits(action: Sequence[str]) -> bool:
    """Return True if the words are an action at all, whoever says it and when."""
    verb = VERBS.get(action[0]) if action else None
    return verb is not None and verb.fits(action[1:])


# ------------------------------------------------------------------------------------------------------------ fields

_AIM: Final = Field("hideout", NUMBERS, "A5.1")
_SPIED: Final = Field("hideout", NUMBERS, "A9")


def _aim(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else _AIM


def _idols(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    hero = state.heroes[seat]
    idols = tuple(idol for idol in IDOLS if hero.tokens(idol))
    if tokens or (hero.delay and not idols):
        return None
    return Field("token", idols, "A5.4", least=0 if hero.delay else 1)


def _items(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return _SPIED if tuple(tokens) == (SPYGLASS,) else None
    hero, order = state.heroes[seat], (*OWN_TURN, *ANY_TURN) if state.turn == seat else ANY_TURN
    return Field("item", tuple(item for item in order if hero.has(item)), "A9")


def _answers(state: State, seat: int) -> Sequence[str]:
    assert state.question is not None
    return state.question.values


# ----------------------------------------------------------------------------------------------------------- effects


def perform(run: Run, seat: int, action: Sequence[str]) -> None:
    """Carry out a legal action with all that follows by itself. Raises `Asked` and `Over`."""
    verb, words = VERBS[action[0]], action[1:]
    run.state.left -= verb.cost
    run.state.used += verb.cost
    verb.perform(run, seat, words)
    if verb.name != "pick":
        settle(run)
        end_if_over(run)


def _chase_spider(run: Run, seat: int, words: Sequence[str]) -> None:
    """Roll to remove a spider; with the last one the card goes (A9 B16)."""
    if own_hide_die(run, seat, "spider") != GREEN:
        return
    spiders = list(run.state.spiders)
    spiders.remove(int(words[0]))
    run.state.spiders = tuple(spiders)
    if not spiders:
        empty_slot(run, "E1")


def _end(run: Run, seat: int, words: Sequence[str]) -> None:
    run.tell(ev.TurnEnded(seat, run.state.left))
    run.ending = True


def _choose(run: Run, seat: int, words: Sequence[str]) -> None:
    raise AssertionError("an answer is carried out by the action that asked")


def _shield(run: Run, seat: int, words: Sequence[str]) -> None:
    run.hero(seat).flags |= {SHIELD_WALL}


def _veil(run: Run, seat: int, words: Sequence[str]) -> None:
    run.hero(seat).flags |= {VEILED}


def _move(run: Run, seat: int, words: Sequence[str]) -> None:
    relocate(run, seat)


def _board(run: Run, seat: int, words: Sequence[str]) -> None:
    """Fire at a hideout, in any turn, once each (A8)."""
    run.hero(seat).flags |= {CALLED}
    attack(run, seat, int(words[0]))


def _use(run: Run, seat: int, words: Sequence[str]) -> None:
    """Use an item, which is discarded (A9)."""
    card = words[0]
    drop(run, seat, card)
    if card == FRUIT:
        run.state.left += 1
    elif card == MUSHROOMS:
        relocate(run, seat, MUSHROOM_DELAY)
    elif card == PHIAL:
        run.hero(seat).flags |= {SMOKE}
    elif card == ROPE:
        delay(run, seat, -run.hero(seat).delay)
    elif card == SPYGLASS:
        _spy(run, seat, int(words[1]))
    elif card == BREAD:
        regain(run, seat)


def _spy(run: Run, seat: int, hideout: int) -> None:
    anybody = any(hero.alive and hero.hidden and hero.at == hideout for hero in run.state.heroes)
    run.tell(ev.Spied(seat, hideout, anybody))


# ------------------------------------------------------------------------------------------------------------- verbs


def _usable(against: Against) -> Callable[[State, int], bool]:
    """Return the `usable` of a verb whose actions are all refused for the same reasons."""
    return lambda state, seat: against(state, seat, ()) is None


def _ability(
    name: str, effect: Perform, parts: tuple[str, ...] = (), field: verbs.FieldOf[State] = nothing_more
) -> Verb:
    """Return the verb of an ability that its owner decides to use; `effect` comes after it was paid for."""
    ability = ABILITIES[name]
    against = refusals.working(name) if ability.actions else refusals.spending(name)

    def use(run: Run, seat: int, words: Sequence[str]) -> None:
        run.tell(ev.AbilityUsed(seat, name))
        if ability.stamina:
            pay(run, seat, ability.stamina)
        effect(run, seat, words)

    return Verb(
        name,
        "A8",
        ability.title,
        Message("Use an ability of your hero"),
        use,
        parts,
        field,
        kinds=("turn",) if ability.actions else ("turn", "ability"),
        usable=lambda state, seat: state.heroes[seat].can(name) and against(state, seat, ()) is None,
        cost=ability.actions,
        spoken=(ability.name,),
        against=against,
    )


def _verbs() -> Iterator[Verb]:
    """Yield the verbs of the rules, in the order in which they are offered."""
    yield Verb(
        "pick",
        "A4.2",
        Message("Pick a hero"),
        Message("Pick your hero before the first turn"),
        lambda run, seat, words: pick(run, seat, words[0]),
        ("hero",),
        single("hero", lambda state, seat: state.pool, "A4.2"),
        kinds=("pick",),
    )
    yield Verb(
        "attack",
        "A5.1",
        Message("Fire"),
        Message("Fire the machine at a hideout"),
        lambda run, seat, words: attack(run, seat, int(words[0])),
        ("hideout",),
        _aim,
        kinds=("turn",),
        usable=_usable(refusals.attack),
        cost=1,
        against=refusals.attack,
    )
    yield Verb(
        "attack2",
        "A8",
        Message("Two dice"),
        Message("Both attack dice, where your hero may roll them"),
        lambda run, seat, words: attack(run, seat, int(words[0]), dice=2),
        ("hideout",),
        _aim,
        kinds=("turn",),
        usable=_usable(refusals.attack2),
        cost=1,
        against=refusals.attack2,
    )
    yield Verb(
        "hide",
        "A5.2",
        Message("Hide"),
        Message("Roll to hide"),
        lambda run, seat, words: hide_roll(run, seat),
        kinds=("turn",),
        usable=_usable(refusals.hide),
        cost=1,
        against=refusals.hide,
    )
    yield Verb(
        "work",
        "A5.4",
        Message("Work off delay"),
        Message("Roll to work off a delay token"),
        lambda run, seat, words: work(run, seat, *words),
        ("token",),
        _idols,
        kinds=("turn",),
        cost=1,
        against=refusals.work,
    )
    yield Verb(
        "explore",
        "A5.5",
        Message("Explore"),
        Message("Draw an arena card at your hideout"),
        lambda run, seat, words: explore(run, seat),
        kinds=("turn",),
        usable=_usable(refusals.explore),
        cost=1,
        against=refusals.explore,
    )
    yield Verb(
        "spider",
        "A9",
        Message("Swat a spider"),
        Message("Roll to remove a spider"),
        _chase_spider,
        ("spider",),
        single("spider", lambda state, seat: tuple(map(str, sorted(set(state.spiders)))), "A9"),
        kinds=("turn",),
        cost=1,
        against=refusals.spider,
    )
    yield Verb(
        "end",
        "A5.0.2",
        Message("End turn"),
        Message("End your turn; actions that are left are lost"),
        _end,
        kinds=("turn",),
        against=refusals.not_active,
    )
    yield _ability(SHIELD, _shield)
    yield _ability(VEIL, _veil)
    yield _ability(TUNNEL, _move)
    yield _ability(ROOTWALK, _move)
    yield _ability(BOARDING, _board, ("hideout",), _aim)
    yield Verb(
        "use",
        "A9",
        Message("Use an item"),
        Message("Use an item"),
        _use,
        ("item", "hideout"),
        _items,
        kinds=("turn", "ability"),
        usable=lambda state, seat: bool(state.heroes[seat].items),
        against=refusals.use,
    )
    yield Verb(
        "choose",
        "A6.3",
        Message("Answer"),
        Message("Answer a question that your match asks you"),
        _choose,
        ("answer",),
        single("answer", _answers, "A6.3"),
        kinds=(ANSWER,),
    )
    yield Verb(
        "leave",
        "A10.9",
        Message("Resign"),
        Message("Resign"),
        lambda run, seat, words: eliminate(run, [seat]),
        kinds=(LEAVING,),
    )


VERBS: Final[dict[str, Verb]] = {verb.name: verb for verb in _verbs()}
RULES: Final = Grammar(VERBS.values())
REACTIONS: Final = (VERBS[ROOTWALK], VERBS[BOARDING], VERBS["use"])
"""The verbs that may be used in others' turns (A6.2)."""
_BEFORE: Final = RULES.of_kind("turn")[: -len(REACTIONS)]


def in_turn(state: State, seat: int) -> Sequence[verbs.Verb[State, Perform]]:
    """Return the verbs of the active seat; items for its own turn come before abilities that cost stamina."""
    held = any(card in OWN_TURN for card, _ in state.heroes[seat].items)
    return (*_BEFORE, VERBS["use"], *REACTIONS[:-1]) if held else (*_BEFORE, *REACTIONS)


def verbs_of(state: State, seat: int) -> Sequence[verbs.Verb[State, Perform]]:
    """Return the verbs in question for a seat by the rules."""
    if state.question is not None:
        return RULES.of_kind(ANSWER) if state.question.seat == seat else ()
    if state.phase == "draft":
        return RULES.of_kind("pick") if state.turn == seat else ()
    if state.phase == "over" or not state.heroes[seat].alive:
        return ()
    return in_turn(state, seat) if state.turn == seat else REACTIONS


def legal(state: State, seat: int) -> list[Action]:
    """Return every legal action of a seat by the rules, in the order in which they are offered."""
    return in_order(RULES.legal(state, seat, verbs_of(state, seat)))


def in_order(actions: Iterable[Action]) -> list[Action]:
    """Return actions with what can be done in any turn behind all others, items last."""
    return sorted(actions, key=lambda a: 2 if a[0] == "use" and a[1] in ANY_TURN else int(a[0] in (ROOTWALK, BOARDING)))


def can_react(state: State, seat: int) -> bool:
    """Return True if a seat has something that it may use in another's turn (A6.2)."""
    return any(verb.available(state, seat) for verb in REACTIONS)


def refusal(state: State, seat: int, action: Sequence[str]) -> GameError | None:
    """Return why a seat may not do that now, or `None` where it may."""
    if not fits(action):
        return refusals.no_action(action)
    if state.phase == "over":
        return over("A5.7.2")
    if state.question is not None or action[0] == "choose":
        return refusals.answering(state, seat, action)
    if state.phase == "draft" or action[0] == "pick":
        return refusals.picking(state, seat, action)
    if not state.heroes[seat].alive:
        return NotYourChoice(Message("Your hero is out."), "A5.7.1")
    return VERBS[action[0]].against(state, seat, action[1:])
