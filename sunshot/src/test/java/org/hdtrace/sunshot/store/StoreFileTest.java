// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores on disk: kept, found again, and never believed when they don't fit. */
class StoreFileTest {
    private static final int STATES = 4000;

    @TempDir
    private Path folder;

    private Path project() {
        return folder.resolve("run.proj");
    }

    private Path store() {
        return folder.resolve("run.hdv");
    }

    /** Two traces: states of 7 us every 10 us, in the second each with one inside. */
    private List<Path> traces(int states) throws IOException {
        List<Path> traces = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
            for (int i = 0; i < states; i++) {
                if (rank == 1) {
                    text.append("<Nested>\n")
                            .append(state("Inner", 10L * i + 1, 10L * i + 3))
                            .append("</Nested>\n");
                }
                text.append(state(i % 3 == 0 ? "Send" : "Recv", 10L * i, 10L * i + 7));
            }
            Path trace = folder.resolve("run_n_" + rank + "_0.trc");
            Files.writeString(trace, text.append("</Program>\n"));
            traces.add(trace);
        }
        return traces;
    }

    private static String state(String name, long fromMicros, long toMicros) {
        return String.format(
                "<%s size='4' time='%d.%06d000' end='%d.%06d000'/>%n",
                name, fromMicros / 1_000_000, fromMicros % 1_000_000, toMicros / 1_000_000, toMicros % 1_000_000);
    }

    private StoreBuilder builder(List<Path> traces) {
        return new StoreBuilder(traces, (trace, bytes) -> {}, () -> false);
    }

    private void assertContent(StoreFile store, int states) throws IOException {
        assertEquals(states, store.traces().get(0).states());
        assertEquals(2L * states, store.traces().get(1).states());
        StoredRow row = StoredRow.read(store.space(), store.traces().get(1).place());
        LevelColumns inner = row.levels().get(1).columns();
        assertEquals(states, inner.size());
        assertEquals(2000, inner.durationNanos(states - 1));
        assertEquals("Inner", store.categories().get(row.categories()[inner.category(0)]));
        assertTrue(row.levels().get(0).pyramid().isPresent());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aStoreIsFoundAgain() throws Exception {
        List<Path> traces = traces(STATES);
        assertContent(builder(traces).build(project(), StoreFolder.beside()), STATES);
        assertEquals(List.of("run.hdv", "run_n_0_0.trc", "run_n_1_0.trc"), files());
        StoreFile again = StoreFolder.beside().open(project(), traces).orElseThrow();
        assertContent(again, STATES);
        assertContent(builder(traces).buildInMemory(), STATES);
        // 16 B/state (SUNSHOT G-05); 12,000 states, and less than 2 KiB that do not depend on their number.
        assertTrue(Files.size(store()) < 3 * STATES * 16 + 2048, "bytes: " + Files.size(store()));
        StoredRow row = StoredRow.read(again.space(), again.traces().get(0).place());
        long offset = row.levels().get(0).columns().textOffset(1234);
        assertEquals("<Recv", Files.readString(traces.get(0)).substring((int) offset, (int) offset + 5));
    }

    @Test
    void aStoreOfOtherTracesIsNotUsed() throws Exception {
        List<Path> traces = traces(STATES);
        builder(traces).build(project(), StoreFolder.beside());
        String text = Files.readString(traces.get(1));
        Files.writeString(traces.get(1), text.replace("size='4' time='0.039991", "size='5' time='0.039991"));
        assertTrue(StoreFolder.beside().open(project(), traces).isEmpty(), "a byte at the end differs");
        Files.writeString(traces.get(1), text);
        assertFalse(StoreFolder.beside().open(project(), traces).isEmpty(), "the trace is as it was");
        Files.writeString(traces.get(1), "<!-- longer -->\n", StandardOpenOption.APPEND);
        assertTrue(StoreFolder.beside().open(project(), traces).isEmpty(), "the trace is longer");
        assertTrue(StoreFolder.beside().open(project(), traces.subList(0, 1)).isEmpty(), "a trace went");
        assertContent(builder(traces(1500)).build(project(), StoreFolder.beside()), 1500);
        assertContent(StoreFolder.beside().open(project(), traces).orElseThrow(), 1500);
    }

    /** Any byte of a small store may be wrong, and any number of them be missing. */
    @Test
    void aDamagedOrCutStoreIsNotUsed() throws Exception {
        List<Path> traces = traces(1100);
        builder(traces).build(project(), StoreFolder.beside());
        byte[] right = Files.readAllBytes(store());
        Random random = new Random(5);
        for (int k = 0; k < 400; k++) {
            byte[] wrong = right.clone();
            int at = k < 60 ? k : k < 200 ? right.length - 1 - (k - 60) : random.nextInt(right.length);
            wrong[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(store(), wrong);
            assertTrue(StoreFolder.beside().open(project(), traces).isEmpty(), "changed byte " + at);
        }
        for (int k = 0; k < 60; k++) {
            int length = k < 30 ? k : random.nextInt(right.length);
            Files.write(store(), java.util.Arrays.copyOf(right, length));
            assertTrue(StoreFolder.beside().open(project(), traces).isEmpty(), "cut to " + length);
        }
        Files.write(store(), java.util.Arrays.copyOf(right, right.length + 3));
        assertTrue(StoreFolder.beside().open(project(), traces).isEmpty(), "too long");
        assertContent(builder(traces).build(project(), StoreFolder.beside()), 1100);
    }

    /** Of a store that is too large to be looked at as a whole no byte is believed that was not compared. */
    @Test
    void damageOfALargeStoreIsFoundWhereItIsRead() throws Exception {
        List<Path> traces = traces(60_000);
        StoreFile built = builder(traces).build(project(), StoreFolder.beside());
        List<Long> content = content(built);
        byte[] right = Files.readAllBytes(store());
        Random random = new Random(7);
        int found = 0;
        int opened = 0;
        for (int k = 0; k < 40; k++) {
            byte[] wrong = right.clone();
            wrong[random.nextInt(right.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(store(), wrong);
            List<String> told = new ArrayList<>();
            Optional<StoreFile> store = StoreFolder.beside().open(project(), traces);
            if (store.isPresent()) {
                opened++;
                store.get().onDamage(damage -> told.add(damage.getMessage()));
                found += isFound(store.get(), content) ? 1 : 0;
                assertEquals(1, told.size(), "told once");
                assertTrue(told.get(0).matches(".*run.hdv: byte \\d+: is damaged"), told.get(0));
            }
        }
        assertTrue(opened > 10, "opened: " + opened);
        assertEquals(opened, found);
    }

    /** Whether reading it ends with the damage, twice. */
    private static boolean isFound(StoreFile store, List<Long> right) {
        for (int i = 0; i < 2; i++) {
            try {
                assertEquals(right, content(store), "nothing wrong is read");
                return false;
            } catch (IOException | UncheckedIOException e) {
                assertTrue(DamagedStore.in(e).isPresent(), e.toString());
            }
        }
        return true;
    }

    /** All that a store holds. */
    private static List<Long> content(StoreFile store) throws IOException {
        List<Long> all = new ArrayList<>();
        for (StoredTrace trace : store.traces()) {
            StoredRow row = StoredRow.read(store.space(), trace.place());
            for (StoredLevel level : row.levels()) {
                LevelColumns columns = level.columns();
                for (int i = 0; i < columns.size(); i++) {
                    all.add(columns.startNanos(i) * 31 + columns.durationNanos(i));
                    all.add(columns.textOffset(i) * 31 + columns.category(i));
                }
                level.pyramid().ifPresent(pyramid -> addPyramid(pyramid, all));
                all.add(level.sums() == null ? -1 : level.sums().nanos(1));
            }
        }
        return all;
    }

    private static void addPyramid(Pyramid pyramid, List<Long> all) {
        for (int shift = pyramid.firstShift(); shift <= pyramid.lastShift(); shift++) {
            long first = (1_300_000_000_000_000_000L - pyramid.originNanos()) >> shift;
            PageView view = pyramid.view(shift);
            int opened = 0;
            for (long bucket = first; bucket <= first + (600_000_000L >> shift); bucket++) {
                if (view.open(bucket)) {
                    opened++;
                    all.add(view.presentBits(bucket) * 1000 + view.dominant(bucket) * 300L + view.coverage(bucket));
                }
            }
            assertTrue(opened > 0, "no page of shift " + shift);
        }
    }

    @Test
    void aStoreOfAnOlderVersionIsMadeAnew() throws Exception {
        List<Path> traces = traces(1100);
        builder(traces).build(project(), StoreFolder.beside());
        byte[] older = Files.readAllBytes(store());
        older[7]--;
        Files.write(store(), older);
        IOException refused = assertThrows(IOException.class, () -> StoreFile.open(store(), traces));
        assertEquals("is of version 2, not 3: it is made anew of the traces", refused.getMessage());
        assertTrue(StoreFolder.beside().open(project(), traces).isEmpty());
        builder(traces).build(project(), StoreFolder.beside());
        assertContent(StoreFolder.beside().open(project(), traces).orElseThrow(), 1100);
    }

    /** That in the cache folder was made because the other one is damaged and can't be removed. */
    @Test
    void theStoreInTheCacheFolderIsPreferred(@TempDir Path cache) throws Exception {
        List<Path> traces = traces(1100);
        builder(traces).build(project(), StoreFolder.beside());
        Path inCache = StoreFolder.withCache(cache).places(project()).get(1);
        Files.copy(store(), inCache);
        Files.write(store(), new byte[100]);
        assertContent(StoreFolder.withCache(cache).open(project(), traces).orElseThrow(), 1100);
        Files.write(inCache, new byte[100]);
        assertTrue(StoreFolder.withCache(cache).open(project(), traces).isEmpty());
    }

    @Test
    void theCacheFolderServesWhereTheProjectsCannotBeWritten(@TempDir Path cache) throws Exception {
        List<Path> traces = traces(STATES);
        StoreFolder both = StoreFolder.withCache(cache.resolve("hdtrace"));
        // A folder of that name can't be replaced by a file, whoever runs the test.
        Files.createDirectories(store().resolve("in-the-way"));
        assertContent(builder(traces).build(project(), both), STATES);
        assertContent(both.open(project(), traces).orElseThrow(), STATES);
        assertEquals(List.of("run.hdv", "run_n_0_0.trc", "run_n_1_0.trc"), files());
        assertThrows(IOException.class, () -> builder(traces).build(project(), StoreFolder.beside()));
    }

    @Test
    void aFolderThatIsReadOnlyIsLeftAlone(@TempDir Path cache) throws Exception {
        List<Path> traces = traces(STATES);
        assertTrue(folder.toFile().setWritable(false));
        try {
            Assumptions.assumeFalse(Files.isWritable(folder), "this user may write everywhere");
            assertContent(builder(traces).build(project(), StoreFolder.withCache(cache)), STATES);
            assertFalse(Files.exists(store()));
        } finally {
            assertTrue(folder.toFile().setWritable(true));
        }
    }

    @Test
    void cancellingLeavesNothingBehind() throws Exception {
        List<Path> traces = traces(30_000);
        AtomicLong asked = new AtomicLong();
        for (int after : new int[] {0, 5, 30}) {
            asked.set(0);
            StoreBuilder builder =
                    new StoreBuilder(traces, (trace, bytes) -> {}, () -> asked.incrementAndGet() > after);
            assertThrows(CancellationException.class, () -> builder.build(project(), StoreFolder.beside()));
            assertEquals(List.of("run_n_0_0.trc", "run_n_1_0.trc"), files());
        }
    }

    @Test
    void buildersAtTheSameTimeDisturbNeitherEachOtherNorReaders() throws Exception {
        List<Path> traces = traces(STATES);
        StoreFile early = builder(traces).build(project(), StoreFolder.beside());
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Callable<StoreFile>> work = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                work.add(() -> builder(traces).build(project(), StoreFolder.beside()));
                work.add(() -> StoreFolder.beside().open(project(), traces).orElseThrow());
            }
            for (Future<StoreFile> result : pool.invokeAll(work)) {
                assertContent(result.get(), STATES);
            }
        } finally {
            pool.shutdownNow();
        }
        assertContent(early, STATES);
        assertEquals(List.of("run.hdv", "run_n_0_0.trc", "run_n_1_0.trc"), files());
    }

    @Test
    void theStoreOfATraceThatMayStillGrowServesOnce() throws Exception {
        List<Path> traces = traces(STATES);
        String text = Files.readString(traces.get(0));
        Files.writeString(traces.get(0), text.replace("</Program>", ""));
        assertContent(builder(traces).build(project(), StoreFolder.beside()), STATES);
        assertEquals(List.of("run_n_0_0.trc", "run_n_1_0.trc"), files());
    }

    @Test
    void progressTellsEveryByteOnce() throws Exception {
        List<Path> traces = traces(30_000);
        AtomicLong read = new AtomicLong();
        new StoreBuilder(traces, (trace, bytes) -> read.addAndGet(bytes), () -> false).buildInMemory();
        assertEquals(Files.size(traces.get(0)) + Files.size(traces.get(1)), read.get());
    }
}
