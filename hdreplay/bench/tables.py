# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the MPIOR thesis (3.1 to 3.9) with our programs: for each the errors on both targets, and the
times of all rank counts."""

import statistics

import figures

KINDS = ("Trace", "Replay", "Replay from the other")
SUMMARIES = (("Max", max), ("Min", min), ("Average", statistics.fmean),
             ("Standard deviation", lambda values: statistics.stdev(values) if len(values) > 1 else 0.0))


def _errors(target, rounds):
    """Table of the errors on one target, over all rank counts."""
    columns = list(zip(*(one.errors() for one in rounds)))
    lines = [f"| {target.name}: error rate in % | {' | '.join(KINDS)} |", "|---|---:|---:|---:|"]
    lines += [f"| {name} | {' | '.join(f'{how(column):.2f}' for column in columns)} |" for name, how in SUMMARIES]
    return lines


def of_program(title, rows):
    """Three tables of one program. rows: by ranks, the rounds by target"""
    targets = list(next(iter(rows.values())))
    lines = [f"## {title}", ""]
    for target in targets:
        lines += [*_errors(target, [row[target] for row in rows.values()]), ""]
    heads = [f"{target.name}: {kind}" for target in targets for kind in ("original", "trace", "replay", "replay from other")]
    lines += [f"| ranks | {' | '.join(heads)} | varies |", f"|---:|{'---:|' * (len(heads) + 1)}"]
    for ranks, row in rows.items():
        times = [f"{figures.median(column):.3f}" for target in targets for column in row[target].columns()]
        noise = max(row[target].noise() for target in targets)
        lines.append(f"| {ranks} | {' | '.join(times)} | {noise:.1f} % |")
    return "\n".join(lines) + "\n"


def whole(made, repetitions, processors):
    """All programs, with what one has to know of the numbers."""
    return "\n".join([
        "# Original, traced, replayed, replayed from the other file system", "",
        f"Seconds, medians of {repetitions}; {processors} processors, so that more ranks share them. Errors as in the",
        "thesis: positive where the original took longer. `varies` is the larger half distance of quartiles of the",
        f"originals and of the replays from the other target; above {figures.NOISE_PERCENT} % a row tells little.", "",
        *made])
