// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.math.BigDecimal;

/** Sizes as text: a number, optionally followed by K, M, G, T or P (powers of 1024, also spelled KB or KiB). */
public final class SizeText {
    private static final String UNITS = "KMGTP";

    private SizeText() {}

    /**
     * Bytes of a size; fractions of a byte are cut off.
     *
     * @throws IllegalArgumentException when the text is no size, negative, or doesn't fit a long
     */
    public static long parse(String text) {
        String number = text.strip();
        int end = number.length();
        while (end > 0 && Character.isLetter(number.charAt(end - 1))) {
            end--;
        }
        int power = power(number.substring(end), text);
        // Far more digits than any size has would only cost time.
        if (end > 0 && end <= 40 && number.substring(0, end).strip().matches("[0-9]*\\.?[0-9]*[0-9]\\.?")) {
            BigDecimal bytes =
                    new BigDecimal(number.substring(0, end).strip()).multiply(new BigDecimal(1L << (10 * power)));
            if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
                return bytes.longValue();
            }
        }
        throw new IllegalArgumentException("size='" + abbreviated(text) + "' is no size");
    }

    private static int power(String unit, String text) {
        String upper = unit.toUpperCase(java.util.Locale.ROOT);
        if (upper.isEmpty() || upper.equals("B")) {
            return 0;
        }
        int power = UNITS.indexOf(upper.charAt(0)) + 1;
        String rest = upper.substring(1);
        if (power == 0 || !(rest.isEmpty() || rest.equals("B") || rest.equals("IB"))) {
            throw new IllegalArgumentException("size='" + abbreviated(text) + "' has an unknown unit");
        }
        return power;
    }

    private static String abbreviated(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
