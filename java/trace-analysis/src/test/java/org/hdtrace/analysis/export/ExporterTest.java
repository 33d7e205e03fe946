// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import static org.hdtrace.analysis.messages.TraceTexts.state;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.analysis.messages.TraceTexts;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.select.Selection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is exported is what the project holds, read again by a reader of its own (SUNSHOT V-21). */
class ExporterTest {
    @TempDir
    Path folder;

    private Exporter.Summary summary;

    private String export(ExportFormat format, String... traces) throws Exception {
        Project project = TraceTexts.write(folder, "", List.of(traces));
        StringWriter out = new StringWriter();
        summary = Exporter.write(project, Selection.all(), format, out, path -> {});
        return out.toString();
    }

    private static List<String> lines(String paje) {
        return paje.substring(paje.lastIndexOf("%EndEventDef") + 13).lines().toList();
    }

    @Test
    void pajeHasContainersStatesAndLinksInTheOrderOfTime() throws Exception {
        String text = export(
                ExportFormat.PAJE,
                state("Send", "size='4' toRank='1' toTag='0' cid='0'", 10, 30)
                        + "<Event name='mark' time='0.000000040'/>",
                state("Recv", "fromRank='0' fromTag='0' cid='0'", 20, 60));
        assertEquals(
                List.of(
                        "0 T0 0 \"Program\"",
                        "0 T1 T0 \"Hostname\"",
                        "1 S1 T1 \"State\"",
                        "10 E1 T1 \"Event\"",
                        "0 T2 T1 \"Rank\"",
                        "1 S2 T2 \"State\"",
                        "10 E2 T2 \"Event\"",
                        "0 T3 T2 \"Thread\"",
                        "1 S3 T3 \"State\"",
                        "10 E3 T3 \"Event\"",
                        "2 L3_3 T0 T3 T3 \"Message\"",
                        "3 M3_3 L3_3 \"message\" \"0.3 0.3 0.3\"",
                        "4 0.000000000 R T0 0 \"p\"",
                        "4 0.000000000 C1_0 T1 R \"n0\"",
                        "4 0.000000000 C2_1 T2 C1_0 \"n0/0\"",
                        "4 0.000000000 C3_2 T3 C2_1 \"n0/0/0\"",
                        "4 0.000000000 C1_3 T1 R \"n1\"",
                        "4 0.000000000 C2_4 T2 C1_3 \"n1/1\"",
                        "4 0.000000000 C3_5 T3 C2_4 \"n1/1/0\"",
                        "8 0.000000000 L3_3 R M3_3 C3_2 k0",
                        "3 V0 S3 \"Send\" \"" + PajeHeader.color("Send") + "\"",
                        "6 0.000000000 S3 C3_2 V0",
                        "3 V1 S3 \"Recv\" \"" + PajeHeader.color("Recv") + "\"",
                        "6 0.000000010 S3 C3_5 V1",
                        "7 0.000000020 S3 C3_2",
                        "3 V2 E3 \"mark\" \"" + PajeHeader.color("mark") + "\"",
                        "11 0.000000030 E3 C3_2 V2",
                        "9 0.000000050 L3_3 R M3_3 C3_5 k0",
                        "7 0.000000050 S3 C3_5",
                        "5 0.000000050 R T0"),
                lines(text));
        assertEquals(2, summary.states());
        assertEquals(1, summary.events());
        assertEquals(1, summary.messages());
    }

    /** Random nested states of several ranks: popped in the order they were pushed, with the names and times of the traces. */
    @Test
    void pajePushesAndPopsWhatTheTracesNest() throws Exception {
        Random random = new Random(3);
        List<String> wanted = new ArrayList<>();
        String[] traces = new String[4];
        for (int rank = 0; rank < traces.length; rank++) {
            StringBuilder text = new StringBuilder();
            long now = rank == 0 ? 0 : random.nextInt(5);
            for (int i = 0; i < 300; i++) {
                long length = 3L + random.nextInt(20);
                String name = "F" + random.nextInt(5);
                String inner = "";
                if (random.nextBoolean()) {
                    inner = "<Nested>" + state("Inner", "", now + random.nextInt(2), now + length - random.nextInt(1))
                            + "</Nested>";
                }
                text.append(inner).append(state(name, "", now, now + length));
                wanted.add(rank + " " + name + " " + now + " " + (now + length));
                now += length + random.nextInt(3);
            }
            traces[rank] = text.toString();
        }
        String text = export(ExportFormat.PAJE, traces);
        Map<String, Deque<String>> open = new HashMap<>();
        Map<String, String> values = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        List<String> found = new ArrayList<>();
        double last = 0;
        for (String line : lines(text)) {
            String[] fields = line.split(" ", -1);
            switch (fields[0]) {
                case "3" -> values.put(fields[1], fields[3].replace("\"", ""));
                case "4" -> names.put(fields[2], fields[5].replaceAll(".*/([0-9]+)/0\"", "$1"));
                case "6" ->
                    open.computeIfAbsent(fields[3], unused -> new ArrayDeque<>())
                            .push(values.get(fields[4]) + " " + nanos(fields[1]));
                case "7" -> {
                    String begun = open.get(fields[3]).pop();
                    if (!begun.startsWith("Inner")) {
                        found.add(names.get(fields[3]) + " " + begun + " " + nanos(fields[1]));
                    }
                }
                default -> {}
            }
            if (fields[0].equals("6") || fields[0].equals("7")) {
                assertTrue(Double.parseDouble(fields[1]) >= last, line);
                last = Double.parseDouble(fields[1]);
            }
        }
        wanted.sort(null);
        found.sort(null);
        assertEquals(wanted, found);
        assertTrue(open.values().stream().allMatch(Deque::isEmpty));
    }

    private static long nanos(String seconds) {
        return Long.parseLong(seconds.replace(".", ""));
    }

    @Test
    void perfettoHasSlicesInstantsAndFlows() throws Exception {
        String text = export(
                ExportFormat.PERFETTO,
                state("Send", "size='4' toRank='1' toTag='7' cid='0'", 1000, 3000)
                        + "<Event name='mark' time='0.000004000'/>",
                state("Recv", "fromRank='0' fromTag='7' cid='0'", 2000, 6000));
        List<String> lines = text.lines().toList();
        assertEquals("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", lines.get(0));
        assertTrue(
                lines.contains(
                        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"n1 rank 1\"}},"),
                text);
        assertTrue(
                lines.contains("{\"name\":\"message\",\"ph\":\"s\",\"pid\":0,\"tid\":0,\"ts\":0.0,\"cat\":\"message\","
                        + "\"id\":1,\"args\":{\"bytes\":4,\"tag\":7}},"),
                text);
        assertTrue(
                lines.contains("{\"name\":\"message\",\"ph\":\"f\",\"pid\":1,\"tid\":1,\"ts\":4.999,\"bp\":\"e\","
                        + "\"cat\":\"message\",\"id\":1},"),
                text);
        assertTrue(
                lines.contains("{\"name\":\"Send\",\"ph\":\"X\",\"pid\":0,\"tid\":0,\"ts\":0.0,\"dur\":2.0,"
                        + "\"args\":{\"size\":\"4\",\"toRank\":\"1\",\"toTag\":\"7\",\"cid\":\"0\"}},"),
                text);
        assertTrue(lines.contains("{\"name\":\"mark\",\"ph\":\"i\",\"pid\":0,\"tid\":0,\"ts\":3.0,\"s\":\"t\"}"), text);
        assertEquals("]}", lines.get(lines.size() - 1));
    }

    @Test
    void csvHasALineForEachMessageStateAndEvent() throws Exception {
        String text = export(
                ExportFormat.CSV,
                state("Send", "size='4' toRank='1' toTag='7' cid='0'", 1000, 3000)
                        + "<Event name='a, \"b\"' time='0.000004000'/>",
                state("Recv", "fromRank='0' fromTag='7' cid='0'", 2000, 6000));
        assertEquals(
                """
                kind,node,rank,depth,name,start,end,toRank,bytes,tag,attributes
                message,n0/0/0,0,,,0.000000000,0.000005000,1,4,7,
                state,n0/0/0,0,0,Send,0.000000000,0.000002000,,,,"{""size"":""4"",""toRank"":""1"",""toTag"":""7"",""cid"":""0""}"
                state,n1/1/0,1,0,Recv,0.000001000,0.000005000,,,,"{""fromRank"":""0"",""fromTag"":""7"",""cid"":""0""}"
                event,n0/0/0,0,0,"a, ""b""\",0.000003000,,,,,
                """,
                text);
    }

    @Test
    void formatsHaveNames() {
        assertEquals(ExportFormat.PAJE, ExportFormat.of("paje"));
        assertEquals("paje, perfetto, otf2, csv", ExportFormat.titles());
        assertThrows(IllegalArgumentException.class, () -> ExportFormat.of("otf"));
    }
}
