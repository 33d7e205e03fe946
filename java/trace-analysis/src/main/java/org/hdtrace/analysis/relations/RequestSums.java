// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.select.Interval;

/**
 * What clients ask of servers: every operation that another node caused, from the node where its chain began to the server. It lasts
 * as long as the operation. What the layers of one server ask of each other is not counted. The bytes are those that it says, or, as the
 * servers of OrangeFS don't say any, those that it made the storage read and write. Any thread. Source: SUNSHOT V-11, V-19.
 */
public final class RequestSums {
    /** The layer of OrangeFS that reads and writes what the others move. */
    private static final String STORAGE = "TROVE";

    private final RelationGraph graph;
    /** Operations on storage whose bytes a request has. */
    private final Set<Integer> counted = new HashSet<>();

    private final List<Request> requests = new ArrayList<>();

    /**
     * An operation of a server.
     *
     * @param operation its number
     * @param client path of the node where its chain began
     * @param server host it ran on
     * @param bytes 0 where none are known
     */
    public record Request(int operation, String client, String server, long bytes) {}

    private RequestSums(RelationGraph graph) {
        this.graph = graph;
        for (int operation = 0; operation < graph.size(); operation++) {
            int[] parents = graph.parents(operation);
            if (parents.length > 0 && !hostOf(operation).equals(hostOf(parents[0]))) {
                String client = pathOf(rootOf(parents[0]));
                requests.add(new Request(operation, client, hostOf(operation), bytesOf(operation)));
            }
        }
    }

    /** All requests of a graph. */
    public static RequestSums of(RelationGraph graph) {
        return new RequestSums(graph);
    }

    /** In the order of the relation files. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Clients and servers whose requests touch an interval. */
    public PairSums in(Interval interval) {
        Map<String, Integer> clients = new LinkedHashMap<>();
        Map<String, Integer> servers = new LinkedHashMap<>();
        requests.forEach(request -> {
            clients.putIfAbsent(request.client(), clients.size());
            servers.putIfAbsent(request.server(), servers.size());
        });
        PairSums.Builder sums = new PairSums.Builder(
                PairValues.Subject.REQUESTS, List.copyOf(clients.keySet()), List.copyOf(servers.keySet()));
        for (Request request : requests) {
            long start = graph.startNanos(request.operation());
            long end = graph.endNanos(request.operation());
            if (interval.touches(start, end)) {
                int from = clients.get(request.client());
                sums.add(from, servers.get(request.server()), request.bytes(), start, end);
            }
        }
        Damages damages = new Damages();
        long refused = graph.damages().stream()
                .filter(damage -> damage.degree() == Damage.Degree.REFUSED)
                .count();
        damages.addAll(graph.damages(), (int) (graph.files().size() + refused));
        return sums.build(damages);
    }

    /**
     * Flows tell the bytes of all servers, and messages those of the protocol, too; of the operations on storage only the topmost
     * that say any count, since they say again below how they are carried out. What two requests caused counts for the first.
     */
    private long bytesOf(int request) {
        if (graph.bytes(request) > 0 || graph.children(request).length == 0) {
            return graph.bytes(request);
        }
        long bytes = 0;
        String server = hostOf(request);
        Set<Integer> seen = new HashSet<>(Set.of(request));
        Deque<Integer> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (int child : graph.children(open.remove())) {
                if (!hostOf(child).equals(server) || !seen.add(child)) {
                    continue;
                }
                if (isStorage(child) && graph.bytes(child) > 0) {
                    bytes += counted.add(child) ? graph.bytes(child) : 0;
                } else {
                    open.add(child);
                }
            }
        }
        return bytes;
    }

    private boolean isStorage(int operation) {
        List<String> path = graph.files().get(graph.fileOf(operation)).node().path();
        return path.get(path.size() - 1).equals(STORAGE);
    }

    /** Damaged files may form rings; then it is where this was noticed. */
    private int rootOf(int operation) {
        int root = operation;
        for (int steps = 0; graph.parents(root).length > 0 && steps < graph.size(); steps++) {
            root = graph.parents(root)[0];
        }
        return root;
    }

    private String hostOf(int operation) {
        return graph.files().get(graph.fileOf(operation)).node().path().get(0);
    }

    private String pathOf(int operation) {
        return String.join(
                "/", graph.files().get(graph.fileOf(operation)).node().path());
    }
}
