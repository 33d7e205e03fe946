// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code matrix} and {@code io} on a project whose messages and accesses can be counted by hand. */
class TrafficCommandsTest {
    private static final Path PROJECT = Path.of(
            System.getProperty("hd.root"), "java", "trace-analysis", "src", "test", "resources", "projects", "traffic");

    private static String out(Object... arguments) {
        return Run.of(arguments).assertSuccess().out();
    }

    @Test
    void matrixCountsEveryKindOfMessage() {
        // Rank 0 to 2: one Isend of 5 bytes, and 3 bytes for each of the three starts, two of them by its other thread.
        assertEquals(
                """
                {"ranks":3,"count":[
                [0,2,4],
                [1,0,0],
                [0,0,0]],"bytes":[
                [0,17,14],
                [6,0,0],
                [0,0,0]],"files":[
                {"file":"a,b.dat","rank":0,"bytesRead":1508,"bytesWritten":1124},
                {"file":"a,b.dat","rank":1,"bytesRead":0,"bytesWritten":64},
                {"file":"fid 9","rank":1,"bytesRead":4,"bytesWritten":0}]}
                """,
                out("matrix", "--json", PROJECT));
    }

    @Test
    void matrixAsCommaSeparatedValues() {
        assertEquals("from,to,count,bytes\n0,1,2,17\n0,2,4,14\n1,0,1,6\n", out("matrix", "--csv", PROJECT));
        assertEquals(
                "file,rank,bytesRead,bytesWritten\n\"a,b.dat\",0,1508,1124\n\"a,b.dat\",1,0,64\nfid 9,1,4,0\n",
                out("matrix", "--csv", "--files", PROJECT));
    }

    @Test
    void matrixIsASquareForFewRanks() {
        String[] lines = out("matrix", PROJECT).split("\n", -1);
        assertEquals("messages: count", lines[0]);
        assertEquals("from\\to  0  1  2", lines[1]);
        assertEquals("0           2  4", lines[3]);
        assertEquals("1        1", lines[4]);
    }

    @Test
    void matrixOfManyRanksListsTheLargestPairs(@TempDir Path folder) throws IOException {
        StringBuilder nodes = new StringBuilder();
        for (int rank = 0; rank < 13; rank++) {
            nodes.append("<Node name='").append(rank).append("'><Node name='0'/></Node>");
            Files.writeString(
                    folder.resolve("p_n_" + rank + "_0.trc"),
                    "<Program><Send toRank='0' size='" + rank + "' time='1' end='2'/></Program>");
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'>" + nodes + "</Node></Topology></Application>");
        String[] lines = out("matrix", folder).split("\n", -1);
        assertEquals("from  to  messages   bytes", lines[0]);
        assertEquals("  12   0         1  12 B", lines[2].stripTrailing());
    }

    @Test
    void selectionTakesRanksNamesAndTimes() {
        assertEquals("from,to,count,bytes\n1,0,1,6\n", out("matrix", "--csv", "--ranks", "1", PROJECT));
        assertEquals("from,to,count,bytes\n0,1,1,10\n", out("matrix", "--csv", "--names", "Send", PROJECT));
        // The target of a persistent message and the name of a file are known though they were given before.
        assertEquals(
                "from,to,count,bytes\n0,2,1,3\n",
                out("matrix", "--csv", "--from", "0.000000012", "--to", "0.000000013", PROJECT));
        assertTrue(out("io", "--csv", "--from", "0.000000018", PROJECT).contains("\n\"a,b.dat\",0,"));
    }

    @Test
    void ioSaysHowFilesAreUsed() {
        String json = out("io", "--json", PROJECT);
        // Rank 0 goes on where it was with the second and the last of four accesses; rank 1 has one.
        assertTrue(
                json.contains("{\"file\":\"a,b.dat\",\"opens\":2,\"reads\":2,\"writes\":4,\"bytesRead\":1508,"
                        + "\"bytesWritten\":1188,\"sequentialShare\":0.6666666666666666,"),
                json);
        // 1500 B in 30 ns and 8 B in 4 ns; 100 B in 20 ns, where neither the nonblocking nor the split call counts.
        assertTrue(json.contains("\"writeBytesPerSecond\":5.0E9,") || json.contains("5000000000"), json);
        assertTrue(json.contains("{\"below\":128,\"reads\":1,\"writes\":3}"), json);
        assertTrue(json.contains("{\"below\":8192,\"reads\":1,\"writes\":1}"), json);
        assertTrue(json.contains("{\"below\":null,\"reads\":0,\"writes\":0}"), json);
        assertTrue(json.contains("{\"file\":\"fid 9\",\"opens\":0,\"reads\":1,"), json);
    }

    @Test
    void ioTellsLayersApart(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node></Node></Topology></Application>");
        Files.writeString(
                folder.resolve("p_n_0_0.trc"),
                "<Program timeAdjustment='1300000000'>"
                        + "<File_open name='/d/a' fid='0' oid='0' time='0.1' end='0.2'/>"
                        + "<Nested><pwrite fid='1' oid='1' offset='0' size='100' bytes='100' time='0.31' end='0.39'/></Nested>"
                        + "<File_write_at fid='0' oid='0' offset='0' size='100' bytes='100' time='0.3' end='0.4'/>"
                        + "<open fid='1' oid='2' name='/d/a' amode='RDONLY' time='0.5' end='0.6'/>"
                        + "<copy_file_range fid='1' oid='2' offset='0' size='9' bytes='7' toFid='2' toOid='3' toOffset='5'"
                        + " time='0.7' end='0.8'/>"
                        + "<open fid='3' name='/d/missing' amode='RDONLY' err='ENOENT' time='0.8' end='0.81'/>"
                        + "<Event name='opened' time='0.9' fid='2' oid='3' path='/d/b' amode='WRONLY'/>"
                        + "<fprintf fid='2' oid='3' offset='12' bytes='3' time='0.91' end='0.92'/>"
                        + "</Program>");
        String[] lines = out("io", "--csv", folder).split("\n", -1);
        assertEquals(5, lines.length, String.join("\n", lines));
        assertTrue(lines[1].startsWith("/d/a,1,0,1,0,100,") && lines[1].endsWith(",mpi"), lines[1]);
        assertTrue(lines[2].startsWith("/d/a,1,1,1,7,100,") && lines[2].endsWith(",posix"), lines[2]);
        assertTrue(lines[3].startsWith("/d/b,0,0,2,0,10,1.0,") && lines[3].endsWith(",posix"), lines[3]);
        // The matrix has the same data once.
        assertEquals(
                "file,rank,bytesRead,bytesWritten\n/d/a,0,0,100\n/d/b,0,0,10\n",
                out("matrix", "--csv", "--files", folder));
    }

    @Test
    void ioCountsWhatIsSplicedFromAndIntoFiles(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node></Node></Topology></Application>");
        Files.writeString(
                folder.resolve("p_n_0_0.trc"),
                "<Program timeAdjustment='1300000000'>"
                        + "<open fid='1' oid='1' name='/d/a' amode='RDWR' time='0.1' end='0.2'/>"
                        + "<splice fid='1' oid='1' offset='0' size='20' bytes='10' toFid='2' toOid='2' time='0.3' end='0.4'/>"
                        + "<splice fid='2' oid='3' size='20' bytes='7' toFid='1' toOid='1' toOffset='100' time='0.5' end='0.6'/>"
                        + "</Program>");
        String[] lines = out("io", "--csv", folder).split("\n", -1);
        assertTrue(lines[1].startsWith("/d/a,1,1,1,10,7,") && lines[1].endsWith(",posix"), lines[1]);
    }

    @Test
    void ioIsReadByPeople() {
        String[] lines = out("io", PROJECT).split("\n", -1);
        assertTrue(lines[0].startsWith("file     layer  opens  reads"), lines[0]);
        assertTrue(lines[2].contains("66.7 %"), lines[2]);
        assertEquals("no file was used\n", out("io", PROJECT.resolveSibling("nested-states-depth-3")));
    }

    @Test
    void resultsDontDependOnTheNumberOfThreads() {
        for (String command : new String[] {"matrix", "io"}) {
            assertEquals(
                    out(command, "--json", "--jobs", "1", PROJECT), out(command, "--json", "--jobs", "3", PROJECT));
        }
    }

    @Test
    void badInputIsOneLine(@TempDir Path folder) throws IOException {
        Run.of("matrix", "--files", PROJECT).assertBadInput();
        Run.of("io", "--json", "--csv", PROJECT).assertBadInput();
        Files.writeString(
                folder.resolve("p_n_0_0.trc"),
                "<Program><Send toRank='2000000000' size='1' time='1' end='2'/></Program>");
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n'><Node name='0'><Node name='0'/></Node></Node></Topology></Application>");
        Run run = Run.of("matrix", folder);
        assertEquals(2, run.status());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("p_n_0_0.trc: byte 9: toRank=2000000000 is out of range"), run.err());
    }
}
