"""The drawing surface of all pictures."""

import pytest

from bot.texts.phrases import phrases
from render import panel
from render.canvas import OVERSAMPLING, Canvas, covers, font
from render.labels import Labels, drawable, named
from render.theme import TEXT


@pytest.mark.parametrize("ground", [None, (12, 200, 77)])
def test_a_canvas_that_nobody_draws_on_is_its_ground(ground):
    empty, touched = Canvas(31, 17, ground), Canvas(31, 17, ground)
    assert touched.large.size == (31 * OVERSAMPLING, 17 * OVERSAMPLING)
    assert empty.done().tobytes() == touched.done().tobytes()
    assert empty.done().size == (31, 17)


def test_all_that_is_drawn_through_a_moved_canvas_is_there():
    one, other = Canvas(40, 40, (0, 0, 0)), Canvas(40, 40, (0, 0, 0))
    one.moved(10, 10).disc(5, 5, 4, (255, 0, 0))
    other.disc(15, 15, 4, (255, 0, 0))
    assert one.done().tobytes() == other.done().tobytes()
    assert one.done().getpixel((15, 15)) == (255, 0, 0)


EUROPE = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßŒŸ"  # Western and Northern Europe
    "ĄĆĘŁŃÓŚŹŻČĎĚŇŘŠŤŮŽĹĽŔŐŰĂÂÎȘȚĐ"  # Polish, Czech, Slovak, Hungarian, Romanian, Croatian
    "ĀĒĢĪĶĻŅŪĖĮŲĞİŞĦĠĊĴŴŶ"  # Baltic languages, Turkish, Maltese, Esperanto, Welsh
)


@pytest.mark.parametrize("bold", [False, True])
def test_both_weights_have_every_latin_letter_of_europe(bold):
    missing = bytes(font(40, bold).getmask("\uffff"))
    letters = EUROPE + EUROPE.replace("İ", "ı").lower()
    assert not [letter for letter in letters if bytes(font(40, bold).getmask(letter)) == missing]
    assert covers(letters + " 0123456789–—·×½€“”„«»’")


def test_titles_have_every_latin_letter_of_europe_and_other_letters_from_the_other_face():
    letters = EUROPE.replace("Ĵ", "")  # of Esperanto
    assert covers(letters + letters.replace("İ", "ı").lower() + " 0123456789–·’", display=True)
    assert panel.display("Runde 2 · Łukasz")
    assert not panel.display("Ĵ")
    assert not panel.display("Ход 9")
    canvases = [Canvas(200, 40, (0, 0, 0)) for _ in range(2)]
    panel.draw_title(canvases[0], 100, 20, "Ход", 30, 200)
    canvases[1].text(100, 20, "Ход", 30, TEXT, bold=True)
    assert canvases[0].done().tobytes() == canvases[1].done().tobytes()


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Łukasz Ağaoğlu", "Łukasz Ağaoğlu"),
        ("Иван", "Ivan"),
        ("李明", "LiMing"),
        ("Otto 🎲", "Otto"),
        ("\u202eMax\u200b", "Max"),
        ("🎲🎲", ""),
    ],
)
def test_a_name_is_drawn_in_letters_that_are_there(name, drawn):
    assert drawable(name) == drawn
    assert covers(drawn)
    assert named(name) == drawn or (named(name), drawn) == ("?", "")


def test_a_name_without_letters_is_its_seats_and_never_empty():
    assert Labels.of(phrases("en"), {1: "🎲", 2: "Анна"}).names == ("", "B", "Anna")
