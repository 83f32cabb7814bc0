"""The pages of orders and features that name tiles, and what tiles on the board can do by themselves (R10, R11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.limits import cut
from bot.monolith_arena.pages import placing
from bot.monolith_arena.pages.placing_draft import subject_at, subjects
from bot.monolith_arena.pages.shared import BoardDraft, card, card_list, close
from bot.monolith_arena.texts import foresight
from bot.monolith_arena.texts.names import feature_name, order_name, several, tile_at, tile_on
from bot.monolith_arena.texts.standing import NAME_LENGTH
from bot.panels import choosing, drafts
from bot.panels.choosing import Value
from bot.panels.model import Button, Option, Panel, Row, SeatPerspective, Select
from bot.panels.widgets import back, do, fitting, option, show, turned
from bot.texts.names import letter
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message
from games.monolith_arena import consequences
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.view import Put, View

# Which tile acts


def subject(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the page that asks which tile; a single possibility is taken at once. Raises `GameError`."""
    given, page = turned(given)
    asks = subject_at(given[0])
    values = subjects(perspective, view, given)
    if not values:
        return _in_vain(perspective, view, given)
    if len(given) < asks:
        # A charge without its source, a feature without its tile: no page of its own.
        return subject(perspective, view, (*given, values[0]))
    if len(values) == 1:
        return placing.page(perspective, view, (*given, values[0]))
    return _which(perspective, view, given, values, page)


def _in_vain(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return why an order is not offered that the rules allow: it would be spent for nothing."""
    say = perspective.say
    text = say("Every tile that it could be played on looks the same from all sides.")
    return Panel(f"**{order_name(say, given[0])}**\n{text}", ((back(say), _card(say, view, given)),))


def _which(
    perspective: SeatPerspective[View], view: View, given: Action, tokens: tuple[str, ...], page: str | None
) -> Panel:
    say, verb = perspective.say, given[0]
    if verb == "feature":
        hex_ = BY_NAME[given[1]]
        values = [Value(token, feature(say, view, hex_, token), feature_does(say, token)) for token in tokens]
        marks: tuple[int, ...] = (hex_,)
        title = say("Ability")
    else:
        values = _tiles(say, view, tokens)
        marks, title = tuple(BY_NAME[name] for name in tokens), order_name(say, verb)
    asks = _asks(say, verb)
    rows = choosing.one_of(say, given, values, None, asks, page)
    # Above what is chosen from, as on the page that follows: no choice brings its last buttons under the pointer.
    return Panel(f"**{title}**\n{asks}", ((back(say), _card(say, view, given)), *rows), _outlined(marks))


def _outlined(hexes: Iterable[int]) -> BoardDraft:
    """Return a close-up of some hexes with their outlines."""
    marks = tuple(hexes)
    return BoardDraft(marks=marks, focus=close(marks))


def _tiles(say: Phrases, view: View, hexes: tuple[str, ...]) -> list[Value]:
    return [Value(name, tile_on(say, view, BY_NAME[name])) for name in hexes]


def _asks(say: Phrases, verb: str) -> str:
    asks = VERBS[verb].asks
    assert asks is not None
    return say.message(asks)


# Orders that need nothing but targets


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the page of an order that needs nothing but targets. Raises `GameError`."""
    if given[0] == "push":
        return _push(perspective, view, given)
    given, turn = turned(given)
    targets = drafts.values(perspective, given[:1])
    chosen = drafts.only(targets, given[1] if len(given) > 1 else None)
    if chosen is not None:
        perspective.next_field((given[0], chosen, *given[2:]))
    say, verb, fire = perspective.say, given[0], given[0] == "fire"
    if fire:
        values = [Value(token, token, burns(say, view, token)) for token in targets]
        rows = choosing.one_of(say, (verb,), values, chosen, say("Three hexes that touch"), turn, lines=True)
    else:
        rows = choosing.one_of(say, (verb,), _tiles(say, view, targets), chosen, _asks(say, verb), turn)
    if chosen is None:
        possible = dict.fromkeys(BY_NAME[name] for token in targets for name in token.split("-"))
        # Of three hexes in a row of many all would be outlined.
        return _undecided(
            perspective, view, verb, rows, BoardDraft(focus=close(possible)) if fire else _outlined(possible)
        )
    draft = _outlined([BY_NAME[name] for name in chosen.split("-")])
    text = burns(say, view, chosen) if fire else tile_on(say, view, BY_NAME[chosen])
    asked = consequences.may_ask(view, verb)
    return _decided(perspective, view, (verb, chosen), rows, text, chosen if fire else text, draft, asked=asked)


def burns(say: Phrases, view: View, token: str) -> str:
    """Return whom a fire wounds, own and allied tiles marked as such."""
    hit = []
    for name in token.split("-"):
        tile = view.board[BY_NAME[name]]
        if tile is not None and not tile.type.is_banner:
            label = f"{say.message(tile.type.title)} {name}"
            signs = _signs(say, view, tile.seat)
            hit.append(f"{label} ({', '.join(signs)})" if signs else label)
    return say("Wounds {tiles}", tiles=several(say, hit))


def _signs(say: Phrases, view: View, seat: int) -> list[str]:
    """Return what marks a tile that one would rather spare, and whose it is where more than two play."""
    if seat == view.reader:
        return [say("yours")]
    side = [letter(seat)] if len(view.seats) > 2 else []
    allied = view.reader is not None and view.seats[seat].team == view.seats[view.reader].team
    return [*side, say("ally")] if allied else side


# Pushes (R11.5)


def _push(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    say = perspective.say
    pushers = drafts.values(perspective, ("push",))
    pusher = drafts.only(pushers, given[1] if len(given) > 1 else None)
    rows = choosing.one_of(say, ("push",), _tiles(say, view, pushers), pusher, say("Which tile pushes?"))
    if pusher is None:
        return _undecided(perspective, view, "push", rows, _outlined([BY_NAME[name] for name in pushers]))
    pushed = drafts.values(perspective, ("push", pusher))
    chosen = drafts.only(pushed, given[2] if len(given) > 2 else None)
    named = [Value(name, say("Push {tile}", tile=tile_on(say, view, BY_NAME[name]))) for name in pushed]
    rows += choosing.one_of(say, ("push", pusher), named, chosen, say("Which tile is pushed?"))
    if chosen is None:
        return _undecided(perspective, view, "push", rows, _outlined([BY_NAME[pusher]]))
    perspective.next_field(("push", pusher, chosen, *given[3:]))
    return _pushed(perspective, view, ("push", pusher, chosen), rows)


def _pushed(perspective: SeatPerspective[View], view: View, action: Action, rows: tuple[Row, ...]) -> Panel:
    say, (pusher, pushed) = perspective.say, (BY_NAME[name] for name in action[1:])
    free = consequences.push_destinations(view, pusher, pushed)
    target = view.board[pushed]
    assert target is not None
    tile = tile_on(say, view, pushed)
    if len(free) == 1:
        put = Put(target.moved(target.facing), free[0], pushed)
        draft = BoardDraft((put,), (pusher,), focus=close((pusher, pushed)))
        text = say("{tile} to {hex}", tile=tile, hex=NAMES[free[0]])
        return _decided(perspective, view, action, rows, text, text, draft)
    text = say(
        "{tile}: {player} chooses {hexes}",
        tile=tile,
        player=cut(perspective.names.get(target.seat, ""), NAME_LENGTH),
        hexes=say.either(NAMES[h] for h in free),
    )
    draft = _outlined((pusher, pushed, *free))
    return _decided(perspective, view, action, rows, text, tile, draft, asked=True)


# What all of these end with


def _undecided(
    perspective: SeatPerspective[View], view: View, verb: str, rows: tuple[Row, ...], draft: BoardDraft
) -> Panel:
    """Return the page while a target is missing."""
    say = perspective.say
    row = (back(say), _card(say, view, (verb,)))
    return Panel(f"**{order_name(say, verb)}**\n{_asks(say, verb)}", (*rows, row), draft)


def _decided(
    perspective: SeatPerspective[View],
    view: View,
    action: Action,
    rows: tuple[Row, ...],
    text: str,
    short: str,
    draft: BoardDraft,
    *,
    asked: bool = False,
) -> Panel:
    """Return the page of a whole order; `asked`: a question may come before it is done, so the turn cannot end yet."""
    say, verb = perspective.say, action[0]
    name = order_name(say, verb)
    spent = consequences.spent(view, (verb,))
    buttons: list[Button] = [back(say), _card(say, view, (verb,))]
    buttons.append(do(fitting(f"{name}: {short}", name), action))
    lines = [f"**{name}**", f"{text}."]
    if not asked:
        buttons.append(do(say("{action}, end turn", action=name), action, then=("end",), style="primary"))
        lines.append(foresight.turn_end(say, view, perspective.names, spent))
    return Panel("\n".join(lines), (*rows, tuple(buttons)), draft)


def _card(say: Phrases, view: View, given: Action) -> Button:
    """Return the card of the order that is being played; the list of cards where a tile of the board acts."""
    tile = consequences.spent(view, given)
    return card_list(say) if tile is None else card(say, tile)


_DOES: Final = {
    "maneuver": Message("Moves one hex, turns, or both"),
    "rotation": Message("May turn to any side"),
    "teleport": Message("Moves to any empty hex, turns, or both"),
    "charge": Message("A cavalry champion charges; your turn ends"),
}
LINES: Final = 2 * choosing.BUTTONS
"""With more features than this, the select lists the tiles that have some."""


def feature(say: Phrases, view: View, hex_: int, token: str) -> str:
    """Return a feature of a tile on the board as a line: what has it, which, and who grants it."""
    tile, name = tile_on(say, view, hex_), feature_name(say, token)
    source = token.partition("@")[2]
    if not source:
        return f"{tile}: {name}"
    # The hex says which one it is; with the letters of two owners the line would be too long.
    return say("{tile}: {ability} from {source}", tile=tile, ability=name, source=tile_at(say, view, BY_NAME[source]))


def feature_does(say: Phrases, token: str) -> str:
    """Return what a feature does."""
    return say.message(_DOES[token.partition("@")[0]])


def rows(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> tuple[Row, ...]:
    """Return a select of everything that tiles on the board can do now. Raises `GameError`."""
    lines = [*_features(perspective, view, verbs), *_runes(perspective, view, verbs)]
    return (Select(perspective.say("Abilities on the board"), tuple(lines)),) if lines else ()


def _features(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> list[Option]:
    say = perspective.say
    users = drafts.values(perspective, ("feature",)) if "feature" in verbs else ()
    uses = {name: drafts.values(perspective, ("feature", name)) for name in users}
    if sum(map(len, uses.values())) > LINES:
        named = {name: say("{tile}: abilities", tile=tile_on(say, view, BY_NAME[name])) for name in users}
        return [option(label, show("feature", name)) for name, label in named.items()]
    return [
        option(feature(say, view, BY_NAME[name], token), show("feature", name, token), feature_does(say, token))
        for name, tokens in uses.items()
        for token in tokens
    ]


def _runes(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> list[Option]:
    say = perspective.say
    sources = [s for s in drafts.values(perspective, ("charge",)) if s != "order"] if "charge" in verbs else []
    return [
        option(feature(say, view, BY_NAME[s], "charge"), show("charge", s), feature_does(say, "charge"))
        for s in sources
    ]
