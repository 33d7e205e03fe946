// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A network interface that handles one packet at a time, in both directions.
 *
 * @param totalBandwidth bytes per second
 */
public record Nic(Identity identity, double totalBandwidth) implements NetworkInterface {
    public Nic {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("TotalBandwidth", totalBandwidth);
    }

    /** A prototype without identity. */
    public static Nic of(double totalBandwidth) {
        return new Nic(Identity.NONE, totalBandwidth);
    }

    @Override
    public Nic withIdentity(Identity newIdentity) {
        return new Nic(newIdentity, totalBandwidth);
    }
}
