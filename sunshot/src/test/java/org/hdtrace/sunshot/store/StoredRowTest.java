// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What is written into a row comes out again, sorted by start; its sums are those of looking at each state. */
class StoredRowTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    private record State(int depth, long start, long end, int category, long text) {}

    private static StoredRow write(List<State> states) throws Exception {
        MemorySpace space = new MemorySpace();
        RowWriter writer = new RowWriter(space);
        for (State state : states) {
            writer.state(state.depth, state.start, state.end, state.category, state.text);
        }
        return StoredRow.read(space, writer.finish());
    }

    /** Widths of one to eight bytes in each column, blocks that are full, one state too long or one too short. */
    @Property(tries = 60)
    void whatWasWrittenIsReadSortedByStart(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2100) int count, @ForAll boolean inOrder)
            throws Exception {
        Random random = new Random(seed);
        int bits = 1 + random.nextInt(56);
        int categories = 1 + random.nextInt(random.nextBoolean() ? 5 : 700);
        List<State> states = new ArrayList<>();
        long now = EPOCH;
        for (int i = 0; i < count; i++) {
            long length = random.nextLong() >>> (64 - bits);
            long start = inOrder ? now : EPOCH + (random.nextLong() >>> (64 - bits));
            states.add(new State(0, start, start + length, 3 * random.nextInt(categories), random.nextLong() >>> 20));
            now += inOrder ? random.nextInt(1000) : 0;
        }
        StoredRow row = write(states);
        LevelColumns columns = row.levels().get(0).columns();
        List<State> sorted = new ArrayList<>(states);
        sorted.sort(Comparator.comparingLong(State::start));
        assertEquals(count, columns.size());
        int[] names = row.categories();
        for (int i = 0; i < count; i++) {
            State state = sorted.get(i);
            State read = new State(
                    0, columns.startNanos(i), columns.endNanos(i), names[columns.category(i)], columns.textOffset(i));
            assertEquals(state, read, "state " + i);
        }
        assertSearches(random, sorted, columns);
        assertFound(random, names.length, columns);
    }

    /** Ranges of durations that some states have at their edges, of some categories, of which there may be none in a block. */
    private static void assertFound(Random random, int categories, LevelColumns columns) {
        long[][] ranges = new long[categories][];
        int chosen = 1 + random.nextInt(50);
        for (int i = 0; i < categories; i++) {
            int count = i % chosen == 0 ? random.nextInt(4) : 0;
            ranges[i] = LongStream.range(0, 2L * count)
                    .map(k -> columns.durationNanos(random.nextInt(columns.size())))
                    .sorted()
                    .toArray();
        }
        String[] names =
                IntStream.range(0, categories).mapToObj(String::valueOf).toArray(String[]::new);
        WantedStates wanted = new WantedStates(names, name -> ranges[Integer.parseInt(name)]);
        int from = random.nextInt(columns.size());
        int behind = from + random.nextInt(columns.size() - from + 1);
        List<Integer> looked = new ArrayList<>();
        for (int i = from; i < behind; i++) {
            long[] own = ranges[columns.category(i)];
            for (int k = 0; k < own.length; k += 2) {
                if (columns.durationNanos(i) >= own[k] && columns.durationNanos(i) <= own[k + 1]) {
                    looked.add(i);
                    break;
                }
            }
        }
        List<Integer> found = new ArrayList<>();
        StateCursor cursor = columns.cursor();
        for (int i = cursor.find(from, behind, wanted); i < behind; i = cursor.find(i + 1, behind, wanted)) {
            found.add(i);
        }
        assertEquals(looked, found);
    }

    private static void assertSearches(Random random, List<State> sorted, LevelColumns columns) {
        for (int k = 0; k < 20; k++) {
            int near = random.nextInt(sorted.size());
            long time = sorted.get(near).start + random.nextInt(3) - 1;
            int reaching = 0;
            while (reaching < sorted.size() && sorted.get(reaching).end < time) {
                reaching++;
            }
            int starting = 0;
            while (starting < sorted.size() && sorted.get(starting).start < time) {
                starting++;
            }
            assertEquals(reaching, columns.firstReaching(time));
            assertEquals(starting, columns.firstStarting(time));
            int category = columns.category(random.nextInt(sorted.size()));
            int next = near;
            while (next < sorted.size() && columns.category(next) != category) {
                next++;
            }
            int previous = near;
            while (previous >= 0 && columns.category(previous) != category) {
                previous--;
            }
            assertEquals(next == sorted.size() ? -1 : next, columns.next(category, near));
            assertEquals(previous, columns.previous(category, near));
        }
    }

    /** Long enough for running sums (a row of them each 1024 states), with and without a second level. */
    @Property(tries = 12)
    void sumsOfAnIntervalEqualLookingAtEachState(@ForAll long seed, @ForAll boolean damaged) throws Exception {
        Random random = new Random(seed);
        List<State> states = nested(random, 5000 + random.nextInt(6000), damaged);
        StoredRow row = write(states);
        long end = states.stream().mapToLong(State::end).max().orElseThrow();
        for (int k = 0; k < 15; k++) {
            long from = k == 0 ? EPOCH : EPOCH + random.nextLong(end - EPOCH);
            long to = k == 0 ? end : from + 1 + random.nextLong(end - from);
            for (int depth = 0; depth < row.levels().size(); depth++) {
                assertSums(states, row, depth, from, to);
            }
        }
    }

    /** One state around all others: the time inside of it comes from the running sums of the inner level. */
    @Property(tries = 5)
    void aStateAroundManyOthersHasTheirTimeTakenOff(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<State> states = new ArrayList<>();
        long now = EPOCH + 50;
        while (states.size() < 20_000) {
            long length = random.nextInt(300);
            states.add(new State(1, now, now + length, random.nextInt(3), 0));
            now += length + random.nextInt(100);
        }
        states.add(new State(0, EPOCH, now + 50, 7, 0));
        StoredRow row = write(states);
        for (int k = 0; k < 20; k++) {
            long from = EPOCH + random.nextLong(now - EPOCH);
            assertSums(states, row, 0, from, from + random.nextLong(now + 100 - from));
        }
    }

    private static void assertSums(List<State> states, StoredRow row, int depth, long from, long to) {
        int categories = row.categories().length;
        StoredLevel inner = depth + 1 < row.levels().size() ? row.levels().get(depth + 1) : null;
        IntervalSums sums = new IntervalSums(categories);
        sums.add(row.levels().get(depth), inner, from, to);
        IntervalSums flat = new IntervalSums(categories);
        flat.add(row.levels().get(depth), null, from, to);
        for (int i = 0; i < categories; i++) {
            int category = row.categories()[i];
            long count = 0;
            long inclusive = 0;
            long covered = 0;
            for (State state : states) {
                if (state.depth != depth || state.category != category) {
                    continue;
                }
                long begin = Math.max(from, state.start);
                long stop = Math.min(to, state.end);
                if (stop > begin || (state.start == state.end && state.start >= from && state.start < to)) {
                    count++;
                    inclusive += stop - begin;
                    covered += inside(row, depth + 1, begin, stop);
                }
            }
            String where = "category " + category + " depth " + depth + " from " + from + " to " + to;
            assertEquals(count, sums.count(i), where);
            assertEquals(inclusive, sums.inclusiveNanos(i), where);
            assertEquals(inclusive - covered, sums.exclusiveNanos(i), where);
            assertEquals(inclusive, flat.exclusiveNanos(i), where);
        }
    }

    private static long inside(StoredRow row, int depth, long from, long to) {
        if (depth == row.levels().size()) {
            return 0;
        }
        LevelColumns columns = row.levels().get(depth).columns();
        long sum = 0;
        for (int i = columns.firstReaching(from); i < columns.size() && columns.startNanos(i) < to; i++) {
            sum += Math.max(0, Math.min(to, columns.endNanos(i)) - Math.max(from, columns.startNanos(i)));
        }
        return sum;
    }

    /** States at two depths; a damaged trace has some that overlap, and inner ones that reach out of theirs. */
    private static List<State> nested(Random random, int count, boolean damaged) {
        List<State> states = new ArrayList<>();
        long now = EPOCH;
        while (states.size() < count) {
            long length = random.nextInt(10) == 0 ? 0 : random.nextInt(400);
            if (random.nextInt(200) == 0) {
                length *= 5000;
            }
            long begin = now;
            for (long at = begin; at + 2 < begin + length && random.nextInt(8) > 0; ) {
                long inner = 1 + random.nextLong(begin + length - at);
                states.add(new State(1, at, at + inner + (damaged ? random.nextInt(40) : 0), random.nextInt(4), 0));
                at += inner;
            }
            states.add(new State(0, begin, begin + length, random.nextInt(9), 0));
            now += damaged ? random.nextInt(500) : length + random.nextInt(50);
        }
        return states;
    }

    /** Half a page of the coarsest buckets lies behind the last time that a number can tell. */
    @Property(tries = 1)
    void manyStatesBesideOneOfYearsAreSummed() throws Exception {
        List<State> states = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            states.add(new State(0, EPOCH + 500L * i, EPOCH + 500L * i + 400, i % 3, 0));
        }
        states.add(new State(0, EPOCH + 750_000, EPOCH + (1L << 55), 3, 0));
        StoredRow row = write(states);
        Pyramid pyramid = row.levels().get(0).pyramid().orElseThrow();
        assertEquals(56, pyramid.lastShift());
        PageView view = pyramid.view(56);
        assertTrue(view.open(0));
        assertEquals(3, row.categories()[view.dominant(0)]);
        assertEquals(0b1111, view.presentBits(0));
        assertEquals(0, view.presentBits(127));
    }

    /** A search for what is not there must not look at each state: it takes the masks of 1024 of them. */
    @Property(tries = 1)
    void searchesPassOverBlocksWithoutTheCategory() throws Exception {
        List<State> states = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            states.add(new State(0, EPOCH + i, EPOCH + i, i == 299_000 ? 1 : 0, 0));
        }
        LevelColumns columns = write(states).levels().get(0).columns();
        assertEquals(299_000, columns.next(1, 0));
        assertEquals(-1, columns.next(1, 299_001));
        assertEquals(299_000, columns.previous(1, 299_999));
        assertEquals(-1, columns.previous(1, 298_999));
        assertTrue(columns.isOrdered());
    }
}
