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

    /** From the END behind the block before to the hops of a pair's only path. */
    private static final int HEAD = 1;

    /** To those of one of several; between are the next path of the pair, the turn of the path, and another END. */
    private static final int HEAD_OF_SEVERAL = 4;

    // Where these are, in front of the hops.
    private static final int NEXT_PATH = 3;
    private static final int TURN = 2;

    private final PacketEvents events;
    private final NetworkPlan plan;
    private final RouteFinder routes;
    private final Services services;
    private final Server[] servers;
    private final Streams streams;
    private final Debts debts = new Debts();
    private final Kept kept;
    private final Route route = new Route();
    private final PairIndex pairs = new PairIndex();
    private final PairMap pathByTurn = new PairMap();
    private final PairMap sharedStreams = new PairMap();

    // By pair.
    private long[] key = new long[INITIAL];
    private int[] users = new int[INITIAL];
    private int[] firstPath = new int[INITIAL];
    private final Turns turns = new Turns();
    private int pairCount;
    private int idle;
    private int hand;

    /**
     * By position: a stream; while nothing is there, its service as -1 - 2 * service; and while nothing waits there but the
     * next component hasn't started what went on, its debt as -2 - 2 * debt.
     */
    private int[] hops = new int[INITIAL];

    /** By position: the stream, null while there is none. */
    private Stream[] streamAt = new Stream[INITIAL];

    /** With the END in front of the first block; neighbours share the one between them. */
    private int hopCount = 1;
    /** By length with the head; the next one is behind the END in front of the block. */
    private int[] freeBlocks = new int[16];

    Paths(
            PacketEvents events,
            NetworkPlan plan,
            RouteFinder routes,
            long granularity,
            Server[] servers,
            Streams streams,
            Kept kept) {
        this.events = events;
        this.plan = plan;
        this.routes = routes;
        this.services = new Services(plan, granularity);
        this.servers = servers;
        this.streams = streams;
        this.kept = kept;
        Arrays.fill(freeBlocks, NONE);
        hops[0] = END;
    }

    /** The pair of two interfaces; each call must be followed by one of {@link #leave}. */
    int enter(int source, int target) {
        long wanted = (long) source << 32 | target;
        int pair = pairs.get(wanted, key);
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
        if (turns.isSingle(pair)) {
            return firstPath[pair];
        }
        int turn = turns.take(pair);
        int known = pathByTurn.get((long) pair << 32 | turn);
        return known == NONE ? createPath(pair, turn) : known;
    }

    /** Position of the first hop of the only path of a pair, or -1. */
    int onlyPath(int pair) {
        return turns.isSingle(pair) ? firstPath[pair] : NONE;
    }

    /** As {@link Stream#isLast}, of a stream that may have been forgotten. */
    boolean isLast(int position) {
        return hops[position + 1] == END;
    }

    /** The stream at a position. */
    Stream stream(int position) {
        Stream stream = streamAt[position];
        return stream == null ? makeStream(position) : stream;
    }

    /** The same, null while nothing is known of it. */
    Stream knownStream(int position) {
        return streamAt[position];
    }

    private Stream makeStream(int position) {
        int hop = hops[position];
        Stream stream;
        if (isService(hop)) {
            stream = createStream(service(hop), position);
        } else {
            int debt = -1 - hop / 2;
            stream = createStream(debts.service(debt), position);
            debts.moveTo(stream, debt);
        }
        setStream(position, stream);
        return stream;
    }

    private void setStream(int position, Stream stream) {
        stream.isFirst = hops[position - 1] == END;
        stream.isLast = isLast(position);
        hops[position] = stream.number;
        streamAt[position] = stream;
    }

    /** Whether there are more streams than may be kept. */
    boolean areFull() {
        return streams.live() > kept.streams;
    }

    /**
     * Nothing of a stream is at its component: recycle it, unless several paths know it or there is room to keep it. What
     * it is charged for packets on the way from there is kept.
     */
    void forget(Stream stream) {
        if (stream.home != NONE && areFull()) {
            hops[stream.home] = stream.onTheWay == 0 ? serviceHop(stream.serviceNumber) : -2 - 2 * debts.of(stream);
            streamAt[stream.home] = null;
            streams.recycle(stream);
        }
    }

    private static int serviceHop(int service) {
        return -1 - 2 * service;
    }

    private static boolean isService(int hop) {
        return hop < 0 && (hop & 1) != 0;
    }

    private static int service(int hop) {
        return (-1 - hop) / 2;
    }

    /** What isn't as it should be when nothing is under way, or null. */
    String leftOver() {
        for (int pair = 0; pair < pairCount; pair++) {
            for (int path = firstPath[pair]; path != NONE; path = following(pair, path)) {
                for (int position = path; hops[position] != END; position++) {
                    Stream stream = isService(hops[position]) ? null : stream(position);
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
        firstPath[pair] = NONE;
        boolean analytical = plan.kind(source) == NetworkPlan.Kind.NIC_ANALYTICAL;
        turns.set(pair, analytical ? 1 : routes.turns(source, target));
        if (turns.isSingle(pair)) {
            createPath(pair, 0);
        }
        if (pair == pairCount) {
            pairCount++;
        } else {
            idle--;
        }
        pairs.put(pair, key);
        return pair;
    }

    private void grow(int capacity) {
        key = Arrays.copyOf(key, capacity);
        users = Arrays.copyOf(users, capacity);
        firstPath = Arrays.copyOf(firstPath, capacity);
    }

    /**
     * Give up an unused pair if one is found soon; its number is still counted as unused. A pair that takes turns loses
     * its paths only: whose turn it is must not depend on what is kept.
     */
    private int evict() {
        for (int i = 0; i < SEARCH; i++) {
            hand = hand + 1 < pairCount ? hand + 1 : 0;
            if (users[hand] == 0 && !isServed(hand)) {
                freePaths(hand);
                if (turns.isSingle(hand)) {
                    pairs.remove(hand, key);
                    return hand;
                }
            }
        }
        return NONE;
    }

    /**
     * Whether the interface that receives is still busy with the last packet of an unused pair, which nobody looked at, see
     * {@link LateArrivals}. All paths of a pair have the same stream there.
     */
    private boolean isServed(int pair) {
        int last = firstPath[pair];
        if (last == NONE) {
            return false;
        }
        while (!isLast(last)) {
            last++;
        }
        Stream stream = streamAt[last];
        return stream != null && stream.server.serves(stream, events.now());
    }

    private void freePaths(int pair) {
        for (int path = firstPath[pair]; path != NONE; ) {
            int following = following(pair, path);
            if (!turns.isSingle(pair)) {
                pathByTurn.remove((long) pair << 32 | hops[path - TURN]);
            }
            int length = 0;
            for (; hops[path + length] != END; length++) {
                freeHop(pair, hops[path + length]);
                streamAt[path + length] = null;
            }
            int begin = path - head(pair);
            hops[begin + 1] = freeBlocks[path + length - begin];
            freeBlocks[path + length - begin] = begin;
            path = following;
        }
        firstPath[pair] = NONE;
    }

    private void freeHop(int pair, int hop) {
        if (isService(hop)) {
            services.recycle(service(hop));
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
        int path = block(head(pair), analytical ? 2 : route.length());
        boolean single = turns.isSingle(pair);
        if (!single) {
            hops[path - NEXT_PATH] = firstPath[pair];
            hops[path - TURN] = turn;
        }
        firstPath[pair] = path;
        if (analytical) {
            hops[path] = serviceHop(services.summary(route));
            hops[path + 1] = serviceHop(route.end());
        } else {
            for (int hop = 0; hop < route.length(); hop++) {
                int service = services.at(route, hop);
                if (single) {
                    hops[path + hop] = serviceHop(service);
                } else {
                    setStream(path + hop, shared(pair, service));
                }
            }
        }
        if (!single) {
            pathByTurn.put((long) pair << 32 | turn, path);
        }
        return path;
    }

    private Stream shared(int pair, int service) {
        int component = services.component(service);
        long wanted = (long) pair << 32 | component;
        int known = sharedStreams.get(wanted);
        if (known != NONE) {
            return streams.get(known);
        }
        Stream stream = createStream(service, NONE);
        sharedStreams.put(wanted, stream.number);
        return stream;
    }

    private Stream createStream(int number, int home) {
        Stream stream = streams.create();
        stream.begin(number, services.get(number), servers[services.component(number)], home);
        return stream;
    }

    private int head(int pair) {
        return turns.isSingle(pair) ? HEAD : HEAD_OF_SEVERAL;
    }

    /** The path of a pair behind one in its list, or -1. */
    private int following(int pair, int path) {
        return turns.isSingle(pair) ? NONE : hops[path - NEXT_PATH];
    }

    /** Place of the first of so many hops behind a head. */
    private int block(int head, int length) {
        int size = head + length;
        if (size >= freeBlocks.length) {
            int old = freeBlocks.length;
            freeBlocks = Arrays.copyOf(freeBlocks, size * 2);
            Arrays.fill(freeBlocks, old, size * 2, NONE);
        }
        int begin = freeBlocks[size];
        if (begin >= 0) {
            freeBlocks[size] = hops[begin + 1];
        } else {
            begin = hopCount - 1;
            hopCount += size;
            if (hopCount > hops.length) {
                hops = Arrays.copyOf(hops, Math.max(hopCount, hops.length + hops.length / 4));
                streamAt = Arrays.copyOf(streamAt, hops.length);
            }
        }
        hops[begin + head - 1] = END;
        hops[begin + size] = END;
        return begin + head;
    }
}
