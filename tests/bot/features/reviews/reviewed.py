"""Matches that are over and can be reviewed, with judgements that are made up."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from bot.features.computers.thinking import Thinking
from bot.features.reviews.service import Reviews
from games import reviews
from games.messages import Message
from games.reviews import Judged, Moment
from tests.bot.driving import catch_up, quietly
from tests.bot.world import World, button_ids, picture, world

GAIN = 3000


class Judging(Thinking):
    """Judges in this process: turn for turn what is given, else that nothing was lost; may fail as often as is said."""

    def __init__(self, said: Sequence[Judged | None] = (), failures: int = 0) -> None:
        super().__init__()
        self.said = said
        self.failures = failures
        self.judged: list[str] = []
        self.occupied = False

    @property
    def busy(self) -> bool:
        return self.occupied

    async def judge(self, module: str, turn: Sequence[Moment], seed: str) -> tuple[Judged | None, int]:
        if self.failures:
            self.failures -= 1
            raise BrokenProcessPool("a worker was killed")
        place = int(seed.split()[1])
        self.judged.append(seed)
        return (self.said[place] if place < len(self.said) else Judged(5000, 5000, luck=100, luck_error=10)), 1


@contextlib.asynccontextmanager
async def reviewing(folder: Path, thinking: Thinking) -> AsyncIterator[World]:
    async with world(folder) as made:
        made.bot.services.get(Reviews).thinking = thinking
        yield made


async def played(made: World, steps: int = 30) -> str:
    """A match of Anna and Max, some turns of which were played at random."""
    match_id = await made.match()
    await quietly(made, match_id, random.Random(3), steps)
    await catch_up(made, match_id)
    return match_id


async def over(made: World, steps: int = 30) -> tuple[str, Any]:
    """The same match when Anna has given up, and the message of its result."""
    match_id = await played(made, steps)
    await made.resign(made.anna, await made.thread(match_id))
    await made.settle()
    return match_id, next(m for m in made.channel.history() if "rematch" in button_ids(m))


def said_first(made: World, since: int) -> str:
    """The first answer to an interaction; what is shown there may be another text by now."""
    return next(str(r.json) for r in made.env.http_requests[since:] if r.method == "POST" and "callback" in r.path)


async def losing(made: World, match_id: str) -> tuple[int, Judged]:
    """Return the place of a turn of several actions, and a judgement by which only its first was worth playing."""
    match = await made.bot.matches.load(match_id)
    turns = enumerate(reviews.turns(match.face.game, match.replayed))
    actions = [(place, [one.entry.tokens for one in reviews.own(turn, match.replayed)]) for place, turn in turns]
    place, (first, *_) = next((place, turn) for place, turn in actions if any(one[0] == "place" for one in turn[1:-1]))
    return place, Judged(
        4000, 4000 + GAIN, 200, (first, ("end",)), Message("It makes this side stronger on the board."), -500, 100
    )


async def read_with_a_loss(made: World, thinking: Judging, actor: Any, match_id: str, result: Any) -> tuple[Any, int]:
    """Let somebody open the review of a match with such a turn; returns it, and the turn's place."""
    place, lost = await losing(made, match_id)
    thinking.said = [*[Judged(5000, 5000)] * place, lost]
    await made.press(actor, result, "review")
    await made.settle()
    return (await made.press(actor, result, "review")).response, place


def turns_of(match: Any) -> list[reviews.Turn]:
    return reviews.turns(match.face.game, match.replayed)


async def boards(made: World, actor: Any, page: Any) -> tuple[list[bytes], list[str]]:
    """The three boards of the first turn on a page of a review, and what is said of them in words."""
    seen, alts = [], []
    for way in ("before", "played", "better"):
        page = (await made.press(actor, page, "review", "0", way)).response
        seen.append((await picture(page.attachments[0])).tobytes())
        alts.append(page.attachments[0].description)
    return seen, alts
