// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.BitSet;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.RouteFinder;

/** Chooses how ways are found. */
public final class RouteFinders {
    private RouteFinders() {}

    /** What the topologies of a model ask for. */
    public static RouteFinder of(ClusterModel model, NetworkPlan plan) {
        BitSet takesTurns = new BitSet();
        for (int i = 0; i < model.topologies().size(); i++) {
            takesTurns.set(i, model.topologies().get(i).routing() instanceof Routing.RoundRobinRoute);
        }
        return ShapedRoutes.of(model, plan).orElseGet(() -> new TableRoutes(plan, takesTurns));
    }
}
