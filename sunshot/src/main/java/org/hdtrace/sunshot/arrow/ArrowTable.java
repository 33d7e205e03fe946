// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * All arrows of one kind of a run, and coarser levels of them: on each, arrows between the same two rows that begin in the same
 * piece of time are one bundle. Pieces grow four-fold from level to level. A view takes the finest level that has few enough
 * bundles in it, so that drawing takes as long for any number of arrows.
 *
 * <p>Memory: 32 bytes for each arrow, and 36 for each bundle of the coarser levels, of many outside of the heap, where one byte remains
 * for each; a builder takes 8 bytes more of the heap for a while. Immutable; any thread. Source: SUNSHOT V-08,
 * G-09, section 5.3.
 */
public final class ArrowTable {
    private static final int FEW = 2048;
    private static final int GROWTH = 4;

    private final List<String> ends;
    private final List<ArrowLevel> levels;

    ArrowTable(List<String> ends, List<ArrowLevel> levels) {
        this.ends = List.copyOf(ends);
        this.levels = List.copyOf(levels);
    }

    /** Paths of the rows that arrows begin or end at; bundles name them by their place here. */
    public List<String> ends() {
        return ends;
    }

    /** The finest first, which has a bundle for each arrow. */
    public List<ArrowLevel> levels() {
        return levels;
    }

    public int arrowCount() {
        return levels.get(0).size();
    }

    /** The same arrows with their ends moved in time, by the path of the row of each. */
    public ArrowTable shifted(ToLongFunction<String> byPath) {
        long[] moved = ends.stream().mapToLong(byPath).toArray();
        if (Arrays.stream(moved).allMatch(by -> by == 0)) {
            return this;
        }
        Builder builder = new Builder();
        ends.forEach(builder::end);
        ArrowLevel all = levels.get(0);
        for (int i = 0; i < all.size(); i++) {
            builder.add(
                    all.from(i),
                    all.startNanos(i) + moved[all.from(i)],
                    all.to(i),
                    all.endNanos(i) + moved[all.to(i)],
                    all.bytes(i));
        }
        return builder.build();
    }

    /** Collects arrows in any order. Not safe for use by several threads. */
    public static final class Builder {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> ends = new ArrayList<>();
        private final ArrowColumns columns = new ArrowColumns(64, false);

        /** Number of a row, by its path. */
        public int end(String path) {
            return numbers.computeIfAbsent(path, unused -> {
                ends.add(path);
                return ends.size() - 1;
            });
        }

        /** An arrow between two rows by their {@link #end} numbers. */
        public void add(int fromRow, long startNanos, int toRow, long endNanos, long size64) {
            columns.add(fromRow, startNanos, toRow, endNanos, size64);
        }

        /** The table; nothing may be added then. */
        public ArrowTable build() {
            return new ArrowTable(ends, levels(columns.sorted()));
        }

        private static List<ArrowLevel> levels(ArrowLevel finest) {
            List<ArrowLevel> levels = new ArrayList<>(List.of(finest));
            int count = finest.size();
            if (count <= FEW) {
                return levels;
            }
            long span = finest.startNanos(count - 1) - finest.startNanos(0) + 1;
            ArrowLevel last = finest;
            long piece = Math.max(1, span / count) * GROWTH;
            while (last.size() > FEW && piece / GROWTH <= span) {
                boolean whole = piece > span;
                // A level that saves little is not worth its memory.
                ArrowLevel coarser = ArrowBundling.of(last, piece, whole ? last.size() : last.size() / 2);
                if (coarser != null) {
                    levels.add(coarser);
                    last = coarser;
                }
                piece *= GROWTH;
            }
            return levels;
        }
    }
}
