// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Switches at the points of a grid that is closed to rings in every dimension, with the same number of hosts on each.
 * Coordinate 0 counts fastest. Ports: per dimension the next point, then, in rings of three and more, the one before.
 *
 * @param dims points in each dimension
 * @param perPoint hosts on each point
 */
record TorusLayout(List<Integer> dims, int perPoint) implements Layout {
    @Override
    public int capacity() {
        return switches() * perPoint;
    }

    @Override
    public int switches() {
        return dims.stream().reduce(1, (a, b) -> a * b);
    }

    @Override
    public int switchOf(int host, int slot) {
        return host / perPoint;
    }

    @Override
    public int[] neighbours(int networkSwitch) {
        int[] result = new int[2 * dims.size()];
        int count = 0;
        int weight = 1;
        for (int size : dims) {
            int coordinate = networkSwitch / weight % size;
            int origin = networkSwitch - coordinate * weight;
            if (size > 1) {
                result[count++] = origin + (coordinate + 1) % size * weight;
            }
            if (size > 2) {
                result[count++] = origin + (coordinate + size - 1) % size * weight;
            }
            weight *= size;
        }
        return Arrays.copyOf(result, count);
    }

    @Override
    public String switchName(int networkSwitch) {
        return "sw" + networkSwitch;
    }

    @Override
    public String routing() {
        return "DimensionOrderRoute";
    }

    @Override
    public Map<String, String> routingValues() {
        return Map.of("dims", dims.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
}
