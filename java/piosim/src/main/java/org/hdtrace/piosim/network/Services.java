// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * How components treat packets. A service has the number of its component; packets between near interfaces and those
 * of analytical interfaces meet services of their own, with numbers behind those.
 */
final class Services {
    private static final long NO_WIRE = -1;

    private final long granularity;
    private final int[] near;
    private final int fixed;
    private int count;
    private int free = -1;

    // By service.
    private int[] component;
    private double[] bandwidth;
    private long[] latency;
    private long[] limit;
    private boolean[] cutsThrough;
    private long[] fullTime;
    private long[] memoWire;
    private long[] memoTime;

    Services(NetworkPlan plan, long granularity) {
        this.granularity = granularity;
        int size = plan.size();
        near = new int[size];
        allocate(size);
        for (int c = 0; c < size; c++) {
            near[c] = c;
            set(count++, c, plan.bandwidth(c), plan.latency(c), plan.kind(c).cutsThrough());
        }
        for (int c = 0; c < size; c++) {
            if (plan.kind(c).knowsNear()) {
                near[c] = add(c, plan.localBandwidth(c), plan.latency(c));
            }
        }
        fixed = count;
    }

    /** The service that a component gives to packets between near interfaces. */
    int near(int c) {
        return near[c];
    }

    /** A new service without limit to what is on its way. */
    int unlimited(int c, double bytesPerSecond, long latencyNanos) {
        int service = free;
        if (service >= 0) {
            free = component[service];
            set(service, c, bytesPerSecond, latencyNanos, false);
        } else {
            service = add(c, bytesPerSecond, latencyNanos);
        }
        limit[service] = Long.MAX_VALUE;
        return service;
    }

    /** Forget a service if it was made by {@link #unlimited}. */
    void recycle(int service) {
        if (service >= fixed) {
            component[service] = free;
            free = service;
        }
    }

    int component(int service) {
        return component[service];
    }

    double bandwidth(int service) {
        return bandwidth[service];
    }

    /** Time in ns between the end of the service and the arrival at the next component. */
    long latency(int service) {
        return latency[service];
    }

    /** Whether a packet goes on when its header has passed. */
    boolean cutsThrough(int service) {
        return cutsThrough[service];
    }

    /** Whether a packet is on its way to the next component by itself, not handed over at the end of the service. */
    boolean travels(int service) {
        return latency[service] > 0 || cutsThrough[service];
    }

    /** A stream is held back while its packets on the way are charged as much. */
    long limit(int service) {
        return limit[service];
    }

    /** What a packet is charged until the next component has started it. */
    long charge(int service, long wire) {
        return limit[service] == 0 ? 1 : nanos(service, wire);
    }

    /** Service time in ns of a packet. */
    long nanos(int service, long wire) {
        if (wire == granularity) {
            return fullTime[service];
        }
        if (memoWire[service] != wire) {
            memoWire[service] = wire;
            memoTime[service] = TransferTime.nanos(wire, bandwidth[service]);
        }
        return memoTime[service];
    }

    private int add(int c, double bytesPerSecond, long latencyNanos) {
        if (count == component.length) {
            allocate(count * 2);
        }
        set(count, c, bytesPerSecond, latencyNanos, false);
        return count++;
    }

    private void set(int service, int c, double bytesPerSecond, long latencyNanos, boolean early) {
        component[service] = c;
        bandwidth[service] = bytesPerSecond;
        latency[service] = latencyNanos;
        cutsThrough[service] = early;
        fullTime[service] = TransferTime.nanos(granularity, bytesPerSecond);
        limit[service] = saturatedSum(latencyNanos, fullTime[service]);
        memoWire[service] = NO_WIRE;
    }

    private static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    private void allocate(int capacity) {
        boolean begun = component != null;
        component = begun ? Arrays.copyOf(component, capacity) : new int[capacity];
        bandwidth = begun ? Arrays.copyOf(bandwidth, capacity) : new double[capacity];
        latency = begun ? Arrays.copyOf(latency, capacity) : new long[capacity];
        limit = begun ? Arrays.copyOf(limit, capacity) : new long[capacity];
        cutsThrough = begun ? Arrays.copyOf(cutsThrough, capacity) : new boolean[capacity];
        fullTime = begun ? Arrays.copyOf(fullTime, capacity) : new long[capacity];
        memoWire = begun ? Arrays.copyOf(memoWire, capacity) : new long[capacity];
        memoTime = begun ? Arrays.copyOf(memoTime, capacity) : new long[capacity];
    }
}
