// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.util.List;
import java.util.Locale;
import org.hdtrace.examples.validation.Measurement;

/** Measurements for people, for spreadsheets, and for programs. */
final class MeasurementTable {
    private static final double MIB = 1 << 20;

    private MeasurementTable() {}

    /** Times in ms, throughputs in MiB/s. */
    static String text(List<Measurement> measurements) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-26s %-8s %11s %15s %15s %8s %10s%n",
                "experiment",
                "nodes-p",
                "bytes",
                "simulated ms",
                "bound ms",
                "ratio",
                "MiB/s"));
        for (Measurement one : measurements) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-26s %-8s %11d %15.6f %15.6f %8.4f %10s%n",
                    one.experiment(),
                    one.configuration().label(),
                    one.bytes(),
                    one.simulatedNanos() / 1e6,
                    one.boundNanos() / 1e6,
                    one.ratio(),
                    one.throughput() == 0 ? "" : String.format(Locale.ROOT, "%.1f", one.throughput() / MIB)));
        }
        return text.toString();
    }

    /** One line each after a line of names. */
    static String csv(List<Measurement> measurements) {
        StringBuilder text =
                new StringBuilder("experiment,nodes,processes,bytes,simulatedNs,boundNs,ratio,bytesPerSecond\n");
        for (Measurement one : measurements) {
            text.append(row("%s,%d,%d,%d,%d,%.0f,%.6f,%.0f\n", one));
        }
        return text.toString();
    }

    /** A list of objects with the names of {@link #csv}. */
    static String json(List<Measurement> measurements) {
        StringBuilder text = new StringBuilder("[");
        for (Measurement one : measurements) {
            text.append(text.length() == 1 ? "\n" : ",\n");
            text.append(row(
                    "{\"experiment\":\"%s\",\"nodes\":%d,\"processes\":%d,\"bytes\":%d,\"simulatedNs\":%d,"
                            + "\"boundNs\":%.0f,\"ratio\":%.6f,\"bytesPerSecond\":%.0f}",
                    one));
        }
        return text.append("\n]\n").toString();
    }

    /** A measurement as text: the columns of {@link #csv}, in its order. */
    private static String row(String pattern, Measurement one) {
        return String.format(
                Locale.ROOT,
                pattern,
                one.experiment(),
                one.configuration().nodes(),
                one.configuration().processes(),
                one.bytes(),
                one.simulatedNanos(),
                one.boundNanos(),
                one.ratio(),
                one.throughput());
    }
}
