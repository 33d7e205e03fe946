// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.hdtrace.piosim.sweep.Sweep;

/** A line on the terminal that says how many points are done and how long the others may take. */
final class SweepProgress implements Sweep.Listener {
    private static final long INTERVAL = 200_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier clock;
    private final long began;
    private long shown;
    private int most;

    /**
     * Begin to count.
     *
     * @param clock tells the time in ns
     */
    SweepProgress(PrintStream terminal, LongSupplier clock) {
        this.terminal = terminal;
        this.clock = clock;
        began = clock.getAsLong();
        shown = began;
    }

    @Override
    public synchronized void pointEnded(int ended, int toDo) {
        long now = clock.getAsLong();
        most = Math.max(most, ended);
        if (now - shown >= INTERVAL) {
            shown = now;
            double left = (now - began) / 1e9 * (toDo - most) / most;
            terminal.printf(Locale.ROOT, "%s%d of %d points, about %.0f s left", CLEAR, most, toDo, left);
            terminal.flush();
        }
    }

    synchronized void end() {
        if (shown != began) {
            terminal.print(CLEAR);
            terminal.flush();
        }
    }
}
