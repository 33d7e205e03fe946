// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Passes over one trace, for comparison with a peer in the same run: CPU time of this thread, which a busy machine disturbs
 * least. A pass is asked for by a line on standard input, so that passes of both can alternate.
 */
public final class CursorRate {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 6;

    private CursorRate() {}

    /** {@code FILE MODE}: a pass for each line read; prints "states nanoseconds". */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        Mode mode = Mode.valueOf(arguments[1].toUpperCase(java.util.Locale.ROOT));
        for (int i = 0; i < WARM_UP; i++) {
            pass(file, mode);
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            long begin = THREADS.getCurrentThreadCpuTime();
            Pass pass = pass(file, mode);
            System.out.println(pass.states() + " " + (THREADS.getCurrentThreadCpuTime() - begin) + " " + pass.sum());
        }
    }

    /** What is asked of each state. */
    enum Mode {
        COUNT,
        TIMES,
        ATTRIBUTES,
        NAME,
        /** Nothing; the index is made. */
        INDEX
    }

    /** What a pass found: the states delivered, and a sum over what was asked. */
    record Pass(long states, long sum) {}

    static Pass pass(Path file, Mode mode) throws IOException, TraceFormatException {
        if (mode == Mode.INDEX) {
            return new Pass(0, Files.size(IndexStore.beside().build(file, () -> false)));
        }
        EntryFilter filter = mode == Mode.NAME ? EntryFilter.all().names("Bcast"::equals) : EntryFilter.all();
        long states = 0;
        long sum = 0;
        try (TraceCursor cursor = TraceCursor.open(file, filter)) {
            while (cursor.next()) {
                states++;
                if (mode != Mode.COUNT) {
                    sum += cursor.endNanos() - cursor.startNanos();
                }
                if (mode == Mode.ATTRIBUTES) {
                    sum += cursor.attributeLong("size", 0) + cursor.attributeLong("count", 0);
                }
            }
        }
        return new Pass(states, sum);
    }
}
