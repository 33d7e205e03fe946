// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
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
    private final List<CommandList> commands = new ArrayList<>();

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
            commands.add(new CommandList());
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
        return createCommunicator(communicatorName, Neighbors.NONE, worldRanks);
    }

    /**
     * Add a communicator with a topology.
     *
     * @param neighbors by local rank
     * @param worldRanks members in the order of their local ranks
     */
    public Communicator createCommunicator(String communicatorName, Neighbors neighbors, int... worldRanks) {
        for (int rank : worldRanks) {
            commandsOf(rank);
        }
        Communicator created = new Communicator(communicators.size(), communicatorName, neighbors, worldRanks);
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
        if (command instanceof Command.CollectiveCall collective) {
            collective.checkFor(rank);
        }
        commandsOf(rank).add(command);
        return this;
    }

    /**
     * Append what a body appends to this builder, to be executed several times: the program acts as if the body had been
     * called that often, but takes memory for one call only. Bodies may repeat parts themselves.
     *
     * <p>A request number stands for a new request in each iteration, so the body waits for the requests that it starts;
     * likewise for messages of {@link #addMatchedProbe}. Communicators and files that the body creates are created once.
     *
     * <pre>{@code
     * program.repeat(1000, p -> p.addSendAndRecv(0, 1, 1024, 7).addSendAndRecv(1, 0, 1024, 7));
     * }</pre>
     *
     * @param times at least 0
     */
    public ProgramBuilder repeat(long times, Consumer<ProgramBuilder> body) {
        Amounts.notNegative("times", times);
        int[] first = commands.stream().mapToInt(CommandList::end).toArray();
        body.accept(this);
        for (int rank = 0; rank < first.length; rank++) {
            commands.get(rank).repeat(first[rank], times);
        }
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

    /** Append a send of any mode. */
    public ProgramBuilder addSend(int rank, int target, long bytes, int tag, SendMode mode) {
        return add(rank, send(target, bytes, tag, mode, Command.BLOCKING));
    }

    /** Append a send of any mode that goes on until a wait for the request. */
    public ProgramBuilder addIsend(int rank, int target, long bytes, int tag, SendMode mode, long request) {
        return add(rank, send(target, bytes, tag, mode, request));
    }

    /** Append a receive that goes on until a wait for the request. */
    public ProgramBuilder addIrecv(int rank, int source, int tag, long request) {
        Origin origin = origin("Irecv", world(), "fromRank", source, "fromTag", tag, "rid", request);
        return add(rank, new Command.Recv(source, tag, world(), request, origin));
    }

    /** Append a wait for a message; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addProbe(int rank, int source, int tag) {
        Origin origin = origin("Probe", world(), "fromRank", source, "fromTag", tag);
        return add(rank, new Probing.Probe(source, tag, Probing.LEAVE, world(), origin));
    }

    /** Append a wait for a message that only {@link #addMatchedRecv} can receive then. */
    public ProgramBuilder addMatchedProbe(int rank, int source, int tag, long message) {
        Origin origin = origin("Mprobe", world(), "fromRank", source, "fromTag", tag, "message", message);
        return add(rank, new Probing.Probe(source, tag, message, world(), origin));
    }

    /** Append the receive of a message that {@link #addMatchedProbe} found. */
    public ProgramBuilder addMatchedRecv(int rank, long message) {
        Origin origin = origin("Mrecv", world(), "message", message);
        return add(rank, new Probing.MatchedRecv(message, Command.BLOCKING, world(), origin));
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

    /**
     * Append the creation of a communicator from another for every member of that one; what is made comes from {@link
     * #createCommunicator}.
     *
     * @param bytes what each rank tells all others: 0 to duplicate, 8 (colour and key) to split
     */
    public ProgramBuilder addCommCreate(Communicator parent, long bytes) {
        return addCollective(CommandType.COMM_CREATE, parent, Command.NO_ROOT, new Volume.Uniform(bytes));
    }

    /** Append a wait for all requests. */
    public ProgramBuilder addWaitAll(int rank, long... requests) {
        return add(rank, waiting(Command.Wait.Until.ALL, "Waitall", requests));
    }

    /** Append a wait for one of the requests. */
    public ProgramBuilder addWaitAny(int rank, long... requests) {
        return add(rank, waiting(Command.Wait.Until.ANY, "Waitany", requests));
    }

    /** Append a wait for at least one of the requests. */
    public ProgramBuilder addWaitSome(int rank, long... requests) {
        return add(rank, waiting(Command.Wait.Until.SOME, "Waitsome", requests));
    }

    /** Append the start of operations that are the same every time; each has a request. */
    public ProgramBuilder addStart(int rank, Command... operations) {
        List<DataElement> requests =
                requests(Arrays.stream(operations).mapToLong(Command::request).toArray());
        return add(rank, new Command.Start(List.of(operations), new Origin("Startall", Attributes.none(), requests)));
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
        List<CommandList> written = commands.stream().map(CommandList::frozen).toList();
        List<List<Integer>> threads = Collections.nCopies(written.size(), List.of(0));
        return new LoadedApplication(name, communicators, files, threads, List.of(), List.of(), (rank, thread) -> {
            Objects.checkIndex(thread, 1);
            return written.get(rank).open();
        });
    }

    private ProgramBuilder all(Communicator communicator, Command command) {
        for (int local = 0; local < communicator.size(); local++) {
            add(communicator.worldRank(local), command);
        }
        return this;
    }

    private CommandList commandsOf(int rank) {
        return commands.get(checked(rank));
    }

    private int checked(int rank) {
        if (rank < 0 || rank >= commands.size()) {
            throw new IllegalArgumentException("rank=" + rank + ": must be 0 to " + (commands.size() - 1));
        }
        return rank;
    }

    private Command send(int target, long bytes, int tag, SendMode mode, long request) {
        String letter = mode == SendMode.STANDARD ? "" : mode.name().substring(0, 1);
        if (request == Command.BLOCKING) {
            String name = mode == SendMode.STANDARD ? "Send" : letter + "send";
            Origin origin = origin(name, world(), "size", bytes, "toRank", target, "toTag", tag);
            return new Command.Send(checked(target), tag, bytes, world(), mode, request, origin);
        }
        String name = "I" + letter.toLowerCase(Locale.ROOT) + "send";
        Origin origin = origin(name, world(), "size", bytes, "toRank", target, "toTag", tag, "rid", request);
        return new Command.Send(checked(target), tag, bytes, world(), mode, request, origin);
    }

    private static Command waiting(Command.Wait.Until until, String name, long... requests) {
        List<Long> numbers = Arrays.stream(requests).boxed().toList();
        return new Command.Wait(numbers, until, new Origin(name, Attributes.none(), requests(requests)));
    }

    private static List<DataElement> requests(long... numbers) {
        return Arrays.stream(numbers)
                .mapToObj(request -> new DataElement("For", Attributes.of("rid", Long.toString(request))))
                .toList();
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
        String[] fields = new String[namesAndNumbers.length + 2];
        for (int i = 0; i < namesAndNumbers.length; i++) {
            fields[i] = namesAndNumbers[i].toString();
        }
        fields[namesAndNumbers.length] = "cid";
        fields[namesAndNumbers.length + 1] = cid(communicator);
        return new Origin(name, Attributes.of(fields));
    }
}
