// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.hdtrace.analysis.messages.Message;

/** Messages that are gone through twice at the same time: by their begins, and by their ends. */
final class MessageColumns {
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int size;
    private int[] byStart = {};
    private int[] byEnd = {};
    private int nextStart;
    private int nextEnd;

    void add(Message message) {
        if (size == starts.length) {
            int grown = size + (size >> 1);
            starts = Arrays.copyOf(starts, grown);
            ends = Arrays.copyOf(ends, grown);
            from = Arrays.copyOf(from, grown);
            to = Arrays.copyOf(to, grown);
        }
        starts[size] = message.startNanos();
        // With clocks that differ a message may end before it begins.
        ends[size] = Math.max(message.startNanos(), message.endNanos());
        from[size] = message.from().trace();
        to[size++] = message.to().trace();
    }

    /** To be called before the first is asked for. */
    void sort() {
        byStart = order(starts);
        byEnd = order(ends);
    }

    private int[] order(long[] keys) {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingLong(i -> keys[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    boolean hasNext() {
        return nextEnd < size;
    }

    /** When the next begin or end is; the far end of time behind the last. */
    long nextNanos() {
        return nextBegins() ? starts[byStart[nextStart]] : hasNext() ? ends[byEnd[nextEnd]] : Long.MAX_VALUE;
    }

    /** Whether it is a begin; of equals those come first. */
    boolean nextBegins() {
        return nextStart < size && starts[byStart[nextStart]] <= ends[byEnd[nextEnd]];
    }

    /** Goes on; the number of the message. */
    int next() {
        return nextBegins() ? byStart[nextStart++] : byEnd[nextEnd++];
    }

    int from(int message) {
        return from[message];
    }

    int to(int message) {
        return to[message];
    }
}
