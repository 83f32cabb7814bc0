"""The page of a tournament of teams with long names: whole lines and whole names are left out, and counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.features.tournaments import words
from bot.limits import CONTENT
from bot.registry import FACES
from bot.texts.phrases import phrases
from storage import Entrant, StoredPairing, Tournament, WholeTournament
from storage.tournament_rows import Member

SAY = phrases("en")
FACE = FACES["monolith_arena"]
TEAMS = 40
KNOWN = {user: f"Maximiliane von Hohenlohe {user:03}" for user in range(1, 2 * TEAMS + 1)}
THREADS = {f"m{board}": 10**18 + board for board in range(TEAMS)}


def tournament(status: Any, *pairings: StoredPairing, accepted: bool = True) -> WholeTournament:
    """Teams of two in a round robin."""
    head = Tournament(
        "t", 1, 2, 3, "Cup", FACE.game.name, "2v2", "{}", "1d+2h", False, "en", "robin", 200, None, 1, status
    )
    entrants = tuple(
        Entrant(n, n, None, (Member(2 * n - 1, True), Member(2 * n, accepted))) for n in range(1, TEAMS + 1)
    )
    return WholeTournament(head, entrants, pairings)


def page(whole: WholeTournament) -> list[str]:
    text = words.page(SAY, FACE, whole, KNOWN, THREADS, 2)
    assert len(text) <= CONTENT
    return text.split("\n")


def met(points: Any = None) -> list[StoredPairing]:
    """A round: each team with the next."""
    return [StoredPairing(1, n, 2 * n + 1, 2 * n + 2, f"m{n}", 1, points=points) for n in range(TEAMS // 2)]


def test_a_round_counts_the_pairings_without_room() -> None:
    _, _, title, *lines, rest = page(tournament("running", *met()))
    assert title.startswith("Round 1 of")
    assert all(line.endswith(">") and " – " in line for line in lines)
    assert rest == f"… and {TEAMS // 2 - len(lines)} more"


def test_entries_count_the_teams_without_room() -> None:
    *_, names, last = page(tournament("open"))
    assert last == "Press **Join** to enter."
    assert names.endswith(f" and {TEAMS - names.count(' & ')} others")
    *_, lacking, last = page(tournament("open", accepted=False))
    assert last == "Press **Join** to enter."
    assert lacking.startswith("Incomplete teams: Maximiliane")
    assert lacking.endswith(f" and {TEAMS - lacking.count('Maximiliane')} others.")


def test_a_first_place_that_many_share_counts_the_winners_without_room() -> None:
    *_, first = page(tournament("over", *met((1, 1))))
    assert first.startswith("First place is shared: Maximiliane")
    assert first.endswith(f" and {TEAMS - first.count(' & ')} others.")


def test_a_bracket_in_which_nobody_is_left_has_no_winner() -> None:
    both_lost = StoredPairing(1, 0, 1, 2, "m", 1, points=(0, 0), how="absent")
    whole = tournament("over", both_lost)
    whole = replace(whole, head=replace(whole.head, kind="single"), entrants=whole.entrants[:2])
    assert page(whole)[-1] == "The tournament is over, without a winner."
