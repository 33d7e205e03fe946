// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The requests of one thread by the numbers of its trace: what was started, and what can be started again and again. */
final class StartedRequests {
    private final Set<Long> started = new HashSet<>();
    /** Null for a transfer with nobody. */
    private final Map<Long, Command> persistent = new HashMap<>();

    private final Map<Long, Partitions> partitioned = new HashMap<>();

    /** A command that a later wait may name; the same command. */
    Command start(Command command) {
        if (command.request() != Command.BLOCKING) {
            started.add(command.request());
        }
        return command;
    }

    /** Something persistent, null for a transfer with nobody. */
    void keep(long request, Command command) {
        persistent.put(request, command);
    }

    /** Whether something persistent was kept. */
    boolean isKept(long request) {
        return persistent.containsKey(request);
    }

    /** What was kept; null for a transfer with nobody. */
    Command kept(long request) {
        return persistent.get(request);
    }

    void keep(long request, Partitions partitions) {
        partitioned.put(request, partitions);
    }

    /** The partitions that were kept, or null. */
    Partitions partitions(long request) {
        return partitioned.get(request);
    }

    /** Nobody asks for the request any more. */
    void free(long request) {
        started.remove(request);
        persistent.remove(request);
        partitioned.remove(request);
    }

    /** Whether a wait for the request may last. What was never started here, as a transfer with nobody, is complete. */
    boolean isStarted(long request) {
        return started.contains(request);
    }

    /** The wait for a request is over. Whether it may have lasted. */
    boolean complete(long request) {
        return started.remove(request);
    }
}
