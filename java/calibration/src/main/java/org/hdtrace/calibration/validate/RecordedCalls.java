// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;

/** The calls of one thread as a trace tells them, in order, with the messages that were recorded inside. Immutable. */
record RecordedCalls(int rank, int thread, List<RecordedCalls.Call> calls) {
    private static final String POSTED_SEND = "ISend";

    /**
     * A state inside a call.
     *
     * @param name as a simulation of it is called
     * @param target rank that it sends to, -1 when it sends nothing
     */
    record Inside(String name, int target, long bytes) {}

    /** A call; times in ns. */
    record Call(String name, long start, long end, long bytes, List<Inside> inside) {
        double nanos() {
            return (double) (end - start);
        }
    }

    RecordedCalls {
        calls = List.copyOf(calls);
    }

    static RecordedCalls read(TraceFile trace) throws TraceFormatException {
        List<Call> calls = new ArrayList<>();
        List<Inside> inside = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(trace.path())) {
            while (cursor.next()) {
                if (cursor.isEvent() || cursor.depth() > 1) {
                    continue;
                }
                if (cursor.depth() == 1) {
                    inside.add(inside(cursor));
                    continue;
                }
                calls.add(new Call(
                        cursor.name(),
                        cursor.startNanos(),
                        cursor.endNanos(),
                        Math.max(0, cursor.movedBytes()),
                        List.copyOf(inside)));
                inside.clear();
            }
        }
        return new RecordedCalls(trace.rank(), trace.thread(), calls);
    }

    /** The original's name for what the library posts has a capital letter more than the function. */
    private static Inside inside(TraceCursor cursor) {
        String name = cursor.name().equals(POSTED_SEND) ? "Isend" : cursor.name();
        return new Inside(name, (int) cursor.attributeLong("toRank", -1), Math.max(0, cursor.attributeLong("size", 0)));
    }
}
