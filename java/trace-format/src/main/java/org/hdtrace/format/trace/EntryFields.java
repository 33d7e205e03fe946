// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.List;
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
    private final XmlScanner scanner;
    private final NameTable names;
    private final ElementTape tape = new ElementTape();
    /** Whether the tape has the entry; else the scanner's current tag is it. */
    private boolean taped;

    private int timeIndex;
    private int endIndex;
    private int nameIndex;
    /** Attributes but for the entry's name and times; made when asked for. */
    private int[] shown = new int[16];

    private int shownCount;

    EntryFields(XmlScanner scanner, NameTable names) {
        this.scanner = scanner;
        this.names = names;
    }

    /** Read the entry whose start tag is the scanner's current token; false when the text ends in it. */
    boolean read(boolean content) throws TraceFormatException {
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
