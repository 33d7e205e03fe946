// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

/** Types of statistics values. C twin: HD_STATS_TYPE_LIST in hdtrace/stats.h, which lacks STRING: it is read, never written. */
public enum ValueType {
    INT32(4),
    INT64(8),
    FLOAT(4),
    DOUBLE(8),
    /** An int16 length and that many bytes. */
    STRING(-1);

    private final int bytes;

    ValueType(int bytes) {
        this.bytes = bytes;
    }

    /** Bytes in a record; -1 when they vary. */
    public int bytes() {
        return bytes;
    }
}
