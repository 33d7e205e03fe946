// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.select.Ranks;

/**
 * What goes from whom to whom: number, bytes, mean bandwidth and mean latency of the messages that touch an interval, by rank, or by
 * node where there are more than {@link #MOST_RANKS} ranks. Only messages with both sides are in it. A message lasts from the start
 * of its send to the end of its receive.
 *
 * <p>Memory: one entry for each pair that talks. Immutable after reading. Source: SUNSHOT V-11.
 */
public final class PairSums {
    /** Of more ranks a square shows nothing; their nodes are shown. */
    public static final int MOST_RANKS = 512;

    private final List<String> labels;
    private final boolean byNode;
    private final Map<Long, Sum> sums = new HashMap<>();
    private Damages damages = new Damages();

    private static final class Sum {
        private long count;
        private long bytes;
        private long nanos;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
    }

    /** What is told of a pair. */
    public enum Metric {
        COUNT("count", "#"),
        BYTES("bytes", "B"),
        /** Bytes by the time that their messages lasted. */
        BANDWIDTH("bandwidth", "B/s"),
        /** Mean time that a message lasts. */
        LATENCY("latency", "s");

        private final String title;
        private final String unit;

        Metric(String title, String unit) {
            this.title = title;
            this.unit = unit;
        }

        /** As people and options name it. */
        public String title() {
            return title;
        }

        @Override
        public String toString() {
            return title;
        }

        /** "#", "B", "B/s" or "s". */
        public String unit() {
            return unit;
        }
    }

    private PairSums(List<String> labels, boolean byNode) {
        this.labels = List.copyOf(labels);
        this.byNode = byNode;
    }

    /**
     * Read the messages of a project.
     *
     * @param progress is told each trace before the first is read
     */
    public static PairSums read(Project project, Interval interval, Consumer<Path> progress) {
        return read(project, interval, progress, MOST_RANKS);
    }

    static PairSums read(Project project, Interval interval, Consumer<Path> progress, int mostRanks) {
        long ranks = project.traces().stream().map(TraceFile::rank).distinct().count();
        boolean byNode = ranks > mostRanks;
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Integer> places = new ArrayList<>();
        project.traces().stream()
                .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
                .forEach(file -> numbers.putIfAbsent(labelOf(file, byNode), numbers.size()));
        project.traces().forEach(file -> places.add(numbers.get(labelOf(file, byNode))));
        PairSums pairs = new PairSums(List.copyOf(numbers.keySet()), byNode);
        pairs.damages = MessageReader.read(project, Ranks.all(), progress, message -> {
                    if (interval.touches(message.startNanos(), message.endNanos())) {
                        pairs.add(
                                places.get(message.from().trace()),
                                places.get(message.to().trace()),
                                message);
                    }
                })
                .damages();
        return pairs;
    }

    private static String labelOf(TraceFile file, boolean byNode) {
        return byNode ? file.host() : String.valueOf(file.rank());
    }

    private void add(int from, int to, Message message) {
        Sum sum = sums.computeIfAbsent(((long) from << 32) | to, unused -> new Sum());
        sum.count++;
        sum.first = Math.min(sum.first, message.startNanos());
        sum.last = Math.max(sum.last, message.endNanos());
        sum.bytes = Saturated.add(sum.bytes, message.bytes());
        sum.nanos = Saturated.add(sum.nanos, Math.max(0, message.endNanos() - message.startNanos()));
    }

    /** Ranks or nodes, in the order of the ranks. */
    public List<String> labels() {
        return labels;
    }

    /** Whether the labels are nodes. */
    public boolean isByNode() {
        return byNode;
    }

    /** Value of a pair by the places of its labels, in the metric's unit; NaN for pairs without a message. */
    public double value(int from, int to, Metric metric) {
        Sum sum = sums.get(((long) from << 32) | to);
        if (sum == null) {
            return Double.NaN;
        }
        return switch (metric) {
            case COUNT -> sum.count;
            case BYTES -> sum.bytes;
            case BANDWIDTH -> sum.nanos == 0 ? Double.NaN : sum.bytes * 1e9 / sum.nanos;
            case LATENCY -> sum.nanos / 1e9 / sum.count;
        };
    }

    /** From the first begin to the last end of a pair's messages, ns since the epoch; empty for pairs without one. */
    public Optional<long[]> span(int from, int to) {
        return Optional.ofNullable(sums.get(((long) from << 32) | to)).map(sum -> new long[] {sum.first, sum.last});
    }

    /** Of the traces. */
    public Damages damages() {
        return damages;
    }
}
