// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparerTest {
    @TempDir
    private Path folder;

    @Test
    void gapsTakeTheComputationOfEitherRun() throws IOException, TraceFormatException {
        // Observed: 2 s between the calls. Simulated: the same as a state, and 0.5 s more.
        Project observed = project("a", "<Init time='0' end='1'/>", "<Send size='4' toRank='1' time='3' end='4'/>");
        Project simulated = project(
                "b",
                "<Init time='0' end='1'/>",
                "<Compute cycles='7' time='1' end='3'/>",
                "<Send size='4' time='3.5' end='4'/>");
        Comparison comparison = Comparer.compare(observed, simulated, Ranks.all());
        RankComparison rank = comparison.ranks().get(0);
        assertEquals(2, rank.matched());
        assertEquals(2_000_000_000L, rank.gapA(1));
        assertEquals(2_500_000_000L, rank.gapB(1));
        assertEquals(-500_000_000L, rank.deltaNanos(1));
        assertEquals(0, rank.driftNanos(1));
        assertEquals(0, comparison.unmatched());
    }

    @Test
    void nestedStatesAndEventsAreNoCallsOfTheirOwn() throws IOException, TraceFormatException {
        Project a = project(
                "a", "<Nested>", "<Recv time='0.1' end='0.9'/>", "</Nested>", "<Bcast rootRank='0' time='0' end='1'/>");
        Project b = project("b", "<Event name='e' time='0'/>", "<Bcast root='0' time='0' end='2'/>");
        Comparison comparison = Comparer.compare(a, b, Ranks.all());
        assertEquals(
                List.of(new FunctionComparison("Bcast", 1, 1_000_000_000L, 2_000_000_000L)), comparison.functions());
        assertEquals(0, comparison.unmatched());
    }

    @Test
    void callsInsideOfStatesOfAReplayAreCalls() throws IOException, TraceFormatException {
        Project a = project(
                "a",
                "<Send size='4' time='1' end='2'/>",
                "<File_write_at size='8' time='3' end='4'/>",
                "<Recv size='4' time='6' end='7'/>");
        Project b = project(
                "b",
                "<Nested>",
                "<Send size='4' time='1' end='2'/>",
                "</Nested>",
                "<Replay op='0' time='1' end='2'/>",
                "<Replay op='7' time='2' end='2.1'/>",
                "<Nested>",
                "<Nested>",
                "<pwrite size='8' time='3.2' end='4'/>",
                "</Nested>",
                "<File_write_at size='8' time='3' end='4.5'/>",
                "</Nested>",
                "<Replay op='1' time='2.9' end='4.5'/>",
                "<Nested>",
                "<Recv size='4' time='5.1' end='5.2'/>",
                "</Nested>",
                "<Bcast time='5' end='5.5'/>",
                "<Recv size='4' time='6' end='7'/>");
        Comparison comparison = Comparer.compare(a, b, Ranks.all());
        RankComparison rank = comparison.ranks().get(0);
        assertEquals(3, rank.matched());
        assertEquals(1, comparison.unmatched()); // Bcast, of which Recv is a part
        assertEquals(1_000_000_000L, rank.gapB(1));
        assertEquals(500_000_000L, rank.gapB(2));
        assertEquals(500_000_000L, rank.deltaNanos(1));
    }

    @Test
    void ranksOfOneRunOnlyAreNamed() throws IOException, TraceFormatException {
        Project a = project("a", "<Init time='0' end='1'/>");
        Project b = project("b", "<Init time='0' end='1'/>");
        Files.writeString(b.directory().resolve("app_1_0.trc"), "<Program>\n<Init time='0' end='1'/>\n</Program>\n");
        Comparison comparison = Comparer.compare(a, Project.open(b.directory()), Ranks.all());
        assertEquals(1, comparison.ranks().size());
        assertEquals(List.of("rank 1 thread 0 is only in the second run"), comparison.missing());
        assertEquals(
                List.of(),
                Comparer.compare(a, Project.open(b.directory()), Ranks.parse("0"))
                        .missing());
    }

    @Test
    void aRunDoesNotDifferFromItself() throws IOException, TraceFormatException {
        Project a = project("a", "<Init time='0' end='1'/>", "<Send time='3' end='4'/>");
        Comparison comparison = Comparer.compare(a, a, Ranks.all());
        assertEquals(List.of(), comparison.largest(10));
        assertEquals(1, comparison.total().ratio());
        assertEquals(4_000_000_000L, comparison.total().aNanos());
    }

    @Test
    void ofDamagedTracesWhatIsReadableCountsAndTheRestIsTold() throws IOException, TraceFormatException {
        String[] calls = {"<Init time='0' end='1'/>", "<Send time='3' end='4'/>"};
        Project a = project("a", calls);
        Project b = project("b", "<Init time='0' end='2'/>", "<Send time='soon' end='4'/>");
        for (Project each : List.of(a, b)) {
            Files.writeString(each.directory().resolve("app_1_0.trc"), each == a ? "" : "<Program>\n</Program>\n");
        }
        Comparison comparison =
                Comparer.compare(Project.open(a.directory()), Project.open(b.directory()), Ranks.all(), Workers.of(2));
        assertEquals(1, comparison.ranks().size());
        assertEquals(
                List.of(new FunctionComparison("Init", 1, 1_000_000_000L, 2_000_000_000L)), comparison.functions());
        assertEquals(1, comparison.unmatched());
        assertEquals(Optional.empty(), comparison.obstacle());
        assertEquals(
                List.of("b/app_0_0.trc", "a/app_1_0.trc"),
                comparison.damages().findings().stream()
                        .map(finding -> folder.relativize(finding.file()).toString())
                        .toList());
        assertTrue(comparison.damages().isBadInput());
        String why = Comparer.compare(Project.open(a.directory()), Project.open(b.directory()), Ranks.parse("1"))
                .obstacle()
                .orElseThrow();
        assertTrue(why.startsWith("no rank asked for can be read in both projects: "), why);
        assertTrue(why.endsWith("app_1_0.trc: byte 0: the file is empty"), why);
    }

    private Project project(String name, String... lines) throws IOException, TraceFormatException {
        Path directory = Files.createDirectory(folder.resolve(name));
        Files.writeString(
                directory.resolve("app.proj"),
                """
                <Application name="app"><Topology><Level type="Rank"><Level type="Thread"></Level></Level>
                <Node name="0"><Node name="0"/></Node><Node name="1"><Node name="0"/></Node></Topology></Application>
                """);
        Files.writeString(
                directory.resolve("app_0_0.trc"), "<Program>\n" + String.join("\n", lines) + "\n</Program>\n");
        return Project.open(directory);
    }
}
