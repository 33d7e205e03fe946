// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.analysis.path.PathDifference;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;

/** What two runs differ in besides their operations. Reads both; any thread. */
final class Differences {
    private Differences() {}

    /** What makes the critical path of B longer or shorter. */
    static PathDifference paths(Project a, Project b) throws TraceFormatException {
        return PathDifference.of(CriticalPath.of(a, file -> {}), CriticalPath.of(b, file -> {}));
    }

    /** How the messages between ranks differ. */
    static PairDifference messages(Project a, Project b) {
        return new PairDifference(
                PairSums.read(a, Interval.all(), file -> {}), PairSums.read(b, Interval.all(), file -> {}));
    }
}
