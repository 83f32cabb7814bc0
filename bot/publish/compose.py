"""What the public messages and the direct messages of a match say. Everything comes from views and shown events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.matches import history
from bot.matches.loaded import LoadedMatch
from bot.panels.model import Button, Press, Row
from bot.publish import announce
from bot.texts import match as texts
from storage import StoredAction

SHORT_LENGTH: Final = 300
"""Up to this length everything that happened stands in the first line, and nowhere else."""
HEADLINE_LENGTH: Final = 140
"""How much of a longer story the first line tells; about so much fits on a lock screen."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle, or several of one stretch, from the action that began the first to the one that ended the last."""

    before: Any
    """The state before it."""
    events: list[Any]
    """Everything that happened in it, as everybody may see it."""
    after: Any
    """The state after it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened in a stretch of a match."""

    sentences: list[str]
    headlines: list[str]
    """What each action was, without what followed from it."""
    events: list[Any]
    """The events as the reader may see them."""
    battle: Battle | None
    """The battle that was fought in it, if one was."""


def stretch(table: LoadedMatch, after: int, names: Mapping[int, str], reader: int | None = None) -> Told:
    """What happened after action number `after` up to now, taken-back actions told as such."""
    face, game = table.face, table.face.game
    by_seq = {one.seq: one for one in table.told}
    entries = {entry.seq: entry for entry in table.entries}
    sentences: list[str] = []
    headlines: list[str] = []
    events: list[Any] = []
    actions: list[history.Told] = []
    for entry in table.entries:
        if entry.seq <= after:
            continue
        if entry.kind == "undo":
            sentences.append(_undo_sentence(table, entry, entries, names))
            headlines.append(sentences[-1])
        elif (one := by_seq.get(entry.seq)) is not None:
            seen = history.shown(game, [one], reader)
            events += seen
            now = face.tell(seen, names)
            sentences += now
            headlines += now[:1] if entry.text != "end" else []
            actions.append(one)
    return Told(sentences, headlines, events, _battle(table, actions))


def _battle(table: LoadedMatch, actions: Sequence[history.Told]) -> Battle | None:
    """The battle of successive actions: from the first in which one was fought to the last."""
    seen = [history.shown(table.face.game, [one], None) for one in actions]
    fought = [n for n, events in enumerate(seen) if table.face.is_battle(events)]
    if not fought:
        return None
    first, last = fought[0], fought[-1]
    events = [event for shown in seen[first : last + 1] for event in shown]
    return Battle(actions[first].before, events, actions[last].step.state)


def _undo_sentence(
    table: LoadedMatch, entry: StoredAction, entries: Mapping[int, StoredAction], names: Mapping[int, str]
) -> str:
    taken = entries[entry.undoes] if entry.undoes is not None else None
    if taken is None:
        what = "the last action"
    else:  # whoever takes a sealed answer back may well give it again
        what = "a secret answer" if taken.secret else table.face.default_line(tuple(taken.text.split()))
    return f"{names.get(entry.seat, 'somebody')} took back: {what}"


def newest(table: LoadedMatch) -> int:
    """The number of the newest action, 0 if there is none."""
    return table.entries[-1].seq if table.entries else 0


def last_own(table: LoadedMatch, users: Sequence[int]) -> int:
    """The number of the last action of any of these users, 0 if there is none."""
    return max((e.seq for e in table.entries if table.user_of(e.seat) in users), default=0)


def told_from(table: LoadedMatch, since: int, waiting: Sequence[int]) -> int:
    """After which action a message begins to tell: after `since`, else what those waited for have not seen yet."""
    if since < newest(table):
        return since
    return last_own(table, waiting) if waiting else max(0, newest(table) - 1)


def others(table: LoadedMatch) -> tuple[int, ...]:
    """Everybody but the one who acted last."""
    last = table.user_of(table.entries[-1].seat) if table.entries else None
    return tuple(user for user in table.users() if user != last)


def battle_views(table: LoadedMatch, battle: Battle) -> tuple[Any, list[Any], Any]:
    """A battle as a game's face draws it: what everybody sees before, what happened, what they see after."""
    game = table.face.game
    return game.view(battle.before, None), battle.events, game.view(battle.after, None)


def last_battle(table: LoadedMatch) -> Battle | None:
    """The newest battle: the last actions in a row in which one was fought."""
    game, told = table.face.game, table.told
    fought = [table.face.is_battle(history.shown(game, [one], None)) for one in told]
    if True not in fought:
        return None
    end = len(fought) - fought[::-1].index(True)
    start = end
    while start > 0 and fought[start - 1]:
        start -= 1
    return _battle(table, told[start:end])


def first_line(table: LoadedMatch, names: Mapping[int, str], mentions: Sequence[str], told: Told) -> str:
    """The line that the lock screen shows: who is waited for, for what, the score, what happened."""
    view = table.view(None)
    if table.match.status == "over":
        return f"{' '.join(mentions)} The match is over. {table.face.ending(view, names)}".strip()
    waited = [c for c in table.choices() if c.must]
    asked = "; ".join(dict.fromkeys(table.face.asked(c, view, names) for c in waited))
    score = table.face.score(view, names)
    parts = [part for part in (asked, score) if part]
    head = f"{' '.join(mentions)} {', '.join(parts)}".strip()
    news = _headline(told)
    return f"{head}: {news}" if news else head


def _headline(told: Told) -> str:
    """What happened for the first line: everything if that is short, else what each action was, the newest last."""
    everything = texts.several(told.sentences, SHORT_LENGTH)
    if len(told.sentences) < 2 or not everything.startswith("…"):
        return everything
    return texts.several(told.headlines or told.sentences[-1:], HEADLINE_LENGTH)


def live_text(table: LoadedMatch, names: Mapping[int, str], waiting: Sequence[int], since: int) -> str:
    """The text of the live message; `since` is the number of the last action before what it tells."""
    start = told_from(table, since, waiting)
    told = stretch(table, start, names)
    named = waiting if table.match.status == "running" else others(table)
    first = first_line(table, names, [f"<@{user}>" for user in named], told)
    text = texts.live(first, _rest(told, since_turn=start < since), table.face.status(table.view(None), names))
    return f"{text}\n{announce.opening_text(table, names)}" if since == 0 else text


def _rest(told: Told, *, since_turn: bool) -> str:
    """What happened in full, where the first line has not said it all."""
    everything = texts.several(told.sentences)
    if everything == _headline(told):
        return ""
    return texts.since(everything) if since_turn else everything


def closing_text(table: LoadedMatch, names: Mapping[int, str], told: Told, since: int) -> str:
    """The text that a live message keeps when it is closed; the first one keeps the head of the thread."""
    return texts.live(
        texts.several(told.sentences, 1300) or "…", announce.opening_text(table, names) if since == 0 else "", ""
    )


def dm_text(table: LoadedMatch, names: Mapping[int, str], seat: int, since: int) -> str:
    """The text of a direct message: what has happened since the last action of its reader, and where."""
    told = stretch(table, since, names, seat)
    link = f"https://discord.com/channels/{table.match.guild_id}/{table.match.thread_id or table.match.channel_id}"
    status = table.face.status(table.view(seat), names)
    return texts.live(first_line(table, names, [], told), _rest(told, since_turn=True), f"{status}\n{link}")


def public_rows(table: LoadedMatch) -> tuple[Row, ...]:
    """The buttons of the live message."""
    if table.match.status == "over":
        return (
            (
                Button(texts.WORDS_LABEL, Press("words")),
                Button(texts.PILES_LABEL, Press("piles")),
                Button(texts.BATTLE_LABEL, Press("battle")),
            ),
        )
    return (
        (
            Button(texts.PLAY_LABEL, Press("play"), "primary"),
            Button(texts.WORDS_LABEL, Press("words")),
            Button(texts.PILES_LABEL, Press("piles")),
            Button(texts.BATTLE_LABEL, Press("battle")),
        ),
    )
