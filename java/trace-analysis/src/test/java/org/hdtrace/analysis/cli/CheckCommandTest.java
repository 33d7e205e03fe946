// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms in which findings are printed, and that all forms and numbers of threads tell the same. */
class CheckCommandTest {
    private static final int RANKS = 12;

    @TempDir
    private Path folder;

    /** Every second trace has a fault, every third an id that is not declared. */
    @BeforeEach
    void writeProject() throws IOException {
        StringBuilder nodes = new StringBuilder();
        for (int rank = 0; rank < RANKS; rank++) {
            nodes.append("<Node name='").append(rank).append("'><Node name='0'/></Node>");
            String end = rank % 2 == 0 ? "1" : "-1";
            String cid = rank % 3 == 0 ? " cid='4'" : "";
            Files.writeString(
                    folder.resolve("app_n1_" + rank + "_0.trc"),
                    "<Program>\n<Send" + cid + " time='0' end='" + end + "'/>\n</Program>\n");
        }
        Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level><Node name='n1'>" + nodes + "</Node></Topology></Application>");
    }

    @Test
    void whatIsNotUtf8IsFound() throws IOException {
        Path trace = folder.resolve("app_n1_2_0.trc");
        String head = "<Program>\n<Send text='";
        Files.writeString(trace, head + "\u00fc\u20ac\ud83d\ude00\ufffd' time='0' end='1'/>\n</Program>\n");
        assertFalse(Run.of("check", folder).out().contains(trace + ": "), "a proper text");
        Files.writeString(
                trace,
                head + "\u00fc' time='0' end='1'/>\n<Send text='\u00df' time='1' end='2'/>\n</Program>\n",
                StandardCharsets.ISO_8859_1);
        Run run = Run.of("check", folder);
        assertEquals(1, run.status());
        assertTrue(
                run.out().contains(trace + ": byte " + head.length() + ": is not UTF-8 here and at 1 more places; "),
                run.out());
    }

    @Test
    void everyNumberOfThreadsFindsTheSame() {
        Run one = Run.of("check", "--jobs", "1", folder);
        assertEquals(Main.FINDING, one.status());
        assertEquals(RANKS / 2 + RANKS / 3, one.out().lines().count(), one.out());
        assertEquals("hdtrace check: 13 files checked: 6 findings, 4 notes\n", one.err());
        for (int jobs = 2; jobs <= 5; jobs++) {
            assertEquals(one, Run.of("check", "--jobs", jobs, folder));
        }
    }

    @Test
    void errorsComeBeforeNotes() {
        List<String> lines = Run.of("check", folder).out().lines().toList();
        assertTrue(lines.subList(0, 6).stream().noneMatch(line -> line.startsWith("note: ")), lines.toString());
        assertTrue(lines.subList(6, 10).stream().allMatch(line -> line.startsWith("note: ")), lines.toString());
    }

    @Test
    void jsonHasEveryFindingAndTheNumbers() {
        Run run = Run.of("check", "--json", folder);
        assertEquals(Main.FINDING, run.status());
        assertEquals(6, run.out().split("\"severity\":\"error\"", -1).length - 1, run.out());
        assertEquals(4, run.out().split("\"severity\":\"note\"", -1).length - 1, run.out());
        assertTrue(
                run.out().contains("app_n1_1_0.trc\",\"place\":\"byte 10\",\"severity\":\"error\",\"text\":\"Send at "),
                run.out());
        assertTrue(run.out().replaceAll("\\s", "").endsWith("],\"files\":13,\"errors\":6,\"notes\":4}"), run.out());
    }

    @Test
    void csvHasALineForEachFinding() {
        Run run = Run.of("check", "--csv", folder);
        assertEquals(Main.FINDING, run.status());
        List<String> lines = run.out().lines().toList();
        assertEquals("file,place,severity,text", lines.get(0));
        assertEquals(11, lines.size(), run.out());
        assertTrue(
                lines.get(2)
                        .startsWith(folder.resolve("app_n1_1_0.trc")
                                + ",byte 10,error,\"Send at 0.000000000 s ends before it begins, at "),
                lines.get(2));
    }

    @Test
    void formsExcludeEachOtherAndJobsAreANumber() {
        assertTrue(Run.of("check", "--json", "--csv", folder)
                .assertBadInput()
                .err()
                .contains("exclude"));
        assertTrue(Run.of("check", "--jobs", "0", folder).assertBadInput().err().contains("--jobs"));
    }

    @Test
    void notesBeyondABoundAreCounted() throws Exception {
        StringWriter out = new StringWriter();
        FindingReport report = FindingReport.of(OutputForm.TEXT, out);
        for (int i = 0; i < FindingReport.MOST_NOTES + 5; i++) {
            report.add(new Finding(folder, "byte " + i, Severity.NOTE, "x"));
        }
        report.add(new Finding(folder, "byte 0", Severity.ERROR, "y"));
        report.finish(1);
        List<String> lines = out.toString().lines().toList();
        assertEquals(FindingReport.MOST_NOTES + 2, lines.size());
        assertEquals(folder + ": byte 0: y", lines.get(0));
        assertEquals("note: 5 more notes; --csv lists all", lines.get(lines.size() - 1));
    }
}
