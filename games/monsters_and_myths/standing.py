"""What can be answered in advance: losses, shots at wizards and at attackers, and letting windows go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Action, Field, Ready
from games.messages import Message, Player, Several
from games.monsters_and_myths import shots
from games.monsters_and_myths.cards import (
    CATAPULT,
    CREATURES,
    LETTERS,
    NATION_NAMES,
    NATIONS,
    NONE,
    SYMBOLS,
    WIZARD,
    Cards,
    Ranks,
    Troops,
    archers,
    creatures,
    gathered,
    name,
    with_ranks,
    without,
)
from games.monsters_and_myths.dice import attack_dice, defence_dice
from games.monsters_and_myths.fights import MOST
from games.monsters_and_myths.state import ROUNDS
from games.monsters_and_myths.view import SEATS, SeatView, View
from games.standing import Instruction, Topic, topic_of, walk

ORDER: Final = ("infantry", "archer", "mounted")
"""The symbols as an instruction names them, in the order of `games.monsters_and_myths.cards.SYMBOLS`."""
ANY: Final = "any"
"""Stands for any seat or any nation."""
_SYMBOLS: Final = {
    "infantry": Message("infantry"),
    "archer": Message("archers"),
    "mounted": Message("riders"),
}
_ANYBODY: Final = Message("anybody")
_ANYTHING: Final = Message("any nation")
_ARCHERS: Final = {
    "plain": Message("always in this order"),
    "majority": Message("but archers last where they keep the bonus"),
    "crowns": Message("but crowns last, and archers last where they keep the bonus"),
}
_WINDOWS: Final = {
    "attacked": Message("pass unless I am attacked"),
    "always": Message("pass always"),
}
_AIMS: Final = {"points": Message("at the creature that brings you most points")}
CROWN: Final = "crown"
"""Stands for the nation of most points that is the largest when the wizard is placed."""
_PLACES: Final = Message("your nation with the most valuable crown")
_QUESTIONS: Final = {
    "place": Message("Which nation does your wizard protect? A second one goes to another nation."),
    "aim": Message("At what do you fire in the end?"),
    "symbol": Message("Which cards do you give first, which then?"),
    "archers": Message("What about the archers' bonus?"),
    "seat": Message("Whose wizards?"),
    "nation": Message("Which nation?"),
    "card": Message("At which of the attacker's cards?"),
    "answer": Message("What do you do when you are asked whether to fire?"),
}


class Standing:
    """What can be instructed in this game, a `games.standing.Standing`."""

    topics: tuple[Topic, ...] = (
        Topic("losses", Message("Losses"), Message("Which cards you give when you lose a comparison.")),
        Topic("windows", Message("Passing in advance"), Message("Pass when you are asked whether to fire.")),
        Topic("wizards", Message("Shots at wizards"), Message("Fire at a wizard as soon as an attack card comes up.")),
        Topic("defence", Message("Shots at attackers"), Message("Fire at whoever attacks a nation of yours.")),
        Topic("last", Message("Last shots"), Message("Fire before your catapults are lost with the round.")),
        Topic("place", Message("Wizards"), Message("Place your wizards when it is your turn to lay out cards.")),
    )
    proposed: tuple[Instruction, ...] = (
        ("losses", "mounted", "infantry", "archer", "crowns"),
        ("windows", "always"),
        ("defence", ANY, "infantry"),
        ("last", "points"),
    )

    def instruct(self, view: View | None, tokens: Sequence[str]) -> Field | Ready:
        """Return the next field of a line such as ``losses mounted archer infantry plain`` or ``defence G mounted``."""
        fields = _fields(topic_of(self, tokens).id, view)

        def following(said: Sequence[str]) -> Field | None:
            at = len(said) - 1
            if at == len(fields):
                return None
            if fields[at].name != "symbol":
                return fields[at]
            left = len(ORDER) - at
            return Field("symbol", tuple(symbol for symbol in ORDER if symbol not in said), least=left, most=left)

        return walk(tokens, following)

    def due(self, view: View) -> tuple[str, ...]:
        """Return that wizards are to be placed by whoever has some among the cards that are laid out soon."""
        kept = () if view.reader is None else view.seats[view.reader].kept or ()
        return ("place",) if WIZARD in kept and _places(view) else ()

    def asked(self, tokens: Sequence[str], field: Field) -> Message:
        """Return what is asked after these tokens."""
        return _QUESTIONS[field.name]

    def label(self, tokens: Sequence[str], value: str) -> Message:
        """Return what a value of the next field is called."""
        if value in LETTERS and (tokens[0] == "defence" or len(tokens) == 2):
            return NATION_NAMES[LETTERS.index(value)]
        if value == ANY:
            return _ANYBODY if tokens[0] == "wizards" and len(tokens) == 1 else _ANYTHING
        if value in LETTERS and tokens[0] == "place":
            return NATION_NAMES[LETTERS.index(value)]
        names = {**_SYMBOLS, **_ARCHERS, **_WINDOWS, **_AIMS, CROWN: _PLACES}
        return names.get(value) or Player(SEATS.index(value))

    def sentence(self, instruction: Instruction) -> Message:
        """Return what a whole instruction says."""
        topic, *rest = instruction
        if topic == "losses":
            order = Several([_SYMBOLS[symbol] for symbol in rest[:-1]])
            if rest[-1] == "crowns":
                return Message(
                    "You give what costs you no crown first, then in this order: {order}; archers last where they keep"
                    " the bonus.",
                    order=order,
                )
            if rest[-1] == "majority":
                return Message("You give in this order: {order}; archers last where they keep the bonus.", order=order)
            return Message("You give in this order: {order}.", order=order)
        if topic == "windows":
            return Message("You pass always.") if rest[0] == "always" else Message("You pass unless you are attacked.")
        if topic == "last":
            return Message("You fire before your catapults are lost, at the creature that brings you most points.")
        if topic == "place":
            return Message("Your wizards protect: {nation}.", nation=self.label((topic,), rest[0]))
        nation = self.label(
            (topic, *rest[:1]) if topic == "wizards" else (topic,), rest[-1 if topic == "wizards" else 0]
        )
        if topic == "wizards":
            owner = self.label((topic,), rest[0])
            return Message(
                "You fire at a wizard when an attack card comes up: {nation}, {owner}.", nation=nation, owner=owner
            )
        symbol = _SYMBOLS[rest[1]]
        return Message("You fire when you are attacked: {nation}, aimed at {symbol}.", nation=nation, symbol=symbol)

    def foreseen(self, view: View, instructions: Sequence[Instruction]) -> Message | None:
        """Return which cards go if the reader of a view loses a comparison now, where more than one kind could."""
        given = {topic: rest for topic, *rest in instructions}
        seat = view.reader
        if seat is None or view.target is None or view.phase not in ("ready", "exchange") or "losses" not in given:
            return None
        own = creatures(_sides(view, seat)[0])
        if seat not in (view.active, view.target.seat) or len(set(own)) < 2 or view.card is None:
            return None
        compared = min(attack_dice(view.force, view.card), defence_dice(view.defenders or Ranks()))
        first, *then = map(name, _lost(view, seat, given["losses"], min(MOST, compared, len(own))))
        if then:
            return Message(
                "If you lose cards now, the bot gives for you: {card}, then {second}.", card=first, second=then[0]
            )
        return Message("If you lose a card now, the bot gives for you: {card}.", card=first)

    def follow(self, view: View, seat: int, instructions: Sequence[Instruction]) -> Action | None:
        """Return what the seat does now because of its instructions: a loss, a shot, or else a pass."""
        given = {topic: rest for topic, *rest in instructions}
        kinds = {choice.kind for choice in view.choices if choice.seat == seat}
        if "lose" in kinds and "losses" in given:
            return _loss(view, seat, given["losses"])
        if "wizard" in kinds and "place" in given:
            return _place(view, seat, given["place"][0])
        if seat == view.active or not kinds:
            return None
        target = _shot(view, seat, given)
        if target is not None:
            return ("fire", target)
        if not kinds & {"window_before", "window_within"} or "windows" not in given:
            return None
        attacked = view.target is not None and view.target.seat == seat
        return None if attacked and given["windows"] == ["attacked"] else ("pass",)


def _dealt(own: SeatView) -> Cards:
    """Return the cards that the reader has been dealt and has not laid out yet."""
    return (*(own.hand or ()), *(own.kept or ()))


def _places(view: View | None) -> tuple[str, ...]:
    """Return where wizards may be wished to go: to nations that the reader will have, all while none is known of.

    There is none once no wizard can come any more.
    """
    if view is None or view.reader is None:
        return (CROWN, *LETTERS)
    own = view.seats[view.reader]
    dealt = _dealt(own)
    if not own.new and WIZARD not in dealt:
        return (CROWN, *LETTERS) if view.round < ROUNDS else ()
    troops = gathered((code for code in dealt if code in CREATURES), own.troops)
    letters = [letter for letter, ranks in zip(LETTERS, troops, strict=True) if ranks.size]
    return (CROWN, *letters) if letters else ()


def _may_fire(view: View | None) -> bool:
    """Return whether the reader has a catapult, or may still get one."""
    if view is None or view.reader is None or view.round < ROUNDS:
        return True
    own = view.seats[view.reader]
    return own.catapults > 0 or CATAPULT in _dealt(own)


def _fields(topic: str, view: View | None) -> list[Field]:
    """Return the fields of a topic, one for each token; all that a match can have where it is not known which match.

    The first field of what cannot happen any more has no values.
    """
    nations = (ANY, *LETTERS)
    if topic == "losses":
        return [*[Field("symbol", ORDER)] * len(ORDER), Field("archers", tuple(_ARCHERS))]
    if topic == "place":
        return [Field("place", _places(view))]
    if not _may_fire(view):
        return [Field("answer", ())]
    if topic == "windows":
        return [Field("answer", tuple(_WINDOWS))]
    if topic == "last":
        return [Field("aim", tuple(_AIMS))]
    if topic == "wizards":
        others = tuple(SEATS if view is None else (SEATS[at.seat] for at in view.seats if at.seat != view.reader))
        return [Field("seat", (ANY, *others)), Field("nation", nations)]
    return [Field("nation", nations), Field("card", ORDER[::-1])]


def _loss(view: View, seat: int, wanted: Sequence[str]) -> Action:
    """Return the cards that are lost in the wanted order."""
    return ("lose", *creatures(gathered(_lost(view, seat, wanted, view.owe[seat]))))


def _sides(view: View, seat: int) -> tuple[Troops, Troops]:
    """Return what fights for a seat and against it; there must be a target."""
    assert view.target is not None
    nation = view.target.nation
    ranks = view.seats[view.target.seat].troops[nation]
    defence = with_ranks(NONE, nation, ranks._replace(wizards=0))
    return (view.force, defence) if seat == view.active else (defence, view.force)


def _lost(view: View, seat: int, wanted: Sequence[str], number: int) -> list[str]:
    """Return so many cards in the order in which they are lost; of alike symbols those of the smallest nation first."""
    own, other = _sides(view, seat)
    order = [ORDER.index(symbol) for symbol in wanted[:-1]]
    lost: list[str] = []
    for _ in range(number):
        bonus = archers(own) > archers(other) >= archers(own) - 1
        late = wanted[-1] != "plain" and bonus
        crowns = lost if wanted[-1] == "crowns" else None
        lost.append(min(creatures(own), key=lambda code: _rank(view, seat, code, order, late, crowns)))
        own = without(own, lost[-1:])
    return lost


def _rank(
    view: View, seat: int, code: str, order: Sequence[int], late: bool, crowns: Sequence[str] | None
) -> tuple[int, int, int, int]:
    """Return what puts a card behind others; `crowns` are the cards that are lost already, `None` if none count."""
    nation, symbol = CREATURES[code]
    place = len(order) if late and symbol == ORDER.index("archer") else order.index(symbol)
    cost = 0 if crowns is None else _cost(view, seat, nation, sum(CREATURES[one][0] == nation for one in crowns))
    return cost, place, view.seats[seat].troops[nation].size, nation


def _cost(view: View, seat: int, nation: int, gone: int) -> int:
    """Return the points that go, or are shared from then on, if the seat has `gone` cards and one more less of it."""
    sizes = [at.troops[nation].size for at in view.seats]
    left, most = sizes[seat] - gone, max(size for at, size in enumerate(sizes) if at != seat)
    return NATIONS[nation].largest if left >= max(1, most) and left - 1 <= most else 0


def _shot(view: View, seat: int, given: dict[str, list[str]]) -> str | None:
    """Return what the seat fires at because of its instructions."""
    if not view.seats[seat].catapults or view.active is None:
        return None
    if view.phase == "card" and "wizards" in given:
        owner, nation = given["wizards"]
        aimed = (aim for aim in shots.wizards(view, seat) if owner in (ANY, aim[0]) and nation in (ANY, aim[2]))
        return next(aimed, None)
    attacked = view.phase == "ready" and view.target is not None and view.target.seat == seat
    if attacked and "defence" in given:
        nation, symbol = given["defence"]
        assert view.target is not None
        if nation in (ANY, LETTERS[view.target.nation]):
            return shots.at_force(view, SYMBOLS[ORDER.index(symbol)])
    if "last" in given and view.phase == "after" and sum(len(at.attacks) for at in view.seats) == 1:
        return shots.best(view, seat)
    return None


def _place(view: View, seat: int, wish: str) -> Action | None:
    """Return where the seat's wizards go by its wish, each to another nation; `None` where the wish does not fit."""
    own = view.seats[seat]
    sizes = [ranks.size for ranks in own.troops]
    wished = None if wish == CROWN else LETTERS.index(wish)
    if not any(sizes) or (wished is not None and not sizes[wished]):
        return None

    def rank(nation: int) -> tuple[bool, bool, int, int]:
        lead = NATIONS[nation].largest if seat in view.largest(nation) else 0
        return own.troops[nation].wizards > 0, nation != wished, -lead, -sizes[nation]

    homes = sorted((nation for nation, size in enumerate(sizes) if size), key=rank)
    return ("wizard", *(LETTERS[homes[number % len(homes)]] for number in range(own.new)))
