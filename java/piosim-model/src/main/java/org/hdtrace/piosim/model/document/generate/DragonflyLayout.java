// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import java.util.Arrays;
import java.util.Map;

/**
 * Groups of routers: all routers of a group are joined, and every two groups by one cable. Source: Kim, Dally, Scott
 * and Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008.
 *
 * <p>Cable i of group g leads to group g+i+1 (modulo their number); the routers of a group share its cables in order,
 * as many each as it takes. Ports: the other routers of the group, then the cables.
 *
 * @param groups number of groups
 * @param routers of each group
 * @param perRouter hosts on each router
 */
record DragonflyLayout(int groups, int routers, int perRouter) implements Layout {
    @Override
    public int capacity() {
        return switches() * perRouter;
    }

    @Override
    public int switches() {
        return groups * routers;
    }

    /** Cables of a router to other groups, at most. */
    private int cables() {
        return (groups - 1 + routers - 1) / routers;
    }

    @Override
    public int switchOf(int host, int slot) {
        return host / perRouter;
    }

    @Override
    public int[] neighbours(int networkSwitch) {
        int group = networkSwitch / routers;
        int router = networkSwitch % routers;
        int[] result = new int[routers - 1 + cables()];
        int count = 0;
        for (int other = 0; other < routers; other++) {
            if (other != router) {
                result[count++] = group * routers + other;
            }
        }
        int end = Math.min(groups - 1, (router + 1) * cables());
        for (int cable = router * cables(); cable < end; cable++) {
            int there = (group + cable + 1) % groups;
            // Seen from there, this group is as many steps on as are left of the round.
            int back = groups - 2 - cable;
            result[count++] = there * routers + back / cables();
        }
        return Arrays.copyOf(result, count);
    }

    @Override
    public String switchName(int networkSwitch) {
        return "sw" + networkSwitch / routers + "-" + networkSwitch % routers;
    }

    @Override
    public String routing() {
        return "DragonflyRoute";
    }

    @Override
    public Map<String, String> routingValues() {
        return Map.of("groups", Integer.toString(groups), "routers", Integer.toString(routers));
    }
}
