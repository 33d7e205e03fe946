// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.List;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Client;
import org.hdtrace.piosim.process.Clients;

/** Told what happens while a simulation runs; for output. Called by the simulation's thread only. */
public interface RunObserver {
    /** Ignores everything. */
    RunObserver NONE = new RunObserver() {};

    /** The simulation is set up; its clock stands at 0. */
    default void begin(Simulation simulation, List<Client> clients) {}

    /** A command of a program has ended; times in ns. */
    default void commandEnded(Client client, Command command, long start, long end, long bytes) {}

    /** A step of a command has ended; comes before the end of the command. Times in ns. */
    default void stepEnded(Client client, int step, long start, long end) {}

    /**
     * A command has got a message, or a request has been waited for; comes before the end of the command.
     *
     * @param request of a wait, {@link Command#BLOCKING} for a message of the command itself
     * @param source rank in WORLD of the message, {@link Clients#NOBODY} when the request was for none
     * @param bytes that the program sent
     */
    default void completed(Client client, long request, int source, int tag, long bytes) {}

    /** Nothing more will happen. */
    default void end(long now) {}
}
