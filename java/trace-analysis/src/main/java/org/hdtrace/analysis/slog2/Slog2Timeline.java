// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.analysis.imports.ImportedTimeline;
import org.hdtrace.analysis.messages.MessageCall;
import org.hdtrace.format.trace.Attributes;

/**
 * States of one line that lie inside of each other, and what happens there. A state ends when time has passed its end: what happens at
 * its very end is inside, but a state that begins there is not. Times are ns and don't run backwards. Not thread-safe.
 */
final class Slog2Timeline implements AutoCloseable {
    private final ImportedTimeline timeline;
    private final Deque<Open> open = new ArrayDeque<>();

    private record Open(long end, MessageCall call) {}

    Slog2Timeline(ImportedTimeline timeline) {
        this.timeline = timeline;
    }

    /** Whether a state would lie inside of, or behind, those that are there. */
    boolean fits(long start, long end) throws IOException {
        endUntil(start);
        return open.isEmpty() || open.peek().end() >= end;
    }

    void state(String name, Attributes values, long start, long end) throws IOException {
        endUntil(start);
        timeline.push(name, values, start);
        open.push(new Open(end, MessageCall.of(ImportedNames.state(name))));
    }

    void event(String name, Attributes values, long at) throws IOException {
        endBefore(at);
        timeline.event(name, values, at);
    }

    /** What was sent in a call belongs to it, also at its very end, unless a call begins there. */
    void sends(Attributes message, long at) throws IOException {
        endBefore(at);
        endOthers(at, MessageCall.SEND);
        timeline.sends(message, at);
    }

    void receives(Attributes message, long at) throws IOException {
        endBefore(at);
        endOthers(at, MessageCall.RECEIVE);
        timeline.receives(message, at);
    }

    private void endUntil(long at) throws IOException {
        while (!open.isEmpty() && open.peek().end() <= at) {
            timeline.pop(open.pop().end());
        }
    }

    private void endBefore(long at) throws IOException {
        while (!open.isEmpty() && open.peek().end() < at) {
            timeline.pop(open.pop().end());
        }
    }

    private void endOthers(long at, MessageCall wanted) throws IOException {
        while (!open.isEmpty()
                && open.peek().end() == at
                && open.peek().call() != wanted
                && open.peek().call() != MessageCall.EXCHANGE) {
            timeline.pop(open.pop().end());
        }
    }

    /** Ends all states; returns the number of all there were. */
    long end() throws IOException {
        while (!open.isEmpty()) {
            timeline.pop(open.pop().end());
        }
        timeline.end(0);
        return timeline.states();
    }

    @Override
    public void close() throws IOException {
        timeline.close();
    }
}
