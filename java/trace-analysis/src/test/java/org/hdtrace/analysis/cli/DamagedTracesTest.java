// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is complete before the damage is in every result, and one line tells of it for each file (FORMATS A2). */
class DamagedTracesTest {
    @TempDir
    Path folder;

    private DamagedProject project;

    @BeforeEach
    void write() throws IOException {
        project = DamagedProject.write(folder.resolve("p"));
    }

    @Test
    void profileOfACutTraceTellsOfTheCut() throws IOException {
        int left = project.cut(1);
        Run run = Run.of("profile", "--csv", project.folder());
        assertEquals(0, run.status(), run::toString);
        assertTrue(run.out().contains("Send,7,"), run.out());
        assertTrue(run.out().contains("File_write,7,"), run.out());
        assertEquals(
                "hdtrace profile: " + project.trace(1) + ": byte " + DamagedProject.damagedByte()
                        + ": the trace ends without its end tag; " + left + " bytes are not usable\n",
                run.err());
    }

    @Test
    void profileOfABrokenTraceGivesWhatIsBeforeAndTheOtherRanks() throws IOException {
        int behind = project.breakInTheMiddle(2);
        Run run = Run.of("profile", "--csv", project.folder());
        assertEquals(2, run.status(), run::toString);
        assertTrue(run.out().contains("Send,7,"), run.out());
        assertTrue(run.out().contains("step,4,"), run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(
                run.err().startsWith("hdtrace profile: " + project.trace(2) + ": byte " + DamagedProject.damagedByte()),
                run.err());
        assertTrue(run.err().contains("; the " + behind + " bytes from there on are not used"), run.err());
    }

    @Test
    void trafficOfDamagedTracesIsThatOfWhatIsBefore() throws IOException {
        project.cut(0);
        project.breakInTheMiddle(3);
        Run io = Run.of("io", "--csv", project.folder());
        assertEquals(2, io.status(), io::toString);
        assertTrue(io.out().contains("data,4,0,6,0,500,"), io.out());
        Run matrix = Run.of("matrix", "--csv", project.folder());
        assertEquals(2, matrix.status(), matrix::toString);
        assertEquals("from,to,count,bytes\n0,1,1,7\n1,1,1,7\n1,2,1,9\n2,1,1,7\n2,2,1,9\n3,1,1,7\n", matrix.out());
        for (Run run : List.of(io, matrix)) {
            List<String> lines = run.err().lines().toList();
            assertEquals(2, lines.size(), run.err());
            assertTrue(lines.get(0).contains(project.trace(0) + ": byte " + DamagedProject.damagedByte()), run.err());
            assertTrue(lines.get(1).contains(project.trace(3) + ": byte " + DamagedProject.damagedByte()), run.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile", "matrix", "io", "info"})
    void jsonHoldsTheFindings(String command) throws IOException {
        String whole =
                Run.of(command, "--json", project.folder()).assertSuccess().out();
        assertFalse(whole.contains("findings"), whole);
        project.cut(1);
        project.breakInTheMiddle(2);
        Run run = Run.of(command, "--json", project.folder());
        assertEquals(2, run.status(), run::toString);
        String findings = run.out().substring(run.out().indexOf("\"findings\":["));
        for (int rank : new int[] {1, 2}) {
            String begin = "{\"file\":\"" + project.trace(rank) + "\",\"place\":\"byte " + DamagedProject.damagedByte()
                    + "\",\"severity\":\"error\",\"text\":\"";
            assertTrue(findings.contains(begin), findings);
        }
        assertEquals(2, run.err().lines().count(), run.err());
    }

    @Test
    void infoCountsWhatIsBeforeTheDamage() throws IOException {
        project.cut(1);
        int behind = project.breakInTheMiddle(2);
        String out = Run.of("info", "--json", project.folder()).out();
        assertTrue(out.contains("\"ranks\":4,\"states\":20,"), out);
        assertTrue(out.contains("\"states\":4,\"events\":0,\"unusableBytes\":10}"), out);
        assertTrue(out.contains("\"states\":4,\"events\":0,\"unusableBytes\":" + behind + "}"), out);
    }

    @Test
    void aCutIsToldWithAnIndexOfWhatIsCompleteToo() throws IOException {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < 4000; i++) {
            text.append("<step time='").append(i).append(".0' end='").append(i).append(".5'/>\n");
        }
        Files.writeString(project.trace(1), text + "<cut ti");
        Run before = Run.of("profile", "--csv", project.folder());
        Run.of("index", project.folder()).assertSuccess();
        Run after = Run.of("profile", "--csv", project.folder());
        assertEquals(before, after);
        assertTrue(after.err().contains(project.trace(1) + ": byte " + text.length()), after.err());
    }

    @Test
    void halfACompressedTraceTellsWhatIsLost() throws IOException {
        Run.of("compress", project.folder()).assertSuccess();
        Path compressed = Path.of(project.trace(0) + ".zst");
        byte[] bytes = Files.readAllBytes(compressed);
        int half = bytes.length / 2;
        Files.write(compressed, Arrays.copyOf(bytes, half));
        String wanted =
                ": byte 0: the trace ends without its end tag; the compressed file ends within a frame: of its last "
                        + half + " bytes, from byte 0 on, only 0 bytes of text could be made\n";
        assertTrue(Run.of("check", project.folder()).out().contains(compressed + wanted));
        assertTrue(Run.of("profile", project.folder()).assertSuccess().err().contains(compressed + wanted));
    }

    @Test
    void dumpOfABrokenTraceIsWholeJson() throws IOException {
        project.breakInTheMiddle(0);
        Run run = Run.of("dump", "--json", project.trace(0));
        assertEquals(2, run.status(), run::toString);
        List<String> lines = run.out().lines().toList();
        assertEquals("[", lines.get(0));
        assertTrue(lines.get(1).startsWith("{\"kind\":\"program\""), run.out());
        assertTrue(
                lines.get(lines.size() - 2)
                        .startsWith("{\"kind\":\"finding\",\"place\":\"byte " + DamagedProject.damagedByte()
                                + "\",\"severity\":\"error\",\"text\":\""),
                run.out());
        assertEquals("]", lines.get(lines.size() - 1));
        assertTrue(run.err().contains(project.trace(0) + ": byte " + DamagedProject.damagedByte()), run.err());
    }

    @Test
    void dumpOfACutTraceTellsWhere() throws IOException {
        project.cut(0);
        Run run = Run.of("dump", project.trace(0)).assertSuccess();
        assertTrue(run.out().endsWith("end cut 10\n"), run.out());
        assertTrue(run.err().contains(project.trace(0) + ": byte " + DamagedProject.damagedByte()), run.err());
    }
}
