// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.waits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.hdtrace.analysis.waits.WaitKind;

/** The waits of one row, by their start; of several that start together the longest. some 32 bytes each. Immutable; any thread. */
public final class RowWaits {
    private final long[] starts;
    private final long[] ends;
    /** Latest end of this one and all before it. */
    private final long[] reach;

    private final WaitKind[] kinds;
    private final int[] causes;

    /** One wait; the cause is the number of a row, -1 if it has none. */
    record Entry(long startNanos, long endNanos, WaitKind kind, int cause) {}

    RowWaits(List<Entry> entries) {
        Entry[] sorted = entries.toArray(new Entry[0]);
        Arrays.sort(
                sorted,
                Comparator.comparingLong(Entry::startNanos)
                        .thenComparing(Comparator.comparingLong(Entry::endNanos).reversed()));
        int size = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i].startNanos() != sorted[i - 1].startNanos()) {
                sorted[size++] = sorted[i];
            }
        }
        starts = new long[size];
        ends = new long[size];
        reach = new long[size];
        kinds = new WaitKind[size];
        causes = new int[size];
        for (int i = 0; i < size; i++) {
            starts[i] = sorted[i].startNanos();
            ends[i] = sorted[i].endNanos();
            reach[i] = i == 0 ? ends[i] : Math.max(reach[i - 1], ends[i]);
            kinds[i] = sorted[i].kind();
            causes[i] = sorted[i].cause();
        }
    }

    /** The same waits at another time. */
    RowWaits shifted(long nanos) {
        if (nanos == 0) {
            return this;
        }
        List<Entry> moved = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            moved.add(new Entry(starts[i] + nanos, ends[i] + nanos, kinds[i], causes[i]));
        }
        return new RowWaits(moved);
    }

    public int size() {
        return starts.length;
    }

    /** Nanoseconds since the epoch. */
    public long startNanos(int index) {
        return starts[index];
    }

    /** When the other one came, nanoseconds since the epoch. */
    public long endNanos(int index) {
        return ends[index];
    }

    public WaitKind kind(int index) {
        return kinds[index];
    }

    int cause(int index) {
        return causes[index];
    }

    /** Index of the first wait that may reach behind a time; {@link #size} if none does. */
    public int firstReaching(long nanos) {
        int low = 0;
        int high = starts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (reach[middle] > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
