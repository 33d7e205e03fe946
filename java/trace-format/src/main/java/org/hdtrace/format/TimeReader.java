// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

/**
 * Times of one file, as {@link TimeText} understands them. Times that follow each other begin alike, so what is ahead of the last
 * eight digits is parsed once and then compared.
 *
 * <p>Thread: one thread at a time.
 */
public final class TimeReader {
    private static final int LAST_DIGITS = 8;
    /** Where the point is when there are nine digits behind it, from the end. */
    private static final int POINT = 10;

    /** A digit, the point, a digit. */
    private static final int SHORTEST_HEAD = 3;

    private static final long LAST_LIMIT = 100_000_000;

    /** What a time began with, up to eight bytes as a word without those ahead of it, and its nanoseconds. */
    private long head = '0' | ('.' << 8) | ('0' << 16);

    private long headNanos;

    /** Nanoseconds of a time, or {@link TimeText#INVALID} when the bytes are no time or don't fit a long. */
    public long parse(byte[] text, int from, int to) {
        int headLength = to - LAST_DIGITS - from;
        if (isHead(headLength) && to >= 2 * LAST_DIGITS && headBefore(text, to, headLength) == head) {
            long last = DecimalWords.before(text, to, LAST_DIGITS);
            if (last >= 0) {
                return headNanos + last;
            }
        }
        return parseOther(text, from, to);
    }

    private long parseOther(byte[] text, int from, int to) {
        long nanos = TimeText.parse(text, from, to);
        int headLength = to - LAST_DIGITS - from;
        boolean plain = isHead(headLength)
                && to >= 2 * LAST_DIGITS
                && text[to - POINT] == '.'
                && text[from] >= '0'
                && text[from] <= '9'
                && DecimalWords.before(text, to, LAST_DIGITS) >= 0;
        if (plain && nanos >= 0) {
            head = headBefore(text, to, headLength);
            headNanos = nanos - nanos % LAST_LIMIT;
        }
        return nanos;
    }

    private static boolean isHead(int length) {
        return length >= SHORTEST_HEAD && length <= 8;
    }

    private static long headBefore(byte[] text, int to, int length) {
        return DecimalWords.wordBefore(text, to - LAST_DIGITS) >>> (64 - 8 * length);
    }
}
