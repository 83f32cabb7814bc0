"""What if? The page says and shows what follows from the reader's own view, to whoever asks, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.monolith_arena import FACE
from bot.monolith_arena.pages.looking import BATTLE
from bot.monolith_arena.pages.shared import WHAT_IF
from bot.monolith_arena.texts import foresight
from bot.panels.model import Panel, Press
from games.monolith_arena import consequences
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.prospects import Prospect, prospect
from tests.bot.monolith_arena.variants import match_in
from tests.bot.monolith_arena.walker import Match, buttons, check, page, presses
from tests.games.monolith_arena.test_prospects import proposed
from tests.games.monolith_arena.worlds import world
from tests.support.panels import ENGLISH, Seat

THERE: dict[str, Any] = {
    "A2": {"seat": 0, "tile": "banner"},
    "E2": {"seat": 1, "tile": "banner"},
    "D2": {"seat": 0, "tile": "pikeman", "facing": 1},
    "C2": {"seat": 1, "tile": "mygalomorph", "facing": 3},
    "C3": {"seat": 0, "tile": "swordsman", "facing": 3},
}


def _match(**given: Any) -> Match:
    reserves = [["pikeman", "battle_charge"], ["spike", "demon"]]
    return match_in(board={name: dict(tile) for name, tile in THERE.items()}, reserves=reserves, **given)


@pytest.mark.parametrize("reader", [0, 1, None])
def test_everybody_may_ask_and_nobody_has_to_decide_anything(reader: int | None) -> None:
    match = _match()
    assert Press("show", (WHAT_IF,)) in presses(page(match, reader))
    for tokens in ((WHAT_IF,), (WHAT_IF, BATTLE)):
        panel = page(match, reader, *tokens)
        check(panel)
        assert "A battle now: Anna 20" in panel.text
        assert all(press.action_id == "show" for press in presses(panel))


def test_a_battle_in_one_sentence_from_where_the_reader_stands() -> None:
    match = _match()
    assert "You lose Swordsman C3 and Pikeman D2." in page(match, 0, WHAT_IF).text
    assert "Anna loses Swordsman C3 and Pikeman D2." in page(match, 1, WHAT_IF).text
    assert "→" in page(match, 0, WHAT_IF).text  # the pikeman hits the banner


def test_what_falls_is_drawn_and_what_is_within_reach_is_named() -> None:
    match = _match()
    panel = page(match, 0, WHAT_IF)
    assert "Swordsman C3: within reach of Mygalomorph C2 (1, phase 3)" in panel.text
    assert "would fall" not in panel.text
    drawn = panel.draft.battle_now
    assert {(BY_NAME["C2"], BY_NAME["C3"])} <= {(attack.source.hex, attack.target.hex) for attack in drawn.attacks}
    assert {tile.hex for tile in drawn.removed} == {BY_NAME["C3"], BY_NAME["D2"]}
    seat = match.seat(0)
    marked = FACE.pictures.private_board(seat.say, seat.view, panel.draft, seat.names)
    plain = FACE.pictures.private_board(seat.say, seat.view, None, seat.names)
    assert marked.data != plain.data


def test_the_preview_says_what_a_battle_would_do_and_why_it_faces_so() -> None:
    match = _match()
    preset = page(match, 0, "place", "pikeman", "B2")
    assert "where it hits most in a battle now: Mygalomorph C2 (NE)." in preset.text
    chosen = page(match, 0, "place", "pikeman", "D3", "S")
    assert "Preset to" not in chosen.text
    assert "In a battle now it falls to Banner E2" in chosen.text
    assert {tile.hex for tile in chosen.draft.battle_now.removed} == {BY_NAME["D3"]}


def test_what_a_tile_hits_before_it_falls_is_said_first() -> None:
    told = "In a battle now it hits Banner E2 (1, phase 2) and falls to Banner E2 (1, phase 0)."
    assert told in page(_match(), 0, "place", "pikeman", "D3", "NE").text


def test_what_is_perhaps_lost_is_no_addition_where_nothing_else_is() -> None:
    assert foresight.perhaps_lost(ENGLISH, "Knight C3", too=False) == "Perhaps lost: Knight C3."
    assert foresight.perhaps_lost(ENGLISH, "Knight C3", too=True) == "Perhaps lost, too: Knight C3."


def test_who_strikes_first_decides_and_who_is_lost_before_is_no_threat() -> None:
    """A Swordsman (3) that meets an Axeman (2) kills it before it strikes."""
    match = match_in(
        factions=["dragon_empire", "guardians_of_the_realm"],
        board={
            "A2": {"seat": 0, "tile": "banner"},
            "E2": {"seat": 1, "tile": "banner"},
            "C3": {"seat": 1, "tile": "axeman", "facing": 0},
        },
        reserves=[["swordsman"], []],
    )
    panel = page(match, 0, "place", "swordsman", "B2", "NE")
    assert "In a battle now it kills Axeman C3 (phase 3) and survives." in panel.text
    assert "ithin reach" not in panel.text, "the Axeman never strikes"
    assert "Nothing reaches it" not in panel.text
    drawn = panel.draft.battle_now
    assert [tile.hex for tile in drawn.removed] == [BY_NAME["C3"]]
    assert [attack.source.hex for attack in drawn.attacks] == [BY_NAME["B2"]]


def test_a_preview_does_not_contradict_itself() -> None:
    """Whatever falls in a battle that is decided does so for a reason, and nothing is mere reach there."""
    for (state, seat, put, _), _ in zip(proposed(Random(25)), range(400), strict=False):
        forecast = consequences.forecast(GAME.view(state, seat), [put])
        text = foresight.in_battle(ENGLISH, forecast, put.hex)
        found = prospect(forecast, put.hex)
        if found.fate != "survives":
            assert "Nothing reaches it" not in text
        if forecast.decided:
            assert "ithin" not in text
            assert "whatever is chosen" not in text
            assert "In a battle now it falls." not in text


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        ("sacrifice", "In a battle now it strikes and gives itself up."),
        ("absorbs", "In a battle now it absorbs a hit and is gone."),
        ("toughness", "In a battle now it loses the toughness that it lives by, and dies."),
        ("", "In a battle now it falls, whatever is chosen in it."),
    ],
)
def test_it_is_said_why_a_tile_falls_that_no_wounds_bring_down(cause: Any, told: str) -> None:
    view = _match().seat(0).view
    assert foresight._fate(ENGLISH, view, Prospect("falls", (), (), cause, (), (), (), ())) == told


def test_before_a_battle_its_outcome_is_shown() -> None:
    panel = page(_match(), 0, "battle")
    assert "A battle now: Anna 20, " in panel.text
    assert "You lose Swordsman C3 and Pikeman D2." in panel.text
    assert panel.draft.battle == consequences.forecast(_match().seat(0).view)


def test_nobody_plays_on_after_a_battle_in_which_a_banner_falls() -> None:
    board = {name: THERE[name] for name in ("A2", "E2", "D2")}
    for left, told in ((20, "your turn ends"), (1, "the match ends with it")):
        text = page(match_in(board=board, reserves=[["battle_charge"], []], hit_points=[20, left]), 0, "battle").text
        assert told in text
        assert (" draws." in text) == (left == 20)


def _battle_styles(match: Match) -> list[str]:
    return [b.style for b in buttons(page(match, 0)) if b.press == Press("show", ("battle",))]


@pytest.mark.parametrize("advised", [True, False])
def test_a_battle_that_would_do_nothing_is_not_green(advised: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seat, "advised", advised)
    board: dict[str, Any] = {name: THERE[name] for name in ("A2", "E2")}
    given: dict[str, Any] = {"factions": ["guardians_of_the_realm", "lords_of_the_abyss"], "reserves": [["battle"], []]}
    assert _battle_styles(match_in(board=board, **given)) == ["secondary"]
    far = board | {"A1": {"seat": 0, "tile": "axeman", "facing": 0}}
    assert _battle_styles(match_in(board=far, **given)) == ["secondary" if advised else "success"]
    near = board | {"C3": {"seat": 0, "tile": "axeman", "facing": 0}, "B3": {"seat": 1, "tile": "mygalomorph"}}
    near |= {name: {"seat": 1, "tile": "mygalomorph"} for name in ("B2", "C2", "C4", "D2", "D3")}
    assert _battle_styles(match_in(board=near, **given)) == ["success"]
    far = board | {"A1": {"seat": 0, "tile": "pikeman", "facing": 0}}
    two = match_in(board=far, reserves=[["battle_charge"], []])
    styles = {b.press.tokens[0]: b.style for b in buttons(page(two, 0, "use", "battle_charge")) if b.press.tokens}
    assert (styles["battle"], styles["charge"]) == ("secondary" if advised else "success", "success")


def _everything(match: Match, reader: int | None) -> list[tuple[Panel, bytes, str]]:
    """All that a reader is shown of what would follow."""
    seat = match.seat(reader)
    pages: list[tuple[str, ...]] = [(WHAT_IF,), (WHAT_IF, BATTLE)]
    pages += [("battle",), ("place", "pikeman", "B2")] if reader == 0 else []
    found = []
    for tokens in pages:
        panel = FACE.panel(seat, tokens)
        picture = FACE.pictures.private_board(seat.say, seat.view, panel.draft, seat.names)
        found.append((panel, picture.data, picture.alt))
    return found


@pytest.mark.parametrize("reader", [0, 1, None])
def test_two_worlds_that_differ_in_hidden_things_give_the_same_bytes(reader: int | None) -> None:
    match = _match()
    stacks = match.state.stacks
    other = _match()
    for attempt in range(20):
        other.state = world(match.state, reader, Random(attempt))
        if other.state.stacks != stacks:
            break
    assert other.state.stacks != stacks
    assert _everything(other, reader) == _everything(match, reader)


def test_there_is_no_button_where_nothing_can_be_foreseen() -> None:
    match = Match(1)
    assert not [b for b in buttons(page(match, 0)) if b.press.tokens == (WHAT_IF,)]
    assert GAME.result(match.state) is None
    assert "nothing to preview" in page(match, None, WHAT_IF).text
