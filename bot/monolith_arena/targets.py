"""The pages of orders that ask for tiles: which tile moves, who is shot at, pusher and pushed, the hexes of a fire."""

from __future__ import annotations

from typing import Final

from bot.limits import BUTTON_LABEL, cut
from bot.monolith_arena import consequences, move_page
from bot.monolith_arena.monolith_words import may_enter
from bot.monolith_arena.scene import Scene, moved
from bot.monolith_arena.texts.standing import ORDER_NAMES
from bot.monolith_arena.texts.words import listed
from bot.monolith_arena.widgets import (
    BACK,
    CARDS,
    PAGE,
    PIECES,
    button,
    card,
    feature,
    feature_does,
    pick,
    show,
    standing,
)
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective
from games.api import Action, Field, Ready
from games.monolith_arena.hexes import ADJACENT, BY_NAME, NAMES
from games.monolith_arena.view import View
from render.monolith_arena import Ghost

SUBJECT: Final = {"move": 1, "falseorder": 1, "rotate": 1, "charge": 2, "feature": 2}
"""Orders and features that ask for a tile before anything else, and after how many words."""
TARGET: Final = frozenset({"shoot", "entrench", "net", "fire", "push"})
"""Orders that are complete once their targets are known."""
_ASKS: Final = {
    "move": "Which tile moves?",
    "falseorder": "Which enemy tile moves?",
    "rotate": "Which tile turns?",
    "charge": "Which champion charges?",
    "feature": "Which feature does it use?",
    "shoot": "Which enemy tile takes a wound?",
    "entrench": "Which tile gets the entrenchment?",
    "net": "Which enemy tile is netted?",
    "fire": "Which three hexes burn? Every tile there takes a wound, banners do not.",
    "push": "Which tile pushes, and whom?",
}


def values(chair: SeatPerspective, words: Action) -> tuple[str, ...]:
    """What the next word after these may be; nothing when they are complete. Raises `GameError`."""
    field = chair.options(words)
    return field.values if isinstance(field, Field) else ()


def subject(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The page that asks which tile; a single possibility is taken at once. Raises `GameError`."""
    verb = words[0]
    asks = SUBJECT[verb]
    if len(words) == asks + 1 and words[asks].startswith(PAGE):
        words, turned = words[:asks], words[asks]
    else:
        turned = None
    if len(words) < asks:
        found = values(chair, words)
        # A charge without its source, a feature without its tile: no page of its own.
        return subject(chair, view, (*words, found[0]))
    found = values(chair, words)
    if len(found) == 1:
        return move_page.page(chair, view, (*words, found[0]))
    if verb == "feature":
        hex_ = BY_NAME[words[1]]
        choices = [(word, feature(view, hex_, word), feature_does(word)) for word in found]
    else:
        choices = [(word, standing(view, BY_NAME[word]), "") for word in found]
    rows = pick(words, choices, None, _ASKS[verb], turned)
    marks = tuple(BY_NAME[word] for word in found) if verb != "feature" else (BY_NAME[words[1]],)
    return Panel(_title(verb), (*rows, (button(BACK, show()), *_card(view, words))), Scene(marks=marks))


def target(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The page of an order that needs nothing but targets. Raises `GameError`."""
    verb = words[0]
    if verb == "push":
        return _push(chair, view, words)
    chosen = words[1] if len(words) > 1 else None
    found = values(chair, words[:1])
    if chosen is None and len(found) == 1:
        chosen = found[0]
    action = (verb,) if chosen is None else (verb, chosen)
    if chosen is not None:
        chair.options((*action, *words[2:]))
    if verb == "fire":
        rows = pick((verb,), [_triangle(view, word) for word in found], chosen, "Three hexes that touch", lines=True)
        text = burns(view, chosen) if chosen else ""
        marks = tuple(BY_NAME[name] for name in chosen.split("-")) if chosen else ()
    else:
        rows = pick((verb,), [(word, standing(view, BY_NAME[word]), "") for word in found], chosen, _ASKS[verb])
        text = standing(view, BY_NAME[chosen]) if chosen else ""
        marks = (BY_NAME[chosen],) if chosen else ()
    ready = action if chosen is not None else None
    bottom = _bottom(chair, view, verb, ready, text, asks=verb in ("fire", "shoot") and consequences.may_ask(view))
    return Panel(_title(verb, text), (*rows, bottom), Scene(marks=marks))


def _push(chair: SeatPerspective, view: View, words: Action) -> Panel:
    pushers = values(chair, ("push",))
    pusher = words[1] if len(words) > 1 else pushers[0] if len(pushers) == 1 else None
    named = [(word, standing(view, BY_NAME[word]), "") for word in pushers]
    rows: tuple[Row, ...] = pick(("push",), named, pusher, "Which tile pushes?")
    if pusher is None:
        return Panel(_title("push"), (*rows, _bottom(chair, view, "push", None, "")), Scene())
    pushed = values(chair, ("push", pusher))
    chosen = words[2] if len(words) > 2 else pushed[0] if len(pushed) == 1 else None
    if chosen is not None:
        chair.options(("push", pusher, chosen, *words[3:]))
    named = [(word, f"Push {standing(view, BY_NAME[word])}", "") for word in pushed]
    rows += pick(("push", pusher), named, chosen, "Whom?")
    marks = (BY_NAME[pusher], *((BY_NAME[chosen],) if chosen is not None else ()))
    if chosen is None:
        return Panel(_title("push"), (*rows, _bottom(chair, view, "push", None, "")), Scene(marks=marks))
    free = _destinations(view, BY_NAME[pusher], BY_NAME[chosen])
    there = view.board[BY_NAME[chosen]]
    assert there is not None
    if len(free) == 1:
        text = f"{standing(view, BY_NAME[chosen])} to {NAMES[free[0]]}"
        scene = Scene(Ghost(moved(there, there.facing), free[0], BY_NAME[chosen]), (BY_NAME[pusher],))
    else:
        owner = cut(chair.names.get(there.seat, "its owner"), consequences.NAME_LENGTH)
        text = f"{standing(view, BY_NAME[chosen])}, {owner} picks {listed([NAMES[h] for h in free], 'or')}"
        scene = Scene(marks=(*marks, *free))
    bottom = _bottom(chair, view, "push", ("push", pusher, chosen), text, asks=len(free) > 1)
    return Panel(_title("push", text), (*rows, bottom), scene)


def _destinations(view: View, pusher: int, pushed: int) -> list[int]:
    """The hexes that a pushed tile may go to (R11.5, R13.7)."""
    away = [h for h in ADJACENT[pushed] if view.board[h] is None and h not in ADJACENT[pusher]]
    return may_enter(view, pushed, away)


def _title(verb: str, chosen: str = "") -> str:
    name = "Feature" if verb == "feature" else ORDER_NAMES[verb]
    return f"**{name}**\n{chosen[0].upper()}{chosen[1:]}." if chosen else f"**{name}**\n{_ASKS[verb]}"


def _card(view: View, words: Action) -> tuple[Button, ...]:
    """The card of the order that is being played; the list of cards where a tile of the board acts."""
    tile = move_page.spent_tile(view, words) if words[0] != "feature" else None
    return (CARDS,) if tile is None else (card(tile),)


def _bottom(
    chair: SeatPerspective, view: View, verb: str, action: Action | None, text: str, *, asks: bool = False
) -> tuple[Button, ...]:
    """Back, the card, and the buttons that carry the order out; `asks`: somebody may be asked before it is done."""
    row = [button(BACK, show()), *_card(view, (verb, "order"))]
    name = ORDER_NAMES[verb]
    if action is None:
        return (*row, button(name, Press("do", (verb,)), style="success", disabled=True))
    seat = view.reader
    assert seat is not None
    label = f"{name}: {text}"
    if len(label) > BUTTON_LABEL:
        label = name  # the text of the page says the rest
    row.append(button(label, Press("do", action), style="success"))
    if not asks:
        spent = move_page.spent_tile(view, (verb, "order"))
        label = consequences.end_label(f"{name}, end turn", view, seat, chair.names, spent)
        row.append(button(label, Press("end", action), style="primary"))
    return tuple(row)


def _triangle(view: View, word: str) -> tuple[str, str, str]:
    return word, word, burns(view, word)


def burns(view: View, word: str) -> str:
    """Whom a fire wounds, own and allied tiles named as such."""
    hit = []
    for name in word.split("-"):
        there = view.board[BY_NAME[name]]
        if there is not None and not there.type.is_banner:
            hit.append(f"{_side(view, there.seat)}{standing(view, BY_NAME[name])}")
    return f"wounds {listed(hit)}"


def _side(view: View, seat: int) -> str:
    """What marks a tile that one would rather spare."""
    if view.reader is None or view.seats[seat].team != view.seats[view.reader].team:
        return ""
    return "own " if seat == view.reader else "allied "


def features(chair: SeatPerspective, view: View, verbs: tuple[str, ...]) -> list[tuple[Action, str, str]]:
    """Everything that tiles on the board can do now: words, label and description of each line."""
    lines: list[tuple[Action, str, str]] = []
    users = values(chair, ("feature",)) if "feature" in verbs else ()
    found = {name: values(chair, ("feature", name)) for name in users}
    if sum(map(len, found.values())) > 2 * PIECES:
        return [(("feature", name), f"{standing(view, BY_NAME[name])}: features", "") for name in users] + _runes(
            chair, view, verbs
        )
    for name, words in found.items():
        hex_ = BY_NAME[name]
        lines += [(("feature", name, word), feature(view, hex_, word), feature_does(word)) for word in words]
    return lines + _runes(chair, view, verbs)


def _runes(chair: SeatPerspective, view: View, verbs: tuple[str, ...]) -> list[tuple[Action, str, str]]:
    sources = [s for s in values(chair, ("charge",)) if s != "order"] if "charge" in verbs else []
    return [(("charge", s), f"{standing(view, BY_NAME[s])}: Charge", feature_does("charge")) for s in sources]


def ready(chair: SeatPerspective, words: Action) -> bool:
    """Whether the words are a whole action. Raises `GameError`."""
    return isinstance(chair.options(words), Ready)
