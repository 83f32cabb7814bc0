"""The whole position in words, and in short form as alternative text."""

from __future__ import annotations

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import fight, waiting
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.monsters_and_myths.cards import LETTERS, NATIONS, SYMBOLS, Ranks, creatures, size
from games.monsters_and_myths.view import SEATS, SeatView, View
from render.monsters_and_myths import heading


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return everything that the reader may know, seat by seat."""
    lines = [say.message(heading(view)), waiting(say, view, names), fight(say, view, names)]
    for seat in view.seats:
        lines += ["", *_seat(say, view, seat, names)]
    lines += ["", say("Draw pile: {count} cards.", count=view.pile)]
    if view.discards:
        lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards)))
    return cut("\n".join(_without_gaps(lines)), EMBED_DESCRIPTION)


def _without_gaps(lines: list[str]) -> list[str]:
    """Return the lines without empty ones beside each other."""
    return [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]


def _seat(say: Phrases, view: View, seat: SeatView, names: Names) -> list[str]:
    who = player(names, seat.seat)
    letter = SEATS[seat.seat]
    title = f"**{who}** ({letter})" if who != letter else f"**{letter}**"
    lines = [say("{player}: {points} points as the cards lie now.", player=title, points=view.points(seat.seat))]
    if seat.left:
        lines.append(say("Has given up; the cards stay."))
    lines += [
        f"- {_nation(say, view, seat, at)}" for at, ranks in enumerate(seat.troops) if ranks.size or ranks.wizards
    ]
    open_cards = [n.card(say, card.code) for card in seat.attacks]
    if seat.catapults:
        open_cards.append(say.plural("{count} catapult", "{count} catapults", seat.catapults))
    if open_cards:
        lines.append(f"- {say.every(open_cards)}")
    if seat.captured:
        lines.append(f"- {say('Captured: {cards}.', cards=n.counted(say, seat.captured))}")
    return [*lines, *(f"- {line}" for line in _hidden(say, seat))]


def _nation(say: Phrases, view: View, seat: SeatView, at: int) -> str:
    ranks = seat.troops[at]
    parts = [n.counted(say, creatures(tuple(ranks if k == at else Ranks() for k in range(len(NATIONS)))))]
    if ranks.wizards:
        parts.append(say.plural("{count} wizard", "{count} wizards", ranks.wizards))
    if seat.seat == view.active and view.force[at].size:
        parts.append(say("{count} fight", count=view.force[at].size))
    if seat.seat == view.active and view.flipped[at].size:
        parts.append(say("{count} face down", count=view.flipped[at].size))
    if seat.seat in view.largest(at):
        parts.append(say("largest, {points} points", points=NATIONS[at].largest))
    return f"{n.nation(say, at)} {ranks.size}: {', '.join(part for part in parts if part)}"


def _hidden(say: Phrases, seat: SeatView) -> list[str]:
    """Return what is in hand, as far as the reader may know."""
    if seat.hand:
        return [say("In hand: {cards}.", cards=n.counted(say, seat.hand))]
    if seat.kept:
        return [say("Kept: {cards}.", cards=n.counted(say, seat.kept))]
    if seat.hand_count:
        return [say("{count} cards in hand.", count=seat.hand_count)]
    return [say("Has chosen which cards to keep.")] if seat.kept_count else []


def alt_text(say: Phrases, view: View, more: str = "") -> str:
    """Return the position in short form: ``A 22: U3 3i c, G5* 3i1a1m w; captured 4``; a star marks a largest nation."""
    parts = [say.message(heading(view))]
    if view.active is not None and view.target is not None:
        parts.append(f"{SEATS[view.active]} > {view.target.text}.")
    if view.exchange is not None:
        parts.append(f"{'-'.join(map(str, view.exchange.attack))} : {'-'.join(map(str, view.exchange.defence))}.")
    parts += [_short(view, seat) for seat in view.seats]
    parts.append(more)
    return cut(" ".join(part for part in parts if part), ALT_TEXT)


def _short(view: View, seat: SeatView) -> str:
    nations = []
    for at, ranks in enumerate(seat.troops):
        if ranks.size or ranks.wizards:
            star = "*" if seat.seat in view.largest(at) else ""
            counts = "".join(f"{count}{symbol}" for count, symbol in zip(ranks, SYMBOLS, strict=False) if count)
            nations.append(f"{LETTERS[at]}{star} {counts}{' w' * ranks.wizards}".rstrip())
    rest = [f"c{seat.catapults}"] if seat.catapults else []
    rest += [f"#{card.number}" for card in seat.attacks]
    if size(view.force) and seat.seat == view.active:
        rest.append(f"({size(view.force)})")
    return f"{SEATS[seat.seat]} {view.points(seat.seat)}: {', '.join([*nations, *rest])}; {len(seat.captured)}."
