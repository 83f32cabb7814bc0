"""Texts in several languages: placeholders, numbers, enumerations, and what is not translated yet."""

from __future__ import annotations

import gettext
import io

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.texts.names import told
from bot.texts.phrases import LANGUAGES, Phrases, language_of, phrases
from games.messages import Message, Player, Several
from tests.texts.pseudo import pseudo, stretched

PO = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Waiting for {players}."
msgstr "{players}: bitte ziehen."

msgid "{count} wound"
msgid_plural "{count} wounds"
msgstr[0] "{count} Wunde"
msgstr[1] "{count} Wunden"

msgctxt "tile"
msgid "Net"
msgstr "Netz"

msgid "Not yet"
msgstr ""

msgid "{count} hex"
msgid_plural "{count} hexes"
msgstr[0] ""
msgstr[1] ""
"""


def german() -> Phrases:
    catalogue: Catalog = read_po(io.BytesIO(PO.encode()), locale="de")
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Phrases("de", gettext.GNUTranslations(compiled))


def test_placeholders_are_filled_in_the_order_of_the_translation() -> None:
    say = german()
    assert (
        say("Waiting for {players}.", players=say.every(["Anna", "Max", "Tina"])) == "Anna, Max und Tina: bitte ziehen."
    )


def test_a_text_without_arguments_may_have_braces() -> None:
    assert phrases("en")("{not a placeholder}") == "{not a placeholder}"


def test_numbers() -> None:
    say = german()
    assert [say.plural("{count} wound", "{count} wounds", n) for n in (0, 1, 1234)] == [
        "0 Wunden",
        "1 Wunde",
        "1.234 Wunden",
    ]
    assert phrases("en").plural("{count} wound", "{count} wounds", 1234) == "1,234 wounds"
    assert (say.text(-7), say.text(1500)) == ("-7", "1.500")


def test_terms_are_told_apart_by_their_context() -> None:
    say = german()
    assert (say.term("tile", "Net"), say.term("edge", "Net"), say("Net")) == ("Netz", "Net", "Net")


def test_what_is_not_translated_yet_is_english() -> None:
    say = german()
    assert (say("Not yet"), say("Never heard of")) == ("Not yet", "Never heard of")
    assert [say.plural("{count} hex", "{count} hexes", n) for n in (1, 2)] == ["1 hex", "2 hexes"]
    assert say.plural("{count} coin", "{count} coins", 2) == "2 coins"


def test_messages_of_the_rules() -> None:
    say = german()
    net = Message.term("tile", "Net")
    several = Several((net, "C3", 7))
    assert say.message(Message("Waiting for {players}.", players=several)) == "Netz, C3 und 7: bitte ziehen."
    assert say.message(Message.counted("{count} wound", "{count} wounds", 3)) == "3 Wunden"
    assert say.message(Message("{net}", net=net)) == "Netz"


@pytest.mark.parametrize(
    ("language", "every", "either"),
    [
        ("en", "Anna, Max and Tina", "Anna, Max or Tina"),
        ("de", "Anna, Max und Tina", "Anna, Max oder Tina"),
        ("es", "Anna, Max y Tina", "Anna, Max o Tina"),
    ],
)
def test_enumerations(language: str, every: str, either: str) -> None:
    say, names = phrases(language), ["Anna", "Max", "Tina"]
    assert (say.every(names), say.either(names)) == (every, either)
    assert (say.every(["Anna"]), say.every([])) == ("Anna", "")


@pytest.mark.parametrize(("names", "every"), [(["Anna", "Inés"], "Anna e Inés"), (["Leo", "Hierro"], "Leo y Hierro")])
def test_y_before_an_i_is_e(names: list[str], every: str) -> None:
    assert phrases("es").every(names) == every


@pytest.mark.parametrize(
    ("names", "either"), [(["Anna", "Oskar"], "Anna u Oskar"), (["Oskar", "Anna"], "Oskar o Anna")]
)
def test_o_before_an_o_is_u(names: list[str], either: str) -> None:
    assert phrases("es").either(names) == either


def test_languages_by_discords_names() -> None:
    assert [language_of(locale) for locale in ("de", "es-ES", "es-419", "en-GB", "fr", None)] == [
        "de",
        "es",
        "es",
        "en",
        None,
        None,
    ]
    with pytest.raises(KeyError):
        phrases("fr")
    assert [phrases(language).language for language in LANGUAGES] == list(LANGUAGES)


def test_the_pseudo_language_is_longer_and_keeps_placeholders() -> None:
    text = "Waiting for {players}: {count} wounds"
    own = len(text.replace("{players}", "").replace("{count}", ""))
    assert len(stretched(text)) == len(text) + round(0.4 * own)
    assert pseudo()(text, players="Anna", count=3).count("Anna") == 1
    assert pseudo().plural("{count} wound", "{count} wounds", 2).startswith("2 ")


def test_players_go_by_their_names_wherever_they_stand_in_a_message() -> None:
    said = Message("You fire when you are attacked: {nation}, aimed at {symbol}.", nation="x", symbol=Player(1))
    german = phrases("de")
    assert told(german, Player(1), {1: "Max"}) == "Max"
    assert told(german, Player(1), {0: "Anna"}) == german.message(Player(1))
    assert "Max" in told(german, said, {1: "Max"})
    assert "Anna" in told(german, Message("{list}", list=Several([Player(0), Player(1)])), {0: "Anna"})
    counted = Message.counted("{count} wound", "{count} wounds", 2)
    assert told(german, counted, {0: "Anna"}) == german.message(counted)
