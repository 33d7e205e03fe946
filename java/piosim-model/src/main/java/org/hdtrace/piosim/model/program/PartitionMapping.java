// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;

/**
 * Messages in partitions. Each is one message here, which is sent when its last partition is ready; the receiver waits for
 * it when it has found the last of its partitions, or waits for the request. Source: MPI 4.0, section 4.2, which leaves open in
 * how many messages partitions travel.
 */
final class PartitionMapping {
    /** What no program asks for; keeps a damaged trace from filling the memory. */
    private static final int MOST = 1 << 20;

    private PartitionMapping() {}

    static void rows(MappingTable table) {
        table.row("Psend_init", PartitionMapping::send);
        table.row("Precv_init", PartitionMapping::receive);
        table.row("Pready", call -> ready(call, 1));
        table.row("Pready_range", call -> ready(call, call.number("last") - call.number("first") + 1));
        table.row("Pready_list", call -> ready(call, call.number("count")));
        table.row("Parrived", PartitionMapping::arrived);
    }

    private static Command send(RecordedCall call) throws NotExecutable {
        long target = call.peer("toRank");
        Command operation = target < 0
                ? null
                : new Command.Send(
                        (int) target,
                        call.tag("toTag"),
                        call.number("size"),
                        call.communicator(),
                        call.request(),
                        call.origin());
        call.requests()
                .keep(call.request(), new Partitions(bounded(call, "partitions"), true, call.checked(operation)));
        return null;
    }

    private static Command receive(RecordedCall call) throws NotExecutable {
        long source = call.peer("fromRank");
        Command operation = source < 0
                ? null
                : new Command.Recv(
                        (int) source, call.tag("fromTag"), call.communicator(), call.request(), call.origin());
        call.requests()
                .keep(call.request(), new Partitions(bounded(call, "partitions"), false, call.checked(operation)));
        return null;
    }

    private static Command ready(RecordedCall call, long count) throws NotExecutable {
        Command operation = partitions(call).ready(count);
        return operation == null
                ? call.nothing()
                : new Command.Start(List.of(call.requests().start(operation)), call.origin());
    }

    private static Command arrived(RecordedCall call) throws NotExecutable {
        Partitions partitions = partitions(call);
        boolean waits = call.flag()
                && partitions.arrived(bounded(call, "partition"))
                && call.requests().isStarted(call.request());
        return waits ? new Command.Wait(List.of(call.request()), call.origin()) : call.nothing();
    }

    private static Partitions partitions(RecordedCall call) throws NotExecutable {
        Partitions partitions = call.requests().partitions(call.request());
        if (partitions == null) {
            throw new NotExecutable(call.state().name() + " of a request that its thread didn't make");
        }
        return partitions;
    }

    private static int bounded(RecordedCall call, String attribute) throws NotExecutable {
        long number = call.number(attribute);
        if (number > MOST) {
            throw call.unusable(attribute);
        }
        return (int) number;
    }
}
