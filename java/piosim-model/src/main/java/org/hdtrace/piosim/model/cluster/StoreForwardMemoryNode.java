// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * The memory of a socket: packets that stay in it pass at {@code localBandwidth}, all others at {@code totalBandwidth}.
 *
 * @param totalBandwidth bytes per second
 * @param localBandwidth bytes per second between two interfaces that are attached directly
 */
public record StoreForwardMemoryNode(Identity identity, double totalBandwidth, double localBandwidth)
        implements NetworkNodeModel {
    public StoreForwardMemoryNode {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("TotalBandwidth", totalBandwidth);
        Checks.positive("LocalBandwidth", localBandwidth);
    }

    /** A prototype without identity. */
    public static StoreForwardMemoryNode of(double totalBandwidth, double localBandwidth) {
        return new StoreForwardMemoryNode(Identity.NONE, totalBandwidth, localBandwidth);
    }

    @Override
    public StoreForwardMemoryNode withIdentity(Identity newIdentity) {
        return new StoreForwardMemoryNode(newIdentity, totalBandwidth, localBandwidth);
    }
}
