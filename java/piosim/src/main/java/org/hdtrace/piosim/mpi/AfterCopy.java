// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.HashMap;
import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * An algorithm before which each rank copies its data to where the result will be, as MPICH's reductions do. The copy costs
 * {@code copyInstructions} for each KiB, nothing unless a model says so.
 */
final class AfterCopy implements Algorithm {
    /** Name of the parameter. */
    static final String INSTRUCTIONS = "copyInstructions";

    private static final double UNIT = 1024;
    private static final int COPIED = Integer.MAX_VALUE;
    private final Algorithm algorithm;
    private final Map<String, Long> parameters;

    AfterCopy(Algorithm algorithm) {
        this.algorithm = algorithm;
        Map<String, Long> all = new HashMap<>(algorithm.parameters());
        all.put(INSTRUCTIONS, 0L);
        parameters = Map.copyOf(all);
    }

    @Override
    public Map<String, Long> parameters() {
        return parameters;
    }

    @Override
    public void step(Call call, int step) {
        long instructions = step == START ? call.parameter(INSTRUCTIONS) : 0;
        if (instructions > 0) {
            call.next(COPIED, call.bytes() / UNIT * instructions);
        } else {
            algorithm.step(call, step == COPIED ? START : step);
        }
    }
}
