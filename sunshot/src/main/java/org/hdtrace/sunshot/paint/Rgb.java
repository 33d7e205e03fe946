// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Color;

/** Arithmetic on colours 0xRRGGBB. */
final class Rgb {
    static final int MOST_WEIGHT = 256;

    private Rgb() {}

    /** {@code share} of {@code over} laid on {@code under}, 0 to 1. */
    static int mix(int under, int over, float share) {
        return mixWeighted(under, over, (int) (Math.max(0f, Math.min(1f, share)) * MOST_WEIGHT + 0.5f));
    }

    /** As {@link #mix} of a share in 256ths. */
    static int mixWeighted(int under, int over, int weight) {
        int rest = MOST_WEIGHT - weight;
        int red = ((under >> 16 & 255) * rest + (over >> 16 & 255) * weight) >> 8;
        int green = ((under >> 8 & 255) * rest + (over >> 8 & 255) * weight) >> 8;
        int blue = ((under & 255) * rest + (over & 255) * weight) >> 8;
        return red << 16 | green << 8 | blue;
    }

    static int darker(int rgb) {
        return mix(rgb, 0x000000, 0.28f);
    }

    /** Black or white, whichever is easier to read on the colour. */
    static int textOn(int rgb) {
        double luminance =
                0.2126 * linear(rgb >> 16 & 255) + 0.7152 * linear(rgb >> 8 & 255) + 0.0722 * linear(rgb & 255);
        return luminance > 0.22 ? 0x101318 : 0xFFFFFF;
    }

    private static double linear(int channel) {
        double value = channel / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    static Color transparent(int rgb, int alpha) {
        return new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, alpha);
    }
}
