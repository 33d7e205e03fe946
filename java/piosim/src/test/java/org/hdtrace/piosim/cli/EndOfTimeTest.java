// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Virtual time has 2^61 ns, which are 2,305,843,009 s or 73 years: a model or an option by which something takes longer is told
 * as bad input, also where sums of such times don't fit in 64 bits.
 */
class EndOfTimeTest extends CommandRuns {
    private static final String MODEL = Path.of(System.getProperty("hd.root"), "examples/models/storage-servers.xml")
            .toString();
    private static final String END = " would end beyond the end of virtual time, 2305843009 s";
    private static final String SERVER = "what a server does" + END;
    private static final String COMPUTATION = "a computation" + END;

    @TempDir
    Path folder;

    private String app;

    @BeforeEach
    void saveAProgram() throws Exception {
        ProgramBuilder program = new ProgramBuilder("app", 1);
        var file = program.createFile("data", 0, new SimpleStripe(64 << 10));
        program.addCompute(0, 1000).addFileOpen(program.world(), file, false);
        program.addWriteSequential(0, file, 0, 1 << 20).addFileClose(program.world(), file);
        Path project = folder.resolve("app");
        ProgramSaver.save(program.build(), project);
        app = "A=" + project;
    }

    @ParameterizedTest
    @CsvSource({
        "Server[*]/MetadataTime, 9e9s",
        "Server[*]/MetadataTime, 2e9s",
        "IOSubsystem[drive]/AccessTime, 9223372036s",
        "IOSubsystem[drive]/MaxThroughput, 1e-9",
        "IOSubsystem[memory]/MaxThroughput, 1e-9",
        "IOSubsystem[disk]/AverageSeekTime, 9223372036s",
        "IOSubsystem[disk]/SequentialTransferRate, 1e-12",
    })
    void isNotReachedByServers(String path, String value) {
        assertEquals(2, run(MODEL, "--app", app, "--set", path + "=" + value), out());
        assertEquals("hdtrace simulate: " + MODEL + ": " + SERVER + "\n", err());
    }

    @ParameterizedTest
    @CsvSource({"--set, Node[*]/InstructionsPerSecond=1e-9", "--compute-scale, 1e300", "--compute-scale, 1e17"})
    void isNotReachedByComputations(String option, String value) {
        assertEquals(2, run(MODEL, "--app", app, option, value), out());
        assertEquals("hdtrace simulate: " + MODEL + ": " + COMPUTATION + "\n", err());
    }

    @Test
    void leavesNoProjectBehind() throws Exception {
        Path output = folder.resolve("out");
        assertEquals(2, run(MODEL, "--app", app, "--compute-scale", "1e300", "-o", output.toString()), out());
        assertEquals(false, Files.exists(output));
    }

    @Test
    void isTheErrorOfOnePointOfASweep() throws Exception {
        Path results = folder.resolve("r.csv");
        assertEquals(
                1,
                run("sweep", MODEL, "--app", app, "--vary", "Server[*]/MetadataTime=0s,9e9s", "--out", "" + results),
                err());
        assertEquals("9e9s,,,,,\"" + SERVER + "\"", Files.readAllLines(results).get(2));
    }
}
