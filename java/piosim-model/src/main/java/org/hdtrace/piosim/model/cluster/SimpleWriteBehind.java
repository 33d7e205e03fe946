// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Accepts packets while the node has memory and writes in the order of arrival ({@code SimpleWriteBehindCache}).
 *
 * @param maxConcurrentOps jobs under way in the I/O subsystem, at least 1
 */
public record SimpleWriteBehind(Identity identity, int maxConcurrentOps) implements CacheLayer {
    public SimpleWriteBehind {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("MaxNumberOfConcurrentIOOps", maxConcurrentOps);
    }

    /** A prototype without identity. */
    public static SimpleWriteBehind of(int maxConcurrentOps) {
        return new SimpleWriteBehind(Identity.NONE, maxConcurrentOps);
    }

    @Override
    public SimpleWriteBehind withIdentity(Identity newIdentity) {
        return new SimpleWriteBehind(newIdentity, maxConcurrentOps);
    }
}
