// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;

/**
 * Which of the waiting jobs the disk gets next, and joined to which accesses. Source: MODEL B2.5. Jobs that must not
 * overtake each other are never in a queue together unless it keeps them in order or lets the later data replace the
 * earlier; see {@link UnfinishedWrites}.
 */
sealed interface JobQueue permits ReadsFirstQueue, AggregatingQueue, ReorderingQueue, DirectedQueue {
    /** Whether data is taken although that many jobs of writes haven't ended. */
    default boolean takesWrites(int unfinished) {
        return true;
    }

    /**
     * Add a job.
     *
     * @return bytes of a write that replace what was waiting anyway: they need no memory of their own
     */
    long add(DiskJob job);

    /** Memory in bytes that the read needs that comes next, 0 when none waits. */
    long readNeed();

    /**
     * Remove the access to do next.
     *
     * @param free memory in bytes; reads that need more stay
     * @param awaited a file whose writes are to go first because a read waits for them; null for none
     * @return null when nothing waits, or only reads for which there is no memory
     */
    DiskAccess next(long free, StoredFile awaited);

    /** Time in ns that the disk needs at least for so many jobs, where it does what comes as it came; 0 where that isn't known. */
    default long nanosOfNext(int jobs) {
        return 0;
    }

    /**
     * Forget the waiting writes of a file at and behind an end.
     *
     * @param without gets a job once for each access that it isn't part of any more, when that is out of the queue
     * @return bytes of memory that they had
     */
    long cut(StoredFile file, long end, Consumer<DiskJob> without);

    /**
     * The queue that a model describes.
     *
     * @param leastNanos time in ns that an access of its disk to so many bytes takes at least
     */
    static JobQueue of(CacheLayer model, long ioGranularity, LongUnaryOperator leastNanos) {
        if (model instanceof NoCache) {
            return new ReadsFirstQueue(false, leastNanos);
        } else if (model instanceof SimpleWriteBehind) {
            return new ReadsFirstQueue(true, leastNanos);
        } else if (model instanceof Aggregation) {
            return new AggregatingQueue(ioGranularity);
        } else if (model instanceof AggregationReorder) {
            return new ReorderingQueue(ioGranularity);
        } else if (model instanceof ServerDirectedIO directed) {
            return new DirectedQueue(ioGranularity, directed.readDataSievingMaxHole());
        }
        throw new IllegalArgumentException("cache=" + model + ": has no queue");
    }
}
