"""The REST routes, by subject; importing a module registers its routes."""

from __future__ import annotations

import importlib


def load() -> None:
    """Register all routes."""
    for name in ("application", "channels", "messages", "interactions"):
        importlib.import_module(f"sandbox.routes.{name}")
