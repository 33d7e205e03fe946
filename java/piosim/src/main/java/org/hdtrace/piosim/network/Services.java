// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which service packets meet where. What a component does for most of them has the number of the component; packets
 * between near interfaces and those of analytical interfaces meet services of their own, with numbers behind those.
 */
final class Services {
    private static final int NONE = -1;

    private final NetworkPlan plan;
    private final long granularity;
    private final Map<Service.Parameters, Service> distinct = new HashMap<>();
    private final int[] near;
    private final int fixed;
    private int count;
    private int free = NONE;

    // By number.
    private Service[] service;
    private int[] component;

    Services(NetworkPlan plan, long granularity) {
        this.plan = plan;
        this.granularity = granularity;
        int size = plan.size();
        near = new int[size];
        service = new Service[size];
        component = new int[size];
        for (int c = 0; c < size; c++) {
            near[c] = c;
            add(c, plan.bandwidth(c), plan.latency(c), plan.kind(c).cutsThrough(), true, plan.burstNanos(c));
        }
        for (int c = 0; c < size; c++) {
            if (plan.kind(c).knowsNear()) {
                near[c] = add(c, plan.localBandwidth(c), plan.latency(c), false, true, 0);
            }
        }
        fixed = count;
    }

    Service get(int number) {
        return service[number];
    }

    int component(int number) {
        return component[number];
    }

    /** The service that packets on a route meet at its component of a position. */
    int at(Route route, int hop) {
        int c = route.component(hop);
        boolean isNear =
                switch (plan.kind(c)) {
                    case NODE_LOCAL -> plan.host(route.component(0)) == plan.host(route.end());
                    case NODE_MEMORY -> route.length() == 5;
                    case NIC, NIC_ANALYTICAL, EDGE, EDGE_CUT_THROUGH, NODE, NODE_CUT_THROUGH -> false;
                };
        return isNear ? near[c] : c;
    }

    /**
     * A new service for all of a route that an analytical interface begins: the whole way is charged to that, and the packet comes
     * out directly at the receiving one.
     *
     * @throws NetworkPlan.UnsupportedModelException when a component depends on whole messages
     */
    int summary(Route route) {
        double slowest = Double.POSITIVE_INFINITY;
        long latencies = 0;
        for (int hop = 0; hop < route.length(); hop++) {
            if (plan.dependsOnMessage(route.component(hop))) {
                throw new NetworkPlan.UnsupportedModelException("'" + plan.name(route.component(0))
                        + "' is a NICAnalytical, which can't send over '" + plan.name(route.component(hop))
                        + "' with its SingleCopyFrom: use a NIC");
            }
            Service passed = service[at(route, hop)];
            slowest = Math.min(slowest, passed.bandwidth());
            latencies += passed.latency();
        }
        return unlimited(route.component(0), slowest, latencies);
    }

    /** Without limit to what is on its way. */
    private int unlimited(int c, double bytesPerSecond, long latencyNanos) {
        if (free == NONE) {
            return add(c, bytesPerSecond, latencyNanos, false, false, 0);
        }
        int number = free;
        free = component[number];
        set(number, c, new Service.Parameters(bytesPerSecond, latencyNanos, false, false, 0));
        return number;
    }

    /** Forget a service if it was made by {@link #summary}. */
    void recycle(int number) {
        if (number >= fixed) {
            component[number] = free;
            free = number;
        }
    }

    private int add(int c, double bytesPerSecond, long latencyNanos, boolean early, boolean limited, long burstNanos) {
        if (count == component.length) {
            service = Arrays.copyOf(service, count * 2);
            component = Arrays.copyOf(component, count * 2);
        }
        set(count, c, new Service.Parameters(bytesPerSecond, latencyNanos, early, limited, burstNanos));
        return count++;
    }

    private void set(int number, int c, Service.Parameters parameters) {
        component[number] = c;
        service[number] = distinct.computeIfAbsent(parameters, p -> new Service(p, granularity));
    }
}
