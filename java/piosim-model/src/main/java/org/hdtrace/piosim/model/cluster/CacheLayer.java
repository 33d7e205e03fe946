// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** How a server buffers and schedules the requests of its clients. */
public sealed interface CacheLayer extends Component
        permits NoCache, SimpleWriteBehind, Aggregation, AggregationReorder, ServerDirectedIO {
    /** Number of jobs handed to the I/O subsystem at once, at least 1. */
    int maxConcurrentOps();

    @Override
    CacheLayer withIdentity(Identity identity);
}
