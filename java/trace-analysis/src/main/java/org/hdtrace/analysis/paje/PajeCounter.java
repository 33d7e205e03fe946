// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/** A variable that is written as a statistic: a record says what the value was up to its time. */
final class PajeCounter implements AutoCloseable {
    private final StatisticsWriter writer;
    private final double[] value = new double[1];
    private long since;
    private boolean begun;
    private long records;

    PajeCounter(WriterPool pool, Path file, String group, String name, List<String> path) throws IOException {
        List<ValueDescription> values = List.of(new ValueDescription(name, ValueType.DOUBLE, "", ""));
        writer = StatisticsWriter.create(pool, file, new StatisticsGroup(group, path, values));
    }

    void set(double now, long nanos) throws IOException {
        if (!begun) {
            writer.begin(nanos);
            begun = true;
            since = nanos;
        }
        end(nanos);
        value[0] = now;
    }

    /** The value holds until then. */
    void end(long nanos) throws IOException {
        if (begun && nanos > since) {
            writer.write(nanos, value);
            since = nanos;
            records++;
        }
    }

    long records() {
        return records;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
