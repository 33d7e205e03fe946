// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Makes a coarser level of a finer one. Not safe for use by several threads. */
final class ArrowBundling {
    private final ArrowLevel finer;
    private long[] starts;
    private long[] ends;
    private int[] from;
    private int[] to;
    private int[] counts;
    private long[] bytes;
    private int size;

    private ArrowBundling(ArrowLevel finer) {
        this.finer = finer;
        int room = Math.max(16, finer.size() / 4);
        starts = new long[room];
        ends = new long[room];
        from = new int[room];
        to = new int[room];
        counts = new int[room];
        bytes = new long[room];
    }

    /**
     * One bundle of those between the same rows that begin in the same piece of time.
     *
     * @return null when there would be more than a number of bundles
     */
    static ArrowLevel of(ArrowLevel finer, long pieceNanos, int most) {
        ArrowBundling bundling = new ArrowBundling(finer);
        long origin = finer.startNanos(0);
        Map<Long, Integer> open = new HashMap<>();
        long piece = 0;
        for (int i = 0; i < finer.size(); i++) {
            long its = (finer.startNanos(i) - origin) / pieceNanos;
            if (its != piece) {
                open.clear();
                piece = its;
            }
            long pair = ((long) finer.from(i) << 32) | finer.to(i);
            Integer bundle = open.get(pair);
            if (bundle == null && bundling.size == most) {
                return null;
            } else if (bundle == null) {
                open.put(pair, bundling.begin(i));
            } else {
                bundling.add(bundle, i);
            }
        }
        return bundling.finish();
    }

    private int begin(int arrow) {
        if (size == starts.length) {
            int grown = size + (size >> 1);
            starts = Arrays.copyOf(starts, grown);
            ends = Arrays.copyOf(ends, grown);
            from = Arrays.copyOf(from, grown);
            to = Arrays.copyOf(to, grown);
            counts = Arrays.copyOf(counts, grown);
            bytes = Arrays.copyOf(bytes, grown);
        }
        starts[size] = finer.startNanos(arrow);
        ends[size] = finer.endNanos(arrow);
        from[size] = finer.from(arrow);
        to[size] = finer.to(arrow);
        counts[size] = finer.count(arrow);
        bytes[size] = finer.bytes(arrow);
        return size++;
    }

    /** Means are moved by the difference, so that no sum overflows. */
    private void add(int bundle, int arrow) {
        int more = finer.count(arrow);
        counts[bundle] = (int) Math.min(Integer.MAX_VALUE, (long) counts[bundle] + more);
        double share = (double) more / counts[bundle];
        starts[bundle] += Math.round((finer.startNanos(arrow) - starts[bundle]) * share);
        ends[bundle] += Math.round((finer.endNanos(arrow) - ends[bundle]) * share);
        bytes[bundle] += finer.bytes(arrow);
    }

    private ArrowLevel finish() {
        int[] order = ArrowOrder.byStart(starts, size);
        return new ArrowLevel(
                ArrowOrder.pick(starts, order),
                ArrowOrder.pick(ends, order),
                ArrowOrder.pick(from, order),
                ArrowOrder.pick(to, order),
                ArrowOrder.pick(counts, order),
                ArrowOrder.pick(bytes, order));
    }
}
