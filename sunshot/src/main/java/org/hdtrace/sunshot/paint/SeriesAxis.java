// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

/**
 * The value axis of a statistics row.
 *
 * @param low value at the bottom; above 0 on a logarithmic axis
 * @param high value at the top, above low
 * @param logarithmic whether equal steps are equal factors
 */
record SeriesAxis(double low, double high, boolean logarithmic) {
    /** 0 at the bottom, 1 at the top; values beyond lie below 0 and above 1. */
    double share(double value) {
        if (!logarithmic) {
            return (value - low) / (high - low);
        }
        return value <= 0 ? -1 : Math.log(value / low) / Math.log(high / low);
    }

    /** Where bars and areas begin. */
    double base() {
        return logarithmic ? low : Math.max(low, Math.min(0, high));
    }
}
