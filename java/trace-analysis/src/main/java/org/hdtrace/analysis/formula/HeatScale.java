// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

/**
 * Colours of a heat map: green for the least value of a view, black in the middle, red for the largest one. Values are added first;
 * colours are asked for when all are there. Not safe for use by several threads while values are added. Source: SUNSHOT S-49.
 */
public final class HeatScale {
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
        double fromMiddle = 2 * share(value) - 1;
        int strength = (int) Math.round(Math.abs(fromMiddle) * 255);
        return fromMiddle < 0 ? strength << 8 : strength << 16;
    }
}
