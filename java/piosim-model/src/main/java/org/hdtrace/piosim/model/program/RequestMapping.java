// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;

/** Starting, waiting for and giving up requests. */
final class RequestMapping {
    private RequestMapping() {}

    static void rows(MappingTable table) {
        table.row("Start", call -> start(table, call));
        table.row("Startall", call -> start(table, call));
        table.row("Wait", call -> await(call, element -> true));
        table.row("Waitall", call -> await(call, element -> true));
        table.row("Waitany", call -> awaitFirst(call, Command.Wait.Until.ANY));
        table.row("Waitsome", call -> awaitFirst(call, Command.Wait.Until.SOME));
        for (String name : List.of("Test", "Testany", "Testall", "Testsome")) {
            table.row(name, RequestMapping::awaitDone);
        }
        table.row("Request_get_status", RequestMapping::look);
        table.row("Request_free", call -> {
            call.requests().free(call.request());
            return null;
        });
    }

    /** Those that were cancelled, or are transfers with nobody, aren't started. */
    private static Command start(MappingTable table, RecordedCall call) throws NotExecutable {
        List<Command> operations = new ArrayList<>();
        for (DataElement element : call.children("For")) {
            for (DataElement made : element.children()) {
                make(table, call, made);
            }
            long request = request(call, element);
            Command kept = kept(call, request);
            Command operation = kept == null ? null : call.asItWent(kept);
            if (operation != null) {
                operations.add(call.requests().start(operation));
            }
        }
        return operations.isEmpty() ? call.nothing() : new Command.Start(operations, call.origin());
    }

    /** Programs that never ran have no calls that make requests: where one is started, an element tells what it does. */
    private static void make(MappingTable table, RecordedCall call, DataElement made) throws NotExecutable {
        Mapping mapping = made.name().endsWith("_init") ? table.find(made.name()) : null;
        if (mapping == null) {
            throw new NotExecutable(call.state().name() + " of " + made.name());
        }
        mapping.map(call.told(made));
    }

    private static Command kept(RecordedCall call, long request) throws NotExecutable {
        Partitions partitions = call.requests().partitions(request);
        if (partitions != null) {
            return partitions.begin();
        }
        if (!call.requests().isKept(request)) {
            throw new NotExecutable(call.state().name() + " of a request that its thread didn't make");
        }
        return call.requests().kept(request);
    }

    /** Waits for what was complete at the end of the call; the others go on. */
    private static Command awaitDone(RecordedCall call) throws NotExecutable {
        for (DataElement element : call.children("For")) {
            if (element.attributes().get("done") == null) {
                throw call.unusable("done");
            }
        }
        return await(call, element -> element.attributes().getLong("done", 0) == 1);
    }

    /** Older traces, and programs that never ran, don't tell what was complete: then the wait is for whatever is first. */
    private static Command awaitFirst(RecordedCall call, Command.Wait.Until until) throws NotExecutable {
        boolean told = call.children("For").stream()
                .anyMatch(element -> element.attributes().get("done") != null);
        if (told || call.realSources()) {
            return awaitDone(call);
        }
        List<Long> requests = new ArrayList<>();
        for (DataElement element : call.children("For")) {
            long request = request(call, element);
            if (call.requests().isStarted(request)) {
                requests.add(request);
            }
        }
        return new Command.Wait(requests, until, call.origin());
    }

    private static Command await(RecordedCall call, Predicate<DataElement> ended) throws NotExecutable {
        List<Long> requests = new ArrayList<>();
        for (DataElement element : call.children("For")) {
            long request = request(call, element);
            if (ended.test(element) && call.requests().complete(request)) {
                requests.add(request);
            }
        }
        return new Command.Wait(requests, call.origin());
    }

    /** Waits for a request that was found complete, without giving it up: a later wait for it ends at once. */
    private static Command look(RecordedCall call) throws NotExecutable {
        if (!call.flag() || !call.requests().isStarted(call.request())) {
            return call.nothing();
        }
        return new Command.Wait(List.of(call.request()), call.origin());
    }

    private static long request(RecordedCall call, DataElement element) throws NotExecutable {
        long request = Concept.REQUEST.of(element.attributes(), -1);
        if (request < 0) {
            throw call.unusable("request");
        }
        return request;
    }
}
