// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A file system in memory: size / maxThroughput for every job, one after the other.
 *
 * @param maxThroughput bytes per second
 */
public record Tmpfs(Identity identity, double maxThroughput) implements IoSubsystem {
    public Tmpfs {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxThroughput", maxThroughput);
    }

    /** A prototype without identity. */
    public static Tmpfs of(double maxThroughput) {
        return new Tmpfs(Identity.NONE, maxThroughput);
    }

    @Override
    public Tmpfs withIdentity(Identity newIdentity) {
        return new Tmpfs(newIdentity, maxThroughput);
    }

    @Override
    public int maxConcurrentRequests() {
        return 1;
    }
}
