// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.List;
import org.hdtrace.calibration.table.Sample;

/**
 * An operation as it was observed beside the simulated one.
 *
 * @param rank that did worst where each acts for itself, -1 for a group
 * @param simulated with the algorithm that is to be expected
 * @param recordedNanos the messages that were recorded inside, simulated: least of all; NaN when there are none
 * @param reasons why it isn't as expected, as far as the recording shows it
 */
public record ValidationCase(
        CaseKey key,
        int rank,
        Sample observed,
        Sample simulated,
        double recordedNanos,
        Verdict verdict,
        List<String> reasons) {
    public ValidationCase {
        reasons = List.copyOf(reasons);
    }

    /** Observed over simulated, both at their best. */
    public double ratio() {
        return simulated.least() > 0 ? observed.least() / simulated.least() : Double.POSITIVE_INFINITY;
    }

    ValidationCase withReasons(List<String> others) {
        return new ValidationCase(key, rank, observed, simulated, recordedNanos, verdict, others);
    }
}
