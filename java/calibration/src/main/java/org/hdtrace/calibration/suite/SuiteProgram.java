// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of the suite.
 *
 * @param name in the report
 * @param arguments behind the program's file
 * @param table that it writes, null for programs that write none
 * @param recorded whether it is recorded; else its table tells what it measured
 */
public record SuiteProgram(String name, Path file, List<String> arguments, Path table, boolean recorded) {
    public SuiteProgram {
        arguments = List.copyOf(arguments);
    }

    /** The words behind a launcher's. */
    public List<String> words() {
        List<String> words = new ArrayList<>(List.of(file.toString()));
        words.addAll(arguments);
        return words;
    }
}
