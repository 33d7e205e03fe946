// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: seconds, or a number with {@code s, ms, us, µs} or {@code ns}. */
public final class TimeInput {
    private static final Pattern FORM = Pattern.compile("([-+]?[0-9]+\\.?[0-9]*|[-+]?\\.[0-9]+)\\s*(s|ms|us|µs|ns)?");
    private static final Map<String, Integer> POWERS = Map.of("s", 9, "ms", 6, "us", 3, "µs", 3, "ns", 0);

    private TimeInput() {}

    /**
     * Nanoseconds of a text, rounded to the nearest.
     *
     * @throws IllegalArgumentException if it is none, or larger than 292 years
     */
    public static long parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no time: " + text.trim());
        }
        int power = POWERS.get(matcher.group(2) == null ? "s" : matcher.group(2));
        try {
            return new BigDecimal(matcher.group(1))
                    .movePointRight(power)
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("time out of range: " + text.trim(), e);
        }
    }

    /** Seconds with nine decimals, which {@link #parse} reads without loss. */
    public static String format(long nanos) {
        return BigDecimal.valueOf(nanos, 9).toPlainString();
    }
}
