"""Before the first turn: factions, monoliths, stacks, turn order, banners (R2, R13.1, R15.1, R15.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Field, IllegalAction, NotYourChoice
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.flow import Events, begin_turn
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import FACTIONS, Monolith, Piece, faction, inside
from games.monolith_arena.verbs import Refused, Verb
from games.verbs import single

RANDOM: Final = "random"
FACTIONS_FIRST: Final = Message("All players choose their factions first.")


def free_factions(state: State) -> tuple[str, ...]:
    """Return the factions that nobody has taken; mirror matches are not allowed (R2.1)."""
    taken = {f.id for f in state.factions if f is not None}
    return tuple(f for f in FACTIONS if f not in taken)


def _choose_faction(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    name = tokens[0]
    if name == RANDOM:
        free = free_factions(draft)
        index, draft.cursor = draws.below(draft.cursor, len(free))
        name = free[index]
    factions = draft.factions
    draft.factions = (*factions[:seat], faction(name), *factions[seat + 1 :])
    events.append(ev.FactionChosen(seat, name, tokens[0] == RANDOM))
    if None in draft.factions:
        return
    if draft.options.monoliths:
        draft.stage = "monoliths"
        draft.monoliths = (None,) * len(draft.teams)
    else:
        shuffle(draft, events, draws)


def shuffle(draft: State, events: Events, draws: Draws) -> None:
    """Shuffle the stacks and draw the turn order (R2.2, R2.3). Changes the draft."""
    seats = len(draft.teams)
    stacks = []
    for seat, home in enumerate(draft.factions):
        assert home is not None
        deck = list(home.deck())
        monolith = draft.monoliths[seat] if draft.monoliths else None
        for piece in monolith.inside if monolith is not None else ():
            if piece is not None:
                deck.remove(piece.type)  # the stack is what is left, R13.1
        stack, draft.cursor = draws.shuffled(draft.cursor, deck)
        stacks.append(stack)
    draft.stacks = tuple(stacks)
    draft.reserves = draft.discards = ((),) * seats
    draft.order = _turn_order(draft, draws)
    draft.active = draft.order[0]
    draft.stage = "banners"
    events.append(ev.OrderDrawn(draft.order))


def _turn_order(draft: State, draws: Draws) -> tuple[int, ...]:
    """Return the turn order: teams take turns, and so do their members; who begins is random (R2.3, R15.1)."""
    first, draft.cursor = draws.below(draft.cursor, 2)
    members = []
    for team in (first, 1 - first):
        queue, draft.cursor = draws.shuffled(draft.cursor, [s for s, t in enumerate(draft.teams) if t == team])
        members.append(queue)
    rounds = max(map(len, members))
    return tuple(queue[n % len(queue)] for n in range(rounds) for queue in members)


def _place_banner(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    home = draft.factions[seat]
    assert home is not None
    hex_ = BY_NAME[tokens[0]]
    draft.bring(hex_, seat, home.banner, 0)
    events.append(ev.Placed(seat, home.banner.id, hex_, 0))
    placing = tuple(dict.fromkeys(draft.order))  # each seat once, R15.7
    at = placing.index(seat) + 1
    if at < len(placing):
        draft.active = placing[at]
        return
    draft.stage = "turn"
    begin_turn(draft, draft.order[0], events)


def _faction_closed(state: State, seat: int) -> NotYourChoice:
    if state.stage == "factions":
        return NotYourChoice(Message("You have chosen your faction already."), "R2.1")
    return NotYourChoice(Message("All factions are chosen already."), "R2.1")


def _banner_closed(state: State, seat: int) -> NotYourChoice:
    if state.stage == "factions":
        return NotYourChoice(FACTIONS_FIRST, "R2.1")
    if state.stage == "monoliths":
        return NotYourChoice(Message("All players prepare their monoliths first."), "R13.1")
    if state.stage == "banners":
        return NotYourChoice(Message("Another player is placing a banner now."), "R2.3")
    return NotYourChoice(Message("Your banner is on the board already."), "R2.3")


FACTION = Verb(
    "faction",
    "R2.1",
    Message.term("order", "Faction"),
    Message("Choose your faction"),
    _choose_faction,
    ("faction",),
    single("faction", lambda state, seat: (*free_factions(state), RANDOM), "R2.1"),
    usable=lambda state, seat: state.stage == "factions" and state.factions[seat] is None,
    final=True,
    closed=_faction_closed,
    refuse=lambda at: at.because(Message("“{word}” is taken or is not a faction.", word=at.shown)),
)
BANNER = Verb(
    "banner",
    "R2.3",
    Message.term("order", "Place the banner"),
    Message("Place your banner, or your folded monolith, before the first turn"),
    _place_banner,
    ("hex",),
    single("hex", lambda state, seat: [NAMES[h] for h in state.empty_hexes()], "R2.3"),
    usable=lambda state, seat: state.stage == "banners" and state.active == seat,
    final=True,
    closed=_banner_closed,
)


NO_MONOLITHS: Final = Message("This match is played without monoliths.")


def _prepare_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if len(tokens) == 2:
        return None
    home = state.factions[seat]
    assert home is not None
    left = [t.id for t in home.deck() if not t.is_order]
    if tokens:
        left.remove(tokens[0])
    return Field("tile", tuple(dict.fromkeys(left)), "R13.1")


def _prepare(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    home = draft.factions[seat]
    assert home is not None
    pieces = []
    for name in tokens:
        pieces.append(Piece(draft.serial, seat, home.by_id[name], 0))
        draft.serial += 1
    draft.set_monolith(seat, Monolith(inside(*pieces)))
    events.append(ev.Prepared(seat, tuple(tokens)))
    if None not in draft.monoliths:
        shuffle(draft, events, draws)


def _prepare_closed(state: State, seat: int) -> NotYourChoice:
    if not state.options.monoliths:
        return NotYourChoice(NO_MONOLITHS, "R13")
    if state.stage == "factions":
        return NotYourChoice(FACTIONS_FIRST, "R2.1")
    return NotYourChoice(Message("Your monolith is prepared already."), "R13.1")


def _not_prepared(at: Refused) -> IllegalAction:
    home = at.state.factions[at.seat]
    tile = home.by_id.get(at.token) if home is not None else None
    if tile is None:
        return at.because(Message("Your faction has no tile “{word}”.", word=at.shown))
    if tile.is_banner:
        return at.because(Message("The banner lies in the top segment; choose champions or runes."))
    if tile.is_order:
        text = Message("{tile} is an order; only champions and runes go into a monolith.", tile=tile.title)
        return at.because(text)
    return at.because(Message("Your faction has only one {tile}.", tile=tile.title))


PREPARE = Verb(
    "prepare",
    "R13.1",
    Message.term("order", "Prepare the monolith"),
    Message("Choose the two tiles in your monolith; nobody else sees them until it unfolds"),
    _prepare,
    ("tile", "tile"),
    _prepare_field,
    usable=lambda state, seat: state.stage == "monoliths" and state.monoliths[seat] is None,
    final=True,
    closed=_prepare_closed,
    refuse=_not_prepared,
)
