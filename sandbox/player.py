"""A person at a Discord client, who sees and does what that client allows; `Hands` are those of a seat of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandbox import inputs
from sandbox.delivery import Delivery
from sandbox.messages import Channel, Interaction, Message
from sandbox.people import User
from sandbox.protocol import (
    AUTOCOMPLETE,
    BUTTON,
    COMMAND,
    COMPONENT,
    SELECTS,
    SUBMIT,
    CannotDo,
    Json,
    localized,
    localized_choices,
    localized_option,
)

if TYPE_CHECKING:
    from PIL.Image import Image


class Player:
    """A person. Whatever the client would not allow raises `CannotDo`."""

    def __init__(self, server: Delivery, user: User) -> None:
        self.server = server
        self.user = user
        self.name = user.name
        self.id = user.id
        self.mention = f"<@{user.id}>"

    def speak(self, locale: str) -> None:
        """Set the client to one of Discord's languages, such as ``de``."""
        self.server.set_language(self.user, locale)

    # Looking

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Return everything this person sees in a channel, oldest first; without one, in the direct messages."""
        return self.server.world.visible(self.user, channel or self.server.world.dm(self.user))

    def last(self, channel: Channel | None = None) -> Message | None:
        """Return the newest of them."""
        return next(reversed(self.messages(channel)), None)

    def last_image(self, channel: Channel | None = None) -> Image:
        """Return the newest visible picture."""
        return next(a.image for m in reversed(self.messages(channel)) for a in reversed(m.images))

    def sees(self, message: Message) -> bool:
        """Return True if this person's client shows the message."""
        return not message.deleted and message in self.messages(message.channel)

    def commands(self, channel: Channel) -> list[Json]:
        """Return the commands that this person is offered in the channel."""
        return inputs.offered(self.server.world, self.user, channel)

    # Commands

    async def slash(
        self, channel: Channel, path: str, /, *, wait: bool = True, duplicate: bool = False, **given: Any
    ) -> Interaction:
        """Send a slash command such as ``match new``; users are `Player` or `User`, an attachment is a pair."""
        data = self._command(channel, path, given, None)
        return await self.server.interact(self.user, COMMAND, channel, data, name=path, wait=wait, duplicate=duplicate)

    async def autocomplete(
        self, channel: Channel, path: str, focused: str, typed: str = "", /, **given: Any
    ) -> list[Json] | None:
        """Return the choices shown while typing into one option; `None`: loading them failed."""
        data = self._command(channel, path, {**given, focused: typed}, focused)
        acted = await self.server.interact(self.user, AUTOCOMPLETE, channel, data, name=path, wait=False)
        await self.server.acknowledged(acted)
        return acted.choices

    def _command(self, channel: Channel, path: str, given: dict[str, Any], focused: str | None) -> Json:
        world = self.server.world
        if not world.can(self.user, channel, "view_channel"):
            raise CannotDo(f"{self.name} does not see #{channel.name}")
        plain = {name: value.user if isinstance(value, Player) else value for name, value in given.items()}
        command, chain = inputs.leaf(self.commands(channel), path)
        node = chain[-1] if chain else command
        made, resolved = inputs.values(world, self.user, path, node, plain, focused)
        for node in reversed(chain):
            made = [{"name": node["name"], "type": node["type"], "options": made}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": made}
        if resolved:
            data["resolved"] = resolved
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        return data

    # Buttons, selects, modals

    def control(self, message: Message, key: str | None, kinds: Iterable[int], *, late: bool = False) -> Json:
        """Return a button or select by its custom_id, label, emoji or placeholder. Raises `CannotDo`.

        `late`: as in a client that has not heard of the message's last change yet, which may have taken it away.
        """
        if not self.sees(message):
            raise CannotDo(f"{self.name} does not see that message")
        now = {c.get("custom_id") for c in message.controls}
        gone = [c for c in message.late_controls if c.get("custom_id") not in now] if late else []
        nodes = [c for c in (*message.controls, *gone) if c["type"] in kinds]
        for name in ("custom_id", "label", "emoji", "placeholder"):
            fitting = [c for c in nodes if key is None or _named(c, name) == key]
            if len(fitting) > 1 and key is not None:
                raise CannotDo(f"{len(fitting)} controls match {key!r}")
            if fitting and fitting[0].get("disabled"):
                raise CannotDo(f"{key!r} is disabled")
            if fitting:
                return fitting[0]
        names = [c.get("label") or c.get("placeholder") or c.get("custom_id") for c in nodes]
        raise CannotDo(f"no control {key!r}; there are {names}")

    async def click(
        self, message: Message, key: str, /, *, wait: bool = True, duplicate: bool = False, late: bool = False
    ) -> Interaction:
        """Press a button; `late` as in `control`."""
        button = self.control(message, key, {BUTTON}, late=late)
        if button["style"] in (5, 6):
            raise CannotDo(f"{key!r} is a link or a premium button: the bot never hears of it")
        data: Json = {"component_type": BUTTON, "custom_id": button["custom_id"], "id": button["id"]}
        return await self._use(message, data, key, wait=wait, duplicate=duplicate)

    async def select(
        self,
        message: Message,
        chosen: Any,
        key: str | None = None,
        /,
        *,
        wait: bool = True,
        duplicate: bool = False,
        late: bool = False,
    ) -> Interaction:
        """Choose in a select: labels or values of its options, or users and channels; one, or a list.

        `late` as in `control`.
        """
        menu = self.control(message, key, SELECTS, late=late)
        data = self._selection(menu, chosen)
        data |= {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"]}
        return await self._use(message, data, key or "", wait=wait, duplicate=duplicate)

    async def _use(self, message: Message, data: Json, name: str, *, wait: bool, duplicate: bool) -> Interaction:
        return await self.server.interact(
            self.user, COMPONENT, message.channel, data, name=name, source=message, wait=wait, duplicate=duplicate
        )

    def _selection(self, menu: Json, chosen: Any) -> Json:
        plain = chosen if isinstance(chosen, list | tuple | set) else [chosen]
        users = [c.user if isinstance(c, Player) else c for c in plain]
        return inputs.selection(self.server.world, self.user, menu, users)

    async def submit(self, shown: Interaction, /, *, wait: bool = True, **fields: Any) -> Interaction:
        """Fill in and send the modal that was shown; fields by custom_id, or label with ``_`` for blanks."""
        if shown.modal is None or shown.user is not self.user:
            raise CannotDo("no modal is open for this person")
        data = inputs.filled(self.server.world, self.user, shown.modal, fields)
        return await self.server.interact(
            self.user,
            SUBMIT,
            shown.channel,
            data,
            name=str(shown.modal["title"]),
            source=shown.source,
            opener=shown,
            wait=wait,
        )

    # Writing

    async def say(self, channel: Channel | None, content: str) -> Message:
        """Write an ordinary message; without a channel, to the bot."""
        channel = channel or self.server.world.dm(self.user)
        if not self.server.world.can(
            self.user, channel, "send_messages_in_threads" if channel.is_thread else "send_messages"
        ):
            raise CannotDo(f"{self.name} may not write there")
        if not content.strip() or len(content) > 2000:
            raise CannotDo("a message has 1 to 2000 characters")
        return self.server.posting.create(channel, self.user, {"content": content})


def _named(control: Json, name: str) -> str | None:
    value = (control.get("emoji") or {}).get("name") if name == "emoji" else control.get(name)
    return None if value is None else str(value)


SILENT = "The application did not respond"


class Hands:
    """One person's hands at the page."""

    def __init__(self, server: Delivery, player: Player) -> None:
        self.server = server
        self.player = player
        self._modals: dict[str, Interaction] = {}

    @property
    def locale(self) -> str:
        """Return the language of this person's client."""
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
        """Return a channel that this person sees."""
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
        """Return the commands that this person is offered in a channel, one for each sub-command, as registered."""
        offered: list[Json] = []
        for command in self.player.commands(self.place(number)):
            if command["type"] == 1:
                offered += _flat(command["name"], localized(command, "name", self.locale), command, self.locale)
        return offered

    def _given(self, place: Channel, path: str, raw: Json, focused: str | None = None) -> Json:
        command, chain = inputs.leaf(self.player.commands(place), path)
        declared = {o["name"]: o for o in (chain[-1] if chain else command).get("options") or []}
        given: dict[str, Any] = {}
        for name, value in raw.items():
            if name not in declared:
                raise CannotDo(f"/{path} has no option {name}.")
            if value not in ("", None) and name != focused:
                given[name] = inputs.from_text(self.server.world, declared[name], value)
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
        choices = await self.player.autocomplete(place, asked["path"], focused, str(asked["typed"]), **given)
        return {"choices": None if choices is None else localized_choices(choices, self.locale)}

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
        answer: Json = {"failed": SILENT if acted.ack is None else None}  # what is promised may take minutes
        if acted.modal is not None:
            self._modals[str(acted.id)] = acted
            answer["modal"] = {**acted.modal, "interaction": str(acted.id)}
        return answer


def _flat(path: str, title: str, node: Json, locale: str) -> list[Json]:
    commands: list[Json] = []
    below = [o for o in node.get("options") or [] if o["type"] in (1, 2)]
    for option in below:
        name = localized(option, "name", locale)
        commands += _flat(f"{path} {option['name']}", f"{title} {name}", option, locale)
    if below:
        return commands
    fields = [localized_option(option, locale) for option in node.get("options") or []]
    description = localized(node, "description", locale)
    return [{"path": path, "title": title, "description": description, "options": fields}]
