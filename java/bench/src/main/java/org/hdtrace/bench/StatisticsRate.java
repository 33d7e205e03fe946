// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/** Passes over statistics of ten doubles, written or read, by CPU time of this thread. */
public final class StatisticsRate {
    static final int VALUES = 10;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 3;
    private static final long BEGIN = 1_300_000_000_000_000_000L;
    private static final long STEP = 1_000_000;
    private static final StatisticsGroup GROUP = new StatisticsGroup(
            "Bench",
            List.of("n0"),
            IntStream.range(0, VALUES)
                    .mapToObj(i -> new ValueDescription("V" + i, ValueType.DOUBLE, "W", "g"))
                    .toList());

    private StatisticsRate() {}

    /** {@code FILE MODE RECORDS PASSES}: prints "records nanoseconds" for each pass. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        Mode mode = Mode.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        int records = Integer.parseInt(arguments[2]);
        write(file, records, mode == Mode.SET);
        for (int i = 0; i < WARM_UP; i++) {
            pass(file, mode, records);
        }
        for (int i = Integer.parseInt(arguments[3]); i > 0; i--) {
            long begin = THREADS.getCurrentThreadCpuTime();
            pass(file, mode, records);
            System.out.println(records + " " + (THREADS.getCurrentThreadCpuTime() - begin));
        }
        Files.delete(file);
    }

    /** What is done with the records: written from an array, written value by value, read. */
    enum Mode {
        WRITE,
        SET,
        READ
    }

    static double pass(Path file, Mode mode, int records) throws IOException, TraceFormatException {
        if (mode == Mode.READ) {
            return read(file);
        }
        write(file, records, mode == Mode.SET);
        return 0;
    }

    private static void write(Path file, int records, boolean oneByOne) throws IOException {
        double[] values = new double[VALUES];
        try (StatisticsWriter writer = StatisticsWriter.create(file, GROUP)) {
            writer.begin(BEGIN);
            for (int record = 1; record <= records; record++) {
                for (int i = 0; i < VALUES; i++) {
                    values[i] = record * 0.25 + i;
                    if (oneByOne) {
                        writer.setDouble(i, values[i]);
                    }
                }
                if (oneByOne) {
                    writer.endRecord(BEGIN + record * STEP);
                } else {
                    writer.write(BEGIN + record * STEP, values);
                }
            }
        }
    }

    private static double read(Path file) throws TraceFormatException {
        double sum = 0;
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            while (reader.next()) {
                for (int i = 0; i < VALUES; i++) {
                    sum += reader.doubleValue(i);
                }
            }
        }
        return sum;
    }
}
