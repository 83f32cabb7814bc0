"""`python -m bot`: run the bot, print its invitation, look after its data."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import logging
import sys
from pathlib import Path
from typing import Final

import aiohttp
import discord

import bot
from bot import data, memory, upkeep
from bot import log as logs
from bot.config import EX_CONFIG, BadSettings, Settings, StorageSettings, ThinkSettings, load
from bot.others import BEAT_EVERY, Others
from bot.signals import on_stop
from bot.supervision import EX_TEMPFAIL
from bot.texts.phrases import LANGUAGES
from storage import Candidate, DatabaseDamaged, Holder, StorageError, Store
from storage.engine import wall_clock
from storage.sealing import new_key

CLOSED: Final = {
    4004: "settings: DISCORD_TOKEN is not accepted by Discord",
    4010: "settings: SHARD_COUNT or SHARDS is not accepted by Discord",
    4011: "settings: SHARD_COUNT is too low: Discord divides the servers of this bot among more connections",
    4012: "This version of the bot is too old for Discord: update it",
    4013: "Discord does not know the events that this version of the bot asks for: update it",
}
"""What is said where Discord has closed the connection with one of these codes, and would again."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status: 0, 1 for a failure, 75 to try again, 78 for settings."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # on Windows what is no terminal takes few letters: names, arrows
        sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(prog="python -m bot", description="Board games on Discord, move by move.")
    parser.add_argument("--version", action="version", version=f"arena-bot {bot.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot (the default)")
    run.add_argument(
        "--take-over", action="store_true", help="take the shards over from the process that serves them, which ends"
    )
    commands.add_parser("think", help="let computer players think here, for bots on the same PostgreSQL")
    invite = commands.add_parser("invite", help="print the link that invites the bot, with scopes and permissions")
    invite.add_argument("--client-id", type=int, help="the application's id; else it is asked for with the token")
    commands.add_parser("backup", help="write a verified copy of the database, also while the bot runs")
    restore = commands.add_parser("restore", help="bring a backup back, while the bot does not run")
    restore.add_argument(
        "file", type=Path, metavar="FILE", help="the copy; what is there now is set aside, not deleted"
    )
    commands.add_parser("doctor", help="look at everything that can be wrong, change nothing; exits with 1 for a fault")
    commands.add_parser("key", help="print a new key for DATA_KEY")
    commands.add_parser("seal", help="encrypt all that is secret with the first key of DATA_KEY, while no bot runs")
    copying = commands.add_parser("copy-database", help="copy a whole database into an empty one, while no bot runs")
    copying.add_argument("source", metavar="FROM", help="its address, as in DATABASE_URL, or the path of a file")
    copying.add_argument("target", metavar="TO", help="that of the empty database")
    ratings = commands.add_parser("ratings", help="work ratings and statistics out anew, while the bot does not run")
    ratings.add_argument("what", choices=["recompute"], help="from the results of all matches, to the same numbers")
    box = commands.add_parser("sandbox", help="try the bot in the browser, without Discord and without a token")
    box.add_argument("--port", type=int, default=8477, help="where the page is served on 127.0.0.1; 0: any free port")
    box.add_argument("--data", type=Path, default=Path("data") / "sandbox", help="where all of it is kept")
    chosen = parser.parse_args(arguments)
    if chosen.command == "sandbox":  # it asks for no settings and reads none
        return _sandbox(chosen.port, chosen.data)
    if chosen.command == "doctor":  # it tells of wrong settings by itself
        from bot.app import PERMISSIONS
        from bot.health import doctor

        return doctor.run(PERMISSIONS)
    if chosen.command == "key":
        print(new_key())
        return 0
    try:
        if chosen.command == "seal":
            return data.seal(load(StorageSettings))
        if chosen.command == "backup":
            return data.back_up(load(StorageSettings))
        if chosen.command == "restore":
            return data.restore(load(StorageSettings), chosen.file)
        if chosen.command == "copy-database":
            return _copy(load(StorageSettings), chosen.source, chosen.target)
        if chosen.command == "ratings":
            return _recompute(load(StorageSettings))
        if chosen.command == "invite":
            return _invite(chosen.client_id)
        if chosen.command == "think":
            return _run(load(ThinkSettings))
        return _run(load(Settings), take_over=chosen.command == "run" and chosen.take_over)
    except BadSettings as error:
        for fault in error.faults:
            print(f"settings: {fault}", file=sys.stderr)
        print("Settings come from the environment or from a file .env; .env.example lists them.", file=sys.stderr)
        return EX_CONFIG


def _run(settings: Settings, *, take_over: bool = False) -> int:
    logs.set_up(settings.log_level, settings.log_format)
    memory.keep_small()
    return asyncio.run(_serve(settings, take_over=take_over))


async def _serve(settings: Settings, *, take_over: bool = False) -> int:
    thinks = isinstance(settings, ThinkSettings)
    others = Others(() if thinks else settings.own_shards(), settings.shard_count, thinks=thinks)
    holder = Holder.here(wall_clock())
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        if settings.database().startswith("postgresql"):
            import bot.sharding  # first, because the others take for dead who is silent for as long as this takes

            candidate = Candidate(
                "think" if thinks else "bot", holder, bot.__version__, others.shards, others.count, take_over
            )
            folder = settings.backups() if settings.backup_every_hours else None
            store = await Store.among(
                settings.database(), candidate, backup_folder=folder, keys=settings.keys(), hear=others.hear
            )
        else:
            store = await Store.open(
                settings.database(), backup_folder=settings.backups(), alone=holder, keys=settings.keys()
            )
    except (StorageError, OSError) as error:
        return data.explain(settings, error)
    try:
        return await _work(settings, store, others)
    finally:  # whatever happens: the threads of an open store would keep the process for ever
        await store.close()


async def _work(settings: Settings, store: Store, others: Others) -> int:
    logs.salt_with(await upkeep.log_salt(store))
    from bot.publish.sending import FAILED
    from bot.registry import FACES  # as long as this takes, the check of a large database goes on
    from bot.sharding import make

    try:
        await store.wait_for_check()
    except DatabaseDamaged as error:
        return data.explain(settings, error)
    client = make(settings, store, others)
    beating = asyncio.create_task(_beat(store)) if store.shared else None
    memory.settle()
    warming = [] if others.thinks else [face.pictures.warm(tuple(LANGUAGES)) for face in FACES.values()]
    stopped: list[asyncio.Task[None]] = []

    def stop() -> None:
        if not stopped:
            stopped.append(asyncio.ensure_future(client.stop()))

    on_stop(stop)
    try:
        if others.thinks:
            await client.think()
        else:
            await client.start(settings.discord_token.get_secret_value())
    except discord.LoginFailure:
        print(CLOSED[4004], file=sys.stderr)
        return EX_CONFIG
    except discord.PrivilegedIntentsRequired:
        print("settings: MEMBERS_INTENT is not allowed by Discord: switch it on there, or off here", file=sys.stderr)
        return EX_CONFIG
    except discord.ConnectionClosed as error:
        print(CLOSED.get(error.code, f"Discord has closed the connection ({error.code})"), file=sys.stderr)
        return EX_CONFIG if error.code in CLOSED else 1
    except (*FAILED, discord.GatewayNotFound) as error:
        print(f"Discord cannot be reached: {error}", file=sys.stderr)
        return 1
    except StorageError as error:
        return data.explain(settings, error)
    finally:
        if beating is not None:
            beating.cancel()
        for end in warming:
            end()
        if stopped:
            await asyncio.gather(*stopped, return_exceptions=True)
        await client.close()
    logging.getLogger("bot").info("stopped")
    return EX_TEMPFAIL if client.supervisor.fatal is not None else 0


async def _beat(store: Store) -> None:
    """Show that this process lives while it begins; the bot itself tells what comes of it later."""
    while True:
        with contextlib.suppress(StorageError):
            await store.processes.beat()
        await asyncio.sleep(BEAT_EVERY)


def _recompute(settings: StorageSettings) -> int:
    from bot.features.ratings.recompute import recompute
    from bot.registry import FACES

    logs.set_up("WARNING")
    try:
        count = asyncio.run(recompute(settings, FACES))
    except (StorageError, OSError) as error:
        return data.explain(settings, error)
    print(f"Recomputed ratings and statistics from the results of all matches: {count}.")
    return 0


def _copy(settings: StorageSettings, source: str, target: str) -> int:
    from bot.matches import copying
    from bot.registry import FACES

    logs.set_up("WARNING")
    ends = copying.address(source), copying.address(target)
    work = copying.copy(*ends, keys=settings.keys(), folder=settings.backups(), faces=FACES, report=print)
    try:
        done = asyncio.run(work)
    except (StorageError, OSError) as error:
        print(f"The database was not copied: {error}.", file=sys.stderr)
        return 1
    print(f"Copied {done.rows} rows. Each is the same in both databases, and {done.matches} matches were replayed.")
    if done.wrong:
        print(
            f"These matches are not what their histories lead to, in the original either: {', '.join(done.wrong)}",
            file=sys.stderr,
        )
    print("Let DATABASE_URL name the new database and start the bot. The old one is as it was.")
    return int(bool(done.wrong))


def _invite(client_id: int | None) -> int:
    from bot.app import PERMISSIONS, SCOPES

    if client_id is None:
        settings = load(Settings)
        try:
            client_id = asyncio.run(_application_id(settings))
        except (discord.HTTPException, aiohttp.ClientError, discord.LoginFailure, OSError) as error:
            print(f"Discord did not tell the application's id: {error}", file=sys.stderr)
            return 1
    print(discord.utils.oauth_url(client_id, permissions=PERMISSIONS, scopes=SCOPES))
    print(f"scopes: {' '.join(SCOPES)}")
    print(f"permissions: {PERMISSIONS.value}")
    for name, wanted in PERMISSIONS:
        if wanted:
            print(f"  {name.replace('_', ' ')}")
    return 0


async def _application_id(settings: Settings) -> int:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(settings.discord_token.get_secret_value())
        return (await client.application_info()).id


def _sandbox(port: int, data: Path) -> int:
    try:
        from sandbox.sandbox import run
    except ModuleNotFoundError as missing:
        print(f"The sandbox needs the package {missing.name}: pip install '.[sandbox]'", file=sys.stderr)
        return 1
    return run(port, data, on_stop=on_stop)


if __name__ == "__main__":
    sys.exit(main())
