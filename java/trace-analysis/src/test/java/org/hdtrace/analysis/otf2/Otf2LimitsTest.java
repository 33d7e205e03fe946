// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives whose names are none of a project, or are longer than those may be (SUNSHOT V-21). */
class Otf2LimitsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void putProgram() throws IOException {
        StandIn.put(folder);
    }

    @AfterEach
    void forgetProgram() {
        StandIn.forget();
    }

    private Path anchor(String text) throws IOException {
        return Files.writeString(folder.resolve("run.otf2"), "otf2\t1\nregion\t0\tfunction\twork\n" + text + "whole\n");
    }

    private Project made(String text) throws Exception {
        Path target = folder.resolve("made");
        new Otf2Importer().run(anchor(text), target, share -> {});
        Project made = Project.open(target);
        List<Finding> findings = new ArrayList<>();
        ProjectChecker.check(made, Workers.of(1), path -> {}, findings::add);
        assertEquals(List.of(), findings);
        return made;
    }

    @Test
    void theRootIsNoTarget() {
        TraceFormatException e = assertThrows(
                TraceFormatException.class, () -> new Otf2Importer().run(anchor(""), Path.of("/"), share -> {}));
        assertTrue(e.getMessage().endsWith("can't be made: it is the root of the file system"), e.getMessage());
    }

    /** Two records of a class of one metric. */
    private static String records(int time, int metricClass) {
        return "m\t" + time + "\t" + metricClass + "\ti\t3\nm\t" + (time + 4) + "\t" + metricClass + "\ti\t4\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%cpu",
                "__x",
                "2x",
                "_x",
                "-",
                "",
                ".5",
                "\u00e4\ud83d\ude00",
                "PAPI_TOT_CYC",
                "of nineteen letters or more"
            })
    void groupsOfStatisticsHaveNamesOfTheirOwn(String name) throws Exception {
        Project project = made("location\t0\t0\tmetric\tsensor\n"
                + ("member\t0\ti\t" + name + "\t\t\nmember\t1\ti\t" + name + "\t\t\n")
                + "class\t0\t0\nclass\t1\t1\nevents\t0\n"
                + (records(1, 0) + records(7, 1))
                + "end\n");
        List<String> groups = project.statistics().stream()
                .map(StatisticsFile::group)
                .sorted()
                .toList();
        assertEquals(2, groups.size(), groups::toString);
        for (String group : groups) {
            assertTrue(group.matches("[A-Za-z][A-Za-z0-9.-]{0,18}"), group);
        }
        assertEquals(2, groups.stream().distinct().count(), groups::toString);
    }

    @Test
    void whatAProjectCantHoldIsRefused() throws Exception {
        String head = "location\t0\t0\tmetric\tsensor\n";
        StringBuilder many = new StringBuilder(head);
        StringBuilder of = new StringBuilder("class\t0");
        for (int member = 0; member < 255; member++) {
            many.append("member\t" + member + "\ti\t" + "\"".repeat(49) + "\t" + "\"".repeat(9) + "\t" + "\"".repeat(19)
                    + "\n");
            of.append("\t" + member);
        }
        many.append(of)
                .append("\nevents\t0\nm\t1\t0")
                .append("\ti\t3".repeat(255))
                .append("\nend\n");
        String begins = "property\tHDTRACE::VERSION\t1\n" + head + "about\t0\tHDTRACE::BEGIN\t" + Long.MAX_VALUE
                + "\nmember\t0\ti\tbytes\t\t\nclass\t0\t0\nevents\t0\n" + records(1, 0) + "end\n";
        for (String text : List.of(many.toString(), begins)) {
            Path anchor = anchor(text);
            TraceFormatException e = assertThrows(TraceFormatException.class, () -> new Otf2Importer()
                    .run(anchor, folder.resolve("made"), share -> {}));
            assertEquals(anchor, e.file());
            assertTrue(e.reason().startsWith("a project can't hold what it says: "), e.reason());
            assertFalse(Files.exists(folder.resolve("made")));
        }
    }

    @Test
    void longNamesAreCutWhereFilesWouldHaveLongerOnes() throws Exception {
        String same = "x".repeat(290);
        Project project = made(
                """
                node	0	-	machine	alpha
                node	1	-	machine	%s
                group	0	0	MPI Rank 0
                group	1	1	MPI Rank 1234567890
                location	0	0	cpu	Master thread
                location	1	1	cpu	%s1
                location	2	1	cpu	%s2
                ranks	0	1
                events	0
                +	1	0
                -	2	0
                end
                events	1
                +	1	0
                -	2	0
                end
                events	2
                +	1	0
                -	2	0
                end
                """
                        .formatted("\u00e4".repeat(200), same, same));
        List<TraceFile> traces = project.traces();
        assertEquals(3, traces.size());
        assertEquals(
                List.of("alpha", "0", "Master-thread"), traces.get(0).node().path());
        assertEquals(List.of(0, 1, 1), traces.stream().map(TraceFile::rank).toList());
        for (int i = 1; i < 3; i++) {
            List<String> path = traces.get(i).node().path();
            // None is cut more than it must be: as many of both as the others leave.
            assertEquals(99, path.get(0).length(), path::toString);
            assertEquals(99, path.get(2).length(), path::toString);
            assertEquals(same + i, traces.get(i).node().label());
        }
        try (Stream<Path> files = Files.list(folder.resolve("made"))) {
            assertTrue(files.allMatch(
                    file -> file.getFileName().toString().length() <= 255 - "_Statistics-of-19ch.stat".length()));
        }
    }
}
