"""The life of an interaction: the first answer within its window, follow-ups and edits by its token."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from sandbox.checks import check_modal
from sandbox.messages import DEFER_EDIT, Interaction, Message
from sandbox.protocol import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    EPHEMERAL,
    LOADING,
    SUBMIT,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
    Json,
    copied,
    form_error,
    not_found,
)
from sandbox.traffic import Request, body_of, route

if TYPE_CHECKING:
    from sandbox.server import Server

MESSAGE: Final = 4
DEFER: Final = 5
EDIT: Final = 7
CHOICES: Final = 8
MODAL: Final = 9
ALLOWED: Final = {
    COMMAND: {MESSAGE, DEFER, MODAL},
    COMPONENT: {MESSAGE, DEFER, DEFER_EDIT, EDIT, MODAL},
    AUTOCOMPLETE: {CHOICES},
    SUBMIT: {MESSAGE, DEFER, DEFER_EDIT, EDIT},
}
"""The kinds of first answers that each kind of interaction can have."""
VALUES: Final[dict[int, type | tuple[type, ...]]] = {3: str, 4: int, 10: (int, float)}


@route("POST", "/interactions/{interaction_id}/{token}/callback")
def callback(server: Server, request: Request, interaction_id: str, token: str) -> Any:
    """Take the first answer to an interaction."""
    acted = _in_time(server, interaction_id, token)
    kind, data = int(request.body["type"]), request.body.get("data") or {}
    no_source = acted.type == SUBMIT and acted.source is None
    if kind not in ALLOWED[acted.type] or (no_source and kind in (DEFER_EDIT, EDIT)):
        sentence = f"Callback type {kind} is not valid for an interaction of type {acted.type}"
        raise form_error((("type",), "INTERACTION_CALLBACK_TYPE_INVALID", sentence))
    hidden = bool(int(data.get("flags") or 0) & EPHEMERAL)
    message: Message | None = None
    if kind in (MESSAGE, DEFER):
        message = server.posting.create(
            acted.channel,
            server.world.bot,
            data,
            request,
            at=("data",),
            interaction=acted,
            ephemeral_for=acted.user if hidden else None,
            kind=20 if acted.type == COMMAND else 0,
            pending=kind == DEFER,
        )
        acted.original, acted.ephemeral = message, hidden
    elif kind == EDIT and acted.source:
        message = acted.original = server.posting.edit(acted.source, data, request, at=("data",))
    elif kind == DEFER_EDIT:
        acted.original = acted.source
    elif kind == CHOICES:
        acted.choices = _checked(acted, data.get("choices") or [])
    elif kind == MODAL:
        check_modal(data)
        acted.modal = copied(data)
    acted.ack, acted.ack_after = kind, time.monotonic() - acted.started
    if request.query.get("with_response") not in ("1", "true"):
        return None
    return _told(acted, kind, message, hidden=hidden)


def _in_time(server: Server, interaction_id: str, token: str) -> Interaction:
    acted = server.world.interactions.get(int(interaction_id))
    if acted is None or acted.token != token:
        raise not_found(*UNKNOWN_INTERACTION)
    if acted.ack is not None:
        raise ApiError(400, 40060, "Interaction has already been acknowledged.")
    if acted.expired or time.monotonic() - acted.started > server.ack_window:
        raise not_found(*UNKNOWN_INTERACTION)
    return acted


def _told(acted: Interaction, kind: int, message: Message | None, *, hidden: bool) -> Json:
    about: Json = {
        "id": str(acted.id),
        "type": acted.type,
        "response_message_loading": kind == DEFER,
        "response_message_ephemeral": hidden,
    }
    if acted.original:
        about["response_message_id"] = str(acted.original.id)
    answer: Json = {"interaction": about}
    if message and kind != DEFER:
        answer["resource"] = {"type": kind, "message": message.payload()}
    return answer


def leaves(options: list[Json]) -> list[Json]:
    """Return the options with values, below all sub-commands."""
    return [leaf for o in options for leaf in (leaves(o.get("options") or []) if o["type"] in (1, 2) else [o])]


def _checked(acted: Interaction, choices: list[Json]) -> list[Json]:
    focused = next((o for o in leaves(acted.data.get("options") or []) if o.get("focused")), {"type": 3})
    for number, choice in enumerate(choices):
        if not isinstance(choice["value"], VALUES[focused["type"]]):
            sentence = "The choice value does not match the option's type"
            raise form_error((("data", "choices", number, "value"), "BASE_TYPE_BAD_TYPE", sentence))
    return choices


def _acknowledged(server: Server, application_id: str, token: str) -> Interaction:
    acted = server.world.by_token(token)
    if acted is None or int(application_id) != server.application_id or acted.ack in (None, CHOICES):
        raise not_found(*UNKNOWN_WEBHOOK)
    if acted.expired or time.monotonic() - acted.started > server.token_ttl:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    return acted


@route("POST", "/webhooks/{application_id}/{token}")
def followup(server: Server, request: Request, application_id: str, token: str) -> Json:
    """Post a further message; the first one completes a deferred answer and keeps that one's visibility."""
    acted, body = _acknowledged(server, application_id, token), body_of(request)
    if acted.original and acted.original.flags & LOADING:
        if acted.original.deleted:
            raise not_found(*UNKNOWN_MESSAGE)
        return server.posting.edit(acted.original, body, request).payload()
    hidden = bool(int(body.get("flags") or 0) & EPHEMERAL)
    seen_by = acted.user if hidden else None
    message = server.posting.create(
        acted.channel, server.world.bot, body, request, interaction=acted, ephemeral_for=seen_by
    )
    acted.followups.append(message)
    acted.turned = True
    return message.payload()


def _own(server: Server, acted: Interaction, message_id: str) -> Message:
    find = server.world.messages.get
    message = acted.original if message_id == "@original" else find(int(message_id))
    own = message is not None and (message in (acted.original, acted.source) or message.interaction is acted)
    if message is None or message.deleted or not own:
        raise not_found(*UNKNOWN_MESSAGE)
    return message


@route("GET", "/webhooks/{application_id}/{token}/messages/{message_id}")
def get_answer(server: Server, request: Request, application_id: str, token: str, message_id: str) -> Json:
    """Return an answer as it stands."""
    return _own(server, _acknowledged(server, application_id, token), message_id).payload()


@route("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}")
def patch_answer(server: Server, request: Request, application_id: str, token: str, message_id: str) -> Json:
    """Change an answer."""
    acted = _acknowledged(server, application_id, token)
    answer = server.posting.edit(_own(server, acted, message_id), body_of(request), request)
    acted.turned = True
    return answer.payload()


@route("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}")
def delete_answer(server: Server, request: Request, application_id: str, token: str, message_id: str) -> None:
    """Take an answer away."""
    server.posting.delete(_own(server, _acknowledged(server, application_id, token), message_id))
