// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Appends one-sided communication in one window to a program, see {@link ProgramBuilder#in}. Ranks are ranks in WORLD. Not
 * safe for use by several threads.
 *
 * <pre>{@code
 * Window window = program.createWindow(program.world());
 * program.in(window).fence().put(0, 1, 1024).fence().free();
 * }</pre>
 */
public final class OneSidedBuilder {
    private final ProgramBuilder program;
    private final Window window;

    OneSidedBuilder(ProgramBuilder program, Window window) {
        this.program = program;
        this.window = window;
    }

    /** The end of an epoch, and the beginning of another, for every rank of the window. */
    public OneSidedBuilder fence() {
        return together(CommandType.WIN_FENCE);
    }

    /** The end of the window for all its ranks. */
    public OneSidedBuilder free() {
        return together(CommandType.WIN_FREE);
    }

    public OneSidedBuilder put(int rank, int target, long bytes) {
        return transfer(CommandType.PUT, rank, target, bytes, Command.BLOCKING);
    }

    public OneSidedBuilder get(int rank, int target, long bytes) {
        return transfer(CommandType.GET, rank, target, bytes, Command.BLOCKING);
    }

    public OneSidedBuilder accumulate(int rank, int target, long bytes) {
        return transfer(CommandType.ACCUMULATE, rank, target, bytes, Command.BLOCKING);
    }

    /**
     * Any transfer.
     *
     * @param type see {@link OneSided.Transfer}
     * @param request number for a wait, {@link Command#BLOCKING} for none
     */
    public OneSidedBuilder transfer(CommandType type, int rank, int target, long bytes, long request) {
        Origin origin = WindowStates.transfer(type, window, target, bytes, request);
        return add(rank, new OneSided.Transfer(type, window, target, bytes, request, origin));
    }

    /** A rank lets others access its memory, and goes on. */
    public OneSidedBuilder post(int rank, Integer... origins) {
        return group(CommandType.WIN_POST, rank, List.of(origins));
    }

    /** A rank begins to access the memory of others as soon as they have let it. */
    public OneSidedBuilder start(int rank, Integer... targets) {
        return group(CommandType.WIN_START, rank, List.of(targets));
    }

    /** The end of what {@link #start} began. */
    public OneSidedBuilder complete(int rank) {
        return group(CommandType.WIN_COMPLETE, rank, List.of());
    }

    /** A rank waits until all that it has let access its memory are done. */
    public OneSidedBuilder await(int rank) {
        return group(CommandType.WIN_WAIT, rank, List.of());
    }

    /**
     * A lock at a target or at {@link OneSided#EVERYBODY}.
     *
     * @param lock not {@link OneSided.Lock#NONE}
     */
    public OneSidedBuilder lock(int rank, int target, OneSided.Lock lock) {
        return passive(CommandType.WIN_LOCK, rank, target, lock);
    }

    /** The end of what {@link #lock} began. */
    public OneSidedBuilder unlock(int rank, int target) {
        return passive(CommandType.WIN_UNLOCK, rank, target, OneSided.Lock.NONE);
    }

    /** A wait until transfers are complete at the target or at {@link OneSided#EVERYBODY}. */
    public OneSidedBuilder flush(int rank, int target) {
        return passive(CommandType.WIN_FLUSH, rank, target, OneSided.Lock.NONE);
    }

    /** A wait until the memory that transfers use at the origin can be used again. */
    public OneSidedBuilder flushLocal(int rank, int target) {
        return passive(CommandType.WIN_FLUSH_LOCAL, rank, target, OneSided.Lock.NONE);
    }

    /** The window's making, by every rank; a builder does it once, first of all. */
    OneSidedBuilder create() {
        return together(CommandType.WIN_CREATE);
    }

    private OneSidedBuilder together(CommandType type) {
        Command command = new OneSided.Together(type, window, WindowStates.together(type, window));
        for (int local = 0; local < window.communicator().size(); local++) {
            add(window.communicator().worldRank(local), command);
        }
        return this;
    }

    private OneSidedBuilder group(CommandType type, int rank, List<Integer> ranks) {
        return add(rank, new OneSided.Group(type, window, ranks, true, WindowStates.group(type, window, ranks, true)));
    }

    private OneSidedBuilder passive(CommandType type, int rank, int target, OneSided.Lock lock) {
        Origin origin = WindowStates.passive(type, window, target, lock);
        return add(rank, new OneSided.Passive(type, window, target, lock, origin));
    }

    private OneSidedBuilder add(int rank, Command command) {
        if (!window.communicator().contains(rank)) {
            throw new IllegalArgumentException("rank=" + rank + ": not a member of " + window);
        }
        program.add(rank, command);
        return this;
    }
}
