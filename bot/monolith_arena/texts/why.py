"""Why a tile fell, was hurt or stood, and why it did not strike, in two or three sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.monolith_arena.texts.names import at, order_name, several, tile_at
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.causes import Account, Blow, Miss, Missed
from games.monolith_arena.refights import AFTER, NEVER, Fight
from games.monolith_arena.roles import Cause, Part
from games.monolith_arena.state import BEGINNING

MOST: Final = 4
"""Lists name so many things at most."""
_ON_OTHERS: Final[Mapping[Part, Message]] = {
    "wounded": Message("{other} was already wounded"),
    "poisoned": Message("{other} was poisoned"),
    "token": Message("{other} carried the token of a Net order (R11.11)"),
    "marker": Message("{other} was entrenched (R6.3)"),
    "nets": Message("{tile} held {other} in its net (R7.7)"),
    "disarms": Message("{tile} disarmed {other} (R7.14)"),
    "removes": Message("{tile} had removed {other}"),
    "saves": Message("{tile} absorbed a hit on {other} (R8)"),
    "blocks": Message("{tile} took the shot of {other} (R7.2)"),
    "drains": Message("{other} was used up by a hit of {tile} (R8)"),
}
"""What a cause did to another tile than the one in question."""
_ON_IT: Final[Mapping[Part, Message]] = {
    "hits": Message("{tile} hit it"),
    "wounded": Message("it was already wounded"),
    "poisoned": Message("it was poisoned (R7.6)"),
    "token": Message("it carried the token of a Net order (R11.11)"),
    "marker": Message("it was entrenched (R6.3)"),
    "nets": Message("{tile} held it in its net (R7.7)"),
    "disarms": Message("{tile} disarmed it (R7.14)"),
    "absorbs": Message("{tile} absorbed a hit (R8)"),
    "struck": Message("it struck {tile} and gave itself up for that (R9.1)"),
    "matters": Message("{tile} stood where it did"),
}
"""What a cause did to the tile in question, or by being there."""
_GIVEN: Final[Mapping[str, Message]] = {
    "melee": Message("{tile} gave {others} {bonus} in melee"),
    "ranged": Message("{tile} gave {others} {bonus} at range"),
    "initiative": Message("{tile} let {others} strike earlier (initiative {bonus})"),
    "toughness": Message("{tile} gave {others} more hit points ({bonus})"),
    "extra_attack": Message("{tile} gave {others} an extra attack"),
    "venom": Message("{tile} gave {others} poison (R7.6)"),
    "penetration": Message("{tile} let shots of {others} go through (R7.13)"),
}
"""What a rune or a banner gave, by the name of the gift."""
_SPOKEN: Final = ("hits", "spends", "struck")
"""The parts that the account of what reached the tile tells already."""


def told(say: Phrases, fight: Fight, account: Account, names: Names) -> str:
    """Return what became of a tile and why, in sentences."""
    parts = [
        _outcome(say, fight, account, names),
        _earlier(say, fight, account, names),
        _decided(say, fight, account),
        _together(say, account) or _all_the_same(say, account),
        *_misses(say, fight, account),
    ]
    return " ".join(part for part in parts if part)


def _outcome(say: Phrases, fight: Fight, account: Account, names: Names) -> str:
    tile, blows = at(say, account.tile), _blows(say, fight, _deciding(account), names)
    if account.fate == "stands":
        if not account.blows:
            return say("{tile} was not hit.", tile=tile)
        return say("{tile} stood its ground: {blows}.", tile=tile, blows=blows)
    if account.fate == "hurt":
        return say.plural(
            "{tile} cost its side {count} hit point: {blows}.",
            "{tile} cost its side {count} hit points: {blows}.",
            account.lost,
            tile=tile,
            blows=blows,
        )
    when = _when(say, fight, account.phase)
    if account.used_up:
        if any(cause.part == "struck" for cause in account.causes):
            return say("{tile} gave itself up {when}, for its strike (R9.1).", tile=tile, when=when)
        return _used_up(say, fight, account, when)
    if not blows:
        return say("{tile} fell {when}: it lost the toughness that it lived by (R6.2).", tile=tile, when=when)
    if account.left < 1:
        return say("{tile} fell {when}: {blows}.", tile=tile, when=when, blows=blows)
    if fight.cause is not None and all(blow.source is None for blow in _deciding(account)):
        return say.plural(
            "{tile} had {count} hit point left and fell to {order}, which hit for {wounds}.",
            "{tile} had {count} hit points left and fell to {order}, which hit for {wounds}.",
            account.left,
            tile=tile,
            order=order_name(say, fight.cause.kind),
            wounds=sum(blow.wounds for blow in _deciding(account)),
        )
    return say.plural(
        "{tile} had {count} hit point left and fell {when}: {blows}.",
        "{tile} had {count} hit points left and fell {when}: {blows}.",
        account.left,
        tile=tile,
        when=when,
        blows=blows,
    )


def _used_up(say: Phrases, fight: Fight, account: Account, when: str) -> str:
    """Return whose hit a rune absorbed, and whom it would have met."""
    attacks = (one for wounds in fight.wounds for one in wounds.attacks)
    hit = next((one for one in attacks if one.absorbed_by == account.hex), None)
    tile = at(say, account.tile)
    if hit is None or hit.source is None:
        return say("{tile} was used up {when}: it absorbed a hit (R8).", tile=tile, when=when)
    source, target = at(say, hit.source), at(say, hit.target)
    return say(
        "{tile} was used up {when}: it absorbed the hit of {source} on {target} (R8).",
        tile=tile,
        when=when,
        source=source,
        target=target,
    )


def _when(say: Phrases, fight: Fight, phase: int) -> str:
    if fight.cause is not None and fight.cause.kind == "charge":
        return say("in a charge")
    if fight.cause is not None:
        return say("by {order}", order=order_name(say, fight.cause.kind))
    if phase == AFTER:
        return say("when the battle was over")
    return say("at the start of the battle") if phase == BEGINNING else say("in phase {phase}", phase=phase)


def _deciding(account: Account) -> Sequence[Blow]:
    """Return what came at once and decided it; all that came where nothing did."""
    if account.fate != "falls":
        return account.blows
    return [blow for blow in account.blows if blow.phase == account.phase or account.phase not in _phases(account)]


def _phases(account: Account) -> set[int]:
    return {blow.phase for blow in account.blows}


def _blows(say: Phrases, fight: Fight, blows: Sequence[Blow], names: Names) -> str:
    """Return what did something to it, each with all its hits as one."""
    alike: dict[tuple[int, str, int | None, bool], list[Blow]] = {}
    for blow in blows:
        source = -1 if blow.source is None else blow.source.hex
        alike.setdefault((source, blow.kind, blow.absorbed_by, not blow.wounds), []).append(blow)
    return several(say, (_blow(say, fight, some, names) for some in alike.values()), MOST)


def _blow(say: Phrases, fight: Fight, blows: Sequence[Blow], names: Names) -> str:
    """Return what one tile did to it in one or several phases: who, how much, and what changed that."""
    blow, wounds = blows[0], sum(blow.wounds for blow in blows)
    if blow.source is None:
        named = say("poison") if blow.kind == "poison" else order_name(say, blow.kind)
        return say("{source} for {wounds}", source=named, wounds=wounds)
    source = at(say, blow.source)
    if blow.absorbed_by is not None:
        return say("{source} for {wounds}, which a rune absorbed", source=source, wounds=wounds)
    if not wounds:
        return say("{source}, stopped by armor (R7.5)", source=source)
    text = say("{source} for {wounds}", source=source, wounds=wounds)
    if blow.armor:
        text = say("{source} for {wounds} through armor", source=source, wounds=wounds)
    if len(blows) > 1:
        phases = _phases_named(say, [one.phase for one in blows])
        text = say("{source} for {wounds} in {phases}", source=source, wounds=wounds, phases=phases)
    details = []
    if blow.kind == "assassination":
        details.append(say("its target chosen by {player}", player=player(names, blow.source.seat)))
    granted: dict[int, int] = {}
    for giver, bonus in (gift for one in blows for gift in one.granted):
        granted[giver] = granted.get(giver, 0) + bonus
    for giver, bonus in granted.items():
        details.append(say("{bonus} from {tile}", bonus=f"{bonus:+}", tile=tile_at(say, fight.before, giver)))
    return say("{text} ({details})", text=text, details="; ".join(details)) if details else text


def _earlier(say: Phrases, fight: Fight, account: Account, names: Names) -> str:
    """Return what reached it in earlier phases."""
    now = _deciding(account)
    before = [blow for blow in account.blows if blow not in now]
    return say("Before that: {blows}.", blows=_blows(say, fight, before, names)) if before else ""


def _decided(say: Phrases, fight: Fight, account: Account) -> str:
    """Return the causes besides the hits, and what had come without each of them."""
    if account.used_up:
        return ""
    # A tile that only stood somewhere is told where nothing else is, and not a second time beside what it did.
    listed = [cause for cause in account.causes if cause.part not in _SPOKEN or cause.others]
    told = [cause for cause in listed if cause.part != "matters"] or listed
    less = account.fate == "hurt"
    parts = list(dict.fromkeys(_cause(say, fight, cause, less=less) for cause in told))
    if not parts:
        return ""
    named, count = _listed(say, parts), len(parts)
    if less:
        return say.plural(
            "It would have cost less without this: {causes}.",
            "It would have cost less without any one of these: {causes}.",
            count,
            causes=named,
        )
    if account.fate == "stands" and any(cause.points for cause in account.causes):
        return say.plural(
            "It would have cost hit points without this: {causes}.",
            "It would have cost hit points without any one of these: {causes}.",
            count,
            causes=named,
        )
    if account.fate == "stands":
        return say.plural(
            "It would have fallen without this: {causes}.",
            "It would have fallen without any one of these: {causes}.",
            count,
            causes=named,
        )
    return say.plural(
        "It would have survived without this: {causes}.",
        "It would have survived without any one of these: {causes}.",
        count,
        causes=named,
    )


def _listed(say: Phrases, parts: Sequence[str]) -> str:
    """Return clauses apart from each other, which may themselves name several tiles."""
    shown = parts if len(parts) <= MOST else parts[: MOST - 1]
    more = [say.plural("{count} more", "{count} more", len(parts) - MOST + 1)] if len(parts) > MOST else []
    return "; ".join((*shown, *more))


def _cause(say: Phrases, fight: Fight, cause: Cause, *, less: bool = False) -> str:
    """Return one cause, with what it made of a banner's hit points."""
    text, count = _did(say, fight, cause), cause.points
    if not count:
        return text
    if less and cause.exactly:
        return say.plural("{cause} ({count} hit point less)", "{cause} ({count} hit points less)", count, cause=text)
    if less:
        return say.plural(
            "{cause} (at least {count} hit point less)", "{cause} (at least {count} hit points less)", count, cause=text
        )
    if cause.exactly:
        return say.plural("{cause} ({count} hit point)", "{cause} ({count} hit points)", count, cause=text)
    return say.plural(
        "{cause} (at least {count} hit point)", "{cause} (at least {count} hit points)", count, cause=text
    )


def _did(say: Phrases, fight: Fight, cause: Cause) -> str:
    tile = tile_at(say, fight.before, cause.factor.hex)
    others = say.every(tile_at(say, fight.before, hex_) for hex_ in cause.others)
    if cause.gift:
        piece = fight.start.board[cause.factor.hex]
        gifts = piece.type.gifts if piece is not None else None
        bonus = f"{getattr(gifts, cause.gift):+}" if gifts is not None else ""
        return say(_GIVEN[cause.gift].template, tile=tile, others=others, bonus=bonus)
    if cause.part == "wounded" and _gone(fight).intersection(cause.others):
        return say("{other} was already wounded and fell", other=others)
    if cause.others and cause.part in _ON_OTHERS:
        return say(_ON_OTHERS[cause.part].template, tile=tile, other=others)
    return say(_ON_IT.get(cause.part, _ON_IT["matters"]).template, tile=tile)


def _gone(fight: Fight) -> set[int]:
    """Return the hexes of the tiles that fell."""
    return {tile.hex for wounds in fight.wounds for tile in (*wounds.removed, *wounds.fallen)}


def _together(say: Phrases, account: Account) -> str:
    """Return that no single hit was needed, and how many wounds would have been enough; nothing where one was."""
    now = [blow for blow in _deciding(account) if blow.absorbed_by is None and blow.wounds]
    if account.fate != "falls" or len(now) < 2 or any(cause.part == "hits" for cause in account.causes):
        return ""
    total = sum(blow.wounds for blow in now)
    if account.left > 0 and total > account.left:
        return say(
            "No single hit decided it: they dealt {total}, and {needed} would have been enough.",
            total=total,
            needed=account.left,
        )
    return say("No single one of these decided it.") if account.together else ""


def _all_the_same(say: Phrases, account: Account) -> str:
    """Return that it would have fallen later without what felled it."""
    if account.later is None:
        return ""
    if account.later == AFTER:
        return say("Otherwise it would have fallen at the end of the battle.")
    if account.later < BEGINNING or account.later == NEVER:
        return say("Otherwise it would have fallen all the same.")
    return say("Otherwise it would have fallen in phase {phase}.", phase=account.later)


# what it did not do

_MISSED: Final[Mapping[Missed, Message]] = {
    "fell": Message("It did not strike in {phases}: it had fallen by then (R5.5)."),
    "nobody": Message("It struck at nobody in {phases}: no enemy stood where its attacks point (R7.1, R7.2)."),
    "armor": Message("Its strike in {phases} did nothing: armor stopped it (R7.5): {tiles}."),
    "absorbed": Message("Its strike in {phases} did nothing: a rune absorbed it (R8): {tiles}."),
    "netted": Message("It could not strike in {phases}: it was netted (R7.7). {held}"),
    "disarmed": Message("It could not strike in {phases}: it was disarmed (R7.14). {held}"),
}


def _misses(say: Phrases, fight: Fight, account: Account) -> list[str]:
    """Return why its attacks did nothing, those alike together."""
    alike: dict[Missed, list[Miss]] = {}
    for miss in account.misses:
        alike.setdefault(miss.why, []).append(miss)
    return [_missed(say, fight, why, some) for why, some in alike.items()]


def _phases_named(say: Phrases, numbers: Sequence[int]) -> str:
    return say.plural("phase {phases}", "phases {phases}", len(numbers), phases=say.every(map(str, numbers)))


def _missed(say: Phrases, fight: Fight, why: Missed, misses: Sequence[Miss]) -> str:
    numbers = sorted({miss.phase for miss in misses}, reverse=True)
    phases = _phases_named(say, numbers)
    targets = dict.fromkeys(hex_ for miss in misses for hex_ in miss.targets)
    tiles = several(say, (tile_at(say, fight.before, hex_) for hex_ in targets), MOST)
    causes = dict.fromkeys(cause for miss in misses for cause in miss.causes)
    held = _listed(say, [_cause(say, fight, cause) for cause in causes])
    if held and any(miss.jointly for miss in misses):
        held = say("Without all of these it could have: {causes}.", causes=held)
    elif held:
        held = say.plural(
            "Without this it could have: {causes}.",
            "Without any one of these it could have: {causes}.",
            len(causes),
            causes=held,
        )
    return say(_MISSED[why].template, phases=phases, tiles=tiles, held=held).rstrip()
