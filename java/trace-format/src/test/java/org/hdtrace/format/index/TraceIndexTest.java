// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.NestedTraces.Written;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceIndexTest {
    private static final IndexStore BESIDE = IndexStore.beside();

    @TempDir
    Path folder;

    /** The fixture is of hdtrace-random-trace, its index of hdtrace-reindex. */
    @Test
    void makesTheIndexThatTheWriterInCMakes() throws Exception {
        Path trace = folder.resolve("c.trc.zst");
        Files.write(trace, resource("written-by-c.trc.zst"));
        Path index = BESIDE.build(trace, () -> false);
        assertEquals("c.trc.idx", index.getFileName().toString());
        assertArrayEquals(resource("written-by-c.trc.idx"), Files.readAllBytes(index));
    }

    @Test
    void makesTheSameIndexOfCompressedText() throws Exception {
        Path trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 5, 40, 20_000, "", "</Program>\n");
        byte[] plain = Files.readAllBytes(BESIDE.build(trace, () -> false));
        Path compressed = folder.resolve("b.trc.gz");
        try (OutputStream target = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            target.write(Files.readAllBytes(trace));
        }
        assertArrayEquals(plain, Files.readAllBytes(BESIDE.build(compressed, () -> false)));
        try (TraceIndex index = BESIDE.open(compressed).orElseThrow()) {
            assertEquals(Files.size(trace), index.coveredBytes());
        }
    }

    @Test
    void noticesEveryChangeOfTheTracesEnds() throws Exception {
        Path trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 6, 40, 20_000, "", "</Program>\n");
        byte[] text = Files.readAllBytes(trace);
        assertTrue(text.length > 3 * IndexFormat.BLOCK_BYTES, "length: " + text.length);
        BESIDE.build(trace, () -> false);
        assertTrue(fits(trace));
        for (int place : new int[] {20, IndexFormat.BLOCK_BYTES - 1, text.length - 1, text.length - 60_000}) {
            byte[] changed = text.clone();
            changed[place] ^= 1;
            Files.write(trace, changed);
            useIt(trace);
        }
        Files.write(trace, java.util.Arrays.copyOf(text, text.length - 1));
        assertTrue(!fits(trace), "one byte less");
        Files.write(trace, java.util.Arrays.copyOf(text, text.length + 4096));
        assertTrue(fits(trace), "unused bytes of a mapping");
        byte[] longer = java.util.Arrays.copyOf(text, text.length + 4096);
        longer[text.length] = '\n';
        Files.write(trace, longer);
        assertTrue(!fits(trace), "more text");
    }

    @Test
    void ignoresOtherVersionsAndDamagedIndexes() throws Exception {
        Path trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 7, 40, 20_000, "", "</Program>\n");
        Path index = BESIDE.build(trace, () -> false);
        byte[] good = Files.readAllBytes(index);
        // Version 1 of the original: records of three int32.
        Files.write(
                index,
                ByteBuffer.allocate(16).putInt(1).putInt(5).putInt(6).putInt(7).array());
        assertTrue(!fits(trace));
        for (int length = 0; length < good.length; length += 13) {
            Files.write(index, java.util.Arrays.copyOf(good, length));
            try (TraceIndex part = BESIDE.open(trace).orElse(null)) {
                assertTrue(part == null || !part.isWhole(), "cut at " + length);
            }
        }
        for (int place = 0; place < good.length; place++) {
            byte[] changed = good.clone();
            changed[place] ^= (byte) (1 << place % Byte.SIZE);
            Files.write(index, changed);
            useIt(trace);
        }
        Files.write(index, good);
        assertTrue(fits(trace));
    }

    /** Whatever an index says, using it ends, and with a result or none. */
    private static void useIt(Path trace) throws Exception {
        try (TraceIndex index = BESIDE.open(trace).orElse(null)) {
            if (index != null) {
                long middle = NestedTraces.BASE_SECONDS * 1_000_000_000L + 20_000;
                IndexProfile.of(index, trace, middle, middle + 10_000);
            }
        }
    }

    @Test
    void whatIsLeftOfACutIndexIsRight() throws Exception {
        IndexProbe probe = IndexProbe.write(folder.resolve("a.trc"), 7, 40, 20_000);
        byte[] good = probe.index();
        int answers = 0;
        for (int length = 0; length < good.length; length += 97) {
            answers += probe.ask(java.util.Arrays.copyOf(good, length));
        }
        assertTrue(answers > 0, "none was used");
        assertTrue(probe.ask(good) > 0, "the whole one was not used");
    }

    @Test
    void findsAPlaceBeforeEverythingThatEndsLater() throws Exception {
        Path trace = folder.resolve("a.trc");
        List<Written> states = NestedTraces.write(trace, 8, 300, 10_000, "", "</Program>\n");
        BESIDE.build(trace, () -> false);
        try (TraceIndex index = BESIDE.open(trace).orElseThrow()) {
            long nearest = 0;
            for (int i = 0; i < states.size(); i += 17) {
                long time = states.get(i).start();
                long place = index.blocks().placeBefore(time);
                nearest = Math.max(nearest, place);
                assertEquals(endingFrom(trace, 0, time), endingFrom(trace, place, time), "time " + time);
            }
            assertTrue(nearest > Files.size(trace) / 2, "nearest " + nearest);
        }
    }

    private static long endingFrom(Path trace, long place, long nanos) throws TraceFormatException {
        long count = 0;
        try (TraceCursor cursor = TraceCursor.openAt(trace, place, 0, EntryFilter.all())) {
            while (cursor.next()) {
                count += cursor.ownEndNanos() >= nanos ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void checksumsAreThoseOfTheBlocks() throws Exception {
        Path trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 9, 60, 20_000, "", "</Program>\n");
        byte[] text = Files.readAllBytes(trace);
        BESIDE.build(trace, () -> false);
        try (TraceIndex index = BESIDE.open(trace).orElseThrow()) {
            BlockTable blocks = index.blocks();
            assertEquals((text.length + IndexFormat.BLOCK_BYTES - 1) / IndexFormat.BLOCK_BYTES, blocks.size());
            for (int k = 0; k < blocks.size(); k++) {
                CRC32C sum = new CRC32C();
                int from = k * IndexFormat.BLOCK_BYTES;
                sum.update(text, from, Math.min(IndexFormat.BLOCK_BYTES, text.length - from));
                assertEquals((int) sum.getValue(), blocks.checksum(k), "block " + k);
            }
        }
    }

    /** Names get their numbers from the states in the order of the text, however the tags look and whatever else has a name. */
    @Test
    void sumsStatesOfOneNameInTagsOfManyKinds() throws Exception {
        StringBuilder text = new StringBuilder("<Program>\n<Event name='Z' time='0'/>\n");
        for (int i = 0; i < 400; i++) {
            String quote = i % 5 == 0 ? "\"" : "'";
            text.append("<S")
                    .append(2 - i % 3)
                    .append(" a")
                    .append(i % 40)
                    .append("='")
                    .append(i)
                    .append('\'');
            text.append(" time=").append(quote).append('0').append(quote).append(" end='1'");
            text.append(i % 2 == 0 ? " size='3'/>\n" : "><Other/></S" + (2 - i % 3) + ">\n");
        }
        Path trace = folder.resolve("a.trc");
        Files.writeString(trace, text.append("</Program>\n"));
        BESIDE.build(trace, () -> false);
        long second = 1_000_000_000L;
        try (TraceIndex index = BESIDE.open(trace).orElseThrow()) {
            assertEquals(List.of("S2", "S1", "S0"), index.names());
            assertEquals(
                    List.of(
                            new StateSums("S2", 134, 134 * second, 134 * second, 67 * 3),
                            new StateSums("S1", 133, 133 * second, 133 * second, 66 * 3),
                            new StateSums("S0", 133, 133 * second, 133 * second, 67 * 3)),
                    index.totals().of(index.names()));
        }
    }

    @Test
    void refusesStatesThatEndBeforeTheyBegin() throws Exception {
        Path trace = folder.resolve("a.trc");
        Files.writeString(trace, "<Program timeAdjustment='5'>\n<A time='2.0' end='1.0'/>\n</Program>\n");
        TraceFormatException refusal = assertThrows(TraceFormatException.class, () -> BESIDE.build(trace, () -> false));
        assertTrue(refusal.getMessage().contains("ends before it begins"), refusal.getMessage());
        assertEquals(List.of("a.trc"), names());
    }

    @Test
    void leavesNothingBehindWhenCancelledOrRefused() throws Exception {
        Path trace = folder.resolve("a.trc");
        NestedTraces.write(trace, 10, 40, 20_000, "", "</Program>\n");
        assertThrows(CancellationException.class, () -> BESIDE.build(trace, () -> true));
        assertEquals(List.of("a.trc"), names());
        Files.writeString(trace, Files.readString(trace) + "<");
        Files.writeString(trace, Files.readString(trace).replaceFirst("</Nested>", "</Nonsense>"));
        assertThrows(TraceFormatException.class, () -> BESIDE.build(trace, () -> false));
        assertEquals(List.of("a.trc"), names());
    }

    @Test
    void goesToTheCacheWhereTheFolderCantBeWritten() throws Exception {
        Path trace = folder.resolve("a.trc");
        Path cache = folder.resolve("cache");
        NestedTraces.write(trace, 11, 40, 20_000, "", "</Program>\n");
        // Nobody can write a file there, not even root: the name is that of a folder with something in it.
        Files.createDirectories(folder.resolve("a.trc.idx").resolve("x"));
        IndexStore store = IndexStore.withCache(cache);
        Path index = store.build(trace, () -> false);
        assertEquals(cache, index.getParent());
        assertTrue(store.open(trace).isPresent());
        Files.setLastModifiedTime(trace, java.nio.file.attribute.FileTime.fromMillis(1_000_000));
        assertTrue(store.open(trace).isEmpty(), "another time is another trace");
    }

    private boolean fits(Path trace) throws IOException {
        try (TraceIndex index = BESIDE.open(trace).orElse(null)) {
            return index != null;
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = TraceIndexTest.class.getResourceAsStream(name)) {
            return stream.readAllBytes();
        }
    }
}
