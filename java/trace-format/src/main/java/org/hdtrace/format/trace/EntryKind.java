// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * What is the same for all tags that differ in their values only, in the bits of a long: it is found out once for each kind of
 * tag and noted in the scanner.
 */
final class EntryKind {
    /** There is no such attribute. */
    static final int NO_INDEX = -1;
    /** Nobody looked for the attribute. */
    static final int UNKNOWN_INDEX = -2;

    private static final int KNOWN = 1;
    private static final int BLOCK = 2;
    private static final int EVENT = 4;
    private static final int WANTED = 8;
    /** Indices of three attributes, two more than they are. An event has no end, a state no name. */
    private static final int TIME_SHIFT = 4;

    private static final int OTHER_SHIFT = 17;
    private static final int MOVED_SHIFT = 30;
    private static final int INDEX_MASK = (1 << 13) - 1;
    /** The scanner's number of the kind. */
    private static final int NUMBER_SHIFT = 43;

    private EntryKind() {}

    /** The kind of the scanner's current start tag; a state that the filter does not want by its name is not wanted. */
    static long of(XmlScanner scanner, NameTable names, EntryFilter filter) {
        long known = scanner.mark();
        if (known == 0) {
            known = KNOWN | classify(scanner, names, filter);
            scanner.setMark(known);
        }
        return known;
    }

    private static long classify(XmlScanner scanner, NameTable names, EntryFilter filter) {
        if (scanner.nameEquals("Nested")) {
            return BLOCK;
        }
        boolean event = scanner.nameEquals("Event");
        boolean wanted = event || filter.wantsName(scanner.name(names));
        int number = scanner.shapeNumber();
        return (event ? EVENT : 0)
                | (wanted ? WANTED : 0)
                | at(TIME_SHIFT, scanner.attributeIndex("time"))
                | at(OTHER_SHIFT, scanner.attributeIndex(event ? "name" : "end"))
                // What can't be noted is not worth looking for until it is asked for.
                | at(MOVED_SHIFT, number == 0 ? UNKNOWN_INDEX : firstMoved(scanner))
                | ((long) number << NUMBER_SHIFT);
    }

    private static int firstMoved(XmlScanner scanner) {
        int index = scanner.attributeIndex("bytes");
        if (index < 0) {
            index = scanner.attributeIndex("size");
        }
        return index < 0 ? scanner.attributeIndex("sendSize") : index;
    }

    private static long at(int shift, int index) {
        return (long) (index - UNKNOWN_INDEX) << shift;
    }

    private static int index(long kind, int shift) {
        return ((int) (kind >>> shift) & INDEX_MASK) + UNKNOWN_INDEX;
    }

    static boolean isBlock(long kind) {
        return (kind & BLOCK) != 0;
    }

    static boolean isEvent(long kind) {
        return (kind & EVENT) != 0;
    }

    static boolean isWanted(long kind) {
        return (kind & WANTED) != 0;
    }

    static int timeIndex(long kind) {
        return index(kind, TIME_SHIFT);
    }

    /** Of a state. */
    static int endIndex(long kind) {
        return index(kind, OTHER_SHIFT);
    }

    /** Of an event; -1 for a state. */
    static int nameIndex(long kind) {
        return isEvent(kind) ? endIndex(kind) : NO_INDEX;
    }

    /** Of the first attribute that may tell how much data was moved, or {@link #NO_INDEX} or {@link #UNKNOWN_INDEX}. */
    static int movedIndex(long kind) {
        return index(kind, MOVED_SHIFT);
    }

    /** The same for all tags of the kind, and for none of another one; 0 when the kind can't be noted. */
    static int number(long kind) {
        return (int) (kind >>> NUMBER_SHIFT);
    }
}
