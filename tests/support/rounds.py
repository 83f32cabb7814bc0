"""Whether the suite can be believed: groups of tests again and again, while the machine has other work.

    python -m tests.support.rounds              # fifty rounds of all groups
    python -m tests.support.rounds 5 e2e flows  # five rounds of two of them
    nice -n 15 python -m tests.support.rounds --busy 2 --into /tmp/rounds
    python -m tests.support.rounds 25 --first 26 --busy 0   # the other half, beside the first one, which is load enough

In each round the files of every group run in another order, in a process of their own, while as many others compute for
nothing as there are cores (`--busy`). A test that fails in one round of fifty is a defect: of the test, or of what it
tests. What failed is printed with the round's seed and kept in a folder; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
GROUPS = {
    "e2e": ("e2e/test_*.py",),
    "jobs": ("**/test_*jobs*.py", "**/test_*timer*.py", "**/test_*supervis*.py", "**/test_*incident*.py"),
    "flows": (
        "bot/test_flows.py",
        "bot/test_challenges.py",
        "bot/test_direct_messages.py",
        "bot/test_crashes.py",
        "bot/test_new_match.py",
        "bot/test_team*.py",
        "bot/test_toy_on_discord.py",
    ),
    "render": tuple(f"render/**/test_{name}.py" for name in ("fast", "films", "pictures", "store")),
}
"""The groups in which time, processes, threads or pictures could make a difference; patterns in `tests`. What only
computes, such as where the parts of a tile lie, is not among them."""
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    for _ in range(10**6):\n        pass\n"
"""Work for nothing, until whoever started it is gone."""
OUTCOMES = re.compile(r"\b(\d+) (passed|failed|errors?|skipped)\b")


def files(group: str) -> list[str]:
    """The files of a group."""
    found = {path for pattern in GROUPS[group] for path in (HOUSE / "tests").glob(pattern)}
    return sorted(str(path.relative_to(HOUSE)) for path in found)


def run(group: str, seed: str, into: Path) -> tuple[Counter[str], list[str], float]:
    """One group once: how many tests ended how, the lines of those that failed, seconds."""
    chosen = files(group)
    random.Random(seed).shuffle(chosen)
    begin = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-rfE", "--tb=long", *chosen]
    done = subprocess.run(command, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.splitlines()
    counts = Counter({name.removesuffix("s"): int(number) for number, name in OUTCOMES.findall(lines[-1])})
    failed = [line for line in lines if line.startswith(("FAILED tests", "ERROR tests"))]
    if done.returncode:
        (into / f"{seed.replace(' ', '-')}.txt").write_text(done.stdout)
        failed = failed or [f"pytest ended with {done.returncode}"]
    return counts, failed, time.monotonic() - begin


def main() -> int:
    """Run the rounds and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.rounds", description=__doc__.partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=50)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], default=[], metavar="group")
    parser.add_argument("--first", type=int, default=1, help="the number of the first round: the order of its files")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="processes that compute for nothing")
    parser.add_argument("--into", type=Path, default=None, help="where the output of failed rounds is kept")
    given = parser.parse_args()
    into = given.into or Path(tempfile.mkdtemp(prefix="rounds"))
    into.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that whatever runs is ended, too
    busy = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(given.busy)]
    total: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    try:
        for number in range(given.first, given.first + given.rounds):
            for group in given.groups or GROUPS:
                counts, failed, seconds = run(group, f"{group} {number}", into)
                total += counts
                seen.update(line.split(" - ")[0] for line in failed)
                said = f"{number} {group}: {dict(counts)} in {seconds:.0f} s"
                print(said, *failed, sep="\n  ", flush=True)
    finally:
        for process in busy:
            process.kill()
    print(f"{given.rounds} rounds with {given.busy} busy processes: {dict(total)}; kept in {into}")
    for line, times in seen.most_common():
        print(f"  {times} x {line}")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
