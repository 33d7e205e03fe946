// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.stream.IntStream;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.OneSided;

/** Whom a lock or its end concerns. */
final class LockTargets {
    private LockTargets() {}

    /** Ranks in WORLD. */
    static IntStream of(OneSided.Passive command) {
        Communicator ranks = command.window().communicator();
        return command.target() == OneSided.EVERYBODY
                ? IntStream.range(0, ranks.size()).map(ranks::worldRank)
                : IntStream.of(command.target());
    }
}
