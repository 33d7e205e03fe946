// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.FileHints;
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
    private final OpenNumbers openings = new OpenNumbers();
    private final ViewDatatypes datatypes = new ViewDatatypes();
    private final List<Window> windows = new ArrayList<>();
    private final WrittenCommands commands;
    /** The computation added last: equal ones are often added in a row, and needn't take memory each. */
    private Compute computation = new Compute(0, Compute.Unit.CYCLES, Origin.NONE);

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
        commands = new WrittenCommands(ranks, communicators);
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
            commands.checked(rank);
        }
        Communicator created = new Communicator(communicators.size(), communicatorName, neighbors, worldRanks);
        communicators.add(created);
        return created;
    }

    /** Add an intercommunicator of two groups of ranks in WORLD. */
    public Communicator createIntercommunicator(String communicatorName, int[] first, int[] second) {
        Communicator created = Communicator.between(communicators.size(), communicatorName, first, second);
        communicators.add(created);
        return created;
    }

    public ApplicationFile createFile(String fileName, long initialSize, Distribution distribution) {
        ApplicationFile created = new ApplicationFile(files.size(), fileName, initialSize, distribution);
        files.add(created);
        return created;
    }

    /** Add a window that the members of a communicator make here. */
    public Window createWindow(Communicator communicator) {
        Window created = new Window(windows.size(), communicator);
        windows.add(created);
        in(created).create();
        return created;
    }

    /** Appends one-sided communication in a window to this program. */
    public OneSidedBuilder in(Window window) {
        return new OneSidedBuilder(this, window);
    }

    /** Append a command as it is. */
    public ProgramBuilder add(int rank, Command command) {
        commands.add(rank, command);
        return this;
    }

    /**
     * Append a command with the state by which a trace tells it, so that the trace of a simulated run can be simulated again.
     *
     * <pre>{@code
     * program.add(0, state -> new Command.Recv(Command.ANY_SOURCE, 7, program.world(), state));
     * }</pre>
     *
     * @param command the same command at each call but for its origin, which is the argument
     */
    public ProgramBuilder add(int rank, Function<Origin, Command> command) {
        commands.add(rank, command);
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
        commands.repeat(times, () -> body.accept(this));
        return this;
    }

    public ProgramBuilder addInit() {
        return addGlobalSync("Init");
    }

    public ProgramBuilder addFinalize() {
        return addGlobalSync("Finalize");
    }

    public ProgramBuilder addCompute(int rank, long cycles) {
        if (computation.amount() != cycles) {
            computation = new Compute(cycles, Compute.Unit.CYCLES, Origin.NONE);
        }
        return add(rank, computation);
    }

    public ProgramBuilder addSend(int rank, int target, long bytes, int tag) {
        return addSend(world(), rank, target, bytes, tag);
    }

    public ProgramBuilder addSend(Communicator communicator, int rank, int target, long bytes, int tag) {
        return addSend(communicator, rank, target, bytes, tag, SendMode.STANDARD, Command.BLOCKING);
    }

    /** Append a send of any mode. */
    public ProgramBuilder addSend(int rank, int target, long bytes, int tag, SendMode mode) {
        return addSend(world(), rank, target, bytes, tag, mode, Command.BLOCKING);
    }

    /** Append a send of any mode that goes on until a wait for the request. */
    public ProgramBuilder addIsend(int rank, int target, long bytes, int tag, SendMode mode, long request) {
        return addSend(world(), rank, target, bytes, tag, mode, request);
    }

    /** Append a receive that goes on until a wait for the request. */
    public ProgramBuilder addIrecv(int rank, int source, int tag, long request) {
        return add(rank, state -> new Command.Recv(source, tag, world(), request, state));
    }

    /** Append a wait for a message; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addProbe(int rank, int source, int tag) {
        return addMatchedProbe(rank, source, tag, Probing.LEAVE);
    }

    /** Append a wait for a message that only {@link #addMatchedRecv} can receive then. */
    public ProgramBuilder addMatchedProbe(int rank, int source, int tag, long message) {
        return add(rank, state -> new Probing.Probe(source, tag, message, world(), state));
    }

    /** Append the receive of a message that {@link #addMatchedProbe} found. */
    public ProgramBuilder addMatchedRecv(int rank, long message) {
        return add(rank, state -> new Probing.MatchedRecv(message, Command.BLOCKING, world(), state));
    }

    /** Append a receive; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addRecv(int rank, int source, int tag) {
        return addRecv(world(), rank, source, tag);
    }

    /** Append a receive; the source is a rank or {@link Command#ANY_SOURCE}. */
    public ProgramBuilder addRecv(Communicator communicator, int rank, int source, int tag) {
        return add(rank, state -> new Command.Recv(source, tag, communicator, state));
    }

    public ProgramBuilder addSendrecv(int rank, int target, long bytes, int sendTag, int source, int recvTag) {
        int to = commands.checked(target);
        return add(rank, state -> new Command.Sendrecv(to, sendTag, bytes, source, recvTag, world(), state));
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
        return addNonblockingCollective(type, communicator, root, volume, Command.BLOCKING);
    }

    /** As {@link #addCollective}, nonblocking: a wait for the request ends it. */
    public ProgramBuilder addNonblockingCollective(
            CommandType type, Communicator communicator, int root, Volume volume, long request) {
        return all(communicator, state -> new CollectiveCall(type, communicator, root, volume, request, state));
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
        return addWait(rank, Command.Wait.Until.ALL, requests);
    }

    /** Append a wait for one of the requests. */
    public ProgramBuilder addWaitAny(int rank, long... requests) {
        return addWait(rank, Command.Wait.Until.ANY, requests);
    }

    /** Append a wait for at least one of the requests. */
    public ProgramBuilder addWaitSome(int rank, long... requests) {
        return addWait(rank, Command.Wait.Until.SOME, requests);
    }

    /** Append the start of operations that are the same every time; each has a request. */
    public ProgramBuilder addStart(int rank, Command... operations) {
        return add(rank, state -> new Command.Start(List.of(operations), state));
    }

    /**
     * Add a datatype for file views.
     *
     * @return its number, by which views and later types name it; numbers count from 0
     */
    public long addDatatype(LongFunction<Datatype> type) {
        return datatypes.add(type);
    }

    /** Appends what the members of a communicator do with a file to this program. */
    public FileBuilder on(ApplicationFile file, Communicator communicator) {
        return new FileBuilder(this, file, communicator);
    }

    SplitAccesses splitAccesses() {
        return commands.splitAccesses();
    }

    OpenNumbers openings() {
        return openings;
    }

    /** Where the bytes of a datatype are. */
    DatatypeLayout layout(long datatype) {
        return datatypes.layout(datatype);
    }

    public ProgramBuilder addFileOpen(Communicator communicator, ApplicationFile file, boolean truncate) {
        return all(communicator, state -> new Command.FileOpen(file, truncate, FileHints.NONE, communicator, state));
    }

    public ProgramBuilder addFileClose(Communicator communicator, ApplicationFile file) {
        return all(communicator, state -> new Command.FileClose(file, communicator, state));
    }

    public ProgramBuilder addReadSequential(int rank, ApplicationFile file, long offset, long bytes) {
        return addReadIndependentNoncontiguous(rank, file, List.of(new Piece(offset, bytes)));
    }

    public ProgramBuilder addWriteSequential(int rank, ApplicationFile file, long offset, long bytes) {
        return addWriteIndependentNoncontiguous(rank, file, List.of(new Piece(offset, bytes)));
    }

    public ProgramBuilder addReadIndependentNoncontiguous(int rank, ApplicationFile file, List<Piece> pieces) {
        return add(rank, state -> new FileAccess.Alone(CommandType.FILE_READ, file, pieces, state));
    }

    public ProgramBuilder addWriteIndependentNoncontiguous(int rank, ApplicationFile file, List<Piece> pieces) {
        return add(rank, state -> new FileAccess.Alone(CommandType.FILE_WRITE, file, pieces, state));
    }

    /** The application as written so far; later additions don't change it. */
    public Application build() {
        List<CommandList.Frozen> written = commands.frozen();
        List<List<Integer>> threads = Collections.nCopies(written.size(), List.of(0));
        return new LoadedApplication(
                name,
                communicators,
                files,
                Map.of(),
                windows,
                datatypes.ofRanks(commands.ranks()),
                threads,
                commands.types(),
                List.of(),
                List.of(),
                (rank, thread) -> {
                    Objects.checkIndex(thread, 1);
                    return written.get(rank).open();
                });
    }

    /** Append it for every member. */
    ProgramBuilder all(Communicator communicator, Function<Origin, Command> command) {
        commands.all(communicator, command);
        return this;
    }

    private ProgramBuilder addGlobalSync(String function) {
        Origin origin = new Origin(function, Attributes.none());
        return all(world(), state -> new Command.GlobalSync(world(), origin));
    }

    private ProgramBuilder addSend(
            Communicator communicator, int rank, int target, long bytes, int tag, SendMode mode, long request) {
        int to = commands.checked(target);
        return add(rank, state -> new Command.Send(to, tag, bytes, communicator, mode, request, state));
    }

    private ProgramBuilder addWait(int rank, Command.Wait.Until until, long... requests) {
        List<Long> numbers = Arrays.stream(requests).boxed().toList();
        return add(rank, state -> new Command.Wait(numbers, until, state));
    }
}
