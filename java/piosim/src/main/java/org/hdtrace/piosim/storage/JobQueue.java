// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;

/** Which of the waiting accesses the disk gets next, and whether a server takes further data to write. */
interface JobQueue {
    /** Whether data may be taken now. */
    boolean accepts(long bytes, Memory memory, int unfinishedWrites);

    void add(DiskJob job);

    /** Remove the job to do next; null when none waits, or only reads for which there is no memory. */
    DiskJob next(Memory memory);

    /** The queue that a model describes. */
    static JobQueue of(CacheLayer model, long ioGranularity) {
        if (model instanceof NoCache) {
            return new ReadsFirstQueue(false);
        } else if (model instanceof SimpleWriteBehind) {
            return new ReadsFirstQueue(true);
        } else if (model instanceof Aggregation) {
            return new AggregatingQueue(ioGranularity);
        }
        throw new UnsupportedModelException("cache '" + model.name() + "': "
                + model.getClass().getSimpleName() + " isn't simulated by this version");
    }
}
