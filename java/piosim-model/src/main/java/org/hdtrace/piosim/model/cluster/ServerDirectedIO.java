// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * The server chooses the order: the file with most queued bytes first, near the head before far away.
 *
 * @param maxConcurrentOps jobs under way in the I/O subsystem, at least 1
 * @param readDataSievingMaxHole largest gap in bytes that two reads are joined over
 */
public record ServerDirectedIO(Identity identity, int maxConcurrentOps, long readDataSievingMaxHole)
        implements CacheLayer {
    public ServerDirectedIO {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxNumberOfConcurrentIOOps", maxConcurrentOps);
        Checks.positive("ReadDataSievingMaxHoleSizeToCombine", readDataSievingMaxHole);
    }

    /** A prototype without identity. */
    public static ServerDirectedIO of(int maxConcurrentOps, long readDataSievingMaxHole) {
        return new ServerDirectedIO(Identity.NONE, maxConcurrentOps, readDataSievingMaxHole);
    }

    @Override
    public ServerDirectedIO withIdentity(Identity newIdentity) {
        return new ServerDirectedIO(newIdentity, maxConcurrentOps, readDataSievingMaxHole);
    }
}
