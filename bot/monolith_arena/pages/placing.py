"""The page on which a tile gets its hex and its facing."""

from __future__ import annotations

from bot.monolith_arena.pages import placing_draft
from bot.monolith_arena.pages.placing_draft import NOWHERE, Spot, facing_rows, hex_rows, subject_at, subjects
from bot.monolith_arena.pages.shared import BoardDraft, card, close
from bot.monolith_arena.texts import charging, foresight
from bot.monolith_arena.texts.card import looking
from bot.monolith_arena.texts.gifts import gifts
from bot.monolith_arena.texts.names import feature_name, order_name, standing_so, tile_on
from bot.panels.model import Button, Panel, Row, SeatPerspective
from bot.panels.widgets import back, do, held, show
from bot.texts.phrases import Phrases
from games.api import Action
from games.monolith_arena import charges, consequences, prospects
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.view import View


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the page at these tokens. Raises `GameError` or `NoPage` when they are no longer possible."""
    say, draft = perspective.say, placing_draft.read(perspective, view, given)
    if draft.hexes and draft.hex is None:
        rows = hex_rows(say, view, draft.hexes, lambda where: show(*draft.at(where)), draft.origin)
    else:
        rows = facing_rows(draft.facings, draft.facing, lambda facing: show(*draft.turned(facing)))
    # Above what is chosen from: no press on a hex can be followed by one on the end of the turn in the same place.
    top = (*_lookups(perspective, draft), *_last(perspective, view, draft))
    if perspective.advised and draft.head[0] == "charge" and draft.action is not None:
        return _charge(perspective, view, draft, (top, *rows))
    foreseen = _forecast(view, draft) if perspective.advised else None
    text = _text(perspective, view, draft, foreseen)
    return Panel(text, (top, *rows), _drawn(draft, foreseen))


def _charge(perspective: SeatPerspective[View], view: View, draft: Spot, rows: tuple[Row, ...]) -> Panel:
    """Return the page of a charge that is chosen: what the charge itself does, which is no battle (R11.3)."""
    say, given, put = perspective.say, draft.advice, draft.put
    found = charges.charge(view, put)
    lines = [f"**{_title(say, view, draft)}**", _preview(say, view, draft)]
    if given is not None:
        lines.append(foresight.advice(say, view, given, put.hex))
    lines.append(" ".join(charging.charge(say, found, put.hex, perspective.names)))
    if not charging.ends_match(found):
        lines.append(_outlook(perspective, view, draft, None))
    return Panel("\n".join(line for line in lines if line), rows, _drawn(draft, found.forecast))


def _lookups(perspective: SeatPerspective[View], draft: Spot) -> tuple[Button, ...]:
    """Return the way back, to the hexes where one has been chosen, and the tile in words."""
    say = perspective.say
    shown = card(say, draft.tile.type)
    if draft.hex is not None and len(draft.hexes) > 1:
        return (back(say, *draft.at(NOWHERE)), shown)
    return (shown,) if draft.head[0] == "banner" else (back(say, *before(perspective, draft.head)), shown)


def before(perspective: SeatPerspective[View], head: Action) -> Action:
    """Return the tokens of the page before: the one that asked which tile, if it had more than one to ask for."""
    if head[0] in ("place", "banner", "feature"):
        return ()
    asks = head[: subject_at(head[0])]
    return asks if len(subjects(perspective, perspective.view, asks)) > 1 else ()


def verb_name(say: Phrases, head: Action) -> str:
    """Return what the last button does, in a word."""
    if head[0] == "feature":
        return feature_name(say, head[2])
    if head[0] == "place":
        return say("Place")
    return say("Place the banner") if head[0] == "banner" else order_name(say, head[0])


def _last(perspective: SeatPerspective[View], view: View, draft: Spot) -> tuple[Button, ...]:
    """Return the buttons that carry the draft out; greyed as long as something is missing."""
    say, head, action = perspective.say, draft.head, draft.action
    if action is None:
        # Of the banner nothing else stays above the hexes where what can be looked up is folded.
        return (held(verb_name(say, head), "success"),) if head[0] == "banner" else ()
    verb = verb_name(say, head)
    if head[0] == "banner":
        return (do(say("Place the banner on {hex}", hex=draft.hex or ""), action),)
    if head[0] == "charge":
        return (do(say("{action}, end turn", action=verb), action),)
    if _fills(view, draft):
        return (do(say("{action}, fill the arena", action=verb), action),)
    button = do(verb, action)
    if view.discard_due:
        return (button,)
    return (button, do(say("{action}, end turn", action=verb), action, then=("end",), style="primary"))


def _fills(view: View, draft: Spot) -> str:
    """Return True if placing the tile fills the arena."""
    if draft.head[0] != "place" or draft.action is None:
        return ""
    return consequences.fills(view, [draft.put])


def _forecast(view: View, draft: Spot) -> Forecast | None:
    """Return a battle in the position that the draft leads to, where one can be thought of."""
    whole = draft.action is not None and consequences.foreseeable(view)
    return consequences.forecast(view, [draft.put]) if whole else None


def _drawn(draft: Spot, foreseen: Forecast | None) -> BoardDraft:
    """Return the tile as it would stand, close by with what it deals and takes; before that where it may go.

    Of a charge everything is drawn that comes of it.
    """
    beside = () if draft.origin is None else (draft.origin,)
    if draft.action is None:
        return BoardDraft(marks=beside, focus=close((*beside, *(BY_NAME[name] for name in draft.hexes))))
    put = draft.put
    if foreseen is None:
        return BoardDraft((put,), focus=close((*beside, put.hex)))
    battle = prospects.drawn(foreseen, None if draft.head[0] == "charge" else [put.hex])
    fighting = [tile.hex for attack in battle.attacks for tile in (attack.source, attack.target) if tile is not None]
    return BoardDraft((put,), battle_now=battle, focus=tuple(sorted({*close((*beside, put.hex)), *fighting})))


def _text(perspective: SeatPerspective[View], view: View, draft: Spot, foreseen: Forecast | None) -> str:
    say = perspective.say
    lines = [f"**{_title(say, view, draft)}**"]
    if draft.action is None:
        lines.append(_missing(say, draft))
    else:
        lines += [_preview(say, view, draft), _gifts(say, view, draft), *_foreseen(say, view, draft, foreseen)]
        if not perspective.advised and consequences.foreseeable(view):
            lines.append(_reached(say, view, draft))
        lines.append(_outlook(perspective, view, draft, foreseen))
    if draft.head[0] == "place" and view.unfolded:  # why there are so few hexes (R13.4)
        lines.append(
            say("Your monolith has unfolded this turn: a tile drawn this turn may go to its empty segment only.")
        )
    return "\n".join(line for line in lines if line)


def _title(say: Phrases, view: View, draft: Spot) -> str:
    if draft.head[0] == "banner":
        return say("Place your banner.")
    what = say.message(draft.tile.type.title) if draft.origin is None else tile_on(say, view, draft.origin)
    return f"{verb_name(say, draft.head)}: {what}"


def _missing(say: Phrases, draft: Spot) -> str:
    text = say("Choose a hex.")
    return f"{text} {say('It will face {facing}.', facing=looking(say, draft.chosen))}" if draft.chosen else text


def _preview(say: Phrases, view: View, draft: Spot) -> str:
    put = draft.put
    tile = standing_so(say, put.tile, put.hex)
    replaced = view.board[put.hex] if put.hex != put.origin else None
    if replaced is None:
        return say("Preview: {tile}.", tile=tile)
    return say("Preview: {tile}, in place of {replaced}.", tile=tile, replaced=replaced.type.title)


def _foreseen(say: Phrases, view: View, draft: Spot, foreseen: Forecast | None) -> list[str]:
    """Return why it faces so, and what a battle now would do to it there, with what is within reach."""
    given, hex_ = draft.advice, draft.put.hex
    lines = [foresight.advice(say, view, given, hex_)] if given is not None else []
    if foreseen is not None:
        told = given.targets if given is not None and given.reason == "hits" else ()
        lines.append(foresight.in_battle(say, foreseen, hex_, told=told))
    return lines


def _gifts(say: Phrases, view: View, draft: Spot) -> str:
    """Return what a rune changes for its neighbors where it would stand."""
    if draft.tile.type.gifts is None or draft.head[0] == "banner":
        return ""
    return gifts(say, consequences.position(view, [draft.put]), draft.put.hex)


def _reached(say: Phrases, view: View, draft: Spot) -> str:
    """Return who is within whose reach where the tile would stand, which is no battle yet."""
    put = draft.put
    told = draft.advice.targets if draft.advice is not None and draft.advice.reason == "hits" else ()
    return foresight.within_reach(say, consequences.position(view, [put]), put.hex, told=told)


def _outlook(perspective: SeatPerspective[View], view: View, draft: Spot, foreseen: Forecast | None) -> str:
    """Return what the last buttons lead to besides the move."""
    say = perspective.say
    if draft.head[0] == "banner" or view.discard_due:
        return ""
    if fills := _fills(view, draft):
        outcome = [] if foreseen is None else foresight.battle(say, foreseen, perspective.names)
        return " ".join((foresight.filled(say, surely=fills == "battle"), *outcome))
    return foresight.turn_end(say, view, perspective.names, consequences.spent(view, draft.head))
