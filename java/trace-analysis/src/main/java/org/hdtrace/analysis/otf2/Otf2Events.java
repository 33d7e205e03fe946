// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageCall;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.DataElements;
import org.hdtrace.format.trace.Event;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceEntry;

/** Writes the events of one location after the other: states as regions that are entered and left, messages within them. */
final class Otf2Events {
    private final Otf2Text out;
    private final Otf2Definer definer;
    private final Otf2Messages messages;
    private final long originNanos;
    private final Map<String, Integer> regions = new HashMap<>();
    private final Map<String, Integer> attributes = new HashMap<>();
    /** Entries whose parent comes later. */
    private final Deque<Entry> waiting = new ArrayDeque<>();

    private long latest;
    private long moved;

    /** What the stream had, with what is nested in it, in the order of time. */
    private record Entry(TraceEntry entry, boolean isEvent, int depth, List<Entry> below) {}

    Otf2Events(Otf2Text out, Otf2Definer definer, Otf2Messages messages, long originNanos) {
        this.out = out;
        this.definer = definer;
        this.messages = messages;
        this.originNanos = originNanos;
    }

    /** A location begins. */
    void begin(int location, int trace) throws IOException {
        out.line("events", location);
        messages.begin(trace);
        latest = originNanos;
    }

    /** The entry that a stream stands on; nested ones come before those around them. */
    void entry(TraceStream stream) throws IOException {
        Deque<Entry> below = new ArrayDeque<>();
        int depth = stream.depth();
        while (!stream.isEvent() && !waiting.isEmpty() && waiting.peek().depth() > depth) {
            below.push(waiting.pop());
        }
        Entry entry = new Entry(stream.entry(), stream.isEvent(), depth, List.copyOf(below));
        if (depth == 0 || stream.isOrphan()) {
            write(entry);
        } else {
            waiting.push(entry);
        }
    }

    private void write(Entry of) throws IOException {
        TraceEntry entry = of.entry();
        if (of.isEvent()) {
            int region = region(entry.name(), "event");
            enter(region, entry, ((Event) entry).data());
            out.begin("-").field(latest - originNanos).field(region).end();
            return;
        }
        String role = MessageCall.of(entry.name()) == MessageCall.NONE ? "function" : "message";
        int region = region(entry.name(), role);
        enter(region, entry, ((State) entry).data());
        Message sent = messages.nextSent(entry.startNanos(), entry.endNanos());
        while (sent != null) {
            message(">", sent, sent.to().rank());
            sent = messages.nextSent(entry.startNanos(), entry.endNanos());
        }
        for (Entry inner : of.below()) {
            write(inner);
        }
        Message received = messages.nextReceived(entry.startNanos(), entry.endNanos());
        while (received != null) {
            message("<", received, received.from().rank());
            received = messages.nextReceived(entry.startNanos(), entry.endNanos());
        }
        out.begin("-").field(time(entry.endNanos())).field(region).end();
    }

    private void enter(int region, TraceEntry entry, List<DataElement> data) throws IOException {
        Attributes values = entry.attributes();
        int[] known = new int[values.size()];
        for (int i = 0; i < known.length; i++) {
            known[i] = attribute(values.name(i), isNumber(values.value(i)));
        }
        int dataAttribute = data.isEmpty() ? -1 : attribute(Otf2Terms.DATA, false);
        out.begin("+").field(time(entry.startNanos())).field(region);
        for (int i = 0; i < known.length; i++) {
            String value = values.value(i);
            out.field(known[i]).field(isNumber(value) ? "i" : "s").field(value);
        }
        if (!data.isEmpty()) {
            StringBuilder text = new StringBuilder();
            data.forEach(element -> DataElements.append(text, element, 1));
            out.field(dataAttribute).field("s").field(text.toString());
        }
        out.end();
    }

    /** A number that is written as it was: what is not has leading zeros, a sign or a point. */
    private static boolean isNumber(String value) {
        if (value.isEmpty() || value.length() > 18) {
            return false;
        }
        int first = value.charAt(0) == '-' ? 1 : 0;
        for (int i = first; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return value.length() > first && (value.charAt(first) != '0' || value.equals("0"));
    }

    private int region(String name, String role) throws IOException {
        String key = role + " " + name;
        Integer known = regions.get(key);
        if (known == null) {
            known = regions.size();
            regions.put(key, known);
            out.line("region", known, role, name, "");
        }
        return known;
    }

    private int attribute(String name, boolean number) throws IOException {
        String key = (number ? "i " : "s ") + name;
        Integer known = attributes.get(key);
        if (known == null) {
            known = attributes.size();
            attributes.put(key, known);
            out.line("attribute", known, number ? "i" : "s", name);
        }
        return known;
    }

    /** Times of a location don't run backwards: what a damaged trace has out of order is moved. */
    private long time(long nanos) {
        if (nanos < latest) {
            moved++;
        }
        latest = Math.max(latest, nanos);
        return latest - originNanos;
    }

    private void message(String word, Message message, int partner) throws IOException {
        int communicator = definer.communicator(message.communicator());
        long time = Math.max(latest, word.equals(">") ? message.startNanos() : message.endNanos());
        latest = time;
        out.begin(word).field(time - originNanos).field(definer.rankIn(communicator, partner));
        out.field(communicator).field(Integer.toUnsignedLong(message.tag())).field(message.bytes());
        out.end();
    }

    /** The location ends. */
    void end() throws IOException {
        // The state around them was cut off.
        while (!waiting.isEmpty()) {
            write(waiting.removeLast());
        }
        out.begin("end").end();
    }

    /** How many times were moved. */
    long moved() {
        return moved;
    }
}
