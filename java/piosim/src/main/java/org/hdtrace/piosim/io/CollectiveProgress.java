// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.List;
import org.hdtrace.piosim.io.CollectivePlan.Phase;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints.Switch;
import org.hdtrace.piosim.model.file.FileRanges;

/** Where one rank is in a collective access; gives what it does with the file in the phase. */
final class CollectiveProgress implements OperationSource {
    private final FileTask task;
    private final CollectivePlan plan;
    private long next;
    private Phase phase;
    private Window window;

    CollectiveProgress(FileTask task, CollectivePlan plan) {
        this.task = task;
        this.plan = plan;
    }

    FileTask task() {
        return task;
    }

    CollectivePlan plan() {
        return plan;
    }

    /**
     * Step to the next phase; false when there is none.
     *
     * @param all whether phases count in which the rank moves nothing
     */
    boolean advance(int rank, boolean all) {
        while (next < plan.phases()) {
            phase = plan.phase(next++);
            window = phase.windows().get(rank);
            if (all || window != null || !phase.of(rank).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    Phase phase() {
        return phase;
    }

    /** What the rank accesses for all; null when nothing. */
    Window window() {
        return window;
    }

    @Override
    public ApplicationFile file() {
        return task.file();
    }

    @Override
    public Operations operations() {
        FileRanges exact = FileRanges.of(window.pieces());
        FileRanges whole = FileRanges.of(List.of(window.span()));
        Switch sieve = task.sieve();
        if (!task.writes()) {
            return sieve == Switch.DISABLE && window.hasGaps()
                    ? new ListRequests(true, exact, task.listPieces())
                    : new ListRequests(true, whole, 1);
        }
        boolean wholly = sieve == Switch.ENABLE || (sieve == Switch.AUTOMATIC && task.isGeneric());
        return wholly && window.hasGaps()
                ? new SievedAccess(true, whole, window.span().size())
                : new ListRequests(false, exact, task.listPieces());
    }
}
