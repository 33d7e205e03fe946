// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.network.Endpoint.Kind;
import org.hdtrace.piosim.network.Endpoint.Work;

/**
 * Charges messages by the LogGOPS model instead of moving packets through components.
 *
 * <p>A sender's processor is busy for o; the message is at the receiver L later, whose processor is then busy for o +
 * (B - 1) G. Two messages sent by one process begin at least g + (B - 1) G apart, and so do two that it receives. A message
 * larger than S, or one whose sender waits for the receiver anyway, is received when it is wanted, not before, and only then
 * let go by its sender; the handshake itself costs nothing. What {@link #supply} gives is sent piece by piece, each like a
 * message. Source: T. Hoefler, T. Schneider, A. Lumsdaine: LogGOPSim, 2010.
 *
 * <p>Deviation: there a large message that nobody waits for is received at once. A refused part of a message holds back
 * nothing, since there is no queue that it could stand in. One per simulation; not safe for use by several threads.
 */
public final class LogGopsNetwork implements Transport, SharedProcessor {
    private static final int OP_WAKE = 0;
    private static final int OP_DUE = 1;
    private static final long PICOS = 1000;

    private final Kernel kernel;
    private final int handler;
    private final NetworkPlan plan;
    private final LogGops costs;
    private final long portion;
    private final Endpoint[] endpoints;
    /** What happens at a time, by the argument of its event; null where free. */
    private final List<Runnable> due = new ArrayList<>();

    private final List<Integer> free = new ArrayList<>();
    /** What has arrived of messages that nobody wants yet. */
    private final Map<Message, Work> unwanted = new HashMap<>();

    private long serial;
    /** Null for none. */
    private ServiceObserver observer;

    /**
     * Without any message.
     *
     * @param portion most bytes in which a received message is handed over, so that servers can find memory for it
     */
    public LogGopsNetwork(Kernel kernel, NetworkPlan plan, LogGops costs, long portion) {
        this.kernel = kernel;
        this.plan = plan;
        this.costs = costs;
        this.portion = portion;
        this.handler = kernel.register("logGops", this::handle);
        endpoints = new Endpoint[plan.size()];
    }

    @Override
    public NetworkPlan plan() {
        return plan;
    }

    @Override
    public void send(Message message) {
        open(message);
        supply(message, message.bytes);
    }

    @Override
    public void open(Message message) {
        message.available = 0;
    }

    @Override
    public void supply(Message message, long bytes) {
        boolean first = message.available == 0;
        message.available += bytes;
        boolean last = message.available == message.bytes;
        enqueue(message.source, Kind.SEND, new Work(message, bytes, first, last, serial++, null));
    }

    @Override
    public void release(Message message) {
        Work unwantedWork = unwanted.remove(message);
        if (unwantedWork != null) {
            receive(unwantedWork);
        } else if (message.held > 0) {
            message.held--;
            leaveWhenTaken(message);
        } else {
            throw new IllegalStateException("message has no part that was refused");
        }
    }

    @Override
    public boolean chargesFraming() {
        return false;
    }

    @Override
    public boolean synchronizes() {
        return true;
    }

    @Override
    public void enter(int networkInterface, Runnable computation) {
        enqueue(networkInterface, Kind.COMPUTE, new Work(null, 0, true, true, serial++, computation));
    }

    @Override
    public void leave(int networkInterface) {
        endpoint(networkInterface).computed();
        proceed(networkInterface);
    }

    @Override
    public void observe(ServiceObserver newObserver) {
        observer = ServiceObserver.both(observer, newObserver);
    }

    private void handle(int op, int argument, int stamp) {
        if (op == OP_WAKE) {
            wake(argument);
        } else {
            Runnable action = due.set(argument, null);
            free.add(argument);
            action.run();
        }
    }

    private Endpoint endpoint(int networkInterface) {
        if (endpoints[networkInterface] == null) {
            endpoints[networkInterface] = new Endpoint();
        }
        return endpoints[networkInterface];
    }

    private void enqueue(int networkInterface, Kind kind, Work work) {
        endpoint(networkInterface).add(kind, work);
        if (observer != null && kind != Kind.COMPUTE) {
            observer.queued(networkInterface, kernel.now());
        }
        proceed(networkInterface);
    }

    /** Begin what can begin, or come back when something can. */
    private void proceed(int networkInterface) {
        Endpoint endpoint = endpoint(networkInterface);
        Kind kind = endpoint.next();
        while (kind != null && endpoint.begin(kind) <= kernel.now()) {
            switch (kind) {
                case SEND -> beginSend(networkInterface, endpoint);
                case RECEIVE -> beginReceive(networkInterface, endpoint);
                case COMPUTE -> endpoint.compute().action().run();
            }
            kind = endpoint.next();
        }
        if (kind != null && endpoint.begin(kind) < endpoint.wake) {
            endpoint.wake = endpoint.begin(kind);
            kernel.at(endpoint.wake, handler, OP_WAKE, networkInterface, 0);
        }
    }

    /** Of several events only the earliest counts, which was scheduled last. */
    private void wake(int networkInterface) {
        Endpoint endpoint = endpoint(networkInterface);
        if (endpoint.wake == kernel.now()) {
            endpoint.wake = Long.MAX_VALUE;
            proceed(networkInterface);
        }
    }

    private void beginSend(int networkInterface, Endpoint endpoint) {
        long now = kernel.now();
        long stream = streamNanos(endpoint.firstBytes(Kind.SEND));
        long end = add(now, costs.overheadNanos());
        Work work = endpoint.begin(Kind.SEND, end, add(now, add(costs.gapNanos(), stream)));
        tell(networkInterface, end, work);
        Message message = work.message();
        at(end, () -> {
            message.packetStarted(work.bytes());
            if (work.last() && !waits(message)) {
                message.sent();
            }
        });
        at(add(end, costs.latencyNanos()), () -> arrive(work));
    }

    private boolean waits(Message message) {
        return message.bytes > costs.eagerBytes() || message.isSynchronous();
    }

    private void arrive(Work work) {
        Message message = work.message();
        if (work.first() && waits(message) && !message.announced()) {
            unwanted.put(message, work);
        } else {
            receive(work);
        }
    }

    private void receive(Work sent) {
        enqueue(
                sent.message().target,
                Kind.RECEIVE,
                new Work(sent.message(), sent.bytes(), sent.first(), sent.last(), serial++, null));
    }

    private void beginReceive(int networkInterface, Endpoint endpoint) {
        long now = kernel.now();
        long stream = streamNanos(endpoint.firstBytes(Kind.RECEIVE));
        long end = add(now, add(costs.overheadNanos(), stream));
        Work work = endpoint.begin(Kind.RECEIVE, end, add(now, add(costs.gapNanos(), stream)));
        tell(networkInterface, end, work);
        if (work.last() && waits(work.message())) {
            work.message().sent();
        }
        at(end, () -> handOver(work.message(), work.bytes()));
    }

    private void tell(int networkInterface, long end, Work work) {
        if (observer != null) {
            observer.served(networkInterface, kernel.now(), end, work.bytes());
        }
    }

    private void handOver(Message message, long bytes) {
        long left = bytes;
        do {
            long part = Math.min(left, portion);
            left -= part;
            message.delivered += part;
            if (!message.packetArrived(part)) {
                message.held++;
            }
        } while (left > 0);
        leaveWhenTaken(message);
    }

    private static void leaveWhenTaken(Message message) {
        if (message.held == 0 && message.delivered == message.bytes) {
            message.left();
        }
    }

    private long streamNanos(long bytes) {
        long picos = Math.max(0, bytes - 1);
        if (costs.picosPerByte() > 0 && picos > Long.MAX_VALUE / costs.picosPerByte()) {
            throw tooLong();
        }
        return picos * costs.picosPerByte() / PICOS;
    }

    private static long add(long time, long nanos) {
        if (nanos > EventQueue.MAX_TIME - time) {
            throw tooLong();
        }
        return time + nanos;
    }

    private static NetworkPlan.UnsupportedModelException tooLong() {
        return new NetworkPlan.UnsupportedModelException(
                "LogGOPS: a message would need more than the whole of virtual time");
    }

    private void at(long time, Runnable action) {
        int number = free.isEmpty() ? due.size() : free.remove(free.size() - 1);
        if (number == due.size()) {
            due.add(action);
        } else {
            due.set(number, action);
        }
        kernel.at(time, handler, OP_DUE, number, 0);
    }
}
