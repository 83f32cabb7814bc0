"""Options of commands, selects and modals: finding and checking what a person fills in, as Discord's client does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sandbox.messages import Channel
from sandbox.people import Role, User
from sandbox.protocol import LABEL, STRING_SELECT, TEXT_INPUT, CannotDo, Json, copied, walk
from sandbox.world import World

STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8
MENTIONABLE: Final = 9
NUMBER: Final = 10
ATTACHMENT: Final = 11
TAKES: Final[dict[int, type | tuple[type, ...]]] = {
    STRING: str,
    INTEGER: int,
    BOOLEAN: bool,
    USER: User,
    CHANNEL: Channel,
    ROLE: Role,
    MENTIONABLE: (User, Role),
    NUMBER: (int, float),
    ATTACHMENT: tuple,
}
"""The kinds of options and what the client takes for them; an attachment is its name and content."""
BOUNDS: Final[tuple[tuple[str, Callable[[Any, Any], bool]], ...]] = (
    ("min_value", lambda value, bound: bool(value < bound)),
    ("max_value", lambda value, bound: bool(value > bound)),
    ("min_length", lambda value, bound: len(value) < int(bound)),
    ("max_length", lambda value, bound: len(value) > int(bound)),
)


def offered(world: World, user: User, channel: Channel) -> list[Json]:
    """Return the commands that a person is offered in a channel."""
    guild = channel.guild
    if guild and not world.can(user, channel, "use_application_commands"):
        return []
    commands = world.commands[None] + (world.commands.get(guild.id, []) if guild else [])
    return [c for c in commands if _fits(world, user, channel, c)]


def _fits(world: World, user: User, channel: Channel, command: Json) -> bool:
    contexts = command.get("contexts")
    if contexts is not None:
        allowed = (0 if channel.guild else 1) in contexts
    else:
        allowed = bool(channel.guild or command.get("dm_permission", True))
    need = command.get("default_member_permissions")
    if not allowed or need is None or channel.guild is None:
        return allowed
    return int(need) > 0 and world.permissions(user, channel) & int(need) == int(need)


def leaf(commands: list[Json], path: str) -> tuple[Json, list[Json]]:
    """Return the command that a path like ``match new`` names, and the sub-commands on the way. Raises `CannotDo`."""
    words = path.strip("/").split()
    command = next((c for c in commands if words and c["name"] == words[0] and c["type"] == 1), None)
    if command is None:
        raise CannotDo(f"/{path} is not offered here; there are {sorted(c['name'] for c in commands)}")
    node, chain = command, list[Json]()
    for word in words[1:]:
        below = (o for o in node.get("options") or [] if o["name"] == word and o["type"] in (1, 2))
        named = next(below, None)
        if named is None:
            raise CannotDo(f"/{path}: no sub-command {word!r}")
        node = named
        chain.append(node)
    subs = [o["name"] for o in node.get("options") or [] if o["type"] in (1, 2)]
    if subs:
        raise CannotDo(f"/{path} needs a sub-command: {subs}")
    return command, chain


def values(
    world: World, user: User, path: str, node: Json, given: Mapping[str, Any], focused: str | None
) -> tuple[list[Json], Json]:
    """Return the options of an interaction and what they refer to.

    Raises `CannotDo` where the client would not send them.
    """
    declared = {o["name"]: o for o in node.get("options") or []}
    out: list[Json] = []
    resolved: Json = {}
    for name, value in given.items():
        option = declared.get(name)
        if option is None:
            raise CannotDo(f"/{path} has no option {name!r}; it has {sorted(declared)}")
        if name != focused:
            _check(f"/{path} {name}", option, value)
        made: Json = {"name": name, "type": option["type"], "value": resolve(world, user, value, resolved)}
        out.append(made | ({"focused": True} if name == focused else {}))
    missing = [name for name, o in declared.items() if o.get("required") and name not in given]
    if missing and focused is None:
        raise CannotDo(f"/{path}: required options missing: {missing}")
    return out, resolved


def _check(what: str, option: Json, value: Any) -> None:
    wanted = TAKES[option["type"]]
    if not isinstance(value, wanted) or (isinstance(value, bool) and option["type"] != BOOLEAN):
        raise CannotDo(f"{what}: the client takes {wanted}, not {value!r}")
    choices = [c["value"] for c in option.get("choices") or []]
    if choices and value not in choices:
        raise CannotDo(f"{what}: {value!r} is not among the choices {choices}")
    for bound, broken in BOUNDS:
        if option.get(bound) is not None and broken(value, option[bound]):
            raise CannotDo(f"{what}: {value!r} breaks {bound}={option[bound]}")


def resolve(world: World, user: User, value: Any, resolved: Json) -> Any:
    """Return what stands for a value in the interaction; put the user, role or channel it names into `resolved`."""
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = value.payload()
        for guild in world.guilds.values():
            if member := guild.members.get(value.id):
                whole = member.payload(user=False) | {"permissions": "0"}
                resolved.setdefault("members", {})[str(value.id)] = whole
        return str(value.id)
    if isinstance(value, Channel):
        rights = str(world.permissions(user, value))
        resolved.setdefault("channels", {})[str(value.id)] = value.payload() | {"permissions": rights}
        return str(value.id)
    if isinstance(value, Role):
        resolved.setdefault("roles", {})[str(value.id)] = value.payload()
        return str(value.id)
    if isinstance(value, tuple):
        stored = world.store_file(world.dm(user), value[0], value[1])
        resolved.setdefault("attachments", {})[str(stored.id)] = stored.payload()
        return str(stored.id)
    return value


def from_text(world: World, option: Json, value: Any) -> Any:
    """Return an option's value as a page sends it, turned into what the client takes. Raises `CannotDo`."""
    kind = option["type"]
    try:
        if kind == INTEGER:
            return int(value)
        if kind == NUMBER:
            return float(value)
        if kind == BOOLEAN:
            return value in (True, "true", "True")
        if kind in (USER, MENTIONABLE):
            return world.users[int(value)]
        if kind == CHANNEL:
            return world.channels[int(value)]
    except (KeyError, ValueError) as error:
        raise CannotDo(f"{option['name']}: {value!r} is not possible here") from error
    return str(value)


def selection(world: World, user: User, menu: Json, chosen: Sequence[Any]) -> Json:
    """Return what a select sends: values, and what they refer to. Raises `CannotDo`."""
    low = 1 if menu.get("min_values") is None else menu["min_values"]
    high = menu.get("max_values") or 1
    if not low <= len(chosen) <= high:
        raise CannotDo(f"choose between {low} and {high} options, not {len(chosen)}")
    if menu["type"] == STRING_SELECT:
        labelled = {o["label"]: o["value"] for o in menu["options"]}
        values = {o["value"] for o in menu["options"]}
        for choice in chosen:
            if choice not in labelled and choice not in values:
                raise CannotDo(f"{choice!r} is not an option; there are {list(labelled)}")
        return {"values": [choice if choice in values else labelled[choice] for choice in chosen]}
    resolved: Json = {}
    return {"values": [resolve(world, user, choice, resolved) for choice in chosen], "resolved": resolved}


def filled(world: World, user: User, modal: Json, fields: Mapping[str, Any]) -> Json:
    """Return what a modal sends. Raises `CannotDo`."""
    given = dict(fields)
    rows: list[Json] = []
    for row in copied(modal["components"]):
        inside = [row["component"]] if row["type"] == LABEL else row.get("components", [])
        answers = [_answer(world, user, row, slot, given) for slot in inside]
        if row["type"] == LABEL:
            rows.append({"type": LABEL, "id": row.get("id", 1), "component": answers[0]})
        elif answers:
            rows.append({"type": 1, "id": row.get("id", 1), "components": answers})
    if given:
        raise CannotDo(f"the modal has no fields {sorted(given)}")
    resolved: Json = {}
    for _, component in walk(rows):
        for group, things in (component.pop("resolved", None) or {}).items():
            resolved.setdefault(group, {}).update(things)
    data: Json = {"custom_id": modal["custom_id"], "components": rows}
    return data | ({"resolved": resolved} if resolved else {})


def _answer(world: World, user: User, row: Json, slot: Json, given: dict[str, Any]) -> Json:
    label = row.get("label") or slot.get("label") or ""
    names = (slot["custom_id"], label, label.replace(" ", "_"), label.lower().replace(" ", "_"))
    key = next((name for name in names if name in given), None)
    value = given.pop(key) if key is not None else None
    required = slot.get("required") is not False
    answer: Json = {"type": slot["type"], "custom_id": slot["custom_id"], "id": slot.get("id", 1)}
    if slot["type"] == TEXT_INPUT:
        text = slot.get("value") or "" if value is None else str(value)
        low, high = max(int(required), slot.get("min_length") or 0), slot.get("max_length") or 4000
        if (required or text) and not low <= len(text) <= high:
            raise CannotDo(f"{label!r} takes {low} to {high} characters, not {len(text)}")
        return answer | {"value": text}
    if value is None and not required:
        return answer | {"values": []}
    chosen = [] if value is None else list(value) if isinstance(value, list | tuple | set) else [value]
    return answer | selection(world, user, slot, chosen)
