// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;

/** Making communicators; what was made is in the project. */
final class CommunicatorMapping {
    /** What each rank tells all others to split a communicator: two integers, colour and key. */
    private static final long COLOR_AND_KEY = 8;

    private CommunicatorMapping() {}

    static void rows(MappingTable table) {
        for (String name : List.of(
                "Comm_create",
                "Comm_dup",
                "Comm_dup_with_info",
                "Cart_create",
                "Graph_create",
                "Dist_graph_create",
                "Dist_graph_create_adjacent")) {
            table.blocking(name, (call, request) -> create(call, call.communicator(), 0, request));
        }
        for (String name : List.of("Comm_split", "Comm_split_type", "Cart_sub")) {
            table.blocking(name, (call, request) -> create(call, call.communicator(), COLOR_AND_KEY, request));
        }
        for (String name : List.of("Comm_idup", "Comm_idup_with_info")) {
            table.nonblocking(name, (call, request) -> create(call, call.communicator(), 0, request));
        }
        // Called by those that will be members only; for the others nothing is made.
        for (String name : List.of("Comm_create_group", "Comm_create_from_group", "Intercomm_merge")) {
            table.blocking(name, (call, request) -> ofMembers(call, request));
        }
        // Both sides agree, through their leaders.
        table.blocking("Intercomm_create", (call, request) -> create(call, call.communicator("newcid"), 0, request));
    }

    private static Command ofMembers(RecordedCall call, long request) throws NotExecutable {
        return call.attributes().getLong("newcid", -1) < 0
                ? null
                : create(call, call.intracommunicator("newcid"), 0, request);
    }

    private static Command create(RecordedCall call, Communicator communicator, long bytes, long request) {
        return new CollectiveCall(
                CommandType.COMM_CREATE,
                communicator,
                Command.NO_ROOT,
                new Volume.Uniform(bytes),
                request,
                call.origin());
    }
}
