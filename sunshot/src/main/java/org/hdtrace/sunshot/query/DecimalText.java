// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Locale;

/**
 * Numbers with decimals as {@code %.3f} writes them, but without parsing such a format each time: rulers and tables make hundreds of
 * them whenever they are painted. Stateless.
 */
final class DecimalText {
    /** Digits that a double keeps, so that both ways say the same. */
    private static final long MOST = 1_000_000_000_000_000L;

    private DecimalText() {}

    /**
     * A part of a number, rounded half up.
     *
     * @param unit a power of ten that it is divided by
     * @param decimals how many are written, at least 0
     */
    static String of(long value, long unit, int decimals) {
        if (value <= -MOST || value >= MOST) {
            return String.format(Locale.ROOT, "%." + decimals + "f", (double) value / unit);
        }
        long rest = unit;
        for (int i = 0; i < decimals && rest > 1; i++) {
            rest /= 10;
        }
        // In units of the last digit that has one; behind it come zeros.
        long rounded = (Math.abs(value) + rest / 2) / rest;
        long scale = unit / rest;
        StringBuilder text = new StringBuilder(24);
        text.append(value < 0 ? "-" : "").append(rounded / scale);
        if (decimals > 0) {
            text.append('.');
            int begin = text.length();
            for (long digit = scale / 10; digit > 0; digit /= 10) {
                text.append((char) ('0' + rounded / digit % 10));
            }
            while (text.length() < begin + decimals) {
                text.append('0');
            }
        }
        return text.toString();
    }
}
