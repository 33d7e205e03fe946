#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make the wrappers of functions.def.

    generate.py functions.def --output wrappers.c      C source of every generated wrapper
    generate.py functions.def --header mpi.h ...       compare the table with prototypes of headers

The form of the table is described at its top.
"""

import argparse
import re
import sys

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

# Calls with such a parameter keep the tables of handles and so run while recording is off.
KEEPING = {"newcomm", "newtype", "newwin", "request", "requests", "message"}

# What hd__before_<name> returns.
BEFORE = {"position": "const MPI_Offset", "message": "hd__comm *const"}

# Arguments that stand for constants of hdmpi_record.h.
REQUEST_KINDS = {"SEND", "SEND_INIT", "RECV", "RECV_INIT", "COLLECTIVE", "COLLECTIVE_INIT", "IO",
                 "GENERAL"}

FLAGS = re.compile(r"large|local|special|skip|element=\w+")
ITEM = re.compile(r"(?:[^\s()\"]|\"[^\"]*\"|\((?:[^()]|\([^()]*\))*\))+")


class TableError(Exception):
    """A row that the table's form does not allow."""


class Function:
    """One row."""

    def __init__(self, name, since, flags, parameters, recorded):
        self.name = name
        self.since = since
        self.flags = {f for f in flags if not f.startswith("element=")}
        element = [f[8:] for f in flags if f.startswith("element=")]
        self.element = element[0] if element else name
        self.parameters = parameters
        self.recorded = recorded

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
        return Function(name, since, flags, [], [])
    return Function(name, since, flags, parse_parameters(parameters), expand(recorded, sets))


def read_table(path):
    functions, sets, names = [], {}, set()
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
                if len(fields) != 5:
                    raise TableError(f"{len(fields)} columns instead of 5")
                if fields[0] in names:
                    raise TableError(f"second row for {fields[0]}")
                names.add(fields[0])
                functions.append(parse_row(fields, sets))
            except TableError as error:
                raise TableError(f"{path}: line {number}: {error}") from error
    return functions


def split_arguments(text):
    return [a.strip() for a in re.findall(r"(?:[^,()]|\([^()]*\))+", text)]


def argument(text):
    if text in REQUEST_KINDS:
        return f"HD__REQUEST_{text}"
    match = re.fullmatch(r"counts\((\w+)\)", text)
    return f"HD__COUNTS({match.group(1)})" if match else text


def statement(item):
    """The C statement of one recorded item, None for what happens before the call."""
    if re.match(r"\w+<", item):
        return None
    match = re.fullmatch(r"\+(\w+)\((.*)\)", item)
    if match:
        arguments = ["call"] + [argument(a) for a in split_arguments(match.group(2))]
        return f"hd__add_{match.group(1)}({', '.join(arguments)});"
    match = re.fullmatch(r"([\w-]+)=(\w+)\((.*)\)", item)
    if match:
        name, function, arguments = match.groups()
        rest = [argument(a) for a in split_arguments(arguments)]
        return f"hd__put_{function}({', '.join(['call', chr(34) + name + chr(34)] + rest)});"
    match = re.fullmatch(r"([\w-]+)=(\"[^\"]*\")", item)
    if match:
        return f'hd__put_text(call, "{match.group(1)}", {match.group(2)});'
    match = re.fullmatch(r"([\w-]+)=(\w+)", item) or re.fullmatch(r"(\w+)", item)
    if not match:
        raise TableError(f"cannot read item {item}")
    return f'hd__put_int(call, "{match.group(1)}", {match.group(match.lastindex)});'


def wrapper(function, large):
    suffix = "_c" if large else ""
    declarations = function.declarations(large)
    names = ", ".join(name for name, _ in function.parameters)
    target = f"PMPI_{function.name}{suffix}({names})"
    lines = [f"int MPI_{function.name}{suffix}({', '.join(declarations) or 'void'})", "{"]
    before = [re.fullmatch(r"(\w+)<(\w+)\((.*)\)", item) for item in function.recorded]
    before = [match for match in before if match]
    how = "local" if "local" in function.flags else \
        "always" if function.has_kind(KEEPING) else "recording"
    lines.append(f"    hd__call *const call = hd__enter_{how}();")
    made = re.search(r"=newcomm\((\w+)\)", " ".join(function.recorded))
    lines.append("    if (call == NULL) {")
    if made:
        lines.append(f"        const int unrecorded = {target};")
        lines.append(f"        hd__comm_made_unrecorded(unrecorded, {made.group(1)});")
        lines.append("        return unrecorded;")
    else:
        lines.append(f"        return {target};")
    lines.append("    }")
    uses_status = any(re.search(r"\bstatus\b", item) for item in function.recorded)
    if uses_status:
        lines.append("    MPI_Status own_status;")
        lines.append("    status = status == MPI_STATUS_IGNORE ? &own_status : status;")
    for match in before:
        name, what, arguments = match.groups()
        rest = ", ".join(["call"] + split_arguments(arguments))
        lines.append(f"    {BEFORE[what]} {name} = hd__before_{what}({rest});")
    lines.append(f'    hd__begin(call, "{function.element}");')
    lines.append(f"    const int mpi_result = {target};")
    lines.append("    if (hd__returned(call, mpi_result)) {")
    statements = [statement(item) for item in function.recorded]
    lines += [f"        {text}" for text in statements if text is not None]
    lines.append("        hd__end(call, mpi_result);")
    lines += ["    }", "    return mpi_result;", "}", ""]
    return lines


def write_wrappers(functions, path):
    lines = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
             "/* Made from functions.def; changes belong there. */", "",
             '#include "hdmpi_record.h"', ""]
    for function in functions:
        if function.flags & {"special", "skip"}:
            continue
        for large in function.variants():
            lines += wrapper(function, large)
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))


def normalize(declaration):
    """A parameter's type without its name, arrays as pointers are kept apart as written."""
    text = re.sub(r"\s+", " ", declaration).strip()
    text = text.replace("MPIO_Request", "MPI_Request")
    match = re.fullmatch(r"(.*?)\b\w+((?:\[\d*\])*)", text)
    text = text if text in ("...", "void") or not match else match.group(1) + match.group(2)
    text = re.sub(r"\[\]$", "*", text.replace("const int ", "const int "))
    return re.sub(r"\s*\*\s*", "*", text).strip()


def read_prototypes(paths):
    """MPI_X -> list of parameter types, from header files."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as header:
            text = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        for match in re.finditer(r"^\s*(?!typedef)[\w ]+[ *]MPI_(\w+)\s*\(([^;]*?)\)[^;]*;",
                                 text, re.M):
            name, parameters = match.groups()
            parameters = re.sub(r"\s+", " ", parameters).strip()
            types = [] if parameters == "void" else \
                [normalize(p) for p in parameters.split(",")]
            found.setdefault(name, types)
    return found


def compare(functions, headers, passed_through):
    """Print how the table and the headers differ; return the number of differences."""
    prototypes = read_prototypes(headers)
    findings = []
    covered = set()
    for function in functions:
        for large in function.variants():
            name = function.name + ("_c" if large else "")
            covered.add(name)
            if name not in prototypes:
                findings.append(f"MPI_{name}: in the table, not in the header")
            elif "skip" not in function.flags:
                ours = [normalize(d) for d in function.declarations(large)]
                ours = ["..." if d == "..." else d for d in ours]
                theirs = [re.sub(r"^const int$", "int", p) for p in prototypes[name]]
                if ours != theirs:
                    findings.append(f"MPI_{name}: {ours} in the table, {theirs} in the header")
    for name in sorted(set(prototypes) - covered):
        if not name.startswith(passed_through):
            findings.append(f"MPI_{name}: in the header, not in the table")
    for finding in findings:
        print(finding, file=sys.stderr)
    print(f"{len(covered)} functions compared, {len(findings)} differences")
    return len(findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("--output")
    parser.add_argument("--header", nargs="+")
    arguments = parser.parse_args()
    try:
        functions = read_table(arguments.table)
        if arguments.output:
            write_wrappers(functions, arguments.output)
        if arguments.header:
            return 1 if compare(functions, arguments.header, ("T_",)) else 0
    except TableError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
