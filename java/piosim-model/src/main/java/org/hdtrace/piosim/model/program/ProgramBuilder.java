// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
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
        return addCollective(CommandType.BARRIER, communicator, Command.NO_ROOT, Volume.NONE);
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addBroadcast(Communicator communicator, int root, long bytes) {
        return addCollective(CommandType.BCAST, communicator, root, new Volume.Uniform(bytes));
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addReduce(Communicator communicator, int root, long bytes) {
        return addCollective(CommandType.REDUCE, communicator, root, new Volume.Uniform(bytes));
    }

    public ProgramBuilder addAllreduce(Communicator communicator, long bytes) {
        return addCollective(CommandType.ALLREDUCE, communicator, Command.NO_ROOT, new Volume.Uniform(bytes));
    }

    /** Append it for every member; the root is a rank in WORLD. */
    public ProgramBuilder addGather(Communicator communicator, int root, long bytes) {
        return addCollective(CommandType.GATHER, communicator, root, new Volume.Uniform(bytes));
    }

    /**
     * Append a collective function of any kind for every member, with the same volume at all.
     *
     * @param root rank in WORLD, {@link Command#NO_ROOT} for a function that has none
     */
    public ProgramBuilder addCollective(CommandType type, Communicator communicator, int root, Volume volume) {
        return all(communicator, collective(type, communicator, root, volume, Command.BLOCKING));
    }

    /** As {@link #addCollective}, nonblocking: a wait for the request ends it. */
    public ProgramBuilder addNonblockingCollective(
            CommandType type, Communicator communicator, int root, Volume volume, long request) {
        return all(communicator, collective(type, communicator, root, volume, request));
    }

    /** Append a wait for requests of a rank. */
    public ProgramBuilder addWaitAll(int rank, long... requests) {
        Origin origin = new Origin(
                "Waitall",
                Attributes.none(),
                Arrays.stream(requests)
                        .mapToObj(request -> new DataElement("For", Attributes.of("rid", Long.toString(request))))
                        .toList());
        return add(rank, new Command.Wait(Arrays.stream(requests).boxed().toList(), origin));
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

    private static Command collective(
            CommandType type, Communicator communicator, int root, Volume volume, long request) {
        Attributes attributes = Attributes.none();
        if (type != CommandType.BARRIER) {
            attributes = attributes.with("size", Long.toString(volume.stated()));
        }
        if (type.isRooted()) {
            boolean whole = type == CommandType.BCAST || type == CommandType.REDUCE;
            attributes = attributes.with(whole ? "rootRank" : "root", Integer.toString(root));
        }
        attributes = attributes.with("cid", cid(communicator));
        // States are named as functions of MPI are: ReduceScatter is Reduce_scatter.
        String name = type.commandName().replaceAll("(?<=.)(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        if (request == Command.BLOCKING) {
            name = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        } else {
            name = "I" + name;
            attributes = attributes.with("rid", Long.toString(request));
        }
        return new Command.CollectiveCall(type, communicator, root, volume, request, new Origin(name, attributes));
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
