// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.Saturated;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/** Reads the states of some blocks of a trace and adds the parts of them that lie inside of an interval. */
final class EdgeReader {
    private final Path trace;
    private final List<String> names;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final SumRows sums;
    private final long fromNanos;
    private final long toNanos;
    private ChildTimes children = new ChildTimes();

    EdgeReader(Path trace, List<String> names, SumRows sums, long fromNanos, long toNanos) {
        this.trace = trace;
        this.names = new ArrayList<>(names);
        this.sums = sums;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        for (String name : names) {
            numbers.put(name, numbers.size());
        }
    }

    /** Read some blocks, and what is behind the last one where {@code tail} is set. */
    void read(BlockTable blocks, BitSet wanted, boolean tail) throws TraceFormatException {
        BitSet edges = (BitSet) wanted.clone();
        if (tail) {
            edges.set(blocks.size());
        }
        int next = edges.nextSetBit(0);
        while (next >= 0) {
            next = readFrom(blocks, edges, next);
        }
    }

    /** What was there before and what was read. */
    List<StateSums> sums() {
        return sums.of(names);
    }

    /** Read the wanted block and those near behind it; the next one that is wanted, or -1. */
    private int readFrom(BlockTable blocks, BitSet edges, int first) throws TraceFormatException {
        children = new ChildTimes();

        EntryFilter filter = EntryFilter.all().events(false).withoutData();
        int last = first;
        try (TraceCursor cursor = TraceCursor.openAt(trace, blocks.placeBefore(first), 0, filter)) {
            while (cursor.next()) {
                int block = add(cursor, edges, blocks.size());
                if (block > last) {
                    last = edges.nextSetBit(block);
                    // Where another one begins to be read matters only from one at top level to the next.
                    boolean far = last < 0 || blocks.placeBefore(last) > (long) block * IndexFormat.BLOCK_BYTES;
                    if (far) {
                        return last;
                    }
                }
            }
        }
        return -1;
    }

    /** Add one state; the block that it belongs to. */
    private int add(TraceCursor cursor, BitSet edges, int blockCount) throws TraceFormatException {
        String name = cursor.name();
        int depth = cursor.depth();
        long start = cursor.ownStartNanos();
        long end = cursor.ownEndNanos();
        long bytes = cursor.movedBytes();
        long inclusive = Math.max(0, Saturated.subtract(Math.min(end, toNanos), Math.max(start, fromNanos)));
        long exclusive = children.exclusive(depth, inclusive);
        int block = (int) Math.min(IndexFormat.blockOf(cursor.endOffset() - 1), blockCount);
        boolean touches = start < toNanos && (end > fromNanos || start >= fromNanos);
        if (touches && edges.get(block)) {
            sums.add(number(name), 1, inclusive, exclusive, bytes);
        }
        return block;
    }

    private int number(String name) {
        return numbers.computeIfAbsent(name, unknown -> {
            names.add(unknown);
            return names.size() - 1;
        });
    }
}
