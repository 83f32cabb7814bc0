"""A local stand-in for Discord, to play the bot in a browser and to test it, without a token.

REST API v10, files and the gateway on 127.0.0.1, well enough that an unmodified discord.py bot in a process of its own
logs in, registers its commands and plays. Request bodies are checked against Discord's published schemas and against
the limits that those leave out; interactions expire, permissions count, faults come on demand. Only this machine is
answered, and of web pages its own (`sandbox.server.guard`); the bot's token is a new one at every start.

What it cannot tell, and only the real Discord can: how messages look in its clients, expiry of file addresses, true
rate limits and latency, its outages, age-restricted channels, AutoMod, slow mode, voice, forums, more than one shard,
user-installed apps. Some error codes inside `errors` trees are guesses; compare statuses and top-level
codes. Time is real. Routes that are not here answer 404 and are listed in `Sandbox.unknown`.
"""

from sandbox.messages import Channel, Interaction, Message
from sandbox.player import Player
from sandbox.process import BotProcess
from sandbox.protocol import CannotDo
from sandbox.sandbox import Sandbox
from sandbox.traffic import Fault, Request

__all__ = [
    "BotProcess",
    "CannotDo",
    "Channel",
    "Fault",
    "Interaction",
    "Message",
    "Player",
    "Request",
    "Sandbox",
]
