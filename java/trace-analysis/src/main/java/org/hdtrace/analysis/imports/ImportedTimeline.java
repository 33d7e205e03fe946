// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.analysis.messages.MessageCall;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceWriter;

/**
 * One trace that is written. The end of a link is what the call there sends or receives; where no such call is, it is one itself, without
 * duration. Paje puts links before states of the same time, so the begin of one waits for the call that begins with it.
 *
 * <p>Times are ns since the epoch and don't run backwards. Thread: one thread at a time.
 */
public final class ImportedTimeline implements AutoCloseable {
    private static final String VALUE = "value";
    /** So many are remembered, as a program may give each state a name of its own. */
    private static final int MOST_NAMES = 10_000;

    private final TraceWriter writer;
    private final Deque<Open> open = new ArrayDeque<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private long states;

    /** A state that is open: which ends of links it may still have, and the names of its attributes. */
    private static final class Open {
        final Set<String> told = new HashSet<>();
        boolean sends;
        boolean receives;
    }

    private record Waiting(Attributes message, long nanos) {}

    public ImportedTimeline(WriterPool pool, Path file) throws IOException {
        writer = TraceWriter.create(pool, file, ProgramHeader.attributesFor(0));
    }

    /** A state begins; its name is made one of a project's. */
    public void push(String value, Attributes further, long nanos) throws IOException {
        if (names.size() == MOST_NAMES) {
            names.clear();
        }
        String name = names.computeIfAbsent(value, ImportedNames::state);
        MessageCall call = MessageCall.of(name);
        boolean exchanges = call == MessageCall.EXCHANGE;
        Open state = new Open();
        state.sends = call == MessageCall.SEND || exchanges;
        state.receives = call == MessageCall.RECEIVE || exchanges;
        Attributes sent = null;
        if (state.sends && !waiting.isEmpty() && waiting.get(0).nanos() == nanos) {
            sent = waiting.remove(0).message();
            state.sends = false;
        }
        tellWaiting();
        writer.beginState(name, nanos);
        open.push(state);
        if (!name.equals(ImportedNames.bare(value))) {
            tell(state, Attributes.of(VALUE, value));
        }
        tell(state, further);
        if (sent != null) {
            tell(state, sent);
        }
    }

    /** Of a name that comes again the first value stays: what the state says itself. */
    private void tell(Open state, Attributes attributes) {
        attributes.forEach((name, value) -> {
            if (state.told.add(name)) {
                writer.attribute(name, value);
            }
        });
    }

    /** The innermost state ends; nothing when none is open. */
    public void pop(long nanos) throws IOException {
        tellWaiting();
        if (!open.isEmpty()) {
            open.pop();
            writer.endState(nanos);
            states++;
        }
    }

    /** All states that are open end. */
    public void reset(long nanos) throws IOException {
        tellWaiting();
        while (!open.isEmpty()) {
            pop(nanos);
        }
    }

    public void event(String value, Attributes further, long nanos) throws IOException {
        event(value, further, List.of(), nanos);
    }

    public void event(String value, Attributes further, List<DataElement> data, long nanos) throws IOException {
        tellWaiting();
        writer.event(value, nanos, further, data);
    }

    /** A message leaves: {@code toRank}, {@code toTag}, {@code cid} and what else is known of it. */
    public void sends(Attributes message, long nanos) throws IOException {
        if (!waiting.isEmpty() && waiting.get(0).nanos() < nanos) {
            tellWaiting();
        }
        Open state = open.peek();
        if (state != null && state.sends) {
            state.sends = false;
            tell(state, message);
        } else {
            waiting.add(new Waiting(message, nanos));
        }
    }

    /** A message arrives: {@code fromRank}, {@code fromTag}, {@code cid} and what else is known of it. */
    public void receives(Attributes message, long nanos) throws IOException {
        tellWaiting();
        Open state = open.peek();
        if (state != null && state.receives) {
            state.receives = false;
            tell(state, message);
        } else {
            instant("Recv", message, nanos);
        }
    }

    /** What the innermost state that is open says further; of a name that it has said already the first value stays. */
    public void tell(Attributes further) {
        if (!open.isEmpty()) {
            tell(open.peek(), further);
        }
    }

    /** An element below the innermost state that is open. */
    public void data(DataElement element) {
        if (!open.isEmpty()) {
            writer.data(element);
        }
    }

    private void tellWaiting() throws IOException {
        for (Waiting link : waiting) {
            instant("Send", link.message(), link.nanos());
        }
        waiting.clear();
    }

    private void instant(String name, Attributes message, long nanos) throws IOException {
        writer.beginState(name, nanos);
        tell(new Open(), message);
        writer.endState(nanos);
        states++;
    }

    /** What was written. */
    public long states() {
        return states;
    }

    /** States that are open end with the trace. */
    public void end(long nanos) throws IOException {
        reset(nanos);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
