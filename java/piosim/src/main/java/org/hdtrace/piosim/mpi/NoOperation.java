// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Nothing but the cost of the call; also carries out computations, whose time is charged before the step. */
final class NoOperation implements Algorithm {
    @Override
    public void step(Call call, int step) {}
}
