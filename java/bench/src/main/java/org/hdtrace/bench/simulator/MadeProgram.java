// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.CommandStream;
import org.hdtrace.piosim.model.program.Communicator;

/**
 * A program whose ranks make their calls as they go on, as a C program does: nothing is kept of the calls that are over or to
 * come.
 */
abstract class MadeProgram implements Application {
    private final String name;
    private final int ranks;
    private final List<Communicator> world;

    MadeProgram(String name, int ranks) {
        this.name = name;
        this.ranks = ranks;
        world = List.of(Communicator.world(ranks));
    }

    /** Call number n of a rank, or null behind its last one. */
    abstract Command call(int rank, long n);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int rankCount() {
        return ranks;
    }

    @Override
    public final int threadCount(int rank) {
        return 1;
    }

    @Override
    public final int threadNumber(int rank, int thread) {
        return thread;
    }

    @Override
    public final List<Communicator> communicators() {
        return world;
    }

    @Override
    public List<ApplicationFile> files() {
        return List.of();
    }

    @Override
    public final List<Unsupported> unsupported() {
        return List.of();
    }

    @Override
    public final List<Finding> findings() {
        return List.of();
    }

    @Override
    public final CommandStream open(int rank, int thread) {
        return new CommandStream() {
            private long next;

            @Override
            public Command next() {
                return call(rank, next++);
            }

            @Override
            public void close() {}
        };
    }
}
