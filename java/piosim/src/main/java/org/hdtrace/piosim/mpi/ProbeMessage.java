// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Probing;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.PointToPoint;

/** Ends when the first packet of a message has arrived that a receive would take. */
final class ProbeMessage implements Algorithm {
    private static final int FOUND = 1;

    @Override
    public void step(Call call, int step) {
        if (step == FOUND) {
            PointToPoint.keepProbed(call);
        } else if (call.command() instanceof Probing.Probe probe) {
            PointToPoint.probe(call, probe.source(), probe.tag(), probe.message());
            call.next(FOUND);
        }
    }
}
