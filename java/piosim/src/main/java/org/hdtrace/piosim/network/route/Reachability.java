// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.HostedComponent;
import org.hdtrace.piosim.model.cluster.IdleClients;
import org.hdtrace.piosim.model.cluster.IoChains;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;

/**
 * Whether all that talk with each other have a way: the ranks of one application in both directions, and every rank with
 * every server. Processes that nothing gives a program ({@link IdleClients}) don't talk. Two searches for each application find all that can't be reached from its first rank, or can't reach it: where
 * there are none, everybody reaches everybody. Then a way to each process and back is looked for, which finds what a computed
 * routing can't do.
 */
public final class Reachability {
    private static final int MOST = 20;

    private final NetworkPlan plan;
    private final RouteFinder routes;
    private final List<String> faults = new ArrayList<>();

    private Reachability(NetworkPlan plan, RouteFinder routes) {
        this.plan = plan;
        this.routes = routes;
    }

    /** One line for each process or pair that lacks a way, the first 20. */
    public static List<String> faults(ClusterModel model, NetworkPlan plan, RouteFinder routes) {
        Reachability check = new Reachability(plan, routes);
        Map<String, List<HostedComponent>> ranks = new TreeMap<>();
        Set<String> idle =
                IdleClients.of(model).stream().map(IdleClients::alias).collect(Collectors.toSet());
        for (ClientProcess client : model.clients()) {
            if (client.nic() != null && !idle.contains(client.application())) {
                ranks.computeIfAbsent(client.application(), key -> new ArrayList<>())
                        .add(client);
            }
        }
        Set<HostedComponent> forwarded = forwarded(model);
        for (List<HostedComponent> application : ranks.values()) {
            List<HostedComponent> direct = new ArrayList<>(application);
            direct.removeAll(forwarded);
            List<HostedComponent> together = new ArrayList<>(application);
            if (direct.size() == application.size()) {
                together.addAll(model.servers());
                check.all(together);
                continue;
            }
            // All servers are behind routers for some ranks, so these need ways to their routers only.
            check.all(together);
            if (!direct.isEmpty()) {
                check.all(concat(direct, model.servers()));
            }
        }
        if (!model.ioRedirections().isEmpty()) {
            List<HostedComponent> talking =
                    ranks.values().stream().flatMap(List::stream).toList();
            neighbours(model, talking).forEach(check::each);
        }
        return List.copyOf(check.faults.subList(0, Math.min(MOST, check.faults.size())));
    }

    /** Processes that send nothing straight to any server. */
    private static Set<HostedComponent> forwarded(ClusterModel model) {
        IoChains chains = new IoChains(model);
        return model.clients().stream()
                .filter(client -> client.nic() != null)
                .filter(client -> model.servers().stream()
                        .noneMatch(server -> chains.between(client, server).isEmpty()))
                .collect(Collectors.toSet());
    }

    /** What is next to each router on any way that I/O takes. */
    private static Map<HostedComponent, Set<HostedComponent>> neighbours(
            ClusterModel model, List<HostedComponent> clients) {
        IoChains chains = new IoChains(model);
        Map<HostedComponent, Set<HostedComponent>> found = new LinkedHashMap<>();
        for (HostedComponent client : clients) {
            for (Server server : model.servers()) {
                HostedComponent before = client;
                for (Router router : chains.between(client, server)) {
                    found.computeIfAbsent(router, key -> new LinkedHashSet<>()).add(before);
                    before = router;
                }
                if (before != client) {
                    found.get(before).add(server);
                }
            }
        }
        return found;
    }

    private static List<HostedComponent> concat(
            List<? extends HostedComponent> first, List<? extends HostedComponent> second) {
        List<HostedComponent> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private void all(List<HostedComponent> together) {
        HostedComponent first = together.get(0);
        BitSet from = reached(first, false);
        BitSet to = reached(first, true);
        int before = faults.size();
        for (HostedComponent other : together) {
            if (!to.get(nic(other))) {
                fault(first, other);
            }
            if (!from.get(nic(other))) {
                fault(other, first);
            }
        }
        // Where all reach the first one and it reaches all, everybody reaches everybody.
        for (int i = 1; i < together.size() && faults.size() == before; i++) {
            if (!findBoth(first, together.get(i))) {
                return;
            }
        }
    }

    /** Ways between one process and each of some others, there and back. */
    private void each(HostedComponent one, Set<HostedComponent> others) {
        BitSet from = reached(one, false);
        BitSet to = reached(one, true);
        for (HostedComponent other : others) {
            int before = faults.size();
            if (!to.get(nic(other))) {
                fault(one, other);
            }
            if (!from.get(nic(other))) {
                fault(other, one);
            }
            if (faults.size() == before && !findBoth(one, other)) {
                return;
            }
        }
    }

    private boolean findBoth(HostedComponent one, HostedComponent other) {
        try {
            find(other, one);
            find(one, other);
            return true;
        } catch (NetworkPlan.UnsupportedModelException e) {
            faults.add(e.getMessage());
            return false;
        }
    }

    private void find(HostedComponent source, HostedComponent target) {
        routes.find(nic(source), nic(target), 0, new Route());
    }

    private void fault(HostedComponent source, HostedComponent target) {
        faults.add(name(source) + " has no route to " + name(target) + " ('" + plan.name(nic(source)) + "' to '"
                + plan.name(nic(target)) + "')");
    }

    private static String name(HostedComponent process) {
        if (process instanceof ClientProcess client) {
            return "rank " + client.rank() + " of '" + client.application() + "'";
        }
        return (process instanceof Server ? "server '" : "'") + process.name() + "'";
    }

    private int nic(HostedComponent process) {
        return plan.component(process.nic().id());
    }

    /** Interfaces and switches that a process reaches, or that reach it. */
    private BitSet reached(HostedComponent start, boolean forward) {
        BitSet seen = new BitSet();
        int[] queue = new int[plan.size()];
        int tail = 0;
        queue[tail++] = nic(start);
        seen.set(nic(start));
        for (int head = 0; head < tail; head++) {
            int vertex = queue[head];
            int count = forward ? plan.outCount(vertex) : plan.inCount(vertex);
            for (int port = 0; port < count; port++) {
                int next = forward
                        ? plan.edgeTarget(plan.outEdge(vertex, port))
                        : plan.edgeSource(plan.inEdge(vertex, port));
                if (!seen.get(next)) {
                    seen.set(next);
                    queue[tail++] = next;
                }
            }
        }
        return seen;
    }
}
