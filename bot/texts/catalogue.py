"""The catalogues of sentences: what the sources say in English, and how far each language has got.

``python -m bot.texts.catalogue update`` brings ``bot/texts/locale/*.po`` up to date with the sources, ``check`` tells
what is wrong with them, ``missing`` prints what has yet to be translated. All take the languages meant (else: all).

Sentences are found where they stand: as literals in the calls that translate them (`bot.texts.phrases.Phrases`,
`games.messages.Message`, discord.py's ``locale_str``), and in the data files of the games. The files have no line
numbers and no dates, so that a change of one sentence changes its own lines only.
"""

from __future__ import annotations

import argparse
import ast
import io
import string
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po, write_po

from bot.texts.phrases import LANGUAGES, SOURCE

ROOT: Final = Path(__file__).parents[2]
"""The folder of the sources."""
ROOMS: Final = ("bot", "games", "render")
"""The packages whose sentences are for players."""
LOCALE: Final = Path(__file__).parent / "locale"
TRANSLATIONS: Final = tuple(language for language in LANGUAGES if language != SOURCE)
LEFT_OUT: Final = (
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
)
"""Lines of a catalogue's header that say nothing here."""
WIDTH: Final = 120


@dataclass(frozen=True, slots=True)
class Found:
    """A text in the sources: the file, its context or none, and its forms (one, or singular and plural)."""

    path: str
    context: str
    forms: tuple[str, ...]


def is_say(node: ast.expr) -> bool:
    """Return True for what translates: ``say``, ``self.say``, ``phrases(language)``, the ``labels`` of a picture."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "phrases"
    if isinstance(node, ast.Name):
        return node.id in ("say", "labels")
    return isinstance(node, ast.Attribute) and node.attr == "say"


def kind_of(call: ast.Call) -> str | None:
    """Return what a call does to its literals: "text", "plural", "term", or nothing."""
    func = call.func
    if is_say(func) or (isinstance(func, ast.Name) and func.id in ("Message", "locale_str")):
        return "text"
    if isinstance(func, ast.Attribute):
        if func.attr == "locale_str":
            return "text"
        made = isinstance(func.value, ast.Name) and func.value.id == "Message"
        if made or is_say(func.value):
            return {"plural": "plural", "counted": "plural", "term": "term"}.get(func.attr)
    return None


def literals(node: ast.expr) -> list[str] | None:
    """Return the texts that an argument may be, one for each branch; `None` where that cannot be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        sides = literals(node.body), literals(node.orelse)
        return [*sides[0], *sides[1]] if sides[0] is not None and sides[1] is not None else None
    return None


def says(text: str) -> bool:
    """Return True if a template has letters of its own, besides what fills it, or a sign that is set differently."""
    return any(letter.isalpha() or letter == "%" for part, *_ in string.Formatter().parse(text) for letter in part)


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Return all calls that translate, in the order of the source, each with what it does to its literals."""
    translating = [(node, kind) for node in ast.walk(tree) if isinstance(node, ast.Call) and (kind := kind_of(node))]
    return iter(sorted(translating, key=lambda pair: (pair[0].lineno, pair[0].col_offset)))


def arguments(call: ast.Call, kind: str) -> list[list[str] | None]:
    """Return the literals of each argument of such a call that is looked up."""
    return [literals(argument) for argument in call.args[: 1 if kind == "text" else 2]]


def _of_call(path: str, call: ast.Call, kind: str) -> Iterator[Found]:
    given = arguments(call, kind)
    if kind == "plural":
        if len(given) == 2 and given[0] and given[1]:
            yield Found(path, "", (given[0][0], given[1][0]))
    elif given and all(given):
        contexts, texts = (given[0] or [], given[1] or []) if kind == "term" else ([""], given[0] or [])
        yield from (Found(path, context, (text,)) for context in contexts for text in texts if says(text))


def from_python(path: str, source: str) -> list[Found]:
    """Return the texts in a module."""
    return [text for call, kind in calls(ast.parse(source)) for text in _of_call(path, call, kind)]


NAMED: Final = ("tile", "hero", "ability", "card")
"""The tables of data files whose entries have a name, and perhaps a text, for players."""


def from_data(path: str, source: str) -> list[Found]:
    """Return the texts in a data file: names of factions and things, and what they do; other data has none."""
    data = tomllib.loads(source)
    texts = [Found(path, "faction", (data["name"],))] if "name" in data else []
    for kind in NAMED:
        for thing in data.get(kind, ()):
            texts += [Found(path, kind, (thing["name"],))] if "name" in thing else []
            texts += [Found(path, "", (thing["text"],))] if "text" in thing else []
    return texts


def extract(root: Path = ROOT) -> list[Found]:
    """Return all texts of the sources, file by file."""
    texts: list[Found] = []
    for room in ROOMS:
        for path in sorted((root / room).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix == ".py":
                texts += from_python(name, path.read_text(encoding="utf-8"))
            elif path.suffix == ".toml":
                texts += from_data(name, path.read_text(encoding="utf-8"))
    return texts


def template(texts: Sequence[Found]) -> Catalog:
    """Return the texts as a catalogue without translations, in the order in which they were found."""
    made = Catalog()
    for text in texts:
        forms = text.forms if len(text.forms) > 1 else text.forms[0]
        made.add(forms, locations=[(text.path, 0)], context=text.context or None)
    return made


def path_of(language: str) -> Path:
    """Return the file of a language."""
    return LOCALE / f"{language}.po"


def read(language: str) -> Catalog:
    """Return a language's catalogue as its file has it; an empty one when there is none yet."""
    path = path_of(language)
    return read_po(io.BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(locale=language)


def _key(entry: Entry) -> tuple[str | None, str]:
    return entry.context, entry.id if isinstance(entry.id, str) else entry.id[0]


def _translated(entry: Entry, wanted: Entry) -> bool:
    """Return True if an entry has a translation of the same form, singular or plural."""
    return bool(entry.string) and isinstance(entry.string, str) == isinstance(wanted.id, str)


def merged(old: Catalog, wanted: Catalog, language: str) -> Catalog:
    """Return the wanted texts with the known translations; those that nothing wants any more are obsolete."""
    made = Catalog(
        locale=language, header_comment=f"# {LANGUAGES[language]}: bot/texts/catalogue.py keeps the entries."
    )
    translated = {_key(entry): entry for entry in [*old.obsolete.values(), *(entry for entry in old if entry.id)]}
    for entry in wanted:
        if entry.id:
            before = translated.pop(_key(entry), None)
            kept = before.string if before is not None and _translated(before, entry) else None
            comments = before.user_comments if before is not None else []
            made.add(entry.id, kept, entry.locations, user_comments=comments, context=entry.context)
    made.obsolete.update({str(key): entry for key, entry in translated.items() if entry.string and any(entry.string)})
    return made


def write(catalogue: Catalog, language: str, *, drop: bool = False) -> None:
    """Write a language's file; `drop` leaves out what is obsolete."""
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=drop)
    lines = out.getvalue().decode().splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(tuple(f'"{name}:' for name in LEFT_OUT))]
    text = "".join(kept).replace('#, fuzzy\nmsgid ""\n', 'msgid ""\n', 1)
    path_of(language).write_text(text.rstrip("\n") + "\n", encoding="utf-8")


def placeholders(text: str) -> Counter[str]:
    """Return the placeholders of a template, each as often as it stands there. Raises `ValueError`."""
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def texts(entry: Entry) -> tuple[str, ...]:
    """Return the translations of an entry, one for each form."""
    forms = entry.string
    return (forms,) if isinstance(forms, str) else tuple(forms or ("",))


def is_missing(entry: Entry) -> bool:
    """Return True if an entry has yet to be translated."""
    return not all(texts(entry))


def _differs(entry: Entry) -> bool:
    """Return True if a form has other placeholders than the English; a form for one thing may omit the number."""
    one, many = (entry.id, entry.id) if isinstance(entry.id, str) else (entry.id[0], entry.id[-1])
    allowed = [set(placeholders(one)), set(placeholders(many))]
    first, *others = (set(placeholders(text)) for text in texts(entry))
    fits = first in allowed or first | {"count"} in allowed if others else first == allowed[0]
    return not fits or any(other != allowed[1] for other in others)


def _wrong(entry: Entry) -> str | None:
    if entry.fuzzy:
        return "is marked fuzzy"
    if is_missing(entry):
        return "is not translated"
    try:
        return "has other placeholders" if _differs(entry) else None
    except ValueError:
        return "has a brace too many or too few"


def faults(language: str, wanted: Catalog) -> list[str]:
    """Return what is wrong with a language's catalogue, one sentence each."""
    have = read(language)
    entries = {_key(entry): entry for entry in have if entry.id}
    keys = [_key(entry) for entry in wanted if entry.id]
    sentences = [f"{key[1]!r} is not in the catalogue" for key in keys if key not in entries]
    sentences += [f"{key[1]!r} is not in the sources any more" for key in entries if key not in set(keys)]
    sentences += [f"{_key(entry)[1]!r} is obsolete" for entry in have.obsolete.values()]
    return sentences + [f"{key[1]!r} {wrong}" for key, entry in entries.items() if (wrong := _wrong(entry))]


def missing(language: str, wanted: Catalog) -> Catalog:
    """Return what has yet to be translated, as a catalogue."""
    made = Catalog(locale=language)
    for entry in merged(read(language), wanted, language):
        if entry.id and is_missing(entry):
            made.add(entry.id, None, entry.locations, context=entry.context)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 means that a catalogue is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m bot.texts.catalogue", description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("update", "check", "missing"))
    parser.add_argument("languages", nargs="*", default=list(TRANSLATIONS))
    parser.add_argument("--drop", action="store_true", help="update: leave out what the sources no longer say")
    given = parser.parse_args(arguments)
    wanted, count = template(extract()), 0
    for language in given.languages:
        if given.what == "update":
            write(merged(read(language), wanted, language), language, drop=given.drop)
        elif given.what == "check":
            wrong = faults(language, wanted)
            count += len(wrong)
            sys.stdout.writelines(f"{language}: {fault}\n" for fault in wrong)
        else:
            made = missing(language, wanted)
            count += len(made)
            write_po(sys.stdout.buffer, made, width=WIDTH, include_lineno=False, omit_header=True)
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
