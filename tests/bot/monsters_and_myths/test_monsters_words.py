"""Sentences of Monsters & Myths: players are called by their names, and what happened is told once, as it was."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.features.standing_orders.pages import carried_out
from bot.matches.loaded import LoadedMatch
from bot.monsters_and_myths import FACE
from bot.monsters_and_myths.pages.fighting import answers
from bot.panels.face import Scene
from bot.publish import compose, recent
from bot.publish.summary import shown
from bot.texts import story
from bot.texts.phrases import SOURCE, phrases
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.view import Target
from tests.games.monsters_and_myths.positions import at
from tests.support.panels import Match, Seat
from tests.support.posted import Table

SAY = phrases(SOURCE)
NAMES = {0: "Anna", 1: "Squire"}
ATTACKED = "phase=ready active=B card=9 wait=A force=T1i target=A.T A.troops=T2i A.catapults=2 B.troops=T1i B.attacks=9"


def seated(words: str, seat: int) -> Seat:
    match = Match(FACE, 1, {}, GAME.formations[0])
    match.state = at(words)
    return match.seat(seat)


def test_what_was_answered_for_somebody_calls_players_by_their_names() -> None:
    entry = SimpleNamespace(seq=4, text="fire B.Bi.force")
    match = cast("Any", SimpleNamespace(face=FACE, entries=[entry]))
    assert carried_out(SAY, match, [4], NAMES) == (
        "Your standing instructions have answered: fire at Barbarian infantry, in the force of Squire"
    )


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (ATTACKED, "Squire attacks: Trolls of Anna"),
        (
            ATTACKED.replace("phase=ready", "phase=card").replace("force=T1i target=A.T ", ""),
            "Card 9: Mercenaries of Squire",
        ),
    ],
)
def test_whoever_may_fire_is_told_who_attacks_above_the_button(words: str, about: str) -> None:
    view = GAME.view(at(words), None)
    (choice,) = (one for one in view.choices if one.seat == 0 and one.must)
    assert FACE.words.asked(SAY, choice, view, NAMES) == "fire a catapult or pass"
    assert FACE.words.about(SAY, choice, view, NAMES) == about
    assert answers(SAY, view, NAMES, NAMES)


def test_one_line_says_what_both_ways_to_pass_do() -> None:
    panel = FACE.panel(seated(ATTACKED, 0))
    told = [line for line in panel.text.splitlines() if "*Pass*" in line]
    assert told == [
        "*Pass this card*: not asked again before the next attack card. *Pass*: asked again at the next roll."
    ]


@pytest.mark.parametrize(("catapults", "why"), [(" B.catapults=1", True), ("", False)])
def test_whoever_has_to_roll_the_first_time_is_told_why_it_is_not_done_for_them(catapults: str, why: bool) -> None:
    words = ATTACKED.replace(" wait=A", "").replace(" A.catapults=2", "") + catapults
    assert ("You may fire before you roll." in FACE.panel(seated(words, 1)).text) is why


def test_a_loss_is_told_once_and_a_card_that_was_used_is_not_called_unused() -> None:
    lines = FACE.words.tell(SAY, [ev.Rolled(0, (2, 1), 1, (3,), None, (1, 0))], NAMES)
    lines += FACE.words.tell(SAY, [ev.Lost(0, "Di", 1)], NAMES)
    lines += FACE.words.tell(SAY, [ev.Fired(0, "B.Gi", 1, False)], NAMES)
    lines += FACE.words.tell(SAY, [ev.Cleared(0, ("w",))], NAMES)
    assert lines == [
        "Anna 2 1 against Squire 3: Anna must give up 1 card",
        "Anna gives up Dwarf infantry",
        "Anna fires at Goblin infantry of Squire, 1: missed",
        "Discarded at the end of the round: Wizard of Anna",
    ]


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("A.troops=G1i B.troops=G2i", "A.troops=G2i B.troops=G2i", "**Anna** 10, crowns won: Goblins (shared)"),
        ("A.troops=G2i B.troops=G2i", "A.troops=G2i B.troops=G1i", "**Squire** 0, crowns lost: Goblins"),
        ("A.troops=G2i B.troops=G2i", "A.troops=G2i B.troops=G1i", "**Anna** 10, crowns won: Goblins (now alone)"),
        ("A.troops=G1i B.troops=G2i", "A.troops=G2i B.troops=G1i", "**Anna** 10, crowns won: Goblins"),
    ],
)
def test_who_has_won_or_lost_a_crown_is_told_so(before: str, after: str, line: str) -> None:
    old, new = (GAME.view(at(f"phase=keep {words} A.hand=Gi.Gi.Gi.Gi.Gi.Gi.Gi"), None) for words in (before, after))
    assert FACE.rounds is not None
    assert line in FACE.rounds.accounts(SAY, Scene(old, [], new, NAMES))[0].text.split("\n")


GOBLINS = Target(0, 4)
RAID = (
    ev.CardBegan(1, 7),
    ev.Attacked(1, GOBLINS, ("Gi", "Gi")),
    ev.Rolled(1, (5, 3), 0, (4, 2), 1, (0, 2)),
    ev.Lost(0, "Gi", 1),
    ev.Lost(0, "Gi", 1),
    ev.Fired(1, "A.Ti", 5, True),
    ev.CardBegan(0, 8),
    ev.Passed(1, None),
    ev.Fired(1, "A.Ei", 2, False),
)


def test_what_somebody_has_lost_stays_where_there_is_no_room_for_all() -> None:
    """A lost card and its points are no less news because a card has begun since."""
    told = FACE.words.tell(SAY, RAID, NAMES)
    kept = story.within(told, 3)
    assert "Anna loses 2× Goblin infantry" in kept
    assert "Squire fires at Troll infantry of Anna, 5: taken" in kept
    assert "Card 8" not in kept


def test_what_others_did_with_the_same_step_is_no_move_of_ones_own() -> None:
    kept = ev.Kept(0, ("Gi",))
    mine = (kept, ev.LaidOut(0, ("Gi",)))
    assert FACE.words.own((*mine, ev.LaidOut(1, ("Ti",)), *RAID), 0) == list(mine)
    rolled = (ev.Rolled(0, (5,), 1, (4,), None, (1, 1)), ev.Lost(1, "Ti", 0), ev.Lost(0, "Gi", 1))
    assert FACE.words.own((*rolled, ev.CardBegan(0, 8)), 0) == list(rolled)
    assert FACE.words.own(rolled, 1) == []


def test_a_panel_tells_as_a_move_of_its_reader_what_they_did_and_the_rest_as_news() -> None:
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(3), {})
    found = 0
    for match in table.play():
        if not match.newest:
            continue
        one = match.past.entry(match.newest)
        if one.step is None or one.entry.kind != "action" or one.entry.seat != 0:
            continue
        own = recent.own_move(SAY, match, NAMES, 1, match.newest - 1, 99, 99)
        assert "Squire lays out" not in own
        assert "Card" not in own
        if any(isinstance(event, ev.CardBegan) for event in one.step.events) and one.before.state.result is None:
            assert "Card" in _missed(match)
            found += 1
    assert found > 1


def _missed(match: LoadedMatch) -> str:
    return recent.missed(SAY, match, NAMES, 1).told(99, 99)


def test_what_was_kept_is_told_once() -> None:
    kept, laid = ev.Kept(0, ("Gi",)), ev.LaidOut(0, ("Gi",))
    assert FACE.words.tell(SAY, (kept, ev.LaidOut(1, ("Ti",)), laid), NAMES) == [
        "Squire lays out Troll infantry",
        "Anna lays out Goblin infantry",
    ]
    assert FACE.words.tell(SAY, (kept, ev.LaidOut(1, ("Ti",))), NAMES)[0] == "Anna keeps Goblin infantry"


def test_once_a_match_is_over_its_points_are_final() -> None:
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(3), {})
    told = [FACE.words.description(SAY, match.view(None), NAMES) for match in table.play()]
    assert "as the cards lie now" in told[-2]
    assert "as the cards lie now" not in told[-1]


def test_a_roll_is_never_cut_before_what_it_has_cost() -> None:
    (told,) = FACE.words.tell(SAY, RAID[2:5], NAMES)
    assert story.within([told], 1) == "Anna loses 2× Goblin infantry"


@pytest.mark.parametrize(("target", "told"), [("A.Ti", 1), ("A.Tw", 2)])
def test_why_a_shot_hit_repeats_nothing_of_its_title(target: str, told: int) -> None:
    view = GAME.view(at(ATTACKED), None)
    scene = Scene(view, [ev.Fired(1, target, 5, True)], view, NAMES)
    assert FACE.why is not None
    (subject,) = FACE.why.subjects(SAY, scene)
    shown = FACE.why.explain(SAY, scene, subject.token)
    assert shown is not None
    assert shown.picture is not None
    assert not {"Squire", "Anna", "Troll", "fired", "5"} & {*re.findall(r"\w+", shown.text)}
    assert shown.text.count("(M6.") == told
    assert shown.picture.alt.startswith(f"{subject.label}. "), "there is no title beside it"


FIGHT = (
    ev.Attacked(1, GOBLINS, ("Gi", "Gi", "Ga")),
    ev.Rolled(1, (6, 5), 0, (4, 2), 1, (0, 2)),
    ev.Lost(0, "Gi", 1),
    ev.Lost(0, "Gi", 1),
    ev.Passed(0, ""),
    ev.Rolled(1, (5, 3), 0, (4, 3), 1, (1, 1)),
    ev.Lost(0, "Gi", 1),
    ev.Lost(1, "Gi", 0),
    ev.Rolled(1, (5, 3), 0, (4,), 1, (0, 1)),
    ev.Lost(0, "Ga", 1),
)


def test_rolls_of_one_fight_are_told_as_one_sum() -> None:
    attack, told = FACE.words.together(SAY, FIGHT, NAMES, True)  # type: ignore[misc]
    assert attack == "Squire attacks: Goblins against Goblins of Anna"
    assert told == "Squire rolls 3 times: Anna loses 3× Goblin infantry, Goblin archer and Squire loses Goblin infantry"
    assert story.concerns(told, 0)
    assert story.concerns(told, 1), "both have lost something"
    assert len(FACE.words.tell(SAY, FIGHT, NAMES)) == 4, "each step tells of itself with its dice"


def test_a_single_roll_keeps_its_dice_and_so_does_one_of_which_the_losses_are_not_known() -> None:
    assert FACE.words.together is not None
    assert FACE.words.together(SAY, FIGHT[:4], NAMES, True) == FACE.words.tell(SAY, FIGHT[:4], NAMES)
    open_roll = ev.Rolled(1, (6,), 0, (1, 1), None, (0, 1))
    *_, summed, last = FACE.words.together(SAY, (*FIGHT, open_roll), NAMES, True)
    assert summed.startswith("Squire rolls 3 times: ")
    assert last == "Squire 6 against Anna 1 1: Anna must give up 1 card"
    *_, given = FACE.words.together(SAY, (open_roll, ev.Lost(0, "Gi", 1)), NAMES, True)
    assert given == "Squire 6 against Anna 1 1: Anna loses Goblin infantry", "what was chosen since is told with it"


def test_rolls_of_two_fights_and_shots_at_two_cards_stay_apart() -> None:
    assert FACE.words.together is not None
    told = FACE.words.together(SAY, (*FIGHT, ev.Flipped(1, "Ga"), *FIGHT[:4]), NAMES, True)
    assert [one.partition(": ")[0] for one in told[1:]] == [
        "Squire rolls 3 times",
        "Squire leaves Goblin archer behind",
        "Squire attacks",
        "Squire 6 5 (+1) against Anna 4 2",
    ]
    shots = (
        ev.Fired(1, "A.Ti", 2, False),
        ev.Passed(0, ""),
        ev.Fired(1, "A.Ti", 5, True),
        ev.Fired(1, "A.Ti", 3, False),
        ev.Fired(1, "A.Gi", 3, False),
    )
    assert FACE.words.together(SAY, shots, NAMES, True) == [
        "Squire fires at Troll infantry of Anna, 2 5: taken",
        "Squire fires at Troll infantry of Anna, 3: missed",
        "Squire fires at Goblin infantry of Anna, 3: missed",
    ]


def test_an_army_that_attacks_is_told_once_and_one_of_a_single_nation_with_its_cards() -> None:
    mixed, single = ("Ti", "Gi"), ("Gi", "Ga")
    told = FACE.words.tell(SAY, (ev.Mustered(1, mixed), ev.Attacked(1, GOBLINS, mixed)), NAMES)
    assert told == ["Squire attacks: Troll infantry, Goblin infantry against Goblins of Anna"]
    told = FACE.words.tell(SAY, (ev.Mustered(1, single), ev.Attacked(1, GOBLINS, single)), NAMES)
    assert told == ["Squire hires Goblin infantry, Goblin archer", "Squire attacks: Goblins against Goblins of Anna"]
    assert len(FACE.words.tell(SAY, (ev.Mustered(1, mixed),), NAMES)) == 1


def test_two_cards_that_are_given_up_for_one_roll_are_one_sentence() -> None:
    lost = (ev.Lost(1, "Gi", 0), ev.Lost(1, "Ga", 0), ev.Lost(0, "Ti", 1))
    assert FACE.words.tell(SAY, lost, NAMES) == [
        "Squire gives up Goblin infantry, Goblin archer",
        "Anna gives up Troll infantry",
    ]


def test_what_is_discarded_at_the_end_of_a_round_is_one_sentence() -> None:
    (told,) = FACE.words.tell(SAY, (ev.Cleared(0, ("c", "c")), ev.Cleared(1, ("w",))), NAMES)
    assert told == "Discarded at the end of the round: 2× Catapult of Anna; Wizard of Squire"


def test_a_post_tells_a_loss_that_was_chosen_with_the_roll_and_no_choice_that_is_shown_now() -> None:
    table, names = Table(FACE, FACE.game.formations[2], SOURCE, Random(5), {}), {**NAMES, 2: "Tina", 3: "Bea"}
    seen = set()
    for match in table.play():
        if not match.newest:
            continue
        for told in (match.newest - 1, max(0, match.newest - 4)):
            sentences = compose.summarize(SAY, match, told, names).sentences
            for one, following in pairwise(sentences):
                assert not ("must give up" in one and "gives up" in following), sentences
            for place, one in enumerate(sentences):
                who = one.removesuffix(" has chosen")
                assert who == one or not any(f"{who} lays out" in later for later in sentences[place:]), sentences
            seen |= {match.newest - told for one in sentences if re.search(r"\d: \w+ loses ", one)}
    assert len(seen) > 1


def test_whoever_opens_the_panel_of_a_match_that_is_over_reads_who_has_won() -> None:
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(3), {})
    for match in table.play():  # noqa: B007
        pass
    ending = FACE.words.ending(SAY, match.view(None), NAMES)
    for seat in (0, None):
        said = FACE.panel(match.perspective(seat, NAMES, SAY)).text
        assert ending in said
        assert "nothing for you to decide" not in said


def test_the_news_of_a_panel_sums_up_what_was_lost_in_a_fight_of_others() -> None:
    table, names = Table(FACE, FACE.game.formations[2], SOURCE, Random(5), {}), {**NAMES, 2: "Tina", 3: "Bea"}
    found = 0
    for match in table.play():
        for reader in names:
            missed, own = recent.missed(SAY, match, names, table.user(reader)), recent.last_own(match, [reader + 1])
            rolls = [
                re.match(r"\w+ rolls (\d+) times: ", one) for one in (*missed.earlier.sentences, *missed.news.sentences)
            ]
            summed = sum(int(one[1]) for one in rolls if one is not None)
            each = compose.summarize(SAY, match, max(0, own - 1), names, reader).sentences
            assert summed <= sum(re.match(r"\w+ \d.* against \w+ \d", one) is not None for one in each)
            found += bool(summed)
    assert found > 3


def test_whoever_keeps_cards_first_is_told_of_them_once() -> None:
    """When all have chosen they are laid out, which tells it anew: it is no move of its own any more."""
    table = Table(FACE, FACE.game.formations[0], SOURCE, Random(3), {})
    seen = set()
    for match in table.play():
        kept = [entry.seq for entry in match.entries if entry.seat == 0 and entry.text.startswith("keep ")]
        if not kept or recent.last_own(match, [table.user(0)]) != kept[-1]:
            continue
        own = recent.own_move(SAY, match, NAMES, table.user(0), kept[-1] - 1, 9, 9)
        news = recent.missed(SAY, match, NAMES, table.user(0)).news.sentences
        told = "\n".join((own, *news))
        since = [event for one in match.past.after(kept[-1] - 1) for event in shown(match, one, 0)]
        laid = any(isinstance(event, ev.LaidOut) and event.seat == 0 for event in since)
        assert ("Anna keeps" in told) is not laid
        assert ("Anna lays out" in told) is laid
        seen.add((laid, match.newest > kept[-1]))
    assert {(False, False), (True, True)} <= seen
