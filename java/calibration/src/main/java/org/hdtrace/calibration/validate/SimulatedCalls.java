// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;

/** Keeps what each thread of a simulated program did, in order; for one simulation. */
final class SimulatedCalls implements RunObserver {
    /** A command that stands for a recorded state; times in ns. */
    record Call(Command command, long start, long end) {
        String name() {
            return command.origin().name();
        }

        double nanos() {
            return (double) (end - start);
        }
    }

    private final Map<Long, List<Call>> byThread = new HashMap<>();

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        if (command.origin().isWritten()) {
            byThread.computeIfAbsent(place(client.worldRank(), client.thread()), unused -> new ArrayList<>())
                    .add(new Call(command, start, end));
        }
    }

    List<Call> of(int rank, int thread) {
        return byThread.getOrDefault(place(rank, thread), List.of());
    }

    private static long place(int rank, int thread) {
        return ((long) rank << Integer.SIZE) | thread;
    }
}
