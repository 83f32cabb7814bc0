"""What can be answered in advance (A7): the own hero, triggers, abilities in others' turns, the reaction hold.

Instructions see only the seat's own view. Abilities are used in others' turns alone, and only where they do something.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action, Field, Ready
from games.arena_of_heroes.cards import (
    ABILITIES,
    ALL,
    BOARDING,
    CARDS,
    DIGGING,
    HEROES,
    MUSHROOMS,
    PHIAL,
    ROOTWALK,
    WOODRUNNER,
    HeroType,
)
from games.arena_of_heroes.view import CALLED, HIT, LETTERS, SHIELD_WALL, SeatView, View
from games.arena_of_heroes.worth import pointless
from games.messages import Message, Several
from games.standing import Instruction, Topic, topic_of, walk

ANYBODY: Final = "anybody"
ASK: Final = "ask"
"""Leaves a decision to the player, who has said so and is not asked about it again."""
NOTHING: Final = "nothing"
"""Uses nothing, which is as good as no instruction, but said."""
TRIGGERED: Final = frozenset({WOODRUNNER, DIGGING})
"""The abilities about which their owners are asked when they are triggered."""
_ANSWERS: Final[dict[str, tuple[str, ...]]] = {
    "trigger": ("yes", "no", ASK),
    "order": ("mine_first", "mine_last", "clockwise"),
    "revealed": (ROOTWALK, MUSHROOMS, NOTHING),
    "lost": (ROOTWALK, MUSHROOMS, PHIAL, NOTHING),
    "hold": ("pass",),
}
_TITLES: Final = {
    "yes": Message("Always"),
    "no": Message("Never"),
    "mine_first": Message("Mine first"),
    "mine_last": Message("Mine last"),
    "clockwise": Message("Clockwise"),
    "pass": Message("Let every attack go on"),
    ANYBODY: Message("Anybody"),
    ASK: Message("Ask me each time"),
    NOTHING: Message("Nothing"),
}


def triggered(hero: HeroType) -> str:
    """Return the ability of a hero that is triggered (A6.1); no hero has two. Raises `StopIteration` for none."""
    return next(iter(TRIGGERED & hero.can))


def waits_to_pick(view: View) -> bool:
    """Return whether the reader of a view has no hero yet and somebody else picks (A4.2)."""
    seat = view.reader
    return view.phase == "draft" and seat is not None and view.active != seat and view.seats[seat].hero is None


def _own_trigger(view: View) -> Message:
    """Return the title of the triggered ability of the reader's hero; the topic is of use to nobody else."""
    assert view.reader is not None
    hero = view.seats[view.reader].hero
    assert hero is not None
    return ABILITIES[triggered(hero)].title


class Standing:
    """What can be instructed, a `games.standing.Standing`."""

    topics: tuple[Topic, ...] = (
        Topic("hero", Message("My hero"), Message("The heroes that you wish for; you pick the first who is free.")),
        Topic(
            "trigger",
            Message("Woodrunner or Digging"),
            Message("What you answer when Woodrunner or Digging is triggered."),
            proposed=True,
            named=_own_trigger,
        ),
        Topic(
            "revealed",
            Message("When I am revealed"),
            Message("What you use in others' turns once you are revealed."),
            proposed=True,
        ),
        Topic(
            "lost",
            Message("When I lose stamina"),
            Message("What you use in others' turns after a loss."),
            proposed=True,
        ),
        Topic("finish", Message("Boarding Call"), Message("Whom you fire at when they are down to one point.")),
        Topic("order", Message("Order of triggers"), Message("Which trigger goes first when you have to decide.")),
        Topic("hold", Message("Reaction hold"), Message("Whether attacks ever wait for you.")),
    )

    def instruct(self, view: View | None, tokens: Sequence[str]) -> Field | Ready:
        """Return the field of a topic: one answer, or heroes in the order in which they are wished for."""
        topic = topic_of(self, tokens).id
        values = _values(view, topic)

        def following(said: Sequence[str]) -> Field | None:
            if topic != "hero":
                return Field("answer", values, "A7") if len(said) == 1 else None
            left = tuple(code for code in values if code not in said)
            return Field("answer", left, "A7", least=0 if len(said) > 1 else 1) if left or len(said) == 1 else None

        return walk(tokens, following)

    def asked(self, tokens: Sequence[str], field: Field) -> Message:
        """Return what is asked after a topic."""
        return topic_of(self, tokens).help

    def label(self, tokens: Sequence[str], value: str) -> Message:
        """Return an answer in words."""
        return _title(value)

    def sentence(self, instruction: Instruction) -> Message:
        """Return the instruction in words."""
        topic, answer, *others = instruction
        if others:
            heroes = Several([_title(code) for code in instruction[1:]])
            return Message("You pick the first of these who is still free: {heroes}.", heroes=heroes)
        if topic == "hero":
            return Message("You pick {hero}, if the hero is still free.", hero=_title(answer))
        if answer == ASK:
            return Message("You are asked whenever your ability is triggered.")
        if answer == NOTHING:
            lost = Message("You use nothing by yourself when you lose stamina.")
            return lost if topic == "lost" else Message("You use nothing by yourself when you are revealed.")
        if topic == "trigger":
            yes = Message("You use your triggered ability whenever it is triggered.")
            return yes if answer == "yes" else Message("You never use your triggered ability.")
        if topic == "revealed":
            return Message("You use {ability} when you are revealed in another's turn.", ability=_title(answer))
        if topic == "lost":
            return Message("You use {ability} when you lose stamina in another's turn.", ability=_title(answer))
        if topic == "finish":
            return _finish_sentence(answer)
        if topic == "hold":
            return Message("You let every attack go on.")
        return _ORDERS[answer]

    def told(self, view: View) -> tuple[str, ...]:
        """Return the wish for a hero while the reader has none and somebody else picks (A4.2)."""
        return ("hero",) if waits_to_pick(view) else ()

    def follow(self, view: View, seat: int, instructions: Sequence[Instruction]) -> Action | None:
        """Return what the seat does now by its instructions."""
        kinds = {choice.kind for choice in view.choices if choice.seat == seat}
        said = {one[0]: one[1] for one in instructions}
        if "pick" in kinds:
            return _pick(view, next((one[1:] for one in instructions if one[0] == "hero"), ()))
        if view.question is not None:
            return _answer(view, seat, said)
        if "ability" in kinds and (found := _ability(view, view.seats[seat], said)) is not None:
            return found
        return ("pass",) if "hold" in kinds and "hold" in said else None


_ORDERS: Final = {
    "mine_first": Message("Your own trigger comes before the others."),
    "mine_last": Message("Your own trigger comes after the others."),
    "clockwise": Message("Triggers come clockwise, beginning with you."),
}


def _title(value: str) -> Message:
    if value in HEROES:
        return HEROES[value].title
    if value in CARDS:
        return CARDS[value].title
    return ABILITIES[value].title if value in ABILITIES else _TITLES[value]


def _finish_sentence(answer: str) -> Message:
    if answer == ANYBODY:
        return Message("You make a Boarding Call at any hero that is revealed with one point of stamina.")
    return Message("You make a Boarding Call at {hero}, revealed with one point of stamina.", hero=_title(answer))


def _values(view: View | None, topic: str) -> tuple[str, ...]:
    """Return the answers of a topic; those that are of use to the reader of a view, in its match."""
    if topic == "hero":
        return ALL if view is None else tuple(hero.code for hero in view.pool)
    others = () if view is None else tuple(sorted(one.hero.code for one in view.seats if one.hero is not None))
    answers = _ANSWERS.get(topic, (ANYBODY, *(others or ALL)))
    if view is None:
        return answers
    mine = None if view.reader is None else view.seats[view.reader]
    if mine is None or mine.hero is None:
        return ()
    if topic in ("revealed", "lost"):
        able = tuple(means for means in answers if means in mine.hero.can or _owns(mine, means))
        return (*able, NOTHING) if able else ()
    return answers if _of_use(view, mine.hero, topic) else ()


def _of_use(view: View, hero: HeroType, topic: str) -> bool:
    """Return whether a hero's player can ever be asked about a topic in a match."""
    if topic == "hold":
        return view.hold > 0
    if topic == "order":
        return sum(bool(TRIGGERED & seat.hero.can) for seat in view.seats if seat.hero is not None) > 1
    return bool(TRIGGERED & hero.can) if topic == "trigger" else BOARDING in hero.can


def _pick(view: View, wishes: Sequence[str]) -> Action | None:
    free = {hero.code for hero in view.pool}
    return next((("pick", code) for code in wishes if code in free), None)


def _answer(view: View, seat: int, said: dict[str, str]) -> Action | None:
    """Return the answer to an open question of the seat."""
    asked = view.question
    if asked is None or asked.seat != seat:
        return None
    if asked.kind in TRIGGERED and said.get("trigger", ASK) != ASK:
        return ("choose", said["trigger"])
    if asked.kind == "order" and "order" in said:
        return ("choose", _first(seat, asked.values, said["order"]))
    return None


def _first(seat: int, letters: Sequence[str], order: str) -> str:
    others = [letter for letter in letters if letter != LETTERS[seat]]
    if order == "mine_first" and LETTERS[seat] in letters:
        return LETTERS[seat]
    return others[0] if order == "mine_last" and others else letters[0]


def _ability(view: View, mine: SeatView, said: dict[str, str]) -> Action | None:
    """Return what the seat uses in another's turn."""
    for topic, now in (("lost", mine.lost), ("revealed", not mine.hidden)):
        if now and topic in said and _useful(view, mine, said[topic]):
            return (ROOTWALK,) if said[topic] == ROOTWALK else ("use", said[topic])
    target = _target(view, mine, said["finish"]) if "finish" in said else None
    return None if target is None else (BOARDING, str(target))


def _useful(view: View, mine: SeatView, means: str) -> bool:
    """Return whether the seat has it, can pay for it, and it would do something."""
    if means == ROOTWALK:
        return _can_pay(mine, ROOTWALK) and pointless(view, (ROOTWALK,)) is None
    return _owns(mine, means) and pointless(view, ("use", means)) is None


def _owns(mine: SeatView, card: str) -> bool:
    return any(placed.card.id == card for placed in mine.items)


def _can_pay(mine: SeatView, ability: str) -> bool:
    return mine.hero is not None and ability in mine.hero.can and mine.stamina > ABILITIES[ability].stamina


def _target(view: View, mine: SeatView, whom: str) -> int | None:
    """Return the hideout of a revealed hero with one point of stamina that a hit would put out."""
    if not _can_pay(mine, BOARDING) or CALLED in mine.flags:
        return None
    for other in view.seats:
        named = other.hero is not None and whom in (ANYBODY, other.hero.code)
        safe = SHIELD_WALL in other.flags or (HIT in other.flags and not view.sudden)
        if other.seat != mine.seat and named and other.alive and not other.hidden and other.stamina == 1 and not safe:
            return other.at
    return None
