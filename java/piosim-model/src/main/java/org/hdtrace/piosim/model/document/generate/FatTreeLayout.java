// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import java.util.Map;

/**
 * A k-ary n-tree: k^n hosts below n levels of k^(n-1) switches with k ports down and, but for the highest level, k
 * ports up. Source: Petrini and Vanneschi, "k-ary n-trees", IPPS 1997.
 *
 * <p>A switch is a level, 0 where the hosts are, and n-1 digits below k. It is joined upwards to the switches whose
 * digits differ in the one with the number of its level only, and the host with digits p(n-1)...p(0) to the switch of
 * level 0 with the digits p(n-1)...p(1). Oversubscription leaves out ports up of level 0, and so all switches above
 * that have digit 0 too large. Ports: down by digit, then up by digit.
 *
 * @param arity k, at least 2
 * @param levels n, at least 1
 * @param upPorts of a switch of level 0, 1 to k
 */
record FatTreeLayout(int arity, int levels, int upPorts) implements Layout {
    @Override
    public int capacity() {
        return power(levels);
    }

    private int power(int exponent) {
        int result = 1;
        for (int i = 0; i < exponent; i++) {
            result *= arity;
        }
        return result;
    }

    /** Switches of level 0. */
    private int leaves() {
        return power(levels - 1);
    }

    /** Switches of each other level; their digit 0 is below upPorts. */
    private int perLevel() {
        return levels == 1 ? 0 : leaves() / arity * upPorts;
    }

    @Override
    public int switches() {
        return leaves() + (levels - 1) * perLevel();
    }

    private int level(int networkSwitch) {
        return networkSwitch < leaves() ? 0 : 1 + (networkSwitch - leaves()) / perLevel();
    }

    /** The digits as a number to the base k. */
    private int digits(int networkSwitch) {
        if (networkSwitch < leaves()) {
            return networkSwitch;
        }
        int position = (networkSwitch - leaves()) % perLevel();
        return position / upPorts * arity + position % upPorts;
    }

    private int number(int level, int digits) {
        return level == 0 ? digits : leaves() + (level - 1) * perLevel() + digits / arity * upPorts + digits % arity;
    }

    @Override
    public int switchOf(int host, int slot) {
        return host / arity;
    }

    @Override
    public int[] neighbours(int networkSwitch) {
        int level = level(networkSwitch);
        int digits = digits(networkSwitch);
        int down = level == 0 ? 0 : arity;
        int up = level == levels - 1 ? 0 : level == 0 ? upPorts : arity;
        int[] result = new int[down + up];
        for (int port = 0; port < down; port++) {
            result[port] = number(level - 1, withDigit(digits, level - 1, port));
        }
        for (int port = 0; port < up; port++) {
            result[down + port] = number(level + 1, withDigit(digits, level, port));
        }
        return result;
    }

    private int withDigit(int digits, int position, int value) {
        int weight = power(position);
        return digits + (value - digits / weight % arity) * weight;
    }

    @Override
    public String switchName(int networkSwitch) {
        int level = level(networkSwitch);
        return "sw" + level + "-" + (level == 0 ? networkSwitch : (networkSwitch - leaves()) % perLevel());
    }

    @Override
    public String routing() {
        return "FatTreeRoute";
    }

    @Override
    public Map<String, String> routingValues() {
        return Map.of(
                "k", Integer.toString(arity),
                "levels", Integer.toString(levels),
                "upPorts", Integer.toString(upPorts));
    }
}
