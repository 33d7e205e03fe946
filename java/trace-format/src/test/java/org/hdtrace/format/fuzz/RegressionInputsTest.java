// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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
        // Values that look like stamps made it one with a start stamp.
        "STATISTICS, old-statistics-cut-in-a-record.stat, 3",
        // It may as well be a whole file with start stamp; FORMATS B 1.4 goes by the length, and the reader says so.
        "STATISTICS, old-statistics-cut-to-the-length-of-new-ones.stat, 3",
        // Its length fits neither reading and its stamps both: nothing but the header is certain.
        "STATISTICS, old-statistics-cut-where-nobody-can-tell.stat, 1",
        // What damage left behind the first records changed what these were taken for.
        "STATISTICS, old-statistics-damaged-at-the-end.stat, 4",
        // The raw text of an element ended before it began: the beginning of the file stood in it once more.
        "PROJECT, repeated-application.proj, 2",
        // Lengths in the table of frames were wrong ahead of the frame that was gone to: its text stood at another
        // offset.
        "PLACES, zstd-table-with-too-short-a-frame.trc.zst, 2",
        "PLACES, zstd-table-with-too-long-a-frame.trc.zst, 2",
    })
    void isReadAsFarAsItIsWhole(Target target, String name, int pieces) throws IOException {
        byte[] input = resource(name);
        Oracle.Outcome outcome = new Oracle(folder).read(target, input);
        assertEquals(Optional.empty(), outcome.find());
        assertEquals(pieces, outcome.delivery().size());
    }

    /** A place where no entry begins made the trace look malformed. */
    @Test
    void anUnfinishedIndexIsBlamedForItsPlaces() throws IOException {
        byte[] input = resource("unfinished-index-with-a-wrong-place.trc.idx");
        Oracle.Outcome outcome = new Oracle(folder).read(new Seeds.Seed("index1", Target.INDEX, input), input);
        assertEquals(Optional.empty(), outcome.find());
        assertEquals(2, outcome.delivery().size());
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = RegressionInputsTest.class.getResourceAsStream("/regressions/" + name)) {
            return stream.readAllBytes();
        }
    }
}
