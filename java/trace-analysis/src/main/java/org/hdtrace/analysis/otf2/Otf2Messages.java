// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.analysis.messages.Message;

/** Messages, by the trace that sends or receives them and the call in which it does. Some 100 bytes each. */
final class Otf2Messages {
    private final List<Message> all = new ArrayList<>();
    private int[] sent = {};
    private int[] received = {};
    private int nextSent;
    private int nextReceived;
    private int trace;

    void add(Message message) {
        all.add(message);
    }

    int size() {
        return all.size();
    }

    /** To be called before the first trace. */
    void sort() {
        sent = order(Comparator.comparingInt((Message each) -> each.from().trace())
                .thenComparingLong(Message::startNanos)
                .thenComparingLong(each -> -each.from().endNanos()));
        received = order(Comparator.comparingInt((Message each) -> each.to().trace())
                .thenComparingLong(Message::endNanos)
                .thenComparingLong(each -> -each.to().startNanos()));
    }

    private int[] order(Comparator<Message> by) {
        return IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparing(all::get, by))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Goes to the messages of a trace; traces come in the order of their numbers. */
    void begin(int number) {
        trace = number;
        while (nextSent < sent.length && all.get(sent[nextSent]).from().trace() < trace) {
            nextSent++;
        }
        while (nextReceived < received.length
                && all.get(received[nextReceived]).to().trace() < trace) {
            nextReceived++;
        }
    }

    /** The next message that a state sends, or that was sent before it; null for none. */
    Message nextSent(long start, long end) {
        if (nextSent == sent.length) {
            return null;
        }
        Message next = all.get(sent[nextSent]);
        boolean due = next.startNanos() < start
                || (next.startNanos() == start && next.from().endNanos() >= end);
        return next.from().trace() == trace && due ? all.get(sent[nextSent++]) : null;
    }

    /** The next message that has arrived by the end of a state, in it or in one before; null for none. */
    Message nextReceived(long start, long end) {
        if (nextReceived == received.length) {
            return null;
        }
        Message next = all.get(received[nextReceived]);
        boolean due =
                next.endNanos() < end || (next.endNanos() == end && next.to().startNanos() >= start);
        return next.to().trace() == trace && due ? all.get(received[nextReceived++]) : null;
    }
}
