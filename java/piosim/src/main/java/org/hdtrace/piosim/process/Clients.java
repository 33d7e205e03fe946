// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.network.SharedProcessor;
import org.hdtrace.piosim.network.Transport;

/**
 * Runs the programs: fetches commands, charges processor time for each step, and joins messages and receives.
 *
 * <p>Source: MODEL B2.3 and B2.4. One per simulation; not safe for use by several threads.
 */
public final class Clients {
    /** Told what the programs do. */
    public interface Observer {
        /** A command of a program has ended. */
        void commandEnded(Client client, Command command, long start, long end, long bytes);

        /** A step of a command has ended; steps of one command don't overlap. */
        void stepEnded(Client client, int step, long start, long end);

        /**
         * A command has got a message, or a request has been waited for; the end of the command follows.
         *
         * @param request of a wait, {@link Command#BLOCKING} for a message of the command itself
         * @param source rank in WORLD of the message, {@link #NOBODY} when the request was for none
         * @param bytes that the program sent
         */
        void completed(Client client, long request, int source, int tag, long bytes);
    }

    /** In place of the source of a message when there is none. */
    public static final int NOBODY = -1;

    /** A trace could not be read further. */
    public static final class ProgramException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ProgramException(TraceFormatException cause) {
            super(cause.getMessage(), cause);
        }
    }

    static final int RENDEZVOUS = 0;
    private static final int FIRST_CONTEXT = 1;

    private final Kernel kernel;
    private final Transport network;
    private final Processors processors;
    private final MethodTable methods;
    private final FileService files;
    private final WindowService windows;
    private final long eagerLimit;
    private final Framing framing;
    /** Null where messages need no processor. */
    private final SharedProcessor shared;

    private final Observer observer;
    private final List<Client> clients = new ArrayList<>();
    private final List<Client> firstThread = new ArrayList<>();
    private final Meetings meetings = new Meetings();
    private final FilePointers pointers = new FilePointers();
    private final NodeOrders nodeOrders = new NodeOrders(rank -> clientOf(rank).node);
    private final CollectiveNumbers collectives = new CollectiveNumbers();
    private final IntTables tables = new IntTables();
    private final Pool<Call> calls = new Pool<>(() -> new Call(this, tables));
    private int contexts = FIRST_CONTEXT;

    private int ranks;
    private Matcher matcher;
    private long rendezvous;

    /**
     * Without any client.
     *
     * @param methods the algorithm of every command
     * @param eagerLimit largest message in bytes that needs no handshake
     */
    public Clients(
            Kernel kernel,
            Transport network,
            Processors processors,
            MethodTable methods,
            FileService files,
            WindowService windows,
            long eagerLimit,
            Observer observer) {
        this.kernel = kernel;
        this.network = network;
        this.processors = processors;
        this.methods = methods;
        this.files = files;
        this.windows = windows;
        this.eagerLimit = eagerLimit;
        this.framing = network.chargesFraming() ? Framing.ORIGINAL : Framing.NONE;
        this.shared = network instanceof SharedProcessor together ? together : null;
        this.observer = observer;
    }

    /** Add an application; its clients follow by {@link #add}. */
    public LoadedApplication add(String alias, int number, Application program) {
        LoadedApplication loaded = new LoadedApplication(number, alias, program, ranks, contexts);
        ranks += program.rankCount();
        contexts += 2 * (program.communicators().size() + program.windows().size());
        collectives.add(contexts);
        return loaded;
    }

    /** Add one thread of a rank; thread 0 comes first. */
    public void add(LoadedApplication application, int rank, int thread, int node, int networkInterface)
            throws TraceFormatException {
        Client client = new Client(
                application,
                rank,
                thread,
                node,
                networkInterface,
                application.program().open(rank, thread),
                new Requests(this));
        clients.add(client);
        if (thread == 0) {
            firstThread.add(client);
        }
    }

    /** All threads in the order in which they were added. */
    public List<Client> all() {
        return List.copyOf(clients);
    }

    /** All threads without a copy of the list. */
    Stream<Client> threads() {
        return clients.stream();
    }

    /** Number of ranks of all applications. */
    int rankCount() {
        return ranks;
    }

    /** Let every client begin its program now. */
    public void start() {
        int[] interfaces =
                firstThread.stream().mapToInt(client -> client.networkInterface).toArray();
        matcher = new Matcher(new RankInterfaces(interfaces), network::release);
        clients.forEach(this::fetch);
    }

    /** Close what the programs hold open. */
    public void close() {
        clients.forEach(client -> client.commands.close());
    }

    /** Messages that have arrived, at least in part, and that nobody has asked for. */
    public int unreceivedMessages() {
        return matcher.unexpected();
    }

    long parameter(CommandType type, String name, long otherwise) {
        return methods.parameter(type, name, otherwise);
    }

    Algorithm algorithm(CommandType type) {
        return methods.algorithm(type);
    }

    FileService files() {
        return files;
    }

    FilePointers pointers() {
        return pointers;
    }

    WindowService windows() {
        return windows;
    }

    Framing framing() {
        return framing;
    }

    long eagerLimit() {
        return eagerLimit;
    }

    /** Whether a message that waits for its receiver needs no others, see {@link Transport#synchronizes}. */
    boolean transportSynchronizes() {
        return network.synchronizes();
    }

    long newRendezvous() {
        return ++rendezvous;
    }

    Matcher matcher() {
        return matcher;
    }

    /** Calls that wait for each other. */
    Meetings meetings() {
        return meetings;
    }

    /** Which ranks of a call's communicator share nodes, by distance from its root. */
    NodeOrder nodeOrder(Call call) {
        return nodeOrders.of(call);
    }

    Client clientOf(int rank) {
        return firstThread.get(rank);
    }

    void launch(Call call) {
        charge(call, 0);
    }

    void charge(Call call, double instructions) {
        call.stepStarted = kernel.now();
        double least = processors.minimumInstructions(call.node);
        if (instructions > least) {
            compute(call, instructions);
        } else {
            processors.submit(call.node, least, call);
        }
    }

    /** More than a mere step: messages of the same rank may have to wait for it. */
    private void compute(Call call, double instructions) {
        Client client = call.client;
        if (shared == null || client.threadIndex != 0) {
            processors.submit(client.node, instructions, call);
        } else {
            shared.enter(
                    client.networkInterface,
                    () -> processors.submit(client.node, instructions, () -> {
                        shared.leave(client.networkInterface);
                        call.computed();
                    }));
        }
    }

    /** A call that nobody uses. */
    Call newCall() {
        return calls.take();
    }

    /** Nobody here knows a call any more. */
    void ended(Call call) {
        if (call.end()) {
            calls.give(call);
        }
    }

    /** A wait has found a request complete. */
    void waitedFor(Call request) {
        observer.completed(
                request.client,
                request.command.request(),
                request.messageSource,
                request.messageTag,
                request.messageBytes);
        ended(request);
    }

    /** Send a message that the protocol alone is about: it carries no more than its bytes. */
    void send(Call call, int target, long payload, int context, long tag) {
        network.send(message(call, target, payload, context, tag));
    }

    /** Send a message that carries or announces bytes of the program. */
    void send(Call call, int target, long payload, int context, long tag, long userBytes, long handshake) {
        MpiMessage message = message(call, target, payload, context, tag);
        message.carry(userBytes, handshake);
        network.send(message);
    }

    /** As {@link #send}, but the message is there in no time. */
    void deliver(Call call, int target, int context, long tag, long userBytes) {
        MpiMessage message = message(call, target, 0, context, tag);
        message.carry(userBytes, 0);
        message.deliver();
    }

    private MpiMessage message(Call call, int target, long payload, int context, long tag) {
        MpiMessage message = matcher.newMessage();
        message.begin(call, target, payload, context, tag);
        return message;
    }

    /** All parts of a step are done. */
    void stepEnded(Call call, int step) {
        if (call.parent == null && !call.asynchronous && !call.detached) {
            observer.stepEnded(call.client, step, call.stepStarted, kernel.now());
        }
    }

    /** The first step of an asynchronous call has been executed: its client goes on. */
    void started(Call call) {
        end(call);
    }

    void finished(Call call) {
        if (call.detached) {
            ended(call);
        } else if (call.parent != null) {
            Call parent = call.parent;
            ended(call);
            parent.partDone();
        } else if (call.asynchronous) {
            call.client.requests.finished(call);
        } else {
            end(call);
        }
    }

    /** Begin a call beside the one that a client is in; the client can wait for its request. */
    void startRequest(Client client, Command command) {
        Call call = newCall(client, command);
        call.asynchronous = true;
        call.started = true;
        client.requests.started(call);
        launch(call);
    }

    private void end(Call call) {
        Client client = call.client;
        if (call.messageSource != NOBODY && !call.asynchronous) {
            observer.completed(client, Command.BLOCKING, call.messageSource, call.messageTag, call.messageBytes);
        }
        observer.commandEnded(client, call.command, client.started, kernel.now(), CommandBytes.of(call));
        if (!call.asynchronous) {
            ended(call);
        }
        fetch(client);
    }

    private void fetch(Client client) {
        Command command;
        try {
            command = client.commands.next();
        } catch (TraceFormatException e) {
            throw new ProgramException(e);
        }
        client.started = kernel.now();
        if (command == null) {
            client.current = null;
            client.ended = kernel.now();
            return;
        }
        Call call = newCall(client, command);
        client.current = call;
        if (command instanceof Compute compute) {
            call.stepStarted = kernel.now();
            compute(call, ComputeCost.instructions(compute, processors.instructionsPerSecond(client.node)));
        } else {
            if (command.request() != Command.BLOCKING) {
                call.asynchronous = true;
                client.requests.started(call);
            }
            launch(call);
        }
    }

    private Call newCall(Client client, Command command) {
        Communicator communicator = command.communicator();
        boolean together = command.isCollective();
        Algorithm algorithm = together && communicator.isInter()
                ? methods.betweenGroups(command.type())
                : methods.algorithm(command.type());
        if (algorithm == null) {
            throw new IllegalArgumentException("rank " + client.worldRank + " of '" + client.application.alias()
                    + "': no method of the model executes " + command.type().commandName());
        }
        Call call = newCall();
        if (communicator == null) {
            call.begin(client, command, algorithm, 0, 0);
            return call;
        }
        int context = client.application.context(command);
        if (together) {
            long number = collectives.next(communicator, communicator.localRank(client.worldRank), context);
            call.begin(client, command, algorithm, context + 1, CallTag.first(number));
        } else {
            call.begin(client, command, algorithm, context, 0);
        }
        return call;
    }
}
