// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document.generate;

import java.util.Map;

/**
 * The shape of a network. Hosts, switches and ports are numbered from 0. The ports of a switch are first those to the
 * processes on its hosts, in the order of the hosts, then those of {@link #neighbours}; computed routes rely on it.
 */
public interface Layout {
    /** How many hosts there may be. */
    int capacity();

    int switches();

    /** How many processes fit on a host, each with an interface of its own. */
    default int slots() {
        return 1;
    }

    /** The switch that a process of a host is joined to. */
    int switchOf(int host, int slot);

    /** The switches that one sends to, in the order of its ports; every link has one in the other direction. */
    int[] neighbours(int networkSwitch);

    /** Unique within the layout. */
    String switchName(int networkSwitch);

    /** The attribute of the generator that names the template of a switch. */
    default String switchTemplate(int networkSwitch) {
        return "switch";
    }

    /** The attribute that names the template of the edge from one switch to another. */
    default String edgeTemplate(int from, int to) {
        return "edge";
    }

    /** The same for the edges between processes and switches, unless the generator has a {@code hostEdge}. */
    default String hostEdgeTemplate() {
        return "edge";
    }

    /** The routing that fits, as an {@code implementation}. */
    String routing();

    /** What that routing needs to know, by attribute. */
    default Map<String, String> routingValues() {
        return Map.of();
    }
}
