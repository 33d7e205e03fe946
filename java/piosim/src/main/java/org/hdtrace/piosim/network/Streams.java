// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * The state of every stream (pair of interfaces with something under way) at every component it passes, in flat
 * arrays. A path is a block of consecutive streams; blocks are recycled as soon as nothing of the pair is under way,
 * so memory follows the traffic and not the square of the number of interfaces.
 */
final class Streams {
    private static final int INITIAL = 64;

    private final NetworkPlan plan;
    private final RouteFinder routes;
    private final Route route = new Route();
    private final long granularity;
    private final PairMap paths = new PairMap();

    // By path.
    private int[] base = new int[INITIAL];
    private int[] length = new int[INITIAL];
    private int[] users = new int[INITIAL];
    private long[] pair = new long[INITIAL];
    private int pathCount;
    private int freePath = -1;

    // By stream: base of its path plus the hop.
    int[] component = new int[INITIAL];
    double[] bandwidth = new double[INITIAL];
    long[] latency = new long[INITIAL];
    long[] fullTime = new long[INITIAL];
    long[] limit = new long[INITIAL];
    long[] used = new long[INITIAL];
    int[] first = new int[INITIAL];
    int[] last = new int[INITIAL];
    int[] next = new int[INITIAL];
    byte[] state = new byte[INITIAL];
    private int streamCount;
    private int[] freeBlocks = new int[16];

    Streams(NetworkPlan plan, RouteFinder routes, long granularity) {
        this.plan = plan;
        this.routes = routes;
        this.granularity = granularity;
        Arrays.fill(freeBlocks, -1);
    }

    /** The path between two interfaces; each call must be followed by one of {@link #leave}. */
    int enter(int source, int target) {
        long key = (long) source << 32 | target;
        int path = paths.get(key);
        if (path < 0) {
            path = create(source, target, key);
            paths.put(key, path);
        }
        users[path]++;
        return path;
    }

    void leave(int path) {
        if (--users[path] == 0) {
            paths.remove(pair[path]);
            next[base[path]] = freeBlocks[length[path]];
            freeBlocks[length[path]] = base[path];
            base[path] = freePath;
            freePath = path;
        }
    }

    /** Messages that are under way on a path. */
    int users(int path) {
        return users[path];
    }

    int stream(int path, int hop) {
        return base[path] + hop;
    }

    int length(int path) {
        return length[path];
    }

    /** What isn't as it should be when nothing is under way, or null. */
    String leftOver() {
        if (paths.size() > 0) {
            return paths.size() + " paths";
        }
        for (int stream = 0; stream < streamCount; stream++) {
            if (used[stream] != 0) {
                return "a stream of '" + plan.name(component[stream]) + "' still charged " + used[stream];
            }
        }
        return null;
    }

    private int create(int source, int target, long key) {
        int path = freePath;
        if (path >= 0) {
            freePath = base[path];
        } else {
            path = pathCount++;
            if (path == base.length) {
                base = Arrays.copyOf(base, path * 2);
                length = Arrays.copyOf(length, path * 2);
                users = Arrays.copyOf(users, path * 2);
                pair = Arrays.copyOf(pair, path * 2);
            }
        }
        routes.find(source, target, 0, route);
        int hops = route.length();
        pair[path] = key;
        users[path] = 0;
        boolean analytical = hops > 1 && plan.kind(source) == NetworkPlan.Kind.NIC_ANALYTICAL;
        length[path] = analytical ? 2 : hops;
        base[path] = block(length[path]);
        if (analytical) {
            fillAnalytical(base[path], hops);
        } else {
            for (int hop = 0; hop < hops; hop++) {
                int c = route.component(hop);
                fill(base[path] + hop, c, bandwidthAt(hop, hops), plan.latency(c));
            }
        }
        return path;
    }

    /** The whole way is charged to the sending interface; the packet comes out directly at the receiving one. */
    private void fillAnalytical(int stream, int hops) {
        double slowest = Double.POSITIVE_INFINITY;
        long latencies = 0;
        for (int hop = 0; hop < hops; hop++) {
            slowest = Math.min(slowest, bandwidthAt(hop, hops));
            latencies += plan.latency(route.component(hop));
        }
        fill(stream, route.component(0), slowest, latencies);
        limit[stream] = Long.MAX_VALUE;
        int target = route.component(hops - 1);
        fill(stream + 1, target, plan.bandwidth(target), 0);
    }

    private double bandwidthAt(int hop, int hops) {
        int c = route.component(hop);
        boolean local =
                switch (plan.kind(c)) {
                    case NODE_LOCAL -> plan.host(route.component(0)) == plan.host(route.component(hops - 1));
                    case NODE_MEMORY -> hops == 5;
                    case NIC, NIC_ANALYTICAL, EDGE, NODE -> false;
                };
        return local ? plan.localBandwidth(c) : plan.bandwidth(c);
    }

    private void fill(int stream, int c, double bytesPerSecond, long latencyNanos) {
        component[stream] = c;
        bandwidth[stream] = bytesPerSecond;
        latency[stream] = latencyNanos;
        fullTime[stream] = TransferTime.nanos(granularity, bytesPerSecond);
        limit[stream] = latencyNanos + fullTime[stream];
        used[stream] = 0;
        first[stream] = -1;
        last[stream] = -1;
        next[stream] = -1;
        state[stream] = 0;
    }

    private int block(int size) {
        if (size >= freeBlocks.length) {
            int old = freeBlocks.length;
            freeBlocks = Arrays.copyOf(freeBlocks, size * 2);
            Arrays.fill(freeBlocks, old, size * 2, -1);
        }
        int block = freeBlocks[size];
        if (block >= 0) {
            freeBlocks[size] = next[block];
            return block;
        }
        block = streamCount;
        streamCount += size;
        if (streamCount > component.length) {
            int capacity = Math.max(streamCount, component.length * 2);
            component = Arrays.copyOf(component, capacity);
            bandwidth = Arrays.copyOf(bandwidth, capacity);
            latency = Arrays.copyOf(latency, capacity);
            fullTime = Arrays.copyOf(fullTime, capacity);
            limit = Arrays.copyOf(limit, capacity);
            used = Arrays.copyOf(used, capacity);
            first = Arrays.copyOf(first, capacity);
            last = Arrays.copyOf(last, capacity);
            next = Arrays.copyOf(next, capacity);
            state = Arrays.copyOf(state, capacity);
        }
        return block;
    }
}
