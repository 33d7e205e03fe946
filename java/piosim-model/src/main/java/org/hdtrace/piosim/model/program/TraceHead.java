// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.OptionalDouble;
import org.hdtrace.format.trace.ProgramHeader;

/**
 * What the head of a trace says of its states.
 *
 * @param speed of the recording processor in Hz, or {@link Compute#UNKNOWN_SPEED}
 * @param realSources whether a finished receive tells the source it really had
 */
record TraceHead(double speed, boolean realSources) {
    static TraceHead of(ProgramHeader program) {
        OptionalDouble megahertz = program.processorMHz();
        return new TraceHead(
                megahertz.isPresent() ? megahertz.getAsDouble() * 1e6 : Compute.UNKNOWN_SPEED,
                program.attributes().getLong("version", 0) >= 3);
    }
}
