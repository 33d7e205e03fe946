// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.waits.Wait;

/**
 * Walks from the end of a run back to its beginning: on a process until a call that waited, from when that was released on the
 * process that released it. Pieces of the way join without gap or overlap.
 *
 * <p>Memory: 20 bytes for each wait. Thread: one thread at a time. Source: Böhme, Geimer, Wolf, Scalasca's critical path analysis
 * (replay backwards), SUNSHOT V-13.
 */
final class PathFinder {
    private final Delays[] delays;
    private final long[] firsts;
    private final long[] lasts;

    PathFinder(int traces) {
        delays = new Delays[traces];
        Arrays.setAll(delays, i -> new Delays());
        firsts = new long[traces];
        lasts = new long[traces];
        Arrays.fill(firsts, Long.MAX_VALUE);
        Arrays.fill(lasts, Long.MIN_VALUE);
    }

    /** Waits of one trace. */
    private static final class Delays {
        private static final int FIRST = 8;
        private long[] ends = new long[FIRST];
        private long[] releases = new long[FIRST];
        private int[] causes = new int[FIRST];
        private int size;

        void add(Wait wait) {
            if (size == ends.length) {
                int grown = size + size / 2;
                ends = Arrays.copyOf(ends, grown);
                releases = Arrays.copyOf(releases, grown);
                causes = Arrays.copyOf(causes, grown);
            }
            ends[size] = wait.call().endNanos();
            releases[size] = wait.releaseNanos();
            causes[size++] = wait.causeTrace();
        }

        /** By end, then by release. */
        void sort() {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, Comparator.<Integer>comparingLong(i -> ends[i]).thenComparingLong(i -> releases[i]));
            long[] sortedEnds = new long[size];
            long[] sortedReleases = new long[size];
            int[] sortedCauses = new int[size];
            for (int i = 0; i < size; i++) {
                sortedEnds[i] = ends[order[i]];
                sortedReleases[i] = releases[order[i]];
                sortedCauses[i] = causes[order[i]];
            }
            ends = sortedEnds;
            releases = sortedReleases;
            causes = sortedCauses;
        }

        /** The last wait that was over at a time and released before it, or -1. */
        int lastBefore(long nanos) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ends[middle] <= nanos) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            int found = low - 1;
            while (found >= 0 && releases[found] >= nanos) {
                found--;
            }
            return found;
        }
    }

    void call(Message.Call call) {
        firsts[call.trace()] = Math.min(firsts[call.trace()], call.startNanos());
        lasts[call.trace()] = Math.max(lasts[call.trace()], call.endNanos());
    }

    void add(Wait wait) {
        delays[wait.call().trace()].add(wait);
    }

    /** The pieces in the order of time; none for a run without states. */
    List<Segment> find() {
        int trace = -1;
        for (int i = 0; i < lasts.length; i++) {
            boolean later = lasts[i] > Long.MIN_VALUE && (trace < 0 || lasts[i] > lasts[trace]);
            trace = later ? i : trace;
            delays[i].sort();
        }
        List<Segment> backwards = new ArrayList<>();
        long now = trace < 0 ? 0 : lasts[trace];
        while (trace >= 0) {
            int wait = delays[trace].lastBefore(now);
            if (wait < 0 || delays[trace].releases[wait] <= firsts[trace]) {
                add(backwards, new Segment(trace, Math.min(now, firsts[trace]), now));
                break;
            }
            long release = delays[trace].releases[wait];
            add(backwards, new Segment(trace, release, now));
            trace = delays[trace].causes[wait];
            now = release;
        }
        Collections.reverse(backwards);
        return backwards;
    }

    private static void add(List<Segment> backwards, Segment segment) {
        if (segment.nanos() > 0) {
            backwards.add(segment);
        }
    }
}
