// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.report;

import java.util.Objects;

/**
 * Energy of a node while its power is known.
 *
 * @param unusedJoules while no rank ran there
 */
public record HostEnergy(String host, double seconds, double joules, double unusedJoules) {
    public HostEnergy {
        Objects.requireNonNull(host, "host");
    }
}
