"""Questions for two referees: walks through whole games, and through fights of small nations full of catapults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracle.monsters_and_myths.referee import Game, Needed
from tests.oracle.monsters_and_myths.table import NATIONS, SWORDS, SYMBOLS, Cards, Player, Table, deck, read, write

Answer = dict[str, Any]
Ask = Callable[[dict[str, Any]], Answer]
"""Puts a question to both and gives the answer that they agree on."""


def whole_game(rng: Random, ask: Ask) -> None:
    """From the start to the end of a game."""
    seats = "ABCD"[: rng.randint(2, 4)]
    _walk(f"mm seats={seats} fire={rng.choice(('asked', 'free'))} round=0 phase=start", rng, ask, shots=0.1)


def siege(rng: Random, ask: Ask) -> None:
    """From an attack card of a late round, with hardly anybody left and catapults everywhere, to the end."""
    _walk(write(_small(rng)), rng, ask, shots=rng.choice((0.2, 0.8)))


def _small(rng: Random) -> Table:
    seats = "ABCD"[: rng.randint(2, 4)]
    players = {seat: _small_player(rng) for seat in seats}
    numbers = rng.sample(sorted(SWORDS), rng.randint(1, 4))
    for number in numbers:
        players[rng.choice(seats)].attacks.append(number)
    owner = next(seat for seat in seats if min(numbers) in players[seat].attacks)
    pile = deck()
    rng.shuffle(pile)
    table = Table(seats, rng.choice(("asked", "asked", "free")), 3, "card", players, active=owner, card=min(numbers))
    table.pile = pile[:30]
    game = Game(table)
    game.open_window()
    return table


def _small_player(rng: Random) -> Player:
    troops: Cards = Counter()
    for nation in rng.sample(NATIONS, rng.randint(0, 5)):
        for symbol in SYMBOLS:
            troops[nation + symbol] = rng.choice((0, 0, 1, 1, 2)) + (symbol == "m" and rng.random() < 0.3)
        if rng.random() < 0.2:
            troops[nation + "w"] = rng.randint(1, 2)
    return Player(+troops, catapults=rng.choice((0, 1, 3, 6)))


def _walk(state: str, rng: Random, ask: Ask, shots: float) -> None:
    legal = [["start"]] if "phase=start" in state else Game(read(state)).legal()
    seen: list[list[str]] = []
    while legal:
        for _ in range(2):
            ask({"state": _with_dice(state, rng), "action": _mutated(rng, seen or legal, read(state).active)})
        if rng.random() < 0.3:
            ask({"state": state, "view": rng.choice(read(state).seats + "-")})
        if rng.random() < 0.1:
            ask({"state": state})
        action = _chosen(legal, rng, shots, read(state).target)
        answer = ask({"state": _with_dice(state, rng), "action": action})
        if "need" in answer:
            answer = ask({"state": _with_everything(state, action, rng), "action": action})
        seen = (seen + legal)[-300:]
        table = read(answer["next"])
        table.dice, table.shuffles = [], []
        state, legal = write(table), answer["legal"]


def _chosen(legal: list[list[str]], rng: Random, shots: float, target: str) -> list[str]:
    fire = [action for action in legal if "fire" in action]
    other = [action for action in legal if "fire" not in action]
    on = [action for action in other if action[1:2] in (["pursue"], ["roll"])]
    if fire and (not other or rng.random() < shots):
        at_target = [action for action in fire if target and action[2].startswith(target)]
        return rng.choice(at_target if at_target and rng.random() < 0.5 else fire)
    return rng.choice(on if on and rng.random() < 0.6 else other)


def _mutated(rng: Random, seen: list[list[str]], active: str) -> list[str]:
    """An action of an earlier position, or what became of one."""
    words, other = list(rng.choice(seen)), rng.choice(seen)
    if len(words) > 2 and len(other) > 2 and rng.random() < 0.4:
        words[rng.randrange(2, len(words))] = rng.choice(other[2:])
    if rng.random() < 0.6:
        words[0] = active or rng.choice("ABCD")
    elif rng.random() < 0.3:
        words[0] = rng.choice("ABCD")
    if words[1:2] in (["attack"], ["pursue"]) and rng.random() < 0.5:
        words[-1] = f"{rng.choice('ABCD')}.{rng.choice(NATIONS)}"
    if len(words) > 2 and rng.random() < 0.1:
        words.pop()
    if rng.random() < 0.05:
        words.append(words[-1])
    return words


def _with_dice(state: str, rng: Random) -> str:
    table = read(state)
    table.dice = [rng.randint(1, 6) for _ in range(rng.choice((0, 1, 3, 40, 40, 40)))]
    return write(table)


def _with_everything(state: str, action: list[str], rng: Random) -> str:
    """The state with as many dice and as whole shuffles as the action can need."""
    table = read(state)
    table.dice = [rng.randint(1, 6) for _ in range(80)]
    while (missing := _missing(table, action)) is not None:
        rng.shuffle(missing)
        table.shuffles.append(missing)
    return write(table)


def _missing(table: Table, action: list[str]) -> list[str] | None:
    """The cards of the first shuffle that is not given."""
    game = Game(read(write(table)))
    try:
        game.act(action)
        game.play_itself()
    except Needed:
        return game.unshuffled
    return None
