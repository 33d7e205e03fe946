// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;

/**
 * What follows by hand for one client and one server with a switch between them. Source: MODEL C2.
 *
 * @param packetBytes most that a packet carries
 */
record Pair(SimpleNetworkEdge link, Nic nic, StoreForwardNode middle, RefinedDisk disk, long packetBytes) {
    /**
     * Of a model made from {@code paper-gige-2.xml}.
     *
     * @throws IllegalArgumentException when a part isn't there
     */
    static Pair of(ClusterModel model) {
        Server server = only(
                model.nodes().stream().flatMap(node -> node.hosted().stream()).toList(), Server.class, 1);
        return new Pair(
                only(model.networkEdges(), SimpleNetworkEdge.class, 4),
                only(List.of(server.nic()), Nic.class, 1),
                only(model.networkNodes(), StoreForwardNode.class, 1),
                only(List.of(server.ioSubsystem()), RefinedDisk.class, 1),
                model.globalSettings().transferGranularity());
    }

    private static <T> T only(List<?> parts, Class<T> kind, int count) {
        List<T> found = parts.stream().filter(kind::isInstance).map(kind::cast).toList();
        if (found.size() != count) {
            throw new IllegalArgumentException("the model has " + found.size() + " " + kind.getSimpleName()
                    + " instead of " + count + ": it isn't the pair of nodes of examples/models/paper-gige-2.xml");
        }
        return found.get(0);
    }

    /** Of a contiguous write: there and back twice, all data over the slower of two links, one packet over the other. */
    double writeSeconds(long bytes) {
        long packet = Math.min(bytes, packetBytes);
        return 4 * link.latencyNanos() / 1e9
                + (bytes + packet) / link.bandwidth()
                + 2 * packet / nic.totalBandwidth()
                + packet / middle.totalBandwidth();
    }

    /** When the n-th full packet of a write has come to the server, counted from 1; in ms since the write began. */
    double arrivalMillis(int packet) {
        return 2 * link.latencyNanos() / 1e6 + (packet + 1) * 1e3 * packetBytes / link.bandwidth();
    }

    /** Packets of a contiguous write. */
    long packets(long bytes) {
        return (bytes + packetBytes - 1) / packetBytes;
    }

    /** Part of a contiguous write during which a disk is busy that has to seek to it. */
    double diskShare(long bytes) {
        return (bytes / disk.sequentialTransferRate() + seekSeconds()) / writeSeconds(bytes);
    }

    private double seekSeconds() {
        return 30.0 / disk.rpm() + disk.averageSeekNanos() / 1e9;
    }

    /**
     * How many packets each operation of a disk holds that takes all that are waiting whenever it is idle, and seeks before
     * the first.
     */
    List<Integer> packetsPerOperation(long bytes) {
        long packets = packets(bytes);
        double arrives = packetBytes / link.bandwidth();
        double lasts = packetBytes / disk.sequentialTransferRate();
        List<Integer> all = new ArrayList<>();
        double idleAt = 0;
        for (long taken = 0; taken < packets; ) {
            double start = Math.max(idleAt, (taken + 1) * arrives);
            long waiting = Math.min(packets, (long) (start / arrives * (1 + 1e-12))) - taken;
            all.add((int) waiting);
            idleAt = start + waiting * lasts + (taken == 0 ? seekSeconds() : 0);
            taken += waiting;
        }
        return all;
    }
}
