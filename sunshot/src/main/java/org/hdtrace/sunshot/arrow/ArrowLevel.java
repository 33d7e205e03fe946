// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Bundles of arrows, in the order of their start. Immutable; any thread. Some are long, so those that reach a time are not
 * neighbours: of each group of bundles, groups of those and so on, the latest end is known.
 */
public final class ArrowLevel {
    private static final int FAN = 16;

    private final long[] starts;
    private final long[] ends;
    private final int[] from;
    private final int[] to;
    /** Null where each bundle is one arrow. */
    private final int[] counts;

    private final long[] bytes;
    /** By group of {@link #FAN}, finest first. */
    private final long[][] latest;

    ArrowLevel(long[] starts, long[] ends, int[] from, int[] to, int[] counts, long[] bytes) {
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
        for (long[] column : new long[][] {starts, ends, bytes}) {
            ByteBuffer piece = ByteBuffer.allocate(column.length * Long.BYTES);
            piece.asLongBuffer().put(column);
            pieces.add(piece);
        }
        for (int[] column : counts == null ? new int[][] {from, to} : new int[][] {from, to, counts}) {
            ByteBuffer piece = ByteBuffer.allocate(column.length * Integer.BYTES);
            piece.asIntBuffer().put(column);
            pieces.add(piece);
        }
    }

    /**
     * Takes a level from bytes.
     *
     * @throws java.nio.BufferUnderflowException if there are too few
     */
    static ArrowLevel decode(ByteBuffer source) {
        int size = source.getInt();
        boolean counted = source.get() != 0;
        if (size < 0 || source.remaining() / (3 * Long.BYTES + 2 * Integer.BYTES) < size) {
            throw new BufferUnderflowException();
        }
        long[][] longs = new long[3][size];
        for (long[] column : longs) {
            source.asLongBuffer().get(column);
            source.position(source.position() + size * Long.BYTES);
        }
        int[][] ints = new int[counted ? 3 : 2][size];
        for (int[] column : ints) {
            source.asIntBuffer().get(column);
            source.position(source.position() + size * Integer.BYTES);
        }
        return new ArrowLevel(longs[0], longs[1], ints[0], ints[1], counted ? ints[2] : null, longs[2]);
    }

    private static long[][] latest(long[] ends) {
        int depth = 0;
        for (int size = ends.length; size > 1; size = (size + FAN - 1) / FAN) {
            depth++;
        }
        long[][] all = new long[depth][];
        long[] below = ends;
        for (int i = 0; i < depth; i++) {
            long[] groups = new long[(below.length + FAN - 1) / FAN];
            Arrays.fill(groups, Long.MIN_VALUE);
            for (int k = 0; k < below.length; k++) {
                groups[k / FAN] = Math.max(groups[k / FAN], below[k]);
            }
            all[i] = groups;
            below = groups;
        }
        return all;
    }

    public int size() {
        return starts.length;
    }

    /** Mean start of its arrows, ns since the epoch. */
    public long startNanos(int bundle) {
        return starts[bundle];
    }

    /** Mean end of its arrows, ns since the epoch. */
    public long endNanos(int bundle) {
        return ends[bundle];
    }

    /** Number of the row it begins at, see {@link ArrowTable#ends}. */
    public int from(int bundle) {
        return from[bundle];
    }

    public int to(int bundle) {
        return to[bundle];
    }

    /** How many arrows it stands for. */
    public int count(int bundle) {
        return counts == null ? 1 : counts[bundle];
    }

    public long bytes(int bundle) {
        return bytes[bundle];
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
        int end = firstFrom(endNanos);
        if (latest.length == 0) {
            return end == 0 || ends[0] < startNanos || visitor.take(0);
        }
        return visit(latest.length - 1, 0, end, startNanos, visitor);
    }

    /** Of the group's members that begin before a place those that reach a time. */
    private boolean visit(int depth, int group, int end, long startNanos, Visitor visitor) {
        long[] below = depth == 0 ? ends : latest[depth - 1];
        long width = 1;
        for (int i = 0; i < depth; i++) {
            width *= FAN;
        }
        for (int i = group * FAN; i < Math.min(below.length, (group + 1) * FAN) && i * width < end; i++) {
            if (below[i] >= startNanos) {
                boolean goOn = depth == 0 ? visitor.take(i) : visit(depth - 1, i, end, startNanos, visitor);
                if (!goOn) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The first bundle that begins at or after a time. */
    private int firstFrom(long nanos) {
        int found = Arrays.binarySearch(starts, nanos);
        if (found < 0) {
            return -found - 1;
        }
        while (found > 0 && starts[found - 1] == nanos) {
            found--;
        }
        return found;
    }
}
