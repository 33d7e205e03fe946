// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Volume;

/**
 * One command under way at one rank, as its {@link Algorithm} sees it. Ranks are local to the communicator unless said
 * otherwise. For the simulation's thread only.
 *
 * <p>When it has ended it is used again for another command, unless somebody outside this package may still know it.
 */
public final class Call implements Processors.Job {
    static final long NOTHING_READ = -1;
    private static final int DONE = -1;

    Client client;
    Call parent;
    Command command;
    private CommandType type;
    Algorithm algorithm;
    Communicator communicator;
    int context;
    long tag;
    private final Clients clients;
    private int rank;
    private int root;
    private long bytes;
    private Volume volume;
    private int group;
    private int depth;
    private int children;
    private int step;
    private int nextStep;
    private double nextInstructions;
    private int pending;
    private long state;
    private Object work;
    /** What this call tells the others of a meeting, and what all have told. */
    Object contribution;

    Object[] gathered;
    private MpiMessage message;
    /** World rank from which the program has got a message by this call, {@link Clients#NOBODY} before. */
    int messageSource;

    int messageTag;
    long messageBytes;
    /** Bytes of a file that exist of those the program reads by this call; {@link #NOTHING_READ} for other calls. */
    long readBytes;

    boolean asynchronous;
    boolean started;
    boolean detached;
    long stepStarted;
    boolean finished;
    Call waiter;
    private boolean live;
    private boolean known;

    /** Whether the order of its receives matters: some name no source, or another call may have the same tag. */
    private boolean inOrder;

    /** Where messages of its own have to come from, as long as the order doesn't matter. */
    final AwaitedSources awaited;

    Call nextOpen;

    /** One that {@link #begin} makes usable. */
    Call(Clients clients, IntTables tables) {
        this.clients = clients;
        awaited = new AwaitedSources(tables);
    }

    /** Become a call by a program. */
    void begin(Client calling, Command called, Algorithm method, int ofContext, long ofTag) {
        reset(called.type(), method, ofTag);
        client = calling;
        parent = null;
        depth = 0;
        command = called;
        communicator = called.communicator();
        context = ofContext;
        rank = communicator == null ? 0 : communicator.localRank(client.worldRank);
        root = called.root() == Command.NO_ROOT ? 0 : communicator.localRank(called.root());
        bytes = called.bytes();
        volume = called instanceof Command.CollectiveCall collective ? collective.volume() : null;
        group = communicator == null ? 1 : communicator.size();
    }

    private void beginPart(
            Call whole, CommandType part, Algorithm method, int itsRoot, long itsBytes, Volume itsVolume, long ofTag) {
        reset(part, method, ofTag);
        client = whole.client;
        parent = whole;
        depth = whole.depth + 1;
        command = whole.command;
        communicator = whole.communicator;
        context = whole.context;
        rank = whole.rank;
        root = itsRoot;
        bytes = itsBytes;
        volume = itsVolume;
        group = whole.group;
        inOrder = whole.inOrder;
        work = whole.work;
    }

    private void reset(CommandType newType, Algorithm method, long newTag) {
        assert !live : "a call that is used again before its end";
        live = true;
        known = false;
        type = newType;
        algorithm = method;
        tag = newTag;
        children = 0;
        step = Algorithm.START;
        nextStep = DONE;
        nextInstructions = 0;
        pending = 0;
        state = 0;
        work = null;
        contribution = null;
        gathered = null;
        messageSource = Clients.NOBODY;
        readBytes = NOTHING_READ;
        asynchronous = false;
        started = false;
        detached = false;
        finished = false;
        inOrder = false;
    }

    /** End: nobody in this package knows it any more. The result is whether it can be used again. */
    boolean end() {
        assert live : "a call that ends twice";
        assert awaited.isEmpty() : "a call that ends before its receives";
        live = false;
        if (message != null) {
            message.letGo();
            message = null;
        }
        waiter = null;
        return !known;
    }

    /** The command that the program calls; the same for children. */
    public Command command() {
        return command;
    }

    /**
     * A parameter of the algorithm: what the model says for the command, else what the algorithm itself has for it.
     *
     * @param name one of {@link Algorithm#parameters()}
     */
    public long parameter(String name) {
        Long otherwise = algorithm.parameters().get(name);
        if (otherwise == null) {
            throw new IllegalStateException(algorithm.getClass().getSimpleName() + " has no parameter " + name);
        }
        return clients.parameter(type, name, otherwise);
    }

    /** Own rank. */
    public int rank() {
        return rank;
    }

    /** Number of ranks in the communicator. */
    public int size() {
        return communicator.size();
    }

    /** Number of ranks in the first group of an intercommunicator, which come before the others. */
    public int firstGroup() {
        return communicator.firstGroup();
    }

    public int root() {
        return root;
    }

    /**
     * Size of the data as the command states it, see {@link Volume#stated()}; in a child as its parent gave it.
     */
    public long bytes() {
        return bytes;
    }

    /** Bytes of the block of a rank, or in a neighbourhood function of the neighbour with that number. */
    public long bytesOf(int blockOwner) {
        return volume == null ? bytes : volume.of(blockOwner);
    }

    /** Which ranks share nodes. */
    public NodeOrder nodeOrder() {
        return clients.nodeOrder(this);
    }

    /** Ranks that this one receives from in a neighbourhood function, one for each block. */
    public int[] sources() {
        return communicator.neighbors().sources(rank);
    }

    /** Ranks that this one sends to in a neighbourhood function, one for each block. */
    public int[] destinations() {
        return communicator.neighbors().destinations(rank);
    }

    /** Own distance from the root: 0 is the root itself. */
    public int relative() {
        return Math.floorMod(rank - root, size());
    }

    /** The rank at a distance from the root. */
    public int atDistance(int relative) {
        return (relative + root) % size();
    }

    /** Whether another call, not the program, has made this one. */
    public boolean isPart() {
        return depth > 0;
    }

    /** Number of ranks, counted from the root, that take part; less than {@link #size()} only in children. */
    public int group() {
        return group;
    }

    /** A number that the algorithm keeps from step to step, 0 at first. */
    public long state() {
        return state;
    }

    public void state(long value) {
        state = value;
    }

    /** What the algorithm keeps from step to step besides a number; at first what its parent keeps, null without one. */
    public Object work() {
        return work;
    }

    public void work(Object kept) {
        work = kept;
    }

    /** The message received last. */
    public MpiMessage message() {
        return message;
    }

    /** Name the step after this one. */
    public void next(int nextStepNumber) {
        next(nextStepNumber, 0);
    }

    /** Name the step after this one and the instructions it computes before it acts; the minimum is charged anyway. */
    public void next(int nextStepNumber, double instructions) {
        nextStep = nextStepNumber;
        nextInstructions = instructions;
    }

    /**
     * Send data of this call to a rank with what the protocol adds to it; done when the interface has started the last
     * packet. Algorithms use this unless the original sent other bytes.
     *
     * @param data bytes of the program that the message carries, 0 for a mere signal
     */
    public void sendData(int target, long data) {
        send(target, data + clients.framing().collective());
    }

    /**
     * Send a message of exactly so many bytes; done when the interface has started its last packet.
     *
     * @param payload bytes including what the protocol adds, without packet headers
     */
    public void send(int target, long payload) {
        pending++;
        clients.send(this, global(target), payload, context, tag);
    }

    /** Receive a message of this call from a rank; messages of one sender are received in the order sent. */
    public void receive(int source) {
        if (inOrder || !LoadedApplication.isOfCollectives(context)) {
            post(context, global(source), tag);
        } else {
            pending++;
            clients.matcher().postOwn(this, global(source));
        }
    }

    /** Receive the message of this call that comes first, whoever sends it. */
    public void receiveAny() {
        inOrder = true;
        post(context, Envelope.ANY_SOURCE, tag);
    }

    /** The rank that sent the message received last. */
    public int sender() {
        return communicator.localRank(client.application.worldRank(message.sourceRank()));
    }

    /** Send as the program asked for; the receiver is a rank in WORLD. */
    public void sendMatched(int worldTarget, int userTag, long payload, long userBytes, long rendezvous) {
        pending++;
        clients.send(this, client.application.rank(worldTarget), payload, context, userTag, userBytes, rendezvous);
    }

    /**
     * Send as the program asked for and wait until the receiver wants it; false when this needs a handshake of messages.
     */
    public boolean sendSynchronous(int worldTarget, int userTag, long payload, long userBytes) {
        if (clients.transportSynchronizes()) {
            sendMatched(worldTarget, userTag, payload, userBytes, MpiMessage.SYNCHRONOUS);
            return true;
        }
        return false;
    }

    /** Receive as the program asked for; source (a rank in WORLD) and tag may be wildcards. */
    public void receiveMatched(int worldSource, int userTag) {
        post(context, anyOrRank(worldSource), anyOrTag(userTag));
    }

    /** Give a rank in WORLD a message as the program asked for in no time. */
    public void deliverMatched(int worldTarget, int userTag, long userBytes) {
        pending++;
        clients.deliver(this, client.application.rank(worldTarget), context, userTag, userBytes);
    }

    /**
     * Wait for a message that a receive of this source (a rank in WORLD) and tag would take, without receiving it.
     *
     * @param number under which {@link #receiveClaimed} takes the message; negative to leave it to any receive
     */
    public void probe(int worldSource, int userTag, long number) {
        pending++;
        state = number;
        clients.matcher().probe(this, client.rank, context, anyOrRank(worldSource), anyOrTag(userTag), number >= 0);
    }

    /** Keep the message that a probe has found for a receive by the number that the probe named. */
    public void keepProbed() {
        if (state >= 0) {
            client.claimed.put(state, message);
        }
    }

    /** Receive the message that a probe has kept; never ends when there is none. */
    public void receiveClaimed(long number) {
        pending++;
        MpiMessage claimed = client.claimed.remove(number);
        if (claimed != null) {
            claimed.matchedBy(this);
        }
    }

    /** A number that identifies one handshake. */
    public long newRendezvous() {
        return clients.newRendezvous();
    }

    /** Send a further message of a handshake to the rank that the message received last came from. */
    public void answer(long rendezvousTag, long payload) {
        pending++;
        clients.send(this, message.sourceRank(), payload, Clients.RENDEZVOUS, rendezvousTag);
    }

    /** Send a further message of a handshake; the receiver is a rank in WORLD. */
    public void sendRendezvous(int worldTarget, long rendezvousTag, long payload) {
        pending++;
        int target = client.application.rank(worldTarget);
        clients.send(this, target, payload, Clients.RENDEZVOUS, rendezvousTag);
    }

    /** Receive a further message of a handshake from a rank in WORLD. */
    public void receiveRendezvous(int worldSource, long rendezvousTag) {
        post(Clients.RENDEZVOUS, client.application.rank(worldSource), rendezvousTag);
    }

    /** Receive a further message of a handshake from where the message received last came from. */
    public void receiveAnswer(long rendezvousTag) {
        post(Clients.RENDEZVOUS, message.sourceRank(), rendezvousTag);
    }

    /** Wait until all ranks of the communicator have come here, without any message. */
    public void synchronize() {
        pending++;
        clients.meetings().join(this);
    }

    /** As {@link #synchronize}, and tell the others something; the same object at all, which no message carries. */
    public void synchronize(Object told) {
        contribution = told;
        synchronize();
    }

    /** What all ranks have told in the meeting that ended last, by rank. */
    public Object[] gathered() {
        return gathered;
    }

    /** Run another algorithm on the same ranks and the same data as part of this call. */
    public void child(Algorithm childAlgorithm) {
        launch(type, childAlgorithm, root, bytes, volume, group);
    }

    /** As {@link #child(Algorithm)}, of one that sends other ranks nothing, so not all need to have it. */
    public void childAlone(Algorithm childAlgorithm) {
        Call child = clients.newCall();
        child.beginPart(this, type, childAlgorithm, root, bytes, volume, tag);
        child.group = group;
        pending++;
        clients.launch(child);
    }

    /** Run another algorithm on the same ranks as part of this call, with the same size at all. */
    public void child(Algorithm childAlgorithm, int childRoot, long childBytes) {
        launch(type, childAlgorithm, childRoot, childBytes, null, group);
    }

    /** As {@link #child(Algorithm, int, long)}, on the ranks less than a distance from the root. */
    public void child(Algorithm childAlgorithm, int childRoot, long childBytes, int childGroup) {
        launch(type, childAlgorithm, childRoot, childBytes, null, childGroup);
    }

    /** Run another algorithm on the same ranks as part of this call, with a block of its own size for each. */
    public void child(Algorithm childAlgorithm, int childRoot, Volume childVolume) {
        launch(type, childAlgorithm, childRoot, childVolume.stated(), childVolume, group);
    }

    /**
     * Run what the model chose for a command among the own group of an intercommunicator as part of this call; the root
     * is the first rank of the group, and blocks are those of the group.
     */
    public void childOfGroup(CommandType childType, Volume childVolume) {
        // Both sides have messages of their own in one context.
        int side = rank < communicator.firstGroup() ? 1 : 2;
        long childTag = CallTag.child(tag, depth, children + side);
        children += 2;
        Call child = clients.newCall();
        Algorithm own = clients.algorithm(childType);
        child.beginPart(this, childType, own, 0, childVolume.stated(), childVolume, childTag);
        child.communicator = communicator.group(rank);
        child.rank = child.communicator.localRank(client.worldRank);
        child.group = child.size();
        pending++;
        clients.launch(child);
    }

    /** Leave the rest of this command to another algorithm that nobody waits for. */
    public void detach(Algorithm childAlgorithm) {
        inOrder = true;
        Call child = clients.newCall();
        child.beginPart(this, type, childAlgorithm, root, bytes, volume, tag);
        child.parent = null;
        child.detached = true;
        clients.launch(child);
    }

    /** Run an algorithm of another command on the same ranks as part of this call. */
    public void child(CommandType childType, Algorithm childAlgorithm, int childRoot, long childBytes) {
        launch(childType, childAlgorithm, childRoot, childBytes, null, group);
    }

    /** Run what the model chose for a command as part of this call. */
    public void child(CommandType childType, int childRoot, long childBytes) {
        launch(childType, clients.algorithm(childType), childRoot, childBytes, null, group);
    }

    /** The number of parts this step still waits for grows by one; {@link #partDone} ends it. */
    public void await() {
        pending++;
    }

    /** A part of the step is done. */
    public void partDone() {
        assert live : "a part of a call that has ended";
        if (--pending == 0) {
            advance();
        }
    }

    /** What the protocol adds to messages. */
    public Framing framing() {
        return clients.framing();
    }

    /** What the algorithms of file commands use. */
    public FileService files() {
        known = true;
        return clients.files();
    }

    /** The pointers that ranks share in files. */
    public FilePointers pointers() {
        return clients.pointers();
    }

    /** What the algorithms of one-sided communication use. */
    public WindowService windows() {
        known = true;
        return clients.windows();
    }

    /** The calling thread. */
    public Client client() {
        return client;
    }

    /** The first thread of a rank in WORLD. */
    public Client peer(int worldRank) {
        return clients.clientOf(client.application.rank(worldRank));
    }

    /** Number of the rank over all applications. */
    public int globalRank() {
        return client.rank;
    }

    /** The calling rank's network interface. */
    public int networkInterface() {
        return client.networkInterface;
    }

    /** Number of the application in the model. */
    public int applicationNumber() {
        return client.application.number();
    }

    /** Largest message in bytes that needs no handshake. */
    public long eagerLimit() {
        return clients.eagerLimit();
    }

    /** Wait for requests of the program as a command says. */
    public void awaitRequests(Command.Wait wait) {
        client.requests.await(this, wait);
    }

    /** Begin a command of the program beside this one; its request is what a later command waits for. */
    public void start(Command operation) {
        clients.startRequest(client, operation);
    }

    @Override
    public void computed() {
        assert live : "a step of a call that has ended";
        nextStep = DONE;
        nextInstructions = 0;
        pending++;
        algorithm.step(this, step);
        if (asynchronous && !started) {
            started = true;
            clients.started(this);
        }
        partDone();
    }

    /** The program reads of a file; so many bytes of what it wants exist. */
    public void reads(long existing) {
        outermost().readBytes = existing;
    }

    /** The call by the program that this one is a part of. */
    Call outermost() {
        Call call = this;
        while (call.parent != null) {
            call = call.parent;
        }
        return call;
    }

    /** Whether its thread can't go on without it. */
    boolean isAwaited() {
        Call call = outermost();
        boolean current = call == client.current;
        return !detached && (current || (call.waiter != null && call.waiter == client.current));
    }

    int currentStep() {
        return step;
    }

    /** A message is there; this call holds it from now on. */
    void received(MpiMessage newMessage) {
        assert live : "a message for a call that has ended";
        if (message != null) {
            message.letGo();
        }
        message = newMessage;
        if (newMessage.isOfProgram()) {
            outermost().tell(newMessage);
        }
        partDone();
    }

    private void tell(MpiMessage ofProgram) {
        messageSource = client.application.worldRank(ofProgram.sourceRank());
        messageTag = (int) ofProgram.tag();
        messageBytes = ofProgram.userBytes();
    }

    private void post(int receiveContext, int source, long receiveTag) {
        pending++;
        clients.matcher().post(this, client.rank, receiveContext, source, receiveTag);
    }

    private void launch(
            CommandType childType,
            Algorithm childAlgorithm,
            int childRoot,
            long childBytes,
            Volume childVolume,
            int childGroup) {
        long childTag = CallTag.child(tag, depth, ++children);
        Call child = clients.newCall();
        child.beginPart(this, childType, childAlgorithm, childRoot, childBytes, childVolume, childTag);
        child.group = childGroup;
        pending++;
        clients.launch(child);
    }

    private int anyOrRank(int worldSource) {
        return worldSource == Command.ANY_SOURCE ? Envelope.ANY_SOURCE : client.application.rank(worldSource);
    }

    private static long anyOrTag(int userTag) {
        return userTag == Command.ANY_TAG ? Envelope.ANY_TAG : userTag;
    }

    /** Number over all applications of a rank. */
    int global(int localRank) {
        return client.application.rank(communicator.worldRank(localRank));
    }

    private void advance() {
        clients.stepEnded(this, step);
        if (nextStep == DONE) {
            finished = true;
            clients.finished(this);
        } else {
            step = nextStep;
            clients.charge(this, nextInstructions);
        }
    }
}
