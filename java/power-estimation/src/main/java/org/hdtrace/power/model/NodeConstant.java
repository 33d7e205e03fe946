// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.util.Objects;
import org.hdtrace.format.select.Glob;

/**
 * Power that nodes consume whatever they do.
 *
 * @param hosts glob over names of hosts
 * @param bandWatts half width of the 95 % interval; 0 when unknown
 */
public record NodeConstant(String hosts, double watts, double bandWatts) {
    public NodeConstant {
        Objects.requireNonNull(hosts, "hosts");
    }

    /** Whether it holds for all hosts that no other constant covers. */
    public boolean isAny() {
        return hosts.equals("*");
    }

    public boolean covers(String host) {
        return new Glob(hosts).matches(host);
    }
}
