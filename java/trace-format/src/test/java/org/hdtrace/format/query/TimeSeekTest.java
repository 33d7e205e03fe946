// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.compression.TraceRecoder;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.NestedTraces;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.SampleProject.Seen;
import org.junit.jupiter.api.Test;

/** With an index less is read, and the same is found. */
class TimeSeekTest {
    private static final int BLOCK = 1 << 16;
    private static final IndexStore STORE = IndexStore.beside();
    private static final String END = "</Program>\n";
    private static final String PROJECT =
            "<Application name='app'><Topology><Level type='Rank'></Level><Node name='0'/><Node name='1'/></Topology></Application>";
    /** No correction; a shift; clocks that run faster, slower, and backwards. */
    private static final List<String> CLOCKS = List.of(
            "",
            " clockOffset='-0.25@0.0'",
            " clockOffset='0.5@0.0 0.7@0.000001'",
            " clockOffset='0.5@0.0 0.4999@0.001'",
            " clockOffset='0.5@0.0 0.4@0.000001'");

    @Property(tries = 40)
    void findsWhatReadingEverythingFinds(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int topLevel, @ForAll boolean whole)
            throws Exception {
        Random random = new Random(seed);
        try (TestFiles files = new TestFiles()) {
            files.write("app.proj", PROJECT);
            for (int rank = 0; rank < 2; rank++) {
                Path trace = files.file("app_" + rank + ".trc");
                int longest = random.nextBoolean() ? 40 : 30_000;
                String clock = CLOCKS.get(random.nextInt(CLOCKS.size()));
                NestedTraces.write(trace, seed + rank, topLevel, longest, clock, whole ? END : "<Cut time='0.0");
                if (random.nextInt(4) == 0) {
                    new TraceRecoder(1, false, bytes -> {}).compress(trace);
                    trace = files.file("app_" + rank + ".trc.zst");
                }
                index(trace, random);
            }
            Project project = Project.open(files.file("app.proj"));
            List<Seen> all = read(Query.of(project).withoutIndexes().byEnd());
            for (int i = 0; i < 5; i++) {
                compare(interval(Query.of(project), all, random), random);
            }
        }
    }

    @Test
    void readsTheNeededBlocksOnlyHoweverLongTheTraceIs() throws Exception {
        // The head, what touches the interval, a block on each side, and what the last reading goes too far.
        long bound = BLOCK + 4L * BLOCK;
        for (int states : new int[] {4_000, 64_000}) {
            for (boolean nested : new boolean[] {false, true}) {
                try (TestFiles files = new TestFiles()) {
                    Project project = longProject(files, states, nested);
                    Query middle = at(project, states / 2);
                    for (TraceStream stream : List.of(
                            middle.byEnd(), middle.openFiles(4).buffer(1 << 20).byEnd())) {
                        List<Seen> seen = read(stream);
                        assertEquals(nested ? 4 : 2, seen.size());
                        long bytes = stream.files().bytesRead();
                        assertTrue(bytes <= 2 * bound, bytes + " bytes read for " + states + " states");
                    }
                    TraceStream plain = middle.withoutIndexes().byEnd();
                    read(plain);
                    assertTrue(plain.files().bytesRead() > states * 100L, "the test would see what is read");
                }
            }
        }
    }

    @Test
    void whatIsNotNeededIsNotLookedAt() throws Exception {
        try (TestFiles files = new TestFiles()) {
            int states = 40_000;
            Project project = longProject(files, states, true);
            Query middle = at(project, states / 2);
            List<Seen> expected = read(middle.withoutIndexes().byStart());
            assertEquals(4, expected.size());
            for (TraceFile file : project.traces()) {
                byte[] bytes = Files.readAllBytes(file.path());
                long needed = expected.stream()
                        .filter(seen -> seen.file().equals(file))
                        .mapToLong(Seen::byteOffset)
                        .max()
                        .orElseThrow();
                Arrays.fill(bytes, BLOCK, (int) needed - 2 * BLOCK, (byte) '<');
                Arrays.fill(bytes, (int) needed + 2 * BLOCK, bytes.length - BLOCK, (byte) '<');
                Files.write(file.path(), bytes);
            }
            assertEquals(expected, read(middle.byStart()));
            assertEquals(new HashSet<>(expected), new HashSet<>(fold(middle.with(new FilePieces(STORE, 100_000)), 2)));
        }
    }

    @Test
    void anIndexThatDoesNotFitIsIgnored() throws Exception {
        try (TestFiles files = new TestFiles()) {
            int states = 6_000;
            Project project = longProject(files, states, false);
            Query middle = at(project, states / 2);
            List<Seen> expected = read(middle.withoutIndexes().byEnd());
            Path index = files.file("app_0.trc.idx");
            byte[] good = Files.readAllBytes(index);
            for (byte[] bad : damaged(good)) {
                Files.write(index, bad);
                assertEquals(expected, read(middle.byEnd()));
                assertEquals(new HashSet<>(expected), new HashSet<>(fold(middle, 2)));
            }
            // That of another trace.
            Files.write(index, good);
            Path trace = files.file("app_0.trc");
            Files.writeString(trace, Files.readString(trace).replace("12345678", "1"));
            assertEquals(
                    read(middle.withoutIndexes().byEnd()), read(middle.byEnd()), "places in the text are others now");
        }
    }

    @Test
    void smallFilesAreReadWithoutTheirIndex() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Project project = longProject(files, 1_000, false);
            Query middle = Query.of(project).between(time(500), time(500) + 1);
            TraceStream stream = middle.byEnd();
            assertEquals(2, read(stream).size());
            assertTrue(stream.files().bytesRead() > 100_000);
        }
    }

    /** Cut, of another kind, with blocks that lie elsewhere, and with records that are no blocks. */
    private static List<byte[]> damaged(byte[] good) {
        List<byte[]> all = new ArrayList<>();
        all.add(new byte[0]);
        all.add(Arrays.copyOf(good, good.length / 2));
        byte[] other = good.clone();
        other[3] ^= 1;
        all.add(other);
        String text = new String(good, java.nio.charset.StandardCharsets.ISO_8859_1);
        int block = text.indexOf("B\0\0\0", 20);
        byte[] shifted = good.clone();
        shifted[block + 5] ^= 0x40;
        all.add(shifted);
        byte[] swapped = good.clone();
        System.arraycopy(good, block + 13, swapped, block + 21, 8);
        System.arraycopy(good, block + 21, swapped, block + 13, 8);
        all.add(swapped);
        byte[] hidden = good.clone();
        hidden[block] = 'x';
        all.add(hidden);
        return all;
    }

    /** Sometimes none, an old one or a broken one. */
    private static void index(Path trace, Random random) throws Exception {
        Path index = STORE.build(trace, () -> false);
        switch (random.nextInt(8)) {
            case 0 -> Files.delete(index);
            case 1 -> {
                byte[] bytes = Files.readAllBytes(index);
                Files.write(index, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            }
            default -> {}
        }
    }

    private static Query interval(Query query, List<Seen> all, Random random) {
        if (all.isEmpty()) {
            return query.between(0, 1);
        }
        long a = time(all, random);
        long b = random.nextInt(3) == 0 ? a + random.nextInt(3) : time(all, random);
        return switch (random.nextInt(6)) {
            case 0 -> query.between(Long.MIN_VALUE, a);
            case 1 -> query.between(a, Long.MAX_VALUE);
            default -> query.between(Math.min(a, b), Math.max(a, b));
        };
    }

    /** Often exactly a time at which something begins or ends. */
    private static long time(List<Seen> all, Random random) {
        Seen seen = all.get(random.nextInt(all.size()));
        return (random.nextBoolean() ? seen.entry().startNanos() : seen.entry().endNanos()) + random.nextInt(3) - 1;
    }

    private static void compare(Query query, Random random) throws Exception {
        Query wanted =
                switch (random.nextInt(4)) {
                    case 0 -> query.depth(0, random.nextInt(3));
                    case 1 -> query.depth(1 + random.nextInt(3), 5);
                    case 2 -> query.names("State1", "Rare*", "e");
                    default -> query;
                };
        Query plain = wanted.withoutIndexes();
        Query seeking = wanted.with(new TimeSeek(STORE, 0)).with(new FilePieces(STORE, 100_000));
        List<Seen> byEnd = read(plain.byEnd());
        List<Seen> byStart = read(plain.byStart());
        assertEquals(byEnd, read(seeking.byEnd()));
        assertEquals(byStart, read(seeking.byStart()));
        for (long buffer : new long[] {2, 20_000}) {
            assertEquals(byEnd, read(seeking.openFiles(4).buffer(buffer).byEnd()));
            assertEquals(byStart, read(seeking.openFiles(4).buffer(buffer).byStart()));
        }
        List<Seen> folded = fold(plain, 1);
        assertEquals(folded, fold(seeking, 1));
        assertEquals(folded, fold(seeking, 3));
        assertEquals(folded, fold(wanted.with(new TimeSeek(STORE, 0)).with(FilePieces.whole()), 2));
    }

    private static List<Seen> read(TraceStream stream) {
        List<Seen> found = new ArrayList<>();
        try (stream) {
            while (stream.next()) {
                found.add(new Seen(
                        stream.file(), stream.depth(), stream.isOrphan(), stream.byteOffset(), stream.entry()));
            }
        }
        assertEquals(0, stream.files().open());
        return found;
    }

    private static List<Seen> fold(Query query, int threads) throws Exception {
        List<Seen> found = new ArrayList<>();
        query.forEachFile(Workers.of(threads), path -> {}, new SeenFold(), result -> {
            assertFalse(result.failure().isPresent(), () -> String.valueOf(result.failure()));
            found.addAll(result.value().seen());
        });
        return found;
    }

    private static long time(int state) {
        return (1_300_000_000L + state) * 1_000_000_000L + 200_000_000;
    }

    /** What is there at the time of one state. */
    private static Query at(Project project, int state) {
        return Query.of(project).with(new TimeSeek(STORE, 0)).between(time(state), time(state) + 1);
    }

    /** Two traces with a state each second, maybe with another inside, and indexes. */
    private static Project longProject(TestFiles files, int states, boolean nested) throws Exception {
        files.write("app.proj", PROJECT);
        for (int rank = 0; rank < 2; rank++) {
            Path trace = files.file("app_" + rank + ".trc");
            write(trace, states, nested);
            STORE.build(trace, () -> false);
        }
        return Project.open(files.file("app.proj"));
    }

    private static void write(Path file, int states, boolean nested) throws IOException {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < states; i++) {
            String times = " time='" + i + ".1' end='" + i + ".5' filling='" + "f".repeat(64) + "'/>\n";
            if (nested) {
                text.append("<Nested>\n\t<A size='3'").append(times).append("</Nested>\n");
            }
            text.append("<B size='12345678'").append(times);
        }
        Files.writeString(file, text + END);
    }
}
