// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.Objects;

/**
 * A network interface without contention: a packet takes the largest {@code size / bandwidth} of its route plus the
 * sum of the latencies and arrives directly at the target. Bursts of edges don't count, and edges that copy large messages once are
 * refused, see {@link SingleCopy}.
 *
 * @param totalBandwidth bytes per second
 */
public record NicAnalytical(Identity identity, double totalBandwidth) implements NetworkInterface {
    public NicAnalytical {
        Objects.requireNonNull(identity, "identity");
        Checks.positive("TotalBandwidth", totalBandwidth);
    }

    /** A prototype without identity. */
    public static NicAnalytical of(double totalBandwidth) {
        return new NicAnalytical(Identity.NONE, totalBandwidth);
    }

    @Override
    public NicAnalytical withIdentity(Identity newIdentity) {
        return new NicAnalytical(newIdentity, totalBandwidth);
    }
}
