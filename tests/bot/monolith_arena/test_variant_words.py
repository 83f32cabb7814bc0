"""Monoliths, reinforcement and teams in words: every event, every reader, every line of a position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot import limits
from bot.commands.from_verbs import tokens_in, walked
from bot.matches.refusals import Refusal
from bot.monolith_arena import FACE
from bot.monolith_arena.commands import OWN
from bot.monolith_arena.texts import standing
from bot.monolith_arena.texts.monoliths import piles
from bot.texts.phrases import LANGUAGES, phrases
from games.api import Action, IllegalAction, Result, formation_for, new_options
from games.draws import Draws
from games.monolith_arena import choosing
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import FACTIONS, Monolith, Piece, faction, inside
from games.monolith_arena.view import View
from tests.bot.monolith_arena.walker import ENGLISH, Match, Seat

NAMES = {0: "Anna", 1: "Tina", 2: "Max", 3: "Bea"}
THREE = {0: "Anna", 1: "Max", 2: "Tina"}
LONG = {seat: letter * 32 for seat, letter in enumerate("WMOQ")}
PAIRS = (("knight", "pikeman"), ("axeman", "veteran"), ("spark", "assassin"), ("mygalomorph", "spike"))


def told(*events: Any, names: dict[int, str] = NAMES) -> list[str]:
    return FACE.words.tell(ENGLISH, events, names)


def at(name: str, seat: int, tile: str) -> ev.TileAt:
    return ev.TileAt(BY_NAME[name], seat, tile)


def begun(seats: int, upto: str = "turn", **options: bool) -> Any:
    """A match with factions in their order, monoliths filled and banners placed, as far as that stage."""
    state: Any = GAME.new(formation_for(GAME, seats), new_options(GAME, options))
    draws = Draws(b"\x01" * 32)
    rng = Random(1)
    while state.stage != upto:
        seat = choosing.waited_for(state)[0]
        action = {"factions": ("faction", FACTIONS[seat]), "monoliths": ("prepare", *PAIRS[seat])}.get(state.stage)
        if action is None:
            seat, action = random_action(state, rng)
        state = GAME.apply(state, seat, action, draws).state
    return state


def seen(state: Any, reader: int | None = None) -> View:
    return GAME.view(state, reader)


# What happened


def test_filling_a_monolith_is_told_and_what_lies_in_it_only_to_its_owner() -> None:
    event = ev.Prepared(2, ("spark", "assassin"))
    assert told(GAME.show(event, 2)) == ["Max filled the monolith with Spark and Assassin"]
    for reader in (None, 0, 1, 3):  # 3 is an ally
        assert told(GAME.show(event, reader)) == ["Max filled the monolith"]


def test_unfolding_and_folding() -> None:
    hexes = (BY_NAME["C3"], BY_NAME["C4"])
    own, theirs = at("C3", 0, "knight"), at("C4", 2, "spark")
    whole = ev.Unfolded(0, BY_NAME["B2"], hexes, ((own, 1), (theirs, 3)))
    assert told(whole) == ["Anna unfolded the monolith B2: Knight C3 NE and Spark C4 S (Max)"]
    assert told(ev.Unfolded(0, BY_NAME["B2"], hexes, ((own, 1),))) == [
        "Anna unfolded the monolith B2: Knight C3 NE and C4 empty"
    ]
    assert told(ev.Unfolding(0, BY_NAME["B2"], hexes, (own, theirs))) == [
        "Anna unfolds the monolith B2: Knight C3 and Spark C4 (Max)"
    ]
    chosen = ev.Answered(2, "facing", BY_NAME["C4"], "S")
    assert told(chosen) == ["Max chose facing S for C4"]
    assert told(chosen, whole) == told(whole)  # the last facing is in what comes of it
    assert told(ev.Folded(0, BY_NAME["B2"], hexes, (own, theirs))) == [
        "The monolith B2 (Anna) folded with Knight C3 and Spark C4 (Max) inside"
    ]
    assert told(ev.Folded(0, BY_NAME["B2"], hexes, ())) == ["The monolith B2 (Anna) folded, empty"]


def test_the_order_that_was_drawn() -> None:
    assert told(ev.OrderDrawn((1, 0)), names={0: "Anna", 1: "Max"}) == ["The stacks are shuffled; Max goes first"]
    assert told(ev.OrderDrawn((0, 2, 1, 3))) == ["The stacks are shuffled; turn order: Anna, Max, Tina, Bea"]
    assert told(ev.OrderDrawn((0, 2, 0, 1)), names=THREE) == [
        "The stacks are shuffled; turn order: Anna, Tina, Anna, Max"
    ]


def test_points_and_ends_of_teams() -> None:
    assert told(ev.BattleEnded((), (14, 17))) == ["After the battle: Anna & Tina 14, Max & Bea 17; no tile lost"]
    assert told(ev.BattleEnded((), (14, 17)), names=THREE) == ["After the battle: Anna 14, Max & Tina 17; no tile lost"]
    assert told(ev.BattleEnded((), (14, 17)), names={}) == ["After the battle: 14 to 17; no tile lost"]
    ends = {
        "banner": "Anna and Tina won: the banners of Max and Bea have fallen",
        "resigned": "Anna and Tina won: Max and Bea resigned",
        "hit_points": "Anna and Tina won: more hit points after the last battle",
    }
    for reason, text in ends.items():
        assert told(ev.Ended(Result(((0, 1), (2, 3)), reason))) == [text]
    assert told(ev.Ended(Result(((0,), (1, 2)), "banner")), names=THREE) == [
        "Anna won: the banners of Max and Tina have fallen"
    ]
    assert told(ev.Ended(Result(((1, 2), (0,)), "banner")), names=THREE) == [
        "Max and Tina won: the banner of Anna has fallen"
    ]


# How it stands


def test_several_are_waited_for_in_one_sentence() -> None:
    state = begun(4, "monoliths", monoliths=True)
    assert standing.waiting(ENGLISH, seen(state), NAMES) == ("Waiting for Anna, Tina, Max and Bea to fill a monolith.")
    for seat in (0, 3, 1):
        state = GAME.apply(state, seat, ("prepare", *PAIRS[seat]), Draws(b"\x01" * 32)).state
    assert standing.waiting(ENGLISH, seen(state), NAMES) == "Waiting for Max to fill a monolith."
    choices = GAME.choices(state)
    assert standing.asked(ENGLISH, choices[0], seen(state), NAMES) == "fill your monolith"


def test_the_standing_of_teams() -> None:
    state = begun(4, reinforcement=True)
    view = seen(state)
    assert FACE.words.score(ENGLISH, view, NAMES) == "HP: Anna & Tina 20, Max & Bea 20"
    line = FACE.words.status(ENGLISH, view, NAMES)
    assert "20" not in line, "the score is said once"
    assert "1 more tile to play this turn" in line
    assert f"next: {', '.join(NAMES[s] for s in state.order[1:])}" in line
    assert "more tile" not in FACE.words.status(ENGLISH, seen(state, 0), NAMES)
    two = seen(begun(2))
    assert FACE.words.score(ENGLISH, two, {0: "Anna", 1: "Max"}) == "HP: Anna 20, Max 20"
    assert "next:" not in FACE.words.status(ENGLISH, two, {0: "Anna", 1: "Max"})


@pytest.mark.parametrize("seats", [3, 4])
def test_whose_turns_come_next_is_what_the_engine_does(seats: int) -> None:
    state = begun(seats)
    draws, rng = Draws(b"\x01" * 32), Random(2)
    expected: list[int] | None = None
    checked = turn = 0
    while state.result is None:
        view = seen(state)
        if view.stage == "turn" and not view.extra_turns:
            if expected is not None and state.turn != turn:
                assert state.active == expected[0]
                checked += 1
            turn, expected = state.turn, list(view.upcoming)
            if not expected:
                break  # the Final Battle comes
        seat, action = random_action(state, rng)
        state = GAME.apply(state, seat, action, draws).state
    assert checked > 15


def test_the_last_turns_by_names() -> None:
    state = begun(4).draft()
    state.last_turns = (2, 1)
    assert "Final Battle after the turns of Max and Tina" in FACE.words.status(ENGLISH, seen(state), NAMES)
    state.last_turns = (1,)
    assert "Final Battle after the turn of Tina" in FACE.words.status(ENGLISH, seen(state), NAMES)
    state.last_turns, state.extra = (), True
    assert "additional battle after this turn" in FACE.words.status(ENGLISH, seen(state), NAMES)
    two = begun(2).draft()
    two.last_turns = (1,)
    assert "Final Battle after the next turn" in FACE.words.status(ENGLISH, seen(two), {})


def test_actions_of_monoliths_in_words() -> None:
    said = {
        ("unfold", "knight", "C3", "NE", "C4"): "Unfold: Knight C3 NE, the other segment C4",
        ("unfold", "knight-2", "C3", "C4", "S"): "Unfold: Knight C3, the other segment C4 S",
        ("unfold", "empty", "C3", "C4"): "Unfold: empty segment C3, the other segment C4",
        ("prepare", "knight", "pikeman"): "Fill the monolith: Knight and Pikeman",
    }
    assert {a: FACE.words.action_text(ENGLISH, a, {}) for a in said} == said


# Monoliths in the position


def _with(state: Any, seat: int, monolith: Monolith) -> Any:
    draft = state.draft()
    draft.set_monolith(seat, monolith)
    return draft


def test_what_lies_in_a_monolith_is_for_its_owner_until_it_unfolds() -> None:
    state = begun(4, monoliths=True)
    secret = ("Knight", "Pikeman")
    hex_ = next(n for n, h in BY_NAME.items() if state.board[h] is not None and state.board[h].seat == 0)
    for reader in (None, 0, 1, 2, 3):
        view = seen(state, reader)
        words, lying = FACE.words.description(ENGLISH, view), piles(ENGLISH, view, NAMES, 0)
        if reader == 0:
            assert f"Monolith of A: folded at {hex_}. Inside: {secret[0]} and {secret[1]}." in words
            assert "In the monolith: Knight and Pikeman" in lying
            assert "in the stack" in lying
            assert "and the monolith)" not in lying
        else:
            assert f"Monolith of A: folded at {hex_}. Its contents have not been seen yet." in words
            assert "In the monolith: not seen yet" in lying
            assert "and the monolith)" in lying
            assert not any(name in words for name in secret)
        assert not any(name in FACE.pictures.board(ENGLISH, seen(state)).alt for name in secret)


def test_what_has_unfolded_stays_known_with_its_markers() -> None:
    state = begun(4, monoliths=True)
    knight, spark = faction(FACTIONS[0]).by_id["knight"], faction(FACTIONS[2]).by_id["spark"]
    laid = inside(Piece(90, 0, knight, 0, wounds=1), Piece(91, 2, spark, 0, poison=2))
    view = seen(_with(state, 0, Monolith(laid, known=True)))
    assert "In the monolith: Knight (1 wound) and Spark (Max, 2 poison markers)" in piles(ENGLISH, view, NAMES, 0)
    assert "Inside: Knight 1w and C Spark 2p; everybody knows." in FACE.words.description(ENGLISH, view)
    none = seen(_with(state, 0, Monolith((None, None), known=True)))
    assert "In the monolith: two empty segments" in piles(ENGLISH, none, NAMES, 0)
    assert "Inside: an empty segment and an empty segment" in FACE.words.description(ENGLISH, none)
    free = [h for h, p in enumerate(state.board) if p is None][:2]
    segments = (free[0], free[1])
    view = seen(_with(state, 0, Monolith(segments=segments, known=True)))
    names = [n for n, h in BY_NAME.items() if h in segments]
    assert f"unfolded, lower segments {names[0]} and {names[1]}" in piles(ENGLISH, view, NAMES, 0)
    assert f"segments {names[0]} (empty) and {names[1]} (empty)." in FACE.words.description(ENGLISH, view)
    assert f"+{names[0]}+{names[1]}" in FACE.pictures.board(ENGLISH, view).alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
def test_whole_matches_fit_their_places(seats: int, language: str) -> None:
    say = phrases(language)
    names = {seat: LONG[seat] for seat in range(seats)}
    options = {"monoliths": True, "reinforcement": True, "open_reserves": seats == 3}
    state: Any = GAME.new(formation_for(GAME, seats), new_options(GAME, options))
    draws, rng = Draws(b"\x05" * 32), Random(seats)
    kinds: set[str] = set()
    while state.result is None:
        seat, action = random_action(state, rng)
        step = GAME.apply(state, seat, action, draws)
        state = step.state
        kinds |= {type(e).__name__ for e in step.events}
        assert len(FACE.words.action_text(say, action, {})) <= limits.BUTTON_LABEL
        for reader in (None, seat, (seat + 1) % seats):
            shown = [GAME.show(e, reader) for e in step.events]
            assert all(t and len(t) < 1900 for t in FACE.words.tell(say, shown, names))
        if action[0] not in ("prepare", "unfold") and rng.random() > 0.06:
            continue
        for reader in (None, seat):
            view = seen(state, reader)
            assert len(FACE.words.status(say, view, names)) < 700
            assert len(FACE.words.score(say, view, names)) < 90
            words, lying = FACE.words.description(say, view), piles(say, view, names)
            assert len(words) <= limits.EMBED_DESCRIPTION
            assert len(lying) <= 4000
            alt = FACE.pictures.board(say, view).alt
            assert len(alt) <= limits.ALT_TEXT
            assert not any(text.endswith("…") for text in (words, lying, alt)), "nothing is cut off"
    assert {"Prepared", "Unfolded", "Folded", "Ended"} <= kinds
    assert FACE.words.ending(say, seen(state), names).endswith(").")


# /monolith unfold


def looking(state: Any, seat: int) -> Seat:
    """A match as a seat sees it."""
    match = Match(0)
    match.state = state
    return match.seat(seat)


def _unfolding() -> tuple[Any, Seat, str, str]:
    """A turn in which a monolith of two champions may unfold, and two hexes for it."""
    state = begun(2, monoliths=True)
    here = looking(state, state.active)
    tile = PAIRS[state.active][0]
    hexes = here.next_field(("unfold", tile)).values  # type: ignore[union-attr]
    second = here.next_field(_to_second_hex(here, tile, hexes[0])).values  # type: ignore[union-attr]
    return state, here, hexes[0], second[0]


def _unfold(here: Seat, tile: str, *spots: tuple[str, str | None]) -> Action:
    """Return the tokens of `/monolith unfold` with these hexes and facings."""
    (hex_, facing), (hex2, facing2) = spots
    typed = {"tile": tile, "hex": hex_, "facing": facing, "hex2": hex2, "facing2": facing2}
    return tokens_in("unfold", OWN["unfold"], typed, here)


def _to_second_hex(here: Seat, tile: str, hex_: str) -> Action:
    """Return the tokens after which the second hex is completed."""
    return walked(here, "unfold", OWN["unfold"][:3], {"tile": tile, "hex": hex_})


def test_the_tokens_of_an_unfolding() -> None:
    state, here, one, other = _unfolding()
    tile = PAIRS[state.active][0]
    tokens = _unfold(here, tile.capitalize(), (one.lower(), "NE"), (other, "S"))
    assert tokens == ("unfold", tile, one, "NE", other, "S")
    GAME.apply(state, state.active, tokens, Draws(b"\x01" * 32))
    for spots, missing in ((((one, None), (other, "S")), "`facing`"), (((one, "S"), (other, None)), "`facing2`")):
        with pytest.raises(Refusal, match=missing):
            _unfold(here, tile, *spots)
    # What is wrong otherwise is left to the rules.
    assert _unfold(here, "wyrm", (one, None), (other, None)) == ("unfold", "wyrm", one, other)
    with pytest.raises(IllegalAction):
        here.next_field(_to_second_hex(here, "wyrm", one))


def test_facings_are_left_out_where_somebody_else_is_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _, one, other = _unfolding()
    seat = state.active
    home = [next(f for f in FACTIONS if faction(f).by_id.get(PAIRS[n][0])) for n in (seat, 1 - seat)]
    laid = inside(
        Piece(90, seat, faction(home[0]).by_id[PAIRS[seat][0]], 0),
        Piece(91, 1 - seat, faction(home[1]).by_id[PAIRS[1 - seat][0]], 0),
    )
    state = _with(state, seat, Monolith(laid, known=True))
    here = looking(state, seat)
    tokens = _unfold(here, PAIRS[seat][0], (one, "N"), (other, None))
    assert tokens == ("unfold", PAIRS[seat][0], one, other)
    step = GAME.apply(state, seat, tokens, Draws(b"\x01" * 32))
    (choice,) = [c for c in GAME.choices(step.state) if c.must]
    assert choice.seat == 1 - seat
    names = {0: "Anna", 1: "Max"}
    view = seen(step.state)
    assert standing.asked(ENGLISH, choice, view, names) == (
        f"choose which way your tile in the monolith faces, then {names[seat]} goes on"
    )
    assert "unfolds, banner" in FACE.words.description(ENGLISH, view)
    after = GAME.apply(step.state, 1 - seat, ("choose", "S"), Draws(b"\x01" * 32))
    assert told(*after.events, names=names) == [f"{names[1 - seat]} chose facing S for {other}"]
