"""Timers as tests set, read and claim them."""

from __future__ import annotations

from storage import TIMER, Claimed, Store, timer


async def set_timer(store: Store, match_id: str, kind: str, due_at: int) -> None:
    """Set or move the timer of a kind that a match has."""
    await store.jobs.add(match_id, (timer(match_id, kind, due_at),), now=due_at)


async def timers(store: Store, match_id: str) -> list[tuple[str, int]]:
    """Return kind and due time of every timer of a match that is not done, the next one first."""
    jobs = await store.jobs.of_match(match_id, TIMER)
    pending = [job for job in jobs if job.state in ("pending", "running")]
    return [(job.kind, job.due_at) for job in sorted(pending, key=lambda job: (job.due_at, job.id))]


async def claim_timers(store: Store, now: int, *, owner: str = "me", lease_ms: int = 1, room: int = 1) -> Claimed:
    """Claim timers that are due."""
    return await store.jobs.claim(now, owner=owner, lease_ms=lease_ms, room=room, pool=TIMER)
