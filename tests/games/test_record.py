"""Records: made, masked, replayed and verified."""

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from games import record, verify
from games.api import RULINGS, BadNotation, new_options
from games.draws import Blinded, Part, fingerprint, seats, seed_of
from games.history import BadEntry, Entry
from games.monolith_arena.game import GAME
from games.registry import GAMES
from tests.games.histories import DUEL, OPTIONS, play

RECORDS = Path(__file__).parent / "monolith_arena" / "records"
"""Records of all formats, and of matches played under the first rulings (`rulings_1_…`), each made by a version of that
time; their states are compared in `tests.games.test_kept`."""

VARIANTS = [
    (formation, new_options(GAME, dict.fromkeys(names, True)))
    for formation in GAME.formations
    for names in ((), ("monoliths",), ("reinforcement",), ("monoliths", "reinforcement"))
]


def made(number, **how):
    seed, history, _ = play(number, **how)
    return record.make(GAME, DUEL, OPTIONS, seed, history, reader=None)


EARLIER = (Part(300, 1_400_000_000_000_000_001, "three “wise” owls"), Part(20, 1_400_000_000_000_000_000))
"""Anna, who has challenged and whose id is the higher one, and Max; as they stood in matches of format 3."""
PARTS = tuple(
    Blinded(part.player, part.press, f"{seat + 1:064x}", part.luck, seat) for seat, part in enumerate(EARLIER)
)
"""The same two as they stand in matches of today."""


def joined(number, parts=PARTS, **how):
    """The record of a match that players have added something to."""
    secret, history, _ = play(number, parts=parts, **how)
    return record.make(GAME, DUEL, OPTIONS, secret, history, reader=None, parts=parts)


def joined_earlier(number, **how):
    return joined(number, EARLIER, **how)


BLIND = "00" * 32


def well(document):
    """The status of a record in which nothing is wrong."""
    return verify.GOOD if "players" in document else verify.PROVES_NOTHING


@pytest.fixture(scope="module")
def finished():
    return joined(11, undo=0.2)


@pytest.fixture(scope="module")
def without_parts():
    return made(11, undo=0.2)


@pytest.mark.parametrize("make", [joined_earlier, joined])
@pytest.mark.parametrize("number", range(3))
def test_random_games_verify(number, make):
    written = record.write(make(number, undo=0.2))
    verdict = verify.verify(record.read(written))
    assert verdict.status == 0, verdict.text
    assert verdict.text.startswith("ok: Monolith Arena")


@pytest.mark.parametrize("make", [made, partial(joined, parts=tuple(part.deleted() for part in PARTS))])
def test_a_record_that_proves_nothing_says_so_first(make):
    verdict = verify.verify(record.read(record.write(make(1, undo=0.2))))
    assert verdict.status == verify.PROVES_NOTHING == 3
    assert verdict.text.startswith("proves nothing about the draws: ")
    assert verdict.checked[0].startswith("All else is ok: Monolith Arena")


COMPUTER = 4_000_001


@pytest.mark.parametrize("make", [joined_earlier, joined])
def test_a_record_of_one_person_against_a_computer_proves_nothing(make):
    """In every format that has parts: the press was there before the secret, and the rest is known."""
    parts = (EARLIER[0], Part(COMPUTER))
    if make is joined:
        parts = tuple(Blinded(part.player, part.press, BLIND, part.luck, seat) for seat, part in enumerate(parts))
    verdict = verify.verify(record.read(record.write(joined(1, parts))))
    assert verdict.status == verify.PROVES_NOTHING
    assert verdict.text == (
        "proves nothing about the draws: one person played against computers, so whoever runs the bot could choose"
        " the seed"
    )
    text = "\n".join(verdict.checked)
    assert f"seat 1, computer {COMPUTER}: nothing" in text
    assert "Nothing is left to you: whoever challenges computers alone has pressed before the secret is made" in text
    assert "Left to you" not in text


@pytest.mark.parametrize("path", sorted(RECORDS.glob("[12]v*.json")), ids=lambda path: path.stem)
def test_records_of_every_format_still_verify(path):
    """With draws offered and lapsed, undone actions and resignations."""
    document = record.read(path.read_bytes())
    verdict = verify.verify(document)
    assert verdict.status == well(document), verdict.text
    form = path.stem[-1] if "format" in path.stem else "1"
    assert document["format"] == f"match record {form}"
    for number, line in enumerate(document["actions"]):
        if line.endswith("draw offer"):
            forged = changed(document, ["actions", number], line.replace("offer", "accept"))
            assert verify.verify(forged).status == 1
    forged = changed(document, ["result", "reason"], "tie" if document["result"]["reason"] != "tie" else "agreed")
    assert verify.verify(forged).status == 1


@pytest.mark.parametrize("path", sorted(RECORDS.glob("rulings_1_*.json")), ids=lambda path: path.stem)
def test_records_of_before_rulings_were_counted_still_verify(path):
    """They name no rulings and are replayed by the first ones; by newer ones they lead elsewhere."""
    document = record.read(path.read_bytes())
    assert RULINGS not in document["options"]
    found = verify.verify(document)
    assert found.status == well(document), found.text
    assert "The match was played by rulings 1 of Monolith Arena; the newest ones are 2." in found.checked
    for number, status in ((1, well(document)), (2, 1), (3, 2)):
        forged = changed(document, ["options", RULINGS], number)
        forged["digest"] = record.digest(forged)
        assert verdict(forged) == status


def test_a_record_says_which_rulings_it_was_played_by(finished):
    assert finished["options"][RULINGS] == GAME.rulings
    assert RULINGS not in GAME.dump(GAME.new(DUEL, {}))["options"]


@pytest.mark.parametrize(("formation", "options"), VARIANTS)
def test_matches_of_all_variants_verify(formation, options):
    seed, history, _ = play(formation.seats, undo=0.3, formation=formation, options=options)
    document = record.make(GAME, formation, options, seed, history, reader=None)
    verdict = verify.verify(record.read(record.write(document)))
    assert verdict.status == well(document), verdict.text
    assert not any("?" in line for line in document["actions"])
    forged = changed(document, ["options", "monoliths"], not options.get("monoliths", False))
    forged["digest"] = record.digest(forged)
    assert verify.verify(forged).status == 1


def test_replay_gives_every_state_with_undone_ones():
    seed, history, passed = play(3, undo=0.3)
    document = record.make(GAME, DUEL, OPTIONS, seed, history, reader=None)
    assert sum(entry.kind == "undo" for entry in history) > 3
    assert record.entries(document) == history
    states = record.replay(GAME, document)
    assert [record.state_hash(GAME, s) for s in states[1:]] == [record.state_hash(GAME, s) for s in passed]
    assert states[0].stage == "factions"


def changed(document, path, value):
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


def verdict(document):
    try:
        return verify.verify(record.read(json.dumps(document))).status
    except BadNotation:
        return 2


def test_every_changed_byte_is_found(finished):
    random = Random(1)
    assert verdict(finished) == 0
    for key in ("secret", "commitment", "digest"):
        text = finished[key]
        for at in range(0, len(text), 7):
            other = random.choice([c for c in "0123456789abcdefAG " if c != text[at]])
            assert verdict(changed(finished, [key], text[:at] + other + text[at + 1 :])) != 0, (key, at)
    for number, line in enumerate(finished["actions"]):
        at = random.randrange(len(line))
        other = random.choice([c for c in "ABCDENSW012345 abxyz" if c != line[at]])
        assert verdict(changed(finished, ["actions", number], line[:at] + other + line[at + 1 :])) != 0, line
    for value in (
        None,
        {"ranking": [[0, 1]], "reason": "agreed"},
        {"ranking": [[True], [False]], "reason": "hit_points"},
    ):
        assert verdict(changed(finished, ["result"], value)) == 1
    for number in (0, len(finished["actions"]) // 2, -1):
        copy = changed(finished, ["formation"], "1v1")
        del copy["actions"][number]
        assert verdict(copy) == 1


def test_another_result_is_told_with_the_place_and_both_values(finished):
    reason = finished["result"]["reason"]
    told = verify.verify(changed(finished, ["result", "reason"], "rain")).text
    assert told == f'differs: result.reason is "rain" in the record, and the actions lead to "{reason}"'
    told = verify.verify(changed(finished, ["result"], None)).text
    assert told.startswith("differs: result is null in the record, and the actions lead to {")
    told = verify.verify(changed(finished, ["result"], {"reason": reason})).text
    assert told.startswith("differs: result.ranking is (missing) in the record, and the actions lead to [[")


def test_a_forged_record_needs_more_than_a_new_digest(finished, without_parts):
    """Whoever changes an action and computes the digest anew is found by the replay, which names the action."""
    number = next(n for n, line in enumerate(finished["actions"]) if " discard " in line)
    forged = changed(finished, ["actions", number], f"{finished['actions'][number].split()[0]} discard unicorn")
    forged["digest"] = record.digest(forged)
    found = verify.verify(forged)
    assert found.status == 1
    assert found.text.startswith(f"differs at entry {number + 1} (")
    for document, word, bound in (
        (finished, "secret", "the secret and what the players added do"),
        (joined_earlier(11), "secret", "the secret does"),
        (without_parts, "seed", "the seed does"),
    ):
        other = changed(document, [word], "00" * 32)
        other["digest"] = record.digest(other)
        assert verify.verify(other).text == f"differs: {bound} not belong to the commitment"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((0, "press"), "1400000000000000002"),
        ((0, "luck"), "four wise owls"),
        ((1, "luck"), "me too"),
        ((1, "player"), "21"),
        ((1, "press"), None),
    ],
)
@pytest.mark.parametrize("make", [joined_earlier, joined])
def test_what_players_added_cannot_be_changed_afterwards(make, path, value):
    """Neither whoever keeps the secret nor a player can claim that something else was added: the draws tell."""
    forged = changed(make(11), ["players", *path], value)
    forged["digest"] = record.digest(forged)
    assert verify.verify(forged).status == 1


@pytest.mark.parametrize(("place", "status"), [(0, 1), (1, 1)])
def test_neither_blinds_nor_the_order_of_joining_can_be_changed_afterwards(finished, place, status):
    forged = changed(finished, ["players", place, "blind"], "ab" * 32)
    turned = changed(finished, ["players"], finished["players"][::-1])
    for one in (forged, turned):
        one["digest"] = record.digest(one)
        assert verify.verify(one).status == status


def test_who_sits_where_is_said_once_for_each_seat(finished):
    for seat in (0, 2, -1):
        assert verdict(changed(finished, ["players", 1, "seat"], seat)) == 2


def test_what_was_checked_is_told_in_sentences(finished, without_parts):
    text = "\n".join(verify.verify(finished).checked)
    assert (
        f"The secret and what all players but the last had added belong to the commitment {finished['commitment']}."
        in text
    )
    assert "seat 0, player 300: the press 1400000000000000001 (2025-07-30 " in text
    assert "and the words “three “wise” owls”" in text
    assert "seat 1, player 20: the press 1400000000000000000 (" in text
    assert fingerprint(finished["commitment"]) in text
    assert "drawn, and" not in text
    old = "\n".join(verify.verify(without_parts).checked)
    assert "joined" not in old
    assert fingerprint(without_parts["commitment"]) in old
    earlier = "\n".join(verify.verify(joined_earlier(11)).checked)
    assert "did not bind what the others had added" in earlier
    assert "did not bind" not in text


@pytest.mark.parametrize("deleted", [(), (0,), (1,)])
def test_seats_that_were_drawn_are_checked(deleted):
    """They are those that the seed gives; two other players would have to change seats."""
    secret, history, _ = play(5, parts=PARTS)
    order = seats(seed_of(secret, PARTS), range(2))
    parts = [replace(part, seat=order.index(place)) for place, part in enumerate(PARTS)]
    parts = [part.deleted() if place in deleted else part for place, part in enumerate(parts)]
    document = record.make(GAME, DUEL, OPTIONS, secret, history, reader=None, parts=parts, drawn=True)
    found = verify.verify(document)
    assert found.status == 0
    assert "The seats were drawn, and these are the ones that the seed gives." in found.checked
    forged = changed(document, ["players", 0, "seat"], document["players"][1]["seat"])
    forged["players"][1]["seat"] = document["players"][0]["seat"]
    forged["digest"] = record.digest(forged)
    assert verify.verify(forged).text == "differs: the players do not have the seats that the seed gives them"


def test_seats_that_were_drawn_earlier_are_checked():
    secret, history, _ = play(5, parts=EARLIER)
    order = seats(seed_of(secret, EARLIER), [300, 20])
    parts = sorted(EARLIER, key=lambda part: order.index(part.player))
    document = record.make(GAME, DUEL, OPTIONS, secret, history, reader=None, parts=parts, drawn=True)
    assert verify.verify(document).status == 0
    forged = changed(document, ["players"], document["players"][::-1])
    forged["digest"] = record.digest(forged)
    assert verify.verify(forged).text == "differs: the players do not have the seats that the seed gives them"


def test_a_player_too_many_makes_a_record_unreadable(finished):
    more = [*finished["players"], {"player": "5", "press": None, "blind": "00" * 32, "seat": 2}]
    assert verdict(changed(finished, ["players"], more)) == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "match record 0"),
        ("game", 3),
        ("options", []),
        ("formation", True),
        ("formation", 2),
        ("seats", 2),
        ("actions", "0 end"),
        ("actions", [0]),
        ("actions", ["end"]),
        ("actions", ["0"]),
        ("actions", ["00 end"]),
        ("actions", ["0  end"]),
        ("actions", ["²  end"]),
        ("secret", "ab"),
        ("seed", "00" * 32),
        ("more", 1),
        ("drawn", 1),
        ("handovers", []),
        ("players", []),
        ("players", ["300", "20"]),
        ("players", [{"player": "300", "press": None}]),
        ("players", [{"blind": BLIND}]),
        ("players", [{"player": "300", "blind": BLIND}]),
        ("players", [{"player": 300, "press": None, "blind": BLIND}]),
        ("players", [{"player": "0300", "press": None, "blind": BLIND}]),
        ("players", [{"player": "300", "press": "9" * 21, "blind": BLIND}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND, "luck": ""}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND, "luck": "two\nlines"}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND, "luck": "\ud800"}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND, "name": "Anna"}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND, "seat": "0"}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND[2:]}]),
        ("players", [{"player": "300", "press": None, "blind": BLIND}] * 2),
        ("players", [{"deleted": BLIND, "covered": BLIND, "player": "300"}]),
        ("players", [{"deleted": BLIND}]),
    ],
)
def test_unreadable_records(finished, key, value):
    with pytest.raises(BadNotation):
        record.read(json.dumps(finished | {key: value}))


def old_form(document):
    """The record as format 1 had it."""
    old = {key: value for key, value in document.items() if key not in ("formation", "players", "drawn", "secret")}
    return old | {"format": "match record 1", "seats": 2, "result": {"winners": [], "reason": "tie"}}


@pytest.mark.parametrize(("key", "value"), [("seats", True), ("seats", 0), ("seats", "two"), ("formation", "1v1")])
def test_unreadable_records_of_format_1(finished, key, value):
    record.read(json.dumps(old_form(finished)))
    with pytest.raises(BadNotation):
        record.read(json.dumps(old_form(finished) | {key: value}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, b"\xff\xfe\xff", '{"seats": NaN}'])
def test_unreadable_texts(text):
    with pytest.raises(BadNotation):
        record.read(text)


def test_options_and_seats_that_the_game_refuses_are_unreadable(finished):
    assert verdict(finished | {"options": {"fly": True}}) == 2
    assert verdict(finished | {"formation": "5v5"}) == 2
    assert verdict(old_form(finished) | {"seats": 5}) == 2
    assert verdict(finished | {"game": "ludo"}) == 2


def test_undo_without_an_action_is_refused():
    with pytest.raises(BadEntry, match="nothing to take back"):
        record.make(GAME, DUEL, OPTIONS, bytes(32), [Entry("undo", 0)], reader=None)
    with pytest.raises(BadEntry, match="no seat 5"):
        record.make(GAME, DUEL, OPTIONS, bytes(32), [Entry("action", 5, "end")], reader=None)


def test_equal_states_have_equal_hashes():
    _, _, passed = play(5)
    for state in passed[::9]:
        assert record.state_hash(GAME, GAME.load(GAME.dump(state))) == record.state_hash(GAME, state)
    assert len({record.state_hash(GAME, state) for state in passed}) == len(passed)


def test_the_registry_knows_every_game_by_its_name():
    assert GAMES["monolith_arena"] is GAME
    assert all(name == game.name for name, game in GAMES.items())


def test_the_command(finished, tmp_path):
    def check(*arguments, text=""):
        done = subprocess.run(
            [sys.executable, "-m", "games.verify", *arguments],
            input=text,
            capture_output=True,
            text=True,
            timeout=1200,
            check=False,
        )
        return done.returncode, done.stdout

    file = tmp_path / "match.json"
    file.write_text(record.write(finished))
    assert check(str(file))[0] == 0
    assert check("-", text=file.read_text())[1].startswith("ok: ")
    status, text = check("-", text=json.dumps(changed(finished, ["actions", 0], "0 fly")))
    assert status == 1
    assert text.startswith("differs at entry 1 (0 fly): ")
    assert check(str(tmp_path / "none.json"))[0] == 2
    assert check("-", text="{")[0] == 2
    assert check()[0] == 2
