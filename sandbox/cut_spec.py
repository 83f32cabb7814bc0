"""Cut Discord's published openapi.json down to what the sandbox checks.

`python -m sandbox.cut_spec openapi.json` writes `spec/discord_requests.json` and `spec/discord_responses.json`.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

PREFIXES: Final = (
    "/applications/{application_id}/",
    "/channels/{channel_id}",
    "/webhooks/{webhook_id}/{webhook_token}",
    "/interactions/",
    "/users/",
    "/guilds/{guild_id}/members",
    "/oauth2/applications/@me",
)


def _references(node: Any) -> list[str]:
    return re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(node))


def cut(spec: dict[str, Any], paths: dict[str, Any]) -> dict[str, Any]:
    """Return these paths with all schemas that they lead to, in the form of the whole document."""
    schemas = spec["components"]["schemas"]
    needed, kept = _references(paths), dict[str, Any]()
    while needed:
        name = needed.pop()
        if name not in kept:
            kept[name] = schemas[name]
            needed += _references(schemas[name])
    return {
        "source": "discord/discord-api-spec specs/openapi.json",
        "license": "MIT, Copyright 2023 Discord",
        "paths": paths,
        "components": {"schemas": dict(sorted(kept.items()))},
    }


def _json_schema(content: dict[str, Any]) -> Any:
    return (content.get("content", {}).get("application/json") or {}).get("schema")


def main(source: Path) -> None:
    """Read the whole document and write both parts."""
    spec = json.loads(source.read_text(encoding="utf-8"))
    requests: dict[str, Any] = {}
    responses: dict[str, Any] = {}
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            if not path.startswith(PREFIXES) or not isinstance(operation, dict):
                continue
            body = _json_schema(operation.get("requestBody", {}))
            if body and method in ("post", "put", "patch"):
                requests.setdefault(path, {})[method] = body
            for status, answer in operation.get("responses", {}).items():
                schema = _json_schema(answer)
                if schema and status.startswith("2"):
                    responses.setdefault(path, {}).setdefault(method, {})[status] = schema
    for name, paths in (("discord_requests.json", requests), ("discord_responses.json", responses)):
        text = json.dumps(cut(spec, paths), separators=(",", ":"))
        Path(__file__).with_name("spec").joinpath(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
