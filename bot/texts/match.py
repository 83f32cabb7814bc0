"""The message catalogue of everything around a match: challenges, waiting, results, faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.limits import CONTENT, THREAD_NAME, cut

PRIVATE_NOTE: Final = "This thread is private; moderators of the server can still look in."
PLAY_LABEL: Final = "Play / my reserve"
WORDS_LABEL: Final = "In words"
PILES_LABEL: Final = "Piles"
BATTLE_LABEL: Final = "Last battle"
SPEAK_LENGTH: Final = 900
"""How many characters of what happened a message tells at most."""


def listing(names: Iterable[str]) -> str:
    """Names as a phrase: ``Anna, Max and Tina``."""
    *most, last = list(names) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def several(parts: Sequence[str], length: int = SPEAK_LENGTH) -> str:
    """What happened, in one line; of too much only the newest part is told."""
    kept: list[str] = []
    size = 0
    for part in reversed(parts):
        size += len(part) + 3
        if size > length:
            kept.append("…")
            break
        kept.append(part)
    return " · ".join(reversed(kept))


def sides(groups: Iterable[Iterable[str]]) -> str:
    """Who plays with whom: ``Anna and Tina against Max and Bea``."""
    return " against ".join(listing(group) for group in groups)


def challenge(creator: str, invited: str, title: str, options: str) -> str:
    """The start message of a challenge."""
    return f"**{title}**: {creator} challenges {invited}. {options}\nThe match begins when everybody has accepted."


def open_challenge(creator: str, title: str, options: str, seats: int) -> str:
    """The start message of a match with open seats."""
    room = "one open seat" if seats == 1 else f"{seats} open seats"
    return f"**{title}**: {creator} looks for players, {room}. {options}\nWhoever wants to play presses **Join**."


def team_challenge(creator: str, title: str, options: str, who: str, open_seats: int) -> str:
    """The start message of a match of teams."""
    opened = f"**{title}**: {creator} looks for players. {options}" if open_seats else f"**{title}**: {options}"
    join = "Whoever wants to play presses **Join**. " if open_seats else ""
    return f"{opened}\n{who}.\n{join}The match begins when everybody is there."


def invited(name: str) -> str:
    """A player who has not answered yet, in the start message."""
    return f"{name} (invited)"


def to_be_drawn(names: Iterable[str], commitment: str) -> str:
    """Who is there where the teams are still to be drawn."""
    return f"{listing(names)}; teams are drawn when all are there, from a seed whose SHA-256 is `{commitment}`"


def join_label(name: str | None) -> str:
    """The button that joins a side: that of a player, or the other one."""
    return f"Join {name}'s team" if name else "Join the other team"


def in_with(mates: Sequence[str]) -> str:
    """What the one hears who has taken a seat while others are missing."""
    whom = f", with {listing(mates)}" if mates else ""
    return f"You are in{whom}. The match begins when all seats are taken."


def resign_for_all(allies: Sequence[str], others: Sequence[str]) -> str:
    """What is asked before somebody gives a team's match up."""
    verb = "wins" if len(others) == 1 else "win"
    return f"**Resign?** The match ends with it, for {listing(allies)} too: {listing(others)} {verb}."


def called_off(title: str, creator: str) -> str:
    """The start message of a challenge that was declined or cancelled."""
    return f"**{title}**: the challenge by {creator} was called off."


def under_way(title: str, groups: Sequence[Sequence[str]], options: str) -> str:
    """The start message of a match that runs."""
    return f"**{title}**: {sides(groups)}. {options}".rstrip() + "\nThe match is played in the thread of this message."


def finished(title: str, groups: Sequence[Sequence[str]], ending: str) -> str:
    """The start message of a match that is over."""
    return f"**{title}**: {sides(groups)}. {ending}"


def opening(title: str, groups: Sequence[Sequence[str]], options: str, commitment: str, *, drawn: bool = False) -> str:
    """The first message in the thread of a match; `drawn`: who plays with whom was drawn."""
    draws = "All draws, that of the teams too, follow" if drawn else "All draws follow"
    return (
        f"**{title}**: {sides(groups)}. {options}\n"
        "Reserves are shown by the button under the board, to their owner alone. "
        f"Press **{PLAY_LABEL}** whenever you want to look or to play.\n"
        f"-# {draws} from a seed that is revealed at the end; its SHA-256 is `{commitment}`."
    )


def thread_name(title: str, groups: Sequence[Sequence[str]], mark: str = "") -> str:
    """The name of a match's thread; names are shortened alike, so that everybody is in it."""
    end = f" · {mark}" if mark else ""
    room = THREAD_NAME - len(end)
    name = ""
    for length in range(max((len(n) for group in groups for n in group), default=1), 3, -1):
        name = f"{title}: {' – '.join(' & '.join(cut(n, length) for n in group) for group in groups)}"
        if len(name) <= room:
            break
    return cut(name, room) + end


def live(first: str, since: str, status: str) -> str:
    """The live message."""
    return cut("\n".join(line for line in (first, since, status) if line), CONTENT)


def since(told: str) -> str:
    """What happened since the turn of those who are waited for."""
    return f"Since your turn: {told}" if told else ""


def result(ending: str, place: str, seed: str, commitment: str) -> str:
    """The result as it is posted in the channel; `place` links to the match's thread."""
    return (
        f"{ending} {place}".rstrip()
        + f"\n-# Seed `{seed}`, SHA-256 `{commitment}`: with `/match record` everybody can check all draws."
    )


def missing_permissions(names: Sequence[str], where: str) -> str:
    """Which permissions the bot lacks."""
    return f"I cannot open a match {where}: I lack the permission{'s' * (len(names) > 1)} {listing(names)}."


def failure(incident: str) -> str:
    """Something broke; the log knows more."""
    return (
        f"Something went wrong on my side; it is noted as `{incident}`. "
        "`/match show` tells whether what you did has been carried out."
    )


DECLINED: Final = "You have declined; the challenge is called off."
LEFT: Final = "You are out; your seat is open again, for whoever joins."
NO_THREADS: Final = (
    "Matches are played in threads, and this place cannot have any; please use a text channel of a server."
)
OLD_PANEL: Final = "That button is from an older version of me. `/match show` opens the match as it is now."
NOT_HERE: Final = "Which match do you mean? Use the command in the match's thread, or give `match`."
NO_MATCH: Final = "You have no open match here. `/match new` starts one."
CONNECTION: Final = (
    "The connection to Discord broke while I answered. `/match show` tells whether what you did has been carried out."
)
STOPPING: Final = "I am being restarted and have done nothing; please try again in a minute."
DMS_CLOSED: Final = "I could not reach you by direct message, so I ping you here from now on."
