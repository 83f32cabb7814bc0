"""What is done because it was said in advance: losses, shots, passes."""

from __future__ import annotations

import pytest

from games.api import Action, Field
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.standing import Standing
from games.standing import due, foreseen, proposed, read, topics_of
from tests.games.monsters_and_myths.positions import at

RULES = Standing()
LOSE = "phase=lose active=A card=5 target=B.D fought=B.D A.attacks=5"

CROWNED = "force=D1i,E1a A.troops=D1i,E2i1a B.troops=B2i,E1m target=B.B fought=B.B"
CROWNED_TWICE = "force=D1i,E2i A.troops=D1i,E3i B.troops=B2i,E1m target=B.B fought=B.B"


def followed(words: str, seat: int, *instructions: str) -> Action | None:
    return RULES.follow(GAME.view(at(words), seat), seat, [tuple(line.split()) for line in instructions])


def fight(words: str) -> str:
    """The position of a fight: with mercenaries if several nations fight."""
    target = {word.partition("=")[0] for word in words.split()}
    first = " ".join(word for word in LOSE.split() if word.partition("=")[0] not in target)
    several = "," in next(word for word in words.split() if word.startswith("force="))
    return (
        f"{first} {words}".replace("card=5", "card=8").replace("attacks=5", "attacks=8")
        if several
        else f"{first} {words}"
    )


@pytest.mark.parametrize(
    ("words", "seat", "order", "lost"),
    [
        ("owe=B1 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "mounted archer infantry plain", "Dm"),
        ("owe=B1 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "infantry archer mounted plain", "Di"),
        ("owe=B2 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "archer mounted infantry plain", "Da Dm"),
        # The lone archer is the bonus, so it goes last.
        ("owe=B2 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "archer mounted infantry majority", "Di Dm"),
        # A second archer more than the other side has may go.
        ("owe=B1 force=G3i A.troops=G3i B.troops=D2i2a1m", 1, "archer mounted infantry majority", "Da"),
        # Where there is no bonus to keep, the order is as it was said.
        ("owe=B1 force=G3i1a A.troops=G3i1a B.troops=D2i1a1m", 1, "archer mounted infantry majority", "Da"),
        # The attacker too; of alike symbols those of the smallest nation.
        ("owe=A1 force=G1i,U1i A.troops=G2i,U5i B.troops=D2i", 0, "infantry archer mounted plain", "Gi"),
        ("owe=A1 force=G1i2a A.troops=G1i2a B.troops=D2i1a", 0, "archer infantry mounted majority", "Gi"),
        # The lone dwarf holds a crown, of three elves one may go.
        (f"{CROWNED} owe=A1", 0, "mounted infantry archer majority", "Di"),
        (f"{CROWNED} owe=A1", 0, "mounted infantry archer crowns", "Ea"),
        # A crown that would be shared from then on is one that is lost; one that is shared is lost, too.
        (CROWNED.replace("E1m", "E2m") + " owe=A1", 0, "mounted infantry archer crowns", "Di"),
        (CROWNED.replace("E1m", "E3m") + " owe=A1", 0, "mounted infantry archer crowns", "Di"),
        # A nation of which somebody else has more brings no points.
        (CROWNED.replace("E1m", "E4m") + " owe=A1", 0, "mounted infantry archer crowns", "Ea"),
        (CROWNED.replace("E1m", "E1m,D2m") + " owe=A1", 0, "mounted infantry archer crowns", "Di"),
        # What is lost already counts: the second elf would cost the crown of the elves.
        (CROWNED_TWICE + " owe=A2", 0, "archer infantry mounted crowns", "Di Ei"),
        # Among cards of one nation it is as without.
        ("owe=B1 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "mounted archer infantry crowns", "Dm"),
        ("owe=B2 force=G3i A.troops=G3i B.troops=D2i1a1m", 1, "archer mounted infantry crowns", "Di Dm"),
    ],
)
def test_losses(words: str, seat: int, order: str, lost: str) -> None:
    action = followed(fight(words), seat, f"losses {order}")
    assert action == ("lose", *lost.split())


ALONE = CROWNED.replace("B2i", "B1i")
ROLLING = "phase=ready active=A card=8 A.attacks=8 "


@pytest.mark.parametrize(
    ("words", "seat", "order", "said"),
    [
        (CROWNED, 0, "crowns", "If you lose cards now, the bot gives for you: Elf archer, then Dwarf infantry."),
        (ALONE, 0, "crowns", "If you lose a card now, the bot gives for you: Elf archer."),
        (ALONE, 0, "majority", "If you lose a card now, the bot gives for you: Dwarf infantry."),
        (CROWNED, 1, "crowns", ""),  # there is only one kind of card to lose
        (ALONE, 0, "", ""),
    ],
)
def test_what_will_be_given_is_said_before_the_roll(words: str, seat: int, order: str, said: str) -> None:
    told = foreseen(
        RULES,
        GAME.view(at(ROLLING + words.replace(" fought=B.B", "")), seat),
        [("losses", "mounted", "infantry", "archer", order)] if order else [],
    )
    assert str(told or "") == said


CARD = (
    "seats=ABC phase=card active=A card=5 wait=C A.troops=G3i,E2i1w A.attacks=5 "
    "B.troops=D2i1w,G3i C.troops=D1i C.catapults=1"
)
READY = (
    "seats=ABC phase=ready active=A card=5 force=G3i1m target=C.D wait=C "
    "A.troops=G3i1m A.attacks=5 B.troops=D2i C.troops=D2i C.catapults=1"
)


@pytest.mark.parametrize(
    ("words", "instructions", "action"),
    [
        (CARD, ["wizards any any"], "fire A.Ew"),
        (CARD, ["wizards B any"], "fire B.Dw"),
        (CARD, ["wizards B D"], "fire B.Dw"),
        (CARD, ["wizards B G"], None),
        (CARD, ["wizards A D"], None),
        (CARD.replace(" wait=C", ""), ["wizards any D"], "fire B.Dw"),
        (CARD.replace(" C.catapults=1", "").replace(" wait=C", ""), ["wizards any D"], None),
        (READY, ["defence any mounted"], "fire A.Gm.force"),
        (READY, ["defence D infantry"], "fire A.Gi.force"),
        (READY, ["defence D archer"], None),
        (READY, ["defence G mounted"], None),
        (READY.replace("C.D", "B.D"), ["defence any mounted"], None),
        (READY.replace("C.D", "B.D"), ["defence any mounted", "windows always"], "pass"),
        (READY, ["windows always"], "pass"),
        (READY, ["windows attacked"], None),
        (READY.replace("C.D", "B.D"), ["windows attacked"], "pass"),
        (CARD, ["windows attacked"], "pass"),
        (CARD.replace(" wait=C", ""), ["windows always"], None),
        (CARD, [], None),
    ],
)
def test_windows(words: str, instructions: list[str], action: str | None) -> None:
    assert followed(words, 2, *instructions) == (None if action is None else tuple(action.split()))


LAST = (
    "seats=ABC phase=after active=A card=5 force=G3i A.troops=G4i,E2i A.attacks=5 wait=C "
    "B.troops=D3i,G3i C.troops=D2i,E1i C.catapults=1"
)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        (LAST, "fire A.Ei"),  # elves: C would share the largest nation
        (LAST.replace("E2i A", "E3i A"), "fire B.Di"),  # dwarves then, which count less
        (LAST.replace("A.attacks=5", "A.attacks=5.9"), None),
        (LAST.replace("after", "exchange").replace(" force", " target=B.G force"), None),
    ],
)
def test_a_last_shot_is_the_one_that_brings_most_points(words: str, action: str | None) -> None:
    assert followed(words, 2, "last points") == (None if action is None else tuple(action.split()))


WIZARDS = "phase=wizards turn=B A.troops=G3i,T1i B.troops=G2i,T2i,D1i B.new=2 "


@pytest.mark.parametrize(
    ("words", "wish", "action"),
    [
        (WIZARDS, "G", "wizard G T"),  # two in one nation would leave the other one open
        (WIZARDS.replace("new=2", "new=1"), "G", "wizard G"),
        (WIZARDS.replace("B.troops=G2i,T2i,D1i", "B.troops=G2i"), "G", "wizard G G"),
        (WIZARDS, "U", None),
        (WIZARDS.replace("B.troops=G2i,T2i,D1i ", ""), "crown", None),
        (WIZARDS, "crown", "wizard T D"),  # trolls: of the goblins the other player has shown more
        (WIZARDS.replace("G3i,T1i", "G1i,T3i"), "crown", "wizard G D"),
    ],
)
def test_a_wizard_goes_where_it_was_wished(words: str, wish: str, action: str | None) -> None:
    assert followed(words, 1, f"place {wish}") == (None if action is None else tuple(action.split()))


SETTING_UP = "round=0 phase=wizards turn=A A.troops=G3i,T1i A.new=1 "
KEPT = "phase=keep A.hand=Gi.Gi.Gi.Gi.Gi.Gi.Gi B.troops=G2i "


@pytest.mark.parametrize(
    ("words", "seat", "places"),
    [
        (SETTING_UP + "B.kept=Gi.Ta.w", 1, "crown T G"),  # named while the other one places a wizard
        (SETTING_UP + "B.kept=Gi.Ta", 1, None),
        (SETTING_UP + "B.kept=w", 1, None),  # without a creature it is lost
        (SETTING_UP + "B.kept=Gi.w", 0, None),  # asked already
        (KEPT + "B.kept=Di.w", 1, "crown D G"),
    ],
)
def test_whoever_will_place_a_wizard_is_asked_at_once(words: str, seat: int, places: str | None) -> None:
    view = GAME.view(at(words), seat)
    assert due(RULES, view) == (("place",) if places else ())
    if places:
        field = RULES.instruct(view, ("place",))
        assert isinstance(field, Field)
        assert field.values == tuple(places.split())


FIRING = "windows wizards defence last"
ATTACKED = "phase=card active=A card=5 A.troops=G1i A.attacks=5 B.troops=G1i "


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        (f"round=2 {ATTACKED}", f"losses {FIRING} place"),
        (f"round=3 {ATTACKED} B.catapults=1", f"losses {FIRING}"),
        (f"round=3 {ATTACKED}", "losses"),
        (f"round=3 {KEPT} B.hand=Di.w.c.Gi.Gi.Gi.Gi", f"losses {FIRING} place"),
        (f"round=3 {KEPT} B.kept=Di.w.Gi.Gi.Gi", "losses place"),
    ],
)
def test_only_what_can_still_happen_can_be_instructed(words: str, topics: str) -> None:
    assert [topic.id for topic in topics_of(RULES, GAME.view(at(words), 1))] == topics.split()


def test_what_is_proposed_can_be_instructed() -> None:
    topics = [instruction[0] for instruction in proposed(RULES)]
    assert len(set(topics)) == len(topics)
    assert [read(RULES, None, instruction) for instruction in proposed(RULES)] == list(proposed(RULES))


def test_nothing_is_followed_in_an_attack_of_ones_own() -> None:
    words = CARD.replace(" wait=C", "").replace("A.attacks", "A.catapults=1 A.attacks")
    assert followed(words, 0, "wizards any any", "windows always") is None


def test_what_an_instruction_says() -> None:
    said = {
        "losses mounted archer infantry plain": "You give in this order: riders, archers and infantry.",
        "losses infantry mounted archer majority": (
            "You give in this order: infantry, riders and archers; archers last where they keep the bonus."
        ),
        "losses mounted infantry archer crowns": (
            "You give what costs you no crown first, then in this order: riders, infantry and archers; archers last"
            " where they keep the bonus."
        ),
        "windows attacked": "You pass unless you are attacked.",
        "windows always": "You pass always.",
        "wizards B G": "You fire at a wizard when an attack card comes up: Goblins, player B.",
        "wizards any any": "You fire at a wizard when an attack card comes up: any nation, anybody.",
        "last points": "You fire before your catapults are lost, at the creature that brings you most points.",
        "place crown": "Your wizards protect: your nation with the most valuable crown.",
        "place G": "Your wizards protect: Goblins.",
        "defence D mounted": "You fire when you are attacked: Dwarves, aimed at riders.",
    }
    assert {line: str(RULES.sentence(tuple(line.split()))) for line in said} == said
