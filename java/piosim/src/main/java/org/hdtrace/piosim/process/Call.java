// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Volume;

/**
 * One command under way at one rank, as its {@link Algorithm} sees it. Ranks are local to the communicator unless said
 * otherwise. For the simulation's thread only.
 *
 * <p>When it has ended it is used again for another command, unless somebody outside this package may still know it.
 */
public final class Call extends Operation implements Processors.Job {
    private static final int DONE = -1;

    Call parent;
    private final Clients clients;
    private int children;
    private int step;
    private int nextStep;
    private double nextInstructions;
    private int pending;
    /** What this call tells the others of a meeting, and what all have told. */
    Object contribution;

    Object[] gathered;
    private MpiMessage message;
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
        reset();
        become(calling, called, method, ofContext, ofTag);
        parent = null;
    }

    private void beginPart(
            Call whole, CommandType part, Algorithm method, int itsRoot, long itsBytes, Volume itsVolume, long ofTag) {
        reset();
        becomePart(whole, part, method, itsRoot, itsBytes, itsVolume, ofTag);
        parent = whole;
        inOrder = whole.inOrder;
    }

    private void reset() {
        assert !live : "a call that is used again before its end";
        live = true;
        known = false;
        children = 0;
        step = Algorithm.START;
        nextStep = DONE;
        nextInstructions = 0;
        pending = 0;
        contribution = null;
        gathered = null;
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

    /** Which ranks share nodes. */
    public NodeOrder nodeOrder() {
        return clients.nodeOrder(this);
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
        launch(type, childAlgorithm, root(), bytes(), volume(), group);
    }

    /** As {@link #child(Algorithm)}, of one that sends other ranks nothing, so not all need to have it. */
    public void childAlone(Algorithm childAlgorithm) {
        Call child = clients.newCall();
        child.beginPart(this, type, childAlgorithm, root(), bytes(), volume(), tag);
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
        int side = rank() < communicator.firstGroup() ? 1 : 2;
        long childTag = CallTag.child(tag, depth, children + side);
        children += 2;
        Call child = clients.newCall();
        Algorithm own = clients.algorithm(childType);
        child.beginPart(this, childType, own, 0, childVolume.stated(), childVolume, childTag);
        child.restrictTo(communicator.group(rank()));
        pending++;
        clients.launch(child);
    }

    /** Leave the rest of this command to another algorithm that nobody waits for. */
    public void detach(Algorithm childAlgorithm) {
        inOrder = true;
        Call child = clients.newCall();
        child.beginPart(this, type, childAlgorithm, root(), bytes(), volume(), tag);
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

    Clients clients() {
        return clients;
    }

    /** What the protocol adds to messages. */
    public Framing framing() {
        return clients.framing();
    }

    /** What the algorithms of file commands use. */
    public FileService files() {
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

    /** The first thread of a rank in WORLD. */
    public Client peer(int worldRank) {
        return clients.clientOf(client.application.rank(worldRank));
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

    void post(int receiveContext, int source, long receiveTag) {
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
