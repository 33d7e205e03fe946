#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make a man page of each command from what its --help prints, so that there is one text.

usage: make_man.py BIN VERSION FOLDER PROGRAM:PURPOSE...

BIN is a folder with hdtrace and the other programs. Writes hdtrace.1, hdtrace-COMMAND.1 for each command
that the front end lists, and PROGRAM.1. What can't say anything there gets no page: commands that only
work in a checkout, and those whose part was not built."""

import pathlib
import re
import subprocess
import sys


def help_of(command):
    """What it prints, or None."""
    try:
        run = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=120,
                             stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode == 0 and run.stdout.strip() else None


def roff(text):
    """A text as it is: no line of it is a request."""
    lines = text.rstrip().replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in lines)


def page(name, purpose, text, version, others):
    # The synopsis goes on in lines that are indented.
    usage, rest = re.fullmatch(r"(.*(?:\n[ ].*)*)\n*((?s:.*))", text.strip()).groups()
    usage = re.sub(r"(?i)^usage:\s*|^ {7}", "", usage, flags=re.MULTILINE)
    parts = [f'.TH {name.upper()} 1 "" "HDTrace {version}" "HDTrace"',
             ".SH NAME", f"{roff(name)} \\- {roff(purpose)}",
             ".SH SYNOPSIS", ".nf", roff(usage), ".fi"]
    if rest:
        parts += [".SH DESCRIPTION", ".nf", roff(rest), ".fi"]
    if others:
        parts += [".SH SEE ALSO", ", ".join(f"\\fB{roff(other)}\\fR(1)" for other in others)]
    return "\n".join(parts) + "\n"


def main():
    folder, version, target, *programs = sys.argv[1:]
    hdtrace = pathlib.Path(folder, "hdtrace")
    target = pathlib.Path(target)
    listed = subprocess.run([hdtrace, "--list-commands"], capture_output=True, text=True, check=True)
    pages = [(f"hdtrace-{command}", purpose, [hdtrace, command])
             for command, purpose in (line.split(" ", 1) for line in listed.stdout.splitlines())]
    for program in programs:
        name, _, purpose = program.partition(":")
        pages.append((name, purpose, [pathlib.Path(folder, name)]))
    made, silent = [], []
    target.mkdir(parents=True, exist_ok=True)
    for name, purpose, command in pages:
        text = help_of(command)
        (silent if text is None else made).append(name)
        if text is not None:
            (target / f"{name}.1").write_text(page(name, purpose, text, version, ["hdtrace"]))
    (target / "hdtrace.1").write_text(page("hdtrace", "trace, simulate and look at MPI programs and parallel I/O",
                                           help_of([hdtrace]), version, made))
    print(f"{len(made) + 1} man pages; none for {', '.join(silent) or 'nothing'}")


if __name__ == "__main__":
    main()
