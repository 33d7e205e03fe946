// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.Kernel;

/** Networks without the shortcuts that save events. */
public final class StepwiseNetwork {
    private StepwiseNetwork() {}

    /** One in which a packet is let into a queue only when the service in front of it ends. */
    public static Transport of(Kernel kernel, NetworkPlan plan, RouteFinder routes, long granularity) {
        return new Network(kernel, plan, routes, granularity, Paths.Kept.USUAL, Shortcuts.UNAWAITED_ENDS);
    }
}
