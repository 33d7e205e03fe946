// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.fit;

import java.util.List;
import org.hdtrace.power.model.Feature;
import org.hdtrace.power.model.Source;

/**
 * What calibration tries as causes of power unless it is told others: statistics of our sampler and of the original's, and what
 * components of simulated nodes do instead.
 */
public final class Candidates {
    private static final double GIGABIT = 125e6;
    private static final double DISK = 100e6;
    private static final double SWITCHES = 100e3;

    private Candidates() {}

    /** Features in the order in which ties are decided. */
    public static List<Feature> standard() {
        return List.of(
                new Feature("cpu", List.of(new Source("", List.of("CPU_TOTAL"), false, 100, "%"))),
                simulated("net", GIGABIT, "*nic*", "NET_IN_EXT", "NET_OUT_EXT"),
                bytes("net-in", GIGABIT, "NET_IN_EXT"),
                bytes("net-out", GIGABIT, "NET_OUT_EXT"),
                bytes("loopback", GIGABIT, "NET_IN_lo"),
                simulated("disk", DISK, "*disk*", "HDD_READ", "HDD_WRITE"),
                new Feature("switches", List.of(new Source("", List.of("CONTEXT_SWITCHES"), true, SWITCHES, "/s"))));
    }

    private static Feature simulated(String name, double full, String component, String... statistics) {
        Source measured = new Source("", List.of(statistics), true, full, "B/s");
        return new Feature(name, List.of(measured, new Source(component, List.of("BYTES"), true, full, "B/s")));
    }

    private static Feature bytes(String name, double full, String... statistics) {
        return new Feature(name, List.of(new Source("", List.of(statistics), true, full, "B/s")));
    }
}
