// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.select.Interval;

/**
 * What clients ask of servers: every operation that another node caused, from the node where its chain began to the server. It lasts
 * as long as the operation. What the layers of one server ask of each other is not counted. Any thread. Source: SUNSHOT V-11, V-19.
 */
public final class RequestSums {
    private final RelationGraph graph;
    private final List<Request> requests = new ArrayList<>();

    /**
     * An operation of a server.
     *
     * @param operation its number
     * @param client path of the node where its chain began
     * @param server host it ran on
     */
    public record Request(int operation, String client, String server) {}

    private RequestSums(RelationGraph graph) {
        this.graph = graph;
        for (int operation = 0; operation < graph.size(); operation++) {
            int[] parents = graph.parents(operation);
            if (parents.length > 0 && !hostOf(operation).equals(hostOf(parents[0]))) {
                requests.add(new Request(operation, pathOf(rootOf(parents[0])), hostOf(operation)));
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
                sums.add(from, servers.get(request.server()), graph.bytes(request.operation()), start, end);
            }
        }
        Damages damages = new Damages();
        long refused = graph.damages().stream()
                .filter(damage -> damage.degree() == Damage.Degree.REFUSED)
                .count();
        damages.addAll(graph.damages(), (int) (graph.files().size() + refused));
        return sums.build(damages);
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
