# SPDX-License-Identifier: GPL-3.0-or-later
"""The suite's lists of tests: one program per line, its ranks and how it is to be judged."""

from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_RANKS = 2
DEFAULT_LIMIT_S = 180


@dataclass
class Entry:
    """One line of a list. `name` is the folder and the program, unique with ranks and arguments."""

    folder: str
    program: str
    ranks: int
    arguments: list = field(default_factory=list)
    environment: dict = field(default_factory=dict)
    launcher: list = field(default_factory=list)
    judge: str = ""
    limit_s: int = DEFAULT_LIMIT_S
    memory_gb: float = 0.0
    expected_failure: str = ""

    @property
    def name(self):
        return f"{self.folder}/{self.program}"

    @property
    def title(self):
        """What tells this entry from others of the same program."""
        settings = [f"{name}={value}" for name, value in self.environment.items()]
        return " ".join([self.name, *self.arguments, *settings])


def read(suite, folders, list_names):
    """All entries of these folders and those below, in the order of the lists."""
    entries = []
    for folder in folders or [""]:
        for name in list_names:
            read_list(suite, folder, name, entries)
    return entries


def read_list(suite, folder, list_name, entries):
    path = next((p for p in (suite.build / folder / list_name, suite.source / folder / list_name)
                 if p.is_file()), None)
    if path is None:
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#", 1)[0].split()
        if not words or words[0].startswith("!"):
            continue
        below = str(Path(folder) / words[0])
        if (suite.source / below).is_dir():
            read_list(suite, below, list_name, entries)
        else:
            entries.append(parse(folder, words))


def parse(folder, words):
    place = Path(folder) / words[0]
    ranks = int(words[1]) if len(words) > 1 and words[1].isdigit() else DEFAULT_RANKS
    entry = Entry(str(place.parent), place.name, ranks)
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if equals:
            apply(entry, key, value)
    return entry


def apply(entry, key, value):
    """One setting of a line. `strict`, `mpix`, `lock` and `init` ask for nothing here."""
    if key == "arg":
        entry.arguments.append(value)
    elif key == "env":
        name, _, text = value.partition("=")
        entry.environment[name] = text
    elif key == "mpiexecarg":
        entry.launcher.append(value)
    elif key == "resultTest":
        entry.judge = value
    elif key == "timeLimit" and value.isdigit():
        entry.limit_s = int(value)
    elif key == "mem":
        entry.memory_gb = float(value)
    elif key == "xfail":
        entry.expected_failure = value


def chosen(path):
    """A file of ours: folder and program per line, its ranks where only that entry is meant."""
    wanted = set()
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        words = line.split("#", 1)[0].split()
        if words:
            wanted.add((words[0], int(words[1]) if len(words) > 1 else None))
    return wanted


def pick(entries, wanted):
    """The entries that are wanted; names that no list has are an error, not a silent gap."""
    found = [e for e in entries if {(e.name, None), (e.name, e.ranks)} & wanted]
    names = {(e.name, None) for e in found} | {(e.name, e.ranks) for e in found}
    if wanted - names:
        raise SystemExit("no list has " + ", ".join(sorted(name for name, _ in wanted - names)))
    return found
