// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;

/**
 * A line on the terminal that says how far a simulation is and how long it may take: the largest part that is done of
 * the programs' commands, of the virtual time that is allowed, and of the events that are.
 */
final class Progress implements RunObserver {
    private static final long INTERVAL = 500_000_000L;
    private static final int CHECK_MASK = 0x3FF;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintStream terminal;
    private final LongSupplier clock;
    private final long total;
    private final SimulationOptions limits;
    private final long began;
    private Kernel kernel;
    private long done;
    private long shown;

    /**
     * Begin to count.
     *
     * @param clock tells the time in ns
     * @param total number of commands
     */
    Progress(PrintStream terminal, LongSupplier clock, long total, SimulationOptions limits) {
        this.terminal = terminal;
        this.clock = clock;
        this.total = total;
        this.limits = limits;
        began = clock.getAsLong();
        shown = began;
    }

    @Override
    public void begin(Simulation simulation, List<Client> clients) {
        kernel = simulation.kernel();
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        done++;
        if ((done & CHECK_MASK) == 0) {
            long now = clock.getAsLong();
            if (now - shown >= INTERVAL) {
                shown = now;
                terminal.print(CLEAR + line(now - began, end, kernel.processed()));
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

    private String line(long elapsed, long time, long events) {
        double part = Math.max(
                (double) done / total,
                Math.max((double) time / limits.untilNanos(), (double) events / limits.maxEvents()));
        return String.format(
                Locale.ROOT,
                "%.0f %%, %d events, virtual time %.3f s, about %.0f s left",
                Math.floor(100 * part),
                events,
                time / 1e9,
                elapsed / 1e9 * (1 - part) / part);
    }
}
