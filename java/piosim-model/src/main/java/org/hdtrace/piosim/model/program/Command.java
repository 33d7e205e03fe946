// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;

/**
 * One step of a program. Immutable.
 *
 * <p>All ranks are ranks in WORLD, all sizes bytes. Transfers to or from {@code MPI_PROC_NULL} never appear here: what
 * is left of them does, as a command that keeps the {@link Origin} of the whole.
 */
public sealed interface Command
        permits Command.Collective,
                Compute,
                Command.Send,
                Command.Recv,
                Command.Sendrecv,
                Command.Start,
                Command.Wait,
                FileTransfer,
                FileControl,
                OneSided,
                Probing {
    /** Source of a receive that takes from anybody. */
    int ANY_SOURCE = -1;

    /** Tag of a receive that takes any. */
    int ANY_TAG = -1;

    /** Root of a command that has none. */
    int NO_ROOT = -1;

    /** Request of a command that its rank waits for at once. */
    long BLOCKING = -1;

    CommandType type();

    /** The state that a simulated run writes for this command. */
    Origin origin();

    /** The communicator it is called in; null when it concerns the calling rank only. */
    default Communicator communicator() {
        return null;
    }

    /** The root in WORLD, {@link #NO_ROOT} when there is none. */
    default int root() {
        return NO_ROOT;
    }

    /** The size that the command states. */
    default long bytes() {
        return 0;
    }

    /** The number that a later {@link Wait} of the same rank names, {@link #BLOCKING} when there is none. */
    default long request() {
        return BLOCKING;
    }

    /** Whether it is a {@link Collective}; asking for the interface takes far longer where it isn't. */
    default boolean isCollective() {
        return false;
    }

    /** A command of several ranks together. */
    sealed interface Collective extends Command
            permits Command.GlobalSync,
                    CollectiveCall,
                    Command.FileOpen,
                    Command.FileClose,
                    Command.FileSetView,
                    FileAccess.Together,
                    PointerAccess.Ordered,
                    FileControl.Together,
                    OneSided.Together {
        @Override
        Communicator communicator();

        @Override
        default boolean isCollective() {
            return true;
        }
    }

    /** All ranks of the application wait for each other: {@code MPI_Init} and {@code MPI_Finalize}. */
    record GlobalSync(Communicator communicator, Origin origin) implements Collective {
        public GlobalSync {
            required(communicator, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.GLOBAL_SYNC;
        }
    }

    /**
     * Sends a message to one rank.
     *
     * @param target receiving rank
     * @param request number that a later {@link Wait} of the same thread names, {@link #BLOCKING} for none
     */
    record Send(int target, int tag, long bytes, Communicator communicator, SendMode mode, long request, Origin origin)
            implements Command {
        public Send {
            Amounts.bytes("bytes", bytes);
            Amounts.notNegative("target", target);
            Objects.requireNonNull(mode, "mode");
            required(communicator, origin);
        }

        /** A standard send. */
        public Send(int target, int tag, long bytes, Communicator communicator, long request, Origin origin) {
            this(target, tag, bytes, communicator, SendMode.STANDARD, request, origin);
        }

        /** A standard send that its rank waits for. */
        public Send(int target, int tag, long bytes, Communicator communicator, Origin origin) {
            this(target, tag, bytes, communicator, BLOCKING, origin);
        }

        @Override
        public CommandType type() {
            return mode.type(request == BLOCKING);
        }
    }

    /**
     * Takes one message.
     *
     * @param source sending rank or {@link #ANY_SOURCE}
     * @param tag or {@link #ANY_TAG}
     * @param request number that a later {@link Wait} of the same rank names, {@link #BLOCKING} for none
     */
    record Recv(int source, int tag, Communicator communicator, long request, Origin origin) implements Command {
        public Recv {
            required(communicator, origin);
        }

        /** A blocking receive. */
        public Recv(int source, int tag, Communicator communicator, Origin origin) {
            this(source, tag, communicator, BLOCKING, origin);
        }

        @Override
        public CommandType type() {
            return request == BLOCKING ? CommandType.RECV : CommandType.IRECV;
        }
    }

    /** A send and a receive at the same time; with a request it is complete when both are. */
    record Sendrecv(
            int target,
            int sendTag,
            long bytes,
            int source,
            int recvTag,
            Communicator communicator,
            long request,
            Origin origin)
            implements Command {
        public Sendrecv {
            Amounts.bytes("bytes", bytes);
            Amounts.notNegative("target", target);
            required(communicator, origin);
        }

        /** One that its rank waits for. */
        public Sendrecv(
                int target,
                int sendTag,
                long bytes,
                int source,
                int recvTag,
                Communicator communicator,
                Origin origin) {
            this(target, sendTag, bytes, source, recvTag, communicator, BLOCKING, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.SENDRECV;
        }
    }

    /**
     * Starts persistent operations.
     *
     * @param operations what is to be done, each with a request, which is free again when it has been waited for
     */
    record Start(List<Command> operations, Origin origin) implements Command {
        public Start {
            operations = List.copyOf(operations);
            Objects.requireNonNull(origin, "origin");
            if (operations.stream().anyMatch(operation -> operation.request() == BLOCKING)) {
                throw new IllegalArgumentException("operations: each needs a request");
            }
        }

        @Override
        public CommandType type() {
            return CommandType.START;
        }
    }

    /**
     * Waits for requests; those that were never started or have been waited for are complete.
     *
     * @param until which of the others have to be complete
     */
    record Wait(List<Long> requests, Until until, Origin origin) implements Command {
        /** How many requests a wait is for. */
        public enum Until {
            /** All of them. */
            ALL,
            /** One; of several that are complete already the first in the list. */
            ANY,
            /** One, and all that are complete when the wait begins. */
            SOME
        }

        public Wait {
            requests = List.copyOf(requests);
            Objects.requireNonNull(until, "until");
            Objects.requireNonNull(origin, "origin");
        }

        /** A wait for all requests. */
        public Wait(List<Long> requests, Origin origin) {
            this(requests, Until.ALL, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.WAIT;
        }
    }

    /**
     * Opens a file.
     *
     * @param hints what the program says about it
     */
    record FileOpen(ApplicationFile file, Opening opening, FileHints hints, Communicator communicator, Origin origin)
            implements Collective {
        public FileOpen {
            Objects.requireNonNull(file, "file");
            Objects.requireNonNull(opening, "opening");
            Objects.requireNonNull(hints, "hints");
            required(communicator, origin);
        }

        /** One of a file that the same ranks don't have open already. */
        public FileOpen(
                ApplicationFile file, boolean truncate, FileHints hints, Communicator communicator, Origin origin) {
            this(file, truncate ? Opening.EMPTIED : Opening.CREATED, hints, communicator, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_OPEN;
        }
    }

    /**
     * Closes a file.
     *
     * @param deletes whether the file goes, see {@link Opening#deletes}
     * @param communicator that the file was opened with
     */
    record FileClose(ApplicationFile file, boolean deletes, Communicator communicator, Origin origin)
            implements Collective {
        public FileClose {
            Objects.requireNonNull(file, "file");
            required(communicator, origin);
        }

        /** One of a file that stays. */
        public FileClose(ApplicationFile file, Communicator communicator, Origin origin) {
            this(file, false, communicator, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_CLOSE;
        }
    }

    /**
     * Chooses what a rank sees of a file. Later accesses already are what this view makes of them.
     *
     * @param displacement first byte of the view in the file
     * @param etype number of the rank's datatype in which the program counts
     * @param fileType number of the rank's datatype whose bytes are visible
     * @param opening see {@link Opening#number}
     */
    record FileSetView(
            ApplicationFile file,
            int opening,
            long displacement,
            long etype,
            long fileType,
            Communicator communicator,
            Origin origin)
            implements Collective {
        public FileSetView {
            Objects.requireNonNull(file, "file");
            required(communicator, origin);
        }

        @Override
        public CommandType type() {
            return CommandType.FILE_SET_VIEW;
        }
    }

    private static void required(Communicator communicator, Origin origin) {
        Objects.requireNonNull(communicator, "communicator");
        Objects.requireNonNull(origin, "origin");
    }

    /** An {@link IllegalArgumentException} naming the type unless it is one of some. */
    static void requireType(Set<CommandType> types, CommandType type) {
        if (!types.contains(type)) {
            throw new IllegalArgumentException("type=" + type + ": must be one of " + types);
        }
    }
}
