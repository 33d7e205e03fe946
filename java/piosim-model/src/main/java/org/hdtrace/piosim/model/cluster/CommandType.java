// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The commands a program is made of and the implementations that model files may choose for each.
 *
 * <p>Names are the original's, so that its model files keep their meaning; {@code MPICH} and {@code OpenMPI} stand for
 * the library's own choice by size and number of ranks.
 */
public enum CommandType {
    COMPUTE("Compute", "Time", "NoOperation"),
    GLOBAL_SYNC("GlobalSync", "GlobalSync", "NoOperation"),
    SEND("Send", "RendezvousSend", "NoOperation", "VirtualSend"),
    RECV("Recv", "RendezvousRcv", "NoOperation", "VirtualRcv"),
    SENDRECV("Sendrecv", "RendezvousSendrecv", "NoOperation"),
    ISEND("Isend", "MPICH", "NoOperation", "VirtualSend"),
    IRECV("Irecv", "MPICH", "NoOperation", "VirtualRcv"),
    SSEND("Ssend", "MPICH", "NoOperation", "VirtualSend"),
    BSEND("Bsend", "MPICH", "NoOperation", "VirtualSend"),
    RSEND("Rsend", "MPICH", "NoOperation", "VirtualSend"),
    PROBE("Probe", "MPICH", "NoOperation"),
    WAIT("Wait", "Blocking"),
    START("Start", "MPICH"),
    COMM_CREATE(Kind.ALL, "CommCreate", "MPICH", "NoOperation", "VirtualSync"),
    BARRIER(
            Kind.ALL,
            "Barrier",
            "BarrierMPICH2",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "BinaryTree",
            "RecursiveDoubling",
            "DoubleRing",
            "MPICH",
            "Linear",
            "Tree",
            "OpenMPI"),
    BCAST(
            Kind.ROOTED,
            "Bcast",
            "BroadcastScatterGatherall",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "BinaryTreeSimple",
            "BinaryTree",
            "BinaryTreeNotMultiplexed",
            "BroadcastScatterBarrierGatherall",
            "BinaryTreeSimpleBlockwise",
            "PipedBlockwise",
            "PipedBlockwiseSMPAware",
            "ScatterRecursiveDoubling",
            "PipelinedChain",
            "SMPAware",
            "MPICH",
            "Linear",
            "Chain",
            "CompleteBinaryTree",
            "BinomialOpenMPI",
            "KnomialTree",
            "SplitBinaryTree",
            "ScatterAllgather",
            "OpenMPI"),
    REDUCE(
            Kind.ROOTED,
            "Reduce",
            "ReduceScatterGatherMPICH2",
            "NoOperation",
            "VirtualSync",
            "BinaryTreeSimple",
            "BinaryTree",
            "Binomial",
            "Linear",
            "PipelinedChain",
            "MPICH",
            "Chain",
            "CompleteBinaryTree",
            "BinomialOpenMPI",
            "InOrderBinaryTree",
            "OpenMPI"),
    ALLREDUCE(
            Kind.ALL,
            "Allreduce",
            "BinaryTree",
            "NoOperation",
            "VirtualSync",
            "RootComputes",
            "ReduceBroadcast",
            "RecursiveDoubling",
            "Rabenseifner",
            "Ring",
            "MPICH",
            "NonOverlapping",
            "SegmentedRing",
            "OpenMPI"),
    GATHER(
            Kind.ROOTED,
            "Gather",
            "GatherMPICH2",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "FCFS",
            "GatherMPICH2Concurrent",
            "MPICH",
            "Binomial",
            "LinearSync",
            "OpenMPI"),
    GATHERV(Kind.ROOTED, "Gatherv", "MPICH", "NoOperation", "VirtualSync", "Linear", "BinaryTree", "OpenMPI"),
    SCATTER(
            Kind.ROOTED,
            "Scatter",
            "ScatterMPICH2",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "FCFS",
            "MPICH",
            "Linear",
            "OpenMPI"),
    SCATTERV(Kind.ROOTED, "Scatterv", "MPICH", "NoOperation", "VirtualSync", "Linear", "OpenMPI"),
    ALLGATHER(
            Kind.ALL,
            "Allgather",
            "AllgatherMPICH2",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "RecursiveDoubling",
            "Bruck",
            "NeighborExchange",
            "MPICH",
            "OpenMPI"),
    ALLGATHERV(
            Kind.ALL,
            "Allgatherv",
            "MPICH",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "Ring",
            "RecursiveDoubling",
            "Bruck",
            "NeighborExchange",
            "GatherBcast",
            "OpenMPI"),
    REDUCE_SCATTER(
            Kind.ALL,
            "ReduceScatter",
            "ReduceScatterPowerOfTwo",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "Pairwise",
            "RecursiveDoubling",
            "Ring",
            "MPICH",
            "NonOverlapping",
            "Butterfly",
            "OpenMPI"),
    REDUCE_SCATTER_BLOCK(
            Kind.ALL,
            "ReduceScatterBlock",
            "MPICH",
            "NoOperation",
            "VirtualSync",
            "Pairwise",
            "RecursiveDoubling",
            "RecursiveHalving",
            "NonOverlapping",
            "Butterfly",
            "OpenMPI"),
    ALLTOALL(
            Kind.ALL,
            "Alltoall",
            "MPICH",
            "NoOperation",
            "VirtualSync",
            "Pairwise",
            "Bruck",
            "Linear",
            "PairwiseShifting",
            "OpenMPI"),
    ALLTOALLV(
            Kind.ALL,
            "Alltoallv",
            "MPICH",
            "NoOperation",
            "VirtualSync",
            "Pairwise",
            "Linear",
            "PairwiseShifting",
            "OpenMPI"),
    ALLTOALLW(
            Kind.ALL,
            "Alltoallw",
            "MPICH",
            "NoOperation",
            "VirtualSync",
            "Pairwise",
            "Linear",
            "PairwiseShifting",
            "OpenMPI"),
    SCAN(Kind.ALL, "Scan", "MPICH", "NoOperation", "VirtualSync", "RecursiveDoubling", "Linear", "OpenMPI"),
    EXSCAN(Kind.ALL, "Exscan", "MPICH", "NoOperation", "VirtualSync", "RecursiveDoubling", "Linear", "OpenMPI"),
    NEIGHBOR_ALLGATHER(Kind.NEIGHBORHOOD, "NeighborAllgather", "MPICH", "NoOperation", "Linear", "OpenMPI"),
    NEIGHBOR_ALLGATHERV(Kind.NEIGHBORHOOD, "NeighborAllgatherv", "MPICH", "NoOperation", "Linear", "OpenMPI"),
    NEIGHBOR_ALLTOALL(Kind.NEIGHBORHOOD, "NeighborAlltoall", "MPICH", "NoOperation", "Linear", "OpenMPI"),
    NEIGHBOR_ALLTOALLV(Kind.NEIGHBORHOOD, "NeighborAlltoallv", "MPICH", "NoOperation", "Linear", "OpenMPI"),
    NEIGHBOR_ALLTOALLW(Kind.NEIGHBORHOOD, "NeighborAlltoallw", "MPICH", "NoOperation", "Linear", "OpenMPI"),
    FILE_OPEN("Fileopen", "BroadcastOpen", "SimpleFlagOpener", "GenericOpen"),
    FILE_CLOSE("Fileclose", "FlushClose", "SimpleClose"),
    FILE_SET_VIEW("Filesetview", "FileSetViewNormal"),
    FILE_READ("Fileread", "FileReadDirect", "NoOperation"),
    FILE_WRITE("Filewrite", "FileWriteDirect", "NoOperation"),
    FILE_READ_ALL("Filereadall", "ContiguousTwoPhase", "NoOperation", "Direct", "TwoPhase"),
    FILE_WRITE_ALL("Filewriteall", "ContiguousTwoPhase", "NoOperation", "Direct", "TwoPhase"),
    FILE_READ_SHARED("Filereadshared", "MPICH", "NoOperation"),
    FILE_WRITE_SHARED("Filewriteshared", "MPICH", "NoOperation"),
    FILE_READ_ORDERED("Filereadordered", "MPICH", "NoOperation"),
    FILE_WRITE_ORDERED("Filewriteordered", "MPICH", "NoOperation"),
    FILE_SEEK_SHARED("Fileseekshared", "MPICH", "NoOperation", "VirtualSync"),
    FILE_SYNC("Filesync", "MPICH", "NoOperation", "VirtualSync"),
    FILE_SET_SIZE("Filesetsize", "MPICH", "NoOperation", "VirtualSync"),
    FILE_PREALLOCATE("Filepreallocate", "MPICH", "NoOperation", "VirtualSync"),
    FILE_DELETE("Filedelete", "MPICH", "NoOperation"),
    FILE_GET_SIZE("Filegetsize", "MPICH", "NoOperation"),
    WIN_CREATE("WinCreate", "MPICH", "NoOperation", "VirtualSync"),
    WIN_FREE("WinFree", "MPICH", "NoOperation", "VirtualSync"),
    WIN_FENCE("WinFence", "MPICH", "NoOperation"),
    PUT("Put", "MPICH", "NoOperation"),
    GET("Get", "MPICH", "NoOperation"),
    ACCUMULATE("Accumulate", "MPICH", "NoOperation"),
    GET_ACCUMULATE("GetAccumulate", "MPICH", "NoOperation"),
    FETCH_AND_OP("FetchAndOp", "MPICH", "NoOperation"),
    COMPARE_AND_SWAP("CompareAndSwap", "MPICH", "NoOperation"),
    WIN_POST("WinPost", "MPICH", "NoOperation"),
    WIN_START("WinStart", "MPICH", "NoOperation"),
    WIN_COMPLETE("WinComplete", "MPICH", "NoOperation"),
    WIN_WAIT("WinWait", "MPICH", "NoOperation"),
    WIN_LOCK("WinLock", "MPICH", "NoOperation"),
    WIN_UNLOCK("WinUnlock", "MPICH", "NoOperation"),
    WIN_FLUSH("WinFlush", "MPICH", "NoOperation"),
    WIN_FLUSH_LOCAL("WinFlushLocal", "MPICH", "NoOperation"),
    NO_OPERATION("NoOperation", "NoOperation");

    private enum Kind {
        OTHER,
        ROOTED,
        ALL,
        NEIGHBORHOOD
    }

    private final Kind kind;
    private final String commandName;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> methods;

    CommandType(String commandName, String... methods) {
        this(Kind.OTHER, commandName, methods);
    }

    CommandType(Kind kind, String commandName, String... methods) {
        this.kind = kind;
        this.commandName = commandName;
        this.methods = List.of(methods);
    }

    /** The name used by {@code <ClientMethod name="...">}. */
    public String commandName() {
        return commandName;
    }

    /** Whether all ranks of a communicator call it together, for which MPI has a blocking and a nonblocking form. */
    public boolean isMpiCollective() {
        return kind != Kind.OTHER;
    }

    /** Whether one of the ranks is the root. */
    public boolean isRooted() {
        return kind == Kind.ROOTED;
    }

    /** Whether ranks talk to the neighbours only that the communicator names. */
    public boolean isNeighborhood() {
        return kind == Kind.NEIGHBORHOOD;
    }

    /** All implementations a model may choose, the default first. */
    public List<String> methods() {
        return methods;
    }

    /** The implementation used when the model doesn't choose one. */
    public String defaultMethod() {
        return methods.get(0);
    }

    /** The command of that name, ignoring case; empty when there is none. */
    public static Optional<CommandType> byName(String name) {
        return Arrays.stream(values())
                .filter(type -> type.commandName.equalsIgnoreCase(name))
                .findFirst();
    }

    /** The names of all commands. */
    public static List<String> commandNames() {
        return Arrays.stream(values()).map(CommandType::commandName).toList();
    }

    /**
     * The implementation that a text means: the part after its last dot, ignoring case; those of extensions, too.
     *
     * @throws IllegalArgumentException naming the allowed values when the command has no such implementation
     */
    public String resolveMethod(String text) {
        String wanted = text.strip();
        wanted = wanted.substring(wanted.lastIndexOf('.') + 1);
        if (this == GATHER && wanted.toLowerCase(Locale.ROOT).equals("gatherbinarytreempich2")) {
            // The original listed this name, whose class never existed; the binomial tree is what it meant.
            return "GatherMPICH2";
        }
        if (this == BCAST && wanted.equalsIgnoreCase("BinaryTreeMultiplex")) {
            // Listed by the original, but its class is missing; this tree serves all children at the same time.
            return "BinaryTreeSimple";
        }
        for (String method : methods) {
            if (method.equalsIgnoreCase(wanted)) {
                return method;
            }
        }
        List<String> all = new ArrayList<>(methods);
        for (ModelExtension extension : ModelExtension.all()) {
            all.addAll(extension.methods().getOrDefault(this, List.of()));
        }
        for (String method : all) {
            if (method.equalsIgnoreCase(wanted)) {
                return method;
            }
        }
        throw new IllegalArgumentException(commandName + "='" + wanted + "': must be one of " + String.join(", ", all));
    }
}
