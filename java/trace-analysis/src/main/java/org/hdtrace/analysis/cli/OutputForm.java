// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import picocli.CommandLine.ParseResult;

/** How a command prints what it found. */
enum OutputForm {
    TEXT,
    JSON,
    CSV;

    /** The form that {@code --json} or {@code --csv} asks for. */
    static OutputForm of(ParseResult arguments) throws UsageException {
        boolean asJson = Options.isSet(arguments, "--json");
        boolean asCsv = Options.isSet(arguments, "--csv");
        if (asJson && asCsv) {
            throw new UsageException("--json and --csv exclude each other");
        }
        if (asJson) {
            return JSON;
        }
        return asCsv ? CSV : TEXT;
    }
}
