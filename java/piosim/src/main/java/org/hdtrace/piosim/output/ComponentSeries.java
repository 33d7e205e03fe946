// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Samples of components at equal distances. When there are more than fit, every other one is dropped and the distance
 * doubles, so memory is bounded and nobody has to know how long the simulation will be; sums are kept, so nothing is
 * lost by that.
 */
final class ComponentSeries implements Kernel.Sampler {
    /** Where the figures of one component come from: ns busy and bytes so far, and its queue now. */
    record Source(LongSupplier busyNanos, LongSupplier bytes, IntSupplier queue) {}

    private static final long FIRST_INTERVAL = 100_000;
    private static final int MOST_VALUES = 4_000_000;
    private static final int MOST_SAMPLES = 1000;
    private static final int LEAST_SAMPLES = 16;

    private final List<Source> sources;
    private final int capacity;
    private final List<long[]> busy = new ArrayList<>();
    private final List<long[]> bytes = new ArrayList<>();
    private final List<int[]> queue = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private long interval = FIRST_INTERVAL;

    ComponentSeries(List<Source> sources) {
        this.sources = List.copyOf(sources);
        int fitting = MOST_VALUES / Math.max(1, sources.size());
        this.capacity = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, fitting));
    }

    void begin(Kernel kernel) {
        if (!sources.isEmpty()) {
            kernel.sampleFrom(interval, this);
        }
    }

    @Override
    public long sample(long time) {
        take(time);
        if (times.size() > capacity) {
            halve();
            interval *= 2;
        }
        return times.get(times.size() - 1) + interval;
    }

    void end(long now) {
        if (times.isEmpty() || times.get(times.size() - 1) < now) {
            take(now);
        }
    }

    int samples() {
        return times.size();
    }

    long time(int sample) {
        return times.get(sample);
    }

    /** Share of the interval before a sample during which the component was busy, in percent. */
    double utilisation(int sample, int component) {
        long length = time(sample) - (sample == 0 ? 0 : time(sample - 1));
        long busyInIt = busy.get(sample)[component] - (sample == 0 ? 0 : busy.get(sample - 1)[component]);
        return length == 0 ? 0 : 100.0 * busyInIt / length;
    }

    long bytes(int sample, int component) {
        return bytes.get(sample)[component] - (sample == 0 ? 0 : bytes.get(sample - 1)[component]);
    }

    int queue(int sample, int component) {
        return queue.get(sample)[component];
    }

    private void take(long time) {
        times.add(time);
        busy.add(sources.stream().mapToLong(s -> s.busyNanos().getAsLong()).toArray());
        bytes.add(sources.stream().mapToLong(s -> s.bytes().getAsLong()).toArray());
        queue.add(sources.stream().mapToInt(s -> s.queue().getAsInt()).toArray());
    }

    // Keeps the last sample, and of the others those at multiples of the doubled interval.
    private void halve() {
        int kept = 0;
        for (int i = 1; i < times.size(); i += 2) {
            times.set(kept, times.get(i));
            busy.set(kept, busy.get(i));
            bytes.set(kept, bytes.get(i));
            queue.set(kept, queue.get(i));
            kept++;
        }
        for (List<?> list : List.of(times, busy, bytes, queue)) {
            list.subList(kept, list.size()).clear();
        }
    }
}
