"""What can be checked of how sentences for players are written (docs/contributing.md, "Writing for players")."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bot.texts import catalogue

ROOT = Path(__file__).parents[2]
FOUND = catalogue.extract()
ENGLISH = sorted({form for text in FOUND for form in text.forms})
"""Everything that players read, in English."""
LONE = sorted({text.forms[0] for text in FOUND if len(text.forms) == 1})
"""The texts without a plural."""

BRITISH: Final = re.compile(
    r"\b\w*(?:colour|neighbour|armour|honour|favour|behaviour|harbour|labour|rumour|centre|metre\b|theatre|grey|defence"
    r"|offence|licence|manoeuv|cancelled|cancelling|travelled|labelled|modelled|whilst|learnt|judgement|catalogue"
    r"|programme|[a-z]{3}isation)\w*|\b(?:organ|recogn|real|random|minim|maxim|util|apolog|synchron)i[sz]?(?:se)[sd]?\b",
    re.IGNORECASE,
)
CODE: Final = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|^ {4}[^\n]*$", re.DOTALL | re.MULTILINE)
"""Parts of a page in which identifiers, paths and commands stand."""

COUNTS: Final = "actions|black|bonus|captured|count|days|delay|have|hours|least|left|most|need|number|picked|points"
COUNTS += "|red|size|stamina|total|wounds"
"""Placeholders that are filled with numbers."""
COUNTED: Final = re.compile(rf"\{{(?:{COUNTS})\}}\**\s+((?:(?!of )[a-z-]+ ){{0,3}}?)([a-z]{{3,}}s)\b")
NO_NOUN: Final = {
    "this",
    "was",
    "has",
    "its",
    "does",
    "plus",
    "always",
    "thus",
    "less",
    "across",
    "victory",
    "wins",
    "begins",
}
CONSTANT: Final = {
    "A deck is base, all, or a list of at least {least} different cards, as in B01 B02 X03.": "always fifteen",
    "A plan has at most {count} actions.": "the limit of plans",
    "A study has at most {count} steps; go back to try something else.": "the limit of studies",
    "An action has at most {most} characters.": "the limit of actions",
    "Nothing else speaks for it: of {count} rounds played on to the end, it came out better in {better} and "
    "worse in {worse}.": "always 240",
    "Nothing else speaks for it: of {count} rounds played on to the end, it came out better in {better} and "
    "worse in {worse}, but by less.": "always 240",
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and "
    "worse in {worse}.": "8 or 20",
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and "
    "worse in {worse}, but by less.": "8 or 20",
    "You already follow {count} matches; leave one of them first.": "the limit of followers",
    "You already have {count} open challenges. Withdraw one of them first.": "the limit of challenges",
    "`{option}` takes {least} to {most} characters.": "a range",
    "{count} of these among {total} cards of the nation; the largest nation counts {points}; natural enemy: {enemy}.": (
        "printed on the card: eleven to fifteen"
    ),
    "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can claim the win or give "
    "{hours} more hours; you can look for a substitute, or call the match off. If nothing happens it ends without a "
    "winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can claim the win or give "
    "{hours} more hours; you can call the match off. If nothing happens it ends without a winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can give {hours} more "
    "hours; you can look for a substitute, or call the match off. If nothing happens it ends without a winner {end}.": (
        "always 24"
    ),
    "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can give {hours} more "
    "hours; you can call the match off. If nothing happens it ends without a winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: you can give {hours} more hours, look for "
    "a substitute, or call the match off. If nothing happens it ends without a winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: you can give {hours} more hours, or call "
    "the match off. If nothing happens it ends without a winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: you can claim the win, give {hours} more "
    "hours, or call the match off. If nothing happens it ends without a winner {end}.": "always 24",
    "⌛ {match}: {player} has run out of time. That decides nothing yet: you can claim the win, give {hours} more "
    "hours, look for a substitute, or call the match off. If nothing happens it ends without a winner {end}.": (
        "always 24"
    ),
}
"""Sentences with a number beside a noun that need no plural, with the reason."""

ARTICLE: Final = re.compile(r"\b(?:a|an|the) \{(?!count\})", re.IGNORECASE)
UNSAID: Final = {
    r"\b[Ii]s waited for|\bnot waited for": "Waiting for Anna; Anna is to move",
    r"\b(?:match|matches|attack|attacks|ability|abilities) waits? for\b(?! (?:others|you\.$))": "is waiting for",
    r"\b(?:an|any|one|the|this|your) aims?\b|\bAims?:": "target",
    r"\b[Ff]ilms?\b": "replay",
    r"\b[Ww]indows?\b": "moment",
    r"\b[Ff]eatures?\b": "ability",
    r"; left out,": "; if left out,",
    r"\bcomes on\b": "comes up",
    r"\b[Nn]othing to foresee\b|\b[Ff]oresee": "preview",
    r"\bless than \w+ \w+ ago\b(?<!were nudged less than twelve hours ago)": "the past tense",
    r"\buntil I\b": "no first person in what others read",
    r"\b\w+n't\b|\b\w+'(?:re|ll|ve)\b": "no contractions",
}
"""Words that players are not to read, with what is said instead."""
WAITS: Final = {
    "How long an attack waits for others after a reveal or a loss; 0 for not at all",
    "Whether attacks ever wait for you.",
}
"""What speaks of a rule and not of now."""

TABOO: Final = {
    "de": r"\b(?:Ping|anping\w*|angepingt|Knopf|Knöpfe\w*|Sie haben|durchgehen lass\w*)\b",
    "es": r"\b(?:usted|vosotros|asiento|a cubierto|deshecho\.|el otro lado puede|[Cc]aracterísticas?)\b",
}
"""Words that docs/contributing.md replaces by others, by language."""


SPACED: Final = re.compile(r"(?<=[0-9}])\s+%")
"""A percent sign with a blank before it, as English does not have it."""
UNSPACED: Final = re.compile(r"[0-9}][^\S\u00a0]?%")
"""A percent sign without a no-break space before it, which German and Spanish have there."""


def pages() -> list[Path]:
    """Return all pages in English."""
    found = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(page for page in found if not page.name.endswith((".de.md", ".es.md")))


def british(text: str) -> list[str]:
    """Return the words of a text that are spelled as in Britain; placeholders are identifiers."""
    return [match.group() for match in BRITISH.finditer(re.sub(r"\{\w+\}", "", text))]


def counts_something(text: str) -> bool:
    """Return True if a number stands before a noun in the plural."""
    return any(found[2] not in NO_NOUN for found in COUNTED.finditer(text))


def test_sentences_are_spelled_as_in_america() -> None:
    assert {text: british(text) for text in ENGLISH if british(text)} == {}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_pages_are_spelled_as_in_america(page: Path) -> None:
    assert british(CODE.sub("", page.read_text(encoding="utf-8"))) == []


def test_a_percent_sign_follows_its_number_in_english() -> None:
    assert [text for text in ENGLISH if SPACED.search(text)] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_percent_sign_follows_its_number_on_pages(page: Path) -> None:
    assert SPACED.findall(CODE.sub("", page.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("language", catalogue.TRANSLATIONS)
def test_a_no_break_space_stands_before_a_percent_sign_in_translations(language: str) -> None:
    said = (text for entry in catalogue.read(language) if entry.id for text in catalogue.texts(entry))
    assert [text for text in said if UNSPACED.search(text)] == []
    rules = [page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "rules").glob(f"*.{language}.md")]
    assert rules
    assert not any(UNSPACED.search(page) for page in rules)


def test_a_number_beside_a_noun_has_a_plural() -> None:
    assert [text for text in LONE if counts_something(text) and text not in CONSTANT] == []


def test_reasons_are_given_for_what_is_there() -> None:
    assert set(CONSTANT) <= {text for text in LONE if counts_something(text)}
    assert set(WAITS) <= set(ENGLISH)


def test_no_article_stands_before_a_placeholder() -> None:
    assert [text for text in ENGLISH if ARTICLE.search(text)] == []


@pytest.mark.parametrize("pattern", UNSAID)
def test_players_do_not_read_the_words_of_the_workshop(pattern: str) -> None:
    assert [text for text in ENGLISH if re.search(pattern, text) and text not in WAITS] == [], UNSAID[pattern]


@pytest.mark.parametrize("language", TABOO)
def test_translations_use_one_word_for_one_thing(language: str) -> None:
    said = (text for entry in catalogue.read(language) if entry.id for text in catalogue.texts(entry))
    assert [text for text in said if re.search(TABOO[language], text)] == []


@pytest.mark.parametrize(
    "text", ["You have {count} cards.", "Give {hours} more hours", "a list of {least} different cards"]
)
def test_a_counted_noun_is_found(text: str) -> None:
    assert counts_something(text)


@pytest.mark.parametrize(
    "text", ["{player} wins {list}", "Round {number} of 3", "{count} of {total}", "{number} was it"]
)
def test_what_counts_nothing_is_left_alone(text: str) -> None:
    assert not counts_something(text)


@pytest.mark.parametrize("number", ["{percent}", "38"])
def test_percent_signs_are_told_apart(number: str) -> None:
    joined, spaced, kept = (f"{number}{blank}%" for blank in ("", " ", "\u00a0"))
    assert [bool(SPACED.search(text)) for text in (joined, spaced, kept)] == [False, True, True]
    assert [bool(UNSPACED.search(text)) for text in (joined, spaced, kept)] == [True, True, False]


def test_spelling_is_told_apart() -> None:
    assert british("The colours of a neighbour") == ["colours", "neighbour"]
    assert british("The colors, {colour}, otherwise a promise") == []
