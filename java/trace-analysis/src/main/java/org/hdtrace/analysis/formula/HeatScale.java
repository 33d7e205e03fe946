// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

/**
 * Colours of a heat map: from dark blue for the least value of a view over violet and brown to yellow for the largest one. It gets
 * lighter all the way, so that people with deficient colour vision, and print, keep the order; the original's green, black and red do
 * not. Values are added first; colours are asked for when all are there. Not safe for use by several threads while values are added.
 * Source: SUNSHOT S-49.
 */
public final class HeatScale {
    /** At equal distances, 0xRRGGBB; between them each part of a colour changes evenly. */
    private static final int[] STOPS = {0x16126E, 0x71407F, 0xB4706E, 0xE6AA60, 0xFAFF5F};

    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    /** Take in a value of the view. */
    public void add(double value) {
        least = Math.min(least, value);
        most = Math.max(most, value);
    }

    /** The least value, positive infinity if there was none. */
    public double least() {
        return least;
    }

    /** The largest value, negative infinity if there was none. */
    public double most() {
        return most;
    }

    /** Where a value lies between the least, 0, and the largest one, 1; 0.5 where all are the same. */
    public double share(double value) {
        return most > least ? Math.max(0, Math.min(1, (value - least) / (most - least))) : 0.5;
    }

    /** The colour of a value, 0xRRGGBB. */
    public int colorOf(double value) {
        double place = share(value) * (STOPS.length - 1);
        int stop = Math.min(STOPS.length - 2, (int) place);
        int color = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int low = STOPS[stop] >> shift & 0xFF;
            int high = STOPS[stop + 1] >> shift & 0xFF;
            color |= (int) Math.round(low + (high - low) * (place - stop)) << shift;
        }
        return color;
    }
}
