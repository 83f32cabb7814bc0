"""How a match stands and how it ended, what is asked of whom, and what an action is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.arena_of_heroes.texts import names as called
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Result
from games.arena_of_heroes.cards import ABILITIES, CARDS
from games.arena_of_heroes.view import LETTERS, SeatView, View
from games.messages import Argument, Message

_QUESTIONS: Final[Mapping[str, Message]] = {
    "order": Message("choose whose ability comes first"),
    "woodrunner": Message("Woodrunner: move to a new hideout or stay"),
    "digging": Message("Digging: roll to hide or not"),
    "bone": Message("Lucky Bone: keep the roll or roll a die again"),
    "B07": Message("Ancient Pendant: keep it or discard it"),
    "B11": Message("Treacherous Crows: a delay token or the crows"),
    "B12": Message("Rough Terrain: roll or take a delay token"),
    "B13": Message("Will-o'-the-Wisps: roll or fire at your own hideout"),
    "X11": Message("Secret Passage: move or stay"),
    "X12": Message("Wasp Nest: lose stamina or take two delay tokens"),
    "X15": Message("Watchfire: be revealed or end the turn"),
    "X17": Message("Rotten Bridge: move or stay"),
}


def status(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return the line about all seats, and how near the end is."""
    parts = [_seat(say, view, seat, names) for seat in view.seats]
    if view.phase == "turn":
        parts.append(say("sudden death") if view.sudden else say("deck {count}", count=view.deck))
        parts += [
            say("{card} in play", card=called.card(say, placed.card.id)) for placed in view.slots if placed is not None
        ]
    return " · ".join(parts)


def _seat(say: Phrases, view: View, seat: SeatView, names: Names) -> str:
    who = player(names, seat.seat)
    if seat.hero is None:
        return who
    if any(seat.seat in group for group in view.out):
        return say("{player} out", player=who)
    if not seat.alive:
        return f"{who} {say.message(seat.hero.title)}"
    given: dict[str, Argument] = {
        "player": who,
        "hero": seat.hero.title,
        "left": seat.stamina,
        "most": seat.hero.stamina,
    }
    if seat.hidden:
        text = say("{player} ({hero}) {left}/{most} hidden", **given)
    else:
        text = say("{player} ({hero}) {left}/{most} at {hideout}", hideout=str(seat.at), **given)
    return say("{seat}, delay {delay}", seat=text, delay=seat.delay) if seat.delay else text


def score(say: Phrases, view: View, names: Names) -> str:
    """Return where everybody is and how much stamina is left, in a few characters."""
    if view.phase == "draft":
        return say("Choosing heroes")
    return " ".join(_short(view, seat) for seat in view.seats)


def _short(view: View, seat: SeatView) -> str:
    letter = LETTERS[seat.seat]
    return f"{letter} {seat.stamina}" if seat.alive else f"{letter} –"


def question(say: Phrases, kind: str) -> str:
    """Return what a question in the middle of an action asks."""
    return say.message(_QUESTIONS[kind])


def asked(say: Phrases, choice: Choice, view: View, names: Names) -> str:
    """Return what the seat that has to decide is asked, and who goes on afterwards."""
    if choice.kind == "pick":
        return say("pick a hero")
    if choice.kind == "turn":
        return say.plural(
            "turn {turn}, {count} action left", "turn {turn}, {count} actions left", view.left, turn=view.turns
        )
    if choice.kind == "hold":
        return say("use an ability or let the next attack pass")
    if choice.kind == "ability":
        return say("an ability can be used")
    task = question(say, choice.kind)
    if view.active is not None and view.active != choice.seat:
        return say("{task}, then {player} goes on", task=task, player=player(names, view.active))
    return task


def waiting(say: Phrases, view: View, names: Names) -> str:
    """Return who has to decide what, a sentence for each."""
    told = [
        say("Waiting for {player}: {task}.", player=player(names, c.seat), task=asked(say, c, view, names))
        for c in view.choices
        if c.must
    ]
    return " ".join(told)


def action_text(say: Phrases, action: Action) -> str:
    """Return an action as a player would name it."""
    verb, rest = action[0], action[1:]
    if verb in _PLAIN:
        return say.message(_PLAIN[verb])
    if verb in _ACTIONS:
        return _ACTIONS[verb](say, rest)
    if verb in ABILITIES:
        name = called.ability(say, verb)
        return say("{ability} at {hideout}", ability=name, hideout=rest[0]) if rest else name
    return " ".join(action)


def _pick(say: Phrases, rest: Action) -> str:
    return say("a random hero") if rest == ("random",) else say("pick {hero}", hero=called.hero(say, rest[0]))


def _use(say: Phrases, rest: Action) -> str:
    if rest[0] not in CARDS:
        return " ".join(rest)
    name = called.card(say, rest[0])
    return say("{item} at {hideout}", item=name, hideout=rest[1]) if rest[1:] else say("use {item}", item=name)


def _work(say: Phrases, rest: Action) -> str:
    if rest and rest[0] in CARDS:
        return say("work off {card}", card=called.card(say, rest[0]))
    return say("work off delay")


def _pass(say: Phrases, rest: Action) -> str:
    if rest == ("turn",):
        return say("let everything pass in this turn")
    return say("let everything pass from now on") if rest == ("always",) else say("let it pass")


_PLAIN: Final[Mapping[str, Message]] = {
    "hide": Message("roll to hide"),
    "explore": Message("explore"),
    "end": Message("end of turn"),
}
"""Actions that are their verb and nothing else."""
_ACTIONS: Final[dict[str, Callable[[Phrases, Action], str]]] = {
    "pick": _pick,
    "attack": lambda say, rest: say("fire at {aim}", aim=rest[0]),
    "attack2": lambda say, rest: say("fire two dice at {aim}", aim=rest[0]),
    "work": _work,
    "spider": lambda say, rest: say("swat a spider at {hideout}", hideout=rest[0]),
    "use": _use,
    "choose": lambda say, rest: say("answer: {value}", value=answer(say, "", rest[0])),
    "pass": _pass,
}


def answer(say: Phrases, kind: str, value: str) -> str:
    """Return what an answer to a question is called, besides what it leads to."""
    if value in LETTERS:
        return value
    if kind in ("woodrunner", "X11", "X17") and value == "yes":
        return say("Move to a new hideout")
    if kind in ("woodrunner", "X11", "X17") and value == "no":
        return say("Stay")
    if kind == "digging" and value == "yes":
        return say("Roll to hide")
    if value in _ANSWERS:
        return say.message(_ANSWERS[value])
    return say("Roll die {number} again", number=value) if value.isdecimal() else value


_ANSWERS: Final[Mapping[str, Message]] = {
    "yes": Message("Yes"),
    "no": Message("No"),
    "keep": Message("Keep"),
    "discard": Message("Discard"),
    "delay": Message("Take delay"),
    "crows": Message("The crows: revealed when my next turn begins"),
    "roll": Message("Roll the hide die"),
    "attack": Message("Fire at my own hideout: everybody sees its number"),
    "stamina": Message("Lose one point of stamina"),
    "reveal": Message("Be revealed, two more actions"),
    "end": Message("End the turn"),
}


def ended(say: Phrases, result: Result, names: Names) -> str:
    """Return who won and how."""
    first = say.every(player(names, seat) for seat in result.ranking[0])
    if result.reason == "agreed":
        return say("A draw by agreement")
    if result.reason == "shared" or len(result.ranking[0]) > 1:
        return say("{players} share the victory: nobody outlasted the others", players=first)
    if result.reason == "resigned":
        return say("{winner} won: the others resigned", winner=first)
    if result.reason == "timeout":
        return say("{winner} won: the others ran out of time", winner=first)
    return say("{winner} won: the last hero standing", winner=first)


def ending(say: Phrases, view: View, names: Names) -> str:
    """Return who won and how, and in which order the others went."""
    assert view.result is not None
    text = say("{ending}.", ending=ended(say, view.result, names))
    rest = [say.every(player(names, seat) for seat in group) for group in view.result.ranking[1:]]
    if len(rest) < 2:
        return text
    return f"{text} {say('Then: {players}.', players=', '.join(rest))}"
