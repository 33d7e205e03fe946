// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The original's recordings with measured power; skipped where they are not at hand. Source: TOOLS 5.2. */
class GroundTruthTest {
    private static final Path ORIGINAL = Path.of(System.getProperty("hd.root"), "..", "shared", "fixtures", "original")
            .normalize();
    private static final List<String> RECORDINGS =
            List.of("partdiff-mpi", "partdiff-mpi-non-collective-4-5-1600", "partdiff-mpi-non-collective-8-5-1600");

    @TempDir
    private Path folder;

    @BeforeEach
    void needFixtures() {
        assumeTrue(Files.isDirectory(ORIGINAL), "the original's example files are not at " + ORIGINAL);
    }

    private static String energy(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertEquals(0, Main.run(new PrintWriter(out), new PrintWriter(err), arguments), err::toString);
        return out.toString();
    }

    private static String path(String recording) {
        return ORIGINAL.resolve(recording).toString();
    }

    private static double number(String json, String key) {
        Matcher found = Pattern.compile("\"" + key + "\":(-?[0-9.eE+-]+)").matcher(json);
        assertTrue(found.find(), json);
        return Double.parseDouble(found.group(1));
    }

    /** The original's recipe was 10.5 % off in the median. */
    @Test
    void energyOfRecordingsThatWereLeftOutIsTold() {
        String json = energy(
                "calibrate",
                path(RECORDINGS.get(0)),
                path(RECORDINGS.get(1)),
                path(RECORDINGS.get(2)),
                "-o",
                folder.resolve("m.xml").toString(),
                "--json");
        assertTrue(number(json, "medianPercent") <= 2.5, json);
        assertEquals(12, json.split("\"errorPercent\"", -1).length - 1, json);
    }

    @Test
    void aModelOfTwoRecordingsPredictsTheThird() {
        for (String left : RECORDINGS) {
            List<String> others =
                    RECORDINGS.stream().filter(name -> !name.equals(left)).toList();
            String model = folder.resolve(left + ".xml").toString();
            energy("calibrate", path(others.get(0)), path(others.get(1)), "-o", model);
            String json = energy("predict", path(left), "--model", model, "--json");
            for (String node : json.split("\\{\"node\"", -1)) {
                if (node.contains("measuredJ")) {
                    double error = number(node, "energyJ") / number(node, "measuredJ") - 1;
                    assertTrue(Math.abs(error) < 0.035, left + node);
                }
            }
        }
    }
}
