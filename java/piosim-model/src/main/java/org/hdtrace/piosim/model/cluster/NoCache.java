// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Accepts a packet only when no write is queued or running.
 *
 * @param maxConcurrentOps jobs under way in the I/O subsystem, at least 1
 */
public record NoCache(Identity identity, int maxConcurrentOps) implements CacheLayer {
    public NoCache {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxNumberOfConcurrentIOOps", maxConcurrentOps);
    }

    /** A prototype without identity. */
    public static NoCache of(int maxConcurrentOps) {
        return new NoCache(Identity.NONE, maxConcurrentOps);
    }

    @Override
    public NoCache withIdentity(Identity newIdentity) {
        return new NoCache(newIdentity, maxConcurrentOps);
    }
}
