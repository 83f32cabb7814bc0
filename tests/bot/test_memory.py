"""Memory that was used for pictures goes back to the system."""

from __future__ import annotations

import gc
import platform
import subprocess
import sys

import pytest

from bot import memory

PICTURES = """
import sys
from pathlib import Path
from PIL import Image

from bot import memory


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


if sys.argv[1] == "kept small":
    assert memory.keep_small()
begin = resident()
small = []
for size in [*range(300, 1500, 20)] * 3:  # as boards and films come and go between things that stay
    large = [Image.new("RGB", (size, size)) for _ in range(4)]
    small.append(bytearray(20_000))
    del large[::2]
    small.append(bytearray(20_000))
    del large
print(resident() - begin - sum(map(len, small)) / 2**20)
"""

BETWEEN = """
from pathlib import Path

from bot import memory


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


memory.keep_small()
pieces = [bytearray(10_000) for _ in range(4000)]  # some 40 MB
stay = pieces[::20]  # and none of what lies between them can be given back by itself
del pieces
before = resident()
assert memory.give_back()
print(before - resident())
"""
glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told what to do")


@glibc
def test_the_memory_of_large_pictures_is_given_back() -> None:
    left = {
        how: float(subprocess.check_output([sys.executable, "-c", PICTURES, how], text=True))
        for how in ("kept small", "as it is")
    }
    assert left["kept small"] < 4 < left["as it is"], left


@glibc
def test_what_lies_free_between_other_things_is_given_back() -> None:
    assert float(subprocess.check_output([sys.executable, "-c", BETWEEN], text=True)) > 20


def test_what_stays_is_not_looked_through_again() -> None:
    stays = [[]]  # type: ignore[var-annotated]
    assert any(one is stays for one in gc.get_objects())
    memory.settle()
    try:
        assert all(one is not stays for one in gc.get_objects())
    finally:
        gc.unfreeze()
