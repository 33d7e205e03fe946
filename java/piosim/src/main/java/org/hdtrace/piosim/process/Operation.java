// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Volume;

/**
 * What a {@link Call} is about: who takes part, with which data, what its algorithm keeps from step to step, and what the
 * program gets by it. Ranks are local to the communicator unless said otherwise.
 */
abstract class Operation {
    static final long NOTHING_READ = -1;

    Client client;
    /** Node of the client, kept here since each step asks for it when the client may be in no cache. */
    int node;

    Command command;
    Algorithm algorithm;
    Communicator communicator;
    int context;
    long tag;
    CommandType type;
    int depth;
    int group;
    /** World rank from which the program has got a message by this call, {@link Clients#NOBODY} before. */
    int messageSource;

    int messageTag;
    long messageBytes;
    /** Bytes of a file that exist of those the program reads by this call; {@link #NOTHING_READ} for other calls. */
    long readBytes;

    private int rank;
    private int root;
    private long bytes;
    private Volume volume;
    private long state;
    private Object work;

    /** Become what a command of a program asks for. */
    final void become(Client calling, Command called, Algorithm method, int ofContext, long ofTag) {
        is(called.type(), method, ofTag);
        client = calling;
        node = calling.node;
        depth = 0;
        command = called;
        communicator = called.communicator();
        context = ofContext;
        rank = communicator == null ? 0 : communicator.localRank(client.worldRank);
        root = called.root() == Command.NO_ROOT ? 0 : communicator.localRank(called.root());
        bytes = called.bytes();
        volume = called instanceof CollectiveCall collective ? collective.volume() : null;
        group = communicator == null ? 1 : communicator.size();
    }

    /** Become a part of another operation, on the same ranks. */
    final void becomePart(
            Operation whole,
            CommandType part,
            Algorithm method,
            int itsRoot,
            long itsBytes,
            Volume itsVolume,
            long ofTag) {
        is(part, method, ofTag);
        client = whole.client;
        node = whole.node;
        depth = whole.depth + 1;
        command = whole.command;
        communicator = whole.communicator;
        context = whole.context;
        rank = whole.rank;
        root = itsRoot;
        bytes = itsBytes;
        volume = itsVolume;
        group = whole.group;
        work = whole.work;
    }

    private void is(CommandType newType, Algorithm method, long newTag) {
        type = newType;
        algorithm = method;
        tag = newTag;
        state = 0;
        readBytes = NOTHING_READ;
        messageSource = Clients.NOBODY;
        work = null;
    }

    /** Take part with the ranks of another communicator only, all of them. */
    final void restrictTo(Communicator others) {
        communicator = others;
        rank = others.localRank(client.worldRank);
        group = others.size();
    }

    /** Block sizes of its own, null when all are the same. */
    final Volume volume() {
        return volume;
    }

    /** The command that the program calls; the same for children. */
    public final Command command() {
        return command;
    }

    /** Own rank. */
    public final int rank() {
        return rank;
    }

    /** Number of ranks in the communicator. */
    public final int size() {
        return communicator.size();
    }

    /** Number of ranks in the first group of an intercommunicator, which come before the others. */
    public final int firstGroup() {
        return communicator.firstGroup();
    }

    public final int root() {
        return root;
    }

    /**
     * Size of the data as the command states it, see {@link Volume#stated()}; in a child as its parent gave it.
     */
    public final long bytes() {
        return bytes;
    }

    /** Bytes of the block of a rank, or in a neighbourhood function of the neighbour with that number. */
    public final long bytesOf(int blockOwner) {
        return volume == null ? bytes : volume.of(blockOwner);
    }

    /** Ranks that this one receives from in a neighbourhood function, one for each block. */
    public final int[] sources() {
        return communicator.neighbors().sources(rank);
    }

    /** Ranks that this one sends to in a neighbourhood function, one for each block. */
    public final int[] destinations() {
        return communicator.neighbors().destinations(rank);
    }

    /** Own distance from the root: 0 is the root itself. */
    public final int relative() {
        return Math.floorMod(rank - root, size());
    }

    /** The rank at a distance from the root. */
    public final int atDistance(int relative) {
        return (relative + root) % size();
    }

    /** Whether another call, not the program, has made this one. */
    public final boolean isPart() {
        return depth > 0;
    }

    /** Number of ranks, counted from the root, that take part; less than {@link #size()} only in children. */
    public final int group() {
        return group;
    }

    /** A number that the algorithm keeps from step to step, 0 at first. */
    public final long state() {
        return state;
    }

    public final void state(long value) {
        state = value;
    }

    /** What the algorithm keeps from step to step besides a number; at first what its parent keeps, null without one. */
    public final Object work() {
        return work;
    }

    public final void work(Object kept) {
        work = kept;
    }

    /** The calling thread. */
    public final Client client() {
        return client;
    }

    /** Number of the rank over all applications. */
    public final int globalRank() {
        return client.rank;
    }

    /** The calling rank's network interface. */
    public final int networkInterface() {
        return client.networkInterface;
    }

    /** Number of the application in the model. */
    public final int applicationNumber() {
        return client.application.number();
    }

    /** Number over all applications of a rank. */
    final int global(int localRank) {
        return client.application.rank(communicator.worldRank(localRank));
    }

    /** The program gets a message by this. */
    final void tell(MpiMessage ofProgram) {
        messageSource = client.application.worldRank(ofProgram.sourceRank());
        messageTag = (int) ofProgram.tag();
        messageBytes = ofProgram.userBytes();
    }
}
