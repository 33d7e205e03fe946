// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces that were cut or have something behind their end are used as far as possible, and the user is told. */
class DamagedTracesTest extends CommandRuns {
    private static final String MODEL = RecordedPrograms.MODEL.toString();
    private static final String CUT = "the trace ends without its end tag; 10 bytes are not usable";

    @TempDir
    Path directory;

    private Path project;

    @BeforeEach
    void recordAProgram() throws Exception {
        project = RecordedPrograms.record(directory.resolve("ring"), RecordedPrograms.ring(2));
    }

    /** Cut a trace 10 bytes into its last state; where that state begins. */
    private long cut(TraceFile trace) throws IOException {
        String text = Files.readString(trace.path());
        int begin = text.lastIndexOf("<Barrier");
        Files.writeString(trace.path(), text.substring(0, begin + 10));
        return begin;
    }

    private List<TraceFile> traces() throws Exception {
        return Project.open(project).traces();
    }

    @Test
    void oneCutTraceIsNamedAlsoAsTheLikelyCauseOfADeadlock() throws Exception {
        TraceFile trace = traces().get(2);
        String finding = trace.path() + ": byte " + cut(trace) + ": " + CUT;
        assertEquals(3, run(MODEL, "--app", "A=" + project, "--json"), err());
        List<String> lines = err().lines().toList();
        assertEquals("hdtrace simulate: " + finding, lines.get(0));
        assertTrue(lines.contains("hdtrace simulate: calls may be missing: " + finding), err());
        assertTrue(out().contains("\\ncalls may be missing: " + trace.path()), out());
    }

    @Test
    void whereAllTracesAreCutAlikeTheRunEndsAndAllAreNamed() throws Exception {
        StringBuilder expected = new StringBuilder();
        for (TraceFile trace : traces()) {
            expected.append("hdtrace simulate: " + trace.path() + ": byte " + cut(trace) + ": " + CUT + "\n");
        }
        assertEquals(0, run(MODEL, "--app", "A=" + project, "--json"));
        assertEquals(expected.toString(), err());
        assertTrue(
                out().contains("{\"application\":\"A\",\"file\":\""
                        + traces().get(3).path() + "\",\"place\":\"byte "),
                out());
        assertTrue(out().contains("\"severity\":\"error\",\"text\":\"" + CUT + "\"}"), out());
    }

    @Test
    void bytesBehindTheEndAreNamed() throws Exception {
        TraceFile trace = traces().get(1);
        long size = Files.size(trace.path());
        String text = Files.readString(trace.path());
        Files.writeString(trace.path(), text + "garbage");
        assertEquals(0, run(MODEL, "--app", "A=" + project), err());
        long end = text.endsWith("\n") ? size - 1 : size;
        assertTrue(
                err().matches("hdtrace simulate: \\Q" + trace.path() + "\\E: byte (" + end + "|" + size
                        + "): [78] bytes behind the end tag are not usable\n"),
                err());
    }

    @Test
    void anEndThatIsMissingBetweenTwoStatesIsNamedAlthoughNoByteIsLost() throws Exception {
        TraceFile trace = traces().get(0);
        String text = Files.readString(trace.path());
        Files.writeString(trace.path(), text.substring(0, text.lastIndexOf("</Program>")));
        assertEquals(0, run(MODEL, "--app", "A=" + project), err());
        assertEquals(1, err().lines().count(), err());
        assertTrue(err().contains("ends without its end tag; 0 bytes are not usable"), err());
    }

    @Test
    void aSweepTellsOnce() throws Exception {
        for (TraceFile trace : traces()) {
            cut(trace);
        }
        Path out = directory.resolve("out.csv");
        String[] arguments = {
            "sweep", MODEL, "--app", "A=" + project, "--out", out.toString(), "--vary", "NetworkEdge[*]/Latency=1us,2us"
        };
        assertEquals(0, run(arguments), err());
        assertEquals(4, err().lines().count(), err());
        assertTrue(err().lines().allMatch(line -> line.startsWith("hdtrace sweep: ") && line.endsWith(CUT)), err());
    }

    @Test
    void theJsonOfASweepHasItsFindingsOnce() throws Exception {
        String[] arguments = {
            "sweep",
            MODEL,
            "--json",
            "--app",
            "A=" + project,
            "--out",
            directory.resolve("whole.csv").toString(),
            "--vary",
            "NetworkEdge[*]/Latency=1us,2us"
        };
        assertEquals(0, run(arguments), err());
        assertTrue(out().contains("\"findings\":[]"), out());
        for (TraceFile trace : traces()) {
            cut(trace);
        }
        arguments[6] = directory.resolve("cut.csv").toString();
        assertEquals(0, run(arguments), err());
        for (TraceFile trace : traces()) {
            String begin = "{\"application\":\"A\",\"file\":\"" + trace.path() + "\"";
            List<String> found =
                    out().lines().filter(line -> line.contains(begin)).toList();
            assertEquals(1, found.size(), out());
            assertTrue(found.get(0).contains(CUT), out());
        }
    }
}
