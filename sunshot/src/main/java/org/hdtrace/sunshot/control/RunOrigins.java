// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.Run;

/**
 * Zero of the common scale in the time of each open run, kept to tell how far a change of the runs has moved it.
 *
 * @param runs as they were opened
 * @param nanos one of each run
 */
record RunOrigins(List<Run> runs, List<Long> nanos) {
    static RunOrigins of(ShownRows shown) {
        List<Long> nanos = new ArrayList<>();
        for (int run = 0; run < shown.runs().size(); run++) {
            nanos.add(shown.query().originOf(shown.runs(), run));
        }
        return new RunOrigins(shown.opened(), List.copyOf(nanos));
    }

    /** How much earlier a run has its zero now, nanoseconds; 0 for a run that was not there. */
    long earlierThan(RunOrigins before, int run) {
        return earlierThan(before, run, run);
    }

    /** The same of a run that had another number before. */
    long earlierThan(RunOrigins before, int was, int run) {
        return run < nanos.size() && was < before.nanos.size() ? before.nanos.get(was) - nanos.get(run) : 0;
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

    /** Marks of before at the same instants of the same runs; without those of runs that are not there now, or have other rows. */
    List<Mark> marks(List<Mark> marks, RunOrigins before) {
        List<Mark> kept = new ArrayList<>();
        for (Mark mark : marks) {
            int was = mark.run();
            for (int run = 0; was < before.runs.size() && run < runs.size(); run++) {
                if (runs.get(run).rows().equals(before.runs.get(was).rows())) {
                    kept.add(mark.inRun(run).shift(earlierThan(before, was, run)));
                    break;
                }
            }
        }
        return List.copyOf(kept);
    }
}
