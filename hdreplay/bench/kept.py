# SPDX-License-Identifier: GPL-3.0-or-later
"""Repetitions that were measured, kept in a file, so that a bench may be done in portions."""

import json
import time
from pathlib import Path


class OutOfTime(Exception):
    """The time that was given is over; the text says what is missing."""


class Kept:
    """Repetitions by what was measured: a line of the file each, written when it is done.

    file: None to forget them; budget: seconds from now in which repetitions may be made, None for as many as are asked for
    """

    def __init__(self, file=None, budget=None):
        self.file = None if file is None else Path(file)
        self.end = None if budget is None else time.monotonic() + budget
        self.found = {}
        self.longest = {}
        if self.file is not None and self.file.exists():
            self._read()

    def _read(self):
        text = self.file.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):  # ended while it was written
            text = text[:text.rfind("\n") + 1]
            self.file.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                entry = json.loads(line)
                self._take(tuple(entry["of"]), entry["repetition"], entry["seconds"])
            except (ValueError, KeyError, TypeError) as cause:
                raise SystemExit(f"run: {self.file}:{number}: no repetition of this bench ({cause})") from None

    def _take(self, key, repetition, seconds):
        self.found.setdefault(key, []).append(repetition)
        self.longest[key] = max(seconds, self.longest.get(key, 0))

    def repetitions(self, key, wanted, make):
        """So many repetitions of what is named by a tuple of texts and numbers; what is missing is made by make()."""
        while len(self.found.get(key, [])) < wanted:
            # the first of its kind takes about as long as the longest of all
            needed = self.longest.get(key, max(self.longest.values(), default=0))
            if self.end is not None and time.monotonic() + needed > self.end:
                raise OutOfTime(f"{wanted - len(self.found.get(key, []))} of {wanted} repetitions are missing")
            begin = time.monotonic()
            repetition = make()
            seconds = time.monotonic() - begin
            self._take(key, repetition, seconds)
            if self.file is not None:
                with self.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"of": key, "seconds": round(seconds, 3), "repetition": repetition}) + "\n")
        return self.found[key][:wanted]
