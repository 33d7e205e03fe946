// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * As {@link StoreForwardNode}, but a packet between two processes of the same node takes twice as long.
 *
 * @param totalBandwidth bytes per second
 */
public record StoreForwardLocalNode(Identity identity, double totalBandwidth) implements NetworkNodeModel {
    public StoreForwardLocalNode {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("TotalBandwidth", totalBandwidth);
    }

    /** A prototype without identity. */
    public static StoreForwardLocalNode of(double totalBandwidth) {
        return new StoreForwardLocalNode(Identity.NONE, totalBandwidth);
    }

    @Override
    public StoreForwardLocalNode withIdentity(Identity newIdentity) {
        return new StoreForwardLocalNode(newIdentity, totalBandwidth);
    }
}
