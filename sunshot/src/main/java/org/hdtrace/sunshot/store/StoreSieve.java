// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * Takes some of the states and events of a trace from a store to another one, without reading the trace: some 20 million a second.
 * Any thread; of one trace one at a time.
 */
final class StoreSieve {
    private final StoreFile source;
    private final WantedStates.Selection wanted;

    /** Is told now and then that it goes on; ends it with an exception of its own. */
    @FunctionalInterface
    interface Pause {
        void make();
    }

    StoreSieve(StoreFile source, WantedStates.Selection wanted) {
        this.source = source;
        this.wanted = wanted;
    }

    /**
     * Takes over a trace.
     *
     * @param trace its place among those of the store
     * @param numbers gives a category of the new store its number
     * @throws IOException if the store is damaged or the new one can't be written
     * @throws java.io.UncheckedIOException as that
     */
    StoredTrace take(int trace, RowWriter target, ToIntFunction<String> numbers, Pause pause) throws IOException {
        StoredTrace whole = source.traces().get(trace);
        StoredRow row = StoredRow.read(source.space(), whole.place());
        String[] names = Arrays.stream(row.categories())
                .mapToObj(source.categories()::get)
                .toArray(String[]::new);
        Taking taking = new Taking(names, target, numbers, pause);
        for (int depth = 0; depth < row.levels().size(); depth++) {
            taking.take(depth, row.levels().get(depth).columns());
        }
        taking.take(Taking.EVENTS, row.events().columns());
        return new StoredTrace(
                target.finish(), taking.stateCount, taking.earliest, taking.latest, whole.complete(), whole.notes());
    }

    /** What is taken of one trace. */
    private final class Taking {
        /** Instead of a depth. */
        static final int EVENTS = -1;

        private final String[] names;
        private final WantedStates states;
        private final int[] numbers;
        private final RowWriter target;
        private final ToIntFunction<String> numberOf;
        private final Pause pause;
        private long stateCount;
        private long earliest = Long.MAX_VALUE;
        private long latest = Long.MIN_VALUE;

        Taking(String[] names, RowWriter target, ToIntFunction<String> numberOf, Pause pause) {
            this.names = names;
            this.states = new WantedStates(names, wanted);
            this.numbers = new int[names.length];
            this.target = target;
            this.numberOf = numberOf;
            this.pause = pause;
            Arrays.fill(numbers, -1);
        }

        void take(int depth, LevelColumns columns) throws IOException {
            StateCursor cursor = columns.cursor();
            int size = columns.size();
            for (long block = 0; block < size; block += LevelColumns.BLOCK) {
                pause.make();
                int behind = (int) Math.min(size, block + LevelColumns.BLOCK);
                for (int i = cursor.find((int) block, behind, states);
                        i < behind;
                        i = cursor.find(i + 1, behind, states)) {
                    int category = states.categoryOf(cursor.category(i));
                    add(depth, category, cursor.startNanos(i), cursor.endNanos(i), columns.textOffset(i));
                }
            }
        }

        private void add(int depth, int category, long start, long end, long text) throws IOException {
            if (numbers[category] < 0) {
                numbers[category] = numberOf.applyAsInt(names[category]);
            }
            if (depth == EVENTS) {
                target.event(start, numbers[category], text);
            } else {
                target.state(depth, start, end, numbers[category], text);
                stateCount++;
            }
            earliest = Math.min(earliest, start);
            latest = Math.max(latest, end);
        }
    }
}
