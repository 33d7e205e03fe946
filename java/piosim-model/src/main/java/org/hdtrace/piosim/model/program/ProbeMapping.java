// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

/** Looking for messages, and receiving those that were found. */
final class ProbeMapping {
    private ProbeMapping() {}

    static void rows(MappingTable table) {
        table.blocking("Probe", (call, request) -> probe(call, false));
        table.blocking("Mprobe", (call, request) -> probe(call, true));
        // Those that found nothing take no time: what a program does instead is the time between its calls.
        table.blocking("Iprobe", (call, request) -> call.flag() ? probe(call, false) : null);
        table.blocking("Improbe", (call, request) -> call.flag() ? probe(call, true) : null);
        table.blocking("Mrecv", (call, request) -> receive(call));
        table.nonblocking("Imrecv", ProbeMapping::receiveLater);
    }

    private static Command probe(RecordedCall call, boolean takes) throws NotExecutable {
        long source = call.peer("fromRank");
        if (source < 0 && call.realSources()) {
            return null;
        }
        int tag = call.tag("fromTag");
        Communicator communicator = call.communicator();
        long bytes = call.attributes().getLong("size", -1);
        long message = takes ? call.messages().found(source, tag, bytes, communicator) : Probing.LEAVE;
        return new Probing.Probe(RecordedCall.source(source), tag, message, communicator, call.origin());
    }

    private static Command receive(RecordedCall call) throws NotExecutable {
        long source = call.peer("fromRank");
        if (source < 0 && call.realSources()) {
            return null;
        }
        Communicator communicator = call.communicator();
        long bytes = call.attributes().getLong("size", -1);
        long message = call.messages().take(source, call.tag("fromTag"), bytes, communicator);
        return matched(call, message, Command.BLOCKING, communicator);
    }

    /** Only its completion tells what it receives. */
    private static Command receiveLater(RecordedCall call, long request) throws NotExecutable {
        if (call.attributes().getLong("cid", -1) < 0) {
            return null;
        }
        Communicator communicator = call.communicator();
        Completions.Completion ended = call.completion(request);
        long message = ended == null
                ? call.messages().takeFirst(communicator)
                : call.messages().take(ended.source(), ended.tag(), ended.bytes(), communicator);
        return matched(call, message, request, communicator);
    }

    private static Command matched(RecordedCall call, long message, long request, Communicator communicator)
            throws NotExecutable {
        if (message < 0) {
            throw new NotExecutable(call.state().name() + " of a message that no probe has taken");
        }
        return new Probing.MatchedRecv(message, request, communicator, call.origin());
    }
}
