// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the values of a statistic are drawn (SUNSHOT V-09). */
public enum SeriesStyle {
    /** Line and area of the average, behind it the band from the smallest to the largest value of a column. */
    AREA,
    /** The line of the average alone. */
    LINE,
    /** A bar for each value. */
    BARS,
    /** The band from the smallest to the largest value, with the line of the average. */
    BAND;

    /** As options name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SeriesStyle> named(String word) {
        return Arrays.stream(values())
                .filter(style -> style.word().equals(word))
                .findFirst();
    }
}
