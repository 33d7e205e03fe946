// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.Arrays;

/** Start and end of every step of every command of one program, and how many steps each command has. */
final class StepLog {
    private final TimeLog times = new TimeLog();
    private int[] counts = new int[16];
    private int commands;
    private int open;

    void step(long start, long end) {
        times.add(start, end);
        open++;
    }

    /** The command of the steps since the last call has ended. */
    void command() {
        if (commands == counts.length) {
            counts = Arrays.copyOf(counts, commands * 2);
        }
        counts[commands++] = open;
        open = 0;
    }

    TimeLog.Cursor read() {
        return times.read();
    }

    int count(int command) {
        return counts[command];
    }
}
