// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.hdtrace.piosim.model.cluster.CommandType;

/** Commands on the memory of other ranks: chapter 12 of MPI 4.0. Ranks are ranks in WORLD. */
public sealed interface OneSided extends Command {
    /** Target of a command that concerns all ranks of the window. */
    int EVERYBODY = -1;

    Window window();

    @Override
    default Communicator communicator() {
        return window().communicator();
    }

    /**
     * All ranks of the window make it, free it, or end an epoch and begin the next.
     *
     * @param type {@code WIN_CREATE}, {@code WIN_FREE} or {@code WIN_FENCE}
     */
    record Together(CommandType type, Window window, Origin origin) implements OneSided, Command.Collective {
        private static final Set<CommandType> TYPES =
                EnumSet.of(CommandType.WIN_CREATE, CommandType.WIN_FREE, CommandType.WIN_FENCE);

        public Together {
            required(TYPES, type, window, origin);
        }

        @Override
        public Communicator communicator() {
            return window.communicator();
        }
    }

    /**
     * Moves data to or from the target, or both. The call itself only begins it.
     *
     * @param type {@code PUT}, {@code GET}, {@code ACCUMULATE}, {@code GET_ACCUMULATE}, {@code FETCH_AND_OP} or {@code
     *     COMPARE_AND_SWAP}
     * @param target whose memory it is
     * @param bytes of the data that are moved one way
     * @param request number that a later {@link Command.Wait} of the same thread names, which ends when the origin's
     *     memory can be used again; {@link #BLOCKING} for none
     */
    record Transfer(CommandType type, Window window, int target, long bytes, long request, Origin origin)
            implements OneSided {
        private static final Set<CommandType> TYPES = EnumSet.of(
                CommandType.PUT,
                CommandType.GET,
                CommandType.ACCUMULATE,
                CommandType.GET_ACCUMULATE,
                CommandType.FETCH_AND_OP,
                CommandType.COMPARE_AND_SWAP);

        public Transfer {
            required(TYPES, type, window, origin);
            member(window, target);
            Amounts.notNegative("bytes", bytes);
        }
    }

    /**
     * Begins or ends an epoch with a group of ranks.
     *
     * @param type {@code WIN_POST}, {@code WIN_START}, {@code WIN_COMPLETE} or {@code WIN_WAIT}
     * @param ranks those that may access the memory, or whose memory is going to be accessed; empty at the end of an
     *     epoch, whose beginning has named them
     * @param checked false when the program guarantees that posts come before starts, so that nobody tells so
     */
    record Group(CommandType type, Window window, List<Integer> ranks, boolean checked, Origin origin)
            implements OneSided {
        private static final Set<CommandType> TYPES =
                EnumSet.of(CommandType.WIN_POST, CommandType.WIN_START, CommandType.WIN_COMPLETE, CommandType.WIN_WAIT);

        public Group {
            required(TYPES, type, window, origin);
            ranks = List.copyOf(ranks);
            ranks.forEach(rank -> member(window, rank));
            if (!ranks.isEmpty() && (type == CommandType.WIN_COMPLETE || type == CommandType.WIN_WAIT)) {
                throw new IllegalArgumentException("ranks=" + ranks + ": the beginning of the epoch has named them");
            }
        }
    }

    /**
     * Begins or ends an epoch that the target takes no part in, or waits for transfers in it.
     *
     * @param type {@code WIN_LOCK}, {@code WIN_UNLOCK}, {@code WIN_FLUSH} or {@code WIN_FLUSH_LOCAL}
     * @param target a rank or {@link #EVERYBODY}
     * @param lock what a {@code WIN_LOCK} asks for; {@link Lock#NONE} for the others
     */
    record Passive(CommandType type, Window window, int target, Lock lock, Origin origin) implements OneSided {
        private static final Set<CommandType> TYPES = EnumSet.of(
                CommandType.WIN_LOCK, CommandType.WIN_UNLOCK, CommandType.WIN_FLUSH, CommandType.WIN_FLUSH_LOCAL);

        public Passive {
            required(TYPES, type, window, origin);
            if (target != EVERYBODY) {
                member(window, target);
            }
            if ((lock == Lock.NONE) == (type == CommandType.WIN_LOCK)) {
                throw new IllegalArgumentException("lock=" + lock + " of " + type);
            }
        }
    }

    /** How much others are kept away. */
    enum Lock {
        /** It isn't a lock. */
        NONE,
        /** Others may have a shared lock at the same time. */
        SHARED,
        /** Nobody else has one. */
        EXCLUSIVE,
        /** The program guarantees that nobody else has one that conflicts, so that the target isn't asked. */
        UNCHECKED
    }

    private static void required(Set<CommandType> types, CommandType type, Window window, Origin origin) {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(origin, "origin");
        Command.requireType(types, type);
    }

    private static void member(Window window, int rank) {
        if (!window.communicator().contains(rank)) {
            throw new IllegalArgumentException("rank=" + rank + ": not a member of " + window);
        }
    }
}
