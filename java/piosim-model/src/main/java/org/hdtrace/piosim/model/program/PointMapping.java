// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/** Messages between two ranks. */
final class PointMapping {
    private PointMapping() {}

    static void rows(MappingTable table) {
        table.threeForms("Send", sends(SendMode.STANDARD));
        table.threeForms("Ssend", sends(SendMode.SYNCHRONOUS));
        table.threeForms("Bsend", sends(SendMode.BUFFERED));
        table.threeForms("Rsend", sends(SendMode.READY));
        table.threeForms("Recv", PointMapping::receive);
        table.twoForms("Sendrecv", (call, request) -> exchange(call, "size", request));
        // The size of the other attribute is that of what came in.
        table.twoForms("Sendrecv_replace", (call, request) -> exchange(call, "sendSize", request));
    }

    private static MappingTable.Operation sends(SendMode mode) {
        return (call, request) -> {
            long target = call.peer("toRank");
            return target < 0
                    ? null
                    : new Command.Send(
                            (int) target,
                            call.tag("toTag"),
                            call.number("size"),
                            call.communicator(),
                            mode,
                            request,
                            call.origin());
        };
    }

    private static Command receive(RecordedCall call, long request) throws NotExecutable {
        long source = call.peer("fromRank");
        // Older traces have the source as posted, so any negative one may stand for anybody.
        if (call.realSources() && (request == Command.BLOCKING ? source < 0 : source == RecordedCall.NOBODY)) {
            return null;
        }
        return new Command.Recv(
                RecordedCall.source(source), call.tag("fromTag"), call.communicator(), request, call.origin());
    }

    private static Command exchange(RecordedCall call, String size, long request) throws NotExecutable {
        long target = call.peer("toRank");
        long source = call.peer("fromRank");
        boolean posted = !call.realSources() || request != Command.BLOCKING;
        boolean receives = source >= 0 || (posted && source != RecordedCall.NOBODY);
        if (target < 0) {
            return receives ? receive(call, request) : null;
        }
        int toTag = call.tag("toTag");
        long bytes = call.number(size);
        Communicator communicator = call.communicator();
        if (!receives) {
            return new Command.Send((int) target, toTag, bytes, communicator, request, call.origin());
        }
        return new Command.Sendrecv(
                (int) target,
                toTag,
                bytes,
                RecordedCall.source(source),
                call.tag("fromTag"),
                communicator,
                request,
                call.origin());
    }
}
