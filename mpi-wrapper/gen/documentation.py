# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that lists every function and what its state holds."""

from schema import schema

GROUPS = {
    "p2p": "Point to point", "request": "Requests", "coll": "Collectives",
    "comm": "Communicators, groups, topologies, processes, sessions", "type": "Datatypes",
    "rma": "One-sided", "io": "Files", "env": "Environment",
}

# What the rows of a group do not say.
NOTES = {"io": [
    "`offset` of an ordered call: where the data of this process begins, that is the shared pointer "
    "before the call and behind it what the processes before this one asked for (also where a read got "
    "less). It is exact unless a process still moves the shared pointer by other calls while the first "
    "one comes to the ordered one; MPI leaves open what the call does then. It is left out for files that "
    "are opened with MPI_MODE_SEQUENTIAL, whose pointer nobody may ask for, and when the amount of a "
    "process before is not known because its arguments are wrong; in files that programs opened together "
    "which were started apart, or sessions without MPI_Init (MPICH 4.0.2 opens no file there), only the "
    "first process has it.", "",
    "`*_shared` calls have no offset, since nobody can know it: who comes first gets the next bytes, "
    "and the pointer asked for before or after the call may have been moved by others in between. "
    "What is certain are the amounts, where `File_seek_shared` from the beginning and ordered calls put "
    "it, and that states which do not overlap in time got their bytes in "
    "this order. A replay makes the same calls, in the order of their ends.", ""]}


def fields(entries):
    return " ".join(f"`{name}`" + ("?" if about.get("optional") else "")
                    for name, about in entries.items())


def holds(entry):
    children = [f"{{{name}: {fields(inside)}}}" for name, inside in entry["children"].items()]
    return " ".join(filter(None, [fields(entry["attributes"])] + children)) or "-"


def names(functions, entries):
    """Functions in a cell; those with a large-count variant are marked."""
    shown = []
    for name in functions:
        if name.endswith("_c") and name[:-2] in functions:
            continue
        element = entries[name]["state"]
        shown.append(name + ("*" if name + "_c" in functions else "") +
                     (f" (`{element}`)" if element != name else ""))
    return ", ".join(shown)


def section(group, entries):
    """Rows of functions whose states hold the same, in the order of the first of them."""
    rows = {}
    for name, entry in entries.items():
        if entry["group"] == group:
            rows.setdefault((entry["local"], holds(entry)), []).append(name)
    lines = [f"## {GROUPS[group]}", "", "| functions | their states hold |", "|---|---|"]
    for (local, what), functions in sorted(rows.items(), key=lambda row: row[0][0]):
        lines.append(f"| {names(functions, entries)}{' **local**' if local else ''} | {what} |")
    return lines + [""]


def kinds_of(entries):
    """Attribute name -> kinds, over all functions."""
    found = {}
    for entry in entries.values():
        for part in [entry["attributes"]] + list(entry["children"].values()):
            for name, about in part.items():
                found.setdefault(name, set()).add(about["kind"])
    return found


def write_documentation(functions, path):
    what = schema(functions)
    entries = what["functions"]
    large = sum(name.endswith("_c") for name in entries)
    lines = [
        "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->",
        "<!-- Made from functions.def by gen/generate.py; changes belong there. -->",
        "# Every MPI function and what is recorded of it", "",
        f"{len(entries)} functions, {large} of them with large counts (`_c`, marked `*` where the state "
        "is the plain function's).",
        "A state has the function's name without `MPI_`, or the one in brackets, and the attributes `time` "
        "and `end`. `?`: only where it applies.",
        "`{Element: ...}`: child elements. **local**: recorded with `HDTRACE_LOCAL=1`. Any state may also "
        f"have {fields(what['every']).replace('?', '')}.",
        "The same for programs: `share/hdtrace/mpi-states.json`.", "",
        "## Attributes", "", "| kind | means | attributes |", "|---|---|---|"]
    by_name = kinds_of(entries)
    for kind, means in what["kinds"].items():
        shown = " ".join(f"`{n}`" for n, kinds in sorted(by_name.items()) if kind in kinds)
        lines.append(f"| {kind} | {means} | {shown or '-'} |")
    lines.append("")
    for group in GROUPS:
        lines += section(group, entries) + NOTES.get(group, [])
    skipped = [f for f in functions if "skip" in f.flags]
    lines += ["## Not recorded", "", "| symbols | reason |", "|---|---|"]
    reasons = {}
    for function in skipped:
        reasons.setdefault(function.reason, []).append(function.name)
    lines += [f"| {', '.join(n)} | {reason} |" for reason, n in reasons.items()]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines + [""]))
