"""What a seat of the page does, from the page's words to a person's actions. Raises `CannotDo` as `Player` does."""

from __future__ import annotations

from typing import Any

from sandbox import languages, options
from sandbox.channels import Channel
from sandbox.delivery import Delivery
from sandbox.errors import CannotDo
from sandbox.interactions import Interaction
from sandbox.messages import Message
from sandbox.parts import Json
from sandbox.player import Player

SILENT = "The application did not respond"


class Hands:
    """One person's hands at the page."""

    def __init__(self, server: Delivery, player: Player) -> None:
        self.server = server
        self.player = player
        self._modals: dict[str, Interaction] = {}

    @property
    def locale(self) -> str:
        """The language of this person's client."""
        return self.player.user.locale

    async def language(self, asked: Json) -> Json:
        """Set this person's client to a language."""
        self.server.set_language(self.player.user, str(asked["locale"]))
        return {}

    async def server_language(self, asked: Json) -> Json:
        """Set the server to a language."""
        for guild in self.server.world.guilds.values():
            self.server.set_server_language(guild, str(asked["locale"]))
        return {}

    def place(self, number: str) -> Channel:
        """A channel that this person sees."""
        place = self.server.world.channel(number)
        if not self.server.world.can(self.player.user, place, "view_channel"):
            raise CannotDo("You do not see that channel.")
        return place

    def _message(self, number: str) -> Message:
        message = self.server.world.messages.get(int(number))
        if message is None or not self.player.sees(message):
            raise CannotDo("That message is gone.")
        return message

    def commands(self, number: str) -> list[Json]:
        """The commands that this person is offered in a channel, one for each sub-command, with its options."""
        found: list[Json] = []
        for command in self.player.commands(self.place(number)):
            if command["type"] == 1:
                found += _flat(command["name"], languages.shown(command, "name", self.locale), command, self.locale)
        return sorted(found, key=lambda c: str(c["path"]))

    def _given(self, place: Channel, path: str, raw: Json, focused: str | None = None) -> Json:
        command, chain = options.leaf(self.player.commands(place), path)
        declared = {o["name"]: o for o in (chain[-1] if chain else command).get("options") or []}
        given: dict[str, Any] = {}
        for name, value in raw.items():
            if name not in declared:
                raise CannotDo(f"/{path} has no option {name}.")
            if value not in ("", None) and name != focused:
                given[name] = options.from_text(self.server.world, declared[name], value)
        return given

    async def slash(self, asked: Json) -> Json:
        """Send a command."""
        place = self.place(asked["place"])
        given = self._given(place, asked["path"], asked.get("options") or {})
        return await self._done(await self.player.slash(place, asked["path"], wait=False, **given))

    async def autocomplete(self, asked: Json) -> Json:
        """Ask for the choices of an option."""
        place, focused = self.place(asked["place"]), asked["focused"]
        given = self._given(place, asked["path"], asked.get("options") or {}, focused)
        found = await self.player.autocomplete(place, asked["path"], focused, str(asked["typed"]), **given)
        return {"choices": None if found is None else languages.choices(found, self.locale)}

    async def click(self, asked: Json) -> Json:
        """Press a button that the page showed."""
        message, key = self._message(asked["message"]), str(asked["key"])
        return await self._done(await self.player.click(message, key, wait=False, late=True))

    async def select(self, asked: Json) -> Json:
        """Choose in a select that the page showed."""
        message, values = self._message(asked["message"]), [str(value) for value in asked["values"]]
        menu = self.player.control(message, str(asked["key"]), {3, 5}, late=True)
        users = self.server.world.users
        chosen: list[Any] = [users[int(value)] for value in values] if menu["type"] == 5 else list(values)
        return await self._done(await self.player.select(message, chosen, str(asked["key"]), wait=False, late=True))

    async def submit(self, asked: Json) -> Json:
        """Send a modal."""
        shown = self._modals.pop(str(asked["modal"]), None)
        if shown is None:
            raise CannotDo("That form is gone.")
        fields = {str(name): value for name, value in asked["fields"].items()}
        return await self._done(await self.player.submit(shown, wait=False, **fields))

    async def say(self, asked: Json) -> Json:
        """Write a message."""
        await self.player.say(self.place(asked["place"]), str(asked["text"]))
        return {}

    async def _done(self, acted: Interaction) -> Json:
        await self.server.acknowledged(acted)
        answer: Json = {"failed": SILENT if acted.failed else None}
        if acted.modal is not None:
            self._modals[str(acted.id)] = acted
            answer["modal"] = {**acted.modal, "interaction": str(acted.id)}
        return answer


def _flat(path: str, title: str, node: Json, locale: str) -> list[Json]:
    found: list[Json] = []
    below = [o for o in node.get("options") or [] if o["type"] in (1, 2)]
    for option in below:
        name = languages.shown(option, "name", locale)
        found += _flat(f"{path} {option['name']}", f"{title} {name}", option, locale)
    if below:
        return found
    fields = [languages.localised(option, locale) for option in node.get("options") or []]
    description = languages.shown(node, "description", locale)
    return [{"path": path, "title": title, "description": description, "options": fields}]
