// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.util.Set;

/** How names of other traces become names of a project. */
public final class ImportedNames {
    private static final Set<String> RESERVED = Set.of("Event", "Nested", "Program");
    /** What a trace says of each event or state by itself. */
    private static final Set<String> TOLD = Set.of("name", "time", "end");

    private static final int LONGEST = 100;

    private ImportedNames() {}

    /** Of a state: functions of MPI are called as the tracer calls them. */
    public static String state(String value) {
        String name = element(bare(value));
        return RESERVED.contains(name) ? name + "_" : name;
    }

    /** Without the prefix of MPI. */
    static String bare(String value) {
        return value.replaceFirst("^P?MPI_(?=.)", "");
    }

    /** Of an attribute. */
    public static String attribute(String field) {
        String name = element(field);
        return TOLD.contains(name) ? name + "_" : name;
    }

    /** A name of an element, an attribute or a group. */
    public static String element(String text) {
        String name = text.replaceAll("[^A-Za-z0-9_.-]", "_");
        if (name.isEmpty() || !name.substring(0, 1).matches("[A-Za-z_]")) {
            name = "_" + name;
        }
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }
}
