// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

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
    ISEND("Isend", "MPICH", "NoOperation"),
    IRECV("Irecv", "MPICH", "NoOperation"),
    WAIT("Wait", "Blocking"),
    BARRIER("Barrier", "BarrierMPICH2", "NoOperation", "VirtualSync", "Direct", "BinaryTree", "MPICH", "OpenMPI"),
    BCAST(
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
            "MPICH",
            "OpenMPI"),
    REDUCE(
            "Reduce",
            "ReduceScatterGatherMPICH2",
            "NoOperation",
            "VirtualSync",
            "BinaryTreeSimple",
            "BinaryTree",
            "MPICH",
            "OpenMPI"),
    ALLREDUCE(
            "Allreduce",
            "BinaryTree",
            "NoOperation",
            "VirtualSync",
            "RootComputes",
            "ReduceBroadcast",
            "MPICH",
            "OpenMPI"),
    GATHER(
            "Gather",
            "GatherMPICH2",
            "NoOperation",
            "VirtualSync",
            "Direct",
            "FCFS",
            "GatherMPICH2Concurrent",
            "MPICH",
            "OpenMPI"),
    SCATTER("Scatter", "ScatterMPICH2", "NoOperation", "VirtualSync", "Direct", "FCFS", "MPICH", "OpenMPI"),
    ALLGATHER("Allgather", "AllgatherMPICH2", "NoOperation", "VirtualSync", "Direct", "MPICH", "OpenMPI"),
    REDUCE_SCATTER(
            "ReduceScatter", "ReduceScatterPowerOfTwo", "NoOperation", "VirtualSync", "Direct", "MPICH", "OpenMPI"),
    FILE_OPEN("Fileopen", "BroadcastOpen", "SimpleFlagOpener"),
    FILE_CLOSE("Fileclose", "FlushClose", "SimpleClose"),
    FILE_SET_VIEW("Filesetview", "FileSetViewNormal"),
    FILE_READ("Fileread", "FileReadDirect", "NoOperation"),
    FILE_WRITE("Filewrite", "FileWriteDirect", "NoOperation"),
    FILE_READ_ALL("Filereadall", "ContiguousTwoPhase", "NoOperation", "Direct", "TwoPhase"),
    FILE_WRITE_ALL("Filewriteall", "ContiguousTwoPhase", "NoOperation", "Direct", "TwoPhase"),
    NO_OPERATION("NoOperation", "NoOperation");

    private final String commandName;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> methods;

    CommandType(String commandName, String... methods) {
        this.commandName = commandName;
        this.methods = List.of(methods);
    }

    /** The name used by {@code <ClientMethod name="...">}. */
    public String commandName() {
        return commandName;
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
     * The implementation that a text means: the part after its last dot, ignoring case.
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
        for (String method : methods) {
            if (method.equalsIgnoreCase(wanted)) {
                return method;
            }
        }
        throw new IllegalArgumentException(
                commandName + "='" + wanted + "': must be one of " + String.join(", ", methods));
    }
}
