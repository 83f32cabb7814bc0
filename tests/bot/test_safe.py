"""Names from outside cannot ping, format, or break out of a line."""

from __future__ import annotations

import pytest

from bot.people.names import LENGTH, safe_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Anna", "Anna"),
        ("@everyone", "everyone"),
        ("<@&123>", "&123"),
        ("**bold** _it_ `code`", "bold _it_ code"),
        ("[link](https://example.org)", "linkhttps//example.org"),
        ("two\nlines\r\nmore", "two lines more"),
        ("right\u202eleft", "right left"),
        ("# heading", "heading"),
        ("||spoiler||", "spoiler"),
        ("Ünïcödé 龍", "Ünïcödé 龍"),
        ("", ""),
        ("***", ""),
        ("\u200b\u200b", ""),
    ],
)
def test_names_are_harmless(given: str, shown: str) -> None:
    assert safe_name(given) == shown


def test_long_names_are_cut() -> None:
    assert len(safe_name("x" * 4000)) == LENGTH
