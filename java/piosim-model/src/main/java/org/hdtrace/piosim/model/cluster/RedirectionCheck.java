// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Finds routers that no message can reach or leave, and redirections that can't do what they say. Only what edges join is
 * looked at; what a computed routing can't do is found when ways are looked for.
 */
final class RedirectionCheck {
    private final List<Node> nodes;
    private final List<IoRedirection> redirections;
    private final Map<Integer, Component> byId;
    private final boolean routed;
    private final Map<Integer, List<Integer>> out = new HashMap<>();
    private final Map<Integer, List<Integer>> in = new HashMap<>();

    /**
     * For one model.
     *
     * @param byId all its components
     */
    RedirectionCheck(
            List<Node> nodes,
            List<Topology> topologies,
            List<IoRedirection> redirections,
            Map<Integer, Component> byId) {
        this.nodes = nodes;
        this.redirections = redirections;
        this.byId = byId;
        // What LogGOPS replaces has no ways.
        this.routed =
                topologies.stream().noneMatch(topology -> topology.logGops().isPresent());
        for (Topology topology : topologies) {
            for (Topology.Link link : topology.links()) {
                out.computeIfAbsent(link.from(), key -> new ArrayList<>(2)).add(link.to());
                in.computeIfAbsent(link.to(), key -> new ArrayList<>(2)).add(link.from());
            }
        }
    }

    /** Tell each fault with the router or redirection that it concerns. */
    void run(BiConsumer<Router, String> ofRouter, BiConsumer<IoRedirection, String> ofRedirection) {
        List<Router> lonely = processes(Router.class).stream()
                .filter(router -> !out.containsKey(router.nic().id())
                        || !in.containsKey(router.nic().id()))
                .toList();
        if (routed) {
            lonely.forEach(router -> ofRouter.accept(router, lonely(router)));
        }
        IoChains chains = new IoChains(nodes, redirections);
        boolean search = routed && lonely.isEmpty();
        for (IoRedirection redirection : redirections) {
            Optional<String> fault = kinds(redirection)
                    .or(() -> circle(redirection, chains))
                    .or(() -> search ? ways(redirection, chains) : Optional.empty());
            fault.ifPresent(text -> ofRedirection.accept(redirection, "redirection: " + text));
        }
    }

    private String lonely(Router router) {
        int nic = router.nic().id();
        String missing = !out.containsKey(nic) && !in.containsKey(nic)
                ? "is beside the network: no edge connects its"
                : out.containsKey(nic) ? "gets nothing: no edge leads to its" : "sends nothing: no edge leads from its";
        return "router '" + router.name() + "' " + missing + " network interface '"
                + byId.get(nic).name() + "'";
    }

    /**
     * Routers that send to each other in a circle, if only for different servers: then each may wait for memory of the next.
     */
    private Optional<String> circle(IoRedirection redirection, IoChains chains) {
        for (HostedComponent process : affected(redirection)) {
            if (process instanceof Router first) {
                Map<Router, Router> from = new HashMap<>();
                Queue<Router> left = new ArrayDeque<>(List.of(first));
                while (!left.isEmpty()) {
                    Router router = left.remove();
                    for (Server server : processes(Server.class)) {
                        Router next = chains.next(router, server);
                        if (first.equals(next)) {
                            return Optional.of(circle(first, router, from));
                        }
                        if (next != null && from.putIfAbsent(next, router) == null) {
                            left.add(next);
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String circle(Router first, Router last, Map<Router, Router> from) {
        if (first.equals(last)) {
            return "router '" + first.name() + "' would send to itself, again and again";
        }
        StringBuilder names = new StringBuilder("'" + first.name() + "'");
        for (Router router = last; !router.equals(first); router = from.get(router)) {
            names.insert(0, "'" + router.name() + "' to ");
        }
        return "routers would send in a circle: '" + first.name() + "' to " + names;
    }

    /** What is affected without having I/O of its own. */
    private Optional<String> kinds(IoRedirection redirection) {
        for (int id : redirection.affected()) {
            Component affected = byId.get(id);
            if (affected instanceof NetworkInterface) {
                affected = ownerOf(id).orElse(null);
            }
            if (affected instanceof ClientProcess client && client.nic() == null) {
                return Optional.of("'" + client.name() + "' has no network interface of its own: thread 0 of rank "
                        + client.rank() + " sends for it and has to be named");
            }
            if (!(affected instanceof ClientProcess || affected instanceof Router || affected instanceof Node)) {
                return Optional.of("id " + id
                        + " is neither a client process or router, nor the network interface of one, nor a node");
            }
        }
        return Optional.empty();
    }

    private Optional<HostedComponent> ownerOf(int nic) {
        return processes(HostedComponent.class).stream()
                .filter(process -> process.nic() != null && process.nic().id() == nic)
                .findFirst();
    }

    /** Ways between those affected, the routers and their servers, in both directions. */
    private Optional<String> ways(IoRedirection redirection, IoChains chains) {
        Map<Integer, List<Server>> serversByRouter = new TreeMap<>();
        for (Server server : processes(Server.class)) {
            int router = redirection.routerTo(server.id());
            if (byId.get(router) instanceof Router) {
                serversByRouter
                        .computeIfAbsent(router, key -> new ArrayList<>())
                        .add(server);
            }
        }
        for (Map.Entry<Integer, List<Server>> entry : serversByRouter.entrySet()) {
            Router router = (Router) byId.get(entry.getKey());
            Set<Integer> reached = search(router.nic().id(), out);
            Set<Integer> reaching = search(router.nic().id(), in);
            for (Server server : entry.getValue()) {
                if (chains.next(router, server) != null) {
                    continue;
                }
                if (!reached.contains(server.nic().id())) {
                    return Optional.of("router '" + router.name() + "' has no way to server '" + server.name() + "'");
                }
                if (!reaching.contains(server.nic().id())) {
                    return Optional.of("server '" + server.name() + "' has no way to router '" + router.name() + "'");
                }
            }
            for (HostedComponent client : affected(redirection)) {
                if (!reaching.contains(client.nic().id())) {
                    return Optional.of("'" + client.name() + "' has no way to router '" + router.name() + "'");
                }
                if (!reached.contains(client.nic().id())) {
                    return Optional.of("router '" + router.name() + "' has no way to '" + client.name() + "'");
                }
            }
        }
        return Optional.empty();
    }

    private List<HostedComponent> affected(IoRedirection redirection) {
        List<HostedComponent> all = new ArrayList<>();
        for (Node node : nodes) {
            for (HostedComponent process : node.hosted()) {
                boolean redirects = process instanceof ClientProcess || process instanceof Router;
                if (redirects && process.nic() != null && redirection.affects(node, process)) {
                    all.add(process);
                }
            }
        }
        return all;
    }

    private <T extends HostedComponent> List<T> processes(Class<T> type) {
        return nodes.stream()
                .flatMap(node -> node.hosted().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static Set<Integer> search(int from, Map<Integer, List<Integer>> next) {
        Set<Integer> seen = new HashSet<>(Set.of(from));
        Queue<Integer> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            for (int neighbour : next.getOrDefault(left.remove(), List.of())) {
                if (seen.add(neighbour)) {
                    left.add(neighbour);
                }
            }
        }
        return seen;
    }
}
