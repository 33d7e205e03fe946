# SPDX-License-Identifier: GPL-3.0-or-later
"""What is made of the times: medians, errors, a gate for noise."""

import dataclasses
import statistics

NOISE_PERCENT = 2.0  # an original that varies more can't tell an error of 2 %


def median(values):
    return statistics.median(values)


def percentile(values, share):
    """The smallest value that at least this share of all does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * len(ordered) * 1000) // 1000) - 1)]


def spread_percent(values):
    """Half of the distance of the quartiles, of the median."""
    if len(values) < 2:
        return 0.0
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return 100 * (high - low) / 2 / middle


def error_percent(original, other):
    """As in the tables of the thesis: positive where the original took longer."""
    return 100 * (original - other) / original


@dataclasses.dataclass
class Round:
    """Times of one target, of all repetitions."""
    original: list = dataclasses.field(default_factory=list)
    traced: list = dataclasses.field(default_factory=list)
    replayed: list = dataclasses.field(default_factory=list)
    crossed: list = dataclasses.field(default_factory=list)  # replayed from the other target's trace
    lag_percent: list = dataclasses.field(default_factory=list)

    def columns(self):
        return (self.original, self.traced, self.replayed, self.crossed)

    def noise(self):
        """The largest spread of what is compared."""
        return max(spread_percent(self.original), spread_percent(self.crossed))

    def errors(self):
        """Of the traced, replayed and crossed runs."""
        base = median(self.original)
        return [error_percent(base, median(column)) for column in self.columns()[1:]]


def lag_percent(told):
    """What waits were late, of the time of all ranks."""
    return 100 * told["lateNs"] / 1e9 / (told["seconds"] * told["ranks"])


def repetition(stages, targets):
    """One run of each kind on both targets, in turn, so that what changes on the machine meanwhile meets all of
    them. By name of the target: original, traced, replayed, crossed and the late shares of both replays."""
    plans = {target: stages.scratch / f"{target.name}.plan" for target in targets}
    found = {target.name: {} for target in targets}
    for target in targets:
        one = found[target.name]
        one["original"] = stages.original(target)
        recorded = stages.scratch / "recorded"
        one["traced"] = stages.original(target, recorded)
        stages.plan(recorded, plans[target])
    for target, other in (targets, targets[::-1]):
        told = [stages.replay(target, plans[source]) for source in (target, other)]
        one = found[target.name]
        one["replayed"], one["crossed"] = (each["seconds"] for each in told)
        one["late"] = [lag_percent(each) for each in told]
    return found


def rounds(repetitions, targets):
    """What repetitions have found, by target."""
    found = {target: Round() for target in targets}
    for each in repetitions:
        for target in targets:
            one, times = found[target], each[target.name]
            one.original.append(times["original"])
            one.traced.append(times["traced"])
            one.replayed.append(times["replayed"])
            one.crossed.append(times["crossed"])
            one.lag_percent += times["late"]
    return found
