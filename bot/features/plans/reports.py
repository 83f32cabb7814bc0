"""What came of plans: in words, told above a page or by direct message, and before another plan takes its place."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.plans.plans import Outcome, Plans
from bot.interactions.services import Note, Request
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.panels.face import AnyFace
from bot.publish.notifier import Notifier
from bot.texts import match as texts
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import Action
from games.errands import errands_of
from storage import ClaimedJob, StoredPlan


async def panel_note(request: Request, match: LoadedMatch) -> Note:
    """Return a line about what came of the asker's plan and nobody has told them yet."""
    plans = request.services.get(Plans)
    plan = await plans.mine(match, request.user)
    if plan is None or plan.outcome is None:
        return Note()
    text = outcome_text(request.say, match, plan, await request.services.names.seats(request.say, match))
    return Note(text, lambda: plans.remove_reported(match, plan))


async def keep(request: Request, match: LoadedMatch, lines: Sequence[str]) -> tuple[LoadedMatch, str]:
    """Keep a plan of the asker, or delete it without lines; return the match as it is then. Raises `Refusal`.

    Returns besides what came of the plan before and has to be told now: it is kept no longer.
    """
    report = await panel_note(request, match)
    played = await request.services.get(Plans).keep(match, request.user, lines)
    return played.match, report.text


class Reports:
    """Tells players what came of their plans."""

    def __init__(self, plans: Plans, notifier: Notifier) -> None:
        self.plans = plans
        self.notifier = notifier

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player by direct message; without those the next panel says it. Raises Discord's errors."""
        job = claim.job
        user = job.recipient
        assert user is not None
        plan = await self.plans.mine(match, user) if match.seat_of(user) is not None else None
        if plan is None or plan.outcome is None or await put_off(self.notifier.matches, match, job, now):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        names = await self.notifier.names.seats(say, match)
        text = texts.lines(await self.notifier.describe(say, match, user), outcome_text(say, match, plan, names))
        if await self.notifier.send_dm(match, job, user, text):
            await self.plans.remove_reported(match, plan)


# In words


def outcome_text(say: Phrases, match: LoadedMatch, plan: StoredPlan, names: Names) -> str:
    """Return what came of a plan: the actions carried out, the lines that were not, and why."""
    outcome = Outcome.read(plan.outcome or "")
    played = [entry for entry in match.entries if entry.seq in outcome.done]
    done = " · ".join(match.face.words.action_text(say, tuple(entry.text.split()), names) for entry in played)
    if not outcome.left or outcome.why is None:
        return say("Your plan was carried out: {actions}", actions=done)
    reason = f"{say.message(outcome.why)} ({outcome.rule})" if outcome.rule else say.message(outcome.why)
    rest = listed(say, match.face, outcome.left, names)
    if not played:
        return say("Your plan was not carried out: {rest}. {reason}", rest=rest, reason=reason)
    return say(
        "Your plan was carried out in part: {actions}. Not carried out: {rest}. {reason}",
        actions=done,
        rest=rest,
        reason=reason,
    )


def listed(say: Phrases, face: AnyFace, lines: Sequence[str], names: Names) -> str:
    """Return the lines of a plan in words; what was typed and means nothing stands as it was typed."""
    return " · ".join(_in_words(say, face, tuple(line.split()), names) for line in lines)


def _in_words(say: Phrases, face: AnyFace, words: Action, names: Names) -> str:
    errands = errands_of(face.game)
    if errands is not None and errands.known(words):
        return say.message(errands.title(words))
    try:
        text = face.words.action_text(say, words, names)
    except (LookupError, ValueError):  # it is no action
        text = " ".join(words)
    return f"`{text}`" if text == " ".join(words) else text
