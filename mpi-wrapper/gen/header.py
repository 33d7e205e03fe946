# SPDX-License-Identifier: GPL-3.0-or-later
"""Comparison of the table with the prototypes of header files."""

import re
import sys


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
