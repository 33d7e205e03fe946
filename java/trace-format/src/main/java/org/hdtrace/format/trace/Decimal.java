// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

/** Decimal integers of attribute values, without exceptions. */
final class Decimal {
    private Decimal() {}

    /** The number, or {@code otherwise} for null, anything that is no decimal integer, and what doesn't fit a long. */
    static long parse(String text, long otherwise) {
        if (text == null) {
            return otherwise;
        }
        String number = text.strip();
        int at = 0;
        boolean negative = false;
        if (!number.isEmpty() && (number.charAt(0) == '-' || number.charAt(0) == '+')) {
            negative = number.charAt(0) == '-';
            at = 1;
        }
        if (at == number.length()) {
            return otherwise;
        }
        long value = 0;
        for (; at < number.length(); at++) {
            int digit = number.charAt(at) - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
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
