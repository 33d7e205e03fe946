// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;

/** Hand-made runs: an iterative program with halo exchange, reduction and checkpoints. */
public final class TestRuns {
    public static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    /** Runs begin at a time of day, as real ones do. */
    public static final long EPOCH = 1_300_000_000L * SECOND;

    private TestRuns() {}

    /** A set of numbers, as of categories. */
    public static BitSet numbers(int... each) {
        BitSet numbers = new BitSet();
        for (int number : each) {
            numbers.set(number);
        }
        return numbers;
    }

    /** A run of {@code hosts} × {@code ranksPerHost} ranks with statistics of each host; equal seeds, equal runs. */
    public static Run iterative(CategoryTable categories, int hosts, int ranksPerHost, long seed) {
        Random random = new Random(seed);
        List<Row> rows = new ArrayList<>();
        long end = EPOCH;
        for (int host = 0; host < hosts; host++) {
            String name = "node0" + (host + 1);
            List<Row> children = new ArrayList<>();
            for (int i = 0; i < ranksPerHost; i++) {
                int rank = host * ranksPerHost + i;
                StateTrack track = track(categories, random);
                end = Math.max(end, lastEnd(track));
                children.add(new Row.Trace(name + "/" + rank + "/0", "Rank " + rank, name, rank, track, List.of()));
            }
            children.add(statistics(name, random));
            rows.add(new Row.Group(name, name, children, true));
        }
        Interval interval = new Interval(EPOCH, Math.max(end, EPOCH + 4 * SECOND));
        return new Run(
                "iterative",
                Path.of("iterative.proj"),
                interval,
                rows,
                List.of("Hostname", "Rank", "Thread"),
                List.of());
    }

    private static long lastEnd(StateTrack track) {
        var level = track.levels().get(0);
        return level.endNanos(level.size() - 1);
    }

    private static StateTrack track(CategoryTable categories, Random random) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = EPOCH + random.nextInt(20) * MILLI;
        builder.state(0, now, now += 120 * MILLI, categories.idOf("Init"));
        for (int iteration = 0; iteration < 40; iteration++) {
            now += (40 + random.nextInt(25)) * MILLI;
            builder.state(0, now, now += (3 + random.nextInt(6)) * MILLI, categories.idOf("Sendrecv"));
            long reduceEnd = now + (6 + random.nextInt(12)) * MILLI;
            builder.state(1, now + MILLI, reduceEnd - 2 * MILLI, categories.idOf("Recv"));
            builder.state(0, now, reduceEnd, categories.idOf("Allreduce"));
            now = reduceEnd;
            if (iteration % 10 == 9) {
                long writeEnd = now + (250 + random.nextInt(80)) * MILLI;
                builder.state(2, now + 30 * MILLI, now + 80 * MILLI, categories.idOf("Send"));
                builder.state(1, now + 20 * MILLI, now + 100 * MILLI, categories.idOf("Barrier"));
                builder.state(0, now, writeEnd, categories.idOf("File_write_at_all"));
                builder.event(writeEnd, categories.idOf("checkpoint"));
                now = writeEnd;
            }
        }
        builder.state(0, now, now + 20 * MILLI, categories.idOf("Finalize"));
        return builder.build();
    }

    private static Row statistics(String host, Random random) {
        int records = 80;
        long[] times = new long[records + 1];
        for (int i = 0; i <= records; i++) {
            times[i] = EPOCH + i * 50L * MILLI;
        }
        List<Row> rows = new ArrayList<>();
        for (String[] spec :
                new String[][] {{"CPU_TOTAL", "%", "CPU"}, {"NET_IN", "B", "NET"}, {"MEM_USED", "MB", "MEM"}}) {
            double[] values = new double[records];
            double value = 50;
            for (int i = 0; i < records; i++) {
                value = Math.max(0, Math.min(100, value + random.nextGaussian() * 12));
                values[i] = spec[1].equals("B") ? value * 54_321 : value;
            }
            StatisticSeries series = new StatisticSeries(spec[0], spec[1], spec[2], times, values);
            rows.add(new Row.Statistic(host + "/Utilization/" + spec[0], spec[0], series, List.of()));
        }
        return new Row.Group(host + "/Utilization", "Utilization", rows, true);
    }
}
