// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.relation.RelationWriter;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceWriter;
import org.junit.jupiter.api.Test;

/** Files that share a few open channels and little memory hold what each was given. */
class WriterPoolTest {
    private static final Attributes HEAD = Attributes.of("timeAdjustment", "5", "rank", "0");
    private static final String OLD = "old";
    private static final StatisticsGroup GROUP = new StatisticsGroup(
            "Load", List.of("n1"), List.of(new ValueDescription("CPU", ValueType.INT64, "%", "CPU")));

    @Test
    void leavesAFileThatWasNeitherWrittenNorClosed() throws IOException {
        for (boolean background : List.of(true, false)) {
            try (TestFiles files = new TestFiles()) {
                WriterPool pool = background ? WriterPool.inBackground(2, 1 << 17) : new WriterPool();
                pool.create(files.write("f", OLD)).flush();
                pool.close();
                assertEquals(OLD, Files.readString(files.file("f")));
            }
        }
    }

    @Test
    void writesNothingToAFileThatNothingWaitsFor() throws IOException {
        try (TestFiles files = new TestFiles();
                WriterPool pool = new WriterPool()) {
            OutputStream stream = pool.create(files.write("f", OLD));
            stream.write(new byte[0]);
            stream.write(new byte[] {1, 2}, 1, 0);
            stream.close();
            assertArrayEquals(new byte[0], Files.readAllBytes(files.file("f")));
        }
    }

    @Property(tries = 20)
    void everyFileGetsItsOwnBytes(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int count,
            @ForAll @IntRange(min = 1, max = 5) int open,
            @ForAll boolean background)
            throws IOException {
        Random random = new Random(seed);
        List<ByteArrayOutputStream> expected = new ArrayList<>();
        List<OutputStream> streams = new ArrayList<>();
        try (TestFiles files = new TestFiles()) {
            WriterPool pool = background ? WriterPool.inBackground(open, 1 << 17) : new WriterPool(open, 1 << 17);
            for (int i = 0; i < count; i++) {
                expected.add(new ByteArrayOutputStream());
                streams.add(pool.create(files.write("f" + i, OLD)));
            }
            for (int step = 0; step < 300; step++) {
                int file = random.nextInt(count);
                byte[] bytes = new byte[random.nextInt(step % 50 == 0 ? 100_000 : 2_000)];
                random.nextBytes(bytes);
                streams.get(file).write(bytes);
                expected.get(file).writeBytes(bytes);
                if (step % 31 == 0) {
                    streams.get(file).flush();
                    assertArrayEquals(expected.get(file).toByteArray(), Files.readAllBytes(files.file("f" + file)));
                }
            }
            for (int i = 0; i < count; i += 2) {
                streams.get(i).close();
            }
            pool.close();
            for (int i = 0; i < count; i++) {
                byte[] bytes = expected.get(i).toByteArray();
                boolean untouched = bytes.length == 0 && i % 2 == 1;
                assertArrayEquals(
                        untouched ? OLD.getBytes(StandardCharsets.UTF_8) : bytes,
                        Files.readAllBytes(files.file("f" + i)),
                        "file " + i);
            }
        }
    }

    @Test
    void nothingMayBeWritten() throws IOException {
        try (TestFiles files = new TestFiles();
                WriterPool pool = new WriterPool()) {
            try (OutputStream stream = pool.create(files.file("f"))) {
                stream.write(new byte[0]);
            }
            assertArrayEquals(new byte[0], Files.readAllBytes(files.file("f")));
        }
    }

    @Test
    void writersOfAPoolWriteWhatOthersWrite() throws IOException {
        try (TestFiles files = new TestFiles()) {
            write(files, "plain", null);
            try (WriterPool pool = new WriterPool(2, 1 << 17);
                    WriterPool other = WriterPool.inBackground(2, 1 << 17)) {
                write(files, "pooled", pool);
                write(files, "background", other);
            }
            for (String ending : List.of(".trc", ".rel", ".stat")) {
                byte[] expected = Files.readAllBytes(files.file("plain" + ending));
                assertTrue(expected.length > 1000, ending);
                assertArrayEquals(expected, Files.readAllBytes(files.file("pooled" + ending)), ending);
                assertArrayEquals(expected, Files.readAllBytes(files.file("background" + ending)), ending);
            }
        }
    }

    private static void write(TestFiles files, String name, WriterPool pool) throws IOException {
        Path trc = files.file(name + ".trc");
        Path rel = files.file(name + ".rel");
        Path stat = files.file(name + ".stat");
        try (TraceWriter trace = pool == null ? TraceWriter.create(trc, HEAD) : TraceWriter.create(pool, trc, HEAD);
                RelationWriter relation =
                        pool == null ? RelationWriter.create(rel, HEAD) : RelationWriter.create(pool, rel, HEAD);
                StatisticsWriter statistics = pool == null
                        ? StatisticsWriter.create(stat, GROUP)
                        : StatisticsWriter.create(pool, stat, GROUP)) {
            statistics.begin(5_000_000_000L);
            for (int i = 0; i < 100; i++) {
                long time = 5_000_000_000L + 10L * i;
                trace.beginState("File_write", time);
                trace.attribute("size", i);
                trace.beginState("Write", time + 1);
                trace.event("now <here>", time + 2, Attributes.none());
                trace.endState(time + 3);
                trace.endState(time + 5);
                long token = relation.token(time, List.of());
                relation.destroy(token, time + 1);
                statistics.setLong(0, i);
                statistics.endRecord(time + 9);
            }
            trace.beginState("Never ends".replace(' ', '_'), 6_000_000_000L);
        }
    }

    /** What went wrong with one entry stays in its own file. */
    @Test
    void anEntryThatFailsDoesNotReachOtherFiles() throws IOException {
        try (TestFiles files = new TestFiles();
                WriterPool pool = new WriterPool()) {
            TraceWriter bad = TraceWriter.create(pool, files.file("bad.trc"), HEAD);
            TraceWriter good = TraceWriter.create(pool, files.file("good.trc"), HEAD);
            bad.beginState("A", 0);
            assertThrows(IllegalArgumentException.class, () -> bad.event("x", Long.MIN_VALUE, Attributes.none()));
            good.beginState("B", 5_000_000_000L);
            good.endState(5_000_000_001L);
            good.close();
            String text = Files.readString(files.file("good.trc"), StandardCharsets.UTF_8);
            assertEquals(
                    "<Program timeAdjustment='5' rank='0'>\n<B time='0.000000000' end='0.000000001'/>\n</Program>\n",
                    text);
        }
    }

    @Test
    void namesTheFileThatCannotBeWritten() throws IOException {
        try (TestFiles files = new TestFiles()) {
            WriterPool pool = new WriterPool(1, 1 << 17);
            OutputStream gone = pool.create(files.file("gone"));
            OutputStream other = pool.create(files.file("other"));
            gone.write(0);
            gone.flush();
            other.write(1);
            other.flush();
            gone.write(1);
            Files.delete(files.file("gone"));
            IOException e = assertThrows(IOException.class, gone::close);
            assertTrue(e.getMessage().contains("gone"), e.getMessage());
            other.write(2);
            pool.close();
            assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(files.file("other")));
        }
    }

    /** Whatever is called next tells it, and nothing is written after it. */
    @Test
    void namesTheFileThatTheBackgroundCannotWrite() throws IOException {
        try (TestFiles files = new TestFiles()) {
            WriterPool pool = WriterPool.inBackground(2, 1 << 17);
            OutputStream bad = pool.create(files.file("none").resolve("bad"));
            OutputStream later = pool.create(files.file("later"));
            bad.write(1);
            FileSystemException first = assertThrows(FileSystemException.class, bad::flush);
            assertEquals(files.file("none").resolve("bad").toString(), first.getFile());
            later.write(2);
            FileSystemException second = assertThrows(FileSystemException.class, later::flush);
            assertEquals(first.getFile(), second.getFile());
            assertNotSame(first, second, "an exception can't suppress itself");
            assertThrows(FileSystemException.class, pool::close);
            pool.close();
            assertFalse(Files.exists(files.file("later")));
        }
    }

    /** Beside files that are written at once; what isn't closed is in its file when the pool is. */
    @Test
    void doesLaterWhatItIsToldInOrder() throws IOException {
        for (boolean background : List.of(true, false)) {
            try (TestFiles files = new TestFiles()) {
                WriterPool pool = background ? WriterPool.inBackground(2, 1 << 17) : new WriterPool(2, 1 << 17);
                OutputStream atOnce = pool.create(files.file("at-once"));
                List<OutputStream> later = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    Path file = files.file("later" + i);
                    pool.later(100, ofThread -> later.add(ofThread.create(file)));
                }
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                for (int step = 0; step < 40_000; step++) {
                    byte[] bytes = {(byte) step, (byte) (step >> 8)};
                    expected.writeBytes(bytes);
                    atOnce.write(bytes);
                    int file = step;
                    pool.later(2, ofThread -> later.get(file % 5).write(bytes));
                }
                atOnce.close();
                pool.later(0, ofThread -> later.get(0).close());
                pool.await();
                assertArrayEquals(expected.toByteArray(), Files.readAllBytes(files.file("at-once")));
                assertEquals(16_000, Files.size(files.file("later0")));
                pool.close();
                byte[] last = Files.readAllBytes(files.file("later4"));
                assertEquals(16_000, last.length);
                for (int i = 0; i < last.length; i += 2) {
                    int step = 4 + 5 * (i / 2);
                    assertEquals((short) step, (short) ((last[i] & 0xff) | (last[i + 1] << 8)));
                }
            }
        }
    }

    @Test
    void tellsWhatFailsLater() throws IOException {
        try (TestFiles files = new TestFiles()) {
            WriterPool pool = WriterPool.inBackground(2, 1 << 17);
            Path bad = files.file("none").resolve("bad");
            pool.later(0, ofThread -> ofThread.create(bad).close());
            pool.later(0, ofThread -> ofThread.create(files.file("after")).close());
            FileSystemException e = assertThrows(FileSystemException.class, pool::await);
            assertEquals(bad.toString(), e.getFile());
            assertThrows(FileSystemException.class, pool::close);
            assertFalse(Files.exists(files.file("after")));
        }
    }

    /** So that the end doesn't wait for many files to be made; a head alone makes none. */
    @Test
    void makesTheFirstFilesWithTheirFirstBytesBehindTheHead() throws IOException {
        try (TestFiles files = new TestFiles();
                WriterPool pool = WriterPool.inBackground(2, 1 << 17)) {
            List<OutputStream> streams = new ArrayList<>();
            for (String name : List.of("first", "second")) {
                streams.add(pool.create(files.file(name)));
            }
            for (OutputStream stream : streams) {
                stream.write(1);
            }
            pool.await();
            assertFalse(Files.exists(files.file("first")));
            for (OutputStream stream : streams) {
                stream.write(2);
                stream.write(3);
            }
            pool.await();
            assertArrayEquals(new byte[] {1, 2}, Files.readAllBytes(files.file("first")));
            assertFalse(Files.exists(files.file("second")));
        }
    }

    @Test
    void aThreadThatOnlyWritesEndsWithItsPool() throws IOException, InterruptedException {
        try (TestFiles files = new TestFiles()) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            WriterPool pool = WriterPool.inBackground(2, 1 << 17);
            List<Thread> writers = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("trace-writer") && !before.contains(thread))
                    .toList();
            OutputStream stream = pool.create(files.file("f"));
            stream.write(1);
            pool.close();
            assertEquals(1, writers.size());
            writers.get(0).join(60_000);
            assertFalse(writers.get(0).isAlive());
            assertThrows(IOException.class, stream::close, "the pool is closed");
        }
    }

    /** What closed files hold can be read before the pool is closed; what is given up leaves nothing, nor what was there. */
    @Test
    void waitsForWhatIsOnTheWay() throws IOException {
        for (boolean background : List.of(true, false)) {
            try (TestFiles files = new TestFiles();
                    WriterPool pool = background ? WriterPool.inBackground(1, 1 << 17) : new WriterPool(1, 1 << 17)) {
                byte[] bytes = new byte[300_000];
                Arrays.fill(bytes, (byte) 7);
                OutputStream kept = pool.create(files.file("kept"));
                WriterPool.PooledFile discarded = pool.create(files.write("discarded", OLD));
                discarded.write(bytes);
                kept.write(bytes);
                Arrays.fill(bytes, (byte) 8);
                kept.close();
                discarded.write(bytes, 0, 10);
                discarded.discard();
                discarded.close();
                pool.create(files.file("empty")).close();
                pool.await();
                assertEquals(300_000, Files.size(files.file("kept")));
                assertEquals(7, Files.readAllBytes(files.file("kept"))[299_999]);
                assertFalse(Files.exists(files.file("discarded")));
                assertEquals(0, Files.size(files.file("empty")));
            }
        }
    }
}
