// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** Components in the order in which a packet passes them: interface, edge, switch, ..., edge, interface. */
public final class Route {
    private int[] components = new int[16];
    private int length;

    /** Begin a new route at an interface. */
    public void start(int networkInterface) {
        components[0] = networkInterface;
        length = 1;
    }

    /** Go on over an edge to the interface or switch at its end. */
    public void add(int edge, int vertex) {
        if (length + 2 > components.length) {
            components = Arrays.copyOf(components, components.length * 2);
        }
        components[length++] = edge;
        components[length++] = vertex;
    }

    /** Number of components. */
    public int length() {
        return length;
    }

    /** The component at a position, counted from 0. */
    public int component(int hop) {
        return components[hop];
    }

    /** The interface or switch that was reached last. */
    public int end() {
        return components[length - 1];
    }
}
