// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TimeReader;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ElementReader;
import org.hdtrace.format.internal.ElementTape;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * Attributes and content of the entry that a cursor is at. An entry without content stays in the scanner's window and is looked
 * at where it is; only one with content is copied.
 */
final class EntryFields {
    private static final int SHOWN_CHARS = 40;

    private final Path file;
    private final XmlScanner scanner;
    private final NameTable names;
    private final TimeReader times = new TimeReader();
    private final ElementTape tape = new ElementTape();
    /** Whether the tape has the entry; else the scanner's current tag is it. */
    private boolean taped;

    private long offset;
    private long relativeNanos;
    private int timeIndex;
    private int endIndex;
    private int nameIndex;
    /** Attributes but for the entry's name and times; made when asked for. */
    private int[] shown = new int[16];

    private int shownCount;

    EntryFields(Path file, XmlScanner scanner, NameTable names) {
        this.file = file;
        this.scanner = scanner;
        this.names = names;
    }

    /** Read the entry whose start tag is the scanner's current token; false when the text ends in it. */
    boolean read(boolean content) throws TraceFormatException {
        offset = scanner.offset();
        taped = !scanner.isSelfClosing();
        return !taped || ElementReader.read(scanner, tape, names, content);
    }

    /** Say which attributes are the entry's own, -1 for none. */
    void hide(int time, int end, int name) {
        timeIndex = time;
        endIndex = end;
        nameIndex = name;
        shownCount = -1;
    }

    int indexOf(String attribute) {
        return taped ? tape.indexOf(0, attribute) : scanner.attributeIndex(attribute);
    }

    /** The bytes that hold the values. */
    byte[] bytes() {
        return taped ? tape.bytes() : scanner.bytes();
    }

    int valueFrom(int index) {
        return taped ? tape.valueFrom(0, index) : scanner.valueFrom(index);
    }

    int valueTo(int index) {
        return taped ? tape.valueTo(0, index) : scanner.valueTo(index);
    }

    /**
     * A time of the entry, ns since the epoch.
     *
     * @param index of the attribute, -1 when it is missing
     */
    long time(int index, TraceClock clock, String attribute, String tag) throws TraceFormatException {
        if (index < 0) {
            throw error(tag + " without '" + attribute + "'");
        }
        long relative = times.parse(bytes(), valueFrom(index), valueTo(index));
        long nanos = relative == TimeText.INVALID ? relative : clock.at(relative);
        if (nanos == TimeText.INVALID) {
            String reason = relative == TimeText.INVALID ? "no time" : "out of range";
            throw error(attribute + "='" + abbreviated(value(index)) + "' is " + reason);
        }
        relativeNanos = relative;
        return nanos;
    }

    /** The time that was read last, relative to the time adjustment. */
    long relativeNanos() {
        return relativeNanos;
    }

    long number(String attribute, long otherwise) {
        int index = indexOf(attribute);
        return index < 0 ? otherwise : Decimal.parse(bytes(), valueFrom(index), valueTo(index), otherwise);
    }

    /**
     * Data that the state moved, see {@link TraceCursor#movedBytes}.
     *
     * @param first index of the first attribute that may tell it; -1 when there is none, or -2 to look for it
     */
    long movedBytes(int first) {
        long moved = first >= 0 && !taped ? scanner.digits(first) : -1;
        return moved >= 0 ? moved : otherMovedBytes(first);
    }

    private long otherMovedBytes(int first) {
        if (first == EntryKind.NO_INDEX) {
            return 0;
        }
        long moved =
                first == EntryKind.UNKNOWN_INDEX ? -1 : Decimal.parse(bytes(), valueFrom(first), valueTo(first), -1);
        if (moved < 0) {
            moved = number("bytes", -1);
        }
        if (moved < 0) {
            moved = number("size", -1);
        }
        if (moved < 0) {
            moved = number("sendSize", -1);
        }
        return Math.max(0, moved);
    }

    String eventName(int index) {
        String text = names.get(bytes(), valueFrom(index), valueTo(index));
        return text.indexOf('&') >= 0 ? value(index) : text;
    }

    TraceFormatException error(String reason) {
        return TraceFormatException.atByte(file, offset, reason);
    }

    private static String abbreviated(String text) {
        return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text;
    }

    String value(int index) {
        return tape().attributeValue(0, index);
    }

    int shownCount() {
        if (shownCount < 0) {
            show();
        }
        return shownCount;
    }

    String shownName(int index) {
        return tape().attributeName(0, shownIndex(index), names);
    }

    String shownValue(int index) {
        return tape().attributeValue(0, shownIndex(index));
    }

    Attributes shownAttributes() {
        String[] fields = new String[2 * shownCount()];
        for (int i = 0; i < shownCount; i++) {
            fields[2 * i] = shownName(i);
            fields[2 * i + 1] = shownValue(i);
        }
        return Attributes.of(fields);
    }

    List<DataElement> data() {
        return taped ? DataElements.contentOf(tape, names) : List.of();
    }

    private ElementTape tape() {
        if (!taped) {
            scanner.view(tape);
            taped = true;
        }
        return tape;
    }

    private void show() {
        int count = tape().attributeCount(0);
        if (count > shown.length) {
            shown = new int[Math.max(count, shown.length * 2)];
        }
        shownCount = 0;
        for (int i = 0; i < count; i++) {
            if (i != timeIndex && i != endIndex && i != nameIndex) {
                shown[shownCount++] = i;
            }
        }
    }

    private int shownIndex(int index) {
        if (index < 0 || index >= shownCount()) {
            throw new IndexOutOfBoundsException("index=" + index + " of " + shownCount + " attributes");
        }
        return shown[index];
    }
}
