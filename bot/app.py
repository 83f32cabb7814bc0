"""The bot: one client that holds the store, the services and the workers on jobs together."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Final

import discord

from bot import memory, metrics, registry, upkeep
from bot.clocks import now
from bot.clocks.now import Clock
from bot.commands import shared
from bot.config import Settings
from bot.health import vitals
from bot.health.server import serve
from bot.health.vitals import Examiner
from bot.interactions import presses, replies
from bot.interactions.admission import Gate, Limits
from bot.interactions.intake import InFlight, Intake
from bot.interactions.services import Running, Services, public_buttons, public_notes
from bot.interactions.tree import Tree
from bot.jobs.kinds import JobKinds
from bot.jobs.worker import POSTS, THOUGHTS, TIMERS, Worker
from bot.matches.commits import DECLINED, DM, LOST, PING, PUBLIC
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import KEEP_OPEN, Matches
from bot.others import Others
from bot.people.members import Members
from bot.people.names import NameBook
from bot.people.settings import Languages, Servers
from bot.processes.roll_call import RollCall
from bot.publish.across import AcrossServers
from bot.publish.dms import DirectMessages
from bot.publish.keeping import ARCHIVE, ThreadKeeping
from bot.publish.live import LiveMessage, reconcile
from bot.publish.notifier import Notifier
from bot.publish.places import Places
from bot.publish.studio import Studio
from bot.publish.troubles import Troubles, healed
from bot.share import Share
from bot.supervision import Supervisor, Work
from bot.texts.phrases import Phrases
from storage import POST, THINK, TIMER, Store
from storage.dialects import dialect_of

log = logging.getLogger("bot")

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""The least that the bot needs."""
SCOPES: Final = ("bot", "applications.commands")
CONNECTION: Final = {"connect": True, "ready": True, "resumed": True, "interaction": True, "disconnect": False}
"""Events of the gateway after which there is a connection, or none: interactions come before `ready` and `resumed`."""
WORK: Final = {POST: "posts", TIMER: "timers", THINK: "thoughts"}
"""What the work on each pool of jobs is called."""
THINKING: Final = "thinking"
"""The work that goes on where nothing is done but think."""
PRUNE_EVERY: Final = 3600.0
"""Seconds between two rounds of forgetting what is not needed any more."""


def _traced(settings: Settings) -> dict[str, Any]:
    """Return options that let the client count Discord's answers: only for a health port, since each request slows."""
    return {"http_trace": metrics.http_trace()} if settings.health_port is not None else {}


class ArenaBot(discord.Client):
    """The Discord client."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        limits: Limits | None = None,
        others: Others | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True, members=settings.members_intent),
            chunk_guilds_at_startup=False,  # who is in a server is asked for where it matters
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            enable_debug_events=True,  # answered heartbeats tell that there is a connection
            **_traced(settings),
            **options,
        )
        self.http.request = Share(lambda: self.others.bots).over(self.http.request)  # type: ignore[assignment, method-assign]
        self.others = others or Others()
        self.others.store = store
        self.connected = False
        """Whether events of the gateway come in now."""
        self.settings = settings
        self.store = store
        self.clock = Clock(settings.clock_file)
        self.matches = Matches(store, registry.FACES, clock=self.clock)
        self.lobby = Lobby(self.matches)
        self.languages = Languages(store)
        members = Members(self, owns=self.others.owns)
        names, studio = NameBook(self, members), Studio()
        notifier = Notifier(self, self.matches, names, self.languages)
        self.troubles = Troubles(self, store, names, self.languages, settings.log_channel_id)
        more = public_buttons(registry.FEATURES)
        live = LiveMessage(self, self.matches, studio, more)
        across = AcrossServers(self, self.matches, names, self.languages, live)
        self.places = Places(
            self, store, names, studio, self.troubles, self.matches.commits, more, self._notes, live, across
        )
        self.dms = DirectMessages(self, self.matches, names, self.languages, studio)
        threads = ThreadKeeping(self, self.places.live)
        self.kinds = JobKinds(
            {
                PUBLIC: self.places.publish,
                LOST: self.places.find_thread,
                DM: self.dms.publish,
                PING: self.dms.fall_back,
                DECLINED: notifier.tell_declined,
                KEEP_OPEN: threads.keep_open,
                ARCHIVE: threads.archive,
            }
        )
        self.posts = Worker(POSTS, store, self.matches, self.kinds, self.troubles.explain, self.others)
        self.timers = Worker(TIMERS, store, self.matches, self.kinds, self.troubles.explain, self.others)
        self.thoughts = Worker(THOUGHTS, store, self.matches, self.kinds, self.troubles.explain, self.others)
        for worker in (self.posts, self.timers, self.thoughts):
            self.matches.commits.subscribe(worker.after_commit)
        self.in_flight = InFlight()
        self.intake = Intake(self.in_flight, limits or Limits(), Gate(), self.languages)
        self.intake.limits.store = store
        self.services = Services(
            client=self,
            connected=lambda: self.connected,
            store=store,
            matches=self.matches,
            lobby=self.lobby,
            names=names,
            languages=self.languages,
            servers=Servers(store),
            members=members,
            studio=studio,
            notifier=notifier,
            faces=registry.FACES,
            limits=self.intake.limits,
            gate=self.intake.gate,
            others=self.others,
            features=registry.FEATURES,
        )
        self._start_features()
        self.tree = Tree(self, self.intake)
        for command in (*shared(registry.FACES, registry.FEATURES), *registry.COMMANDS):
            self.tree.add_command(command)
        self.supervisor = Supervisor()
        self.supervisor.on_fatal = self.stop
        workers = (self.posts, self.timers, self.thoughts)
        self.roll_call = RollCall(store, self.services, self.intake, self.supervisor, self.stop, *workers)
        self._stopped = asyncio.Event()

    async def _notes(self, say: Phrases, match: LoadedMatch) -> str:
        return await public_notes(self.services, say, match)

    def _start_features(self) -> None:
        """Start the features, and connect them to the jobs and the commits."""
        self.services.start_features()
        for running in self.services.running:
            self.matches.extensions.extend(running.extensions)
            for kind, handler in running.jobs.items():
                self.kinds.handle(kind, handler)
            if running.after_commit is not None:
                self.matches.commits.subscribe(running.after_commit)

    async def setup_hook(self) -> None:
        """Register commands and start background work; discord.py calls it between the login and the gateway."""
        await self._join()
        if self.settings.user_installs:
            self.tree.allow_user_installs()
        if self.others.first:
            await self.tree.register(self.store, self.settings.dev_guild_id)
        self._start_work(self.posts, self.timers, self.thoughts)
        self._watch()
        if (
            self.others.first
            and (every := self.settings.backup_every_hours)
            and not dialect_of(self.store.url).volatile
        ):
            back_up = partial(upkeep.back_up, self.store, self.settings.backups(), every, self.settings.backups_kept)
            self.supervisor.start("backups", back_up)

    async def think(self) -> None:
        """Do nothing but think, without a connection to Discord, until `stop`."""
        await self._join()
        self.connected = True  # as far as it has to be
        self._start_work(self.thoughts)
        self._watch()
        await self._stopped.wait()

    async def _join(self) -> None:
        """Hold the database from now on, alone or with other processes."""
        self.store.observe(metrics.transaction)
        self.store.on_lost(lambda reason: self.supervisor.fail(upkeep.lost(reason)))
        if self.store.shared:
            await self.roll_call.begin()
        else:
            self.supervisor.every("lease", upkeep.RENEW_EVERY, partial(upkeep.renew, self.store))

    def _start_work(self, *workers: Worker) -> None:
        """Start these workers, and all other work that goes on for as long as the bot runs, as far as it is ours."""
        tasks: dict[str, Work] = {WORK[worker.pool.name]: worker.run for worker in workers}
        if self.others.first:
            tasks["reconcile"] = self._reconcile
            self.supervisor.every("pruning", PRUNE_EVERY, self._prune)
        for running in self.services.running:
            tasks.update({name: work for name, work in running.tasks.items() if self._is_ours(name, running)})
            for name, (seconds, work) in running.periodic.items():
                if self._is_ours(name, running):
                    self.supervisor.every(name, seconds, work)
        for name, work in tasks.items():
            self.supervisor.start(name, self._when_ready(work))
        self.supervisor.every("memory", memory.TRIM_EVERY, partial(asyncio.to_thread, memory.give_back))
        if self.clock.file is not None:
            self.supervisor.every("clock", now.LOOK_EVERY, self._follow_clock)

    def _is_ours(self, name: str, running: Running) -> bool:
        """Return True for what this process does: what each does, and, in the first, what one does for all."""
        if self.others.thinks:
            return name == THINKING
        return self.others.first or name in running.in_each

    def _when_ready(self, work: Work) -> Work:
        """Return work that begins when the servers and their channels are known."""

        async def waiting() -> None:
            if not self.others.thinks:
                await self.wait_until_ready()
            await work()

        return waiting

    async def _reconcile(self) -> None:
        await reconcile(self.matches)

    def _watch(self) -> None:
        """Start the watchdog over the job queue and the health port."""
        examiner = Examiner(self, self.store, self.supervisor, self.matches.clock, self.others)
        dog = vitals.Watchdog(examiner, self, self.settings.log_channel_id)
        if self.others.first:
            self.supervisor.every("watchdog", vitals.LOOK_EVERY, dog.look)
        if self.settings.health_port is not None:
            self.supervisor.start("health", partial(serve, examiner, self.settings.health_port))

    async def _follow_clock(self) -> None:
        """Move the time of the matches on where that is asked for, while nothing is being done by the old one."""
        ahead = self.clock.wanted()
        if ahead == self.clock.ahead:
            return
        async with self.posts.paused(), self.timers.paused(), self.thoughts.paused():
            self.clock.ahead = ahead
        log.info("the time of the matches is %d ms ahead", ahead)
        self.posts.wake()
        self.timers.wake()
        self.thoughts.wake()

    async def _prune(self) -> None:
        await self.store.prune(self.matches.clock())
        await upkeep.compact(self.store)

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        if self._goes_on():
            await self.roll_call.ready()
            await self._tell_connected()

    async def on_resumed(self) -> None:
        """Go on after a lost connection; discord.py calls it where what was missed has come in, without `on_ready`."""
        if self._goes_on():
            await self._tell_connected()

    def _goes_on(self) -> bool:
        """Return False while the bot stops; else a stop waits for the present task, which needs the database."""
        if not self.in_flight.stopping:
            self.in_flight.note()
        return not self.in_flight.stopping

    async def _tell_connected(self) -> None:
        for running in self.services.running:
            if running.ready is not None:
                await running.ready()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer buttons, selects and forms of any age; discord.py calls it, and hands commands to the tree."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.intake.component(interaction, presses.press)

    def note_connection(self, event: str, *args: Any) -> None:
        """Note by an event of the gateway whether there is a connection."""
        if event in CONNECTION:
            self.connected = CONNECTION[event]

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event of the gateway on; interactions are timed from here, and the connection is noted."""
        self.note_connection(event, *args)
        if event == "interaction":
            replies.arrived(args[0])
        elif (guild_id := healed(event, *args)) is not None:
            self.posts.permissions_changed(guild_id)
        for running in self.services.running:
            if running.heard is not None:
                running.heard(event, *args)
        super().dispatch(event, *args, **kwargs)

    async def stop(self) -> None:
        """Stop in good order: no new work, finish what runs, close."""
        if self.in_flight.stopping:
            return
        self.in_flight.stopping = True
        await asyncio.gather(self.in_flight.finish(), self.posts.stop(), self.timers.stop(), self.thoughts.stop())
        await self.close()
        self._stopped.set()

    async def close(self) -> None:
        """Close the connection to Discord and end the background tasks."""
        await self.supervisor.stop()
        await self.services.names.stop()
        if not self.others.thinks:
            await super().close()
