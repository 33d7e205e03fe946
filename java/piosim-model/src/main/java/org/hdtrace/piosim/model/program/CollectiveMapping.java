// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;

/** What all ranks of a communicator, or neighbours in it, do together. */
final class CollectiveMapping {
    private static final Map<String, CommandType> WHOLE = Map.of(
            "Bcast", CommandType.BCAST,
            "Reduce", CommandType.REDUCE,
            "Allreduce", CommandType.ALLREDUCE,
            "Scan", CommandType.SCAN,
            "Exscan", CommandType.EXSCAN,
            "Alltoall", CommandType.ALLTOALL,
            "Reduce_scatter_block", CommandType.REDUCE_SCATTER_BLOCK);

    private static final Map<String, CommandType> OWN_BLOCKS = Map.of(
            "Gatherv", CommandType.GATHERV,
            "Scatterv", CommandType.SCATTERV,
            "Allgatherv", CommandType.ALLGATHERV);

    /** Those that MPI has for intercommunicators, too. */
    private static final Set<CommandType> BETWEEN = EnumSet.of(
            CommandType.BARRIER,
            CommandType.BCAST,
            CommandType.REDUCE,
            CommandType.ALLREDUCE,
            CommandType.GATHER,
            CommandType.GATHERV,
            CommandType.SCATTER,
            CommandType.SCATTERV,
            CommandType.ALLGATHER,
            CommandType.ALLGATHERV,
            CommandType.REDUCE_SCATTER,
            CommandType.REDUCE_SCATTER_BLOCK,
            CommandType.ALLTOALL,
            CommandType.ALLTOALLV,
            CommandType.ALLTOALLW);

    /** How much data a call moves. */
    @FunctionalInterface
    private interface Sizes {
        Volume of(RecordedCall call, Communicator communicator) throws NotExecutable;
    }

    private CollectiveMapping() {}

    static void rows(MappingTable table) {
        for (String name : List.of("Init", "Init_thread", "Finalize")) {
            table.row(name, call -> new Command.GlobalSync(call.world(), call.origin()));
        }
        row(table, "Barrier", CommandType.BARRIER, (call, communicator) -> Volume.NONE);
        WHOLE.forEach((name, type) -> row(table, name, type, uniform("size")));
        row(table, "Allgather", CommandType.ALLGATHER, CollectiveMapping::allgather);
        // The root doesn't tell its own part when that is in place already; what it moves of each has the same size.
        row(table, "Gather", CommandType.GATHER, uniform("size", "recvSize"));
        row(table, "Scatter", CommandType.SCATTER, uniform("recvSize", "size"));
        OWN_BLOCKS.forEach((name, type) -> row(table, name, type, (call, communicator) -> call.blocks()));
        row(
                table,
                "Reduce_scatter",
                CommandType.REDUCE_SCATTER,
                (call, communicator) -> new Volume.PerRank(byRank(call, "Recv", communicator)));
        row(table, "Alltoallv", CommandType.ALLTOALLV, CollectiveMapping::toEach);
        row(table, "Alltoallw", CommandType.ALLTOALLW, CollectiveMapping::toEach);
        row(table, "Neighbor_allgather", CommandType.NEIGHBOR_ALLGATHER, uniform("size"));
        row(table, "Neighbor_allgatherv", CommandType.NEIGHBOR_ALLGATHERV, uniform("size"));
        row(table, "Neighbor_alltoall", CommandType.NEIGHBOR_ALLTOALL, uniform("size"));
        row(table, "Neighbor_alltoallv", CommandType.NEIGHBOR_ALLTOALLV, CollectiveMapping::toNeighbors);
        row(table, "Neighbor_alltoallw", CommandType.NEIGHBOR_ALLTOALLW, CollectiveMapping::toNeighbors);
    }

    /** The functions whose blocks are known only when what all ranks state is put together, and the attribute that does. */
    static Optional<String> ownBlock(String state) {
        String name = state.endsWith("_init") ? state.substring(0, state.length() - "_init".length()) : state;
        return switch (name) {
            case "Gatherv", "Igatherv", "Allgatherv", "Iallgatherv" -> Optional.of("size");
            case "Scatterv", "Iscatterv" -> Optional.of("recvSize");
            default -> Optional.empty();
        };
    }

    private static void row(MappingTable table, String name, CommandType type, Sizes sizes) {
        table.threeForms(name, (call, request) -> {
            Communicator communicator = BETWEEN.contains(type) ? call.communicator() : call.intracommunicator();
            if (type.isNeighborhood() && communicator.neighbors() == Neighbors.NONE) {
                throw new NotExecutable(call.state().name() + " in a communicator whose neighbours aren't recorded");
            }
            int root = type.isRooted() ? call.root(communicator) : Command.NO_ROOT;
            boolean beside = type.isRooted() && root == Command.NO_ROOT;
            Volume volume = beside ? besideRoot(call, type) : sizes.of(call, communicator);
            return checked(call, new CollectiveCall(type, communicator, root, volume, request, call.origin()));
        });
    }

    /** The same command, unless what its rank states can't be. */
    private static Command checked(RecordedCall call, CollectiveCall command) throws NotExecutable {
        try {
            command.checkFor(call.rank());
        } catch (IllegalArgumentException e) {
            throw new NotExecutable(call.state().name() + ": " + e.getMessage());
        }
        return command;
    }

    /** Of ranks beside the root of an intercommunicator nothing is moved; calls that state own blocks are counted, though. */
    private static Volume besideRoot(RecordedCall call, CommandType type) throws NotExecutable {
        return OWN_BLOCKS.containsValue(type) ? call.blocks() : Volume.NONE;
    }

    /** The own block, and in an intercommunicator that of each rank of the other side. */
    private static Volume allgather(RecordedCall call, Communicator communicator) throws NotExecutable {
        long own = call.number("size");
        long others = call.firstNumber("recvSize", "size");
        if (!communicator.isInter() || own == others) {
            return new Volume.Uniform(own);
        }
        long[] blocks = new long[communicator.size()];
        Arrays.fill(blocks, others);
        int local = communicator.localRank(call.rank());
        boolean first = local < communicator.firstGroup();
        Arrays.fill(
                blocks,
                first ? 0 : communicator.firstGroup(),
                first ? communicator.firstGroup() : communicator.size(),
                own);
        return new Volume.PerRank(blocks);
    }

    private static Sizes uniform(String... attributes) {
        return (call, communicator) -> new Volume.Uniform(call.firstNumber(attributes));
    }

    private static Volume toEach(RecordedCall call, Communicator communicator) throws NotExecutable {
        return new Volume.PerPair(byRank(call, "Send", communicator));
    }

    /** Sizes that elements state by rank in WORLD, by local rank. */
    private static long[] byRank(RecordedCall call, String element, Communicator communicator) throws NotExecutable {
        long[] sizes = new long[communicator.size()];
        Arrays.fill(sizes, -1);
        for (DataElement part : call.children(element)) {
            long rank = part.attributes().getLong("rank", -1);
            int local = rank > Integer.MAX_VALUE ? -1 : communicator.localRank((int) rank);
            if (local >= 0) {
                sizes[local] = part.attributes().getLong("size", -1);
            }
        }
        int own = communicator.localRank(call.rank());
        // In an intercommunicator data goes to the other side, and what is received belongs to the own one.
        boolean toOthers = element.equals("Send");
        for (int local = 0; local < sizes.length; local++) {
            boolean concerned =
                    !communicator.isInter() || toOthers != (communicator.group(local) == communicator.group(own));
            if (!concerned) {
                sizes[local] = 0;
            } else if (sizes[local] < 0) {
                throw call.unusable(element);
            }
        }
        return sizes;
    }

    /** Sizes by number of the neighbour; what would go over an open border of a grid doesn't count. */
    private static Volume toNeighbors(RecordedCall call, Communicator communicator) throws NotExecutable {
        long[] sizes = call.children("Send").stream()
                .filter(part -> part.attributes().getLong("rank", -1) >= 0)
                .mapToLong(part -> part.attributes().getLong("size", -1))
                .toArray();
        int own = communicator.localRank(call.rank());
        boolean tooMany = own >= 0 && sizes.length > communicator.neighbors().destinations(own).length;
        if (tooMany || Arrays.stream(sizes).anyMatch(size -> size < 0)) {
            throw call.unusable("Send");
        }
        return new Volume.PerPair(sizes);
    }
}
