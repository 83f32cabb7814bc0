"""Texts that have to fit: how wide a line is, where it is broken, and how large it may be."""

from __future__ import annotations

from render.canvas import text_width


def wrap(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The text broken at blanks into lines that are no wider than `width` (a single long word may be)."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fitting(text: str, size: float, width: float, bold: bool = False, step: float = 0.5) -> float:
    """The size nearest below `size` at which a line is no wider than `width`."""
    while size > step and text_width(text, size, bold) > width:
        size -= step
    return size
