# SPDX-License-Identifier: GPL-3.0-or-later
"""One entry without and with the wrapper, as often as it takes to tell chance from a difference."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import execute
import traces

ATTEMPTS = 3
GOOD = ("same", "flaky")


@dataclass
class Comparison:
    """What the table says of one entry.

    verdict: same; flaky (the results vary without the wrapper too); differs; unsteady (they vary
    with the wrapper only); trace (a file that it left is not as it should be); unbuilt.
    """

    entry: object
    plain: list
    traced: list
    reports: list
    verdict: str

    @property
    def faults(self):
        found = [fault for report in self.reports for fault in report.faults]
        return list(dict.fromkeys(found))

    @property
    def messages(self):
        return list(dict.fromkeys(line for run in self.traced for line in run.messages))


class Runner:
    """How entries are run: where, with which library, for how long."""

    def __init__(self, suite, options, tools):
        self.suite = suite
        self.options = options
        self.tools = tools
        self.library = str(Path(options.library).resolve())
        self.polite = None if options.busy else str(suite.build_polite())
        self.folder = tempfile.mkdtemp(prefix="hdtrace-suite-")
        self.settings = dict(setting.split("=", 1) for setting in options.env)

    def close(self):
        """No rank is left polling, no file is left behind."""
        execute.end_all()
        shutil.rmtree(self.folder, ignore_errors=True)

    def compare(self, entry):
        plain, traced, reports = [], [], []
        for _ in range(ATTEMPTS):
            plain.append(self.once(entry, None))
            if plain[-1].result == "unbuilt":
                return Comparison(entry, plain, plain, [], "unbuilt")
            run, report = self.traced(entry, passed(plain[-1]))
            traced.append(run)
            reports.append(report)
            if plain[-1].key == run.key:
                break
        return Comparison(entry, plain, traced, reports, verdict(plain, traced, reports))

    def once(self, entry, folder):
        """A run in a folder of its own; with the wrapper when there is one for its files."""
        work = Path(tempfile.mkdtemp(prefix="work-", dir=self.folder))
        preload = [self.polite] if self.polite else []
        settings = {}
        if folder:
            preload.append(self.library)
            settings = {"HDTRACE_PREFIX": f"{folder}/", **self.settings}
        if preload:
            settings["LD_PRELOAD"] = ":".join(preload)
        try:
            return execute.run(entry, self.suite, self.options.mpiexec, work, settings,
                               self.options.limit)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def traced(self, entry, expected):
        folder = Path(tempfile.mkdtemp(prefix="traces-", dir=self.folder))
        try:
            run = self.once(entry, folder)
            report = traces.check_folder(folder, self.tools, passed(run) and not entry.judge)
            if self.options.keep and (report.faults or passed(run) != expected):
                keep(folder, Path(self.options.keep), entry, run)
            return run, report
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def passed(run):
    return run.result == "passed"


def keep(folder, target, entry, run):
    """The files and the output of a run that needs a look."""
    place = target / (entry.title.replace("/", "_").replace(" ", "_")[:100] + f"_{entry.ranks}")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    (place / "output.txt").write_text("\n".join([run.output, *run.messages]), encoding="utf-8")


def verdict(plain, traced, reports):
    if any(report.faults for report in reports):
        return "trace"
    if len(traced) == 1:
        return "same"
    if len({run.key for run in plain}) > 1:
        return "flaky"
    agreed = any(run.key == plain[0].key for run in traced)
    return "unsteady" if agreed else "differs"
