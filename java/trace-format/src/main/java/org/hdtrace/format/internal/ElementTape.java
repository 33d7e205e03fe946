// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.util.Arrays;
import org.hdtrace.format.Limits;

/**
 * Elements as flat arrays: tags and texts one after the other. The first tag is that of the entry itself; when it has no
 * content the tape only points into the scanner's window. Reused from entry to entry.
 */
public final class ElementTape {
    /** Most bytes of one entry with its content. */
    static final int MAX_BYTES = 64 << 20;

    /** Kinds of cells. A start is followed by name from, name to, attribute count and the spans; a text by from and to. */
    public static final int START = 1;

    public static final int EMPTY = 2;
    public static final int END = 3;
    public static final int TEXT = 4;
    public static final int VERBATIM = 5;

    private byte[] bytes = new byte[0];
    private int[] cells = new int[64];
    private int cellCount;
    private byte[] owned = new byte[256];
    private int ownedCount;
    private int parts;

    public void clear() {
        cellCount = 0;
        ownedCount = 0;
        parts = 0;
    }

    void view(byte[] window, int token, TagParser tag) {
        clear();
        bytes = window;
        addStart(token, tag, true);
    }

    boolean addTag(byte[] window, int token, TagParser tag, boolean empty) {
        if (!keep(window, token, tag.length)) {
            return false;
        }
        addStart(ownedCount - tag.length, tag, empty);
        return true;
    }

    boolean addText(byte[] window, int from, int length, boolean verbatim) {
        if (!keep(window, from, length)) {
            return false;
        }
        room(3);
        cells[cellCount++] = verbatim ? VERBATIM : TEXT;
        cells[cellCount++] = ownedCount - length;
        cells[cellCount++] = ownedCount;
        return true;
    }

    /** Close the innermost open element. */
    public void addEnd() {
        room(1);
        cells[cellCount++] = END;
    }

    public int cellCount() {
        return cellCount;
    }

    public int kind(int cell) {
        return cells[cell];
    }

    /** The cell after one. */
    public int after(int cell) {
        return switch (cells[cell]) {
            case START, EMPTY -> cell + 4 + 4 * cells[cell + 3];
            case END -> cell + 1;
            default -> cell + 3;
        };
    }

    public String name(int cell, NameTable names) {
        return names.get(bytes, cells[cell + 1], cells[cell + 2]);
    }

    public String text(int cell) {
        int from = cells[cell + 1];
        int to = cells[cell + 2];
        return cells[cell] == VERBATIM
                ? new String(bytes, from, to - from, java.nio.charset.StandardCharsets.UTF_8)
                : XmlBytes.decode(bytes, from, to);
    }

    public int attributeCount(int cell) {
        return cells[cell + 3];
    }

    public String attributeName(int cell, int index, NameTable names) {
        int span = cell + 4 + 4 * index;
        return names.get(bytes, cells[span], cells[span + 1]);
    }

    public String attributeValue(int cell, int index) {
        int span = cell + 4 + 4 * index;
        return XmlBytes.decode(bytes, cells[span + 2], cells[span + 3]);
    }

    /** Index of the first attribute with that name, or -1. */
    public int indexOf(int cell, String name) {
        int count = cells[cell + 3];
        for (int i = 0; i < count; i++) {
            int span = cell + 4 + 4 * i;
            if (equal(cells[span], cells[span + 1], name)) {
                return i;
            }
        }
        return -1;
    }

    /** The bytes that hold an attribute's value, for parsers that make no strings. */
    public byte[] bytes() {
        return bytes;
    }

    public int valueFrom(int cell, int index) {
        return cells[cell + 4 + 4 * index + 2];
    }

    public int valueTo(int cell, int index) {
        return cells[cell + 4 + 4 * index + 3];
    }

    private void addStart(int at, TagParser tag, boolean empty) {
        int attributeCount = tag.attributeCount;
        room(4 + 4 * attributeCount);
        cells[cellCount++] = empty ? EMPTY : START;
        cells[cellCount++] = at + tag.nameFrom;
        cells[cellCount++] = at + tag.nameTo;
        cells[cellCount++] = attributeCount;
        for (int i = 0; i < 4 * attributeCount; i++) {
            cells[cellCount++] = at + tag.spans[i];
        }
    }

    private boolean keep(byte[] window, int from, int length) {
        if (parts++ > Limits.DATA_ELEMENTS || (long) ownedCount + length > MAX_BYTES) {
            return false;
        }
        if (ownedCount + length > owned.length) {
            owned = Arrays.copyOf(owned, Math.max(owned.length * 2, ownedCount + length));
        }
        System.arraycopy(window, from, owned, ownedCount, length);
        ownedCount += length;
        bytes = owned;
        return true;
    }

    private void room(int more) {
        if (cellCount + more > cells.length) {
            cells = Arrays.copyOf(cells, Math.max(cells.length * 2, cellCount + more));
        }
    }

    private boolean equal(int from, int to, String name) {
        int length = name.length();
        if (to - from < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte known = bytes[from + i];
            if (known != name.charAt(i)) {
                // Only a name beyond ASCII needs to be decoded.
                return known < 0
                        && new String(bytes, from, to - from, java.nio.charset.StandardCharsets.UTF_8).equals(name);
            }
        }
        return to - from == length;
    }
}
