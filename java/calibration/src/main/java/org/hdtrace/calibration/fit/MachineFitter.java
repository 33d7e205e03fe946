// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.calibration.fit.PairClasses.PairClass;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;

/** Fits all that a table has measurements of. */
public final class MachineFitter {
    /** Beyond these nothing is fitted. */
    private static final double WIDEST_BANDWIDTH = 0.3;

    private static final double WIDEST_LATENCY = 2;
    private static final double LARGEST_MEDIAN_ERROR = 0.25;

    private final ResultTable table;
    private final List<String> warnings = new ArrayList<>();

    private MachineFitter(ResultTable table) {
        this.table = table;
    }

    /**
     * Fit a table.
     *
     * @throws NoisyMeasurementException when the figures would say little; the message tells how noisy the machine was
     */
    public static MachineFit fit(ResultTable table) throws NoisyMeasurementException {
        return new MachineFitter(table).fit();
    }

    private MachineFit fit() throws NoisyMeasurementException {
        Noise noise = Noise.of(table);
        List<ClassFit> classes = new ArrayList<>();
        // Packets have one size in a model: where there's a network, that of its messages.
        List<PairClass> found = PairClasses.of(table);
        long packet = 0;
        for (PairClass pairs : found) {
            ClassFit fit = packet == 0 && !sharesMemory(pairs) ? fitOf(pairs, 0, noise) : null;
            packet = fit == null ? packet : fit.modelPacket();
        }
        for (PairClass pairs : found) {
            ClassFit fit = fitOf(pairs, sharesMemory(pairs) ? packet : 0, noise);
            if (fit == null) {
                warnings.add(differing(pairs));
            } else {
                classes.add(fit);
                check(fit, noise);
            }
        }
        if (classes.isEmpty() && table.ranks() > 1) {
            throw new NoisyMeasurementException("no pair of ranks has measurements (pingpong) of five sizes");
        }
        if (table.skipped() > 0) {
            warnings.add(table.skipped() + " cases were not measured for want of time; --seconds gives more");
        }
        StorageFit storage = StorageFitter.fit(table);
        return new MachineFit(table.places(), classes, rate("sum"), copyRate(), storage, noise, warnings);
    }

    private boolean sharesMemory(PairClass pairs) {
        PairClasses.Pair pair = pairs.pairs().get(0);
        return table.places()
                .get(pair.first())
                .host()
                .equals(table.places().get(pair.second()).host());
    }

    private ClassFit fitOf(PairClass pairs, long packet, Noise noise) throws NoisyMeasurementException {
        try {
            return ClassFitter.fit(table, pairs, packet);
        } catch (NoisyMeasurementException e) {
            throw new NoisyMeasurementException(e.getMessage() + " (" + pairs.name() + "); " + noise.text());
        }
    }

    private void check(ClassFit fit, Noise noise) throws NoisyMeasurementException {
        String why = null;
        if (fit.bandwidth().spread() > WIDEST_BANDWIDTH) {
            why = percent(
                    "the bandwidth %s is known to %.0f %% only",
                    fit, fit.bandwidth().spread());
        } else if (fit.latency().spread() > WIDEST_LATENCY) {
            why = percent(
                    "the latency %s is known to %.0f %% only",
                    fit, fit.latency().spread());
        } else if (fit.medianError() > LARGEST_MEDIAN_ERROR) {
            why = percent("times %s are %.0f %% from any line in the middle", fit, fit.medianError());
        }
        if (why != null) {
            throw new NoisyMeasurementException(why + "; " + noise.text());
        }
        if (fit.serialised()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%s: an exchange takes %.2f times as long as one of its messages up to the eager limit, %.2f times"
                            + " beyond: one direction waits for the other, which the model doesn't know",
                    fit.name(),
                    fit.exchangeBelow(),
                    fit.exchangeAbove()));
        }
    }

    private static String percent(String format, ClassFit fit, double share) {
        return String.format(Locale.ROOT, format, "of class " + fit.name(), 100 * share);
    }

    /** Pairs that are unlike those of which all sizes were measured. */
    private String differing(PairClass pairs) {
        StringBuilder text = new StringBuilder();
        pairs.pairs().stream().limit(8).forEach(pair -> text.append(text.length() == 0 ? "" : ", ")
                .append(pair.first())
                .append('-')
                .append(pair.second()));
        return String.format(
                Locale.ROOT,
                "%d pairs of ranks are unlike the others (%s%s): %.3f ms there and back",
                pairs.pairs().size(),
                text,
                pairs.pairs().size() > 8 ? ", ..." : "",
                pairs.bulkNanos() / 1e6);
    }

    /** By how much longer messages take at best of data that was copied before; where there is no such, of memcpy, largest size up to 1 MiB. */
    private Estimate copyRate() {
        Estimate rate = new Estimate(Double.NaN, Double.NaN, Double.NaN);
        for (Map.Entry<Case, Sample> entry : table.of("copied").toList()) {
            Case key = entry.getKey();
            Sample plain =
                    table.samples().get(new Case("pingpong", key.first(), key.second(), key.ranks(), key.bytes()));
            double longer = plain == null ? 0 : (entry.getValue().least() - plain.least()) / 2;
            if (longer > 0) {
                return Estimate.of(key.bytes() / longer * 1e9);
            }
        }
        for (Map.Entry<Case, Sample> entry : table.of("copy").toList()) {
            if (entry.getKey().bytes() <= 1 << 20) {
                rate = rate(entry);
            }
        }
        return rate;
    }

    private static Estimate rate(Map.Entry<Case, Sample> entry) {
        long bytes = entry.getKey().bytes();
        Sample sample = entry.getValue();
        return new Estimate(
                bytes / sample.typical() * 1e9, bytes / sample.quantile(0.75) * 1e9, bytes / sample.least() * 1e9);
    }

    /** The best rate of sizes from 64 KiB to 1 MiB, which most data of messages have; NaN: not measured. */
    private Estimate rate(String test) {
        Estimate best = new Estimate(Double.NaN, Double.NaN, Double.NaN);
        for (Map.Entry<Case, Sample> entry : table.of(test).toList()) {
            long bytes = entry.getKey().bytes();
            Estimate rate = rate(entry);
            if (bytes >= 64 << 10 && bytes <= 1 << 20 && !(rate.value() <= best.value())) {
                best = rate;
            }
        }
        return best;
    }
}
