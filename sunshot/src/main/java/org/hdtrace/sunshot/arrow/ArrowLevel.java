// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Bundles of arrows, in the order of their start. Immutable; any thread. Some are long, so those that reach a time are not
 * neighbours: of each group of bundles, groups of those and so on, the latest end is known.
 */
public final class ArrowLevel {
    private static final int FAN = 16;

    private final LongColumn starts;
    private final LongColumn ends;
    private final IntColumn from;
    private final IntColumn to;
    /** Null where each bundle is one arrow. */
    private final IntColumn counts;

    private final LongColumn bytes;
    /** By group of {@link #FAN}, finest first. */
    private final long[][] latest;

    ArrowLevel(LongColumn starts, LongColumn ends, IntColumn from, IntColumn to, IntColumn counts, LongColumn bytes) {
        this.starts = starts;
        this.ends = ends;
        this.from = from;
        this.to = to;
        this.counts = counts;
        this.bytes = bytes;
        this.latest = latest(ends);
    }

    /** Adds the columns to pieces of bytes. */
    void encode(List<ByteBuffer> pieces) {
        ByteBuffer head = ByteBuffer.allocate(Integer.BYTES + 1);
        pieces.add(head.putInt(size()).put((byte) (counts == null ? 0 : 1)).flip());
        List<ByteBuffer> columns =
                new ArrayList<>(List.of(starts.bytes(), ends.bytes(), bytes.bytes(), from.bytes(), to.bytes()));
        if (counts != null) {
            columns.add(counts.bytes());
        }
        columns.forEach(column -> pieces.add(column.duplicate()));
    }

    /**
     * Takes a level from bytes, which it keeps.
     *
     * @throws java.nio.BufferUnderflowException if there are too few
     */
    static ArrowLevel decode(ByteBuffer source) {
        int size = source.getInt();
        boolean counted = source.get() != 0;
        if (size < 0) {
            throw new BufferUnderflowException();
        }
        LongColumn starts = LongColumn.decode(source, size);
        LongColumn ends = LongColumn.decode(source, size);
        LongColumn bytes = LongColumn.decode(source, size);
        IntColumn from = IntColumn.decode(source, size);
        IntColumn to = IntColumn.decode(source, size);
        return new ArrowLevel(starts, ends, from, to, counted ? IntColumn.decode(source, size) : null, bytes);
    }

    private static long[][] latest(LongColumn ends) {
        List<long[]> all = new ArrayList<>();
        int size = ends.size();
        IntToLongFunction below = ends::get;
        while (size > 1) {
            long[] groups = new long[(size + FAN - 1) / FAN];
            Arrays.fill(groups, Long.MIN_VALUE);
            for (int i = 0; i < size; i++) {
                groups[i / FAN] = Math.max(groups[i / FAN], below.applyAsLong(i));
            }
            all.add(groups);
            size = groups.length;
            below = i -> groups[i];
        }
        return all.toArray(long[][]::new);
    }

    public int size() {
        return starts.size();
    }

    /** Mean start of its arrows, ns since the epoch. */
    public long startNanos(int bundle) {
        return starts.get(bundle);
    }

    /** Mean end of its arrows, ns since the epoch. */
    public long endNanos(int bundle) {
        return ends.get(bundle);
    }

    /** Number of the row it begins at, see {@link ArrowTable#ends}. */
    public int from(int bundle) {
        return from.get(bundle);
    }

    public int to(int bundle) {
        return to.get(bundle);
    }

    /** How many arrows it stands for. */
    public int count(int bundle) {
        return counts == null ? 1 : counts.get(bundle);
    }

    public long bytes(int bundle) {
        return bytes.get(bundle);
    }

    /** Takes bundles, and says whether there may be more. */
    @FunctionalInterface
    public interface Visitor {
        boolean take(int bundle);
    }

    /**
     * All bundles that touch an interval, in the order of their start.
     *
     * @return whether the visitor let all come
     */
    public boolean visit(long startNanos, long endNanos, Visitor visitor) {
        return visit(0, firstFrom(endNanos), startNanos, visitor);
    }

    /**
     * Of the bundles from {@code first} to before {@code end} those that reach a time, in the order of their start.
     *
     * @return whether the visitor let all come
     */
    public boolean visit(int first, int end, long startNanos, Visitor visitor) {
        if (latest.length == 0) {
            return first >= end || ends.get(0) < startNanos || visitor.take(0);
        }
        return visit(latest.length - 1, 0, first, end, startNanos, visitor);
    }

    /** Of the group's members. */
    private boolean visit(int depth, int group, int first, int end, long startNanos, Visitor visitor) {
        int size = depth == 0 ? size() : latest[depth - 1].length;
        long width = 1;
        for (int i = 0; i < depth; i++) {
            width *= FAN;
        }
        int from = (int) Math.max(group * (long) FAN, first / width);
        for (int i = from; i < Math.min(size, (group + 1) * FAN) && i * width < end; i++) {
            if ((depth == 0 ? ends.get(i) : latest[depth - 1][i]) >= startNanos) {
                boolean goOn = depth == 0 ? visitor.take(i) : visit(depth - 1, i, first, end, startNanos, visitor);
                if (!goOn) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The first bundle that begins at or after a time. */
    public int firstFrom(long nanos) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts.get(middle) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
