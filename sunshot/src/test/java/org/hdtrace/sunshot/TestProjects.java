// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
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

    /** {@link #halves} with a Recv of three quarters and a Test of the other quarter of each millisecond of the first second of rank 1. */
    public static Path dense(Path folder) throws IOException {
        Path project = halves(folder);
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < 1000; i++) {
            String next = "%d.%03d".formatted((i + 1) / 1000, (i + 1) % 1000);
            text.append("<Recv time='0.%03d000000' end='0.%03d750000'/>%n".formatted(i, i));
            text.append("<Test time='0.%03d750000' end='%s000000'/>%n".formatted(i, next));
        }
        text.append("<Send time='1.000000000' end='2.000000000'/>\n</Program>\n");
        Files.writeString(folder.resolve("halves_n1_1_0.trc"), text);
        return project;
    }

    /**
     * A client and its two servers. Rank 0 writes from 1 s to 3 s; that causes two requests at the first server, which overlap from
     * 1.5 s to 2 s, and one at the second. Rank 0 sends to rank 1 at 0.2 s, who has it at 0.8 s.
     */
    public static Path chain(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path project = folder.resolve("chain.proj");
        Files.writeString(
                project,
                "<Application name='chain'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='c'><Node name='0'><Node name='0'/></Node><Node name='1'><Node name='0'/></Node>"
                        + "</Node><Node name='s1'/><Node name='s2'/></Topology></Application>");
        Files.writeString(
                folder.resolve("chain_c_0_0.trc"),
                "<Program timeAdjustment='1300000000'><Send size='8' toRank='1' toTag='0' cid='0' time='0.2' end='0.3'/>"
                        + "<File_write size='96' fid='1' time='1.0' end='3.0'/></Program>");
        Files.writeString(
                folder.resolve("chain_c_1_0.trc"),
                "<Program timeAdjustment='1300000000'><Recv fromRank='0' fromTag='0' cid='0' time='0.0' end='0.8'/></Program>");
        Files.writeString(
                folder.resolve("chain_c_0_0.rel"), relation("c", 1, operation(0, "File_write", 96, "1.0", "3.0", "")));
        Files.writeString(
                folder.resolve("chain_s1.rel"),
                relation(
                        "s1",
                        5,
                        operation(0, "Write", 32, "1.2", "2.0", "c:1:0:0")
                                + operation(1, "Write", 32, "1.5", "2.5", "c:1:0:0")));
        Files.writeString(
                folder.resolve("chain_s2.rel"), relation("s2", 5, operation(0, "Write", 32, "1.3", "2.2", "c:1:0:0")));
        return project;
    }

    /**
     * Ranks of one host, each with one Send of 1 s; they are recorded in the order of their names as words: 0, 1, 10, 11, 2, and so
     * on.
     */
    public static Path ranks(Path folder, int count) throws IOException {
        Files.createDirectories(folder);
        Path project = folder.resolve("ranks.proj");
        StringBuilder nodes = new StringBuilder();
        for (String rank :
                IntStream.range(0, count).mapToObj(String::valueOf).sorted().toList()) {
            nodes.append("<Node name='").append(rank).append("'><Node name='0'/></Node>");
            Files.writeString(
                    folder.resolve("ranks_n_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'><Send time='0.0' end='1.0'/></Program>");
        }
        Files.writeString(
                project,
                "<Application name='ranks'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'>" + nodes + "</Node></Topology></Application>");
        return project;
    }

    /**
     * More than 16 MiB of traces, so that it has a store: two ranks of 9 s, states of 70 us every 100 us, Send in the first half and
     * Recv in the second.
     */
    public static Path large(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path project = folder.resolve("large.proj");
        Files.writeString(
                project,
                "<Application name='large'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node><Node name='1'><Node name='0'/></Node>"
                        + "</Node></Topology></Application>");
        String padding = "x".repeat(60);
        for (int rank = 0; rank < 2; rank++) {
            StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
            for (int i = 0; i < 90_000; i++) {
                text.append(i < 45_000 ? "<Send" : "<Recv")
                        .append(" note='")
                        .append(padding)
                        .append("' size='");
                text.append(i)
                        .append("' time='")
                        .append(i / 10_000)
                        .append('.')
                        .append(String.valueOf(10_000 + i % 10_000), 1, 5);
                text.append("' end='")
                        .append(i / 10_000)
                        .append('.')
                        .append(String.valueOf(10_000 + i % 10_000), 1, 5)
                        .append("7'/>\n");
            }
            Files.writeString(folder.resolve("large_n_" + rank + "_0.trc"), text.append("</Program>\n"));
        }
        return project;
    }

    private static String relation(String host, int process, String operations) {
        return "<relation version=\"1\" hostID=\"" + host + "\" localToken=\"" + process
                + "\" topologyNumber=\"0\" timeAdjustment=\"1300000000\">" + operations + "</relation>";
    }

    private static String operation(int token, String name, int size, String start, String end, String parent) {
        String at = " t=\"" + token + "\" time=\"";
        String link = parent.isEmpty() ? "" : " r=\"" + parent + "\"";
        return "<rel" + at + start + "\"" + link + "/><s name=\"" + name + "\"" + at + start + "\" size=\"" + size
                + "\"/><e" + at + end + "\"/><un" + at + end + "\"/>";
    }

    private static void record(StatisticsWriter writer, double cpu, long end) throws IOException {
        writer.setDouble(0, cpu);
        writer.setLong(1, 0);
        writer.endRecord(end);
    }
}
