"""The private panel: what a seat may do now, step by step, as pure functions of what it may see."""

from __future__ import annotations

from collections.abc import Sequence

from bot.limits import SELECT_OPTIONS
from bot.monolith import labels, place
from bot.monolith.scene import Draft, Scene, moved
from bot.panel import Button, Chair, Panel, Press, Row, Select
from bot.texts import monolith as texts
from games.api import Action, Field, GameError, Ready
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import View

ORDER = "order"
"""The pseudo-verb of the page on which an order with two uses is taken apart; its second word is the tile."""


def panel(chair: Chair, words: Sequence[str] = ()) -> Panel:
    """The panel at these words; words that lead nowhere any more give its start."""
    made = None
    if words and chair.choice is not None:
        try:
            made = _page(chair, tuple(words))
        except (GameError, KeyError, IndexError, StopIteration):
            made = None
    made = made or start(chair)
    key = chair.choice.key if chair.choice is not None else ""
    return Panel(made.text, made.rows, made.scene, key)


# The start of each panel


def start(chair: Chair) -> Panel:
    """The panel before anything is chosen."""
    kind = chair.choice.kind if chair.choice is not None else None
    if kind is None:
        return _idle(chair)
    if kind == "faction":
        return _factions(chair)
    if kind == "banner":
        return place.page(chair, ("banner",))
    if kind != "turn":
        return _question(chair)
    return _discard_stage(chair) if chair.view.discard_due else _use_stage(chair)


def _idle(chair: Chair) -> Panel:
    view: View = chair.view
    if view.result is not None:
        text = texts.ending(view, chair.names)
    elif chair.seat is None:
        text = "You are watching this match."
    else:
        waited = ", ".join(dict.fromkeys(chair.names.get(c.seat, "somebody") for c in view.choices if c.must))
        text = f"Nothing is asked of you now. The match waits for {waited or 'nobody'}."
    row = _looks(chair)
    return Panel(f"{text}\n{texts.status(view)}", (row,) if row else (), Scene())


def _looks(chair: Chair) -> tuple[Button, ...]:
    return (labels.CARDS, labels.PILES) if chair.view.stage != "factions" else ()


def _undo(chair: Chair) -> tuple[Button, ...]:
    if chair.undoable is None:
        return ()
    return (labels.button(f"Undo: {texts.default_line(chair.undoable)}", Press("undo")),)


def _factions(chair: Chair) -> Panel:
    buttons = [
        labels.button("Random" if v == "random" else faction(v).name, Press("do", ("faction", v)), "primary")
        for v in _values(chair, "faction")
    ]
    return Panel("Choose your faction; it is settled at once.", labels.chunks(buttons), Scene())


def _values(chair: Chair, *words: str) -> tuple[str, ...]:
    """The values of the field after these words; none where they are complete or impossible."""
    try:
        field = chair.options(words)
    except GameError:
        return ()
    return field.values if isinstance(field, Field) else ()


def _reserve(chair: Chair) -> tuple[TileType, ...]:
    view: View = chair.view
    return (view.seats[chair.seat].reserve or ()) if chair.seat is not None else ()


def _discard_stage(chair: Chair) -> Panel:
    view: View = chair.view
    rows: list[Row] = [_discard_buttons(chair), *_feature_rows(chair)]
    redraw = (labels.button("Redraw all", labels.show("redraw")),) if "redraw" in _values(chair) else ()
    rows.append((*redraw, *_undo(chair), *_looks(chair)))
    return Panel(f"Turn {view.turn}: discard one of your three tiles.\n{texts.status(view)}", tuple(rows), Scene())


def _discard_buttons(chair: Chair) -> tuple[Button, ...]:
    return tuple(
        labels.button(f"Discard {name}", labels.show("discard", kind.id))
        for kind, name in labels.counted(_reserve(chair))
    )


def _use_stage(chair: Chair) -> Panel:
    view: View = chair.view
    actions = _values(chair)
    placeable = _values(chair, "place") if "place" in actions else ()
    tiles = []
    for kind, name in labels.counted(_reserve(chair)):
        verbs = [v for v in kind.orders if v in actions]
        playable = kind.id in placeable or bool(verbs)
        if kind.id in placeable:
            press = labels.show("place", kind.id)
        elif len(kind.orders) == 1:
            press = labels.show(kind.orders[0])
        else:
            press = labels.show(ORDER, kind.id)
        tiles.append(labels.button(name, press, "primary" if playable else "secondary", disabled=not playable))
    rows: list[Row] = [*labels.chunks(tiles), *_feature_rows(chair)]
    more = [*_undo(chair)]
    if "redraw" in actions:
        more.insert(0, labels.button("Redraw all", labels.show("redraw")))
    if "discard" in actions:
        more.insert(0, labels.button("Discard another …", labels.show("discard")))
    if more:
        rows.append(tuple(more))
    rows.append((Button("End turn", labels.show("end")), *_looks(chair)))
    what = "features only" if "discard" not in actions and _reserve(chair) else "play, keep or discard"
    return Panel(f"Turn {view.turn}: {what}.\n{texts.status(view)}", tuple(rows), Scene())


def _feature_rows(chair: Chair) -> list[Row]:
    """A select with a line for each feature that a tile on the board may use, and for Runes of Charge."""
    view: View = chair.view
    actions = _values(chair)
    tiles = _values(chair, "feature") if "feature" in actions else ()
    uses = [(name, word) for name in tiles for word in _values(chair, "feature", name)]
    if len(uses) > SELECT_OPTIONS - 2:  # too many for one select: the tile first, its features on a page of their own
        options = [labels.option(texts.tile_at(view, BY_NAME[n]), labels.show("feature", n)) for n in tiles]
    else:
        options = [
            labels.option(
                labels.feature_label(view, BY_NAME[name], word),
                labels.show("feature", name, word),
                texts.FEATURE_DOES[word.partition("@")[0]],
            )
            for name, word in uses
        ]
    runes = [s for s in _values(chair, "charge") if s in BY_NAME] if "charge" in actions else []
    options += [
        labels.option(f"{texts.tile_at(view, BY_NAME[r])}: Charge", labels.show("charge", r), "ends the turn")
        for r in runes
    ]
    return [Select("Tiles on the board …", tuple(options))] if options else []


def _question(chair: Chair) -> Panel:
    view: View = chair.view
    asked = view.question
    assert asked is not None
    choices = [(v, texts.answer_word(view, asked.kind, asked.subject, v)) for v in asked.values]
    rows = labels.pick(("choose",), choices, "Choose …")
    marks = (asked.subject,) if asked.subject >= 0 else ()
    return Panel(texts.question(view), (*rows[:4], _looks(chair)), Scene(marks=marks))


# Further pages


def _page(chair: Chair, words: Action) -> Panel:
    verb = words[0]
    if verb == "discard":
        return _discard_page(chair, words)
    if verb == ORDER:
        return _order_page(chair, words[1])
    if verb in place.HEAD and len(words) >= place.HEAD[verb]:
        return place.page(chair, words)
    field = chair.options(words)
    if isinstance(field, Ready):
        return _confirm(chair, words)
    return _targets(chair, words, field)


def _discard_page(chair: Chair, words: Action) -> Panel:
    if len(words) == 1:
        return Panel("Discard which tile?", (_discard_buttons(chair), (labels.back(),)), Scene())
    assert isinstance(chair.options(words), Ready)
    kind = next(t for t in _reserve(chair) if t.id == words[1])
    sure = labels.button(f"Discard {kind.name}: sure", Press("do", words), "danger")
    rows: tuple[Row, ...] = ((labels.back(), sure), (labels.card(kind), *_looks(chair)))
    return Panel(f"Discard the {kind.name}?", rows, Scene())


def _order_page(chair: Chair, tile_id: str) -> Panel:
    kind = next(t for t in _reserve(chair) if t.id == tile_id)
    actions = _values(chair)
    buttons = tuple(
        labels.button(
            texts.ORDER_WORDS[v],
            labels.show(v, "order") if v == "charge" else labels.show(v),
            "primary",
            disabled=v not in actions or (v == "charge" and "order" not in _values(chair, "charge")),
        )
        for v in kind.orders
    )
    return Panel(f"{kind.name}: which of the two?", (buttons, (labels.back(), labels.card(kind))), Scene())


def _targets(chair: Chair, words: Action, field: Field) -> Panel:
    """Choose the next word: a tile on the board, three hexes, a feature."""
    view: View = chair.view
    labelled = [(value, _value_label(view, words, field, value)) for value in field.values]
    rows = labels.pick(words, labelled, "Choose …")
    marks = tuple(BY_NAME[v] for v in field.values if v in BY_NAME)
    head = texts.ORDER_WORDS.get(words[0], texts.default_line(words) if len(words) > 1 else words[0])
    what = {"pusher": "which tile pushes?", "champion": "which champion?", "hexes": "which three hexes?"}
    pusher = f", {texts.tile_at(view, BY_NAME[words[1]])}" if words[0] == "push" and len(words) > 1 else ""
    leave = labels.back(*words[:-1]) if words[0] == "push" and len(words) > 1 else labels.back()
    return Panel(f"{head}{pusher}: {what.get(field.name, 'which one?')}", (*rows[:4], (leave,)), Scene(marks=marks))


def _value_label(view: View, words: Action, field: Field, value: str) -> str:
    if field.name == "hexes":
        hit = [BY_NAME[n] for n in value.split("-")]
        tiles = [texts.tile_at(view, h) for h in hit if (t := view.board[h]) is not None and not t.type.is_banner]
        return f"{value}: {', '.join(tiles)}"
    if field.name == "feature":
        return labels.feature_label(view, BY_NAME[words[1]], value)
    return texts.tile_at(view, BY_NAME[value]) if value in BY_NAME else value


def _confirm(chair: Chair, words: Action) -> Panel:
    """The last button of an action that needs no hex: it says what follows."""
    view: View = chair.view
    verb = words[0]
    if verb == "end":
        sure = labels.button(_end_label(chair), Press("end"), "success")
        return Panel("End your turn?", ((labels.back(), sure),), Scene())
    if verb == "choose":
        return _confirm_answer(chair, words)
    label, text, may_end = _consequence(view, words)
    leave = labels.back(*words[:-1]) if len(words) > 1 else labels.back()
    row = [leave, labels.button(label, Press("do", words), "success")]
    if may_end and not view.discard_due:
        row.append(labels.button(f"{label}, end turn", Press("end", words), "success"))
    marks = tuple(BY_NAME[w] for word in words[1:] for w in word.split("-") if w in BY_NAME)
    return Panel(text, (tuple(row),), Scene(marks=marks))


def _consequence(view: View, words: Action) -> tuple[str, str, bool]:
    """The label of the last button, the text over it, and whether the turn may be ended in the same step."""
    verb = words[0]
    if verb == "battle":
        return "Battle: starts now, the turn ends", "A battle with the board as it is?", False
    if verb == "redraw":
        return "Redraw: sure", "Discard the whole reserve and draw as many tiles?", False
    name = texts.ORDER_WORDS[verb]
    targets = ", ".join(texts.tile_at(view, BY_NAME[w]) if w in BY_NAME else w for w in words[1:])
    text = f"{name}: {targets}. Nobody else sees it yet."
    return f"{name}: {targets}", text, verb not in ("push", "fire", "shoot")


def _end_label(chair: Chair) -> str:
    view: View = chair.view
    kept = ", ".join(name for _, name in labels.counted(_reserve(chair)))
    others = [chair.names.get(s.seat, "the other side") for s in view.seats if s.seat != chair.seat]
    after = "the Final Battle follows" if view.last_turns == () else f"{others[0]} is next"
    return f"End turn: {f'keeps {kept}, ' if kept else ''}{after}"


def _confirm_answer(chair: Chair, words: Action) -> Panel:
    view: View = chair.view
    asked = view.question
    assert asked is not None
    label = texts.answer_word(view, asked.kind, asked.subject, words[1])
    scene = Scene(marks=tuple(BY_NAME[w] for w in words[1].split("-") if w in BY_NAME))
    if asked.kind == "push":
        tile = view.board[asked.subject]
        assert tile is not None
        scene = Scene(Draft(moved(tile, tile.facing), BY_NAME[words[1]], asked.subject))
    rows: tuple[Row, ...] = ((labels.back(), labels.button(f"{label}: sure", Press("do", words), "success")),)
    return Panel(f"{texts.question(view)} {label}.", rows, scene)


def cards(chair: Chair) -> Panel:
    """A list of the tiles whose cards are worth looking at: own reserve and everything on the board."""
    view: View = chair.view
    own = list(dict.fromkeys(_reserve(chair)))
    seen = list(dict.fromkeys(t.type for t in view.board if t is not None))
    groups = [("Your reserve", own)]
    for seat in view.seats:
        if seat.faction is not None:
            on_board = [k for k in seen if k.faction == seat.faction.id and k not in own]
            groups.append((f"{texts.seat_word(view, seat.seat)} on the board", on_board))
    rows: list[Row] = []
    for title, kinds in groups:
        options = [labels.option(k.name, Press("card", (labels.card_name(k),)), k.text) for k in kinds]
        if options:
            rows.append(Select(title, tuple(options[:SELECT_OPTIONS])))
    key = chair.choice.key if chair.choice is not None else ""
    return Panel("Whose card?", (*rows[:4], (labels.back(),)), Scene(), key)
