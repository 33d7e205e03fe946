// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;

/** The lines of a statistics file. */
final class StatisticsDump {
    private StatisticsDump() {}

    static Optional<Damage> write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            header(reader, writer);
            List<ValueDescription> values = reader.group().values();
            while (reader.next()) {
                writer.begin("record");
                writer.time("time", reader.timeNanos());
                for (int i = 0; i < values.size(); i++) {
                    value(reader, values.get(i), i, writer);
                }
                writer.end();
            }
            Dump.writeEnd(writer, reader.unusableBytes() == 0, reader.unusableBytes());
            return Damage.of(reader.findings(), reader.unusableBytes());
        }
    }

    private static void header(StatisticsReader reader, DumpWriter writer) throws IOException {
        StatisticsGroup group = reader.group();
        writer.begin("statistics");
        writer.attribute("group", group.name());
        writer.attribute("topology", String.join("/", group.topology()));
        writer.attribute("version", reader.hasStart() ? "0" : "1");
        writer.attributes(group.attributes());
        writer.end();
        for (ValueDescription value : group.values()) {
            writer.begin("value");
            writer.word("name", value.name());
            writer.word("type", value.type().name());
            writer.attribute("unit", value.unit());
            writer.attribute("grouping", value.grouping());
            writer.end();
        }
        if (reader.hasStart()) {
            writer.begin("start");
            writer.time("time", reader.startNanos());
            writer.end();
        }
    }

    private static void value(StatisticsReader reader, ValueDescription value, int index, DumpWriter writer)
            throws IOException {
        switch (value.type()) {
            case INT32, INT64 -> writer.integerValue(reader.longValue(index));
            case FLOAT -> writer.realValue(reader.doubleValue(index), true);
            case DOUBLE -> writer.realValue(reader.doubleValue(index), false);
            case STRING -> writer.textValue(reader.stringValue(index));
        }
    }
}
