// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.trace.TraceEntry;

/** The entry that a merged stream stands at, wherever it is kept. As the accessors of a cursor. */
interface MergeEntry {
    boolean isEvent();

    boolean isOrphan();

    int depth();

    String name();

    long startNanos();

    long endNanos();

    long byteOffset();

    int attributeCount();

    String attributeName(int index);

    String attributeValue(int index);

    String attribute(String name);

    long attributeLong(String name, long otherwise);

    TraceEntry entry();
}
