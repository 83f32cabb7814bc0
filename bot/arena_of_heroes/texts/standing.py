"""How a match stands, in short and in full; how it ended, what is asked of whom, and what an action is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.names import seat_title
from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.texts.match import up_next
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Result
from games.arena_of_heroes.cards import ABILITIES, CARDS
from games.arena_of_heroes.ring import GROUND, GROUND_TITLES, RING
from games.arena_of_heroes.view import LETTERS, SeatView, View
from games.messages import Message
from render.arena_of_heroes import Aim, Outcome, machine_chances

_QUESTIONS: Final[Mapping[str, Message]] = {
    "order": Message("decide which ability goes first"),
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
    """Return how near the end is, which cards are in play, and whose turns come next."""
    if view.phase != "turn":
        return ""
    deck = say.plural("{count} hideout card left", "{count} hideout cards left", view.deck)
    cards = [
        say("{card} in play", card=called.card(say, placed.card.id)) for placed in view.slots if placed is not None
    ]
    coming = up_next(say, [player(names, seat) for seat in _coming(view)])
    return " · ".join(part for part in (say("sudden death") if view.sudden else deck, *cards, coming) if part)


def _coming(view: View) -> list[int]:
    """Return the seats whose turns come next, where more than two are left."""
    left, active = [seat.seat for seat in view.seats if seat.alive], view.active
    if active is None or len(left) < 3:
        return []
    return sorted((seat for seat in left if seat != active), key=lambda seat: (seat < active, seat))


def score(say: Phrases, view: View, names: Names) -> str:
    """Return how much stamina everybody has left."""
    if view.phase == "draft":
        return say("Choosing heroes")
    return say("Stamina: {list}", list=", ".join(_left(say, seat, names) for seat in view.seats))


def _left(say: Phrases, seat: SeatView, names: Names) -> str:
    who = player(names, seat.seat)
    return f"{who} {seat.stamina}" if seat.alive else say("{player} out", player=who)


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
    tasks = [
        say("Waiting for {player}: {task}.", player=player(names, c.seat), task=asked(say, c, view, names))
        for c in view.choices
        if c.must
    ]
    return " ".join(tasks)


def action_text(say: Phrases, action: Action, names: Names) -> str:
    """Return an action as a player would name it; none of this game names a player."""
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
    if kind == "digging":
        return say("Roll to hide") if value == "yes" else say("Do not roll")
    if value in _ANSWERS:
        return say.message(_ANSWERS[value])
    return say("Roll die {number} again", number=value) if value.isdecimal() else value


def always(say: Phrases, kind: str, value: str) -> str:
    """Return what giving that answer from now on is called, for an ability that asks again and again."""
    return say.message(_ALWAYS[kind][value])


_ALWAYS: Final[Mapping[str, Mapping[str, Message]]] = {
    "woodrunner": {"yes": Message("Always move"), "no": Message("Always stay")},
    "digging": {"yes": Message("Always roll"), "no": Message("Never roll")},
}
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
    others = [player(names, seat) for group in result.ranking[1:] for seat in group]
    if result.reason == "resigned":
        if len(others) == 1:
            return say("{winner} won: {player} resigned", winner=first, player=others[0])
        return say("{winner} won: the others resigned", winner=first)
    if result.reason == "timeout":
        if len(others) == 1:
            return say("{winner} won: {player} ran out of time", winner=first, player=others[0])
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


def alt_text(say: Phrases, view: View, *, own: bool = False, draft: Aim | Outcome | None = None) -> str:
    """Return the position in short; what the reader alone knows only with `own`."""
    lines = [_when(say, view), *_seats(say, view, own=own), *_board(say, view)]
    if isinstance(draft, Aim):
        lines.insert(0, aimed(say, view, draft))
    elif draft is not None:
        lines.insert(0, " ".join(text for _, text in draft.parts))
    return cut(" ".join(lines), ALT_TEXT)


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return the position in words for its reader, a line for each subject; seats go by letters, as on the picture."""
    lines = [_when(say, view), *_seats(say, view, own=True), *_board(say, view), *_ring(say, view)]
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def aimed(say: Phrases, view: View, aim: Aim) -> str:
    """Return what an aim may strike, as a sentence."""
    struck = [
        say("{hideout} {chance}", hideout=str(hideout), chance=chance) for hideout, chance in machine_chances(view, aim)
    ]
    return say("Aim at {aim}: {chances}.", aim=str(aim.hideout), chances=", ".join(struck))


def _when(say: Phrases, view: View) -> str:
    if view.result is not None:
        return ending(say, view, NOBODY)
    if view.phase == "draft":
        return say("Choosing heroes.")
    text = say("Turn {turn}.", turn=view.turns)
    more = say("Sudden death.") if view.sudden else say("Hideout deck {count}.", count=view.deck)
    return f"{text} {more} {waiting(say, view, NOBODY)}".rstrip()


def _seats(say: Phrases, view: View, *, own: bool) -> Iterator[str]:
    for seat in view.seats:
        yield _seat_in_full(say, view, seat, own=own and seat.seat == view.reader)


def _seat_in_full(say: Phrases, view: View, seat: SeatView, *, own: bool) -> str:
    who = seat_title(say, view, seat.seat)
    if seat.hero is None:
        return say("{seat}: no hero yet.", seat=who)
    if any(seat.seat in group for group in view.out):
        return say("{seat}: out.", seat=who)
    if not seat.alive:
        return say("{seat}.", seat=who)
    parts = [say("stamina {left} of {most}", left=seat.stamina, most=seat.hero.stamina), _place(say, seat, own=own)]
    if seat.delay:
        parts.append(say("delay {delay}", delay=seat.delay))
    if view.mode == "advanced":
        parts.append(say("explored") if seat.explored else say("not explored"))
    parts += [
        say("{card} with {count}", card=placed.card.title, count=placed.tokens)
        if placed.tokens
        else say.message(placed.card.title)
        for placed in seat.items
    ]
    parts += _flags(say, seat)
    return say("{seat}: {facts}.", seat=who, facts=", ".join(parts))


def _place(say: Phrases, seat: SeatView, *, own: bool) -> str:
    if not seat.hidden:
        return say("at {hideout}", hideout=str(seat.at))
    return say("hidden at {hideout}, which only you know", hideout=str(seat.at)) if own else say("hidden")


def _flags(say: Phrases, seat: SeatView) -> Iterator[str]:
    if "hit" in seat.flags:
        yield say("hit in this turn")
    if "shield" in seat.flags:
        yield called.ability(say, "shield")
    if "veil" in seat.flags:
        yield called.ability(say, "veil")
    if "smoke" in seat.flags:
        yield called.card(say, "X01")
    if "crows" in seat.flags:
        yield called.card(say, "B11")


def _board(say: Phrases, view: View) -> Iterator[str]:
    closed = [str(hideout) for hideout in sorted(view.closed)]
    if closed:
        yield say("Closed: {hideouts}.", hideouts=", ".join(closed))
    for number, placed in enumerate(view.slots, 1):
        if placed is not None:
            name = say.message(placed.card.title)
            what = say("{card} with {count}", card=name, count=placed.tokens) if placed.tokens else name
            yield say("E{number}: {card}.", number=number, card=what)
    if view.spiders:
        yield say("Spiders: {hideouts}.", hideouts=", ".join(map(str, view.spiders)))
    if view.marks:
        yield say("Wrong Way: {hideouts}.", hideouts=", ".join(map(str, sorted(view.marks))))
    if view.shot is not None:
        shot = view.shot
        given = {"aim": str(shot.aim), "symbol": called.symbol(say, shot.symbol)}
        if shot.hideout:
            yield say("Last shot: at {aim}, {symbol}, strikes {hideout}.", hideout=str(shot.hideout), **given)
        else:
            yield say("Last shot: at {aim}, {symbol}, no effect.", **given)
    for seat in view.seats:
        if seat.spared and seat.hidden:
            spared = ", ".join(str(h) for h in seat.spared if h not in view.closed)
            if spared:
                yield say("{seat} was not at {hideouts}.", seat=LETTERS[seat.seat], hideouts=spared)


def _ring(say: Phrases, view: View) -> Iterator[str]:
    """Yield the ring from 20 on, clockwise, with what is known to be there."""
    occupants = {seat.at: player(NOBODY, seat.seat) for seat in view.seats if seat.at is not None}
    parts = []
    for hideout in RING:
        text = say("{hideout} {ground}", hideout=str(hideout), ground=GROUND_TITLES[GROUND[hideout]])
        if hideout in view.closed:
            text = say("{hideout} closed", hideout=str(hideout))
        elif hideout in occupants:
            text = f"{text} {occupants[hideout]}"
        parts.append(text)
    yield say("The ring, clockwise: {hideouts}.", hideouts=", ".join(parts))
