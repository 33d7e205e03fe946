// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.model.cluster.Routing;

/**
 * Up as far as needed by the digits of the target, then down, so that the targets of a switch are spread evenly over its
 * ports and each target has one way down. Source: Zahavi, Johnson, Kerbyson and Lang, "Optimized InfiniBand fat-tree
 * routing for shift all-to-all communication patterns", 2010 (d-mod-k).
 */
final class FatTreeRoutes implements Shape {
    private final int arity;
    private final int levels;
    private final int upPorts;
    private final int leaves;
    private final int perLevel;

    FatTreeRoutes(Routing.FatTree tree) {
        arity = tree.k();
        levels = tree.levels();
        upPorts = tree.upPorts();
        leaves = power(levels - 1);
        perLevel = levels == 1 ? 0 : leaves / arity * upPorts;
    }

    private int power(int exponent) {
        int result = 1;
        for (int i = 0; i < exponent; i++) {
            result = Math.multiplyExact(result, arity);
        }
        return result;
    }

    @Override
    public int switches() {
        return leaves + (levels - 1) * perLevel;
    }

    private int level(int here) {
        return here < leaves ? 0 : 1 + (here - leaves) / perLevel;
    }

    private int up(int level) {
        if (level == levels - 1) {
            return 0;
        }
        return level == 0 ? upPorts : arity;
    }

    @Override
    public int ports(int here) {
        int level = level(here);
        return (level == 0 ? 0 : arity) + up(level);
    }

    @Override
    public int port(int here, int there, int place) {
        int level = level(here);
        if (level == 0) {
            return place % upPorts;
        }
        int position = (here - leaves) % perLevel;
        int digits = position / upPorts * arity + position % upPorts;
        int below = power(level - 1);
        boolean above = digits / below / arity == there / below / arity;
        int digit = there / below % arity;
        return above ? digit : arity + digit;
    }
}
