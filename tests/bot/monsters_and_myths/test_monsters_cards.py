"""Cards in the panels of Monsters & Myths: what is kept and laid out, wizards, names of cards, points."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.features.study import board
from bot.monsters_and_myths.commands import MOVES
from bot.monsters_and_myths.face import FACE, find
from bot.panels import room
from bot.panels.choosing import Value, numbered
from bot.panels.model import Press, Select
from bot.texts.phrases import LANGUAGES, phrases
from games.monsters_and_myths.cards import LETTERS
from games.monsters_and_myths.events import Dealt, RoundBegan
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from games.studies import Study
from render.labels import Labels
from render.monsters_and_myths import seats
from tests.bot.features.study.driving import board_of
from tests.bot.monsters_and_myths.playing import at, played
from tests.games.monsters_and_myths import positions
from tests.support.panels import Match, buttons, labels, presses


def test_whoever_keeps_no_attack_card_reads_what_that_means() -> None:
    match, state = next(
        (m, s)
        for seed in range(9)
        for m, s in played(seed, 0)
        if s.phase == "keep" and s.seats[0].hand and sum(code.isdigit() for code in s.seats[0].hand) in (1, 2)
    )
    seat, hand = at(match, state, 0), state.seats[0].hand
    number = 5 if state.round == 3 else 4
    rest = tuple(value.token for value in numbered([Value(code, "") for code in hand]) if not value.token[0].isdigit())
    armed = (*rest[: number - 1], next(code for code in hand if code.isdigit()))
    for cards, warned in ((rest[:number], True), (armed, False), (rest[: number - 1], False)):
        text = FACE.panel(seat, ("keep", *cards)).text
        assert ("Without an attack card you cannot attack in this round." in text) == warned


def test_a_wizard_is_placed_only_by_a_button_of_its_own() -> None:
    """Whatever nation is pressed can be changed on the same page, as with all that is final."""
    state = positions.at("phase=wizards turn=A A.troops=U2i,G2a,D1i A.new=2 B.troops=B1i")
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    seat = at(match, state, 0)
    places = []
    for tokens in ((), ("wizard", "G"), ("wizard", "G", "U")):
        panel = FACE.panel(seat, tokens)
        *_, row = (place for place, row in enumerate(panel.rows) if "Place the wizards" in str(row))
        (last,) = [one for one in buttons(panel) if one.label == "Place the wizards"]
        places.append((row, last.disabled))
        assert [press for press in presses(panel) if press.action_id == "do"] == ([] if last.disabled else [last.press])
        assert panel.draft.wizards == tuple(LETTERS.index(letter) for letter in tokens[1:])
    assert places == [(1, True), (1, True), (1, False)]
    assert last.press.tokens == ("wizard", "G", "U")
    assert "Once placed, it stays there" in panel.text
    only = positions.at("phase=wizards turn=A A.troops=U2i A.new=1 B.troops=B1i")
    assert Press("do", ("wizard", "U")) in presses(FACE.panel(at(match, only, 0)))


def test_a_wizard_is_placed_by_buttons_that_say_how_large_each_nation_is() -> None:
    for match, state in [pair for seed in range(8) for pair in played(seed)]:
        if state.phase == "wizards":
            shown = labels(FACE.panel(at(match, state, state.turn)))
            troops = state.seats[state.turn].troops
            sizes = {label.rsplit(" ", 1)[1] for press, label in shown.items() if press.tokens[:1] == ("wizard",)}
            assert sizes == {str(ranks.size) for ranks in troops if ranks.size}
            return
    raise AssertionError("nobody had a wizard")


def test_kept_cards_are_lifted_and_what_is_thrown_away_is_said() -> None:
    match, state = next((m, s) for m, s in played(5) if s.phase == "keep")
    seat = at(match, state, 0)
    hand = state.seats[0].hand
    panel = FACE.panel(seat)
    assert [label for press, label in labels(panel).items() if press.tokens[:1] == ("keep",)] == [
        FACE.words.action_text(seat.say, ("keep", code), seat.names).removeprefix("keep ") for code in hand
    ]
    tokens = ("keep", *[press.tokens[1] for press in presses(panel) if press.tokens[:1] == ("keep",)][:4])
    lifted = FACE.panel(seat, tokens)
    assert lifted.draft.lifted == hand[:4]
    assert "You throw away" in lifted.text
    answering = Press("proposed", ("keep", *hand[:4]))
    (main,) = [b for row in lifted.rows if isinstance(row, tuple) for b in row if b.style == "success"]
    assert main.press == Press("do", ("keep", *hand[:4])), "the main button decides nothing else"
    assert labels(lifted)[answering] == "Keep, the bot answers for me"
    assert "*Keep, the bot answers for me*: until the match ends" in lifted.text
    greyed = [b for row in lifted.rows if isinstance(row, tuple) for b in row if b.disabled]
    assert len(greyed) == 3


def _kept_with_a_wizard() -> Iterator[tuple[Match, State, int, tuple[str, ...]]]:
    """Positions in which a seat keeps cards, a wizard among them, with the tokens of that page."""
    for match, state in [pair for seed in range(8) for pair in played(seed)]:
        if state.phase == "keep" and any("w" in seat.hand for seat in state.seats):
            number = next(at for at, seat in enumerate(state.seats) if "w" in seat.hand)
            hand = state.seats[number].hand
            cards = ["w", *(code for code in hand if code != "w")][: 5 if state.round == 3 else 4]
            marked = (value.token for value in numbered([Value(code, "") for code in sorted(cards, key=hand.index)]))
            yield match, state, number, ("keep", *marked)


def test_the_place_of_a_wizard_is_named_with_the_kept_cards() -> None:
    match, state, number, tokens = next(_kept_with_a_wizard())
    panel = FACE.panel(at(match, state, number), tokens)
    kept = next(press for press in presses(panel) if press.action_id == "proposed")
    assert kept.then == ("place", "crown")
    assert Press("instructed", kept.tokens, kept.then) in presses(panel)
    (select,) = [row for row in panel.rows if isinstance(row, Select)]
    chosen = FACE.panel(at(match, state, number), select.options[1].press.tokens)
    letter = select.options[1].press.tokens[-1].removeprefix("@")
    assert next(p for p in presses(chosen) if p.action_id == "proposed").then == ("place", letter)


def test_in_a_study_a_wizard_is_kept_and_placed_later() -> None:
    """Nothing is said in advance where nothing is played: the button keeps, and no page tells of another one."""
    _, state, number, tokens = next(_kept_with_a_wizard())
    study = Study(GAME, GAME.view(state, number), number, "")
    page = board.page(board_of(study), tokens)
    (kept,) = [one for one in presses(page) if one.tokens[:1] == ("do",)]
    assert "w" in kept.tokens
    assert not any(isinstance(row, Select) for row in page.rows)
    assert "the bot answers for me" not in page.text
    study.act(kept.tokens[1:])
    assert len(study.steps) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_leaves_its_picture_room(language: str) -> None:
    """Leave out first what is thrown away: the picture shows it, too."""
    say, left_out = phrases(language), 0
    for match, state, number, tokens in _kept_with_a_wizard():
        match.state = state
        panel = FACE.panel(match.seat(number, say), tokens)
        told = room.told(panel.texts, panel.rows)
        assert not room.crowded(panel.rows, told)
        left_out += told != panel.text
    assert left_out


def test_cards_are_found_by_any_name() -> None:
    assert find("gi") == find("Goblin infantry") == find("Goblin-Infanterie") == "Gi"
    assert find("7") == find("Battle card 7") == "7"
    assert find("dragon") is None
    assert find("") is None


def test_lists_of_cards_are_offered_word_by_word() -> None:
    match, state = next((m, s) for m, s in played(5) if s.phase == "keep")
    seat = at(match, state, 0)
    hand = state.seats[0].hand
    first = MOVES.lists(seat, "keep", "")
    assert {choice.value for choice in first} == set(hand)
    more = MOVES.lists(seat, "keep", f"{hand[0].lower()} ")
    assert all(choice.value.startswith(f"{hand[0]} ") for choice in more)
    assert not MOVES.lists(seat, "keep", "Zz Zz ")
    assert not MOVES.lists(seat, "muster", "")


def test_no_points_are_told_before_all_have_laid_out_cards() -> None:
    told = {bool(state.round): FACE.words.score(phrases("en"), GAME.view(state, None), {}) for _, state in played(3)}
    assert told[False] == "No points yet"
    assert told[True].startswith("Points: ")


def test_pictures_and_words_tell_no_points_either_before_all_have_laid_out_cards() -> None:
    words = "round=0 phase=wizards turn=A A.troops=U2i,G2a A.new=1"
    early, later = (GAME.view(positions.at(words + troops), None) for troops in ("", " B.troops=B1i"))
    labels = Labels(phrases("en"))
    for view, points in ((early, None), (later, 15)):
        assert seats.shown(view, view.seats[0], labels).points == points
        told = [FACE.words.description(phrases("en"), view, {}), FACE.pictures.board(phrases("en"), view, (), {}).alt]
        assert all(("no points yet" in text) == (points is None) for text in told)
        assert all(("15 points" in text) == (points is not None) for text in told)


def test_news_leave_out_the_cards_that_the_reader_is_asked_about() -> None:
    assert FACE.words.tell(phrases("en"), [RoundBegan(1), Dealt(0, ("Gi", "w"))], {}) == ["Round 1 begins"]
