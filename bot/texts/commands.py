"""What the bot itself can do, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import match as texts
from bot.texts.phrases import Phrases


def overview(say: Phrases, groups: Sequence[str]) -> str:
    """How matches are started, played and ended; `groups` are the names of the command groups for moves."""
    parts = (
        say(
            "**Start**: `/match new` challenges somebody, or leaves a seat open for whoever joins; its options choose"
            " the game, the teams and the variant."
        ),
        say(
            "**Play**: in the match's thread, press **{play}** under the board. What opens is for your eyes only;"
            " nothing is public before the last button, and that one says what follows.",
            play=texts.play_label(say),
        ),
        say(
            "**Look**: **{words}** describes the whole position, and the buttons beside it show what else there is to"
            " see. `/rules` looks a rule up.",
            words=texts.words_label(say),
        ),
        say(
            "**Change your mind**: `/match undo` takes back the last action of your own turn, unless something was"
            " drawn, fought or chosen by somebody else since."
        ),
        say(
            "**Be told**: `/settings dm` sends you a direct message instead of a ping whenever it is your turn;"
            " `/settings language` sets the language in which I answer you."
        ),
        say("**Find**: `/match mine` shows all your matches, those waiting for you first."),
        say(
            "**End**: `/match resign` (for your whole team), `/match draw` (all must agree); afterwards `/match record`"
            " gives you the whole match, so that anybody can check every draw."
        ),
        say(
            "Every button has a command, too: {commands} for moves, in the thread or in a direct message to me.",
            commands=say.every(f"`/{group} …`" for group in groups),
        ),
    )
    return "\n".join(parts)
