// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.check;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.hdtrace.calibration.model.ModelMaker;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;

/**
 * Simulates what the micro-benchmark measures: for a group a barrier and the operation, of which the rank that takes longest
 * counts, as there. Each case is a simulation of its own.
 */
public final class Predictor {
    private final ClusterModel model;
    private final String alias;
    private final boolean hasBursts;

    /** For a model of one application, whatever it is called. */
    public Predictor(ClusterModel model) {
        this.model = model;
        this.alias = ModelMaker.applicationOf(model);
        this.hasBursts = model.networkEdges().stream()
                .anyMatch(edge -> edge instanceof SimpleNetworkEdge simple && simple.burstBytes() > 0);
    }

    /**
     * Nanoseconds of one operation, empty for a test that isn't simulated.
     *
     * @throws TraceFormatException when the simulation can't run
     */
    public OptionalDouble nanos(Case key) throws TraceFormatException {
        int first = key.first();
        int second = key.second();
        long bytes = key.bytes();
        int ranks = key.ranks();
        long block = bytes / ranks;
        return switch (key.test()) {
            case "pingpong" ->
                OptionalDouble.of(whole(second + 1, program -> program.addSendAndRecv(first, second, bytes, 0)
                        .addSendAndRecv(second, first, bytes, 0)));
            case "exchange" ->
                OptionalDouble.of(whole(second + 1, program -> program.addSendrecv(first, second, bytes, 0, second, 0)
                        .addSendrecv(second, first, bytes, 0, first, 0)));
            case "link" ->
                OptionalDouble.of(
                        whole(Math.max(first, second) + 1, program -> program.addSendAndRecv(first, second, bytes, 0)
                                .addSendAndRecv(second, first, 0, 0)));
            case "work" -> OptionalDouble.of(bytes / instructionsPerSecond(first) * 1e9);
            case "pairs" -> group(ranks, "Sendrecv", program -> exchanges(program, ranks, bytes, ranks / 2));
            case "sendrecv" -> group(ranks, "Sendrecv", program -> exchanges(program, ranks, bytes, 1));
            case "bcast" -> group(ranks, "Bcast", program -> program.addBroadcast(program.world(), 0, bytes));
            case "reduce" -> group(ranks, "Reduce", program -> program.addReduce(program.world(), 0, bytes / 8 * 8));
            case "allreduce" ->
                group(ranks, "Allreduce", program -> program.addAllreduce(program.world(), bytes / 8 * 8));
            case "allgather" -> group(ranks, "Allgather", program -> uniform(program, CommandType.ALLGATHER, block));
            case "alltoall" -> group(ranks, "Alltoall", program -> uniform(program, CommandType.ALLTOALL, block));
            case "gather" -> group(ranks, "Gather", program -> program.addGather(program.world(), 0, block));
            case "scatter" ->
                group(
                        ranks,
                        "Scatter",
                        program -> program.addCollective(
                                CommandType.SCATTER, program.world(), 0, new Volume.Uniform(block)));
            case "reduce_scatter" ->
                group(
                        ranks,
                        "Reduce_scatter_block",
                        program -> uniform(program, CommandType.REDUCE_SCATTER_BLOCK, bytes / 8 / ranks * 8));
            case "write", "read" -> files(ranks, bytes, key.test().equals("write"));
            case "turns" -> group(ranks, "Sendrecv", program -> turns(program, ranks, bytes));
            default -> OptionalDouble.empty();
        };
    }

    /** Sums cost an instruction a byte (MODEL B2.4). */
    private double instructionsPerSecond(int rank) {
        return model.nodes().stream()
                .filter(node -> node.hosted().stream()
                        .anyMatch(process -> process instanceof ClientProcess client
                                && client.application().equals(alias)
                                && client.rank() == rank))
                .mapToDouble(Node::instructionsPerSecond)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static void uniform(ProgramBuilder program, CommandType type, long block) {
        program.addCollective(type, program.world(), Command.NO_ROOT, new Volume.Uniform(block));
    }

    /** To the rank so many further, from the one so many before. */
    private static void exchanges(ProgramBuilder program, int ranks, long bytes, int distance) {
        for (int rank = 0; rank < ranks; rank++) {
            program.addSendrecv(rank, (rank + distance) % ranks, bytes, 0, (rank + ranks - distance) % ranks, 0);
        }
    }

    /** Rank 0 exchanges with one rank after the other; the last one waits from the beginning. */
    private static void turns(ProgramBuilder program, int ranks, long bytes) {
        for (int other = 1; other < ranks; other++) {
            program.addSendrecv(0, other, bytes, 0, other, 0).addSendrecv(other, 0, bytes, 0, 0, 0);
        }
    }

    /** A block of a file of its own for each rank. */
    private OptionalDouble files(int ranks, long bytes, boolean writes) throws TraceFormatException {
        if (model.servers().isEmpty()) {
            return OptionalDouble.empty();
        }
        return group(ranks, writes ? "File_write_at" : "File_read_at", program -> {
            List<ApplicationFile> files = IntStream.range(0, ranks)
                    .mapToObj(rank -> program.createFile("file-" + rank, bytes, SimpleStripe.DEFAULT))
                    .toList();
            files.forEach(file -> program.addFileOpen(program.world(), file, false));
            for (int rank = 0; rank < ranks; rank++) {
                if (writes) {
                    program.addWriteSequential(rank, files.get(rank), 0, bytes);
                } else {
                    program.addReadSequential(rank, files.get(rank), 0, bytes);
                }
            }
        });
    }

    private double whole(int ranks, Consumer<ProgramBuilder> commands) throws TraceFormatException {
        return (double) run(ranks, commands).virtualTimeNanos();
    }

    private OptionalDouble group(int ranks, String function, Consumer<ProgramBuilder> commands)
            throws TraceFormatException {
        SimulationResult result = run(ranks, program -> {
            program.addBarrier(program.world());
            commands.accept(program);
            if (hasBursts) {
                // As in a benchmark: what passes at once has passed before, and comes back in the pause only.
                program.addAllreduce(program.world(), Long.BYTES).addBarrier(program.world());
                commands.accept(program);
            }
        });
        return OptionalDouble.of(result.functions().stream()
                .filter(found -> found.name().equals(function))
                .mapToDouble(found -> (double) found.maxNanos())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + function + " was simulated")));
    }

    private SimulationResult run(int ranks, Consumer<ProgramBuilder> commands) throws TraceFormatException {
        ProgramBuilder builder = new ProgramBuilder("calibration", ranks);
        commands.accept(builder);
        Application application = builder.build();
        SimulationResult result = new Simulation(model, Map.of(alias, application)).run(SimulationOptions.UNLIMITED);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new IllegalStateException("the simulated benchmark can't end: " + result.deadlock());
        }
        return result;
    }
}
