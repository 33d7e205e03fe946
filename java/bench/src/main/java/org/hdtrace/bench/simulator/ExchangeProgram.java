// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.CommandStream;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Origin;

/**
 * A program whose ranks make their calls as they go on, as a C program does: nothing is kept of the calls that are over or to
 * come.
 */
final class ExchangeProgram implements Application {
    private static final Origin STATE = new Origin("Sendrecv", Attributes.none());

    private final Exchange exchange;
    private final int ranks;
    private final long bytes;
    private final int repetitions;
    private final Communicator world;

    ExchangeProgram(Exchange exchange, int ranks, long bytes, int repetitions) {
        this.exchange = exchange;
        this.ranks = ranks;
        this.bytes = bytes;
        this.repetitions = repetitions;
        world = Communicator.world(ranks);
    }

    @Override
    public String name() {
        return "exchange";
    }

    @Override
    public int rankCount() {
        return ranks;
    }

    @Override
    public int threadCount(int rank) {
        return 1;
    }

    @Override
    public int threadNumber(int rank, int thread) {
        return thread;
    }

    @Override
    public List<Communicator> communicators() {
        return List.of(world);
    }

    @Override
    public List<ApplicationFile> files() {
        return List.of();
    }

    @Override
    public List<Unsupported> unsupported() {
        return List.of();
    }

    @Override
    public List<Finding> findings() {
        return List.of();
    }

    @Override
    public CommandStream open(int rank, int thread) {
        int steps = exchange.steps(ranks);
        return new CommandStream() {
            private int repetition;
            private int step;

            @Override
            public Command next() {
                if (step == steps) {
                    step = 0;
                    repetition++;
                }
                return repetition == repetitions ? null : call(rank, step++);
            }

            @Override
            public void close() {}
        };
    }

    private Command call(int rank, int step) {
        int target = exchange.target(rank, ranks, step);
        int source = exchange.source(rank, ranks, step);
        return new Command.Sendrecv(target, 0, bytes, source, 0, world, STATE);
    }
}
