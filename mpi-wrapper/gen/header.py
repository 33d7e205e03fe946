# SPDX-License-Identifier: GPL-3.0-or-later
"""What an MPI declares and exports, and how the table differs from it."""

import fnmatch
import re

# Different names of one type.
ALIASES = {"MPIO_Request": "MPI_Request",
           "MPI_Handler_function": "MPI_Comm_errhandler_function"}
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")


class Header:
    """The functions that a preprocessed mpi.h declares (see prototypes.c), without MPI_."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as header:
            text = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
        text = ATTRIBUTE.sub("", re.sub(r"^#.*$", "", text, flags=re.M))
        version = re.search(r"hdmpi_version (\d+) ?\. ?(\d+)", text)
        self.version = (int(version.group(1)), int(version.group(2))) if version else (9, 9)
        self.types = {}
        for match in re.finditer(r"^\s*(?!typedef)[\w ]+[ *]MPI_(\w+)\s*\(([^;]*?)\)[^;]*;",
                                 text, re.M):
            name, parameters = match.groups()
            parameters = re.sub(r"\s+", " ", parameters).strip()
            types = [] if parameters == "void" else \
                [normalize(p) for p in parameters.split(",")]
            self.types.setdefault(name, types)

    def __contains__(self, name):
        return name in self.types

    def should_have(self, function, large):
        """Whether this version of MPI has it; what is optional may be absent."""
        since = tuple(int(part) for part in function.since.split("."))
        return max(since, (4, 0) if large else since) <= self.version and \
            not function.flags & {"skip", "optional"}


def normalize(declaration):
    """A parameter's type without its name, arrays as pointers are kept apart as written."""
    text = re.sub(r"\s+", " ", declaration).strip()
    for name, usual in ALIASES.items():
        text = re.sub(rf"\b{name}\b", usual, text)
    match = re.fullmatch(r"(.*?)\b\w+((?:\[\d*\])*)", text)
    text = text if text in ("...", "void") or not match else match.group(1) + match.group(2)
    return re.sub(r"\s*\*\s*", "*", re.sub(r"\[\]$", "*", text)).strip()


def compare_types(function, large, header):
    name = function.full_name(large)
    ours = [normalize(d) for d in function.declarations(large)]
    theirs = [re.sub(r"^const int$", "int", p) for p in header.types[name]]
    return [] if ours == theirs else \
        [f"MPI_{name}: {ours} in the table, {theirs} in the header"]


def skipped(functions, name):
    return any("skip" in f.flags and fnmatch.fnmatchcase(name, f.name) for f in functions)


def compare(functions, header):
    """How the table and a header differ: (number of functions compared, list of findings)."""
    findings, covered = [], set()
    for function in functions:
        for large in function.variants():
            name = function.full_name(large)
            covered.add(name)
            if name not in header and header.should_have(function, large):
                findings.append(f"MPI_{name}: in the table, not in the header")
            elif name in header and "skip" not in function.flags:
                findings += compare_types(function, large, header)
    findings += [f"MPI_{name}: in the header, not in the table"
                 for name in sorted(set(header.types) - covered) if not skipped(functions, name)]
    return len(covered & set(header.types)), findings


def uncovered(functions, symbols, wrapped):
    """What is wrong with the MPI_X that a library exports: no row, or a row but no wrapper.

    Both arguments are what nm prints, of the MPI library and of the wrapper."""
    covered = {f.full_name(large): f for f in functions for large in f.variants()}
    exported = set(re.findall(r"\bMPI_(\w+)$", symbols, re.M))
    ours = set(re.findall(r"\bMPI_(\w+)$", wrapped, re.M))
    findings = [f"MPI_{name}: exported, not in the table"
                for name in sorted(exported - set(covered)) if not skipped(functions, name)]
    findings += [f"MPI_{name}: in the table, not wrapped"
                 for name in sorted(exported & set(covered) - ours)
                 if "skip" not in covered[name].flags]
    findings += [f"MPI_{name}: wrapped, not exported by MPI"
                 for name in sorted(ours & set(covered) - exported)]
    return len(exported), findings
