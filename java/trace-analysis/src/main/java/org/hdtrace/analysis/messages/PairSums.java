// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.nio.file.Path;
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
 * of its send to the end of its receive. With a {@link Builder} the same is told of other pairs.
 *
 * <p>Memory: one entry for each pair that talks. Immutable after reading. Source: SUNSHOT V-11.
 */
public final class PairSums implements PairValues {
    /** Of more ranks a square shows nothing; their nodes are shown. */
    public static final int MOST_RANKS = 512;

    private final Subject subject;
    private final List<String> labels;
    private final List<String> targets;
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

    private PairSums(Subject subject, List<String> labels, List<String> targets, boolean byNode) {
        this.subject = subject;
        this.labels = List.copyOf(labels);
        this.targets = List.copyOf(targets);
        this.byNode = byNode;
    }

    /** Sums up what goes from one list of names to another one. Not safe for use by several threads. */
    public static final class Builder {
        private final PairSums sums;
        private final int[] places;

        /** Nothing yet. */
        public Builder(Subject subject, List<String> from, List<String> to) {
            this(new PairSums(subject, from, to, false), new int[0]);
        }

        private Builder(PairSums sums, int[] places) {
            this.sums = sums;
            this.places = places;
        }

        /** Place of a trace's name, by its number among those of the project; of sums of messages only. */
        public int placeOf(int trace) {
            return places[trace];
        }

        /** Number of names. */
        public int size() {
            return sums.labels.size();
        }

        /**
         * Several of a pair at once.
         *
         * @param nanos sum of their durations
         * @param firstNanos earliest begin, ns since the epoch
         * @param lastNanos latest end, ns since the epoch
         */
        public Builder add(int from, int to, long count, long bytes, long nanos, long firstNanos, long lastNanos) {
            Sum sum = sums.sums.computeIfAbsent(key(from, to), unused -> new Sum());
            sum.count += count;
            sum.first = Math.min(sum.first, firstNanos);
            sum.last = Math.max(sum.last, lastNanos);
            sum.bytes = Saturated.add(sum.bytes, bytes);
            sum.nanos = Saturated.add(sum.nanos, nanos);
            return this;
        }

        /** One more of a pair, by the places of its names; times in ns since the epoch. */
        public Builder add(int from, int to, long bytes, long startNanos, long endNanos) {
            return add(from, to, 1, bytes, Math.max(0, endNanos - startNanos), startNanos, endNanos);
        }

        /** The sums; the builder has done its work. */
        public PairSums build(Damages damages) {
            sums.damages = damages;
            return sums;
        }
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
        Builder pairs = ofMessages(project, mostRanks);
        Damages found = MessageReader.read(project, Ranks.all(), progress, message -> {
                    if (interval.touches(message.startNanos(), message.endNanos())) {
                        pairs.add(
                                pairs.placeOf(message.from().trace()),
                                pairs.placeOf(message.to().trace()),
                                message.bytes(),
                                message.startNanos(),
                                message.endNanos());
                    }
                })
                .damages();
        return pairs.build(found);
    }

    /** No message yet, by rank, or by node of many ranks; {@link Builder#placeOf} tells where a trace belongs. */
    public static Builder ofMessages(Project project) {
        return ofMessages(project, MOST_RANKS);
    }

    private static Builder ofMessages(Project project, int mostRanks) {
        long ranks = project.traces().stream().map(TraceFile::rank).distinct().count();
        boolean byNode = ranks > mostRanks;
        Map<String, Integer> numbers = new LinkedHashMap<>();
        project.traces().stream()
                .sorted((a, b) -> Integer.compare(a.rank(), b.rank()))
                .forEach(file -> numbers.putIfAbsent(labelOf(file, byNode), numbers.size()));
        int[] places = project.traces().stream()
                .mapToInt(file -> numbers.get(labelOf(file, byNode)))
                .toArray();
        List<String> labels = List.copyOf(numbers.keySet());
        return new Builder(new PairSums(Subject.MESSAGES, labels, labels, byNode), places);
    }

    private static String labelOf(TraceFile file, boolean byNode) {
        return byNode ? file.host() : String.valueOf(file.rank());
    }

    private static long key(int from, int to) {
        return ((long) from << 32) | to;
    }

    @Override
    public Subject subject() {
        return subject;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public List<String> targets() {
        return targets;
    }

    @Override
    public boolean isByNode() {
        return byNode;
    }

    @Override
    public double value(int from, int to, Metric metric) {
        Sum sum = sums.get(key(from, to));
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

    /** The places of two names between which something goes. */
    public record Pair(int from, int to) {}

    /** All pairs that have values, in the order of their names. */
    public List<Pair> pairs() {
        return sums.keySet().stream()
                .sorted()
                .map(key -> new Pair((int) (key >> 32), key.intValue()))
                .toList();
    }

    /** From the first begin to the last end of a pair's messages, ns since the epoch; empty for pairs without one. */
    public Optional<long[]> span(int from, int to) {
        return Optional.ofNullable(sums.get(key(from, to))).map(sum -> new long[] {sum.first, sum.last});
    }

    /** Of the traces. */
    public Damages damages() {
        return damages;
    }
}
