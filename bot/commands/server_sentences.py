"""The settings of a server, in sentences."""

from __future__ import annotations

from bot.clocks import pace as paces
from bot.interactions.services import Request
from bot.people.settings import ABANDONED_AFTER_DAYS, MOST_OPEN, NO_STAND_IN, STAND_IN
from bot.texts import time as told
from bot.texts.phrases import Phrases
from games.computers import LEVELS
from games.messages import Message
from storage import Server


def described(request: Request, server: Server) -> str:
    """Return the settings for matches of a server in sentences, one a line."""
    say = request.say
    return "\n".join(
        (
            told.pace(say, paces.stored(server.pace)),
            say.plural(
                "A match ends by itself {count} day after a player's time has run out.",
                "A match ends by itself {count} days after a player's time has run out.",
                server.abandon_days or ABANDONED_AFTER_DAYS,
            ),
            say.plural(
                "A member may have {count} open match.",
                "A member may have {count} open matches.",
                server.most_open or MOST_OPEN,
            ),
            *(say.message(sentence) for sentence in _opening(server)),
            _archived(say, server),
            _stand_in(say, server),
            *(say.message(sentence) for sentence in _channels(request, server)),
        )
    )


def _opening(server: Server) -> tuple[Message, ...]:
    """Return where matches are opened, by whom, and who is told."""
    return (
        Message("Matches are opened in {channel}.", channel=f"<#{server.channel_id}>")
        if server.channel_id is not None
        else Message("Matches are opened in every channel where I can write."),
        Message("Members with the role {role} may open matches.", role=f"<@&{server.role_id}>")
        if server.role_id is not None
        else Message("Everybody may open matches."),
        Message("{role} is pinged when a match is open for anybody.", role=f"<@&{server.ping_role_id}>")
        if server.ping_role_id is not None
        else Message("Nobody is pinged when a match is open for anybody."),
    )


def _archived(say: Phrases, server: Server) -> str:
    """Return when the thread of a match is archived."""
    if not server.archive_days:
        return say("The thread of a match is archived at its end.")
    return say.plural(
        "The thread of a match is archived {count} day after its end.",
        "The thread of a match is archived {count} days after its end.",
        server.archive_days,
    )


def _stand_in(say: Phrases, server: Server) -> str:
    """Return who plays on for people who do not."""
    level = server.stand_in or STAND_IN
    if level == NO_STAND_IN:
        return say("The computer plays on for nobody.")
    return say(
        "For somebody who is late or has left, the computer ({level}) can play on; the others decide.",
        level=LEVELS[level],
    )


def _channels(request: Request, server: Server) -> tuple[Message, ...]:
    """Return what is posted where, and what is open to the members besides matches."""
    return (
        Message(
            "I report in {channel} what needs help from those who manage the server.",
            channel=f"<#{server.log_channel_id}>",
        )
        if server.log_channel_id is not None
        else Message("No channel is set in which I report what needs help from those who manage the server."),
        _daily(request, server),
        Message("Who is looking for a match is listed in {channel}.", channel=f"<#{server.seek_channel_id}>")
        if server.seek_channel_id is not None
        else Message("Who is looking for a match is listed in the channel where somebody first did."),
        Message(
            "Members may look for opponents on other servers, too; such a match shows their names, never this server."
        )
        if server.across
        else Message("Members look for opponents on this server alone."),
        Message("Reports about people go to {channel}.", channel=f"<#{server.report_channel_id}>")
        if server.report_channel_id is not None
        else Message("No channel gets reports about people, so nobody can send any."),
        Message("Spectators may predict what comes next in a match.")
        if server.predictions in (None, True)
        else Message("Predictions by spectators are switched off."),
    )


def _daily(request: Request, server: Server) -> Message:
    """Return where a puzzle a day is posted, and of which game."""
    channel = f"<#{server.puzzle_channel_id}>"
    if server.puzzle_channel_id is None:
        return Message("No channel gets a puzzle a day.")
    face = request.services.faces.get(server.puzzle_game or "")
    if face is None:
        return Message("A puzzle a day is posted in {channel}. Game: another one every day.", channel=channel)
    return Message("A puzzle a day is posted in {channel}. Game: {game}.", channel=channel, game=face.game.title)
