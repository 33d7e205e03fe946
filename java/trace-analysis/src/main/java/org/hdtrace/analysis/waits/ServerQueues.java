// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.Arrays;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.TopologyNode;

/**
 * Time in which operations of a server wait until its next layer begins them: between the begin of an operation and that of its
 * first effect on the same host. Where several wait at a time, that time counts once. Memory: some 50 bytes for each
 * operation of one file.
 *
 * <p>Thread: one thread at a time.
 */
public final class ServerQueues {
    private final RelationGraph graph;
    private long serverNanos;

    ServerQueues(RelationGraph graph) {
        this.graph = graph;
    }

    /** Takes the sums of one server. */
    @FunctionalInterface
    interface Sink {
        void queue(TopologyNode node, long count, long nanos);
    }

    /** Time from the first begin to the last end of an operation of each server, ns; 0 before {@link #each}. */
    long serverNanos() {
        return serverNanos;
    }

    /** Tells each server with operations of somebody else that it handed on. */
    void each(Sink sink) {
        serverNanos = 0;
        for (int file = 0; file < graph.files().size(); file++) {
            int first = graph.firstOf(file);
            add(graph.files().get(file).node(), first, graph.firstOf(file + 1), sink);
        }
    }

    private void add(TopologyNode node, int first, int behind, Sink sink) {
        long[][] waits = new long[behind - first][];
        int count = 0;
        boolean serves = false;
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int operation = first; operation < behind; operation++) {
            long start = graph.startNanos(operation);
            begin = Math.min(begin, start);
            end = Math.max(end, graph.endNanos(operation));
            long handedOn = handedOn(graph, operation);
            serves |= handedOn != Long.MAX_VALUE;
            if (handedOn != Long.MAX_VALUE && handedOn > start) {
                end = Math.max(end, handedOn);
                waits[count++] = new long[] {start, handedOn};
            }
        }
        serverNanos += serves ? end - begin : 0;
        if (count > 0) {
            sink.queue(node, count, covered(Arrays.copyOf(waits, count)));
        }
    }

    /**
     * When the next layer of its server began what an operation of somebody else caused there, ns since the epoch; {@link
     * Long#MAX_VALUE} if it caused nothing on its host, or if nobody caused it.
     */
    public static long handedOn(RelationGraph graph, int operation) {
        if (graph.parents(operation).length == 0) {
            return Long.MAX_VALUE;
        }
        String host = hostOf(graph, operation);
        long first = Long.MAX_VALUE;
        for (int child : graph.children(operation)) {
            first = hostOf(graph, child).equals(host) ? Math.min(first, graph.startNanos(child)) : first;
        }
        return first;
    }

    private static String hostOf(RelationGraph graph, int operation) {
        return graph.files().get(graph.fileOf(operation)).node().path().get(0);
    }

    private static long covered(long[][] intervals) {
        Arrays.sort(intervals, (a, b) -> Long.compare(a[0], b[0]));
        long covered = 0;
        long until = Long.MIN_VALUE;
        for (long[] each : intervals) {
            covered += Math.max(0, each[1] - Math.max(until, each[0]));
            until = Math.max(until, each[1]);
        }
        return covered;
    }
}
