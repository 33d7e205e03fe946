// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import java.util.List;

/**
 * What a validation found.
 *
 * @param tolerance beyond which an operation is slow: 0.3 is 30 %
 * @param noiseNanos what barriers took longer than simulated, which all operations of groups are allowed, too
 * @param findings what is slow, by cause, one line each; the cases tell more
 */
public record ValidationResult(double tolerance, double noiseNanos, List<ValidationCase> cases, List<String> findings) {
    public ValidationResult {
        cases = List.copyOf(cases);
        findings = List.copyOf(findings);
    }

    public long count(Verdict verdict) {
        return cases.stream().filter(one -> one.verdict() == verdict).count();
    }

    /** Whether nothing is slower than expected. */
    public boolean isSound() {
        return count(Verdict.SLOWER) == 0;
    }
}
