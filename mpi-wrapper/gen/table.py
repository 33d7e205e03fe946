# SPDX-License-Identifier: GPL-3.0-or-later
"""functions.def: the rows of the table and what they mean. Its form is described at its top."""

import re

# kind: (C declaration, the one of the large-count variant where it differs)
KINDS = {
    "aint": ("MPI_Aint %s",),
    "aints": ("const MPI_Aint %s[]",),
    "buf": ("void *%s",),
    "cbuf": ("const void *%s",),
    "comm": ("MPI_Comm %s",),
    "count": ("int %s", "MPI_Count %s"),
    "counts": ("const int %s[]", "const MPI_Count %s[]"),
    "cstatus": ("const MPI_Status *%s",),
    "displs": ("const int %s[]", "const MPI_Aint %s[]"),
    "errhandler": ("MPI_Errhandler %s",),
    "file": ("MPI_File %s",),
    "group": ("MPI_Group %s",),
    "info": ("MPI_Info %s",),
    "int": ("int %s",),
    "ints": ("const int %s[]",),
    "length": ("MPI_Aint %s", "MPI_Count %s"),
    "lengths": ("const MPI_Aint %s[]", "const MPI_Count %s[]"),
    "message": ("MPI_Message *%s",),
    "newcomm": ("MPI_Comm *%s",),
    "newerrhandler": ("MPI_Errhandler *%s",),
    "newfile": ("MPI_File *%s",),
    "newgroup": ("MPI_Group *%s",),
    "newinfo": ("MPI_Info *%s",),
    "newop": ("MPI_Op *%s",),
    "newsession": ("MPI_Session *%s",),
    "newtype": ("MPI_Datatype *%s",),
    "newwin": ("MPI_Win *%s",),
    "offset": ("MPI_Offset %s",),
    "op": ("MPI_Op %s",),
    "outaint": ("MPI_Aint *%s",),
    "outaints": ("MPI_Aint %s[]",),
    "outcount": ("int *%s", "MPI_Count *%s"),
    "outint": ("int *%s",),
    "outints": ("int %s[]",),
    "outlength": ("MPI_Aint *%s", "MPI_Count *%s"),
    "outoffset": ("MPI_Offset *%s",),
    "outtext": ("char *%s",),
    "outtypes": ("MPI_Datatype %s[]",),
    "outwide": ("MPI_Count *%s",),
    "outwides": ("MPI_Count %s[]",),
    "ranges": ("int %s[][3]",),
    "req": ("MPI_Request %s",),
    "request": ("MPI_Request *%s",),
    "requests": ("MPI_Request %s[]",),
    "session": ("MPI_Session %s",),
    "status": ("MPI_Status *%s",),
    "statuses": ("MPI_Status %s[]",),
    "text": ("const char *%s",),
    "textarray": ("const char %s[]",),
    "type": ("MPI_Datatype %s",),
    "types": ("const MPI_Datatype %s[]",),
    "wide": ("MPI_Count %s",),
    "win": ("MPI_Win %s",),
}

FLAGS = re.compile(r"large|local|optional|special|skip|hot|(?:element|returns)=\w+")
ITEM = re.compile(r"(?:[^\s()\"]|\"[^\"]*\"|\((?:[^()]|\([^()]*\))*\))+")


class TableError(Exception):
    """A row that the table's form does not allow."""


class Function:
    """One row."""

    group = None  # of the rows that follow a line `group NAME`
    reason = ""   # why it is skipped

    def __init__(self, name, since, flags, parameters, described):
        self.name = name
        self.since = since
        self.flags = {f for f in flags if "=" not in f}
        given = dict(f.split("=") for f in flags if "=" in f)
        self.element = given.get("element", name)
        self.returns = given.get("returns", "int")
        self.parameters = parameters
        self.described = described
        self.recorded = [] if "special" in self.flags else described

    def declarations(self, large):
        result = []
        for name, kind in self.parameters:
            if kind.startswith("{"):
                raw = kind[1:-1]
                result.append("..." if raw == "..." else declare(raw, name))
            else:
                forms = KINDS[kind]
                result.append(forms[-1 if large else 0] % name)
        return result

    def has_kind(self, kinds):
        return any(kind in kinds for _, kind in self.parameters)

    def full_name(self, large):
        return self.name + ("_c" if large else "")

    def variants(self):
        return (False, True) if "large" in self.flags else (False,)


def declare(raw, name):
    """A declaration from a type in braces: `T *`, `T []`."""
    if raw.endswith("[]"):
        return f"{raw[:-2].rstrip()} {name}[]".replace("* ", "*")
    return f"{raw}{'' if raw.endswith('*') else ' '}{name}"


def parse_parameters(text):
    result = []
    for match in re.finditer(r"([\w.]+):(\{[^}]*\}|\w+)", text):
        name, kind = match.groups()
        if not kind.startswith("{") and kind not in KINDS:
            raise TableError(f"unknown kind {kind}")
        result.append((name, kind))
    if re.sub(r"([\w.]+):(\{[^}]*\}|\w+)", "", text).strip():
        raise TableError(f"not a list of name:kind: {text}")
    return result


def expand(text, sets):
    items = []
    for item in ITEM.findall(text):
        if item.startswith("@"):
            if item[1:] not in sets:
                raise TableError(f"unknown set {item}")
            items += expand(sets[item[1:]], sets)
        else:
            items.append(item)
    return items


def parse_row(fields, sets):
    name, since, flags, parameters, recorded = fields
    flags = flags.split()
    for flag in flags:
        if not FLAGS.fullmatch(flag):
            raise TableError(f"unknown flag {flag}")
    if not re.fullmatch(r"[1-9]\.[0-9]", since):
        raise TableError(f"not a version of MPI: {since}")
    if "skip" in flags:
        if not recorded:
            raise TableError(f"no reason why {name} is skipped")
        skipped = Function(name, since, flags, [], [])
        skipped.reason = recorded
        return skipped
    return Function(name, since, flags, parse_parameters(parameters), expand(recorded, sets))


def read_table(path):
    functions, sets, names, group = [], {}, set(), None
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.split("|")]
            try:
                if line.startswith("set ") and len(fields) == 2:
                    sets[fields[0][4:].strip()] = fields[1]
                    continue
                if re.fullmatch(r"group \w+", line):
                    group = line.split()[1]
                    continue
                if len(fields) != 5:
                    raise TableError(f"{len(fields)} columns instead of 5")
                if fields[0] in names:
                    raise TableError(f"second row for {fields[0]}")
                names.add(fields[0])
                functions.append(parse_row(fields, sets))
                functions[-1].group = group
            except TableError as error:
                raise TableError(f"{path}: line {number}: {error}") from error
    return functions
