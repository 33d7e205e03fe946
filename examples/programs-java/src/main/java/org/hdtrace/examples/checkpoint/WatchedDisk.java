// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.checkpoint;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.storage.StorageServer;

/** Notes when writes of the rank ended, and what the disk of the first server wrote at once. */
final class WatchedDisk implements RunObserver {
    /** Shorter than any operation on this disk. */
    private static final long STEP_NANOS = 50_000;

    /** A write of the rank, in ns; what the disk had done when it ended. */
    record Write(long start, long end, long bytes, StorageServer.Counters disk) {
        long nanos() {
            return end - start;
        }
    }

    /** An operation of the disk: up to when it was done, in ns, and what it wrote. */
    record Operation(long end, long bytes) {}

    private final List<Write> writes = new ArrayList<>();
    private final List<Operation> operations = new ArrayList<>();
    private StorageServer server;
    private long written;

    @Override
    public void begin(Simulation simulation, List<Client> clients) {
        server = simulation.servers().get(0);
        simulation.kernel().sampleFrom(0, time -> {
            note(time);
            return time + STEP_NANOS;
        });
    }

    private void note(long time) {
        long now = server.counters().bytesWritten();
        if (now > written) {
            operations.add(new Operation(time, now - written));
            written = now;
        }
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        if (command.type() == CommandType.FILE_WRITE) {
            writes.add(new Write(start, end, bytes, server.counters()));
        }
    }

    @Override
    public void end(long now) {
        note(now);
    }

    /** In the order of their ends. */
    List<Write> writes() {
        return List.copyOf(writes);
    }

    /** In the order of their ends. */
    List<Operation> operations() {
        return List.copyOf(operations);
    }
}
