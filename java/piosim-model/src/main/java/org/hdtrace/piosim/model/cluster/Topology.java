// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;
import java.util.Objects;

/**
 * One network: which edge connects what.
 *
 * @param links directed connections in the order of the model file
 */
public record Topology(String name, Routing routing, Scheduling scheduling, List<Link> links) {
    /** Order in which a busy component serves the streams that wait for it. */
    public enum Scheduling {
        /** Streams (pairs of source and target interface) in turn, packet by packet. */
        ROUND_ROBIN,
        /** Packets in the order of arrival. */
        FIFO
    }

    /**
     * A directed connection, all three by component id.
     *
     * @param from network interface or network node that sends into the edge
     * @param edge the edge; each edge is used by one link only
     * @param to network interface or network node at its end
     */
    public record Link(int from, int edge, int to) {}

    public Topology {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(routing, "routing");
        Objects.requireNonNull(scheduling, "scheduling");
        links = List.copyOf(links);
    }
}
