"""A person at a Discord client: sees what that client shows, and can do what it would let them do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sandbox import modals, options
from sandbox.channels import Channel
from sandbox.delivery import Delivery
from sandbox.errors import CannotDo
from sandbox.interactions import Interaction
from sandbox.messages import Message
from sandbox.parts import AUTOCOMPLETE, BUTTON, COMMAND, COMPONENT, SELECTS, SUBMIT, Json
from sandbox.people import User

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
        """Everything this person sees in a channel, oldest first; without one, in the direct messages."""
        return self.server.world.visible(self.user, channel or self.server.world.dm(self.user))

    def last(self, channel: Channel | None = None) -> Message | None:
        """The newest of them."""
        return next(reversed(self.messages(channel)), None)

    def last_image(self, channel: Channel | None = None) -> Image:
        """The newest visible picture."""
        return next(a.image for m in reversed(self.messages(channel)) for a in reversed(m.images))

    def sees(self, message: Message) -> bool:
        """Whether this person's client shows the message."""
        return not message.deleted and message in self.messages(message.channel)

    def commands(self, channel: Channel) -> list[Json]:
        """The commands that this person is offered in the channel."""
        return options.offered(self.server.world, self.user, channel)

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
        """The choices shown while typing into one option; `None`: loading them failed."""
        data = self._command(channel, path, {**given, focused: typed}, focused)
        acted = await self.server.interact(self.user, AUTOCOMPLETE, channel, data, name=path, wait=False)
        await self.server.acknowledged(acted)
        return acted.choices

    def _command(self, channel: Channel, path: str, given: dict[str, Any], focused: str | None) -> Json:
        world = self.server.world
        if not world.can(self.user, channel, "view_channel"):
            raise CannotDo(f"{self.name} does not see #{channel.name}")
        plain = {name: value.user if isinstance(value, Player) else value for name, value in given.items()}
        command, chain = options.leaf(self.commands(channel), path)
        node = chain[-1] if chain else command
        made, resolved = options.values(world, self.user, path, node, plain, focused)
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
        """A button or select by its custom_id, label, emoji or placeholder. Raises `CannotDo`.

        `late`: as in a client that has not heard of the message's last change yet, which may have taken it away.
        """
        if not self.sees(message):
            raise CannotDo(f"{self.name} does not see that message")
        now = {c.get("custom_id") for c in message.controls}
        gone = [c for c in message.late_controls if c.get("custom_id") not in now] if late else []
        nodes = [c for c in (*message.controls, *gone) if c["type"] in kinds]
        for name in ("custom_id", "label", "emoji", "placeholder"):
            found = [c for c in nodes if key is None or _named(c, name) == key]
            if len(found) > 1 and key is not None:
                raise CannotDo(f"{len(found)} controls match {key!r}")
            if found and found[0].get("disabled"):
                raise CannotDo(f"{key!r} is disabled")
            if found:
                return found[0]
        there = [c.get("label") or c.get("placeholder") or c.get("custom_id") for c in nodes]
        raise CannotDo(f"no control {key!r}; there are {there}")

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
        return modals.selection(self.server.world, self.user, menu, users)

    async def submit(self, shown: Interaction, /, *, wait: bool = True, **fields: Any) -> Interaction:
        """Fill in and send the modal that was shown; fields by custom_id, or label with ``_`` for blanks."""
        if shown.modal is None or shown.user is not self.user:
            raise CannotDo("no modal is open for this person")
        data = modals.filled(self.server.world, self.user, shown.modal, fields)
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
    found = (control.get("emoji") or {}).get("name") if name == "emoji" else control.get(name)
    return None if found is None else str(found)
