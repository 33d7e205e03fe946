// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.List;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;

/** Several observers as one. */
final class Observers implements RunObserver {
    private final RunObserver[] all;

    Observers(List<RunObserver> all) {
        this.all = all.toArray(new RunObserver[0]);
    }

    @Override
    public void begin(Simulation simulation, List<Client> clients) {
        for (RunObserver observer : all) {
            observer.begin(simulation, clients);
        }
    }

    @Override
    public void commandEnded(Client client, Command command, long start, long end, long bytes) {
        for (RunObserver observer : all) {
            observer.commandEnded(client, command, start, end, bytes);
        }
    }

    @Override
    public void stepEnded(Client client, int step, long start, long end) {
        for (RunObserver observer : all) {
            observer.stepEnded(client, step, start, end);
        }
    }

    @Override
    public void completed(Client client, long request, int source, int tag, long bytes) {
        for (RunObserver observer : all) {
            observer.completed(client, request, source, tag, bytes);
        }
    }

    @Override
    public void end(long now) {
        for (RunObserver observer : all) {
            observer.end(now);
        }
    }
}
