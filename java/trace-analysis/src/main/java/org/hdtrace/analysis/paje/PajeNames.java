// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.util.Set;

/** How names of a Paje trace become names of a project. */
final class PajeNames {
    private static final Set<String> RESERVED = Set.of("Event", "Nested", "Program");
    /** What a trace says of each event or state by itself; a time is no further field of Paje. */
    private static final Set<String> TOLD = Set.of("name", "end");

    private static final int LONGEST = 100;

    private PajeNames() {}

    /** Of a state: functions of MPI are called as the tracer calls them. */
    static String state(String value) {
        String name = element(bare(value));
        return RESERVED.contains(name) ? name + "_" : name;
    }

    /** Without the prefix of MPI. */
    static String bare(String value) {
        return value.replaceFirst("^P?MPI_(?=.)", "");
    }

    /** Of an attribute. */
    static String attribute(String field) {
        String name = element(field);
        return TOLD.contains(name) ? name + "_" : name;
    }

    /** A name of an element, an attribute or a group. */
    static String element(String text) {
        String name = text.replaceAll("[^A-Za-z0-9_.-]", "_");
        if (name.isEmpty() || !name.substring(0, 1).matches("[A-Za-z_]")) {
            name = "_" + name;
        }
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }
}
