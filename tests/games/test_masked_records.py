"""What a record of a running match keeps back: sealed answers, the seed, stacks, and what lies in a monolith."""

import pytest

from games import record, verify
from games.api import BadNotation, new_options
from games.draws import Draws
from games.history import Entry, fold, parse
from games.history import line as line_of
from games.monolith_arena.game import GAME
from tests.games.histories import DUEL, OPTIONS, play
from tests.games.monolith_arena.helpers import key_of

MONOLITHS = new_options(GAME, {"monoliths": True})


def answers_sealed(state):
    return GAME.sealed(state, 0, ("choose", "none"))


def sealed_match():
    """A running match with a sealed answer on the table."""
    for number in range(2_000):
        seed, history, passed = play(number, stop=answers_sealed)
        if answers_sealed(passed[-1]):
            return seed, history
    raise AssertionError


@pytest.fixture(scope="module")
def sealed():
    return sealed_match()


def test_a_sealed_answer_is_masked_for_all_others(sealed):
    seed, history = sealed
    seat = history[-1].seat
    plain = line_of(history[-1])
    assert plain.split()[1] == "choose"
    for reader in (None, 1 - seat):
        document = record.make(GAME, DUEL, OPTIONS, seed, history, reader=reader)
        assert document["actions"][-1] == f"{seat} ?"
        assert document["actions"][:-1] == [line_of(entry) for entry in history[:-1]]
    assert record.make(GAME, DUEL, OPTIONS, seed, history, reader=seat)["actions"][-1] == plain


def test_a_sealed_answer_that_was_taken_back_stays_masked(sealed):
    seed, history = sealed
    seat = history[-1].seat
    document = record.make(GAME, DUEL, OPTIONS, seed, [*history, Entry("undo", seat)], reader=1 - seat)
    assert document["actions"][-2:] == [f"{seat} ?", f"{seat} undo"]


def test_a_masked_record_does_not_depend_on_what_it_hides(sealed):
    """The same match with another sealed answer gives the same record, byte for byte."""
    seed, history = sealed
    seat = history[-1].seat
    before = record.replay(GAME, record.make(GAME, DUEL, OPTIONS, seed, history[:-1], reader=None), seed)[-1]
    answers = GAME.next_field(before, seat, key_of(before, seat), ("choose",)).values
    histories = [[*history[:-1], Entry("action", seat, f"choose {answer}")] for answer in answers]
    texts = {record.write(record.make(GAME, DUEL, OPTIONS, seed, entries, reader=None)) for entries in histories}
    assert len(answers) > 1
    assert len(texts) == 1


def test_a_running_match_gives_away_no_seed_and_no_stack(sealed):
    seed, history = sealed
    document = record.make(GAME, DUEL, OPTIONS, seed, history, reader=0)
    text = record.write(document)
    assert not {"seed", "secret"} & set(document)
    assert seed.hex() not in text
    assert document["result"] is None
    assert verify.verify(document).status == 2
    with pytest.raises(BadNotation):
        record.replay(GAME, document)


PREPARED = [
    "0 faction dragon_empire",
    "1 faction lords_of_the_abyss",
    "1 prepare horror spike",
    "0 prepare knight knight",
]


def with_monoliths(*more):
    """The history of a match with monoliths, its last state and whether the last action could be taken back."""
    draws = Draws(bytes(32))
    state, history, boundary = GAME.new(DUEL, MONOLITHS), [], True
    for text in (*PREPARED, *more):
        seat, line = int(text[0]), text[2:]
        step = GAME.apply(state, seat, GAME.read(state, seat, [line]), draws)
        state, boundary = step.state, step.boundary
        history.append(Entry("action", seat, line))
    return history, state, boundary


def lines(history, reader):
    return record.make(GAME, DUEL, MONOLITHS, bytes(32), history, reader=reader)["actions"]


def placed():
    """The lines that place both banners, and the seat that begins."""
    first = with_monoliths()[1].active
    return (f"{first} banner A1", f"{1 - first} banner E3"), first


def test_what_lies_in_a_monolith_is_masked_for_all_others():
    """R13.1: until it has unfolded, and also while the other player still chooses."""
    banners, _ = placed()
    for length in (3, 4, 6):
        history = with_monoliths(*banners)[0][:length]
        own = {0: "0 prepare knight knight", 1: "1 prepare horror spike"}
        for reader in (0, 1, None):
            expected = [own[s] if s == reader else f"{s} ?" for s in (1, 0)][: length - 2]
            assert lines(history, reader)[2:4] == expected


def test_an_unfolding_opens_what_was_prepared_and_nothing_else():
    banners, first = placed()
    tile = ("knight", "horror")[first]
    history, state, boundary = with_monoliths(*banners, f"{first} unfold {tile} A2 N B1 N")
    assert not boundary
    assert state.monoliths[first].known
    other = 1 - first
    shown = lines(history, None)
    assert f"{first} prepare {('knight knight', 'horror spike')[first]}" in shown
    assert f"{other} ?" in shown
    assert shown[-1] == f"{first} unfold {tile} A2 N B1 N"


def test_an_unfolding_can_be_taken_back():
    """The match is as before; what everybody has seen meanwhile stays readable in the record."""
    banners, first = placed()
    tile = ("knight", "horror")[first]
    history, _, _ = with_monoliths(*banners, f"{first} unfold {tile} A2 N B1 N")
    history.append(Entry("undo", first))
    states = [done.after.state for done in fold(GAME, DUEL, MONOLITHS, bytes(32), history)]
    assert record.state_hash(GAME, states[-1]) == record.state_hash(GAME, states[-3])
    assert record.state_hash(GAME, states[-1]) != record.state_hash(GAME, states[-2])
    assert GAME.view(states[-1], None).monoliths[first].inside is None
    assert lines(history, None)[-2:] == [f"{first} unfold {tile} A2 N B1 N", f"{first} undo"]
    again = Entry("action", first, f"unfold {tile} B2 N C2 N")
    *_, last = fold(GAME, DUEL, MONOLITHS, bytes(32), [*history, again])
    assert last.after.state.monoliths[first].segments is not None


def test_a_finished_match_shows_what_was_prepared():
    history = [*with_monoliths()[0], parse("1 resign")]
    assert lines(history, None) == [*PREPARED, "1 resign"]
