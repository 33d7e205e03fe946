// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fuzzer once found, with the number of pieces that must be delivered. */
class RegressionInputsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        // The decompressor failed and took with it what it had made of the bytes before.
        "TRACE, gzip-damaged-in-the-middle.trc, 27",
        // The same, and the length of the text is asked for before anything is read.
        "STATISTICS, zstd-damaged-in-the-middle.stat, 32",
        // The message quoted a value with line feeds.
        "TRACE, line-feeds-in-time-adjustment.trc, 0",
    })
    void isReadAsFarAsItIsWhole(Target target, String name, int pieces) throws IOException {
        byte[] input;
        try (InputStream stream = RegressionInputsTest.class.getResourceAsStream("/regressions/" + name)) {
            input = stream.readAllBytes();
        }
        Oracle.Outcome outcome = new Oracle(folder).read(target, input);
        assertEquals(Optional.empty(), outcome.find());
        assertEquals(pieces, outcome.delivery().size());
    }
}
