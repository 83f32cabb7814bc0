"""Finding rules by words: titles before bodies, best first, with the words that people use for those of the rules.

``bot/texts/rule_words/<game>.toml`` lists, by language, what people look for and the words or the numbers of rules that
answer it. Case, accents and punctuation do not count.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.texts.rules import Paragraph

CITED: Final = 100
"""What a rule is worth that the list of words names; titles and texts are worth less."""
_HEADWORD: Final = re.compile(r"^\*{1,2}([^*]+?)\.?\*{1,2}")
_LONG: Final = 3
"""From so many letters on the beginning of a listed word is taken for it, and a word counts within another one."""


def found(paragraphs: Sequence[Paragraph], text: str, words: Mapping[str, Sequence[str]]) -> list[Paragraph]:
    """Return the paragraphs that have each of the words or something listed for it, the likeliest first."""
    terms = [*_terms(folded(text), {folded(word): listed for word, listed in words.items()})]
    if not terms:
        return []
    worth = [(-_worth(paragraph, terms), paragraph) for paragraph in paragraphs]
    return [paragraph for value, paragraph in sorted(worth, key=lambda pair: pair[0]) if value]


@lru_cache(maxsize=8192)  # all rules of all games in all languages are about 2,000 texts and 500 titles
def folded(text: str) -> str:
    """Return a text in small letters, without accents and with single blanks for everything else."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[\w.]+", kept.replace(". ", " "))).strip(".")


@cache
def listed(game: str, language: str) -> Mapping[str, Sequence[str]]:
    """Return the words that are listed for a game in a language, and what answers each."""
    file = resources.files("bot.texts").joinpath("rule_words", f"{game}.toml")
    if not file.is_file():
        return {}
    words: Mapping[str, Sequence[str]] = tomllib.loads(file.read_text(encoding="utf-8")).get(language, {})
    return words


def _terms(text: str, words: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the words of a text, each with what is listed for it; a listed phrase counts as one word."""
    for phrase in sorted((word for word in words if " " in word), key=len, reverse=True):
        if f" {phrase} " in f" {text} ":
            yield phrase, words[phrase]
            text = " ".join(f" {text} ".replace(f" {phrase} ", " ").split())
    for word in text.split():
        near = [answer for key, answer in words.items() if len(word) >= _LONG and key.startswith(word)]
        yield word, words.get(word) or words.get(word.removesuffix("s")) or [one for answer in near for one in answer]


def _worth(paragraph: Paragraph, terms: Sequence[tuple[str, Sequence[str]]]) -> int:
    """Return how well a paragraph answers all of the words; 0 where one is missing."""
    values = [_best(paragraph, word, listed) for word, listed in terms]
    return sum(values) if all(values) else 0


def _best(paragraph: Paragraph, word: str, listed: Sequence[str]) -> int:
    cited = [number for number in listed if re.fullmatch(r"[A-Z]\d+(\.\w+)*", number)]
    if paragraph.number in cited:
        return CITED - cited.index(paragraph.number)
    texts = [folded(same) for same in listed if same not in cited]
    return max([_value(paragraph, word), *(_value(paragraph, same) - 1 for same in texts), 0])


def _value(paragraph: Paragraph, word: str) -> int:
    """Return how prominently a paragraph has a word: as its title, in its text, or in its chapter's title."""
    chapter = "." not in paragraph.number
    headword = _HEADWORD.match(paragraph.text)
    title = paragraph.title if chapter else headword[1] if headword is not None else ""
    body, above = paragraph.text, "" if chapter else paragraph.title
    return max(_within(title, word, 60), _within(body, word, 20), _within(above, word, 12))


def _within(text: str, word: str, most: int) -> int:
    """Return `most` for the word itself, less where a longer one begins with it or has it inside; 0 without it."""
    text = f" {folded(text)} "
    if f" {word} " in text:
        return most
    if f" {word}" in text:
        return most - 4
    return most - 8 if len(word) > _LONG and word in text else 0
