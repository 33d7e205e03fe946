// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.CommandStream;

/** One thread of one rank and where it stands in its program. */
public final class Client {
    final LoadedApplication application;
    final int worldRank;
    final int thread;
    final int threadIndex;
    final int rank;
    final int node;
    final int networkInterface;
    final CommandStream commands;
    final Requests requests;
    final NumberedMap<MpiMessage> claimed = new NumberedMap<>();
    Call current;
    long started;
    long ended = -1;

    Client(
            LoadedApplication application,
            int worldRank,
            int threadIndex,
            int node,
            int networkInterface,
            CommandStream commands,
            Requests requests) {
        this.application = application;
        this.worldRank = worldRank;
        this.threadIndex = threadIndex;
        this.thread = application.program().threadNumber(worldRank, threadIndex);
        this.rank = application.rank(worldRank);
        this.node = node;
        this.networkInterface = networkInterface;
        this.commands = commands;
        this.requests = requests;
    }

    /** Whether it is in a command. */
    boolean isWaiting() {
        return current != null;
    }

    public LoadedApplication application() {
        return application;
    }

    /** Rank in WORLD. */
    public int worldRank() {
        return worldRank;
    }

    /** Number of its rank over all applications. */
    public int globalRank() {
        return rank;
    }

    /** The network interface of its rank. */
    public int networkInterface() {
        return networkInterface;
    }

    /** Number by which traces name the thread. */
    public int thread() {
        return thread;
    }

    /** Position among the threads of its rank. */
    public int threadIndex() {
        return threadIndex;
    }

    /** Number of the node it runs on, in the order of the model. */
    public int node() {
        return node;
    }

    /** The command that it is in, or null. */
    public Command command() {
        return current == null ? null : current.command;
    }

    /** Time in ns at which its present command began. */
    public long started() {
        return started;
    }

    /** Time in ns at which it finished its program, -1 while it hasn't. */
    public long ended() {
        return ended;
    }
}
