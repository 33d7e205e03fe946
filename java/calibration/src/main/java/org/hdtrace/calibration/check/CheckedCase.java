// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;
import org.hdtrace.format.TraceFormatException;

/**
 * A measured case beside the same one simulated.
 *
 * @param measured all repetitions
 * @param simulatedNanos of one operation
 */
public record CheckedCase(Case key, Sample measured, double simulatedNanos) {
    /** Simulated over measured at its best; 1.05: the model is 5 % too slow. */
    public double ratio() {
        return simulatedNanos / measured.least();
    }

    /** How far the simulated time is from the measured one, in either direction: 0.05 is 5 %. */
    public double error() {
        return Math.abs(ratio() - 1);
    }

    /** All cases of a table that can be simulated, in its order. */
    public static List<CheckedCase> all(ResultTable table, Predictor predictor) throws TraceFormatException {
        List<CheckedCase> cases = new ArrayList<>();
        for (Map.Entry<Case, Sample> entry : table.samples().entrySet()) {
            OptionalDouble simulated = predictor.nanos(entry.getKey());
            if (simulated.isPresent()) {
                cases.add(new CheckedCase(entry.getKey(), entry.getValue(), simulated.getAsDouble()));
            }
        }
        return cases;
    }

    /** The error in the middle of cases and the largest; both NaN without cases. */
    public record Summary(int cases, double medianError, double largestError) {
        public static Summary of(List<CheckedCase> cases) {
            if (cases.isEmpty()) {
                return new Summary(0, Double.NaN, Double.NaN);
            }
            Sample errors =
                    new Sample(cases.stream().mapToDouble(CheckedCase::error).toArray());
            return new Summary(cases.size(), errors.median(), errors.quantile(1));
        }
    }
}
