// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hdtrace.examples.Clusters;
import org.hdtrace.examples.Comparison;
import org.hdtrace.examples.HaloExchange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String PAIR = Path.of(System.getProperty("hd.root"), "examples/models/paper-gige-2.xml")
            .toString();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        out.reset();
        err.reset();
        PrintStream output = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Main.run(arguments, output, new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void printsBothClustersSideBySide() {
        assertEquals(0, run("halo", "--iterations", "2"), errors());
        assertTrue(output().contains("1 Gbit/s") && output().contains("10 Gbit/s"), output());
        assertTrue(output().contains("Waitall (mean)"), output());
        assertEquals(0, run("workers", "--rounds", "1"), errors());
        assertTrue(output().contains("Recv (mean)"), output());
    }

    @Test
    void savesTheProgramAsAProject(@TempDir Path folder) throws TraceFormatException {
        Path saved = folder.resolve("saved");
        assertEquals(0, run("halo", "--iterations", "2", "--save", saved.toString()), errors());
        assertTrue(output().contains(saved.resolve("halo.proj").toString()), output());
        Application read = TraceApplication.load(saved, TraceApplication.Options.DEFAULT);
        Application program = new HaloExchange(4, 4, 2, 1000, 10).program();
        assertEquals(time(program), time(read));
        assertEquals(2, run("halo", "--iterations", "2", "--save", saved.toString()));
        assertTrue(errors().contains("exists already"), errors());
    }

    private static long time(Application program) throws TraceFormatException {
        return Comparison.run(program, Map.of("g", Clusters.gigabit(program.rankCount())))
                .result("g")
                .virtualTimeNanos();
    }

    @Test
    void writesTableAndPictureIntoAFolder(@TempDir Path folder) throws IOException {
        Path figures = folder.resolve("a/b");
        assertEquals(0, run("pde-checkpoint", PAIR, "--csv", "--output", figures.toString()), errors());
        assertEquals(output(), Files.readString(figures.resolve("pde-checkpoint.csv")));
        assertEquals('P', Files.readAllBytes(figures.resolve("pde-checkpoint.png"))[1]);
        Path file = Files.createFile(folder.resolve("file"));
        assertEquals(1, run("pde-checkpoint", PAIR, "--output", file.toString()));
        assertTrue(errors().contains(file.toString()), errors());
    }

    @Test
    void helpNamesTheOptions() {
        assertEquals(0, run("halo", "--help"));
        assertTrue(output().contains("--columns"), output());
        assertEquals(0, run("--help"));
        assertTrue(output().contains("workers"), output());
    }

    @Test
    void badUsageNamesTheHelpThatTells() {
        assertEquals(2, run("validation"));
        assertTrue(errors().strip().endsWith("see hdtrace example validation --help"), errors());
        assertEquals(2, run("nothing"));
        assertTrue(errors().strip().endsWith("see hdtrace example --help"), errors());
    }

    @Test
    void badUsageIsOneLineAndStatusTwo() {
        for (String[] wrong : new String[][] {
            {},
            {"nothing"},
            {"halo", "--columns", "x"},
            {"halo", "--columns", "0"},
            {"workers", "--workers", "-1"},
            {"validation"},
            {"validation", "--csv", "--json", "x.xml"},
            {"validation", "/no/such/model.xml"},
            {"pde-checkpoint", PAIR, "--recorded", "/no/such/project"},
            {"pde-checkpoint", PAIR.replace("-2", ""), "--json"}
        }) {
            assertEquals(2, run(wrong), String.join(" ", wrong));
            assertEquals(1, errors().lines().count(), errors());
            assertEquals("", output());
        }
    }
}
