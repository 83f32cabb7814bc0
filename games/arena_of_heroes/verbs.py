"""The verbs of Arena of Heroes: their words, what they do when they are legal, and what they cost (A5, A6.2, A9, A14).

These are the verbs of the rules; what a match adds to them stands in `games.arena_of_heroes.choosing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, TypeAlias

from games import verbs
from games.api import Action, Field, GameError, NotYourChoice
from games.arena_of_heroes import actions, refusals
from games.arena_of_heroes.cards import IDOLS, MUSHROOMS, PHIAL, SPYGLASS
from games.arena_of_heroes.heroes import ABILITIES, BOARDING, HEROES, ROOTWALK, SABRE, SHIELD, TUNNEL, VEIL
from games.arena_of_heroes.moves import settle
from games.arena_of_heroes.refusals import OWN_TURN, Against
from games.arena_of_heroes.ring import HIDEOUTS
from games.arena_of_heroes.run import Run
from games.arena_of_heroes.setup import RANDOM, end_if_over
from games.arena_of_heroes.state import State
from games.grammar import Grammar
from games.messages import Message
from games.verbs import nothing_more

Perform: TypeAlias = Callable[[Run, int, Sequence[str]], None]
"""Does what a legal action says. Raises `Asked` and `Over`."""
NUMBERS: Final = tuple(map(str, HIDEOUTS))
ANY_TURN: Final = (MUSHROOMS, PHIAL)
"""Items that are used at any time, in the order in which they are offered (A9)."""
ANY: Final = NUMBERS[0]
"""Stands for all hideouts where one is as good as another."""
ANSWER: Final = "answer"
"""Stands for the kind of every choice that is a question."""
LEAVING: Final = "leaving"
"""No choice is of this kind: nobody is asked to leave."""
_AIM: Final = Field("hideout", NUMBERS, "A5.1")
_SPIED: Final = Field("hideout", NUMBERS, "A9")


@dataclass(frozen=True, slots=True, eq=False)
class Verb(verbs.Verb[State, Perform]):
    """One verb of Arena of Heroes."""

    _: KW_ONLY
    fits: Callable[[Sequence[str]], bool]
    """Return True if these words after the verb make an action at all, whoever says it and when (A14)."""
    against: Against
    """Return why such an action is refused, the first reason of the verb's own that applies (A15)."""


# ------------------------------------------------------------------------------------------------------------- forms


def _alone(words: Sequence[str]) -> bool:
    return not words


def _numbered(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0] in NUMBERS


def _a_hero(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0] in (*HEROES, RANDOM)


def _an_idol_or_none(words: Sequence[str]) -> bool:
    return not words or (len(words) == 1 and words[0] in IDOLS)


def _one_word(words: Sequence[str]) -> bool:
    return len(words) == 1


def _an_item(words: Sequence[str]) -> bool:
    if tuple(words[:1]) == (SPYGLASS,):
        return len(words) == 2 and words[1] in NUMBERS
    return len(words) == 1 and words[0] in (*ANY_TURN, *OWN_TURN)


def fits(action: Sequence[str]) -> bool:
    """Return True if the words are an action at all, whoever says it and when."""
    verb = VERBS.get(action[0]) if action else None
    return verb is not None and verb.fits(action[1:])


# ------------------------------------------------------------------------------------------------------------ fields


def _heroes(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("hero", state.pool, "A4.2")


def _aim(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else _AIM


def _idols(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    hero = state.heroes[seat]
    idols = () if tokens else tuple(idol for idol in IDOLS if hero.tokens(idol))
    return Field("token", idols, "A5.4", least=0 if hero.delay else 1) if idols else None


def _spiders(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    return None if tokens else Field("spider", tuple(map(str, sorted(set(state.spiders)))), "A9")


def _items(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if tokens:
        return _SPIED if tuple(tokens) == (SPYGLASS,) else None
    hero, order = state.heroes[seat], (*OWN_TURN, *ANY_TURN) if state.turn == seat else ANY_TURN
    return Field("item", tuple(item for item in order if hero.has(item)), "A9")


def _answers(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    assert state.question is not None
    return None if tokens else Field("answer", state.question.values, "A6.3")


def _allowed(*action: str, ability: str = "") -> Callable[[State, int], bool]:
    """Return the `usable` of a verb by one action of it that is as legal as any other, and the ability it takes."""
    if not ability:
        return lambda state, seat: refusal(state, seat, action) is None
    return lambda state, seat: state.heroes[seat].can(ability) and refusal(state, seat, action) is None


def _may_work(state: State, seat: int) -> bool:
    hero = state.heroes[seat]
    return refusal(state, seat, ("work",)) is None or (
        any(hero.tokens(idol) for idol in IDOLS) and refusal(state, seat, ("end",)) is None
    )


def _may_swat(state: State, seat: int) -> bool:
    return bool(state.spiders) and refusal(state, seat, ("spider", str(state.spiders[0]))) is None


def _may_use(state: State, seat: int) -> bool:
    hero = state.heroes[seat]
    able = state.question is None and state.phase == "turn" and hero.alive
    return able and any(item in ANY_TURN or (item in OWN_TURN and state.turn == seat) for item, _ in hero.items)


# ----------------------------------------------------------------------------------------------------------- effects


def perform(run: Run, seat: int, action: Sequence[str]) -> None:
    """Carry out a legal action with all that follows by itself. Raises `Asked` and `Over`."""
    verb, words = VERBS[action[0]], action[1:]
    _pay(run, verb)
    verb.perform(run, seat, words)
    if verb.name != "pick":
        settle(run)
        end_if_over(run)


def _pay(run: Run, verb: Verb) -> None:
    run.state.left -= verb.cost
    run.state.used += verb.cost


# ------------------------------------------------------------------------------------------------------------- verbs


def _ability(name: str, field: verbs.FieldOf[State], effect: Perform, fitting: Callable[[Sequence[str]], bool]) -> Verb:
    """Return the verb of an ability that its owner decides to use."""
    ability, aimed = ABILITIES[name], field is _aim
    return Verb(
        name,
        "A8",
        ability.title,
        Message("Use an ability of your hero"),
        effect,
        ("hideout",) if aimed else (),
        field,
        kinds=("turn",) if ability.actions else ("turn", "ability"),
        usable=_allowed(name, *((ANY,) if aimed else ()), ability=name),
        cost=ability.actions,
        spoken=(ability.name,),
        fits=fitting,
        against=refusals.working(name) if ability.actions else refusals.spending(name),
    )


def _verbs() -> Iterator[Verb]:
    """Yield the verbs of the rules, in the order in which they are offered."""
    yield Verb(
        "pick",
        "A4.2",
        Message("Pick a hero"),
        Message("Pick your hero before the first turn"),
        actions.pick_hero,
        ("hero",),
        _heroes,
        kinds=("pick",),
        fits=_a_hero,
        against=refusals.nothing,
    )
    yield Verb(
        "attack",
        "A5.1",
        Message("Fire"),
        Message("Fire the machine at a hideout"),
        actions.attack,
        ("hideout",),
        _aim,
        kinds=("turn",),
        usable=_allowed("attack", ANY),
        cost=1,
        fits=_numbered,
        against=refusals.attack,
    )
    yield Verb(
        "attack2",
        "A8",
        Message("Two dice"),
        Message("Both attack dice, where your hero may roll them"),
        actions.attack_with_two,
        ("hideout",),
        _aim,
        kinds=("turn",),
        usable=_allowed("attack2", ANY, ability=SABRE),
        cost=1,
        fits=_numbered,
        against=refusals.attack2,
    )
    yield Verb(
        "hide",
        "A5.2",
        Message("Hide"),
        Message("Roll to hide"),
        actions.hide,
        kinds=("turn",),
        usable=_allowed("hide"),
        cost=1,
        fits=_alone,
        against=refusals.hide,
    )
    yield Verb(
        "work",
        "A5.4",
        Message("Work off delay"),
        Message("Roll to work off a delay token"),
        actions.work_off,
        ("token",),
        _idols,
        kinds=("turn",),
        usable=_may_work,
        cost=1,
        fits=_an_idol_or_none,
        against=refusals.work,
    )
    yield Verb(
        "explore",
        "A5.5",
        Message("Explore"),
        Message("Draw an arena card at your hideout"),
        actions.search,
        kinds=("turn",),
        usable=_allowed("explore"),
        cost=1,
        fits=_alone,
        against=refusals.explore,
    )
    yield Verb(
        "spider",
        "A9",
        Message("Swat a spider"),
        Message("Roll to remove a spider"),
        actions.chase_spider,
        ("spider",),
        _spiders,
        kinds=("turn",),
        usable=_may_swat,
        cost=1,
        fits=_numbered,
        against=refusals.spider,
    )
    yield Verb(
        "end",
        "A5.0.2",
        Message("End turn"),
        Message("End your turn; actions that are left are lost"),
        actions.end,
        kinds=("turn",),
        usable=_allowed("end"),
        fits=_alone,
        against=refusals.end,
    )
    yield _ability(SHIELD, nothing_more, actions.raise_shield, _alone)
    yield _ability(VEIL, nothing_more, actions.draw_veil, _alone)
    yield _ability(TUNNEL, nothing_more, actions.tunnel, _alone)
    yield _ability(ROOTWALK, nothing_more, actions.rootwalk, _alone)
    yield _ability(BOARDING, _aim, actions.board, _numbered)
    yield Verb(
        "use",
        "A9",
        Message("Use an item"),
        Message("Use an item"),
        actions.use,
        ("item", "hideout"),
        _items,
        kinds=("turn", "ability"),
        usable=_may_use,
        fits=_an_item,
        against=refusals.use,
    )
    yield Verb(
        "choose",
        "A6.3",
        Message("Answer"),
        Message("Answer a question that your match asks you"),
        actions.choose,
        ("answer",),
        _answers,
        kinds=(ANSWER,),
        fits=_one_word,
        against=refusals.nothing,
    )
    yield Verb(
        "leave",
        "A10.9",
        Message("Resign"),
        Message("Resign"),
        actions.leave,
        kinds=(LEAVING,),
        fits=_alone,
        against=refusals.nothing,
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
        return NotYourChoice(Message("The match is over."), "A5.7.2")
    if state.question is not None or action[0] == "choose":
        return refusals.answering(state, seat, action)
    if state.phase == "draft" or action[0] == "pick":
        return refusals.picking(state, seat, action)
    if not state.heroes[seat].alive:
        return NotYourChoice(Message("Your hero is out."), "A5.7.1")
    return VERBS[action[0]].against(state, seat, action[1:])
