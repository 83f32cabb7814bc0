"""Choosing a plan on the pages of a turn: each press is tried out on the position as if that turn began now.

The pages are those of the game's own panel (`bot.panels.face.Face.panel`), shown a rehearsal (`games.trial`) in the
place of the match; their presses come back here. What is chosen is a draft until its owner keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.plans import reports
from bot.features.plans.plans import LINES, Plans, kept
from bot.features.plans.reports import listed
from bot.interactions import lookup, panel, refusals, replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.work import text_hash
from bot.panels import components, pages, room
from bot.panels.components import Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Button, Panel, Picture, Press
from bot.panels.trial import DO, SHOW, UNDO, SeatAtTrial, leading_back, marked
from bot.panels.widgets import back, button, under
from bot.texts import match as texts
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.messages import Message
from games.standing import is_turn
from games.trial import Rehearsal, rehearsal

ACTION_ID: Final = "plan"
READY, DELETE = "ready", "x"
WHAT: Final = Message(
    "**A plan** runs as soon as your turn begins, action by action, and stops at the first one that is "
    "not legal then. You get a report. Only you can see the plan and the report."
)
YOUR_TURN: Final = Message("It is your turn: play it instead of planning it.")


@dataclass(frozen=True, slots=True)
class Staged:
    """What the owner of a plan has chosen."""

    turn: Rehearsal
    kept: Sequence[str]
    """The lines of the plan that runs as it is."""
    draft: bool
    """What is chosen is another plan, which does not run yet."""

    @property
    def mark(self) -> str:
        """Return what stands in the button that keeps this: by it nothing else is kept."""
        return text_hash("\n".join(" ".join(action) for action in self.turn.actions))[:8]


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a press on a page of a plan. Raises `Refusal`."""
    what, tokens = pressed.press.tokens[:1], pressed.press.tokens[1:]
    try:
        staged = None if _on_turn(match, match.must_play(request.user)) else await _staged(request, match)
    except GameError:
        staged = None
    if staged is None or what not in ((DO,), (UNDO,), (READY,)):
        await show(request, match, tokens if what == (SHOW,) else ())
    elif what == (READY,):
        await _keep(request, match, staged, tokens)
    elif what == (UNDO,):
        await request.services.get(Plans).keep_draft(match, request.user, staged.turn.actions[:-1])
        await show(request, match)
    else:
        added = [action for action in (tokens, pressed.press.then) if action]
        await show(request, match, note=await _add(request, match, staged, pressed.key, added))


async def _keep(request: Request, match: LoadedMatch, staged: Staged, shown: Action) -> None:
    """Keep what is chosen, if that is what the page has shown. Raises `Refusal`.

    It may not be: somebody has played, so that less of it fits, or it was changed on another page.
    """
    if not staged.turn.actions or shown != (staged.mark,):
        await show(request, match, note=request.say("Something has changed: look at the plan again, then keep it."))
        return
    match, report = await reports.keep(request, match, [" ".join(action) for action in staged.turn.actions])
    note = request.say("The plan is kept.")
    if staged.turn.left:
        note = request.say("The plan is kept, without what could not be played now.")
    await show(request, match, note=texts.lines(report, note))


async def _add(request: Request, match: LoadedMatch, staged: Staged, key: str, added: Sequence[Action]) -> str:
    """Add actions to what is chosen, as far as they can follow; return why one cannot, empty where all do."""
    say, done = request.say, staged.turn.actions
    if all(choice.key != key for choice in staged.turn.choices):
        return say.message(pages.GONE)
    if len(done) + len(added) > LINES:
        return say("A plan has at most {count} actions.", count=LINES)
    turn = _rehearsed(match, staged.turn.seat, (*done, *added))
    await request.services.get(Plans).keep_draft(match, request.user, turn.actions)
    return "" if turn.why is None else refusals.sentence(say, Refusal.of(turn.why))


async def show(request: Request, match: LoadedMatch, tokens: Action = (), note: str = "") -> None:
    """Show a page of the asker's plan, with `note` above it; the panel of the match once the turn has come.

    Raises `Refusal`.
    """
    say, seat = request.say, match.must_play(request.user)
    if _on_turn(match, seat):
        await panel.open_panel(request, match, note=texts.lines(note, say.message(YOUR_TURN)))
        return
    try:
        staged = await _staged(request, match)
    except GameError as refused:
        await _not_now(request, match, refused, note)
        return
    report = await reports.panel_note(request, match)
    names = (await lookup.perspective_for(request, match)).names
    made = _page(match.face, staged, SeatAtTrial(staged.turn, names, say), tokens)
    picture = await request.services.studio.draw(
        _drawn, match.face.pictures.private_board, say, staged.turn.view, made.draft, names
    )
    view = components.view(match.id, made.rows, made.key)
    text = room.told(made.retold(lambda text: texts.lines(report.text, note, text)).texts, made.rows)
    await replies.answer(request.interaction, text, picture=picture, view=view)
    await report.told()


async def _not_now(request: Request, match: LoadedMatch, refused: GameError, note: str) -> None:
    """Say why nothing can be chosen, and what is kept all the same."""
    say = request.say
    lines = kept(await request.services.get(Plans).mine(match, request.user))
    report, names = await reports.panel_note(request, match), await request.services.names.seats(say, match)
    text = texts.lines(
        report.text,
        note,
        f"**{say('Plan for your next turn')}**",
        refusals.sentence(say, Refusal.of(refused)),
        say("Kept: {actions}", actions=listed(say, match.face, lines, names)) if lines else "",
    )
    row = (back(say), *_deleting(say, bool(lines)))
    await replies.answer(request.interaction, text, view=components.view(match.id, (row,)))
    await report.told()


def _on_turn(match: LoadedMatch, seat: int) -> bool:
    return any(choice.seat == seat and is_turn(match.face.game, choice) for choice in match.choices)


async def _staged(request: Request, match: LoadedMatch) -> Staged:
    """Return what the asker has chosen, as the position stands now. Raises `GameError` and `Refusal`."""
    plan = await request.services.get(Plans).being_made(match, request.user)
    lines, draft = kept(plan), None if plan is None else plan.draft
    chosen = lines if draft is None else draft.split("\n")
    turn = _rehearsed(match, match.must_play(request.user), [tuple(line.split()) for line in chosen if line])
    return Staged(turn, lines, draft is not None and draft.split("\n") != list(lines))


def _rehearsed(match: LoadedMatch, seat: int, lines: Sequence[Action]) -> Rehearsal:
    """Return the seat's next turn after these lines. Raises `GameError` where there is none."""
    turn = rehearsal(match.face.game, match.view(seat), seat, lines)
    assert turn is not None
    return turn


# The page


def _page(face: AnyFace, staged: Staged, perspective: SeatAtTrial[Rehearsal], tokens: Action) -> Panel:
    """Return the game's own page at these tokens, whose presses lead back here."""
    say, turn = perspective.say, staged.turn
    if turn.ended:
        undo = pages.undo(perspective, face.words.action_text)
        made, tokens = Panel(say("The plan ends with that: nobody knows what comes next."), (undo,)), ()
    else:
        made = pages.usable(say, face.panel(perspective, tokens))
        made = pages.returning(made, lambda action_id: face.exhibit(action_id) is not None, tokens, ACTION_ID)
    rows = leading_back(made.rows, ACTION_ID)
    if tokens:
        return replace(made, rows=rows).retold(lambda text: texts.lines(_title(say), text))
    chosen = _chosen(say, face, staged, perspective.names)
    made = replace(made, rows=under(rows, _controls(say, staged)))
    return made.retold(lambda text: texts.lines(_title(say), *chosen, text))


def _title(say: Phrases) -> str:
    return f"**{say('Plan for your next turn')}** · {say('nothing is played now')}"


def _chosen(say: Phrases, face: AnyFace, staged: Staged, names: Names) -> list[str]:
    """Return what is chosen, whether it runs, and what of it would not as things stand now."""
    turn = staged.turn
    actions = listed(say, face, [" ".join(action) for action in turn.actions], names)
    if not (turn.actions or turn.left or staged.kept):
        own = say("You plan with what you have now: what you will draw is not known yet.")
        return [f"{say.message(WHAT)} {own}"]
    lines = [say("Not kept yet: {actions}", actions=actions or say("no action")) if staged.draft else ""]
    if not staged.draft and actions:
        lines = [say("Kept: {actions}", actions=actions)]
    if turn.why is not None:
        left = listed(say, face, [" ".join(words) for words in turn.left], names)
        reason = refusals.sentence(say, Refusal.of(turn.why))
        lines.append(say("Would not be played as things stand now: {actions}. {reason}", actions=left, reason=reason))
    return lines


def _controls(say: Phrases, staged: Staged) -> tuple[Button, ...]:
    """Return what stands below the first page of a plan."""
    keep = button(say("Keep the plan"), Press(ACTION_ID, (READY, staged.mark)), style="success")
    ready = staged.draft and staged.turn.actions
    return (back(say), *([keep] if ready else []), *_deleting(say, bool(staged.kept or staged.turn.actions)))


def _deleting(say: Phrases, anything: bool) -> tuple[Button, ...]:
    return (button(say("Delete the plan"), Press(ACTION_ID, (DELETE,)), style="danger"),) if anything else ()


def _drawn(
    draw: Callable[[Phrases, Any, Any, Names], Picture], say: Phrases, view: Any, draft: Any, names: Names
) -> Picture:
    """Draw the picture of a page, marked as that of a plan."""
    shown = draw(say, view, draft, names)
    alt = say("A plan, not played yet. {picture}", picture=shown.alt)
    return marked(shown, say("Plan: not played yet"), alt)
