// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.charset.StandardCharsets;
import org.hdtrace.format.DecimalWords;

/** Decimal integers of attribute values, without exceptions. */
final class Decimal {
    /** The least number that may be followed by a digit, up to 8. */
    private static final long LEAST_TENTH = Long.MIN_VALUE / 10;

    /** Most digits that are parsed at once. */
    private static final int WORD = 8;

    private Decimal() {}

    /** The number, or {@code otherwise} for null, anything that is no decimal integer, and what doesn't fit a long. */
    static long parse(String text, long otherwise) {
        if (text == null) {
            return otherwise;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return parse(bytes, 0, bytes.length, otherwise);
    }

    /** As {@link #parse(String, long)}, of {@code text[from, to)}. */
    static long parse(byte[] text, int from, int to, long otherwise) {
        int length = to - from;
        if (length > 0 && length <= WORD && to >= WORD) {
            long number = DecimalWords.before(text, to, length);
            if (number >= 0) {
                return number;
            }
        }
        return parseAny(text, from, to, otherwise);
    }

    private static long parseAny(byte[] text, int from, int to, long otherwise) {
        int at = from;
        int end = to;
        while (at < end && text[at] == ' ') {
            at++;
        }
        while (end > at && text[end - 1] == ' ') {
            end--;
        }
        boolean negative = at < end && text[at] == '-';
        if (at < end && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        if (at == end) {
            return otherwise;
        }
        // Counted downwards, because there is one negative number more.
        long value = 0;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9 || value < LEAST_TENTH || (value == LEAST_TENTH && digit > 8)) {
                return otherwise;
            }
            value = value * 10 - digit;
        }
        if (negative) {
            return value;
        }
        return value == Long.MIN_VALUE ? otherwise : -value;
    }
}
