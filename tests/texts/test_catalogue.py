"""How the catalogues are made from the sources, and what is found wrong with them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bot.texts import catalogue
from bot.texts.catalogue import TRANSLATIONS, Found, extract, from_data, from_python, template

SOURCE = """
def f(say, self, perspective, n, tile):
    say("Waiting for {players}.", players="x")
    self.say("Yours" if n else "Theirs")
    perspective.say.plural("{count} wound", "{count} wounds", n)
    say.term("tile", tile.name)
    say.term("edge", "Net")
    say(tile.text)
    say("{a}: {b}", a=1, b=2)
    phrases(language)("Hello")
    other("Not for people")
    return Message("A rule.", x=Message.term("kind", "Rune")), Message.counted("one", "{count} things", n)

describe = describe(x=locale_str("An option"), y=app_commands.locale_str("Another"))
"""
DATA = """
name = "Dragon Empire"
[[tile]]
name = "Pikeman"
[[tile]]
name = "Net"
text = "An enemy tile is netted."
"""


@cache
def extracted() -> list[Found]:
    """Return all texts of the sources, which take seconds to read."""
    return extract()


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_everything_is_translated(language: str) -> None:
    """Nothing missing, fuzzy or out of use, and everywhere the placeholders of the English.

    ``python -m bot.texts.catalogue update --drop`` brings the entries up to date, ``missing`` tells what is left to do.
    """
    assert catalogue.faults(language, template(extracted())) == []


def texts(found: list[Found]) -> list[tuple[str, ...]]:
    return [(f.context, *f.forms) for f in found]


def test_texts_are_found_in_the_calls_that_translate_them() -> None:
    assert texts(from_python("x.py", SOURCE)) == [
        ("", "Waiting for {players}."),
        ("", "Yours"),
        ("", "Theirs"),
        ("", "{count} wound", "{count} wounds"),
        ("edge", "Net"),
        ("", "Hello"),
        ("", "A rule."),
        ("kind", "Rune"),
        ("", "one", "{count} things"),
        ("", "An option"),
        ("", "Another"),
    ]


def test_texts_are_found_in_the_data_of_games() -> None:
    assert texts(from_data("x.toml", DATA)) == [
        ("faction", "Dragon Empire"),
        ("tile", "Pikeman"),
        ("tile", "Net"),
        ("", "An enemy tile is netted."),
    ]


def test_every_room_is_searched() -> None:
    rooms = {found.path.partition("/")[0] for found in extracted()}
    assert {"bot", "games"} <= rooms
    assert ("tile", "Pikeman") in texts(extracted())


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    return tmp_path / "de.po"


def wanted(*texts_: str, path: str = "bot/a.py") -> list[Found]:
    return [Found(path, "", tuple(text.split("|"))) for text in texts_]


def update(*found: str, drop: bool = False) -> None:
    made = template(wanted(*found))
    catalogue.write(catalogue.merged(catalogue.read("de"), made, "de"), "de", drop=drop)


def translate(path: Path, **given: str) -> None:
    text = path.read_text()
    for english, german in given.items():
        assert f'msgid "{english}"\nmsgstr ""' in text
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"')
    path.write_text(text)


def test_an_update_keeps_translations_and_the_order_of_the_sources(locale: Path) -> None:
    update("Yes", "No")
    translate(locale, Yes="Ja", No="Nein")
    first = locale.read_text()
    update("Yes", "No")
    assert locale.read_text() == first
    update("Perhaps", "Yes")
    text = locale.read_text()
    assert text.index("Perhaps") < text.index('msgid "Yes"\nmsgstr "Ja"') < text.index('#~ msgid "No"')
    update("No", "Yes")
    text = locale.read_text()
    assert text.index('msgid "No"\nmsgstr "Nein"') < text.index('msgid "Yes"\nmsgstr "Ja"')
    assert "#~" not in text
    update("Yes")
    update("Yes", drop=True)
    assert "Nein" not in locale.read_text()


def test_what_is_wrong_is_told(locale: Path) -> None:
    update("Yes", "No", "Gone")
    translate(locale, Yes="Ja", Gone="Weg")
    made = template(wanted("Yes", "No", "New"))
    assert catalogue.faults("de", made) == [
        "'New' is not in the catalogue",
        "'Gone' is not in the sources any more",
        "'No' is not translated",
    ]
    update("Yes", "No")
    assert catalogue.faults("de", template(wanted("Yes", "No"))) == ["'Gone' is obsolete", "'No' is not translated"]
    assert [entry.id for entry in catalogue.missing("de", made) if entry.id] == ["No", "New"]


@pytest.mark.parametrize(
    ("english", "german", "wrong"),
    [
        ("{name} wins", "{name} gewinnt", None),
        ("{name} wins", "Sieg für {name}, {name}!", None),
        ("{name} wins", "{nam} gewinnt", "placeholders"),
        ("{name} wins", "Gewonnen", "placeholders"),
        ("Yes", "{name}", "placeholders"),
        ("{name} wins", "{name gewinnt", "brace"),
    ],
)
def test_placeholders_are_those_of_the_english(locale: Path, english: str, german: str, wrong: str | None) -> None:
    update(english)
    translate(locale, **{english: german})
    faults = catalogue.faults("de", template(wanted(english)))
    assert [wrong in fault for fault in faults] == ([True] if wrong else [])


@pytest.mark.parametrize(
    ("one", "many", "right"),
    [
        ("{count} Wunde bei {name}", "{count} Wunden bei {name}", True),
        ("eine Wunde bei {name}", "{count} Wunden bei {name}", True),
        ("{count} Wunde bei {name}", "Wunden bei {name}", False),
        ("eine Wunde", "{count} Wunden bei {name}", False),
    ],
)
def test_placeholders_of_plurals(locale: Path, one: str, many: str, right: bool) -> None:
    english = "{count} wound for {name}|{count} wounds for {name}"
    update(english)
    text = locale.read_text().replace('[0] ""', f'[0] "{one}"').replace('[1] ""', f'[1] "{many}"')
    locale.write_text(text)
    assert (catalogue.faults("de", template(wanted(english))) == []) is right


def test_the_files_have_neither_dates_nor_line_numbers(locale: Path) -> None:
    update("Yes")
    text = locale.read_text()
    assert "Date" not in text
    assert "#: bot/a.py\n" in text
    assert "fuzzy" not in text


def test_the_command_line(locale: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "extract", extracted)
    assert catalogue.main(["update", "de"]) == 0
    assert catalogue.main(["check", "de"]) == 1
    assert "de: 'Pikeman' is not translated" in capsys.readouterr().out
    locale.write_text(locale.read_text().replace('msgid "Pikeman"\nmsgstr ""', 'msgid "Pikeman"\nmsgstr "Pikenier"'))
    assert catalogue.main(["check", "de"]) == 1
    assert "'Pikeman'" not in capsys.readouterr().out
