// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * Takes {@code size / totalBandwidth} for a packet, after the whole packet has arrived.
 *
 * @param totalBandwidth bytes per second
 */
public record StoreForwardNode(Identity identity, double totalBandwidth) implements NetworkNodeModel {
    public StoreForwardNode {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("TotalBandwidth", totalBandwidth);
    }

    /** A prototype without identity. */
    public static StoreForwardNode of(double totalBandwidth) {
        return new StoreForwardNode(Identity.NONE, totalBandwidth);
    }

    @Override
    public StoreForwardNode withIdentity(Identity newIdentity) {
        return new StoreForwardNode(newIdentity, totalBandwidth);
    }
}
