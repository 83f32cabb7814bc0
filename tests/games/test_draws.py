"""Draws against a second implementation written down here, against golden numbers and against chance."""

from __future__ import annotations

import base64
import hashlib
import hmac
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.draws import (
    SEED_BYTES,
    AnyPart,
    Awaited,
    Blinded,
    Deleted,
    Draws,
    Part,
    commitment,
    doubt,
    fingerprint,
    is_computers,
    is_proven,
    luck,
    new_seed,
    seats,
    seed_of,
)

SEED = bytes(range(32))
GOLDEN = [
    11460774541426949705,
    2995330445304050500,
    4131844170255811841,
    7201374997374601369,
    14137608856405602039,
]
GOLDEN_SHUFFLE = ("chagefdb", 7)


def stream(seed: bytes, count: int) -> list[int]:
    """HMAC-SHA256 by the letter of RFC 2104, four big-endian words a block."""
    key = seed + bytes(64 - len(seed))
    numbers: list[int] = []
    block = 0
    while len(numbers) < count:
        inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + block.to_bytes(8, "big")).digest()
        digest = hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()
        for place in range(4):
            number = 0
            for byte in digest[8 * place : 8 * place + 8]:
                number = number << 8 | byte
            numbers.append(number)
        block += 1
    return numbers[:count]


def shuffled(numbers: list[int], cursor: int, items: str) -> tuple[str, int]:
    deck = list(items)
    for left in range(len(deck), 1, -1):
        while numbers[cursor] >= 2**64 // left * left:
            cursor += 1
        other = numbers[cursor] % left
        cursor += 1
        deck[left - 1], deck[other] = deck[other], deck[left - 1]
    return "".join(deck), cursor


def test_words_are_those_of_the_second_implementation() -> None:
    for seed in (SEED, bytes(32), b"\xff" * 32):
        draws = Draws(seed)
        assert [draws.word(n) for n in range(25)] == stream(seed, 25)


def test_golden_words() -> None:
    draws = Draws(SEED)
    assert [draws.word(n) for n in range(5)] == GOLDEN


def test_a_word_does_not_depend_on_what_was_read_before() -> None:
    draws = Draws(SEED)
    backwards = [draws.word(n) for n in reversed(range(12))]
    assert backwards[::-1] == stream(SEED, 12)


def test_shuffles_are_those_of_the_second_implementation() -> None:
    numbers = stream(SEED, 200)
    draws = Draws(SEED)
    for cursor in (0, 1, 7, 50):
        deck, after = draws.shuffled(cursor, "abcdefghijklmnopqrstuvwxyz12345678")
        assert ("".join(deck), after) == shuffled(numbers, cursor, "abcdefghijklmnopqrstuvwxyz12345678")


def test_golden_shuffle() -> None:
    deck, cursor = Draws(SEED).shuffled(0, "abcdefgh")
    assert ("".join(deck), cursor) == GOLDEN_SHUFFLE


def test_a_shuffle_of_one_or_nothing_takes_no_number() -> None:
    assert Draws(SEED).shuffled(5, "a") == (("a",), 5)
    assert Draws(SEED).shuffled(5, "") == ((), 5)


def test_numbers_below_one_are_zero() -> None:
    assert Draws(SEED).below(3, 1) == (0, 4)


class Scripted(Draws):
    """A stream that is told what to give."""

    __slots__ = ("numbers",)

    def __init__(self, *numbers: int) -> None:
        super().__init__(bytes(32))
        self.numbers = numbers

    def word(self, cursor: int) -> int:
        return self.numbers[cursor]


def test_numbers_that_would_favour_some_values_are_rejected() -> None:
    top = 2**64 - 1  # 2**64 = 6 * 3074457345618258602 + 4: the four highest numbers are no fair dice
    assert Scripted(top, top - 3, top - 4).below(0, 6) == ((top - 4) % 6, 3)
    assert Scripted(top - 4).below(0, 6) == (5, 1)
    assert Scripted(top).below(0, 2) == (1, 1)
    assert Scripted(top, 7).below(0, 2**63 + 1) == (7, 2)


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected


def test_dice_are_fair() -> None:
    cursor = 0
    counts: Counter[object] = Counter()
    draws = Draws(SEED)
    for _ in range(12_000):
        value, cursor = draws.below(cursor, 6)
        counts[value] += 1
    assert set(counts) == set(range(6))
    assert chi_square(counts, 6) < 20.5  # 0.999 of the chi-square distribution with 5 degrees of freedom


def test_shuffles_are_fair() -> None:
    cursor = 0
    counts: Counter[object] = Counter()
    draws = Draws(SEED)
    for _ in range(12_000):
        deck, cursor = draws.shuffled(cursor, "abcd")
        counts[deck] += 1
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 49.7  # 0.999 with 23 degrees of freedom


def test_seeds_and_commitments() -> None:
    assert len({new_seed() for _ in range(20)}) == 20
    assert len(new_seed()) == SEED_BYTES
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


# What a seed is made of


PARTS = [
    Part(300, 1_400_000_000_000_000_001, "three wise owls"),
    Part(20, 1_400_000_000_000_000_000),
    Part(1, None, "Glück · 運"),
]


HASHED = [Blinded(part.player, part.press, f"{place + 1:064x}", part.luck, place) for place, part in enumerate(PARTS)]


def test_a_seed_is_what_the_documentation_says() -> None:
    """HKDF-SHA256 (RFC 5869) of hashes, written out from docs/draws.md; and one value for all times."""
    lines = ["300 1400000000000000001 three wise owls\n", "20 1400000000000000000\n", "1 - Glück · 運\n"]
    blinds = [number.to_bytes(32, "big") for number in (1, 2, 3)]
    hashes = [hmac.new(key, line.encode(), hashlib.sha256).digest() for key, line in zip(blinds, lines, strict=True)]
    extracted = hmac.new(b"match draws 4", SEED, hashlib.sha256).digest()
    expanded = hmac.new(extracted, b"".join(hashes) + b"\x01", hashlib.sha256).digest()
    assert seed_of(SEED, HASHED) == expanded
    assert expanded.hex() == "11449071f5182c0b0b4620b36cbb31708ad88cf14eb2e4bae93891041b894ff0"
    bound = b"match draws 4\n" + SEED + hashes[0] + hashes[1] + hashlib.sha256(blinds[2]).digest()
    assert commitment(SEED, HASHED) == hashlib.sha256(bound).hexdigest()


def test_a_deleted_part_changes_neither_seed_nor_commitment() -> None:
    for count in range(8):
        parts = [part.deleted() if count & 1 << place else part for place, part in enumerate(HASHED)]
        assert seed_of(SEED, parts) == seed_of(SEED, HASHED)
        assert commitment(SEED, parts) == commitment(SEED, HASHED)


def test_the_commitment_is_there_before_the_last_part_and_binds_all_others() -> None:
    *earlier, last = HASHED
    awaited = [*earlier, Awaited(last.blind)]
    assert commitment(SEED, awaited) == commitment(SEED, HASHED)
    known = {commitment(SEED, HASHED), commitment(SEED), commitment(SEED[::-1], HASHED)}
    for place, part in enumerate(earlier):
        for other in (
            replace(part, player=part.player + 1),
            replace(part, press=(part.press or 0) + 1),
            replace(part, luck=part.luck + "!"),
            replace(part, blind="ab" * 32),
        ):
            known.add(commitment(SEED, [*HASHED[:place], other, *HASHED[place + 1 :]]))
    known |= {commitment(SEED, [*earlier, Awaited("ab" * 32)]), commitment(SEED, HASHED[1:])}
    known.add(commitment(SEED, [HASHED[1], HASHED[0], last]))
    assert len(known) == 3 + 4 * len(earlier) + 3


def test_every_part_its_blind_and_the_order_of_joining_change_the_seed() -> None:
    known = {seed_of(SEED, order) for order in permutations(HASHED)}
    for place, part in enumerate(HASHED):
        for other in (replace(part, luck=part.luck + "!"), replace(part, blind="ab" * 32)):
            known.add(seed_of(SEED, [*HASHED[:place], other, *HASHED[place + 1 :]]))
        known.add(seed_of(SEED, [*HASHED[:place], *HASHED[place + 1 :]]))
    assert len(known) == 6 + 3 * len(HASHED)


def test_a_seed_of_an_earlier_match_is_what_the_documentation_said() -> None:
    """HKDF-SHA256 (RFC 5869) of the lines themselves; and one value for all times."""
    lines = "1 - Glück · 運\n20 1400000000000000000\n300 1400000000000000001 three wise owls\n".encode()
    extracted = hmac.new(b"match draws 3", SEED, hashlib.sha256).digest()
    expanded = hmac.new(extracted, lines + b"\x01", hashlib.sha256).digest()
    assert seed_of(SEED, PARTS) == expanded
    assert expanded.hex() == "4b25167c8eb94bf77cf7c43948dde18504d6076cc2abdea0c254c5125b5ce7ae"


def test_a_seed_without_parts_is_the_secret_as_it_was_in_earlier_versions() -> None:
    assert seed_of(SEED, []) == SEED


def test_it_makes_no_difference_who_sits_where_or_came_first() -> None:
    assert len({seed_of(SEED, order) for order in permutations(PARTS)}) == 1
    assert seats(SEED, [3, 1, 2]) == seats(SEED, [1, 2, 3])


def test_everything_that_anybody_adds_changes_the_seed() -> None:
    known = {seed_of(SEED, PARTS), seed_of(SEED[::-1], PARTS)}
    for number, part in enumerate(PARTS):
        for other in (
            replace(part, player=part.player + 1),
            replace(part, press=(part.press or 0) + 1),
            replace(part, luck=part.luck + "!"),
            None,
        ):
            changed = [*PARTS[:number], *([other] if other is not None else []), *PARTS[number + 1 :]]
            known.add(seed_of(SEED, changed))
    assert len(known) == 2 + 4 * len(PARTS)


LUCKS = st.text().map(luck)


@given(st.lists(st.builds(Part, st.integers(0, 50), st.none() | st.integers(0, 50), LUCKS), max_size=3))
def test_the_lines_of_parts_can_be_told_apart(parts: list[Part]) -> None:
    """So that no two ways to join make the same seed: a word for luck cannot look like another player's line."""
    lines = "".join(part.line() for part in parts)
    found = []
    for line in lines.split("\n")[:-1]:
        player, press, *words = line.split(" ", 2)
        found.append(Part(int(player), None if press == "-" else int(press), *words))
    assert found == parts


@given(st.text(st.characters(exclude_categories=())))
def test_a_word_for_luck_has_one_form(text: str) -> None:
    plain = luck(text)
    assert luck(plain) == plain
    assert len(plain) <= 100
    assert "\n" not in plain
    plain.encode()


def test_half_a_character_is_no_luck() -> None:
    assert luck(" \ud800 a\n\tb\x85 ") == "? a b"


def test_a_fingerprint_is_the_beginning_of_the_commitment() -> None:
    """20 bytes in base32, so that it can be compared by eye and typed without a doubt."""
    short = fingerprint(commitment(SEED))
    assert base64.b32decode(short.upper()) == hashlib.sha256(SEED).digest()[:20]
    assert re.fullmatch("[a-z2-7]{32}", short)


def test_seats_come_from_a_stream_of_their_own() -> None:
    count = 240
    first = [seats(n.to_bytes(32, "big"), range(4)) for n in range(count)]
    assert len(set(first)) == 24
    for player in range(4):
        assert count / 8 < sum(order[0] == player for order in first) < count / 2
    own = [Draws(n.to_bytes(32, "big")).shuffled(0, range(4))[0] for n in range(count)]
    assert own != first


def test_a_seed_is_not_printed() -> None:
    seed = random.Random(1).randbytes(32)
    assert seed.hex() not in repr(Draws(seed))
    assert repr(seed) not in repr(Draws(seed))


@pytest.mark.parametrize("seed", [b"", b"short"])
def test_any_bytes_are_a_seed(seed: bytes) -> None:
    assert [Draws(seed).word(n) for n in range(6)] == stream(seed, 6)


# What parts prove

ANNA, MAX, SILENT, COMPUTER = Part(300, 1), Part(20, 2, "owls"), Part(21), Part(4_000_001)


def blinded(*parts: Part) -> tuple[Blinded, ...]:
    return tuple(Blinded(part.player, part.press, "0b" * 32, part.luck) for part in parts)


def deleted(part: Part) -> Deleted:
    return blinded(part)[0].deleted()


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (blinded(ANNA, MAX), None),
        (blinded(ANNA, COMPUTER, MAX), None),
        (blinded(COMPUTER, ANNA, replace(COMPUTER, player=4_000_002), replace(SILENT, luck="owls")), None),
        ((*blinded(ANNA, COMPUTER), deleted(MAX)), None),
        ((deleted(ANNA), *blinded(COMPUTER, MAX)), None),
        ((deleted(ANNA), *blinded(MAX)), None),
        ((*blinded(ANNA, COMPUTER, MAX), Awaited("0b" * 32)), None),
        (blinded(ANNA, MAX, COMPUTER), "computer"),
        ((deleted(ANNA), deleted(MAX), *blinded(COMPUTER)), "computer"),
        (blinded(ANNA, COMPUTER), "alone"),
        (blinded(COMPUTER, ANNA), "alone"),
        (blinded(ANNA, COMPUTER, replace(COMPUTER, player=4_002_502)), "alone"),
        ((deleted(ANNA), *blinded(COMPUTER)), "alone"),
        ((deleted(ANNA), deleted(MAX)), "deleted"),
        ((deleted(ANNA), *blinded(COMPUTER), deleted(MAX)), "deleted"),
        (blinded(SILENT, SILENT), "nothing"),
        (blinded(ANNA, SILENT), None),
        (blinded(ANNA, COMPUTER, SILENT), "silent"),
        ((), "nothing"),
        ((ANNA, MAX), None),
        ((ANNA, SILENT), None),
        ((SILENT, SILENT), "nothing"),
        ((ANNA, MAX, COMPUTER), None),
        ((ANNA, COMPUTER), "alone"),
        ((COMPUTER, ANNA), "alone"),
    ],
)
def test_why_a_seed_may_have_been_chosen(parts: tuple[AnyPart, ...], why: str | None) -> None:
    """Where computers play a person has to have added something last; of earlier matches the order is not known."""
    assert doubt(parts) == why
    assert is_proven(parts) == (why is None)


def test_numbers_of_discord_are_no_computers() -> None:
    """The lowest id holds one millisecond; tests have small ones."""
    assert [is_computers(Part(player)) for player in (1, 3_999_999, 4_000_000, (1 << 22) - 1, 1 << 22)] == [
        False,
        False,
        True,
        True,
        False,
    ]
