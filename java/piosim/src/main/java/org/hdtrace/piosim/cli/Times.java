// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them. */
final class Times {
    private static final Pattern TIME = Pattern.compile("([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]{1,3})?)\\s*(s|ms|us|ns|)");

    private Times() {}

    /** Nanoseconds of a text like {@code 1.5}, {@code 20ms}, {@code 1e3}. */
    static long parse(String option, String text) throws UsageException {
        Matcher matcher = TIME.matcher(text.strip());
        if (!matcher.matches()) {
            throw new UsageException(option + "=" + text + ": must be a time as 1.5, 20ms, 3us, 100ns or 1e3");
        }
        int shift =
                switch (matcher.group(2)) {
                    case "ns" -> 0;
                    case "us" -> 3;
                    case "ms" -> 6;
                    default -> 9;
                };
        try {
            return new BigDecimal(matcher.group(1))
                    .movePointRight(shift)
                    .toBigInteger()
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new UsageException(option + "=" + text + ": is too long");
        }
    }

    /** Seconds with nine decimals. */
    static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).toPlainString();
    }
}
