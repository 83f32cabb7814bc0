"""All services of the life of matches, put together."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.features.clocks.absences import Absences
from bot.features.clocks.outages import Pulse
from bot.features.clocks.reachability import Whereabouts
from bot.features.clocks.reminders import Notices
from bot.features.clocks.timeout_votes import Claims
from bot.features.clocks.timer import Ticking
from bot.features.digests.service import Digests
from bot.features.followers.service import Spectators
from bot.features.privacy.service import Privacy
from bot.features.substitutes.departures import Members
from bot.features.substitutes.offer_messages import Briefings
from bot.features.substitutes.service import Substitutes
from bot.life import rows
from bot.matches.lobby import Lobby
from bot.matches.rows import DECLINED, FOLLOW, FOLLOWED, PLANNED, SEATS
from bot.matches.service import CLOCK, Matches
from bot.people.languages import Languages
from bot.people.names import NameBook
from bot.people.servers import Servers
from bot.publish.outbox import Outbox
from bot.publish.studio import Studio
from bot.publish.timers import Timers


class Life:
    """Time, reminders and absences, hung on to the timers and the outbox."""

    def __init__(
        self,
        client: discord.Client,
        connected: Callable[[], bool],
        matches: Matches,
        names: NameBook,
        languages: Languages,
        outbox: Outbox,
        timers: Timers,
        lobby: Lobby,
        studio: Studio,
    ) -> None:
        self.servers = Servers(matches.store)
        self.pulse = Pulse(matches.store, matches.calendars, matches.clock, connected)
        self.ticking = Ticking(matches, self.servers, self.pulse)
        self.substitutes = Substitutes(matches, self.servers)
        self.claims = Claims(matches, self.substitutes)
        self.absences = Absences(matches, self.ticking)
        self.whereabouts = Whereabouts(client, matches)
        self.members = Members(client, self.substitutes)
        self.privacy = Privacy(client, matches, lobby)
        self.notices = Notices(client, matches, names, languages, self.servers)
        self.briefings = Briefings(client, matches.store, names, studio, self.notices)
        for kind in (rows.REMIND, rows.NUDGE, rows.OUT, rows.AWAY, DECLINED, FOLLOWED, PLANNED):
            outbox.register(kind, self.notices.publish)
        self.spectators = Spectators(matches, names, self.notices)
        self.digests = Digests(matches, self.notices)
        outbox.register(rows.DIGEST, self.digests.publish)
        outbox.register(FOLLOW, self.spectators.publish)
        outbox.register(SEATS, self.briefings.publish)
        outbox.register(rows.HANDED, self.briefings.handed)
        timers.register(CLOCK, self.ticking)
        matches.commits.subscribe(self.absences.after_commit)
