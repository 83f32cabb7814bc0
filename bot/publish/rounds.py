"""What a round has come to, for a post that tells of it: the fullest account for which there is room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.matches.loaded import LoadedMatch
from bot.panels import room
from bot.panels.face import Account
from bot.panels.model import Row
from bot.publish.studio import Drawing
from bot.publish.summary import Summary, round_scene
from bot.texts import columns, story
from bot.texts.phrases import Phrases

NOTHING: Final = Account("")
"""Where no round is over."""


def last(
    say: Phrases, match: LoadedMatch, names: Mapping[int, str], told: Mapping[int, str], until: int | None = None
) -> tuple[list[Account], Drawing | None]:
    """Return what the last round has come to, in words and drawn, while its outcome stands; nothing otherwise.

    The words call players as `told` does.
    """
    rounds, played = match.face.rounds, round_scene(match, names, until)
    if rounds is None or played is None:
        return [], None
    return rounds.accounts(say, replace(played, names=told)), (rounds.draw, say, played)


def fitting(accounts: Sequence[Account], around: Callable[[Account], str], buttons: Sequence[Row]) -> Account:
    """Return the first account for which there is room beside what else a post says then; else the last one, cut."""
    account, cut = NOTHING, ""
    for account in accounts:
        said = around(account)
        rows, space = room.POST_LINES - columns.height(said), max(1, room.left(buttons, said, room.POST))
        if columns.fits(account.text, rows, space, columns.POST):
            return account
        cut = story.within([account.text], rows, space, laptop=columns.POST)
    return account._replace(text=cut)


def beside(account: Account, news: Summary) -> Summary:
    """Return what happened without what is told by the account of a round beside it."""
    return news.those(lambda one: not (account.counts and isinstance(one, story.Counted)))
