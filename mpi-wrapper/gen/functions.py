# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of all functions: their numbers, names, groups and slots."""

from shapes import Shape

HEAD = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
        "/* Made from functions.def; changes belong there. */", ""]

# Groups of functions for HDTRACE_FUNCTIONS: the first part of a name, beside the section's group.
BY_NAME = [("Cart_", "topo"), ("Cartdim_", "topo"), ("Graph", "topo"), ("Dist_graph_", "topo"),
           ("Dims_", "topo"), ("Topo_", "topo"), ("Neighbor_", "topo"), ("Ineighbor_", "topo"),
           ("Group_", "group"), ("Info_", "info"), ("Session_", "session"),
           ("Errhandler_", "error"), ("Error_", "error"), ("Add_error_", "error")]


def groups_of(function):
    result = {function.group} if function.group else set()
    result |= {group for start, group in BY_NAME if function.name.startswith(start)}
    if "_errhandler" in function.name:
        result.add("error")
    return sorted(result)


def known(functions):
    return [f for f in functions if "skip" not in f.flags]


def write_header(functions, path):
    functions = known(functions)
    groups = sorted({group for f in functions for group in groups_of(f)})
    lines = HEAD + [
        "#ifndef HDMPI_SHAPES_H", "#define HDMPI_SHAPES_H", "",
        "#include <hdtrace/template.h>", "#include <stdbool.h>", "",
        "typedef enum hd__function {"]
    lines += [f"    HD__F_{f.name}," for f in functions]
    lines += ["    HD__FUNCTION_COUNT", "} hd__function;", "",
              f"enum {{ HD__GROUP_COUNT = {len(groups)} }};", "",
              "/** What the table says of a function. */", "typedef struct hd__shape {",
              "    const char *name;    /**< without MPI_ */",
              "    const char *element; /**< name of its state */",
              "    const hd_attribute *attributes;",
              "    unsigned count;",
              "    unsigned groups; /**< bits, in the order of hd__group_names */",
              "    bool local;", "} hd__shape;", "",
              "extern const hd__shape hd__shapes[HD__FUNCTION_COUNT];",
              "extern const char *const hd__group_names[HD__GROUP_COUNT];", "", "#endif", ""]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))


def attributes(function, shape):
    rows = ", ".join(f'{{"{name}", HD_ATTRIBUTE_INT, NULL}}' for name in shape.names)
    return f"static const hd_attribute of_{function.name}[] = {{{rows}}};"


def write_tables(functions, path):
    functions = known(functions)
    groups = sorted({group for f in functions for group in groups_of(f)})
    lines = HEAD + ['#include "hdmpi_shapes.h"', ""]
    rows = []
    for function in functions:
        shape = Shape(function)
        bits = sum(1 << groups.index(group) for group in groups_of(function))
        local = "true" if "local" in function.flags else "false"
        where = f"of_{function.name}" if shape.names else "NULL"
        if shape.names:
            lines.append(attributes(function, shape))
        rows.append(f'    [HD__F_{function.name}] = {{"{function.name}", "{function.element}", '
                    f"{where}, {len(shape.names)}, {bits:#x}, {local}}},")
    lines += ["", "const hd__shape hd__shapes[HD__FUNCTION_COUNT] = {"] + rows + ["};", "",
              "const char *const hd__group_names[HD__GROUP_COUNT] = {",
              "    " + ", ".join(f'"{group}"' for group in groups), "};", ""]
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))
