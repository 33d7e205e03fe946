// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.format.TraceFormatException;

/** The commands of one thread in order. For one thread at a time. */
public interface CommandStream extends AutoCloseable {
    /**
     * The next command, or null at the end.
     *
     * @throws TraceFormatException when the commands come from a trace that can't be read further
     */
    Command next() throws TraceFormatException;

    @Override
    void close();
}
