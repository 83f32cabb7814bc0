"""A match as a commit has left it, without reading it again."""

from collections.abc import Sequence
from dataclasses import replace

from storage.records.clocks import SeatClock
from storage.records.matches import StoredMatch
from storage.records.steps import Commit, Committed, StoredAction


def applied(
    match: StoredMatch, entries: Sequence[StoredAction], step: Commit, done: Committed
) -> tuple[StoredMatch, tuple[StoredAction, ...]]:
    """Return the match and its entries after `step`, which was made for exactly these and has led to `done`."""
    after = replace(
        match,
        version=done.version,
        updated_at=step.now,
        snapshot=match.snapshot if step.snapshot is None else step.snapshot,
        state_hash=match.state_hash if step.state_hash is None else step.state_hash,
        status=match.status if step.status is None else step.status,
        options=match.options if step.options is None else step.options,
        result=match.result if step.result is None else step.result,
        seats=match.seats if step.seats is None else step.seats,
        parts=match.parts if step.parts is None else step.parts,
        clocks=_newest(match.clocks, step.clocks),
        former=match.former if step.former is None else (*match.former, step.former),
    )
    added = (
        StoredAction(
            seq=seq,
            kind=new.kind,
            seat=new.seat,
            text=new.text,
            boundary=new.boundary,
            secret=new.secret,
            undoes=new.undoes,
            state_hash=new.state_hash,
            choice_key=new.choice_key,
            created_at=step.now,
        )
        for seq, new in zip(done.seqs, step.actions, strict=True)
    )
    return after, (*entries, *added)


def _newest(known: Sequence[SeatClock], changed: Sequence[SeatClock]) -> tuple[SeatClock, ...]:
    newest = {one.seat: one for one in (*known, *changed)}
    return tuple(newest[seat] for seat in sorted(newest))
