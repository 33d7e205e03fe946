// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.RouteFinder;

/** Chooses how ways are found. */
public final class RouteFinders {
    private RouteFinders() {}

    /** What the topologies of a model ask for, with seed 0. */
    public static RouteFinder of(ClusterModel model, NetworkPlan plan) {
        return of(model, plan, 0);
    }

    /**
     * What the topologies of a model ask for.
     *
     * @param seed chooses among equally short ways where hashes do
     */
    public static RouteFinder of(ClusterModel model, NetworkPlan plan, long seed) {
        int topologies = model.topologies().size();
        RouteFinder[] computed = new RouteFinder[topologies];
        int count = 0;
        for (int i = 0; i < topologies; i++) {
            computed[i] = ShapedRoutes.of(model, plan, i).orElse(null);
            count += computed[i] == null ? 0 : 1;
        }
        if (count == 1 && topologies == 1) {
            return computed[0];
        }
        RouteFinder tables = new TableRoutes(plan, Spreads.of(model, seed));
        return count == 0 ? tables : new CombinedRoutes(plan, computed, tables);
    }
}
