// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Merges and sorts queued jobs by offset ({@code AggregationReorderCache}).
 *
 * @param maxConcurrentOps jobs under way in the I/O subsystem, at least 1
 */
public record AggregationReorder(Identity identity, int maxConcurrentOps) implements CacheLayer {
    public AggregationReorder {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxNumberOfConcurrentIOOps", maxConcurrentOps);
    }

    /** A prototype without identity. */
    public static AggregationReorder of(int maxConcurrentOps) {
        return new AggregationReorder(Identity.NONE, maxConcurrentOps);
    }

    @Override
    public AggregationReorder withIdentity(Identity newIdentity) {
        return new AggregationReorder(newIdentity, maxConcurrentOps);
    }
}
