"""The second arena answers like `solve`: questions of A15 in, answers out."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

from tests.oracle.arena_of_heroes.cards import Exploring
from tests.oracle.arena_of_heroes.notation import HEROES, Position, parse, write
from tests.oracle.arena_of_heroes.rules import Asked, Need, Over

NUMBER = "(?:[1-9]|1[0-9]|20)"
GRAMMAR = [
    f"pick (?:{'|'.join(HEROES)})",
    f"(?:attack|attack2|spider|boarding) {NUMBER}",
    "hide|work|explore|end|shield|veil|tunnel|rootwalk|leave",
    "work B(?:09|10)",
    "use (?:B03|X02|X07|B06|X01)",
    f"use X03 {NUMBER}",
    r"choose \S+",
]
ABLE = {"rootwalk": ["Do"], "boarding": ["Fo"], "shield": ["Bo"], "veil": ["Mo"], "tunnel": ["To"]}
PRICE = {"shield": 1, "veil": 2, "tunnel": 2}


class Refused(Exception):
    """The rule an action breaks."""


def commands(seat: str) -> list[list[str]]:
    """Everything one could say in the words of A14, `leave` and `choose` excepted."""
    numbers = [str(n) for n in range(1, 21)]
    texts = [f"pick {code}" for code in HEROES]
    texts += [f"{verb} {n}" for verb in ("attack", "attack2", "spider", "boarding", "use X03") for n in numbers]
    texts += ["hide", "work", "work B09", "work B10", "explore", "end", "shield", "veil", "tunnel", "rootwalk"]
    texts += [f"use {card}" for card in ("B03", "X02", "X07", "B06", "X01")]
    return [[seat, *text.split()] for text in texts]


def judge(pos: Position, asked: Asked | None, action: list[str]) -> None:
    """The refusals of A15, the first that applies."""
    if len(action) < 2 or action[0] not in pos.seats or len(action[0]) != 1:
        raise Refused("grammar")
    if not any(re.fullmatch(form, " ".join(action[1:])) for form in GRAMMAR) or "" in action:
        raise Refused("grammar")
    seat, verb, *rest = action
    if pos.phase == "over":
        raise Refused("A5.7.2")
    if asked is not None or verb == "choose":
        if asked is None or verb != "choose" or seat != asked.seat or rest[0] not in asked.words:
            raise Refused("A6.3")
        return
    if (verb == "pick") != (pos.phase == "draft"):
        raise Refused("A4.2")
    if verb == "pick":
        if seat != pos.turn or rest[0] not in pos.pool:
            raise Refused("A4.2")
        return
    hero = pos.heroes[seat]
    if hero.at is None:
        raise Refused("A5.7.1")
    mine = seat == pos.turn
    if verb in ("rootwalk", "boarding"):
        if hero.code not in ABLE[verb]:
            raise Refused("A8")
        if hero.stamina < 2:
            raise Refused("A6.4")
        if verb == "boarding" and "boarding" in hero.flags:
            raise Refused("A8")
    elif verb == "use":
        if rest[0] not in hero.items or (not mine and rest[0] not in ("B06", "X01")):
            raise Refused("A9")
    elif verb in PRICE:
        if hero.code not in ABLE[verb]:
            raise Refused("A8")
        if not mine or pos.left < PRICE[verb]:
            raise Refused("A6.2")
        if verb in hero.flags or (verb == "veil" and not hero.hidden):
            raise Refused("A8")
    elif verb != "leave":
        judge_own(pos, seat, verb, rest)


def judge_own(pos: Position, seat: str, verb: str, rest: list[str]) -> None:
    """What is left of the order of refusals: the actions of the own turn."""
    hero = pos.heroes[seat]
    if seat != pos.turn:
        raise Refused("A5.0.2")
    if verb == "attack2" and (hero.code not in ("Fg", "Fo") or pos.used != 2):
        raise Refused("A8")
    if verb == "hide":
        if pos.sudden:
            raise Refused("A5.6")
        if not Exploring(pos, []).can_hide(seat):
            raise Refused("A5.2")
    if verb == "work":
        tokens = hero.items.get(rest[0], 0) if rest else hero.delay
        if not tokens:
            raise Refused("A5.4")
    if verb == "explore" and (pos.mode != "advanced" or pos.searched):
        raise Refused("A5.5")
    if verb == "spider" and int(rest[0]) not in pos.spiders:
        raise Refused("A9")


def do(course: Exploring, action: list[str]) -> None:
    """Carries a legal action out, to the end of the turn if it is the last one."""
    seat, verb, *rest = action
    pos = course.pos
    hero = pos.heroes[seat]
    if verb == "pick":
        course.pick(seat, rest[0])
        return
    price = PRICE.get(verb, 1 if verb in ("attack", "attack2", "hide", "work", "explore", "spider") else 0)
    pos.left -= price
    pos.used += price
    if verb in ABLE:
        course.tell("ability", seat, verb)
    if verb in ("rootwalk", "boarding"):
        hero.stamina -= 1
        course.tell("stamina", seat, hero.stamina)
    if verb in ("attack", "attack2"):
        course.attack(seat, int(rest[0]), dice=2 if verb == "attack2" else 1)
    elif verb == "boarding":
        hero.flags.add("boarding")
        course.attack(seat, int(rest[0]))
    elif verb == "hide":
        course.hide_roll(seat)
    elif verb == "work":
        course.work(seat, *rest)
    elif verb == "explore":
        course.explore(seat)
    elif verb == "spider":
        course.fight_spider(seat, int(rest[0]))
    elif verb in ("shield", "veil"):
        hero.flags.add(verb)
    elif verb in ("rootwalk", "tunnel"):
        course.relocate(seat)
    elif verb == "use":
        use(course, seat, *rest)
    elif verb == "leave":
        course.leave_the_game([seat])
    elif verb == "end":
        course.ended = True
    course.finish()


def use(course: Exploring, seat: str, card: str, place: str = "") -> None:
    """An item is discarded for its effect (A9)."""
    pos = course.pos
    hero = pos.heroes[seat]
    course.drop(seat, card)
    if card == "B03":
        pos.left += 1
    elif card == "B06":
        if course.relocate(seat):
            course.delay(seat, 3)
    elif card == "X01":
        hero.flags.add("smoke")
    elif card == "X02":
        course.delay(seat, -hero.delay)
    elif card == "X03":
        there = any(other.at == int(place) and other.hidden for other in pos.heroes.values())
        course.tell("spyglass", seat, place, "yes" if there else "no", to=seat)
    else:
        course.regain(seat)


def run(stable: Position, actions: list[list[str]]) -> tuple[Exploring, Asked | None]:
    """The command and the answers since a position, from its beginning."""
    course = Exploring(deepcopy(stable), [words[2] for words in actions[1:]])
    if not actions:
        return course, None
    try:
        do(course, actions[0])
    except Asked as asked:
        return course, asked
    except Over:
        pass
    return course, None


def legal(pos: Position, asked: Asked | None) -> list[list[str]]:
    """All legal actions, sorted word by word."""
    if pos.phase == "over":
        return []
    if asked is not None:
        return sorted([asked.seat, "choose", word] for word in asked.words)
    found = []
    for seat in pos.seats:
        for action in commands(seat):
            try:
                judge(pos, asked, action)
            except Refused:
                continue
            found.append(action)
    return sorted(found)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """One question of A15."""
    line, *told = question["state"].split(" > ")
    stable, actions = parse(line), [words.split(" ") for words in told]
    try:
        course, asked = run(stable, actions)
        if "view" in question:
            ending = f" asked={asked.seat}" if asked is not None else ""
            return {"view": write(course.pos, question["view"]) + ending}
        if "action" in question:
            judge(course.pos, asked, question["action"])
            if asked is None:
                stable, actions = course.pos, []  # nothing was pending any more
            actions = [*actions, question["action"]]
            course, asked = run(stable, actions)
    except Refused as refusal:
        return {"refused": str(refusal)}
    except Need as need:
        return {"need": str(need)}
    events = course.events[course.fresh :] if "action" in question else []
    if asked is not None:
        text = write(stable) + "".join(" > " + " ".join(words) for words in actions)
    else:
        text = write(course.pos)
    return {"legal": legal(course.pos, asked), "next": text, "events": events}
