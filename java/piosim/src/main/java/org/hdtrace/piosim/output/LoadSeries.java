// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Samples of the load of nodes at equal distances. When there are more than fit, every other one is dropped and the distance
 * doubles, so memory is bounded and nobody has to know how long the simulation will be; sums are kept, so nothing is
 * lost by that. Samples between which no node was busy share their sums.
 */
final class LoadSeries implements Kernel.Sampler {
    private static final long FIRST_INTERVAL = 100_000;
    private static final int MOST_VALUES = 1_000_000;
    private static final int MOST_SAMPLES = 1000;
    private static final int LEAST_SAMPLES = 8;

    private final int nodes;
    private final IntToLongFunction busyNanos;
    private final LongSupplier activity;
    private final int capacity;
    private final List<long[]> busy = new ArrayList<>();
    /** Of each sample. */
    private final long[] times;

    private int samples;
    /** Of the last sample, whether it is kept or not. */
    private long[] lastSums = {};

    private long lastActivity;
    private long interval = FIRST_INTERVAL;

    /**
     * Without samples.
     *
     * @param busyNanos ns that a node was busy up to now, of nodes 0 to their number
     * @param activity a number that is the same as the one before when none was busy in between
     */
    LoadSeries(int nodes, IntToLongFunction busyNanos, LongSupplier activity) {
        this.nodes = nodes;
        this.busyNanos = busyNanos;
        this.activity = activity;
        this.capacity = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, MOST_VALUES / Math.max(1, nodes)));
        this.times = new long[capacity + 2];
    }

    void begin(Kernel kernel) {
        if (nodes > 0) {
            kernel.sampleFrom(interval, this);
        }
    }

    @Override
    public long sample(long time) {
        take(time);
        if (samples > capacity) {
            halve();
            interval *= 2;
        }
        return times[samples - 1] + interval;
    }

    void end(long now) {
        if (samples == 0 || times[samples - 1] < now) {
            take(now);
        }
    }

    int samples() {
        return samples;
    }

    long time(int sample) {
        return times[sample];
    }

    /** Share of the interval before a sample during which a node was busy, in percent. */
    double utilisation(int sample, int node) {
        long length = time(sample) - (sample == 0 ? 0 : time(sample - 1));
        long busyInIt = busy.get(sample)[node] - (sample == 0 ? 0 : busy.get(sample - 1)[node]);
        return length == 0 ? 0 : 100.0 * busyInIt / length;
    }

    private void take(long time) {
        times[samples++] = time;
        long now = activity.getAsLong();
        if (lastSums.length != nodes || now != lastActivity) {
            lastActivity = now;
            lastSums = new long[nodes];
            for (int node = 0; node < nodes; node++) {
                lastSums[node] = busyNanos.applyAsLong(node);
            }
        }
        busy.add(lastSums);
    }

    // Keeps the last sample, and of the others those at multiples of the doubled interval.
    private void halve() {
        int kept = 0;
        for (int i = 1; i < samples; i += 2) {
            times[kept] = times[i];
            busy.set(kept, busy.get(i));
            kept++;
        }
        samples = kept;
        busy.subList(kept, busy.size()).clear();
    }
}
