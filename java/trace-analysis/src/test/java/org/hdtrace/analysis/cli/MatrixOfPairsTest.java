// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.analysis.traffic.PairReader;
import org.hdtrace.format.Csv;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code matrix --of}: requests of clients to servers and accesses of ranks to files, as tables. */
class MatrixOfPairsTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));
    private static final Path TRAFFIC = ROOT.resolve("java/trace-analysis/src/test/resources/projects/traffic");
    private static final Path ORANGEFS = ROOT.resolve("examples/traces/orangefs-checkpoints");
    private static final String HEADINGS = "from,to,count,bytes,bandwidth,latency\n";

    @TempDir
    private Path folder;

    private static String out(Object... arguments) {
        return Run.of(arguments).assertSuccess().out();
    }

    private static String operation(int id, String begin, String end, String parent) {
        return "<rel t='%1$d' time='%2$s'%4$s/><s name='io' t='%1$d' time='%2$s' size='32'/><e t='%1$d' time='%3$s'/><un t='%1$d' time='%3$s'/>"
                .formatted(id, begin, end, parent);
    }

    private void relations(String host, String operations) throws IOException {
        Files.writeString(
                folder.resolve("p_" + host + ".rel"),
                "<relation version='1' hostID='" + host
                        + "' localToken='1' topologyNumber='0' timeAdjustment='1300000000'>" + operations
                        + "</relation>");
    }

    /** Two requests of the client to s1, from 1 s to 2 s and from 1.5 s to 2.5 s of the run, none to s2. */
    private void requests() throws IOException {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'/><Node name='c'/><Node name='s1'/><Node name='s2'/>"
                        + "</Topology></Application>");
        String ofClient = " r='c:1:0:0'";
        relations("c", operation(0, "1.0", "9.0", ""));
        relations("s1", operation(0, "2.0", "3.0", ofClient) + operation(1, "2.5", "3.5", ofClient));
        relations("s2", operation(0, "6.0", "8.0", ofClient));
    }

    @Test
    void requestsHaveAllMetrics() throws IOException {
        requests();
        assertEquals(
                HEADINGS + "c,s1,2,64,32.0,1.0\nc,s2,1,32,16.0,2.0\n",
                out("matrix", "--of", "requests", "--csv", folder));
        assertEquals(
                """
                {"of":"requests","from":["c"],
                "to":["s1","s2"],
                "count":[
                [2,1]],
                "bytes":[
                [64,32]],
                "bandwidth":[
                [32.0,16.0]],
                "latency":[
                [1.0,2.0]]}
                """,
                out("matrix", "--of", "requests", "--json", folder));
        String[] lines = out("matrix", "--of", "requests", folder).split("\n", -1);
        assertEquals("from  to  requests   bytes  bandwidth   latency", lines[0]);
        assertEquals("c     s1         2  64 B       32 B/s  1.000 s", lines[2]);
    }

    @Test
    void anIntervalTakesWhatTouchesIt() throws IOException {
        requests();
        assertEquals(
                HEADINGS + "c,s1,1,32,32.0,1.0\n",
                out("matrix", "--of", "requests", "--csv", "--from", "2.1", "--to", "4", folder));
        String json = out("matrix", "--of", "requests", "--json", "--from", "4", folder);
        assertTrue(json.contains("\"count\":[\n[0,1]]") && json.contains("\"latency\":[\n[null,2.0]]"), json);
        assertEquals(
                HEADINGS + "0,\"a,b.dat\",1,8,2.0E9,4.0E-9\n",
                out("matrix", "--of", "accesses", "--csv", "--from", "0.00000009", TRAFFIC));
    }

    @Test
    void accessesAreOfRanksToFiles() {
        String[] lines = out("matrix", "--of", "accesses", "--csv", TRAFFIC).split("\n", -1);
        // 50, 50, 1500, 1024 and 8 bytes in 10, 10, 30, 1 and 4 ns, the last by another thread.
        assertTrue(lines[1].startsWith("0,\"a,b.dat\",5,2632,4.785454545") && lines[1].endsWith("E-8"), lines[1]);
        assertEquals("1,\"a,b.dat\",1,64,6.4E10,1.0E-9", lines[2]);
        assertEquals("1,fid 9,1,4,,0.0", lines[3], "what took no time has no bandwidth");
    }

    @Test
    void tablesOfARecordedRunHaveTheSumsOfItsPicture() throws Exception {
        for (PairValues.Subject subject :
                new PairValues.Subject[] {PairValues.Subject.REQUESTS, PairValues.Subject.ACCESSES}) {
            PairSums sums =
                    PairReader.read(subject, Project.open(ORANGEFS), Interval.all(), Workers.allCores(), path -> {});
            List<String> lines = out("matrix", "--of", subject.title(), "--csv", ORANGEFS)
                    .lines()
                    .toList();
            assertTrue(lines.size() > 1, subject.title());
            List<String> columns = Csv.split(lines.get(0));
            for (String line : lines) {
                List<String> cells = Csv.split(line);
                if (!cells.get(0).equals("from")) {
                    int from = sums.labels().indexOf(cells.get(0));
                    int to = sums.targets().indexOf(cells.get(1));
                    for (Metric metric : Metric.values()) {
                        assertEquals(
                                sums.value(from, to, metric),
                                Double.parseDouble(cells.get(columns.indexOf(metric.title()))),
                                line);
                    }
                }
            }
        }
    }

    /** The checkpoint by strips, and from one server the diagonals; what only asks for attributes moves nothing. */
    @Test
    void requestsOfARecordedRunHaveTheBytesThatTheStorageWrote() {
        String csv = out("matrix", "--of", "requests", "--csv", ORANGEFS);
        assertTrue(csv.contains("\nnode1/0,server1,14,8385024,"), csv);
        assertTrue(csv.contains("\nnode1/0,server2,103,8434960,"), csv);
        assertTrue(csv.contains("\nnode1/0/CLIENT,server1,3,0,0.0,"), csv);
        String text = out("matrix", "--of", "requests", ORANGEFS);
        assertTrue(text.contains("node1/0         server2       103  8.0 MiB"), text);
    }

    @Test
    void messagesAreWhatIsShownWithoutIt() {
        assertEquals(out("matrix", "--json", TRAFFIC), out("matrix", "--of", "messages", "--json", TRAFFIC));
        assertEquals("no requests\n", out("matrix", "--of", "requests", TRAFFIC));
    }

    @Test
    void ofDamagedFilesWhatIsReadableCounts() throws IOException {
        requests();
        Files.writeString(folder.resolve("p_s2.rel"), "no relations");
        Run run = Run.of("matrix", "--of", "requests", "--json", folder);
        assertEquals(2, run.status());
        assertTrue(run.out().contains("\"bytes\":[\n[64]]") && run.out().contains("\"findings\":["), run.out());
        assertTrue(run.err().matches("hdtrace matrix: .*p_s2.rel: byte 0.*\\R"), run.err());
    }

    @Test
    void badUsageIsOneLine() {
        Run.of("matrix", "--of", "friends", TRAFFIC).assertBadInput();
        Run.of("matrix", "--of", "requests", "--csv", "--json", TRAFFIC).assertBadInput();
        Run.of("matrix", "--of", "accesses", "--csv", "--files", TRAFFIC).assertBadInput();
        Run.of("matrix", "--of", "requests", "--ranks", "0", TRAFFIC).assertBadInput();
        Run.of("matrix", "--of", "requests", "--names", "Send", TRAFFIC).assertBadInput();
        Run.of("matrix", "--of", "accesses", "--from", "2", "--to", "1", TRAFFIC)
                .assertBadInput();
    }
}
