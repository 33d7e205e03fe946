// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;

/** Simulates a little of many ranks, once; whoever runs it measures the whole process. */
public final class ScaleRun {
    private ScaleRun() {}

    /** What is simulated. */
    enum Kind {
        /** Four steps of the ring with 1 KiB, see {@link Exchange#RING}. */
        RING {
            @Override
            Application program(int ranks) {
                return new ExchangeProgram(Exchange.RING, ranks, 1024, 4);
            }
        },
        /** One barrier of the default method, a dissemination. */
        BARRIER {
            @Override
            Application program(int ranks) {
                return collective(ranks, CommandType.BARRIER, Volume.NONE);
            }
        },
        /** One allreduce of 1 KiB, of the default method, trees. */
        ALLREDUCE {
            @Override
            Application program(int ranks) {
                return collective(ranks, CommandType.ALLREDUCE, new Volume.Uniform(1024));
            }
        },
        /** One allgather of 1,000 B, each rank to all others directly: all pairs of ranks have messages at once. */
        ALLGATHER {
            @Override
            Application program(int ranks) {
                return collective(ranks, CommandType.ALLGATHER, new Volume.Uniform(1000));
            }

            @Override
            ModelBuilder cluster(int ranks) {
                return Clusters.golden(ranks).method(CommandType.ALLGATHER, "Direct");
            }
        },
        /** 1 GiB of each rank in requests of 64 KiB, written to a server for every 16 ranks, whose caches join them. */
        WRITE {
            @Override
            Application program(int ranks) {
                return new BlockProgram(true, ranks, 1 << 30);
            }

            @Override
            ModelBuilder cluster(int ranks) {
                return Clusters.golden(ranks, servers(ranks), Aggregation.of(1));
            }
        },
        /** The same read. */
        READ {
            @Override
            Application program(int ranks) {
                return new BlockProgram(false, ranks, 1 << 30);
            }

            @Override
            ModelBuilder cluster(int ranks) {
                return Clusters.golden(ranks, servers(ranks), Aggregation.of(1));
            }
        };

        abstract Application program(int ranks);

        ModelBuilder cluster(int ranks) {
            return Clusters.gigabit(ranks);
        }
    }

    /**
     * {@code KIND RANKS [FOLDER]}: prints "events virtual-nanoseconds set-up-nanoseconds run-nanoseconds", the latter wall
     * times; the traces of the ranks are written to the folder.
     */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        if (arguments.length < 3) {
            run(arguments, null);
            return;
        }
        try (ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, Clusters.ALIAS, Path.of(arguments[2]))) {
            run(arguments, output);
            output.finish(Clusters.ALIAS, null);
        }
    }

    private static void run(String[] arguments, ProjectOutput output) throws TraceFormatException {
        Kind kind = Kind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int ranks = Integer.parseInt(arguments[1]);
        long begin = System.nanoTime();
        ClusterModel model = kind.cluster(ranks).build();
        Map<String, Application> programs = Map.of(Clusters.ALIAS, kind.program(ranks));
        Simulation simulation = output == null
                ? new Simulation(model, programs)
                : new Simulation(model, programs, Algorithms.all(), output);
        long setUp = System.nanoTime() - begin;
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException(result.outcome() + ": " + result.deadlock());
        }
        System.out.println(result.events() + " " + result.virtualTimeNanos() + " " + setUp + " " + result.wallNanos());
    }

    private static int servers(int ranks) {
        return Math.max(1, ranks / 16);
    }

    private static Application collective(int ranks, CommandType type, Volume volume) {
        ProgramBuilder program = new ProgramBuilder(type.commandName(), ranks);
        return program.addCollective(type, program.world(), Command.NO_ROOT, volume)
                .build();
    }
}
