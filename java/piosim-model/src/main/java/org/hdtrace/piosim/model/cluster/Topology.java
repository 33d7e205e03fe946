// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One network: which edge connects what, or what replaces all of them.
 *
 * @param links directed connections in the order of the model file
 * @param logGops costs of messages that are charged instead of looking at any network; such a topology has no links
 */
public record Topology(
        String name, Routing routing, Scheduling scheduling, List<Link> links, Optional<LogGops> logGops) {
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

    /** A network of edges. */
    public Topology(String name, Routing routing, Scheduling scheduling, List<Link> links) {
        this(name, routing, scheduling, links, Optional.empty());
    }

    /** One that replaces all networks of its model. */
    public static Topology of(String name, LogGops costs) {
        return new Topology(name, new Routing.FirstRoute(), Scheduling.ROUND_ROBIN, List.of(), Optional.of(costs));
    }

    public Topology {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(routing, "routing");
        Objects.requireNonNull(scheduling, "scheduling");
        links = List.copyOf(links);
        if (logGops.isPresent() && !links.isEmpty()) {
            throw new IllegalArgumentException("topology '" + name + "': LogGOPS has no links");
        }
    }
}
