// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;

/**
 * Ways in a model with several topologies, of which some have a known shape: computed between two interfaces of one of
 * these that are in no other topology, from tables everywhere else.
 */
final class CombinedRoutes implements RouteFinder {
    private static final int NONE = -1;

    private final NetworkPlan plan;
    /** By topology, null where its shape isn't known. */
    private final RouteFinder[] computed;

    private final RouteFinder tables;

    CombinedRoutes(NetworkPlan plan, RouteFinder[] computed, RouteFinder tables) {
        this.plan = plan;
        this.computed = computed.clone();
        this.tables = tables;
    }

    private RouteFinder finder(int source, int target) {
        int topology = topologyOf(source);
        boolean together = topology != NONE && topology == topologyOf(target);
        return together && computed[topology] != null ? computed[topology] : tables;
    }

    /** The only topology of an interface with one cable. */
    private int topologyOf(int networkInterface) {
        if (plan.outCount(networkInterface) != 1 || plan.inCount(networkInterface) != 1) {
            return NONE;
        }
        int there = plan.topology(plan.outEdge(networkInterface, 0));
        return there == plan.topology(plan.inEdge(networkInterface, 0)) ? there : NONE;
    }

    @Override
    public int turns(int source, int target) {
        return finder(source, target).turns(source, target);
    }

    @Override
    public void find(int source, int target, int turn, Route route) {
        finder(source, target).find(source, target, turn, route);
    }
}
