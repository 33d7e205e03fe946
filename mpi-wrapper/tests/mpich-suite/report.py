# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of results, as text and as JSON, and the summary."""

import json
from collections import Counter

from compare import GOOD

HEAD = ("np", "plain", "traced", "states", "verdict", "test")
WIDTHS = (3, 14, 14, 9, 8)
NUMBERS = (0, 3)


def outcome(runs):
    """The last run's result; with the exit status where a program failed with one."""
    last = runs[-1]
    status = f" ({last.status})" if last.result != "unbuilt" and last.status else ""
    return last.result + status


def row(comparison):
    states = comparison.reports[-1].states if comparison.reports else 0
    return (str(comparison.entry.ranks), outcome(comparison.plain), outcome(comparison.traced),
            str(states), comparison.verdict, comparison.entry.title)


def line(cells):
    padded = [cell.rjust(width) if column in NUMBERS else cell.ljust(width)
              for column, (cell, width) in enumerate(zip(cells, WIDTHS))]
    return "  ".join([*padded, cells[-1]])


def details(comparison):
    """What a reader needs to know of a result that is not the same."""
    found = [f"    {fault}" for fault in comparison.faults]
    if comparison.verdict not in GOOD:
        for title, runs in (("plain", comparison.plain), ("traced", comparison.traced)):
            found.append(f"    {title}: " + ", ".join(outcome([run]) for run in runs))
        found += [f"    | {text}" for text in comparison.traced[-1].output.splitlines()[:6]]
    return found


def table(comparisons):
    return "\n".join([line(HEAD), *(line(row(c)) for c in comparisons)]) + "\n"


def summary(comparisons, seconds):
    verdicts = Counter(c.verdict for c in comparisons)
    results = Counter(c.plain[-1].result for c in comparisons)
    reports = [c.reports[-1] for c in comparisons if c.reports]
    messages = sum(bool(c.messages) for c in comparisons)
    listed = ", ".join(f"{count} {name}" for name, count in sorted(verdicts.items()))
    plain = ", ".join(f"{count} {name}" for name, count in sorted(results.items()))
    return (f"{len(comparisons)} tests: {listed}; without the wrapper {plain}; "
            f"{sum(r.traces for r in reports)} traces ({sum(r.closed for r in reports)} closed) "
            f"with {sum(r.states for r in reports)} states; "
            f"the wrapper said something in {messages}; {seconds:.0f} s")


def as_json(comparisons, text):
    tests = [{
        "test": c.entry.title, "np": c.entry.ranks, "verdict": c.verdict,
        "plain": [[run.result, run.status, round(run.seconds, 2)] for run in c.plain],
        "traced": [[run.result, run.status, round(run.seconds, 2)] for run in c.traced],
        "states": c.reports[-1].states if c.reports else 0,
        "traces": c.reports[-1].traces if c.reports else 0,
        "faults": c.faults, "messages": c.messages,
        "notes": sorted({note for report in c.reports for note in report.notes}),
    } for c in comparisons]
    return json.dumps({"summary": text, "tests": tests}, indent=1) + "\n"


def findings(text):
    """Title and ranks of what such a JSON calls neither the same nor flaky."""
    return {(test["test"], test["np"]) for test in json.loads(text)["tests"]
            if test["verdict"] not in GOOD}
