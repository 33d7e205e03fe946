// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.Samples;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;

class TraceRoundTripTest {
    private static final long ADJUSTMENT = 1_300_000_000L;

    @Provide
    Arbitrary<List<TraceEntry>> traces() {
        return Samples.entries(ADJUSTMENT * 1_000_000_000L).list().ofMaxSize(5);
    }

    @Property(tries = 200)
    void readsWhatWasWritten(@ForAll("traces") List<TraceEntry> entries) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = write(files.file("a.trc"), entries);
            assertEquals(entries, readTrees(file));
            assertEquals(Samples.inFileOrder(entries), readFlat(file));
        }
    }

    @Property(tries = 8)
    void deliversAPrefixWhereverTheFileIsCut(@ForAll("traces") List<TraceEntry> entries) throws Exception {
        try (TestFiles files = new TestFiles()) {
            byte[] whole = Files.readAllBytes(write(files.file("a.trc"), entries));
            List<TraceEntry> all = Samples.inFileOrder(entries);
            int before = 0;
            // Every length at first, then one of 17, and again every one behind the last entry.
            int last = whole.length - "</Program>\n".length();
            for (int length = 1; length < whole.length; length += length < 4000 || length + 17 > last ? 1 : 17) {
                Path cut = files.write("cut.trc", Arrays.copyOf(whole, length));
                List<TraceEntry> read = readFlat(cut);
                assertEquals(all.subList(0, read.size()), read);
                assertTrue(read.size() >= before, "a longer file delivers less");
                before = read.size();
                assertEquals(read.size(), count(readTrees(cut)));
            }
            assertEquals(all.size(), before);
        }
    }

    @Property(tries = 8)
    void takesNulBytesForTheUnusedRestOfAMapping(
            @ForAll("traces") List<TraceEntry> entries, @ForAll("tails") int unused) throws Exception {
        try (TestFiles files = new TestFiles()) {
            byte[] whole = Files.readAllBytes(write(files.file("a.trc"), entries));
            for (int length = 1; length < whole.length; length += 31) {
                byte[] part = Arrays.copyOf(whole, length);
                Path cut = files.write("cut.trc", part);
                Path mapped = files.write("mapped.trc", Arrays.copyOf(part, length + unused));
                assertEquals(readFlat(cut), readFlat(mapped));
                assertEquals(unusable(cut), unusable(mapped));
                byte[] making = Arrays.copyOf(whole, whole.length + unused); // its bytes come in no order
                making[length] = 0;
                assertEquals(readFlat(cut), readFlat(files.write("torn.trc", making)));
            }
        }
    }

    @Provide
    Arbitrary<Integer> tails() {
        return Arbitraries.of(1, 4096, 200_000);
    }

    private static long unusable(Path file) throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                assertTrue(cursor.depth() >= 0);
            }
            return cursor.unusableBytes();
        }
    }

    private static int count(List<TraceEntry> trees) {
        return Samples.inFileOrder(trees).size();
    }

    private static Path write(Path file, List<TraceEntry> entries) throws IOException {
        try (TraceWriter writer =
                TraceWriter.create(file, Attributes.of("timeAdjustment", "" + ADJUSTMENT, "version", "3"))) {
            for (TraceEntry entry : entries) {
                writer.write(entry);
            }
        }
        return file;
    }

    private static List<TraceEntry> readTrees(Path file) throws TraceFormatException {
        List<TraceEntry> entries = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(file)) {
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            assertNull(reader.next());
        }
        return entries;
    }

    private static List<TraceEntry> readFlat(Path file) throws TraceFormatException {
        List<TraceEntry> entries = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                entries.add(cursor.entry());
            }
            assertFalse(cursor.next());
        }
        return entries;
    }
}
