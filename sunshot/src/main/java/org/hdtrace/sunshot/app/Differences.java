// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairDifference;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.path.CriticalPath;
import org.hdtrace.analysis.path.PathDifference;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Interval;

/** What two runs differ in besides their operations. Reads both; any thread. */
final class Differences {
    private Differences() {}

    /**
     * What makes the critical path of B longer or shorter.
     *
     * @param noticed takes what is wrong with the files of either
     */
    static PathDifference paths(Project a, Project b, Consumer<Damages> noticed) {
        CriticalPath pathA = CriticalPath.of(a, file -> {});
        CriticalPath pathB = CriticalPath.of(b, file -> {});
        noticed.accept(pathA.damages());
        noticed.accept(pathB.damages());
        return PathDifference.of(pathA, pathB);
    }

    /**
     * How the messages between ranks differ.
     *
     * @param noticed takes what is wrong with the traces of either
     */
    static PairDifference messages(Project a, Project b, Consumer<Damages> noticed) {
        PairSums sumsA = PairSums.read(a, Interval.all(), file -> {});
        PairSums sumsB = PairSums.read(b, Interval.all(), file -> {});
        noticed.accept(sumsA.damages());
        noticed.accept(sumsB.damages());
        return new PairDifference(sumsA, sumsB);
    }
}
