// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.ClusterModel;

/**
 * The rules of the network once more, written for plainness: an object for everything, an event for everything, nothing
 * lazy, nothing recycled. Knows nothing of the classes it is compared with. Source: MODEL B2.2.
 *
 * <p>{@link #isAmbiguous()} tells that two flows came to the same component in the same nanosecond. The rules leave open
 * who is first then, so only what arrives can be compared.
 */
final class PacketModel {
    private static final long HEADER = 40;

    private record Event(long time, long serial, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(serial, other.serial);
        }
    }

    private static final class Packet {
        final Traffic.Post message;
        final long wire;
        final List<Flow> way;
        int hop;
        long arrived;
        long tail;

        Packet(Traffic.Post message, long wire, List<Flow> way) {
            this.message = message;
            this.wire = wire;
            this.way = way;
        }
    }

    private static final class Server {
        final Deque<Flow> turn = new ArrayDeque<>();
        Flow served;
        Flow entered;
        long enteredAt = -1;
        Flow added;
        long addedAt = -1;
        long busyNanos;
        long bytes;
    }

    /** What goes from one interface to another, at one component. */
    private static final class Flow {
        final Server server;
        final Hops.Hop hop;
        final long window;
        final Deque<Packet> packets = new ArrayDeque<>();
        long used;
        boolean queued;
        Traffic.Post lastAdded;
        long lastAddedAt = -1;

        Flow(Server server, Hops.Hop hop, long granularity) {
            this.server = server;
            this.hop = hop;
            this.window = hop.unlimited() ? Long.MAX_VALUE : hop.latency() + hop.nanos(granularity);
        }

        long charge(long wire) {
            return window == 0 ? 1 : hop.nanos(wire);
        }
    }

    private record Pair(int source, int target) {}

    private record Place(Pair pair, int component) {}

    private final long granularity;
    private final Hops hops;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<Integer, Server> servers = new HashMap<>();
    private final Map<Place, Flow> flows = new HashMap<>();
    private final Map<Pair, Long> packetsOf = new HashMap<>();
    private final Map<Traffic.Post, Long> available = new HashMap<>();
    private final Map<Traffic.Post, Long> created = new HashMap<>();
    private final Set<Traffic.Post> atSource = new HashSet<>();
    private final Map<Traffic.Post, Deque<Packet>> refused = new HashMap<>();
    private final Map<Traffic.Post, List<Long>> log = new HashMap<>();
    private long serial;
    private long now;
    private boolean ambiguous;

    PacketModel(ClusterModel model) {
        this.granularity = model.globalSettings().transferGranularity();
        this.hops = new Hops(model);
    }

    /** Move all messages. */
    void run(Traffic traffic) {
        for (Traffic.Post post : traffic.posts()) {
            log.put(post, new ArrayList<>());
            available.put(post, 0L);
            created.put(post, 0L);
            refused.put(post, new ArrayDeque<>());
            for (Traffic.Supply supply : post.supplies()) {
                at(supply.time(), () -> supply(post, supply.bytes()));
            }
        }
        while (!events.isEmpty()) {
            Event event = events.remove();
            now = event.time;
            event.action.run();
        }
    }

    /** Times at which packets of a message started, it was sent, and packets arrived, see {@link Traffic}. */
    List<Long> log(Traffic.Post post) {
        return log.get(post);
    }

    boolean isAmbiguous() {
        return ambiguous;
    }

    long busyNanos(int id) {
        return servers.containsKey(id) ? servers.get(id).busyNanos : 0;
    }

    long bytes(int id) {
        return servers.containsKey(id) ? servers.get(id).bytes : 0;
    }

    private void supply(Traffic.Post post, long bytes) {
        available.merge(post, bytes, Long::sum);
        if (!atSource.contains(post)) {
            create(post);
        }
    }

    private void create(Traffic.Post post) {
        long payload = Math.min(granularity, available.get(post) - created.get(post));
        long wire = payload + (created.get(post) == 0 ? HEADER : 0);
        created.merge(post, payload, Long::sum);
        atSource.add(post);
        Pair pair = new Pair(post.source(), post.target());
        long turn = packetsOf.merge(pair, 1L, Long::sum) - 1;
        arrive(new Packet(post, wire, way(pair, turn)));
    }

    private List<Flow> way(Pair pair, long turn) {
        return hops.between(pair.source, pair.target, turn).stream()
                .map(hop -> flows.computeIfAbsent(new Place(pair, hop.id()), place -> flow(hop)))
                .toList();
    }

    private Flow flow(Hops.Hop hop) {
        return new Flow(servers.computeIfAbsent(hop.id(), id -> new Server()), hop, granularity);
    }

    private void arrive(Packet packet) {
        Flow flow = packet.way.get(packet.hop);
        ambiguous |= flow.lastAddedAt == now && !packet.message.equals(flow.lastAdded);
        flow.lastAddedAt = now;
        flow.lastAdded = packet.message;
        if (flow.hop.inOrder()) {
            ambiguous |= flow.server.addedAt == now && !flow.equals(flow.server.added);
            flow.server.addedAt = now;
            flow.server.added = flow;
        }
        packet.arrived = serial++;
        flow.packets.add(packet);
        enter(flow);
        start(flow.server);
    }

    private void enter(Flow flow) {
        Server server = flow.server;
        if (flow.queued || server.served == flow || flow.packets.isEmpty() || flow.used >= Math.max(1, flow.window)) {
            return;
        }
        ambiguous |= server.enteredAt == now && !flow.equals(server.entered);
        server.enteredAt = now;
        server.entered = flow;
        flow.queued = true;
        server.turn.add(flow);
    }

    private void start(Server server) {
        if (server.served != null || server.turn.isEmpty()) {
            return;
        }
        Flow flow = server.turn.peek();
        if (flow.hop.inOrder()) {
            flow = Collections.min(server.turn, Comparator.comparingLong(f -> f.packets.peek().arrived));
        }
        server.turn.remove(flow);
        flow.queued = false;
        server.served = flow;
        Packet packet = flow.packets.remove();
        long time = flow.hop.nanos(packet.wire);
        flow.used += flow.charge(packet.wire);
        long end = Math.max(now + time, packet.tail);
        server.busyNanos += end - now;
        server.bytes += packet.wire;
        int hop = packet.hop;
        at(end, () -> finish(server, packet));
        if (flow.hop.early()) {
            packet.tail = end + flow.hop.latency();
            packet.hop++;
            at(now + flow.hop.nanos(Math.min(HEADER, packet.wire)) + flow.hop.latency(), () -> arrive(packet));
        }
        if (hop == 0) {
            started(packet);
        } else {
            credit(packet.way.get(hop - 1), packet.wire);
        }
    }

    private void started(Packet packet) {
        Traffic.Post post = packet.message;
        log.get(post).add(now);
        atSource.remove(post);
        long begun = created.get(post);
        if (begun < available.get(post)) {
            create(post);
        } else if (begun == post.bytes()) {
            log.get(post).add(Traffic.SENT + now);
        }
    }

    private void credit(Flow flow, long wire) {
        flow.used -= flow.charge(wire);
        enter(flow);
        start(flow.server);
    }

    private void finish(Server server, Packet packet) {
        Flow flow = server.served;
        server.served = null;
        if (!flow.hop.early() && packet.hop == packet.way.size() - 1) {
            deliver(packet);
        } else if (!flow.hop.early()) {
            packet.hop++;
            packet.tail = 0;
            if (flow.hop.latency() == 0) {
                arrive(packet);
            } else {
                at(now + flow.hop.latency(), () -> arrive(packet));
            }
        }
        enter(flow);
        start(server);
    }

    private void deliver(Packet packet) {
        Traffic.Post post = packet.message;
        int number = (int) log.get(post).stream().filter(t -> t < 0).count();
        log.get(post).add(Traffic.ARRIVED + now);
        long hold = post.hold(number);
        if (hold == 0) {
            credit(packet.way.get(packet.hop), packet.wire);
        } else {
            refused.get(post).add(packet);
            at(now + hold, () -> {
                Packet oldest = refused.get(post).remove();
                credit(oldest.way.get(oldest.hop), oldest.wire);
            });
        }
    }

    private void at(long time, Runnable action) {
        events.add(new Event(time, serial++, action));
    }
}
