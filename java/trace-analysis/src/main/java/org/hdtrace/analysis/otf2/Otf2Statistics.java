// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/**
 * Metrics of one class at one location as a file of statistics. A value that holds for the time behind it waits for the next one, or for
 * the end of the location; the first one that holds for the time before it holds from where the archive says, or from its own time.
 */
final class Otf2Statistics implements AutoCloseable {
    private static final int LONGEST_NAME = 49;
    private static final int LONGEST_UNIT = 9;
    private static final int LONGEST_GROUPING = 19;

    private final StatisticsWriter writer;
    private final List<Otf2Definitions.Metric> metrics;
    private final boolean last;
    private final double[] reals;
    private final long[] wholes;
    private boolean begun;
    private boolean waiting;
    private long latest;
    private long records;

    Otf2Statistics(
            WriterPool pool,
            Path file,
            String group,
            List<String> path,
            List<Otf2Definitions.Metric> metrics,
            Long begin)
            throws IOException {
        this.metrics = metrics;
        this.last = metrics.isEmpty() || metrics.get(0).last();
        this.reals = new double[metrics.size()];
        this.wholes = new long[metrics.size()];
        writer = StatisticsWriter.create(pool, file, new StatisticsGroup(group, path, describe(metrics)));
        if (begin != null && last) {
            begin(begin);
        }
    }

    private static List<ValueDescription> describe(List<Otf2Definitions.Metric> metrics) {
        List<ValueDescription> values = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (Otf2Definitions.Metric metric : metrics) {
            String name = ImportedNames.cut(metric.name(), LONGEST_NAME);
            int count = names.merge(name, 1, Integer::sum);
            String unique = count == 1 ? name : ImportedNames.cut(name, LONGEST_NAME - 5) + "." + count;
            ValueType type = metric.whole() ? ValueType.INT64 : ValueType.DOUBLE;
            values.add(new ValueDescription(
                    unique.isEmpty() ? "value" : unique,
                    type,
                    ImportedNames.cut(metric.unit(), LONGEST_UNIT),
                    ImportedNames.cut(metric.description(), LONGEST_GROUPING)));
        }
        return values;
    }

    /** How many of a metric's unit and description a file of statistics has no place for as a whole. */
    static int cutTexts(Otf2Definitions.Metric metric) {
        return (metric.unit().length() > LONGEST_UNIT ? 1 : 0)
                + (metric.description().length() > LONGEST_GROUPING ? 1 : 0);
    }

    private void begin(long nanos) throws IOException {
        writer.begin(nanos);
        begun = true;
        latest = nanos;
    }

    /** A record: types and values from a field on. */
    void record(Otf2Line line, int first, long nanos) throws IOException, TraceFormatException {
        if (!begun) {
            begin(nanos);
        } else if (last) {
            read(line, first);
            write(nanos);
            return;
        } else if (waiting) {
            write(nanos);
        }
        if (!last) {
            read(line, first);
            waiting = true;
        }
    }

    private void read(Otf2Line line, int first) throws TraceFormatException {
        for (int i = 0; i < metrics.size(); i++) {
            boolean whole = line.text(first + 2 * i).equals("i");
            wholes[i] = whole ? line.unsignedOrSigned(first + 2 * i + 1) : 0;
            reals[i] = (whole ? wholes[i] : line.real(first + 2 * i + 1))
                    * metrics.get(i).factor();
        }
    }

    private void write(long nanos) throws IOException {
        if (nanos < latest) {
            return;
        }
        for (int i = 0; i < metrics.size(); i++) {
            if (metrics.get(i).whole()) {
                writer.setLong(i, wholes[i]);
            } else {
                writer.setDouble(i, reals[i]);
            }
        }
        writer.endRecord(nanos);
        latest = nanos;
        records++;
    }

    /** The last value holds until then. */
    void end(long nanos) throws IOException {
        if (waiting && nanos > latest) {
            write(nanos);
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
