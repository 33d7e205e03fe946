// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.piosim.model.cluster.CommandType;

/** Accesses to the memory of other ranks, and what opens and closes it. */
final class WindowMapping {
    private static final Map<String, CommandType> WITH_REQUEST = Map.of(
            "Put", CommandType.PUT,
            "Get", CommandType.GET,
            "Accumulate", CommandType.ACCUMULATE,
            "Get_accumulate", CommandType.GET_ACCUMULATE);

    /** {@code MPI_MODE_NOCHECK} of MPICH and of Open MPI; neither has the other's bit for anything that is asked for here. */
    private static final long NO_CHECK = 1024 | 1;

    private WindowMapping() {}

    static void rows(MappingTable table) {
        for (String name : RecordedWindows.making()) {
            table.blocking(name, together(CommandType.WIN_CREATE));
        }
        table.blocking("Win_free", together(CommandType.WIN_FREE));
        table.blocking("Win_fence", together(CommandType.WIN_FENCE));
        WITH_REQUEST.forEach((name, type) -> {
            table.blocking(name, transfer(type));
            table.nonblocking("R" + name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), transfer(type));
        });
        table.blocking("Fetch_and_op", transfer(CommandType.FETCH_AND_OP));
        table.blocking("Compare_and_swap", transfer(CommandType.COMPARE_AND_SWAP));
        table.blocking("Win_post", (call, request) -> begin(call, CommandType.WIN_POST, "Origin"));
        table.blocking("Win_start", (call, request) -> begin(call, CommandType.WIN_START, "Target"));
        table.blocking("Win_complete", (call, request) -> end(call, CommandType.WIN_COMPLETE));
        table.blocking("Win_wait", (call, request) -> end(call, CommandType.WIN_WAIT));
        // One that found the epoch going on takes no time, as other tests.
        table.blocking("Win_test", (call, request) -> call.flag() ? end(call, CommandType.WIN_WAIT) : null);
        table.blocking("Win_lock", (call, request) -> one(call, CommandType.WIN_LOCK, lock(call)));
        table.blocking("Win_unlock", (call, request) -> one(call, CommandType.WIN_UNLOCK, OneSided.Lock.NONE));
        table.blocking("Win_flush", (call, request) -> one(call, CommandType.WIN_FLUSH, OneSided.Lock.NONE));
        table.blocking(
                "Win_flush_local", (call, request) -> one(call, CommandType.WIN_FLUSH_LOCAL, OneSided.Lock.NONE));
        table.blocking("Win_lock_all", (call, request) -> all(call, CommandType.WIN_LOCK, ofAll(call)));
        table.blocking("Win_unlock_all", (call, request) -> all(call, CommandType.WIN_UNLOCK, OneSided.Lock.NONE));
        table.blocking("Win_flush_all", (call, request) -> all(call, CommandType.WIN_FLUSH, OneSided.Lock.NONE));
        table.blocking(
                "Win_flush_local_all", (call, request) -> all(call, CommandType.WIN_FLUSH_LOCAL, OneSided.Lock.NONE));
    }

    private static MappingTable.Operation together(CommandType type) {
        return (call, request) -> new OneSided.Together(type, call.window(), call.origin());
    }

    private static MappingTable.Operation transfer(CommandType type) {
        return (call, request) -> {
            Window window = call.window();
            long bytes = call.number("size");
            // Without data of the origin, as MPI_NO_OP has none, it is an atomic read.
            boolean reads =
                    type == CommandType.GET_ACCUMULATE && call.attributes().getLong("originCount", -1) == 0;
            int target = target(call, window);
            return target < 0
                    ? null
                    : new OneSided.Transfer(
                            reads ? CommandType.GET : type, window, target, bytes, request, call.origin());
        };
    }

    private static Command begin(RecordedCall call, CommandType type, String element) throws NotExecutable {
        Window window = call.window();
        long count = call.number("processes");
        List<Integer> ranks = new ArrayList<>();
        for (DataElement each : call.children(element)) {
            long rank = each.attributes().getLong("rank", -1);
            if (rank < 0 || rank > Integer.MAX_VALUE || !window.communicator().contains((int) rank)) {
                throw call.unusable(element);
            }
            ranks.add((int) rank);
        }
        if (ranks.size() != count) {
            throw call.unusable(element);
        }
        return new OneSided.Group(type, window, ranks, !unchecked(call), call.origin());
    }

    private static Command end(RecordedCall call, CommandType type) throws NotExecutable {
        return new OneSided.Group(type, call.window(), List.of(), true, call.origin());
    }

    private static Command one(RecordedCall call, CommandType type, OneSided.Lock lock) throws NotExecutable {
        Window window = call.window();
        int target = target(call, window);
        return target < 0 ? null : new OneSided.Passive(type, window, target, lock, call.origin());
    }

    private static Command all(RecordedCall call, CommandType type, OneSided.Lock lock) throws NotExecutable {
        return new OneSided.Passive(type, call.window(), OneSided.EVERYBODY, lock, call.origin());
    }

    private static OneSided.Lock lock(RecordedCall call) {
        if (unchecked(call)) {
            return OneSided.Lock.UNCHECKED;
        }
        String type = call.attributes().get("lockType");
        return "EXCLUSIVE".equals(type) ? OneSided.Lock.EXCLUSIVE : OneSided.Lock.SHARED;
    }

    private static OneSided.Lock ofAll(RecordedCall call) {
        return unchecked(call) ? OneSided.Lock.UNCHECKED : OneSided.Lock.SHARED;
    }

    private static boolean unchecked(RecordedCall call) {
        return (call.attributes().getLong("assert", 0) & NO_CHECK) != 0;
    }

    /** The target's rank in WORLD; negative for nobody. */
    private static int target(RecordedCall call, Window window) throws NotExecutable {
        long target = call.peer("targetRank");
        if (target >= 0 && !window.communicator().contains((int) target)) {
            throw call.unusable("targetRank");
        }
        return (int) Math.max(-1, target);
    }
}
