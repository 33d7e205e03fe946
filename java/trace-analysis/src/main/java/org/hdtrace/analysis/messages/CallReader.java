// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.messages.TraceRequests.Partner;
import org.hdtrace.analysis.messages.TraceRequests.Transfers;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;

/** Tells a matcher what the states of all ranks send, receive and complete. Thread: one thread at a time. */
final class CallReader {
    private final CommunicatorIds communicators;
    private final MessageMatcher matcher;
    private final Map<Integer, TraceRequests> requests = new HashMap<>();

    CallReader(CommunicatorIds communicators, MessageMatcher matcher) {
        this.communicators = communicators;
        this.matcher = matcher;
    }

    /** Calls come in the order of their keys. */
    void add(RecordedCall call) {
        switch (call.kind()) {
            case SEND, RECEIVE, EXCHANGE -> begin(call.call(), transfers(call), call.request());
            case SEND_INIT, RECEIVE_INIT ->
                requestsOf(call.call().rank()).persistent.put(call.request(), transfers(call));
            case START -> start(call.call(), call.request(), call.data());
            default -> complete(call.call(), call.kind(), call.data());
        }
    }

    /** What was not completed ended with its own call. */
    void finish() {
        requests.values().forEach(rank -> {
            List.copyOf(rank.running.values()).forEach(this::endUnlessOpen);
            rank.running.clear();
        });
    }

    private void endUnlessOpen(Receive receive) {
        if (receive.isOpen()) {
            matcher.cancel(receive);
        } else {
            matcher.end(receive);
        }
    }

    private TraceRequests requestsOf(int rank) {
        return requests.computeIfAbsent(rank, unused -> new TraceRequests());
    }

    private Transfers transfers(RecordedCall call) {
        int context = communicators.numberOf(call.call().rank(), call.cid());
        return new Transfers(call.target(), call.source(), context, call.bytes());
    }

    private Transfers transfers(int rank, MessageCall kind, Attributes fields) {
        return new Transfers(
                kind.sends() ? partner(fields, Concept.TO_RANK, Concept.TO_TAG) : null,
                kind.receives() ? partner(fields, Concept.FROM_RANK, Concept.FROM_TAG) : null,
                communicators.numberOf(rank, Concept.COMMUNICATOR.of(fields, -1)),
                Math.max(0, Concept.SIZE.of(fields, 0)));
    }

    /** Null for nobody. */
    private static Partner partner(Attributes fields, Concept rank, Concept tag) {
        long number = rank.of(fields, -1);
        return RecordedCall.isNobody(number) ? null : RecordedCall.partner(number, tag.of(fields, 0));
    }

    private void start(Message.Call call, long ownRequest, List<DataElement> data) {
        startOne(call, ownRequest);
        for (DataElement element : data) {
            if (element.name().equals("For")) {
                long request = Concept.REQUEST.of(element.attributes(), -1);
                // Programs that were not recorded describe it where it is started.
                for (DataElement made : element.children()) {
                    MessageCall kind = MessageCall.of(made.name());
                    if (kind == MessageCall.SEND_INIT || kind == MessageCall.RECEIVE_INIT) {
                        requestsOf(call.rank())
                                .persistent
                                .put(request, transfers(call.rank(), kind, made.attributes()));
                    }
                }
                startOne(call, request);
            }
        }
    }

    private void startOne(Message.Call call, long request) {
        Transfers described = requestsOf(call.rank()).persistent.get(request);
        if (described != null) {
            begin(call, described, request);
        }
    }

    /** A receive with a request ends later. */
    private void begin(Message.Call call, Transfers what, long request) {
        if (what.target() != null && what.target().rank() >= 0) {
            Partner target = what.target();
            matcher.send(
                    target.rank(),
                    new Receive.Send(
                            call.trace(),
                            call.rank(),
                            target.tag(),
                            what.context(),
                            what.bytes(),
                            call.startNanos(),
                            call.endNanos()));
        }
        if (what.source() != null) {
            int source = Math.max(Receive.ANY, what.source().rank());
            int tag = Math.max(Receive.ANY, what.source().tag());
            receive(new Receive(call, source, tag, what.context()), request);
        }
    }

    private void receive(Receive receive, long request) {
        matcher.post(receive);
        if (request < 0) {
            matcher.end(receive);
            return;
        }
        Receive before = requestsOf(receive.rank).running.put(request, receive);
        if (before != null) {
            matcher.end(before);
        }
    }

    private void complete(Message.Call call, MessageCall kind, List<DataElement> data) {
        for (DataElement element : data) {
            long request = element.name().equals("For") ? Concept.REQUEST.of(element.attributes(), -1) : -1;
            Receive receive = requestsOf(call.rank()).running.get(request);
            if (receive != null) {
                complete(call, kind, request, receive, element.attributes());
            }
        }
    }

    private void complete(Message.Call call, MessageCall kind, long request, Receive receive, Attributes told) {
        boolean says = told.contains("done");
        if (says && told.getLong("done", 0) != 1) {
            return;
        }
        receive.touch(call.startNanos(), call.endNanos());
        if (!says && kind == MessageCall.TEST) {
            // It may have been completed here; the last call that names it did.
            return;
        }
        requestsOf(call.rank()).running.remove(request);
        if (told.getLong("cancelled", 0) == 1) {
            matcher.cancel(receive);
            return;
        }
        long source = told.getLong("fromRank", -1);
        if (receive.isOpen() && source >= 0) {
            matcher.tell(receive, (int) source, (int) told.getLong("fromTag", receive.tag));
        }
        matcher.end(receive);
    }
}
