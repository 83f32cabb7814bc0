"""The pages on which a player looks at standing orders, changes and cancels them; `/match instructions`.

The tokens of a press begin with the scope, ``m`` for this match or ``a`` for all matches of the game, then follow those
of an instruction. ``p`` is this match, too, and leads back to the panel. ``x`` before them cancels an instruction,
``=`` keeps one that may still go on. What is instructed holds at once, also for what is asked already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.commands.from_verbs import Made, command
from bot.features.standing_orders.orders import StandingOrders
from bot.interactions import lookup, panel, replies
from bot.interactions.actions import begin
from bot.interactions.services import Note, Request
from bot.limits import SELECT_OPTIONS
from bot.matches import changes
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.matches.refusals import NO_EFFECT, Refusal, Stale
from bot.panels import choosing, components
from bot.panels.choosing import Value
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row, Select
from bot.panels.widgets import back, button, option, turned
from bot.publish.notifier import Notifier
from bot.texts import match as texts
from bot.texts.names import NOBODY, Names, told
from bot.texts.phrases import Phrases
from games import standing
from games.api import Field, GameError, Ready
from games.messages import Message
from games.standing import Instruction, Standing, Topic
from storage import ClaimedJob
from storage.plans import ALWAYS

ACTION_ID: Final = "orders"
INSTRUCTED: Final = "instructed"
"""The action id of an action that comes with an instruction for this match."""
PROPOSED: Final = "proposed"
"""The action id of an action with which the game's proposed instructions are taken over."""
MATCH, EVERY, PANEL, CANCEL, KEEP = "m", "a", "p", "x", "="
AT_ONCE: Final = 2
"""How many topics a panel asks for at once."""
NOTHING: Final = Message("There are no standing instructions for this game: you are only asked in your own turn.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button or a line of these pages. Raises `Refusal`."""
    await show(request, match, pressed.press.tokens)


async def show(request: Request, match: LoadedMatch, tokens: Sequence[str] = (), note: str = "") -> None:
    """Show the page at these tokens, and keep the instruction that they complete. Raises `Refusal`."""
    seat, rules = match.must_play(request.user), _rules(match)
    head, *rest = tokens or [""]
    if head == CANCEL and len(rest) == 2 and rest[0] in (MATCH, EVERY):
        await _set(request, match, rest[0], rest[1], None)
        await show(request, match, note=request.say("The instruction is canceled."))
        return
    if head not in (MATCH, EVERY, PANEL) or not rest:
        await _overview(request, match, rules, note)
        return
    view = None if head == EVERY else match.view(seat)
    kept = rest[-1] == KEEP
    said, page = turned(tuple(rest[:-1] if kept else rest))
    try:
        standing.topic_of(rules, said)
        field = rules.instruct(view, said)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    if isinstance(field, Ready) or (kept and field.least == 0):
        whole = field.action if isinstance(field, Ready) else said
        await _set(request, match, EVERY if head == EVERY else MATCH, whole[0], standing.line(whole))
        sentence = told(request.say, rules.sentence(whole), await _names(request, match, head))
        await _noted(request, match, request.say("Noted: {instruction}", instruction=sentence), head)
        return
    if not field.values:  # the topic is of no use in this match, or not any more
        await _overview(request, match, rules, request.say.message(NO_EFFECT))
        return
    say = request.say
    names = await _names(request, match, head)
    values = [Value(value, told(say, rules.label(said, value), names)) for value in field.values]
    asked = say.message(rules.asked(said, field))
    rows = choosing.one_of(say, (head, *said), values, None, asked, page)
    back: list[Button] = [Button(say("Back"), Press(ACTION_ID, (head, *said[:-1]) if said[1:] else ()))]
    if field.least == 0:
        back.append(Button(say("That is all"), Press(ACTION_ID, (head, *said, KEEP)), "success"))
    text = texts.lines(f"**{say.message(standing.topic_of(rules, said).title)}** {_scope(say, head)}", asked)
    shown: tuple[Row, ...] = (*_redirected(rows), tuple(back))
    await replies.answer(request.interaction, text, view=components.view(match.id, shown))


async def _noted(request: Request, match: LoadedMatch, note: str, head: str) -> None:
    """Let a new instruction answer what is asked already; show what came of that, else where it was given."""
    matches = request.services.matches
    try:
        played = await matches.change(match, lambda now: changes.reacted(now, request.user), None)
    except Stale:
        if head == PANEL:
            await panel.open_panel(request, match, note=note)
        else:
            await show(request, match, note=note)
    else:
        await panel.show_played(request, match, played)


async def _overview(request: Request, match: LoadedMatch, rules: Standing[Any], note: str) -> None:
    say = request.say
    orders = await request.services.get(StandingOrders).mine(match, request.user)
    paragraphs = [note, say("**Standing instructions** answer for you when you are asked outside your own turn.")]
    cancel: list[Button] = []
    called = [(scope, of, await _names(request, match, scope)) for scope, of in ((MATCH, match.id), (EVERY, ALWAYS))]
    for topic in rules.topics:
        title = say.message(topic.title)
        for scope, match_id, names in called:
            line = orders.get((match_id, topic.id))
            if line is not None and (whole := _read(rules, line)) is not None:
                paragraphs.append(f"- {title} {_scope(say, scope)}: {told(say, rules.sentence(whole), names)}")
                label = say("Cancel: {topic}", topic=f"{title} {_scope(say, scope)}")
                cancel.append(button(label, Press(ACTION_ID, (CANCEL, scope, topic.id)), style="danger"))
    if not cancel:
        paragraphs.append(say("You have none."))
    view = match.view(match.must_play(request.user))
    offered = ((MATCH, standing.topics_of(rules, view)), (EVERY, rules.topics))
    selects = tuple(_choose(say, topics, scope) for scope, topics in offered if topics)
    rows: tuple[Row, ...] = (
        *selects,
        *(tuple(cancel[at : at + 5]) for at in range(0, min(len(cancel), 10), 5)),
        (back(say),),
    )
    await replies.answer(request.interaction, texts.lines(*paragraphs), view=components.view(match.id, rows))


def _choose(say: Phrases, topics: Sequence[Topic], scope: str) -> Select:
    placeholder = say("Set for this match") if scope == MATCH else say("Set for all matches of this game")
    options = [
        option(say.message(topic.title), Press(ACTION_ID, (scope, topic.id)), say.message(topic.help))
        for topic in topics
    ]
    return Select(placeholder, tuple(options))


def _scope(say: Phrases, scope: str) -> str:
    return say("(this match)") if scope == MATCH else say("(all matches)")


async def _names(request: Request, match: LoadedMatch, scope: str) -> Names:
    """Return who sits where in what is instructed for this match; in all matches of a game that is nobody yet."""
    return NOBODY if scope == EVERY else await request.services.names.seats(request.say, match)


def _rules(match: LoadedMatch) -> Standing[Any]:
    rules = standing.standing_of(match.face.game)
    if rules is None:
        raise Refusal(NOTHING)
    return rules


def _read(rules: Standing[Any], line: str) -> Instruction | None:
    try:
        return standing.parse(rules, line)
    except GameError:
        return None  # of an earlier version of the game; it does nothing any more


def _redirected(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows that lead to pages of a panel so that they lead to pages of standing orders instead."""
    return tuple(_redirected_row(row) for row in rows)


def _redirected_row(row: Row) -> Row:
    if isinstance(row, Select):
        return replace(
            row, options=tuple(replace(each, press=replace(each.press, action_id=ACTION_ID)) for each in row.options)
        )
    return tuple(replace(each, press=replace(each.press, action_id=ACTION_ID)) for each in row)


async def _set(request: Request, match: LoadedMatch, scope: str, topic: str, line: str | None) -> None:
    orders, now = request.services.get(StandingOrders), request.services.matches.clock()
    match_id = match.id if scope == MATCH else ALWAYS
    await orders.set(request.user, match.match.game, match_id, topic, line, now=now)


async def instructed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry out an action and note the instruction of the press (`Press.then`) in the place of an earlier one.

    Nothing is instructed where the choice is gone. Raises `Refusal`.
    """
    if _still_asked(request, match, pressed):
        await _wish(request, match, pressed.press.then)
    await panel.do(request, match, replace(pressed, press=Press("do", pressed.press.tokens)))


async def proposed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Do the same, and from now on answer as the game proposes, where its player has not said otherwise."""
    if _still_asked(request, match, pressed):
        await _take_over(request, match, pressed.press.then)
    await panel.do(request, match, replace(pressed, press=Press("do", pressed.press.tokens)))


def _still_asked(request: Request, match: LoadedMatch, pressed: Pressed) -> bool:
    seat = match.seat_of(request.user)
    return seat is not None and match.asks(seat, pressed.key)


async def _wish(request: Request, match: LoadedMatch, wish: Instruction) -> None:
    """Note an instruction for this match. Raises `Refusal` for one that is none."""
    rules = _rules(match)
    try:
        whole = standing.read(rules, None, wish)
    except GameError as refused:
        raise Refusal.of(refused) from refused
    await _set(request, match, MATCH, whole[0], standing.line(whole))


async def _take_over(request: Request, match: LoadedMatch, wish: Instruction) -> None:
    """Note what the game proposes for this match, and a wish. Raises `Refusal` for one that is none."""
    rules = _rules(match)
    if wish:
        await _wish(request, match, wish)
    lines = await request.services.get(StandingOrders).mine(match, request.user)
    said = {topic for of, topic in lines if of in (match.id, ALWAYS)}
    for instruction in standing.proposed(rules):
        if instruction[0] not in said:
            await _set(request, match, MATCH, instruction[0], standing.line(instruction))


def standing_orders_button(say: Phrases) -> Button:
    """Return the button that leads to these pages."""
    return Button(say("Standing instructions"), Press(ACTION_ID))


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return selects for the topics that a game proposes to a player who has said nothing about them yet.

    What the player is certain to be asked (`games.standing.due`) stays there with what was said, until it is asked.
    There are none while the player is asked something in the turn of another.
    """
    seat, rules = match.seat_of(request.user), standing.standing_of(match.face.game)
    if seat is None or rules is None or match.match.status != "running":
        return ()
    if any(one.seat == seat and one.must and not standing.is_turn(match.face.game, one) for one in match.choices):
        return ()  # what is asked now comes first
    view = match.view(seat)
    said = request.services.get(StandingOrders).said(request.user, match.match.game, match.id)
    soon = standing.due(rules, view)
    topics = standing.topics_of(rules, view)
    new = [topic for topic in topics if topic.id in soon or (topic.proposed and topic.id not in said)]
    made = [_proposal(request.say, rules, view, topic, said.get(topic.id, "")) for topic in new[:AT_ONCE]]
    lines = tuple(line for proposal in made for line in proposal.options)
    if len(made) > 1 and len(lines) < SELECT_OPTIONS and not any(line.default for line in lines):
        # Each line names its topic. Where one shows what was said already it has a list of its own.
        made = [Select(request.say("Answers in advance …"), lines)]
    return (*made[:-1], _with_all(request.say, made[-1])) if made else ()


def _with_all(say: Phrases, proposal: Select) -> Select:
    """Return a proposal with one more line that leads to the page of all instructions, in the place of a button."""
    line = option(say("All standing instructions …"), Press(ACTION_ID))
    return replace(proposal, options=(*proposal.options, line))


def _proposal(say: Phrases, rules: Standing[Any], view: Any, topic: Topic, said: str) -> Select:
    field = rules.instruct(view, (topic.id,))
    assert isinstance(field, Field)
    lines = (
        option(
            say("{topic}: {answer}", topic=topic.title, answer=rules.label((topic.id,), value)),
            Press(ACTION_ID, (PANEL, topic.id, value)),
            say.message(rules.sentence((topic.id, value))),
            chosen=said == standing.line((topic.id, value)),
        )
        for value in field.values
    )
    return Select(say("In advance: {topic} …", topic=topic.title), tuple(lines))


async def panel_line(request: Request, match: LoadedMatch) -> str:
    """Return what the asker has instructed already about what the panel asks (`games.standing.told`), a line each.

    Below that it says what is answered for them if the next step calls for it (`games.standing.foreseen`).
    """
    seat, rules = match.seat_of(request.user), standing.standing_of(match.face.game)
    if seat is None or rules is None or match.match.status != "running":
        return ""
    orders, game = request.services.get(StandingOrders), match.match.game
    if not await orders.read(request.user, game):
        return ""
    said, view = orders.said(request.user, game, match.id), match.view(seat)
    kept = {topic: whole for topic, line in said.items() if (whole := _read(rules, line)) is not None}
    topics = [topic for topic in standing.told(rules, view) if topic in kept]
    names = await _names(request, match, MATCH) if topics else NOBODY
    sentences = [told(request.say, rules.sentence(kept[topic]), names) for topic in topics]
    lines = [request.say("Noted: {instruction}", instruction=sentence) for sentence in sentences]
    foreseen = standing.foreseen(rules, view, list(kept.values()))
    return texts.lines(*lines, "" if foreseen is None else request.say.message(foreseen))


async def panel_note(request: Request, match: LoadedMatch) -> Note:
    """Return a line about what the asker's orders have done and nobody has told them yet."""
    if match.seat_of(request.user) is None or standing.standing_of(match.face.game) is None:
        return Note()
    if not await request.services.get(StandingOrders).read(request.user, match.match.game):
        return Note()
    instructions = request.services.store.instructions
    numbers = await instructions.unreported(match.id, request.user)
    if not numbers:
        return Note()
    text = carried_out(request.say, match, numbers, await request.services.names.seats(request.say, match))
    return Note(text, lambda: instructions.mark_reported(match.id, request.user, numbers[-1]))


def carried_out(say: Phrases, match: LoadedMatch, numbers: Sequence[int], names: Names) -> str:
    """Return a line about what a player's orders have done; `numbers` are those of the entries."""
    actions = [
        match.face.words.action_text(say, tuple(entry.text.split()), names)
        for entry in match.entries
        if entry.seq in numbers
    ]
    return say("Your standing instructions have answered: {actions}", actions=" · ".join(actions))


class Reports:
    """Tells players what their standing orders have done."""

    def __init__(self, notifier: Notifier) -> None:
        self.notifier = notifier
        self.store = notifier.store

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player by direct message; without those the next panel says it. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        numbers = await self.store.instructions.unreported(match.id, user) if match.seat_of(user) is not None else ()
        if not numbers or await put_off(self.notifier.matches, match, job, now):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        names = await self.notifier.names.seats(say, match)
        text = texts.lines(await self.notifier.describe(say, match, user), carried_out(say, match, numbers, names))
        if await self.notifier.send_dm(match, job, user, text):
            await self.store.instructions.mark_reported(match.id, user, numbers[-1])


@app_commands.command(
    name="instructions", description=locale_str("Answers given in advance, for questions outside your own turn")
)
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def instructions(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show and change standing orders."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))


def orders_command() -> Made:
    """Make the command of the same kind for the group of a game; games with standing orders list it."""

    async def callback(interaction: discord.Interaction, match: str | None = None) -> None:
        request = await begin(interaction)
        await show(request, await lookup.find(request, match))

    return command("orders", Message("Answers given in advance, for questions outside your own turn"), (), callback)
