// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a column is drawn that holds states too short to be drawn by themselves (SUNSHOT 1.5). Inclusive time is that inside of states,
 * exclusive that outside of the states nested in them, so that they differ where a column holds several levels.
 */
public enum DenseStyle {
    /** The category with the most time, the stronger the more of the column is covered. */
    DOMINANT,
    /** All categories at equal heights, that with the most time on top, as many as there is room for. */
    ALL,
    /** Heights are shares of inclusive time, each centred on those that are larger. */
    INCLUSIVE_OVERLAPPED,
    /** Heights are shares of inclusive time, one upon the other, centred. */
    INCLUSIVE_STACKED,
    /** As {@link #INCLUSIVE_OVERLAPPED} of exclusive time. */
    EXCLUSIVE_OVERLAPPED,
    /** As {@link #INCLUSIVE_STACKED} of exclusive time. */
    EXCLUSIVE_STACKED,
    /** As {@link #EXCLUSIVE_STACKED} from the base of the row on. */
    EXCLUSIVE_BASE;

    /** As options name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<DenseStyle> named(String word) {
        return Arrays.stream(values())
                .filter(style -> style.word().equals(word))
                .findFirst();
    }

    /** What there is to choose from, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(DenseStyle::word).collect(Collectors.joining(", "));
    }

    /** Whether heights are shares of inclusive time, not of exclusive. */
    public boolean isInclusive() {
        return this == INCLUSIVE_OVERLAPPED || this == INCLUSIVE_STACKED;
    }

    boolean isOverlapped() {
        return this == INCLUSIVE_OVERLAPPED || this == EXCLUSIVE_OVERLAPPED;
    }
}
