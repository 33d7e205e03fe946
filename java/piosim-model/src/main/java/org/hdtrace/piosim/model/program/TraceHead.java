// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.OptionalDouble;
import org.hdtrace.format.trace.ProgramHeader;

/**
 * What the head of a trace says of its states.
 *
 * @param speed of the recording processor in Hz, or {@link Command.Compute#UNKNOWN_SPEED}
 * @param nobody what the library calls "nobody"; the other of -1 and -2 is "anybody"
 * @param realSources whether a finished receive tells the source it really had
 */
record TraceHead(double speed, long nobody, boolean realSources) {
    static TraceHead of(ProgramHeader program) {
        OptionalDouble megahertz = program.processorMHz();
        return new TraceHead(
                megahertz.isPresent() ? megahertz.getAsDouble() * 1e6 : Command.Compute.UNKNOWN_SPEED,
                program.attributes().get("library", "").contains("Open MPI") ? -2 : -1,
                program.attributes().getLong("version", 0) >= 3);
    }
}
