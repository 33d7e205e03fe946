// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlScanner;

/**
 * What is the same for all tags that differ in their values only, in the bits of an int: it is found out once for each kind of
 * tag and noted in the scanner.
 */
final class EntryKind {
    private static final int KNOWN = 1;
    private static final int BLOCK = 2;
    private static final int EVENT = 4;
    private static final int WANTED = 8;
    /** Indices of two attributes, one more than they are so that 0 says there is none. An event has no end, a state no name. */
    private static final int TIME_SHIFT = 4;

    private static final int OTHER_SHIFT = 17;
    private static final int INDEX_MASK = (1 << 13) - 1;

    private EntryKind() {}

    /** The kind of the scanner's current start tag; a state that the filter does not want by its name is not wanted. */
    static int of(XmlScanner scanner, NameTable names, EntryFilter filter) {
        int known = scanner.mark();
        if (known == 0) {
            known = KNOWN | classify(scanner, names, filter);
            scanner.setMark(known);
        }
        return known;
    }

    private static int classify(XmlScanner scanner, NameTable names, EntryFilter filter) {
        if (scanner.nameEquals("Nested")) {
            return BLOCK;
        }
        boolean event = scanner.nameEquals("Event");
        boolean wanted = event || filter.wantsName(scanner.name(names));
        int time = scanner.attributeIndex("time") + 1;
        int other = scanner.attributeIndex(event ? "name" : "end") + 1;
        return (event ? EVENT : 0) | (wanted ? WANTED : 0) | (time << TIME_SHIFT) | (other << OTHER_SHIFT);
    }

    static boolean isBlock(int kind) {
        return (kind & BLOCK) != 0;
    }

    static boolean isEvent(int kind) {
        return (kind & EVENT) != 0;
    }

    static boolean isWanted(int kind) {
        return (kind & WANTED) != 0;
    }

    static int timeIndex(int kind) {
        return ((kind >>> TIME_SHIFT) & INDEX_MASK) - 1;
    }

    /** Of a state. */
    static int endIndex(int kind) {
        return ((kind >>> OTHER_SHIFT) & INDEX_MASK) - 1;
    }

    /** Of an event; -1 for a state. */
    static int nameIndex(int kind) {
        return isEvent(kind) ? endIndex(kind) : -1;
    }
}
