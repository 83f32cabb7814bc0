"""Words around a match that several rooms say: who plays with whom, how, where; what is said of faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.limits import CONTENT, THREAD_NAME, cut
from bot.texts.phrases import Phrases
from games.api import Formation, MatchOption
from games.messages import Message
from storage import MatchHead

NOT_BEGUN: Final = Message("The match has not begun yet.")
STOPPING: Final = Message("I am being restarted and have done nothing; please try again in a minute.")
OLD_BUTTON: Final = Message("That button is from an older version of me. `/match show` opens the match as it is now.")
NO_LESSONS: Final = Message("That game has no lessons yet.")
CONNECTION: Final = Message(
    "The connection to Discord broke while I was answering. `/match show` tells you whether what you did went through."
)
NO_ROOM: Final = Message(
    "There is no room left on my disk, so nothing of this was stored. Please try again later; whoever runs me has to"
    " make room."
)

BUSY: Final = Message(
    "My database is locked by another program, so nothing of this was stored. Please try again in a minute."
)
UNREACHABLE: Final = Message(
    "My database cannot be reached at the moment, so nothing of this was stored. Please try again in a minute."
)
UNSURE: Final = Message(
    "The connection to my database broke while this was being stored. `/match show` tells you whether what you did went"
    " through."
)
SHORTEST_NAME: Final = 4
"""To no fewer characters is a player's name shortened, with the ellipsis; what is still too long loses its end."""

Groups = Sequence[Sequence[str]]
"""The names of the players, side by side."""


def play_label(say: Phrases) -> str:
    """Return the label of the button that opens the private panel."""
    return say("Play / look")


def words_label(say: Phrases) -> str:
    """Return the label of the button that describes the position in words."""
    return say("In words")


def quick_start_label(say: Phrases) -> str:
    """Return the label of the button that leaves the set-up to the bot."""
    return say("Set up for me")


def sides(say: Phrases, groups: Groups) -> str:
    """Return who plays with whom: ``Anna and Tina against Max and Bea``; without teams all names."""
    if len(groups) == 2:
        return say("{side} against {others}", side=say.every(groups[0]), others=say.every(groups[1]))
    if all(len(group) == 1 for group in groups):
        return say.every([name for group in groups for name in group])
    return " – ".join(say.every(group) for group in groups)


def game_with(say: Phrases, game: str, others: Sequence[str]) -> str:
    """Return a match in a list: the game and the other players."""
    return say("{game} with {players}", game=game, players=say.every(others)) if others else game


def options(say: Phrases, declared: Sequence[MatchOption], given: Mapping[str, Any]) -> str:
    """Return what about a match is not as usual, a sentence for each option."""
    sentences = (_option(say, option, given.get(option.name, option.default)) for option in declared)
    return " ".join(text for text in sentences if text)


def _option(say: Phrases, option: MatchOption, value: Any) -> str:
    if value == option.default:
        return ""
    if isinstance(value, bool):
        return say.message(option.stated) if option.stated is not None else ""
    title = dict(option.titles).get(value)
    named = say.message(title) if title is not None else say.text(value)
    return say("{option}: {value}.", option=option.title, value=named)


def teams(say: Phrases, formation: Formation, *, drawn: bool) -> str:
    """Return how the players sit down, as a sentence."""
    if drawn:
        return say("{formation}, teams drawn.", formation=formation.title)
    return f"{say.message(formation.title)}."


def rated(say: Phrases) -> str:
    """Return that a match is rated, as a sentence."""
    return say("Rated.")


def game_rated(say: Phrases, game: str) -> str:
    """Return a match in a list that is rated."""
    return say("{game}, rated", game=game)


def thread_name(say: Phrases, game: str, number: int, groups: Groups, mark: str = "", *, over: bool = False) -> str:
    """Return the name of a match's thread; names of players are shortened alike, and only as far as they must be."""
    end = f" · {mark}" if mark else ""
    room = THREAD_NAME - len(end)
    head = say("{game} {number} (over)", game=game, number=f"#{number}") if over else f"{game} #{number}"
    longest = max((len(name) for group in groups for name in group), default=0)

    def named(length: int) -> str:
        return f"{head}: {' – '.join(' & '.join(cut(name, length) for name in group) for group in groups)}"

    lengths = range(longest, min(longest, SHORTEST_NAME) - 1, -1)
    fitting = (name for name in map(named, lengths) if len(name) <= room)
    return cut(next(fitting, named(SHORTEST_NAME)), room) + end


def lines(*parts: str) -> str:
    """Return a message of the lines that are not empty."""
    return cut("\n".join(part for part in parts if part), CONTENT)


def listed(
    say: Phrases, above: Sequence[str], rows: Sequence[str], *below: str, more: int = 0, room: int = CONTENT
) -> str:
    """Return a message of these lines, of which the last `rows` are left out and counted where not all have room.

    `more` are rows that were left out before. Lines that are empty take no room.
    """
    for shown in range(len(rows), -1, -1):
        left = more + len(rows) - shown
        rest = say.plural("… and {count} more", "… and {count} more", left) if left else ""
        text = "\n".join(part for part in (*above, *rows[:shown], rest, *below) if part)
        if len(text) <= room:
            break
    return cut(text, room)


def enumerated(say: Phrases, names: Sequence[str], room: int) -> str:
    """Return an enumeration of names, of which the last ones are left out and counted where not all have room.

    Empty where there are no names, or not even the first one has room.
    """
    for shown in range(min(len(names), room), 0, -1):
        left = len(names) - shown
        rest = [say.plural("{count} other", "{count} others", left)] if left else []
        text = say.every([*names[:shown], *rest])
        if len(text) <= room:
            return text
    return ""


def up_next(say: Phrases, names: Sequence[str]) -> str:
    """Return whose turns come next; empty where that is nobody."""
    return say("next: {players}", players=", ".join(names)) if names else ""


def since_your_turn(say: Phrases, happened: str) -> str:
    """Return what happened between the last turn of the players whose turn it is, and this one."""
    return _under(say("Since your turn:"), happened)


def this_turn(say: Phrases, happened: str) -> str:
    """Return what has happened in the present turn."""
    return _under(say("This turn:"), happened)


def left_out(say: Phrases, count: int) -> str:
    """Return how many sentences are missing of what happened."""
    return say.plural("and {count} more", "and {count} more", count)


def own_move(say: Phrases, happened: str) -> str:
    """Return what the reader's own last press came to."""
    return _under(say("Your move:"), happened)


def _under(head: str, happened: str) -> str:
    """Behind a heading where it is one line, else below it."""
    if not happened:
        return ""
    between = "\n" if "\n" in happened else " "
    return f"**{head}**{between}{happened}"


# Its place on Discord


def link(head: MatchHead) -> str:
    """Return a link to a match: to its thread, else its channel; empty where it has none yet."""
    place = head.thread_id or head.channel_id
    return f"https://discord.com/channels/{head.guild_id or '@me'}/{place}" if place else ""


def thread(head: MatchHead) -> str:
    """Return the thread of a match as a mention; empty where it is private or not open yet."""
    return f"<#{head.thread_id}>" if head.thread_id and not head.private else ""
