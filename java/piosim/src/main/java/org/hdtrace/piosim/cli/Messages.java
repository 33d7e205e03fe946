// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.PrintStream;

/** Says something to the user, each line with the name of the command in front. */
final class Messages {
    private final PrintStream err;
    private final String command;

    /**
     * Messages of one command.
     *
     * @param command what the user called, as {@code hdtrace simulate}
     */
    Messages(PrintStream err, String command) {
        this.err = err;
        this.command = command;
    }

    void say(String text) {
        text.lines().forEach(line -> err.println(command + ": " + line));
    }

    /** For what isn't a message, as progress. */
    PrintStream stream() {
        return err;
    }
}
