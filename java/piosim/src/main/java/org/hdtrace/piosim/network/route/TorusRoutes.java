// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import org.hdtrace.piosim.model.cluster.Routing;

/** One dimension after the other, each the shorter way round and upwards where both are equally long. */
final class TorusRoutes implements Shape {
    private final int[] dims;

    TorusRoutes(Routing.DimensionOrder torus) {
        dims = torus.dims().stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public int switches() {
        int points = 1;
        for (int size : dims) {
            points = Math.multiplyExact(points, size);
        }
        return points;
    }

    @Override
    public int ports(int here) {
        int ports = 0;
        for (int size : dims) {
            ports += portsOf(size);
        }
        return ports;
    }

    /** A ring of two has one cable. */
    private static int portsOf(int size) {
        return Math.min(size - 1, 2);
    }

    @Override
    public int port(int here, int there, int place) {
        int port = 0;
        int weight = 1;
        for (int size : dims) {
            int ahead = Math.floorMod(there / weight % size - here / weight % size, size);
            if (ahead != 0) {
                return port + (2 * ahead <= size ? 0 : 1);
            }
            port += portsOf(size);
            weight *= size;
        }
        throw new IllegalArgumentException("there=" + there + ": is where the packet is");
    }
}
