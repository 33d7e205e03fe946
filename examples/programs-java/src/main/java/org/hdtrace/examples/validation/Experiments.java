// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.document.ModelFormatException;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.model.xml.ModelReader;

/**
 * The communication experiments of the validation paper, each on the cluster of its configuration. Allgather and Allreduce
 * are carried out as MPICH would, chosen by size and number of processes.
 */
public final class Experiments {
    /** Messages of figure 2. */
    public static final long LARGE = 100L << 20;
    /** Messages of figures 3a and 3c. */
    public static final long SMALL = 10L << 10;
    /** Larger messages, as in figures 3b and 3d. */
    public static final long MIDDLE = 1L << 20;

    private static final String ALIAS = "A";

    private final Path model;
    private final Bounds bounds;
    private final List<Measurement> all = new ArrayList<>();

    private Experiments(Path model) throws ModelFormatException {
        this.model = model;
        this.bounds = new Bounds(Figures.of(cluster(new Configuration(2, 4))));
    }

    /**
     * Carry all of them out.
     *
     * @param model the paper's cluster
     * @throws IllegalArgumentException when the model isn't made as the paper's cluster
     */
    public static List<Measurement> run(Path model) throws ModelFormatException, TraceFormatException {
        Experiments experiments = new Experiments(model);
        experiments.neighbours();
        for (Configuration configuration : Configuration.all()) {
            experiments.exchanges(configuration);
        }
        for (long bytes : new long[] {SMALL, MIDDLE}) {
            for (Configuration configuration : Configuration.all()) {
                experiments.allgather(configuration, bytes);
            }
        }
        for (long bytes : new long[] {SMALL, MIDDLE}) {
            for (Configuration configuration : Configuration.all()) {
                experiments.allreduce(configuration, bytes);
            }
        }
        experiments.broadcast();
        return List.copyOf(experiments.all);
    }

    /** A pair in one socket, in two sockets, and on two nodes. */
    private void neighbours() throws ModelFormatException, TraceFormatException {
        neighbours("intra-socket", new Configuration(1, 3), 2);
        neighbours("inter-socket", new Configuration(1, 2), 1);
        neighbours("inter-node", new Configuration(2, 2), 1);
    }

    private void neighbours(String name, Configuration configuration, int other)
            throws ModelFormatException, TraceFormatException {
        Configuration.Relation relation = configuration.relation(0, other);
        long oneWay = time(configuration, program -> program.addSendAndRecv(0, other, LARGE, 0));
        add("Send " + name, configuration, LARGE, LARGE, oneWay, bounds.oneWay(relation, LARGE));
        long bothWays = time(configuration, program -> exchange(program, other));
        add("Sendrecv " + name, configuration, LARGE, 2 * LARGE, bothWays, bounds.bothWays(relation, LARGE));
    }

    private static void exchange(ProgramBuilder program, int other) {
        program.addSendrecv(0, other, LARGE, 0, other, 0).addSendrecv(other, 0, LARGE, 0, 0, 0);
    }

    private void exchanges(Configuration configuration) throws ModelFormatException, TraceFormatException {
        long time = time(configuration, program -> {
            for (int rank = 1; rank < configuration.processes(); rank++) {
                exchange(program, rank);
            }
        });
        long moved = 2 * LARGE * (configuration.processes() - 1);
        add("Sendrecv with rank 0", configuration, LARGE, moved, time, bounds.exchanges(configuration, LARGE));
    }

    private void allgather(Configuration configuration, long bytes) throws ModelFormatException, TraceFormatException {
        long time = time(
                configuration,
                program -> program.addCollective(
                        CommandType.ALLGATHER, program.world(), Command.NO_ROOT, new Volume.Uniform(bytes)));
        add("Allgather", configuration, bytes, 0, time, bounds.allgather(configuration, (double) bytes));
    }

    private void allreduce(Configuration configuration, long bytes) throws ModelFormatException, TraceFormatException {
        long time = time(configuration, program -> program.addAllreduce(program.world(), bytes));
        add("Allreduce", configuration, bytes, 0, time, bounds.allreduce(configuration, (double) bytes));
    }

    private void broadcast() throws ModelFormatException, TraceFormatException {
        Configuration configuration = new Configuration(8, 8);
        long time = time(configuration, program -> program.addBroadcast(program.world(), 0, LARGE));
        add("Bcast by scatter and ring", configuration, LARGE, 0, time, bounds.scatterAllgather(configuration, LARGE));
    }

    private void add(
            String experiment, Configuration configuration, long bytes, long moved, long time, double boundNanos) {
        all.add(new Measurement(experiment, configuration, bytes, moved, time, boundNanos));
    }

    private ClusterModel cluster(Configuration configuration) throws ModelFormatException {
        return ModelReader.read(
                model,
                List.of(
                        "SMPNodes[*]/hosts=" + configuration.nodes(),
                        "SMPNodes[*]/ranks=" + configuration.processes(),
                        "SMPNodes[*]/placement=cyclic",
                        "SMPNodes[*]/servers=0",
                        "ClientMethod[Allgather]=MPICH",
                        "ClientMethod[Allreduce]=MPICH",
                        "ClientMethod[Bcast]=BroadcastScatterGatherall"));
    }

    private long time(Configuration configuration, Consumer<ProgramBuilder> body)
            throws ModelFormatException, TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("validation", configuration.processes());
        body.accept(program);
        SimulationResult result =
                new Simulation(cluster(configuration), Map.of(ALIAS, program.build())).run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException(configuration.label() + ": " + result.deadlock());
        }
        return result.virtualTimeNanos();
    }
}
