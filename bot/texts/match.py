"""The message catalogue of everything around a match: challenges, waiting, results, faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.limits import CONTENT, cut

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


def challenge(creator: str, invited: str, title: str, options: str) -> str:
    """The start message of a challenge."""
    return f"**{title}**: {creator} challenges {invited}. {options}\nThe match begins when everybody has accepted."


def open_challenge(creator: str, title: str, options: str, seats: int) -> str:
    """The start message of a match with open seats."""
    room = "one open seat" if seats == 1 else f"{seats} open seats"
    return f"**{title}**: {creator} looks for players, {room}. {options}\nWhoever wants to play presses **Join**."


def called_off(title: str, creator: str) -> str:
    """The start message of a challenge that was declined or cancelled."""
    return f"**{title}**: the challenge by {creator} was called off."


def under_way(title: str, names: Sequence[str], options: str) -> str:
    """The start message of a match that runs."""
    return f"**{title}**: {' against '.join(names)}. {options}\nThe match is played in the thread of this message."


def finished(title: str, names: Sequence[str], ending: str) -> str:
    """The start message of a match that is over."""
    return f"**{title}**: {' against '.join(names)}. {ending}"


def opening(title: str, names: Sequence[str], options: str, commitment: str) -> str:
    """The first message in the thread of a match."""
    return (
        f"**{title}**: {' against '.join(names)}. {options}\n"
        "Reserves are shown by the button under the board, to their owner alone. "
        f"Press **{PLAY_LABEL}** whenever you want to look or to play.\n"
        f"-# All draws follow from a seed that is revealed at the end; its SHA-256 is `{commitment}`."
    )


def thread_name(title: str, names: Sequence[str], mark: str = "") -> str:
    """The name of a match's thread."""
    end = f" · {mark}" if mark else ""
    return cut(f"{title}: {' – '.join(names)}", 100 - len(end)) + end


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
