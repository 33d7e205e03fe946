// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.PrintStream;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;

/** A line on the terminal that says how far the programs are and how long it may take. */
final class Progress implements RunObserver {
    private static final long INTERVAL = 500_000_000L;
    private static final int CHECK_MASK = 0x3FF;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final long total;
    private final long began = System.nanoTime();
    private long done;
    private long shown = began;

    Progress(PrintStream terminal, long total) {
        this.terminal = terminal;
        this.total = total;
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        done++;
        if ((done & CHECK_MASK) == 0) {
            long now = System.nanoTime();
            if (now - shown >= INTERVAL) {
                shown = now;
                double seconds = (now - began) / 1e9;
                double left = seconds * (total - done) / done;
                terminal.printf(
                        "%s%d %%, virtual time %.3f s, about %.0f s left",
                        CLEAR, 100 * done / Math.max(1, total), end / 1e9, left);
                terminal.flush();
            }
        }
    }

    @Override
    public void end(long now) {
        if (shown != began) {
            terminal.print(CLEAR);
            terminal.flush();
        }
    }
}
