// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

/** How a topology finds the way of a packet. The classes have no parameters yet; one per name in model files. */
public sealed interface Routing
        permits Routing.FirstRoute, Routing.RoundRobinRoute, Routing.SymmetricHierarchicalRoute {
    /** The first shortest path found ({@code PaketFirstRoute}). */
    record FirstRoute() implements Routing {}

    /** All shortest paths in turn, one per packet ({@code PaketRoundRobinRoute}). */
    record RoundRobinRoute() implements Routing {}

    /** Tree-like networks: one default edge up, explicit entries down ({@code PaketSymmetricHierarchicalRoute}). */
    record SymmetricHierarchicalRoute() implements Routing {}
}
