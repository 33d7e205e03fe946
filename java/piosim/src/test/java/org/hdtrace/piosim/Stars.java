// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/** The clusters of the golden values, and runs on them. */
final class Stars {
    static final String ALIAS = "A";
    static final NetworkInterface NIC = Nic.of(42_949_672_960.0);
    static final IoSubsystem DISK = RefinedDisk.of(1_000_000, 9_000_000, 7200, 100e6, 1_000_000, 1);
    static final CacheLayer WRITE_BEHIND = SimpleWriteBehind.of(1);

    private Stars() {}

    /** Star(N) of the golden values with its methods. */
    static ModelBuilder star(int ranks, int servers, NetworkInterface nic, IoSubsystem disk, CacheLayer cache) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        ranks,
                        ALIAS,
                        Node.of(1, 1e9, 12_000_000_000L),
                        nic,
                        SimpleNetworkEdge.of(19_982, 117e6),
                        StoreForwardNode.of(48e9),
                        servers,
                        disk,
                        cache))
                .method(CommandType.REDUCE, "BinaryTreeSimple")
                .method(CommandType.BCAST, "BinaryTreeSimple")
                .method(CommandType.ALLREDUCE, "ReduceBroadcast")
                .method(CommandType.BARRIER, "BinaryTree")
                .method(CommandType.GATHER, "GatherMPICH2");
    }

    /** Time in ns of one packet through two interfaces, two edges and the switch (MODEL B3, 3.1). */
    static long way(long bytes) {
        long onWire = bytes + 40;
        long nic = (long) (onWire / 42_949_672_960.0 * 1e9);
        return 2 * nic + 2 * (onWire * 1_000_000_000L / 117_000_000 + 19_982) + onWire / 48;
    }

    static ModelBuilder star(int ranks) {
        return star(ranks, 0, NIC, null, null);
    }

    static ModelBuilder star(int ranks, int servers) {
        return star(ranks, servers, NIC, DISK, WRITE_BEHIND);
    }

    static Application program(int ranks, Consumer<ProgramBuilder> commands) {
        ProgramBuilder builder = new ProgramBuilder("test", ranks);
        commands.accept(builder);
        return builder.build();
    }

    static Application fileProgram(int ranks, BiConsumer<ProgramBuilder, ApplicationFile> commands) {
        return fileProgram(ranks, 0, commands);
    }

    static Application fileProgram(int ranks, long initialSize, BiConsumer<ProgramBuilder, ApplicationFile> commands) {
        ProgramBuilder builder = new ProgramBuilder("test", ranks);
        ApplicationFile file =
                builder.createFile("data", initialSize, org.hdtrace.piosim.model.file.SimpleStripe.DEFAULT);
        builder.addFileOpen(builder.world(), file, false);
        commands.accept(builder, file);
        builder.addFileClose(builder.world(), file);
        return builder.build();
    }

    static SimulationResult run(ClusterModel model, Application application) {
        try {
            return new Simulation(model, Map.of(ALIAS, application)).run(SimulationOptions.UNLIMITED);
        } catch (TraceFormatException e) {
            throw new IllegalStateException(e);
        }
    }

    static long time(ModelBuilder model, Application application) {
        SimulationResult result = run(model.build(), application);
        if (result.outcome() != SimulationResult.Outcome.FINISHED) {
            throw new AssertionError(result.deadlock());
        }
        return result.virtualTimeNanos();
    }
}
