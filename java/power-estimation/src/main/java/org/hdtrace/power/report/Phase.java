// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

/** The kinds of things that ranks do. */
enum Phase {
    COMPUTATION("computation"),
    COMMUNICATION("communication"),
    IO("I/O");

    /** What is done between calls. */
    static final String BETWEEN = "(computation)";

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static Phase of(String function) {
        if (function.equals(BETWEEN)) {
            return COMPUTATION;
        }
        return function.startsWith("File_") || function.startsWith("MPI_File_") ? IO : COMMUNICATION;
    }
}
