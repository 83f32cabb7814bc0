"""Why a shot came to what it came to, and why a roll of the hide die did, in two or three sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.arena_of_heroes.texts.names import colour, symbol
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.causes import Account, Meeting, Met, Near
from games.arena_of_heroes.ring import HIDE_FACES
from games.messages import Message

_MET: Final[Mapping[Met, Message]] = {
    "revealed": Message("{player} was hidden there: a hidden hero is found, not hit (A5.1.2)."),
    "hit": Message("{player} was there for all to see, so it is a hit (A5.1.2): stamina {left}."),
    "limited": Message("{player} was hit in this turn already; nobody is hit twice in a turn (A5.1.2)."),
    "shield": Message("{player} was there, but Shield Wall took the hit (A5.1.7)."),
    "buckler": Message("{player} was there, but the Iron Buckler took the hit (A5.1.7)."),
    "veiled": Message("You were there, but your Veil has hidden you (A5.1.7)."),
}


def shot(say: Phrases, account: Account, names: Names) -> str:
    """Return why a shot came to what it came to."""
    attack = account.attack
    who = say("The machine") if attack.neutral else player(names, attack.seat)
    shown, aim, of = symbol(say, attack.symbol), str(attack.aim), account.sides
    if not attack.hideout:
        return say(
            "{who} aimed at {aim}, and the die showed {symbol} (on {faces} of {sides} faces). An idol takes that symbol"
            " away, so nothing was struck (A9).",
            who=who,
            aim=aim,
            symbol=shown,
            faces=account.faces,
            sides=of,
        )
    text = say(
        "{who} aimed at {aim}, and the die showed {symbol}, which strikes {hideout} (on {faces} of {sides} faces,"
        " A2.2).",
        who=who,
        aim=aim,
        symbol=shown,
        hideout=str(attack.hideout),
        faces=account.faces,
        sides=of,
    )
    parts = [text, say("The shots of {who} stray no farther than to the neighbors.", who=who) if account.inner else ""]
    parts += [_met(say, meeting, names) for meeting in account.meetings]
    if not account.meetings:
        parts.append(say("Nobody was found at {hideout}.", hideout=str(attack.hideout)))
    parts += [_near(say, near, of, names) for near in account.near]
    return " ".join(part for part in parts if part)


def _met(say: Phrases, meeting: Meeting, names: Names) -> str:
    who = player(names, meeting.seat)
    if meeting.out:
        return say("{player} was there for all to see and had no stamina left after the hit: out (A5.7.1).", player=who)
    return say(_MET[meeting.met].template, player=who, left=meeting.left if meeting.left is not None else 0)


def _near(say: Phrases, near: Near, sides: int, names: Names) -> str:
    return say(
        "{player} was at {hideout}, which is struck on {faces} of {sides} faces.",
        player=player(names, near.seat),
        hideout=str(near.hideout),
        faces=near.faces,
        sides=sides,
    )


def hiding(say: Phrases, rolled: ev.HideDie, names: Names) -> str:
    """Return why a hero could hide, or could not."""
    who, shown = player(names, rolled.seat), colour(say, rolled.colour)
    text = say(
        "{player} rolled {colour} to hide (on {faces} of {sides} faces, A2.1).",
        player=who,
        colour=shown,
        faces=HIDE_FACES.count(rolled.colour),
        sides=len(HIDE_FACES),
    )
    return f"{text} {say(_HIDING[rolled.colour].template)}"


_HIDING: Final[Mapping[str, Message]] = {
    "green": Message("Green moves to a new hideout (A5.3)."),
    "red": Message("Red moves too, for one delay token in a forest and two in water; in wasteland it fails (A5.2)."),
    "blank": Message("Blank fails (A5.2)."),
}
