// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hdtrace.calibration.check.CheckedCase;
import org.hdtrace.calibration.fit.ClassFit;
import org.hdtrace.calibration.fit.Estimate;
import org.hdtrace.calibration.fit.MachineFit;
import org.hdtrace.calibration.fit.StorageFit;

/** A calibration in words and tables, for people. */
public final class TextReport {
    private TextReport() {}

    /** What was fitted. */
    public static String fit(MachineFit fit) {
        StringBuilder text = new StringBuilder();
        line(text, "noise: %s", fit.noise().text());
        for (ClassFit one : fit.classes()) {
            line(text, "%s: %d pairs of ranks", one.name(), one.pairs().pairs().size());
            line(text, "  latency    %s µs", figures(one.latency(), 1e-3));
            line(text, "  bandwidth  %s MB/s", figures(one.bandwidth(), 1e-6));
            line(text, "  eager up to %s", one.eagerLimit() < 0 ? "all sizes" : one.eagerLimit() + " B");
            if (one.burst() > 0) {
                line(text, "  the first %d B after a pause pass at once", one.burst());
            }
            if (one.large() != null) {
                line(text, "  beyond     %s µs", figures(one.large().nanos(), 1e-3));
                line(text, "         and %s MB/s", figures(one.large().bandwidth(), 1e-6));
            }
            line(
                    text,
                    "  sizes are %.1f %% from that in the middle, %.1f %% at worst",
                    100 * one.medianError(),
                    100 * one.largestError());
        }
        if (Double.isFinite(fit.sumRate().value())) {
            line(
                    text,
                    "sums of doubles %s MB/s, copies %s MB/s",
                    figures(fit.sumRate(), 1e-6),
                    figures(fit.copyRate(), 1e-6));
        }
        if (fit.storage() != null) {
            storage(text, fit.storage());
        }
        return text.toString();
    }

    private static void storage(StringBuilder text, StorageFit files) {
        line(
                text,
                "files: a write takes %.1f µs and %.0f MB/s, a read %.1f µs and %.0f MB/s, a small file %.1f µs; to the"
                        + " device %.1f MB/s; %d clients together take %.1f times as long",
                files.writeAccess().value() / 1e3,
                files.writeRate().value() / 1e6,
                files.readAccess().value() / 1e3,
                files.readRate().value() / 1e6,
                files.createNanos() / 1e3,
                files.syncRate() / 1e6,
                files.clients(),
                files.sharing());
    }

    private static String figures(Estimate estimate, double factor) {
        return String.format(
                Locale.ROOT,
                "%.3f (%.3f to %.3f)",
                estimate.value() * factor,
                estimate.low() * factor,
                estimate.high() * factor);
    }

    /** Measured and simulated cases, one line each, then the errors of each test and of all. */
    public static String cases(List<CheckedCase> cases) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%-10s %5s %10s %12s %12s %12s %8s",
                "test",
                "ranks",
                "bytes",
                "least ms",
                "median ms",
                "simulated ms",
                "error");
        for (CheckedCase one : cases) {
            line(
                    text,
                    "%-10s %5d %10d %12.4f %12.4f %12.4f %+7.1f%%",
                    one.key().test(),
                    one.key().ranks(),
                    one.key().bytes(),
                    one.measured().least() / 1e6,
                    one.measured().median() / 1e6,
                    one.simulatedNanos() / 1e6,
                    100 * (one.ratio() - 1));
        }
        return text.append(summary(cases)).toString();
    }

    /** The errors of each test and of all. */
    public static String summary(List<CheckedCase> cases) {
        StringBuilder text = new StringBuilder();
        byTest(cases).forEach((test, some) -> errors(text, test, some));
        errors(text, "all", cases);
        return text.toString();
    }

    private static void errors(StringBuilder text, String name, List<CheckedCase> cases) {
        CheckedCase.Summary summary = CheckedCase.Summary.of(cases);
        if (summary.cases() > 0) {
            line(
                    text,
                    "%-10s %4d cases: simulated times are %.1f %% off in the middle, %.1f %% at worst",
                    name,
                    summary.cases(),
                    100 * summary.medianError(),
                    100 * summary.largestError());
        }
    }

    static Map<String, List<CheckedCase>> byTest(List<CheckedCase> cases) {
        return cases.stream()
                .collect(Collectors.groupingBy(
                        one -> one.key().test(), java.util.LinkedHashMap::new, Collectors.toList()));
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
