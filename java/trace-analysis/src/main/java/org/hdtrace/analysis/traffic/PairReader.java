// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.relations.RequestSums;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;

/** Reads who gives how much to whom, of which matrices and their tables are made. Source: SUNSHOT V-11, V-19. */
public final class PairReader {
    private PairReader() {}

    /**
     * What touches an interval; of damaged files what is readable.
     *
     * @param progress is told each file before it is read
     */
    public static PairSums read(
            PairValues.Subject subject, Project project, Interval interval, Workers workers, Consumer<Path> progress) {
        return switch (subject) {
            case MESSAGES -> PairSums.read(project, interval, progress);
            case REQUESTS ->
                RequestSums.of(RelationGraph.readable(project, progress)).in(interval);
            case ACCESSES -> accesses(project, interval, workers, progress);
        };
    }

    private static PairSums accesses(Project project, Interval interval, Workers workers, Consumer<Path> progress) {
        FileAccesses all = FileAccesses.read(project, workers, progress);
        PairSums sums = all.pairsIn(interval);
        if (all.isCut()) {
            sums.damages()
                    .addLeftOut(
                            project.file(),
                            "only the first " + Units.count(FileAccesses.MOST) + " accesses of a trace count");
        }
        return sums;
    }
}
