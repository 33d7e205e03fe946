// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** A pair of interfaces at a component where it has packets; others refer to it by its number. */
final class Stream {
    private static final int NONE = -1;

    final int number;
    int serviceNumber;
    Service service;
    Server server;
    /** Whether it is at the begin of its path. */
    boolean isFirst;
    /** Whether it is at the end of its path. */
    boolean isLast;
    /** Whether it is in the queue of its component; while that serves it, it isn't. */
    boolean queued;
    /** Whether packets wait, but the next component must start an earlier one first. */
    boolean heldBack;
    /** Place among the hops of the only path that uses it, -1 when several paths may. */
    int home;
    /** Packets that were started and that the next component has not started. */
    int onTheWay;
    /** What those are charged. */
    long used;
    /** Packets that wait. */
    int first;

    int last;
    /** How many these are. */
    int waiting;
    /** Links of {@link ReadyStreams}. */
    int next;

    int child;

    Stream(int number) {
        this.number = number;
    }

    /** Begin as that of a service at a component. */
    void begin(int itsServiceNumber, Service itsService, Server itsServer, int itsHome) {
        serviceNumber = itsServiceNumber;
        service = itsService;
        server = itsServer;
        home = itsHome;
        queued = false;
        heldBack = false;
        onTheWay = 0;
        used = 0;
        first = NONE;
        last = NONE;
        waiting = 0;
        next = NONE;
        child = NONE;
    }

    /** A packet comes and waits, as the one of that number among all arrivals anywhere. */
    void append(Packet packet, long arrival, Packets packets) {
        packet.next = NONE;
        packet.arrival = arrival;
        if (hasWaiting()) {
            packets.get(last).next = packet.number;
        } else {
            first = packet.number;
        }
        last = packet.number;
        waiting++;
        server.waiting++;
    }

    /** Its first packet waits no longer, and it itself is in no queue. */
    void removeFirst(Packet packet) {
        first = packet.next;
        queued = false;
        heldBack = false;
        waiting--;
        server.waiting--;
    }

    /** None of its packets waits. */
    void removeAll() {
        first = NONE;
        last = NONE;
        server.waiting -= waiting;
        waiting = 0;
    }

    /** The next component has started a packet, or doesn't need to. */
    void discharge(long wire) {
        onTheWay--;
        used -= service.charge(service.nanos(wire));
    }

    boolean hasWaiting() {
        return first != NONE;
    }

    /** Whether the next component must start a packet before another one may be started here. */
    boolean isHeldBack() {
        return used >= service.limit();
    }

    /** Whether a packet waits and isn't held back. */
    boolean hasServable() {
        return hasWaiting() && !isHeldBack();
    }

    /** Whether nothing of it is at its component or on the way from there. */
    boolean isUnused() {
        return first == NONE && onTheWay == 0;
    }
}
