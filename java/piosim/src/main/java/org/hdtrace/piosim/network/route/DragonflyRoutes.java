// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.model.cluster.Routing;

/**
 * To the router that has the cable to the target's group, over it, and to the target's router: at most three steps.
 * Source: minimal routing of Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology", 2008.
 */
final class DragonflyRoutes implements Shape {
    private final int groups;
    private final int routers;
    private final int cables;

    DragonflyRoutes(Routing.Dragonfly dragonfly) {
        groups = dragonfly.groups();
        routers = dragonfly.routers();
        cables = (groups - 1 + routers - 1) / routers;
    }

    @Override
    public int switches() {
        return Math.multiplyExact(groups, routers);
    }

    @Override
    public int ports(int here) {
        int first = here % routers * cables;
        return routers - 1 + Math.max(0, Math.min(groups - 1, first + cables) - first);
    }

    @Override
    public int port(int here, int there, int place) {
        int router = here % routers;
        int ahead = Math.floorMod(there / routers - here / routers, groups);
        if (ahead == 0) {
            return inside(router, there % routers);
        }
        int cable = ahead - 1;
        int owner = cable / cables;
        return owner == router ? routers - 1 + cable - router * cables : inside(router, owner);
    }

    /** The port to another router of the group. */
    private static int inside(int router, int other) {
        return other < router ? other : other - 1;
    }
}
