# SPDX-License-Identifier: GPL-3.0-or-later
"""The chain of libraries that a call passes: list of its functions, and our PMPI_ entry points.

src/hdmpi_chain.h says what they are for."""

HEAD = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
        "/* Made from functions.def; changes belong there. */", ""]


def members(functions, header):
    """Every wrapped function of this MPI: (row, whether the large-count variant, name)."""
    for function in functions:
        if "skip" in function.flags:
            continue
        for large in function.variants():
            name = function.full_name(large)
            if name in header:
                yield function, large, name


def write_list(functions, header, path):
    lines = HEAD + [f"HD__FUNCTION({name})" for _, _, name in members(functions, header)]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines + [""]))


def entry_points(function, large, name):
    """What stands in hd__next before the chain is known, and PMPI_X."""
    parameters = ", ".join(function.declarations(large)) or "void"
    names = ", ".join(n for n, _ in function.parameters if n != "...")
    local = "_local" if "local" in function.flags else ""
    return [f"static {function.returns} first_{name}({parameters})", "{", "    hd__chain_resolve();",
            f"    return hd__next.{name}({names});", "}",
            f"{function.returns} PMPI_{name}({parameters})", "{",
            f'    return hd__chain_is_for_us{local}(__builtin_return_address(0), "{name}")',
            f"               ? MPI_{name}({names})",
            f"               : hd__library.{name}({names});", "}", ""]


def write_entry_points(functions, header, path):
    lines = HEAD + ['#include "hdmpi_chain.h"', ""]
    known = list(members(functions, header))
    for function, large, name in known:
        lines += entry_points(function, large, name)
    lines += ["hd__mpi hd__next = {"] + [f"    .{name} = first_{name}," for _, _, name in known]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines + ["};", ""]))
