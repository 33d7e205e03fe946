// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Merges queued neighbours of one file into larger jobs ({@code AggregationCache}).
 *
 * @param maxConcurrentOps jobs under way in the I/O subsystem, at least 1
 */
public record Aggregation(Identity identity, int maxConcurrentOps) implements CacheLayer {
    public Aggregation {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxNumberOfConcurrentIOOps", maxConcurrentOps);
    }

    /** A prototype without identity. */
    public static Aggregation of(int maxConcurrentOps) {
        return new Aggregation(Identity.NONE, maxConcurrentOps);
    }

    @Override
    public Aggregation withIdentity(Identity newIdentity) {
        return new Aggregation(newIdentity, maxConcurrentOps);
    }
}
