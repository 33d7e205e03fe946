// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

/**
 * What a statistics row shows, per pixel column; NaN where no record lies.
 *
 * @param min smallest value that holds anywhere in the column
 * @param average average weighted by time
 * @param max largest value that holds anywhere in the column
 */
@SuppressWarnings("ArrayRecordComponent")
public record SeriesColumns(double[] min, double[] average, double[] max) {
    public int width() {
        return average.length;
    }

    public boolean isEmpty(int column) {
        return Double.isNaN(average[column]);
    }
}
