// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.List;
import java.util.Map;
import org.hdtrace.calibration.table.Case;
import org.hdtrace.calibration.table.ResultTable;
import org.hdtrace.calibration.table.Sample;

/** Fits a file system to blocks written and read by one client, and tells how several hinder each other. */
final class StorageFitter {
    private StorageFitter() {}

    /** Null when there are no such measurements. */
    static StorageFit fit(ResultTable table) throws NoisyMeasurementException {
        if (table.of("write").findAny().isEmpty() || table.of("read").findAny().isEmpty()) {
            return null;
        }
        CostLine written = line(table, "write");
        CostLine read = line(table, "read");
        int clients = table.of("write")
                .mapToInt(entry -> entry.getKey().ranks())
                .max()
                .orElse(1);
        return new StorageFit(
                exact(written.latencyNanos()),
                exact(1e9 / written.nanosPerByte()),
                exact(read.latencyNanos()),
                exact(1e9 / read.nanosPerByte()),
                smallest(table, "create"),
                syncRate(table),
                clients,
                sharing(table, clients));
    }

    private static Estimate exact(double value) {
        return Estimate.of(value);
    }

    /** Blocks in order: written ones are new then, where writing over what is there takes a fraction of that in memory. */
    private static CostLine line(ResultTable table, String test) throws NoisyMeasurementException {
        List<CostLine.Point> points = table.of(test)
                .filter(entry -> entry.getKey().ranks() == 1)
                .map(entry -> new CostLine.Point(
                        1, entry.getKey().bytes(), entry.getValue().typical()))
                .toList();
        try {
            return CostLine.fit(points);
        } catch (NoisyMeasurementException e) {
            throw new NoisyMeasurementException("files: " + test + ": " + e.getMessage());
        }
    }

    private static double smallest(ResultTable table, String test) {
        return table.of(test)
                .filter(entry -> entry.getKey().ranks() == 1)
                .map(entry -> entry.getValue().typical())
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double syncRate(ResultTable table) {
        return table.of("sync")
                .filter(entry -> entry.getKey().ranks() == 1)
                .mapToDouble(entry -> {
                    Case key = entry.getKey();
                    Sample written =
                            table.samples().get(new Case("write", key.first(), key.second(), key.ranks(), key.bytes()));
                    double nanos = entry.getValue().typical() + (written == null ? 0 : written.typical());
                    return key.bytes() / nanos * 1e9;
                })
                .max()
                .orElse(Double.NaN);
    }

    private static double sharing(ResultTable table, int clients) {
        double ratio = 1;
        for (Map.Entry<Case, Sample> entry : table.of("write").toList()) {
            Case key = entry.getKey();
            Sample alone = table.samples().get(new Case("write", key.first(), key.second(), 1, key.bytes()));
            if (key.ranks() == clients && alone != null) {
                ratio = entry.getValue().typical() / alone.typical();
            }
        }
        return ratio;
    }
}
