// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * Steps of how much longer an operation took in the second run B than in the first one A, from blue (B is faster) over grey
 * to orange (B is slower); people with the common colour deficiencies tell the two apart. Source: SUNSHOT 6.
 */
public enum DifferenceShade {
    MUCH_SLOWER("B/A 4 and more", 0xA63A00, 4),
    SLOWER("B/A 2 to 4", 0xE2711D, 2),
    BIT_SLOWER("B/A 1.25 to 2", 0xF4A259, 1.25),
    HARDLY_SLOWER("B/A 1.05 to 1.25", 0xF7D0A4, 1.05),
    EQUAL("B/A 0.95 to 1.05", 0xB4B9C0, 1 / 1.05),
    HARDLY_FASTER("B/A 0.8 to 0.95", 0xBBDDF3, 0.8),
    BIT_FASTER("B/A 0.5 to 0.8", 0x7CC0EA, 0.5),
    FASTER("B/A 0.25 to 0.5", 0x2F8FD0, 0.25),
    MUCH_FASTER("B/A below 0.25", 0x0A4A8A, Double.NEGATIVE_INFINITY);

    private final String title;
    private final int rgb;
    private final double least;

    DifferenceShade(String title, int rgb, double least) {
        this.title = title;
        this.rgb = rgb;
        this.least = least;
    }

    /** Name of the category. */
    public String title() {
        return title;
    }

    /** 0xRRGGBB. */
    public int rgb() {
        return rgb;
    }

    /** The step of two durations in ns; without any time in either they are equal. */
    public static DifferenceShade of(long aNanos, long bNanos) {
        if (aNanos == bNanos) {
            return EQUAL;
        }
        double ratio = aNanos <= 0 ? Double.POSITIVE_INFINITY : (double) bNanos / aNanos;
        for (DifferenceShade shade : values()) {
            if (ratio >= shade.least) {
                return shade;
            }
        }
        return MUCH_FASTER;
    }

    /** The step whose category has a name. */
    public static Optional<DifferenceShade> named(String name) {
        return Arrays.stream(values())
                .filter(shade -> shade.title.equalsIgnoreCase(name))
                .findFirst();
    }
}
