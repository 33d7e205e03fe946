// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

/** Numbers of the file format (FORMATS A5); all integers are big endian. C twin: tracewriting-c/src/index.c. */
final class IndexFormat {
    /** {@code HDTI}. */
    static final int MAGIC = 0x48445449;

    static final int VERSION = 2;
    static final int HEADER_BYTES = 8;

    /** Text that a block stands for. */
    static final int BLOCK_BYTES = 1 << 16;
    /** Blocks between two records of sums. */
    static final int SUMS_EVERY = 256;

    /** Type and length of a record. */
    static final int HEAD_BYTES = 5;

    static final char NAME = 'N';
    static final char BLOCK = 'B';
    static final char SUMS = 'S';
    static final char END = 'E';

    /** Of a block without its rows. */
    static final int BLOCK_BODY = 40;
    /** Of sums without their rows. */
    static final int SUMS_BODY = 12;

    static final int END_BODY = 24;
    /** The end with its head. */
    static final int END_RECORD = HEAD_BYTES + END_BODY;
    /** Of a name in a block, and in sums. */
    static final int ROW_BYTES = 32;

    /** A trace with more different names of states gets no index. */
    static final int NAMES = 1 << 16;
    /** No record is longer. */
    static final int RECORD_BYTES = BLOCK_BODY + NAMES * ROW_BYTES;

    private IndexFormat() {}

    static long blockOf(long offset) {
        return offset / BLOCK_BYTES;
    }
}
