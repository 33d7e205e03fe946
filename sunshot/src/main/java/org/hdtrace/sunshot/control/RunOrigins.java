// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;

/**
 * Zero of the common scale in the time of each open run, kept to tell how far a change of the runs has moved it.
 *
 * @param nanos one of each run
 */
record RunOrigins(List<Long> nanos) {
    static RunOrigins of(ShownRows shown) {
        List<Long> nanos = new ArrayList<>();
        for (int run = 0; run < shown.runs().size(); run++) {
            nanos.add(shown.query().originOf(shown.runs(), run));
        }
        return new RunOrigins(List.copyOf(nanos));
    }

    /** How much earlier a run has its zero now, nanoseconds; 0 for a run that was not there. */
    long earlierThan(RunOrigins before, int run) {
        return run < nanos.size() && run < before.nanos.size() ? before.nanos.get(run) - nanos.get(run) : 0;
    }

    /** The same of the first run whose zero has moved, 0 if none has. */
    long firstEarlierThan(RunOrigins before) {
        for (int run = 0; run < nanos.size(); run++) {
            long earlier = earlierThan(before, run);
            if (earlier != 0) {
                return earlier;
            }
        }
        return 0;
    }
}
