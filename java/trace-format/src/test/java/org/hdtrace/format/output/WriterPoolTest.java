// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
    private static final StatisticsGroup GROUP = new StatisticsGroup(
            "Load", List.of("n1"), List.of(new ValueDescription("CPU", ValueType.INT64, "%", "CPU")));

    @Test
    void writesNothingToAFileThatNothingWaitsFor() throws IOException {
        try (TestFiles files = new TestFiles();
                WriterPool pool = new WriterPool()) {
            OutputStream stream = pool.create(files.write("f", "old"));
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
            @ForAll @IntRange(min = 1, max = 5) int open)
            throws IOException {
        Random random = new Random(seed);
        List<ByteArrayOutputStream> expected = new ArrayList<>();
        List<OutputStream> streams = new ArrayList<>();
        try (TestFiles files = new TestFiles()) {
            WriterPool pool = new WriterPool(open, 1 << 17);
            for (int i = 0; i < count; i++) {
                expected.add(new ByteArrayOutputStream());
                streams.add(pool.create(files.write("f" + i, "old")));
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
                assertArrayEquals(expected.get(i).toByteArray(), Files.readAllBytes(files.file("f" + i)), "file " + i);
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
            try (WriterPool pool = new WriterPool(2, 1 << 17)) {
                write(files, "pooled", pool);
            }
            for (String ending : List.of(".trc", ".rel", ".stat")) {
                byte[] expected = Files.readAllBytes(files.file("plain" + ending));
                assertTrue(expected.length > 1000, ending);
                assertArrayEquals(expected, Files.readAllBytes(files.file("pooled" + ending)), ending);
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
            gone.write(1);
            Files.delete(files.file("gone"));
            IOException e = assertThrows(IOException.class, gone::close);
            assertTrue(e.getMessage().contains("gone"), e.getMessage());
            other.write(2);
            pool.close();
            assertArrayEquals(new byte[] {2}, Files.readAllBytes(files.file("other")));
        }
    }
}
