// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.List;
import java.util.Locale;
import org.hdtrace.calibration.validate.ValidationCase;
import org.hdtrace.calibration.validate.ValidationResult;
import org.hdtrace.calibration.validate.Verdict;

/** A validation in words and tables, for people. */
public final class ValidationText {
    private ValidationText() {}

    /** All cases, then what was found. */
    public static String of(ValidationResult result) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-10s %-18s %5s %10s %10s %21s %10s %7s  %s%n",
                "program",
                "function",
                "ranks",
                "bytes",
                "least ms",
                "quartiles ms",
                "simulated",
                "ratio",
                "verdict"));
        result.cases().forEach(one -> text.append(line(one)));
        return text.append(summary(result)).toString();
    }

    private static String line(ValidationCase one) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-10s %-18s %5s %10d %10.3f %10.3f %10.3f %10.3f %7.2f  %s%n",
                one.key().program(),
                one.key().function(),
                one.key().ranks() > 0 ? one.key().ranks() : one.rank() < 0 ? "-" : "#" + one.rank(),
                one.key().bytes(),
                one.observed().least() / 1e6,
                one.observed().quantile(0.25) / 1e6,
                one.observed().quantile(0.75) / 1e6,
                one.simulated().least() / 1e6,
                one.ratio(),
                one.verdict().text()));
        one.reasons().forEach(reason -> text.append("    ").append(reason).append(System.lineSeparator()));
        return text.toString();
    }

    /** What was found by cause, and how many cases are of each verdict. */
    public static String summary(ValidationResult result) {
        StringBuilder text = new StringBuilder();
        List<String> findings = result.findings();
        findings.forEach(finding -> text.append("slow: ").append(finding).append(System.lineSeparator()));
        text.append(String.format(
                Locale.ROOT,
                "noise: barriers take %.3f ms longer than simulated, which is allowed to other calls, too%n",
                result.noiseNanos() / 1e6));
        text.append(String.format(
                Locale.ROOT,
                "%d cases: %d as expected within %.0f %%, %d slower, %d faster than the model, %d with too few repetitions%n",
                result.cases().size(),
                result.count(Verdict.EXPECTED),
                100 * result.tolerance(),
                result.count(Verdict.SLOWER),
                result.count(Verdict.FASTER),
                result.count(Verdict.UNJUDGED)));
        return text.toString();
    }
}
