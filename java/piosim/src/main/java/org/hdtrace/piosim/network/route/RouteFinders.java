// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.NetworkPlan.UnsupportedModelException;
import org.hdtrace.piosim.network.RouteFinder;

/** Chooses how ways are found. */
public final class RouteFinders {
    private RouteFinders() {}

    /**
     * What the topologies of a model ask for.
     *
     * @throws UnsupportedModelException when it isn't simulated
     */
    public static RouteFinder of(ClusterModel model, NetworkPlan plan) {
        for (Topology topology : model.topologies()) {
            if (topology.routing() instanceof Routing.RoundRobinRoute) {
                throw new UnsupportedModelException(
                        "topology '" + topology.name() + "': RoundRobinRoute isn't simulated by this version");
            }
        }
        return new TableRoutes(plan);
    }
}
