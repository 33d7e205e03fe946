// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.List;

/** What the components of a network did until a time in ns, from what an observer is told. */
public final class ServedSums implements ServiceObserver {
    private record Served(long start, long end, long bytes) {}

    private final List<List<Long>> queued = new ArrayList<>();
    private final List<List<Served>> served = new ArrayList<>();

    private ServedSums(int components) {
        for (int i = 0; i < components; i++) {
            queued.add(new ArrayList<>());
            served.add(new ArrayList<>());
        }
    }

    /** Of a network that hasn't begun. */
    public static ServedSums of(Transport network) {
        ServedSums sums = new ServedSums(network.plan().size());
        network.observe(sums);
        return sums;
    }

    @Override
    public void queued(int component, long time) {
        queued.get(component).add(time);
    }

    @Override
    public void served(int component, long start, long end, long bytes) {
        served.get(component).add(new Served(start, end, bytes));
    }

    /** Time in ns at which the last service ends, 0 for none. */
    long end() {
        long end = 0;
        for (List<Served> of : served) {
            for (Served one : of) {
                end = Math.max(end, one.end);
            }
        }
        return end;
    }

    /** Bytes of all services, headers included. */
    public long bytes(int component) {
        return bytes(component, Long.MAX_VALUE);
    }

    /** Bytes of the services that have begun at a time. */
    public long bytes(int component, long time) {
        long sum = 0;
        for (Served one : served.get(component)) {
            sum += one.start <= time ? one.bytes : 0;
        }
        return sum;
    }

    /** Time in ns that all services took. */
    public long busyNanos(int component) {
        return busyNanos(component, Long.MAX_VALUE);
    }

    /** Time in ns that services took before a time. */
    public long busyNanos(int component, long time) {
        long sum = 0;
        for (Served one : served.get(component)) {
            sum += Math.max(0, Math.min(one.end, time) - one.start);
        }
        return sum;
    }

    /** Packets that never were served. */
    public long waiting(int component) {
        return waiting(component, Long.MAX_VALUE);
    }

    /** Packets that wait at a time. */
    public long waiting(int component, long time) {
        long waiting = 0;
        for (long come : queued.get(component)) {
            waiting += come <= time ? 1 : 0;
        }
        for (Served one : served.get(component)) {
            waiting -= one.start <= time ? 1 : 0;
        }
        return waiting;
    }
}
