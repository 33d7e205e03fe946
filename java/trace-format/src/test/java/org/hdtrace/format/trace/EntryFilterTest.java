// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.Samples;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** What a filter lets through is what filtering after a full read lets through. */
class EntryFilterTest {
    private static final long BEGIN = 1_300_000_000_000_000_000L;

    /** An entry with all that a cursor tells about it. */
    private record Seen(TraceEntry entry, int depth, boolean orphan, long byteOffset) {
        boolean isEvent() {
            return entry instanceof Event;
        }

        Seen withoutData() {
            TraceEntry bare = isEvent()
                    ? new Event(entry.name(), entry.startNanos(), entry.attributes(), List.of())
                    : new State(
                            entry.name(),
                            entry.startNanos(),
                            entry.endNanos(),
                            entry.attributes(),
                            List.of(),
                            List.of());
            return new Seen(bare, depth, orphan, byteOffset);
        }

        boolean touches(long from, long to) {
            return entry.startNanos() < to && (entry.endNanos() > from || entry.startNanos() >= from);
        }
    }

    /** A filter beside what it means. */
    private record Case(EntryFilter filter, Predicate<Seen> meaning, boolean data) {

        static Case random(Random random) {
            Case made = new Case(EntryFilter.all(), seen -> true, true);
            if (random.nextBoolean()) {
                int letter = random.nextInt(4);
                made = made.and(
                        made.filter.names(name -> name.hashCode() % 4 != letter),
                        seen -> seen.entry.name().hashCode() % 4 != letter);
            }
            if (random.nextBoolean()) {
                long from = BEGIN + random.nextLong(100) * 1_000_000_000L;
                long to = from + random.nextLong(50) * 1_000_000_000L;
                made = made.and(made.filter.between(from, to), seen -> seen.touches(from, to));
            }
            if (random.nextBoolean()) {
                int min = random.nextInt(3);
                int max = min + random.nextInt(2);
                made = made.and(made.filter.depth(min, max), seen -> seen.depth >= min && seen.depth <= max);
            }
            return random.nextBoolean() ? made.kinds(random.nextInt(3)) : made;
        }

        Case kinds(int which) {
            return switch (which) {
                case 0 -> and(filter.events(false), seen -> !seen.isEvent());
                case 1 -> and(filter.states(false), Seen::isEvent);
                default -> new Case(filter.withoutData(), meaning, false);
            };
        }

        Case and(EntryFilter narrower, Predicate<Seen> more) {
            return new Case(narrower, meaning.and(more), data);
        }

        List<Seen> of(List<Seen> all) {
            return all.stream()
                    .filter(meaning)
                    .map(seen -> data ? seen : seen.withoutData())
                    .toList();
        }
    }

    @Provide
    Arbitrary<List<TraceEntry>> traces() {
        return Samples.entries(BEGIN).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Property(tries = 150)
    void deliversWhatFilteringAfterwardsDelivers(@ForAll("traces") List<TraceEntry> entries, @ForAll("seeds") long seed)
            throws Exception {
        Random random = new Random(seed);
        try (TestFiles files = new TestFiles()) {
            Path file = write(files.file("a.trc"), entries);
            if (random.nextBoolean()) {
                byte[] bytes = Files.readAllBytes(file);
                file = files.write("cut.trc", Arrays.copyOf(bytes, 40 + random.nextInt(bytes.length - 40)));
            }
            List<Seen> all = read(TraceCursor.open(file));
            for (int i = 0; i < 5; i++) {
                Case one = Case.random(random);
                assertEquals(one.of(all), read(TraceCursor.open(file, one.filter())));
            }
        }
    }

    @Property(tries = 40)
    void goesOnWhereverAnEntryBegins(@ForAll("traces") List<TraceEntry> entries, @ForAll("seeds") long seed)
            throws Exception {
        Random random = new Random(seed);
        try (TestFiles files = new TestFiles()) {
            Path file = write(files.file("a.trc"), entries);
            byte[] bytes = Files.readAllBytes(file);
            Path cut = files.write("cut.trc", Arrays.copyOf(bytes, 40 + random.nextInt(bytes.length - 40)));
            for (Path path : List.of(file, cut)) {
                List<Seen> all = read(TraceCursor.open(path));
                for (int i = 0; i < all.size(); i++) {
                    Seen first = all.get(i);
                    Case one = Case.random(random);
                    assertEquals(
                            one.of(all.subList(i, all.size())),
                            read(TraceCursor.openAt(path, first.byteOffset(), first.depth(), one.filter())));
                }
            }
        }
    }

    @Test
    void goesOnFarBehindTheFirstWindowAndBehindTheEnd() throws Exception {
        try (TestFiles files = new TestFiles()) {
            StringBuilder text = new StringBuilder("<Program timeAdjustment='7'>\n");
            int states = 40_000;
            long[] offsets = new long[states];
            for (int i = 0; i < states; i++) {
                offsets[i] = text.length();
                text.append("<A i='").append(i).append("' time='").append(i).append(".5' end='");
                text.append(i + 1).append("'/>\n");
            }
            Path file = files.write("a.trc", text + "</Program>\n");
            for (int i = 0; i < states; i += 7777) {
                try (TraceCursor cursor = TraceCursor.openAt(file, offsets[i], 0, EntryFilter.all())) {
                    cursor.next();
                    assertEquals(i, cursor.attributeLong("i", -1));
                    assertEquals((7L + i) * 1_000_000_000L + 500_000_000L, cursor.startNanos());
                    assertEquals(offsets[i], cursor.byteOffset());
                }
            }
            try (TraceCursor cursor = TraceCursor.openAt(file, 1L << 40, 0, EntryFilter.all())) {
                assertFalse(cursor.next());
                assertFalse(cursor.isComplete());
            }
        }
    }

    @Test
    void stopsAtDamageThatHidesWhereAnUnwantedEntryEnds() throws Exception {
        try (TestFiles files = new TestFiles()) {
            EntryFilter none = EntryFilter.all().names("B"::equals);
            Path good = files.write("a.trc", "<Program><A time='x'><c></c></A><B time='0' end='1'/></Program>");
            assertEquals(1, read(TraceCursor.open(good, none)).size());
            Path bad = files.write("b.trc", "<Program><A time='1' end='2'><c></d></A></Program>");
            assertThrows(TraceFormatException.class, () -> read(TraceCursor.open(bad, none)));
            Path cut = files.write("c.trc", "<Program><A time='1' end='2'><c></c>");
            try (TraceCursor cursor = TraceCursor.open(cut, none)) {
                assertFalse(cursor.next());
                assertEquals(27, cursor.unusableBytes());
            }
        }
    }

    @Test
    void refusesEmptyConditions() {
        assertThrows(IllegalArgumentException.class, () -> EntryFilter.all().between(2, 1));
        assertThrows(IllegalArgumentException.class, () -> EntryFilter.all().depth(2, 1));
        assertThrows(IllegalArgumentException.class, () -> EntryFilter.all().depth(-1, 1));
    }

    private static Path write(Path file, List<TraceEntry> entries) throws Exception {
        try (TraceWriter writer = TraceWriter.create(file, Attributes.of("timeAdjustment", "1300000000"))) {
            for (TraceEntry entry : entries) {
                writer.write(entry);
            }
        }
        return file;
    }

    private static List<Seen> read(TraceCursor cursor) throws TraceFormatException {
        List<Seen> all = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                all.add(new Seen(cursor.entry(), cursor.depth(), cursor.isOrphan(), cursor.byteOffset()));
            }
        }
        return all;
    }
}
