// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.Locale;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;

/**
 * How noisy the machine was.
 *
 * @param work by how much the same work took longer than at best, the median of all ranks: 0.1 is 10 %
 * @param messages how far repetitions of ping-pongs scatter (distance of quartiles over the median), the median of all sizes
 * @param worst the same at worst
 */
public record Noise(double work, double messages, double worst) {
    public static Noise of(ResultTable table) {
        return new Noise(
                median(table.of("noise")
                        .map(entry -> entry.getValue())
                        .mapToDouble(sample -> sample.median() / sample.least() - 1)
                        .toArray()),
                median(table.of("pingpong")
                        .mapToDouble(entry -> entry.getValue().scatter())
                        .toArray()),
                table.of("pingpong")
                        .mapToDouble(entry -> entry.getValue().scatter())
                        .max()
                        .orElse(0));
    }

    private static double median(double... values) {
        return values.length == 0 ? 0 : new Sample(values).median();
    }

    /** In words, for one line. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "the same work took %.0f %% more than at best, and messages scattered by %.0f %% (at worst %.0f %%)",
                100 * work,
                100 * messages,
                100 * worst);
    }
}
