// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/** Small projects on disk. */
public final class TestProjects {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    private TestProjects() {}

    /**
     * Two ranks on one host: the first half of the 2 s is Send, the second File_write with a nested Wait; rank 1 is the
     * other way round. CPU_TOTAL is 25 % in the first second and 75 % in the second, IDLE is always 0.
     */
    public static Path halves(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path project = folder.resolve("halves.proj");
        Files.writeString(
                project,
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Application name="halves">
                 <Topology>
                  <Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
                  <Node name="n1"><Node name="0"><Node name="0"/></Node><Node name="1"><Node name="0"/></Node></Node>
                 </Topology>
                 <ExternalStatistics><Utilization/></ExternalStatistics>
                </Application>
                """);
        Files.writeString(
                folder.resolve("halves_n1_0_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <Send size='4096' toRank='1' time='0.000000000' end='1.000000000'/>
                <Nested>
                 <Wait time='1.500000000' end='1.750000000'/>
                </Nested>
                <File_write size='100' fid='1' time='1.000000000' end='2.000000000'/>
                </Program>
                """);
        Files.writeString(
                folder.resolve("halves_n1_1_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <File_write size='100' fid='1' time='0.000000000' end='1.000000000'/>
                <Send size='10' toRank='0' time='1.000000000' end='2.000000000'/>
                </Program>
                """);
        StatisticsGroup group = new StatisticsGroup(
                "Utilization",
                List.of("n1"),
                List.of(
                        new ValueDescription("CPU_TOTAL", ValueType.DOUBLE, "%", "CPU"),
                        new ValueDescription("IDLE", ValueType.INT64, "", "CPU")));
        try (StatisticsWriter writer = StatisticsWriter.create(folder.resolve("halves_n1_Utilization.stat"), group)) {
            writer.begin(EPOCH);
            record(writer, 25, EPOCH + 1_000_000_000L);
            record(writer, 75, EPOCH + 2_000_000_000L);
        }
        return project;
    }

    /** {@link #halves} with two events on rank 0: mark at 0.25 s with phase 1, mark at 1.25 s with phase 2. */
    public static Path halvesWithEvents(Path folder) throws IOException {
        Path project = halves(folder);
        Path trace = folder.resolve("halves_n1_0_0.trc");
        String text = Files.readString(trace);
        Files.writeString(
                trace,
                text.replace("<Send ", "<Event name='mark' phase='1' time='0.250000000'/>\n<Send ")
                        .replace("<Nested>", "<Event name='mark' phase='2' time='1.250000000'/>\n<Nested>"));
        return project;
    }

    private static void record(StatisticsWriter writer, double cpu, long end) throws IOException {
        writer.setDouble(0, cpu);
        writer.setLong(1, 0);
        writer.endRecord(end);
    }
}
