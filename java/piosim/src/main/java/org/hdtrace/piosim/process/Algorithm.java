// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Map;

/**
 * How a command is executed: a state machine without state of its own, run once for every rank that calls the command.
 *
 * <p>A step is executed after its processor time has been charged. It sends, receives, computes or calls children
 * through the {@link Call} and names the next step, which follows when all of that is done; a step that names none is
 * the last. An algorithm is one small class and one row in the
 * table of {@link org.hdtrace.piosim.mpi.Algorithms}.
 */
@FunctionalInterface
public interface Algorithm {
    /** The first step. */
    int START = 0;

    /** Execute one step. */
    void step(Call call, int step);

    /**
     * What a model may tell this algorithm by attributes of its {@code ClientMethod}, by name with the value that holds
     * when it doesn't; read by {@link Call#parameter}. One that hands some on to parts lists those, too.
     */
    default Map<String, Long> parameters() {
        return Map.of();
    }
}
