// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Writes tables of machines whose figures are known, with disturbances that only add, as real ones do. */
public final class Machines {
    private static final int REPETITIONS = 9;

    private final int ranks;
    private final int ranksOfHost;
    private final double latencyNanos;
    private final double bytesPerSecond;
    private final long eagerLimit;
    private final long packet;
    private final DoubleUnaryOperator disturb;
    private final List<String> rows = new ArrayList<>();

    /** Between hosts packets are 0. The disturbance gets undisturbed nanoseconds. */
    public Machines(
            int ranks,
            int ranksOfHost,
            double latencyNanos,
            double bytesPerSecond,
            long eagerLimit,
            long packet,
            DoubleUnaryOperator disturb) {
        this.ranks = ranks;
        this.ranksOfHost = ranksOfHost;
        this.latencyNanos = latencyNanos;
        this.bytesPerSecond = bytesPerSecond;
        this.eagerLimit = eagerLimit;
        this.packet = packet;
        this.disturb = disturb;
    }

    /** Most repetitions take up to a share more, one in eight three times as long. */
    public static DoubleUnaryOperator noise(long seed, double share) {
        Random random = new Random(seed);
        return nanos -> nanos * (1 + share * random.nextDouble()) * (random.nextInt(8) == 0 ? 3 : 1);
    }

    public double message(long bytes) {
        double onWire = bytes + 48;
        double latencies = eagerLimit >= 0 && bytes > eagerLimit ? 3 : 1;
        return latencies * latencyNanos + (onWire + Math.min(onWire, (double) packet)) / bytesPerSecond * 1e9;
    }

    public void add(String test, int first, int second, int size, long bytes, double nanos) {
        for (int i = 0; i < REPETITIONS; i++) {
            int operations = nanos < 100_000 ? (int) (100_000 / nanos) + 1 : 1;
            rows.add(String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%d,%d,%d,%d,%d",
                    test,
                    first,
                    second,
                    size,
                    bytes,
                    operations,
                    i,
                    Math.round(disturb.applyAsDouble(nanos) * operations)));
        }
    }

    /** All sizes of one pair, slower by a factor. */
    public Machines curve(int first, int second, double factor) {
        for (long bytes = 1; bytes <= 4 << 20; bytes *= 2) {
            add("pingpong", first, second, 2, bytes, 2 * factor * message(bytes));
            add("exchange", first, second, 2, bytes, factor * message(bytes));
        }
        long ends = eagerLimit < 0 ? 4 << 20 : eagerLimit;
        rows.add("eager," + first + "," + second + ",2," + ends + ",1,0,5000");
        if (eagerLimit >= 0) {
            rows.add("eager," + first + "," + second + ",2," + (ends + 1) + ",1,1,-1");
        }
        return this;
    }

    /** The largest message of ranks 0 and 1 that ends alone. */
    public Machines eagerUpTo(long bytes) {
        rows.add("eager,0,1,2," + bytes + ",1,0,5000");
        rows.add("eager,0,1,2," + (bytes + 1) + ",1,1,-1");
        return this;
    }

    /** Two sizes of one pair. */
    public Machines pair(int first, int second, double factor) {
        add("pingpong", first, second, 2, 1, 2 * factor * message(1));
        add("pingpong", first, second, 2, 65_536, 2 * factor * message(65_536));
        return this;
    }

    /** Work, copies and sums of one rank. */
    public Machines memory(double sumRate) {
        add("noise", 0, -1, 1, 8, 200_000);
        for (long bytes = 4096; bytes <= 1 << 20; bytes *= 4) {
            add("sum", 0, -1, 1, bytes, bytes / sumRate * 1e9);
            add("copy", 0, -1, 1, bytes, bytes / 10e9 * 1e9);
        }
        return this;
    }

    public String text() {
        StringBuilder text = new StringBuilder("# hdtrace-microbench 1\n# clock step 20 ns cost 25 ns\n");
        for (int rank = 0; rank < ranks; rank++) {
            text.append("# rank " + rank + " host h" + rank / ranksOfHost + " package 0 complex 0\n");
        }
        text.append("test,first,second,ranks,bytes,operations,repetition,ns\n");
        rows.forEach(row -> text.append(row).append('\n'));
        return text.toString();
    }
}
