"""Lay out the files of a new game and enter it in the registries: ``python -m tests.new_game NAME "Title"``.

What is laid out is a small game that can be played: counters are taken, whoever takes the last one wins. Replace it,
piece by piece. The files come from the templates beside this module, in which ``NAME``, ``PAGE`` and words such as
``__TITLE__`` stand for what is said of the game.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
TEMPLATES: Final = Path(__file__).parent / "templates"
CHAPTER: Final = re.compile(r"^## ([A-Z])1 ", re.MULTILINE)
"""The first chapter of a rules page, with the letter of its numbers."""
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Named(NamedTuple):
    """What a game is called."""

    name: str
    title: str
    group: str
    letter: str

    def filled(self, text: str) -> str:
        """Return a template, or the path of one, with what stands in it for the game."""
        values = {"PAGE": self.name.replace("_", "-"), "NAME": self.name}
        for word, value in (self._asdict() | {"page": values["PAGE"]}).items():
            text = text.replace(f"__{word.upper()}__", value)
        for word, value in values.items():
            text = re.sub(rf"(?<![A-Za-z_]){word}(?![A-Za-z_])", value, text)
        return text


def free_letter(title: str) -> str:
    """Return a letter for the numbers of the rules: the first one of the title that no game has, or any other one."""
    pages = [*(ROOT / "docs" / "rules").glob("*.md"), *(ROOT / "tests" / "toy" / "rules").glob("*.md")]
    taken = {letter for page in pages for letter in CHAPTER.findall(page.read_text(encoding="utf-8"))}
    return next(letter for letter in title.upper() + ALPHABET if letter in ALPHABET and letter not in taken)


def lay_out(named: Named) -> list[Path]:
    """Write the files of a game, and return them. Raises `FileExistsError`."""
    written = []
    for template in sorted(TEMPLATES.rglob("*.txt")):
        path = ROOT / named.filled(template.relative_to(TEMPLATES).as_posix().removesuffix(".txt"))
        if path.suffix == ".json":
            continue
        if path.exists():
            raise FileExistsError(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(named.filled(template.read_text(encoding="utf-8")), encoding="utf-8")
        written.append(path)
    return written


def enter(named: Named) -> None:
    """Enter a game in the registries, and the contract tests: an import and an entry each."""
    name, constant = named.name, named.name.upper()
    _change(
        ROOT / "games" / "registry.py",
        (r"(?=\n_GAMES: Final)", f"from games.{name}.game import GAME as {constant}\n"),
        (r"(?<=    MONSTERS_AND_MYTHS,\n)", f"    {constant},\n"),
    )
    _change(
        ROOT / "bot" / "registry.py",
        (r"(?<=from bot import )(?=arena_of_heroes)", f"{name}, "),
        (r"(?<=    monsters_and_myths,\n)", f"    {name},\n"),
    )
    worlds = f"{name}_worlds.world, {name}_worlds.world_before, {name}_worlds.PROBES"
    said = f'undone=False, hidden=False, draws=False, book=CASE_BOOKS / "{name}"'
    case = f"    Case({constant}, ({{}},), {worlds}, {said}),\n"
    _change(
        ROOT / "tests" / "contract" / "cases.py",
        (r"(?=from tests\.toy import TOY)", f"from tests.games.{name} import worlds as {name}_worlds\n"),
        (r"(?=from tests\.games\.arena_of_heroes)", f"from games.{name}.game import GAME as {constant}\n"),
        (r"(?=    Case\(\n        TOY,)", case),
    )


def _change(path: Path, *inserted: tuple[str, str]) -> None:
    """Insert texts into a file, each where its pattern matches first. Raises `ValueError` where it does not."""
    text = path.read_text(encoding="utf-8")
    for pattern, words in inserted:
        text, count = re.subn(pattern, lambda _, words=words: words, text, count=1)  # type: ignore[misc]
        if not count:
            raise ValueError(f"{path}: there is no place for {words!r}")
    path.write_text(text, encoding="utf-8")


def translate(named: Named) -> None:
    """Bring the catalogues up to date, with translations of what is laid out."""
    words = json.loads(named.filled((TEMPLATES / "words.json.txt").read_text(encoding="utf-8")))
    code = (
        "import json, sys\n"
        "from bot.texts import catalogue as c\n"
        "words = json.load(sys.stdin)\n"
        "for at, language in enumerate(('de', 'es')):\n"
        "    made = c.merged(c.read(language), c.template(c.extract()), language)\n"
        "    for entry in made:\n"
        "        own = words.get(entry.id if isinstance(entry.id, str) else entry.id[0])\n"
        "        if own and c.is_missing(entry):\n"
        "            entry.string = own[at] if isinstance(own[at], str) else tuple(own[at])\n"
        "    c.write(made, language)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, input=json.dumps(words), text=True, check=True)


def tidy(files: Sequence[Path]) -> None:
    """Sort imports and break lines as the linter wants them, and hold the names of the game's commands."""
    ruff = [sys.executable, "-m", "ruff"]
    paths = [*map(str, files), "games/registry.py", "bot/registry.py", "tests/contract/cases.py"]
    python = [path for path in paths if path.endswith(".py")]
    for command in (("format",), ("check", "--fix"), ("format",)):  # lines are broken before they are checked
        subprocess.run([*ruff, *command, "--quiet", *python], cwd=ROOT, check=False)
    subprocess.run([sys.executable, "-m", "tests.bot.test_game_commands"], cwd=ROOT, check=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.new_game", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", help="the identifier, such as liars_dice")
    parser.add_argument("title", help="the name for people")
    parser.add_argument("--group", help="the name of its slash commands; left out, the first word of the identifier")
    parser.add_argument("--letter", help="the letter of its rule numbers; left out, one that is free")
    given = parser.parse_args(arguments)
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", given.name):
        parser.error("an identifier is small letters, with underscores between words")
    group = given.group or given.name.partition("_")[0]
    named = Named(given.name, given.title, group, given.letter or free_letter(given.title))
    files = lay_out(named)
    enter(named)
    translate(named)
    tidy(files)
    for path in files:
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
