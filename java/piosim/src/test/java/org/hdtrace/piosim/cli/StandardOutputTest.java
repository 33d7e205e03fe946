// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user learns when standard output can't be written. */
class StandardOutputTest {
    private static final String MODEL = RecordedPrograms.MODEL.toString();

    @TempDir
    Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String cause, String... arguments) {
        err.reset();
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(cause);
            }
        };
        return Main.run(arguments, failing, new PrintStream(err, true, StandardCharsets.UTF_8), false);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String app() throws Exception {
        return "A=" + RecordedPrograms.record(directory.resolve("ring"), RecordedPrograms.ring(1));
    }

    @Test
    void aFullDiskIsAFailureWithOneLine() throws Exception {
        String[][] calls = {
            {"--help"},
            {"--list-methods"},
            {MODEL, "--validate-only"},
            {MODEL, "--app", app()},
            {MODEL, "--app", app(), "--json"}
        };
        for (String[] arguments : calls) {
            assertEquals(1, run("No space left on device", arguments), String.join(" ", arguments));
            assertEquals("hdtrace simulate: standard output: No space left on device\n", err());
        }
        assertEquals(1, run("No space left on device", "sweep", "--help"));
        assertEquals("hdtrace sweep: standard output: No space left on device\n", err());
    }

    @Test
    void anotherFailureKeepsItsStatus() throws Exception {
        assertEquals(4, run("No space left on device", MODEL, "--app", app(), "--max-events", "5"));
        assertEquals(2, err().lines().count(), err());
    }

    @Test
    void aReaderThatHasSeenEnoughIsNone() throws Exception {
        assertEquals(0, run("Broken pipe", MODEL, "--app", app(), "--json"));
        assertEquals("", err());
    }
}
