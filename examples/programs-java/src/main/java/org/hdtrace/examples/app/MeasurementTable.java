// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import java.util.List;
import java.util.Locale;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.examples.validation.Measurement;

/** The columns of measurements. */
final class MeasurementTable {
    private static final double MIB = 1 << 20;

    private MeasurementTable() {}

    /** As text times are in ms and throughputs in MiB/s, else in ns and B/s. */
    static String write(List<Measurement> measurements, Table.Form form) {
        return new Table<Measurement>()
                .shown("experiment", "%-26s", Measurement::experiment)
                .shown("nodes-p", "%-8s", one -> one.configuration().label())
                .shown("bytes", "%11d", Measurement::bytes)
                .shown("simulated ms", "%15.6f", one -> one.simulatedNanos() / 1e6)
                .shown("bound ms", "%15.6f", one -> one.boundNanos() / 1e6)
                .shown("ratio", "%8.4f", Measurement::ratio)
                .shown("MiB/s", "%10s", MeasurementTable::throughput)
                .told("experiment", "%s", Measurement::experiment)
                .told("nodes", "%d", one -> one.configuration().nodes())
                .told("processes", "%d", one -> one.configuration().processes())
                .told("bytes", "%d", Measurement::bytes)
                .told("simulatedNs", "%d", Measurement::simulatedNanos)
                .told("boundNs", "%.0f", Measurement::boundNanos)
                .told("ratio", "%.6f", Measurement::ratio)
                .told("bytesPerSecond", "%.0f", Measurement::throughput)
                .write(measurements, form);
    }

    private static String throughput(Measurement one) {
        return one.throughput() == 0 ? "" : String.format(Locale.ROOT, "%.1f", one.throughput() / MIB);
    }
}
