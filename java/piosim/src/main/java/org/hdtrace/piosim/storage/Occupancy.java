// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.function.LongSupplier;

/**
 * How many of the channels of a server's storage serve a request: one of a disk, several of a solid-state device, those of
 * all its devices of an array.
 */
final class Occupancy {
    private final LongSupplier clock;
    private int channels;
    private int busy;
    private long since;
    /** Of all channels, up to {@link #since}. */
    private long busyNanos;

    private Runnable watcher = () -> {};

    /** @param clock virtual time in ns */
    Occupancy(LongSupplier clock) {
        this.clock = clock;
    }

    /** There are further channels. */
    void add(int count) {
        channels += count;
    }

    /** Have somebody told when the number of busy channels changes; there is one such. */
    void watch(Runnable newWatcher) {
        watcher = newWatcher;
    }

    int channels() {
        return channels;
    }

    int busy() {
        return busy;
    }

    void begin() {
        change(1);
    }

    void end() {
        change(-1);
    }

    /** Time in ns up to now during which a channel was busy, the mean of all. */
    long busyNanos() {
        return (busyNanos + busy * (clock.getAsLong() - since)) / channels;
    }

    private void change(int by) {
        long now = clock.getAsLong();
        busyNanos += busy * (now - since);
        since = now;
        busy += by;
        watcher.run();
    }
}
