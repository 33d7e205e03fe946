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

    /** The service that a component gives to packets between near interfaces. */
    int near(int c) {
        return near[c];
    }

    /** A new service without limit to what is on its way. */
    int unlimited(int c, double bytesPerSecond, long latencyNanos) {
        if (free == NONE) {
            return add(c, bytesPerSecond, latencyNanos, false, false, 0);
        }
        int number = free;
        free = component[number];
        set(number, c, new Service.Parameters(bytesPerSecond, latencyNanos, false, false, 0));
        return number;
    }

    /** Forget a service if it was made by {@link #unlimited}. */
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
