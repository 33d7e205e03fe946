// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.COMPUTE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_CLOSE;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_OPEN;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_READ;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_SET_VIEW;
import static org.hdtrace.piosim.model.cluster.CommandType.FILE_WRITE;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.GLOBAL_SYNC;
import static org.hdtrace.piosim.model.cluster.CommandType.IRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.ISEND;
import static org.hdtrace.piosim.model.cluster.CommandType.NO_OPERATION;
import static org.hdtrace.piosim.model.cluster.CommandType.RECV;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.SEND;
import static org.hdtrace.piosim.model.cluster.CommandType.SENDRECV;
import static org.hdtrace.piosim.model.cluster.CommandType.WAIT;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;

/** All algorithms by command and name. Immutable; an algorithm is added by one row in {@link #all()}. */
public final class Algorithms {
    private final Map<CommandType, Map<String, Algorithm>> rows = new EnumMap<>(CommandType.class);

    private Algorithms() {}

    /** The table of everything this simulator can execute. */
    public static Algorithms all() {
        Algorithm nothing = new NoOperation();
        Algorithm together = new VirtualSync();
        Algorithm send = new RendezvousSend();
        Algorithm receive = new RendezvousRcv();
        return new Algorithms()
                .row(COMPUTE, "Time", nothing)
                .row(NO_OPERATION, "NoOperation", nothing)
                .row(GLOBAL_SYNC, "GlobalSync", together)
                .row(SEND, "RendezvousSend", send)
                .row(RECV, "RendezvousRcv", receive)
                .row(SENDRECV, "RendezvousSendrecv", new RendezvousSendrecv())
                .row(ISEND, "MPICH", send)
                .row(IRECV, "MPICH", receive)
                .row(WAIT, "Blocking", new WaitBlocking())
                .row(BARRIER, "VirtualSync", together)
                .row(BARRIER, "Direct", new BarrierDirect())
                .row(BARRIER, "BinaryTree", new BarrierBinaryTree())
                .row(BARRIER, "BarrierMPICH2", new BarrierMpich2())
                .row(BCAST, "VirtualSync", together)
                .row(BCAST, "Direct", new BcastDirect())
                .row(BCAST, "BinaryTreeSimple", new BcastBinaryTreeSimple())
                .row(BCAST, "BinaryTreeNotMultiplexed", new BcastBinaryTreeNotMultiplexed())
                .row(BCAST, "BroadcastScatterGatherall", new BcastScatterGatherall())
                .row(REDUCE, "VirtualSync", together)
                .row(REDUCE, "BinaryTreeSimple", new ReduceBinaryTreeSimple())
                .row(REDUCE, "ReduceScatterGatherMPICH2", new ReduceScatterGather())
                .row(ALLREDUCE, "VirtualSync", together)
                .row(ALLREDUCE, "RootComputes", new AllreduceRootComputes())
                .row(ALLREDUCE, "ReduceBroadcast", new AllreduceReduceBroadcast())
                .row(ALLREDUCE, "BinaryTree", new AllreduceBinaryTree())
                .row(GATHER, "VirtualSync", together)
                .row(GATHER, "Direct", new GatherDirect())
                .row(GATHER, "GatherMPICH2", new GatherMpich2())
                .row(FILE_OPEN, "SimpleFlagOpener", new FileOpenSimple())
                .row(FILE_OPEN, "BroadcastOpen", new FileOpenBroadcast())
                .row(FILE_CLOSE, "SimpleClose", together)
                .row(FILE_CLOSE, "FlushClose", new FileCloseFlush())
                .row(FILE_SET_VIEW, "FileSetViewNormal", nothing)
                .row(FILE_READ, "FileReadDirect", new FileReadDirect())
                .row(FILE_WRITE, "FileWriteDirect", new FileWriteDirect())
                .withNoOperation(nothing);
    }

    /** The algorithm of that name, ignoring case; empty when this simulator has none. */
    public Optional<Algorithm> find(CommandType type, String name) {
        return Optional.ofNullable(rows.getOrDefault(type, Map.of()).get(name));
    }

    /** The same table with an algorithm added or replaced. */
    public Algorithms with(CommandType type, String name, Algorithm algorithm) {
        Algorithms copy = new Algorithms();
        rows.forEach((key, byName) -> byName.forEach((known, value) -> copy.row(key, known, value)));
        return copy.row(type, name, algorithm);
    }

    /** Names of all algorithms for a command. */
    public List<String> names(CommandType type) {
        return new ArrayList<>(rows.getOrDefault(type, Map.of()).keySet());
    }

    private Algorithms row(CommandType type, String name, Algorithm algorithm) {
        rows.computeIfAbsent(type, t -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER))
                .put(name, algorithm);
        return this;
    }

    private Algorithms withNoOperation(Algorithm nothing) {
        for (CommandType type : CommandType.values()) {
            if (type.methods().contains("NoOperation")) {
                row(type, "NoOperation", nothing);
            }
        }
        return this;
    }
}
