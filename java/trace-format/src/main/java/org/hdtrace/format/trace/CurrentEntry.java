// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * The entry that a cursor is at: its kind, name and times; {@link EntryFields} has the other attributes and the content.
 *
 * <p>Thread: one thread at a time.
 */
final class CurrentEntry {
    private final XmlScanner scanner;
    private final NameTable names;
    private final EntryFilter filter;
    private final EntryFields fields;
    /** What {@link EntryKind} says about the entry's tag. */
    private long kind;

    private boolean event;
    private String name = "";
    private long startNanos;
    private long endNanos;
    private long ownStartNanos;
    private long ownEndNanos;
    private long byteOffset;

    CurrentEntry(Path file, XmlScanner scanner, NameTable names, EntryFilter filter) {
        this.scanner = scanner;
        this.names = names;
        this.filter = filter;
        this.fields = new EntryFields(file, scanner, names);
    }

    /** The scanner's current token is the start tag of an entry of that kind at that depth; whether it may be wanted. */
    boolean begin(long newKind, int depth) {
        kind = newKind;
        event = EntryKind.isEvent(newKind);
        byteOffset = scanner.offset();
        boolean wanted = EntryKind.isWanted(newKind) && filter.wantsKind(event, depth);
        name = wanted ? scanner.name(names) : "";
        return wanted;
    }

    /** Read the entry up to its end; false when the text ends in it. */
    boolean read() throws TraceFormatException {
        return fields.read(filter.wantsData());
    }

    /** Understand name and times of the entry that was read; whether it is wanted by them. */
    boolean take(TraceClock clock) throws TraceFormatException {
        String tag = name;
        int nameIndex = EntryKind.nameIndex(kind);
        if (event) {
            if (nameIndex < 0) {
                throw fields.error("event without name");
            }
            name = fields.eventName(nameIndex);
            if (!filter.wantsName(name)) {
                return false;
            }
        }
        int timeIndex = EntryKind.timeIndex(kind);
        int endIndex = event ? -1 : EntryKind.endIndex(kind);
        startNanos = fields.time(timeIndex, clock, "time", tag);
        ownStartNanos = clock.ownAt(fields.relativeNanos());
        endNanos = event ? startNanos : fields.time(endIndex, clock, "end", tag);
        ownEndNanos = clock.ownAt(fields.relativeNanos());
        fields.hide(timeIndex, endIndex, nameIndex);
        return filter.wantsTime(startNanos, endNanos);
    }

    /** Attributes and content. */
    EntryFields fields() {
        return fields;
    }

    long kind() {
        return kind;
    }

    boolean isEvent() {
        return event;
    }

    String name() {
        return name;
    }

    long startNanos() {
        return startNanos;
    }

    long endNanos() {
        return endNanos;
    }

    long ownStartNanos() {
        return ownStartNanos;
    }

    long ownEndNanos() {
        return ownEndNanos;
    }

    long byteOffset() {
        return byteOffset;
    }

    /** A copy without the entries nested in it. */
    TraceEntry copy() {
        Attributes attributes = fields.shownAttributes();
        return event
                ? new Event(name, startNanos, attributes, fields.data())
                : new State(name, startNanos, endNanos, attributes, fields.data(), List.of());
    }
}
