// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.io.IOException;
import org.hdtrace.format.TraceFormatException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One command: what it takes and what it does. */
interface Command {
    /** Word by which it is called. */
    String name();

    /** One line for the overview. */
    String summary();

    /** Add options and parameters; {@code --help} is there already. */
    void declare(CommandSpec spec);

    /**
     * Do the work.
     *
     * @return exit status
     * @throws TraceFormatException for bad input
     * @throws UsageException for options that make no sense
     * @throws IOException when the output can't be written
     */
    int run(ParseResult arguments, Session session) throws TraceFormatException, UsageException, IOException;
}
