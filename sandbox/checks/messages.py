"""Rules for the body of a message: lengths, sums, what goes with what."""

from __future__ import annotations

from sandbox.checks.components import check_components
from sandbox.errors import ApiError, Path, Problem, form_error
from sandbox.parts import COMPONENTS_V2, Json

CONTENT = 2000
EMBEDS = 6000


def check_message(
    body: Json,
    flags: int,
    files: int,
    at: Path = (),
    *,
    kept: bool = False,
    existing: Json | None = None,
) -> None:
    """Refuse a body that Discord would refuse. Raises `ApiError`.

    `files` are uploaded with it, `kept` tells whether an edit keeps earlier ones; `existing` is what an edit changes;
    `at` is where the message stands in the request's body.
    """
    state = {**(existing or {}), **body}
    content, embeds, components = state.get("content") or "", state.get("embeds") or [], state.get("components") or []
    v2 = bool(flags & COMPONENTS_V2)
    out: list[Problem] = []
    if len(content) > CONTENT:
        out.append(((*at, "content"), "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length."))
    if v2:
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if state.get(name):
                sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                out.append(((*at, name), code, sentence))
    elif len(components) > 5:
        out.append(((*at, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
    out += check_components(components, (*at, "components"), v2=v2)
    out += _embeds(embeds, at)
    out += _mentions(body.get("allowed_mentions") or {}, at)
    if out:
        raise form_error(*out)
    if not (content.strip() or embeds or components or files or kept or state.get("poll") or state.get("sticker_ids")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _embeds(embeds: list[Json], at: Path) -> list[Problem]:
    out: list[Problem] = []
    if sum(_size(embed) for embed in embeds) > EMBEDS:
        sentence = f"Embed size exceeds maximum size of {EMBEDS}"
        out.append(((*at, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", sentence))
    for number, embed in enumerate(embeds):
        for line, part in enumerate(embed.get("fields") or []):
            out += [
                ((*at, "embeds", number, "fields", line, key), "BASE_TYPE_REQUIRED", "This field is required")
                for key in ("name", "value")
                if not part[key].strip()
            ]
    return out


def _size(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    texts += [part[key] for part in embed.get("fields") or [] for key in ("name", "value")]
    return sum(len(text or "") for text in texts)


def _mentions(allowed: Json, at: Path) -> list[Problem]:
    return [
        (
            (*at, "allowed_mentions"),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
        )
        for kind in ("users", "roles")
        if kind in (allowed.get("parse") or []) and allowed.get(kind)
    ]
