"""Quick start: what comes before the first turn is done for whoever leaves it to the bot, by the game's usual choices.

It is kept beside the standing instructions of the player, for this match alone, and does nothing after the set-up.
Whoever takes something back has changed their mind: from then on they choose themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.features.guide import Newcomers
from bot.interactions import panel
from bot.interactions.services import Feature, Handler, Request, Running, Services
from bot.matches import changes
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.work import Extension, Work
from bot.panels.components import Pressed
from bot.panels.model import Press, Row
from bot.panels.widgets import button
from bot.texts import match as texts
from games.api import Action, Choice
from games.history import Entry
from games.messages import Message
from storage import Store

ACTION_ID: Final = "quick"
TOPIC: Final = "quickstart"
"""Under this topic it is kept that a player leaves the set-up of a match to the bot."""


class QuickStart(Extension):
    """Sets up for those who have left it to the bot, whenever they are asked."""

    def __init__(self, store: Store, newcomers: Newcomers) -> None:
        self._store = store
        self._newcomers = newcomers

    async def prepare(self, match: LoadedMatch) -> Mapping[int, bool]:
        """Return the seats that leave the set-up to the bot, with True for those whose players are new to the game.

        There is none once the first turn is over, and none that has taken something back since it was left to the bot.
        """
        if match.match.status != "running" or match.past.turn_end():
            return {}
        users = {s.seat: s.user_id for s in match.match.seats if s.user_id is not None}
        kept = await self._store.instructions.of_users(tuple(users.values()), match.match.game)
        return {
            seat: await self._newcomers.new(user, match.match.game)
            for seat, user in users.items()
            if (line := kept.get(user, {}).get((match.id, TOPIC))) is not None
            and match.past.went_back(seat) <= _noted_after(line)
        }

    def react(self, work: Work) -> None:
        """Set up for these seats until nothing more is asked of them."""
        seats = work.match.prepared[self]
        if not seats or work.goes_back or not work.actions:
            return
        while (found := self._next(work, seats)) is not None:
            choice, action = found
            work.add(Entry("action", choice.seat, " ".join(action)), choice.key)

    @staticmethod
    def _next(work: Work, seats: Mapping[int, bool]) -> tuple[Choice, Action] | None:
        game, state = work.game, work.position.state
        for choice in work.choices:
            if choice.seat in seats:
                action = work.match.face.quick_start(game.view(state, choice.seat), choice, seats[choice.seat])
                if action is not None:
                    return choice, action
        return None

    async def keep(self, match: LoadedMatch, user: int, now: int) -> None:
        """Note that a player leaves the set-up of a match to the bot."""
        await self._store.instructions.set(user, match.match.game, match.id, TOPIC, str(match.newest), now=now)


def _noted_after(line: str) -> int:
    """Return the number of the entry after which it was left to the bot; earlier versions did not note it."""
    return int(line) if line.isdecimal() else 0


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Set up for the player who asks, now and for as long as it is asked for. Raises `Refusal`."""
    matches, user = request.services.matches, request.user
    match.must_play(user)
    if not match.setting_up:
        raise Refusal(Message("The set-up is over."))
    await request.services.get(QuickStart).keep(match, user, matches.clock())
    newcomer = await request.services.get(Newcomers).new(user, match.match.game)
    set_up = partial(changes.set_up, user_id=user, newcomer=newcomer)  # again if others were faster
    try:
        played = await matches.change(match, set_up, request.interaction.id)
    except Stale:
        note = request.say("The rest of your set-up is done for you when its turn comes.")
        await panel.open_panel(request, await matches.load(match.id), note=note)
        return
    await panel.show_played(request, match, played)


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button for a player who is asked for something of the set-up."""
    seat = match.seat_of(request.user)
    if seat is None or match.quick_start(seat) is None:
        return ()
    return ((button(texts.quick_start_label(request.say), Press(ACTION_ID), style="primary"),),)


def _start(services: Services) -> Running:
    quick = QuickStart(services.store, services.get(Newcomers))
    return Running(services=(quick,), extensions=(quick,))


FEATURE = Feature(
    "quick_start",
    handlers={ACTION_ID: Handler(pressed, turns=True)},
    panel_rows=panel_rows,
    start=_start,
)
