# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that calls every function once: arguments follow from the kinds of parameters, and from
tests/smoke/arguments.def where those do not say enough."""

import fnmatch

from table import TableError

# kind: argument (and the one of a large-count variant). The variables are those of frame.h.
ARGUMENTS = {
    "aint": ("0",), "aints": ("byte_places",), "buf": ("receive_buffer",),
    "cbuf": ("send_buffer",), "comm": ("MPI_COMM_WORLD",), "count": ("1",),
    "counts": ("ones", "wide_ones"), "cstatus": ("&status",), "displs": ("places", "byte_places"),
    "errhandler": ("MPI_ERRORS_RETURN",), "file": ("file",), "group": ("group",),
    "info": ("hints",), "int": ("0",), "ints": ("ones",), "length": ("4",),
    "lengths": ("byte_places", "wide_places"), "message": ("&message",),
    "newcomm": ("&new_comm",), "newerrhandler": ("&new_errhandler",), "newfile": ("&new_file",),
    "newgroup": ("&new_group",), "newinfo": ("&new_info",), "newop": ("&new_op",),
    "newsession": ("&new_session",), "newtype": ("&new_type",), "newwin": ("&new_win",),
    "offset": ("0",), "op": ("MPI_SUM",), "outaint": ("&address",), "outaints": ("addresses",),
    "outcount": ("&number", "&wide"), "outint": ("&number",), "outints": ("numbers",),
    "outlength": ("&address", "&wide"), "outoffset": ("&offset",), "outtext": ("text",),
    "outtypes": ("types_out",), "outwide": ("&wide",), "outwides": ("wides",),
    "ranges": ("one_range",), "req": ("request",), "request": ("&request",),
    "requests": ("&request",), "session": ("session",), "status": ("&status",),
    "statuses": ("statuses",), "text": ('"key"',), "textarray": ('"external32"',),
    "type": ("MPI_INT",), "types": ("int_types",), "wide": ("1",), "win": ("window",),
}
# The same number means different things: by the parameter's name.
INTEGERS = {"dest": "other", "source": "other", "target_rank": "other", "rank": "other",
            "tag": "7", "sendtag": "7", "recvtag": "7"}


# Where several results of one kind go: no two of them share a variable.
ROOM = {"outint": "numbers", "outaint": "addresses", "outwide": "wides"}


class Row:
    def __init__(self, line):
        fields = [field.strip() for field in line.split(" |")]
        if len(fields) != 4:
            raise TableError(f"{len(fields)} columns instead of 4: {line}")
        self.patterns = fields[0].split()
        self.before, self.after = fields[1], fields[3]
        self.arguments = dict(part.strip().split("=", 1)
                              for part in fields[2].split(";") if part.strip())
        self.used = set()

    def fits(self, name):
        found = [p for p in self.patterns if fnmatch.fnmatchcase(name, p)]
        self.used |= set(found)
        return bool(found)

    def refuses(self, mpi):
        return self.before == "no" or self.before == f"no:{mpi}"


def read_rows(path):
    with open(path, encoding="utf-8") as lines:
        return [Row(line.rstrip("\n").lstrip("| ")) for line in lines
                if line.strip() and not line.startswith("#")]


def argument(name, kind, large, given, place):
    if name in given:
        text = given[name]
        return ("wide_" if large else "") + text[1:] if text.startswith("@") else text
    if kind in ROOM and place > 0:
        return f"&{ROOM[kind]}[{8 + place}]"
    if kind == "int" and name in INTEGERS:
        return INTEGERS[name]
    if kind not in ARGUMENTS:
        raise TableError(f"nothing says what {name} is")
    return ARGUMENTS[kind][-1 if large else 0]


def numbered(parameters):
    """Each parameter with how many of its kind are before it."""
    kinds = [kind for _, kind in parameters]
    return [(kinds[:i].count(kind), parameters[i]) for i, kind in enumerate(kinds)]


def call(function, large, rows):
    name = function.full_name(large)
    given = {}
    for row in rows:
        given.update(row.arguments)
    try:
        arguments = [argument(n, k, large, given, place)
                     for place, (n, k) in numbered(function.parameters) if n != "..."]
    except TableError as error:
        raise TableError(f"smoke test of {name}: {error}") from error
    made = f"MPI_{name}({', '.join(arguments)})"
    if function.returns != "int":
        made = f"took((double){made})"
    before = [f"    {row.before}" for row in rows if row.before and not row.before.startswith("no:")]
    after = [f"    {row.after}" for row in rows if row.after and not row.before.startswith("no:")]
    return [f"static void smoke_{name}(void)", "{"] + before + \
        [f'    CALL("{name}", {made});'] + after + ["    finish();", "}", ""]


def write_smoke(functions, header, arguments_path, mpi, path):
    """The C source, and beside it a list: `call NAME` or `leave NAME reason`."""
    table = read_rows(arguments_path)
    lines = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
             "/* Made from functions.def and arguments.def; changes belong there. */", "",
             '#include "frame.h"', ""]
    called, listed = [], []
    for function in functions:
        rows = [row for row in table if row.fits(function.name)]
        for large in function.variants():
            name = function.full_name(large)
            if "skip" in function.flags or name not in header:
                continue
            against = [row for row in rows if row.refuses(mpi)]
            if against:
                listed.append(f"leave {name} {against[0].after}")
                continue
            lines += call(function, large, rows)
            called.append(name)
            listed.append(f"call {name}")
    unused = [p for row in table for p in row.patterns if p not in row.used]
    if unused:
        raise TableError(f"{arguments_path}: no function {' '.join(unused)}")
    lines += ["void smoke_all(void)", "{"] + [f"    smoke_{name}();" for name in called] + ["}", ""]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))
    with open(path + ".list", "w", encoding="utf-8") as output:
        output.write("\n".join(listed + [""]))
