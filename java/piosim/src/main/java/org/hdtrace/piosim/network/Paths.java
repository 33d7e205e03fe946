// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * The pairs of interfaces that have or had messages under way, and their paths. A path is a row of hops in one array;
 * a packet's position is an index into it. Where a pair has several paths, those that pass the same component share
 * its stream there.
 *
 * <p>What isn't used stays for the next message until there is more than {@link Kept} says; then pairs make room for
 * others, and streams go as soon as nothing of theirs is at a component.
 */
final class Paths {
    /** How many pairs and streams may be kept for later use. */
    record Kept(int pairs, int streams) {
        /** Some megabytes. */
        static final Kept USUAL = new Kept(1 << 16, 1 << 18);
    }

    private static final int INITIAL = 64;
    private static final int NONE = -1;
    private static final int SEARCH = 8;

    /** Before and behind the hops of a path. */
    private static final int END = Integer.MIN_VALUE;

    /** In front of the hops: next path of the pair, turn of the path, END. */
    private static final int HEAD = 3;

    private final NetworkPlan plan;
    private final RouteFinder routes;
    private final Services services;
    private final Server[] servers;
    private final Streams streams;
    private final Kept kept;
    private final Route route = new Route();
    private final PairMap pairs = new PairMap();
    private final PairMap pathByTurn = new PairMap();
    private final PairMap sharedStreams = new PairMap();

    // By pair.
    private long[] key = new long[INITIAL];
    private int[] users = new int[INITIAL];
    private int[] turns = new int[INITIAL];
    private int[] nextTurn = new int[INITIAL];
    private int[] firstPath = new int[INITIAL];
    private int pairCount;
    private int idle;
    private int hand;

    /** By position: a stream, or its service as -1 - service while nothing is there. */
    private int[] hops = new int[INITIAL];

    private int hopCount;
    private int[] freeBlocks = new int[16];

    Paths(NetworkPlan plan, RouteFinder routes, long granularity, Server[] servers, Streams streams, Kept kept) {
        this.plan = plan;
        this.routes = routes;
        this.services = new Services(plan, granularity);
        this.servers = servers;
        this.streams = streams;
        this.kept = kept;
        Arrays.fill(freeBlocks, NONE);
    }

    /** The pair of two interfaces; each call must be followed by one of {@link #leave}. */
    int enter(int source, int target) {
        long wanted = (long) source << 32 | target;
        int pair = pairs.get(wanted);
        if (pair == NONE) {
            pair = create(source, target, wanted);
        } else if (users[pair] == 0) {
            idle--;
        }
        users[pair]++;
        return pair;
    }

    void leave(int pair) {
        if (--users[pair] == 0) {
            idle++;
        }
    }

    /** Pairs with messages under way. */
    int busy() {
        return pairCount - idle;
    }

    /** Position of the first hop of the path that the pair's next packet takes. */
    int nextPath(int pair) {
        if (turns[pair] == 1) {
            return firstPath[pair];
        }
        int turn = nextTurn[pair];
        nextTurn[pair] = turn + 1 == turns[pair] ? 0 : turn + 1;
        int known = pathByTurn.get((long) pair << 32 | turn);
        return known == NONE ? createPath(pair, turn) : known;
    }

    boolean isFirst(int position) {
        return hops[position - 1] == END;
    }

    boolean isLast(int position) {
        return hops[position + 1] == END;
    }

    /** The stream at a position. */
    Stream stream(int position) {
        int hop = hops[position];
        if (hop < 0) {
            Stream stream = createStream(-1 - hop, position);
            hops[position] = stream.number;
            return stream;
        }
        return streams.get(hop);
    }

    /** Whether there are more streams than may be kept. */
    boolean areFull() {
        return streams.live() > kept.streams;
    }

    /** A stream is not used: recycle it, unless several paths know it or there is room to keep it. */
    void forget(Stream stream) {
        if (stream.home != NONE && areFull()) {
            hops[stream.home] = -1 - stream.serviceNumber;
            streams.recycle(stream);
        }
    }

    /** What isn't as it should be when nothing is under way, or null. */
    String leftOver() {
        for (int pair = 0; pair < pairCount; pair++) {
            for (int path = firstPath[pair]; path != NONE; path = hops[path - HEAD]) {
                for (int position = path; hops[position] != END; position++) {
                    Stream stream = hops[position] < 0 ? null : streams.get(hops[position]);
                    if (stream != null && (stream.used != 0 || !stream.isUnused())) {
                        return "stream at '" + plan.name(stream.server.component) + "'";
                    }
                }
            }
        }
        return null;
    }

    private int create(int source, int target, long wanted) {
        int pair = pairCount >= kept.pairs && idle > 0 ? evict() : NONE;
        if (pair == NONE) {
            pair = pairCount;
            if (pair == key.length) {
                grow(pair * 2);
            }
        }
        key[pair] = wanted;
        users[pair] = 0;
        nextTurn[pair] = 0;
        firstPath[pair] = NONE;
        boolean analytical = plan.kind(source) == NetworkPlan.Kind.NIC_ANALYTICAL;
        turns[pair] = analytical ? 1 : routes.turns(source, target);
        if (turns[pair] == 1) {
            createPath(pair, 0);
        }
        if (pair == pairCount) {
            pairCount++;
        } else {
            idle--;
        }
        pairs.put(wanted, pair);
        return pair;
    }

    private void grow(int capacity) {
        key = Arrays.copyOf(key, capacity);
        users = Arrays.copyOf(users, capacity);
        turns = Arrays.copyOf(turns, capacity);
        nextTurn = Arrays.copyOf(nextTurn, capacity);
        firstPath = Arrays.copyOf(firstPath, capacity);
    }

    /**
     * Give up an unused pair if one is found soon; its number is still counted as unused. A pair that takes turns loses
     * its paths only: whose turn it is must not depend on what is kept.
     */
    private int evict() {
        for (int i = 0; i < SEARCH; i++) {
            hand = hand + 1 < pairCount ? hand + 1 : 0;
            if (users[hand] == 0) {
                freePaths(hand);
                if (turns[hand] == 1) {
                    pairs.remove(key[hand]);
                    return hand;
                }
            }
        }
        return NONE;
    }

    private void freePaths(int pair) {
        for (int path = firstPath[pair]; path != NONE; ) {
            int following = hops[path - HEAD];
            if (turns[pair] > 1) {
                pathByTurn.remove((long) pair << 32 | hops[path - 2]);
            }
            int length = 0;
            for (; hops[path + length] != END; length++) {
                freeHop(pair, hops[path + length]);
            }
            hops[path] = freeBlocks[length];
            freeBlocks[length] = path;
            path = following;
        }
        firstPath[pair] = NONE;
    }

    private void freeHop(int pair, int hop) {
        if (hop < 0) {
            services.recycle(-1 - hop);
            return;
        }
        Stream stream = streams.get(hop);
        if (stream.home == NONE) {
            long shared = (long) pair << 32 | stream.server.component;
            if (sharedStreams.get(shared) == NONE) {
                return;
            }
            sharedStreams.remove(shared);
        }
        services.recycle(stream.serviceNumber);
        streams.recycle(stream);
    }

    private int createPath(int pair, int turn) {
        int source = (int) (key[pair] >>> 32);
        routes.find(source, (int) key[pair], turn, route);
        boolean analytical = route.length() > 1 && plan.kind(source) == NetworkPlan.Kind.NIC_ANALYTICAL;
        int path = block(analytical ? 2 : route.length());
        hops[path - HEAD] = firstPath[pair];
        hops[path - 2] = turn;
        firstPath[pair] = path;
        if (analytical) {
            hops[path] = -1 - summary();
            hops[path + 1] = -1 - route.end();
        } else {
            for (int hop = 0; hop < route.length(); hop++) {
                int service = serviceAt(hop);
                hops[path + hop] = turns[pair] == 1 ? -1 - service : shared(pair, service);
            }
        }
        if (turns[pair] > 1) {
            pathByTurn.put((long) pair << 32 | turn, path);
        }
        return path;
    }

    private int shared(int pair, int service) {
        int component = services.component(service);
        long wanted = (long) pair << 32 | component;
        int stream = sharedStreams.get(wanted);
        if (stream == NONE) {
            stream = createStream(service, NONE).number;
            sharedStreams.put(wanted, stream);
        }
        return stream;
    }

    private Stream createStream(int number, int home) {
        Stream stream = streams.create();
        stream.begin(number, services.get(number), servers[services.component(number)], home);
        return stream;
    }

    /** The whole way is charged to the sending interface; the packet comes out directly at the receiving one. */
    private int summary() {
        double slowest = Double.POSITIVE_INFINITY;
        long latencies = 0;
        for (int hop = 0; hop < route.length(); hop++) {
            Service service = services.get(serviceAt(hop));
            slowest = Math.min(slowest, service.bandwidth());
            latencies += service.latency();
        }
        return services.unlimited(route.component(0), slowest, latencies);
    }

    private int serviceAt(int hop) {
        int component = route.component(hop);
        boolean near =
                switch (plan.kind(component)) {
                    case NODE_LOCAL -> plan.host(route.component(0)) == plan.host(route.end());
                    case NODE_MEMORY -> route.length() == 5;
                    case NIC, NIC_ANALYTICAL, EDGE, EDGE_CUT_THROUGH, NODE, NODE_CUT_THROUGH -> false;
                };
        return near ? services.near(component) : component;
    }

    private int block(int length) {
        if (length >= freeBlocks.length) {
            int old = freeBlocks.length;
            freeBlocks = Arrays.copyOf(freeBlocks, length * 2);
            Arrays.fill(freeBlocks, old, length * 2, NONE);
        }
        int path = freeBlocks[length];
        if (path >= 0) {
            freeBlocks[length] = hops[path];
            return path;
        }
        path = hopCount + HEAD;
        hopCount = path + length + 1;
        if (hopCount > hops.length) {
            hops = Arrays.copyOf(hops, Math.max(hopCount, hops.length + hops.length / 2));
        }
        hops[path - 1] = END;
        hops[path + length] = END;
        return path;
    }
}
