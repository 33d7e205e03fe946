// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.io.PrintStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand. */
interface Example {
    /** Its name on the command line. */
    String name();

    /** Its options. */
    CommandSpec specification();

    /** Run it and print what came out. */
    void run(ParseResult options, PrintStream out) throws ExampleException;
}
