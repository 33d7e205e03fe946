// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileFold;
import org.hdtrace.format.trace.TraceCursor;

/** The states and events of a trace, and when they were. Thread: one thread at a time. */
final class TraceCounts {
    private final TimeSpan times = new TimeSpan();
    private long states;
    private long events;

    /** What an index tells, which is all but the number of events. */
    static TraceCounts ofIndex(long states, TimeSpan times) {
        TraceCounts counts = new TraceCounts();
        counts.states = states;
        counts.events = ProjectSummary.NOT_COUNTED;
        counts.times.add(times);
        return counts;
    }

    /** Corrected ones. */
    TimeSpan times() {
        return times;
    }

    long states() {
        return states;
    }

    /** {@link ProjectSummary#NOT_COUNTED} where nobody has read the trace. */
    long events() {
        return events;
    }

    /** Counts while traces are read. */
    static final class Fold implements FileFold<TraceCounts> {
        @Override
        public TraceCounts begin(TraceFile file) {
            return new TraceCounts();
        }

        @Override
        public void add(TraceCounts sum, TraceCursor entry) {
            if (entry.isEvent()) {
                sum.events++;
            } else {
                sum.states++;
            }
            sum.times.add(entry.startNanos());
            sum.times.add(entry.endNanos());
        }

        @Override
        public TraceCounts append(TraceCounts earlier, TraceCounts later) {
            earlier.states += later.states;
            earlier.events += later.events;
            earlier.times.add(later.times);
            return earlier;
        }
    }
}
