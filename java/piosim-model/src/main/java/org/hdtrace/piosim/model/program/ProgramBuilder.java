// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Writes an {@link Application} in Java instead of recording it. Commands are appended rank by rank in any order;
 * collective ones for every member at once. Not safe for use by several threads.
 *
 * <pre>{@code
 * ProgramBuilder program = new ProgramBuilder("ping", 2);
 * program.addInit().addSend(0, 1, 1024, 7).addRecv(1, 0, 7).addFinalize();
 * Application application = program.build();
 * }</pre>
 */
public final class ProgramBuilder {
    private final String name;
    private final List<Communicator> communicators = new ArrayList<>();
    private final List<ApplicationFile> files = new ArrayList<>();
    private final List<List<Command>> commands = new ArrayList<>();

    /**
     * An empty program.
     *
     * @param ranks number of ranks, at least 1; each has one thread
     */
    public ProgramBuilder(String name, int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks=" + ranks + ": must be > 0");
        }
        this.name = name;
        communicators.add(Communicator.world(ranks));
        for (int rank = 0; rank < ranks; rank++) {
            commands.add(new ArrayList<>());
        }
    }

    /** The communicator of all ranks, used by the methods that name none. */
    public Communicator world() {
        return communicators.get(0);
    }

    /**
     * Add a communicator.
     *
     * @param worldRanks members in the order of their local ranks
     */
    public Communicator createCommunicator(String communicatorName, int... worldRanks) {
        for (int rank : worldRanks) {
            commandsOf(rank);
        }
        Communicator created = new Communicator(communicators.size(), communicatorName, worldRanks);
        communicators.add(created);
        return created;
    }

    public ApplicationFile createFile(String fileName, long initialSize, Distribution distribution) {
        ApplicationFile created = new ApplicationFile(files.size(), fileName, initialSize, distribution);
        files.add(created);
        return created;
    }

    /** Append a command as it is. */
    public ProgramBuilder add(int rank, Command command) {
        commandsOf(rank).add(command);
        return this;
    }

    public ProgramBuilder addInit() {
        return all(world(), new Command.GlobalSync(world(), new Origin("Init", Attributes.none())));
    }

    public ProgramBuilder addFinalize() {
        return all(world(), new Command.GlobalSync(world(), new Origin("Finalize", Attributes.none())));
    }

    public ProgramBuilder addCompute(int rank, long cycles) {
        return add(rank, new Command.Compute(cycles, Command.ComputeUnit.CYCLES, Origin.NONE));
    }

    public ProgramBuilder addSend(int rank, int target, long bytes, int tag) {
        return addSend(world(), rank, target, bytes, tag);
    }

    public ProgramBuilder addSend(Communicator communicator, int rank, int target, long bytes, int tag) {
        Origin origin = origin("Send", communicator, "size", bytes, "toRank", target, "toTag", tag);
        return add(rank, new Command.Send(checked(target), tag, bytes, communicator, origin));
    }

    /** Append a receive; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addRecv(int rank, int source, int tag) {
        return addRecv(world(), rank, source, tag);
    }

    /** Append a receive; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addRecv(Communicator communicator, int rank, int source, int tag) {
        Origin origin = origin("Recv", communicator, "fromRank", source, "fromTag", tag);
        return add(rank, new Command.Recv(source, tag, communicator, origin));
    }

    public ProgramBuilder addSendrecv(int rank, int target, long bytes, int sendTag, int source, int recvTag) {
        Origin origin = origin(
                "Sendrecv",
                world(),
                "size",
                bytes,
                "toRank",
                target,
                "toTag",
                sendTag,
                "fromRank",
                source,
                "fromTag",
                recvTag);
        return add(rank, new Command.Sendrecv(checked(target), sendTag, bytes, source, recvTag, world(), origin));
    }

    /** A send at one rank and the receive that takes it at the other. */
    public ProgramBuilder addSendAndRecv(int from, int to, long bytes, int tag) {
        return addSend(from, to, bytes, tag).addRecv(to, from, tag);
    }

    public ProgramBuilder addBarrier(Communicator communicator) {
        return all(
                communicator,
                Command.CollectiveCall.of(
                        CommandType.BARRIER, communicator, Command.NO_ROOT, 0, origin("Barrier", communicator)));
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addBroadcast(Communicator communicator, int root, long bytes) {
        Origin origin = origin("Bcast", communicator, "size", bytes, "rootRank", root);
        return all(communicator, Command.CollectiveCall.of(CommandType.BCAST, communicator, root, bytes, origin));
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addReduce(Communicator communicator, int root, long bytes) {
        Origin origin = origin("Reduce", communicator, "size", bytes, "rootRank", root);
        return all(communicator, Command.CollectiveCall.of(CommandType.REDUCE, communicator, root, bytes, origin));
    }

    public ProgramBuilder addAllreduce(Communicator communicator, long bytes) {
        Origin origin = origin("Allreduce", communicator, "size", bytes);
        return all(
                communicator,
                Command.CollectiveCall.of(CommandType.ALLREDUCE, communicator, Command.NO_ROOT, bytes, origin));
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addGather(Communicator communicator, int root, long bytes) {
        Origin origin = origin("Gather", communicator, "size", bytes, "root", root);
        return all(communicator, Command.CollectiveCall.of(CommandType.GATHER, communicator, root, bytes, origin));
    }

    public ProgramBuilder addFileOpen(Communicator communicator, ApplicationFile file, boolean truncate) {
        Attributes attributes = Attributes.of(
                "cid", cid(communicator), "name", file.name(), "flags", "0", "fid", Integer.toString(file.id()));
        return all(
                communicator, new Command.FileOpen(file, truncate, communicator, new Origin("File_open", attributes)));
    }

    public ProgramBuilder addFileClose(Communicator communicator, ApplicationFile file) {
        Attributes attributes = Attributes.of("fid", Integer.toString(file.id()));
        return all(communicator, new Command.FileClose(file, communicator, new Origin("File_close", attributes)));
    }

    public ProgramBuilder addReadSequential(int rank, ApplicationFile file, long offset, long bytes) {
        List<Piece> pieces = List.of(new Piece(offset, bytes));
        return add(rank, new Command.FileRead(file, pieces, accessOrigin("File_read_at", file, pieces)));
    }

    public ProgramBuilder addWriteSequential(int rank, ApplicationFile file, long offset, long bytes) {
        List<Piece> pieces = List.of(new Piece(offset, bytes));
        return add(rank, new Command.FileWrite(file, pieces, accessOrigin("File_write_at", file, pieces)));
    }

    public ProgramBuilder addReadIndependentNoncontiguous(int rank, ApplicationFile file, List<Piece> pieces) {
        return add(rank, new Command.FileRead(file, pieces, accessOrigin("File_read_at", file, pieces)));
    }

    public ProgramBuilder addWriteIndependentNoncontiguous(int rank, ApplicationFile file, List<Piece> pieces) {
        return add(rank, new Command.FileWrite(file, pieces, accessOrigin("File_write_at", file, pieces)));
    }

    /** The application as written so far; later additions don't change it. */
    public Application build() {
        List<List<List<Command>>> oneThreadEach =
                commands.stream().map(list -> List.of(List.copyOf(list))).toList();
        List<List<Integer>> threads = Collections.nCopies(commands.size(), List.of(0));
        return new LoadedApplication(
                name, communicators, files, threads, List.of(), List.of(), LoadedApplication.stored(oneThreadEach));
    }

    private ProgramBuilder all(Communicator communicator, Command command) {
        for (int local = 0; local < communicator.size(); local++) {
            add(communicator.worldRank(local), command);
        }
        return this;
    }

    private List<Command> commandsOf(int rank) {
        return commands.get(checked(rank));
    }

    private int checked(int rank) {
        if (rank < 0 || rank >= commands.size()) {
            throw new IllegalArgumentException("rank=" + rank + ": must be 0 to " + (commands.size() - 1));
        }
        return rank;
    }

    private static Origin accessOrigin(String name, ApplicationFile file, List<Piece> pieces) {
        long bytes = pieces.stream().mapToLong(Piece::size).sum();
        long offset = pieces.isEmpty() ? 0 : pieces.get(0).offset();
        Attributes attributes = Attributes.of(
                "fid", Integer.toString(file.id()), "offset", Long.toString(offset), "size", Long.toString(bytes));
        return new Origin(name, attributes);
    }

    private static String cid(Communicator communicator) {
        return Integer.toString(communicator.id());
    }

    /** Attributes from name, number, name, number, ... and the communicator's number. */
    private static Origin origin(String name, Communicator communicator, Object... namesAndNumbers) {
        Attributes attributes = Attributes.none();
        for (int i = 0; i < namesAndNumbers.length; i += 2) {
            attributes = attributes.with(namesAndNumbers[i].toString(), namesAndNumbers[i + 1].toString());
        }
        return new Origin(name, attributes.with("cid", cid(communicator)));
    }
}
