"""The private panel of Arena of Heroes: which page shows what (A4.2, A5, A6, A7, A9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.arena_of_heroes.texts import names, standing
from bot.arena_of_heroes.texts.names import abilities_in_short, hero_text, hero_tile, lookups
from bot.limits import SELECT_TEXT
from bot.panels import drafts
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select, Style
from bot.panels.pages import NoPage, Page, Pages, news, sure, undo
from bot.panels.widgets import back, button, do, fitting, missing, option, rows_of, show
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action, Choice, GameError
from games.arena_of_heroes.cards import ABILITIES, BOARDING, CARDS, HEROES
from games.arena_of_heroes.ring import PLACE, RING
from games.arena_of_heroes.view import LETTERS, View
from render.arena_of_heroes import own_line
from render.labels import Labels


def waiting(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the position for a reader who has nothing to decide."""
    text = news(perspective, standing.ending, standing.waiting)
    row = (*undo(perspective, standing.action_text), *lookups(perspective))
    return Panel(how_it_stands(perspective, view, text), (row,))


def how_it_stands(perspective: SeatPerspective[View], view: View, *lines: str) -> str:
    """Return the text of a start: what is to be done, where the own hero is, how the match stands."""
    status = standing.status(perspective.say, view, perspective.names)
    return "\n".join(text for text in (*lines, own(perspective, view), status) if text)


def own(perspective: SeatPerspective[View], view: View) -> str:
    """Return where the reader's own hero is, which the reader alone is told."""
    line = own_line(view, Labels(perspective.say))
    return f"{line}." if line else ""


RANDOM = "random"


def pick(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return all heroes that are free, or one of them with what it can do. Raises `GameError` and `NoPage`."""
    say = perspective.say
    free = [code for code in drafts.values(perspective, ("pick",)) if code != RANDOM]
    if tokens:
        if len(tokens) != 2 or tokens[0] != "pick" or tokens[1] not in free:
            raise NoPage(tokens)
        code = tokens[1]
        name = say.message(HEROES[code].title)
        row = (back(say), do(say("Pick {hero}", hero=name), ("pick", code)))
        text = hero_text(say, HEROES[code])
        return Panel(text, (_free(perspective, free, code), row), hero_tile(say, HEROES[code]))
    rows: tuple[Row, ...] = (
        _free(perspective, free, None),
        (do(say("A random hero"), ("pick", RANDOM), style="secondary"), *lookups(perspective)),
    )
    return Panel(how_it_stands(perspective, view, f"**{say('Pick your hero.')}**"), rows)


def _free(perspective: SeatPerspective[View], free: list[str], chosen: str | None) -> Row:
    say = perspective.say
    lines = [
        option(
            say("{hero}: stamina {stamina}", hero=HEROES[code].title, stamina=HEROES[code].stamina),
            show("pick", code),
            abilities_in_short(say, HEROES[code]),
            chosen=code == chosen,
        )
        for code in free
    ]
    return Select(say("Choose a hero to read about"), tuple(lines))


def question(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the question that the reader is asked."""
    say, asked = perspective.say, view.question
    assert asked is not None
    answers = [
        do(_label(perspective, asked.kind, value), ("choose", value), style=_style(value, asked.default))
        for value in asked.values
    ]
    rows: list[Row] = [*rows_of(answers), names.lookups(perspective)]
    task = standing.question(say, asked.kind)
    text = f"**{task[0].upper()}{task[1:]}**"
    return Panel(how_it_stands(perspective, view, text, explained(say, asked.kind)), tuple(rows))


def explained(say: Phrases, kind: str) -> str:
    """Return what the card or the ability that asks does."""
    if kind in CARDS:
        return say(CARDS[kind].text)
    if kind in ABILITIES:
        return say(ABILITIES[kind].text)
    if kind == "bone":
        return say(CARDS["X05"].text)
    return say("Several abilities are waiting; you decide which one goes first.")


def _label(perspective: SeatPerspective[View], kind: str, value: str) -> str:
    if value in LETTERS:
        return player(perspective.names, LETTERS.index(value))
    return standing.answer(perspective.say, kind, value)


def _style(value: str, default: str) -> Style:
    return "secondary" if value == default else "success"


AIM = "aim"


def chosen_aim(view: View, tokens: Action) -> int | None:
    """Return the aim that tokens name, or else that of the reader's own last shot; `None` without one."""
    if len(tokens) == 2 and tokens[0] == AIM:
        return int(tokens[1]) if tokens[1].isdecimal() and len(tokens[1]) < 3 and int(tokens[1]) in PLACE else None
    if tokens:
        return None
    shot = view.shot
    return shot.aim if shot is not None and shot.seat == view.reader and not shot.neutral else None


def aim_row(perspective: SeatPerspective[View], view: View, aim: int | None, *head: str) -> Row:
    """Return the select of all hideouts in the order of the ring, with who is seen there and what each may strike."""
    say = perspective.say
    lines = tuple(
        option(
            names.target(say, view, hideout, perspective.names),
            show(*head, AIM, str(hideout)),
            fitting(names.chances(view, hideout), length=SELECT_TEXT),
            chosen=hideout == aim,
        )
        for hideout in RING
    )
    return Select(say("Choose a target") if aim is None else say("Target: {aim}", aim=str(aim)), lines)


BUTTONS: Final = 5
"""More abilities and items than this are a select."""
_PLAIN: Final = ("attack", "attack2", "hide", "explore", "end", "work")
_AIMED: Final = ("boarding",)


def page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the turn at an aim. Raises `GameError` and `NoPage`."""
    if tokens == ("end",):
        return _end(perspective, view)
    aim = chosen_aim(view, tokens)
    if tokens and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    rows: list[Row] = [aim_row(perspective, view, aim), _actions(perspective, view, verbs, aim)]
    if more := uses(perspective, verbs, aim):
        rows.append(used(say, more))
    rows.append(
        (button(say("End turn …"), show("end")), *undo(perspective, standing.action_text), *names.lookups(perspective))
    )
    title = say.plural(
        "Turn {turn}: {count} action left.", "Turn {turn}: {count} actions left.", view.left, turn=view.turns
    )
    text = how_it_stands(perspective, view, f"**{title}**", *names.of_turn(say, view, perspective.names, aim))
    return Panel(text, tuple(rows), None if aim is None else names.aim_of(view, aim))


def _actions(
    perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...], aim: int | None
) -> tuple[Button, ...]:
    """Return what costs one action; what is not possible is greyed and says why."""
    say = perspective.say
    row = [_fire(perspective, view, verbs, aim)]
    if "attack2" in verbs:
        label = say("Two dice") if aim is None else say("Two dice at {aim}", aim=str(aim))
        row.append(missing(label, "attack2") if aim is None else do(label, ("attack2", str(aim)), style="danger"))
    row.append(_plain(perspective, verbs, ("hide",), say("Hide")))
    me = view.seats[view.reader or 0]
    if me.delay:
        row.append(do(say("Work off ({count})", count=me.delay), ("work",), style="primary"))
    if view.mode == "advanced":
        row.append(_plain(perspective, verbs, ("explore",), say("Explore")))
    return tuple(row)


def _fire(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...], aim: int | None) -> Button:
    say = perspective.say
    if aim is None:
        return missing(say("Fire: choose a target"), "attack")
    if "attack" not in verbs:
        return missing(_why(perspective, ("attack", str(aim)), say("Fire")), "attack")
    label = say("Fire at {aim}: {chances}", aim=str(aim), chances=names.chances(view, aim))
    return do(fitting(label, say("Fire at {aim}", aim=str(aim))), ("attack", str(aim)), style="danger")


def _plain(perspective: SeatPerspective[View], verbs: tuple[str, ...], action: Action, label: str) -> Button:
    if action[0] in verbs:
        return do(label, action, style="primary")
    return missing(_why(perspective, action, label), *action)


def _why(perspective: SeatPerspective[View], action: Action, label: str) -> str:
    """Return the label of what is not possible, with the reason if there is room."""
    say = perspective.say
    try:
        perspective.next_field(action)
    except GameError as refusal:
        reason = say.message(refusal.message).rstrip(".")
        return fitting(say("{action}: {reason}", action=label, reason=reason), label)
    return label


def uses(perspective: SeatPerspective[View], verbs: tuple[str, ...], aim: int | None) -> list[Action]:
    """Return the abilities and items that can be used now; what needs a hideout takes the aim, and waits for one."""
    found: list[Action] = []
    for verb in verbs:
        if verb == "work":
            found += [("work", value) for value in drafts.values(perspective, ("work",))]
        elif verb in _AIMED:
            found += [(verb, str(aim))] if aim is not None else []
        elif verb == "spider":
            found += [("spider", value) for value in drafts.values(perspective, ("spider",))]
        elif verb == "use":
            found += _items(perspective, aim)
        elif verb not in _PLAIN:
            found.append((verb,))
    return found


def _items(perspective: SeatPerspective[View], aim: int | None) -> list[Action]:
    found: list[Action] = []
    for item in drafts.values(perspective, ("use",)):
        if not drafts.values(perspective, ("use", item)):
            found.append(("use", item))
        elif aim is not None:
            found.append(("use", item, str(aim)))
    return found


def used(say: Phrases, actions: list[Action]) -> Row:
    """Return abilities and items as buttons, as lines of a select where they are too many."""
    if len(actions) > BUTTONS:
        lines = tuple(option(names.using(say, action), Press("do", action)) for action in actions)
        return Select(say("Abilities and items"), lines)
    return tuple(do(names.using(say, action), action, style="secondary") for action in actions)


def _end(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    perspective.next_field(("end",))
    text = say.plural(
        "End your turn? {count} action would be lost.", "End your turn? {count} actions would be lost.", view.left
    )
    return sure(say, f"**{text}**", say("End turn"), ("end",))


BESIDE: Final = "="
"""The first token of the page of abilities where another choice of the seat comes first."""


def beside(perspective: SeatPerspective[View]) -> Choice | None:
    """Return the choice of abilities beside another one of the seat."""
    return next((choice for choice in perspective.choices if choice.kind == "ability"), None)


def ability_page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return what can be used now, in whose turn; or whether an attack may go on. Raises `GameError` and `NoPage`."""
    assert perspective.choice is not None
    if perspective.choice.kind == "hold":
        return _hold(perspective, view, tokens)
    head = tokens[:1] if tokens[:1] == (BESIDE,) else ()
    rest = tokens[len(head) :]
    aim = chosen_aim(view, rest)
    if rest and aim is None:
        raise NoPage(tokens)
    say, verbs = perspective.say, drafts.values(perspective, ())
    rows: list[Row] = [aim_row(perspective, view, aim, *head)] if BOARDING in verbs else []
    if found := uses(perspective, verbs, aim):
        rows.append(used(say, found))
    bottom = (back(say),) if head else ()
    rows.append((*bottom, *undo(perspective, standing.action_text), *names.lookups(perspective)))
    whose = standing.waiting(say, view, perspective.names)
    text = f"**{say('You may use an ability now, in the turn of another.')}**"
    draft = names.aim_of(view, aim) if aim is not None and BOARDING in verbs else None
    return Panel(how_it_stands(perspective, view, text, whose), tuple(rows), draft)


def _hold(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page of an attack that waits: use something, or let it pass once, in this turn, always."""
    if tokens:
        raise NoPage(tokens)
    say = perspective.say
    passes: tuple[Action, ...] = (("pass",), ("pass", "turn"), ("pass", "always"))
    rows: list[Row] = [
        tuple(do(standing.action_text(say, action).capitalize(), action, style="secondary") for action in passes)
    ]
    if beside(perspective) is not None:
        rows.append((button(say("Use an ability …"), show(BESIDE), style="success"),))
    rows.append(names.lookups(perspective))
    text = f"**{say('The next attack is waiting for you: use an ability, or let it go ahead.')}**"
    return Panel(how_it_stands(perspective, view, text), tuple(rows))


def start(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the page where a choice begins. Raises `GameError`."""
    kind = _kind(perspective)
    return _PAGES_OF[kind](perspective, view, ()) if kind in _PAGES_OF else question(perspective, view)


def find(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page of these tokens. Raises `GameError` or `NoPage`."""
    kind = _kind(perspective)
    if kind not in _PAGES_OF:
        raise NoPage(tokens)
    return _PAGES_OF[kind](perspective, view, tokens)


def _kind(perspective: SeatPerspective[View]) -> str:
    assert perspective.choice is not None
    return perspective.choice.kind


_PAGES_OF: Final[Mapping[str, Page[View]]] = {
    "pick": pick,
    "turn": page,
    "ability": ability_page,
    "hold": ability_page,
}
"""The page of each kind of choice; all other kinds are questions in the middle of an action."""
_PAGES: Final = Pages(start, find, waiting)


def panel(perspective: SeatPerspective[View], tokens: Action = ()) -> Panel:
    """Return the panel at these tokens; those of an ability go beside a hold to the other open choice."""
    if tokens[:1] == (BESIDE,) and (other := beside(perspective)) is not None:
        return _PAGES.panel(perspective.about(other), tokens)
    return _PAGES.panel(perspective, tokens)
