// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.compare;

import java.util.Optional;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.RankComparison;

/**
 * What lies above what: a time of A and the time of B that belongs to it, or all operations at once. Immutable.
 *
 * @param kind how it was chosen
 * @param aNanos time of A, ns since the epoch; without meaning for {@link Kind#STRETCH}
 * @param bNanos time of B that is shown at the same place
 */
public record Alignment(Kind kind, long aNanos, long bNanos) {
    /** Ways to align two runs. */
    public enum Kind {
        START("at the start"),
        OPERATION("at operation"),
        MARKS("at the marks"),
        STRETCH("every operation (stretched)");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** Each operation at its counterpart. */
    public static Alignment stretch() {
        return new Alignment(Kind.STRETCH, 0, 0);
    }

    /**
     * At the beginning of a matched operation of the first rank that has it.
     *
     * @param number of the operation among those of A, from 0
     * @return empty when no rank has a counterpart for it
     */
    public static Optional<Alignment> operation(Comparison comparison, int number) {
        for (RankComparison rank : comparison.ranks()) {
            int low = 0;
            int high = rank.matched();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (rank.ordinal(middle) < number) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if (low < rank.matched() && rank.ordinal(low) == number) {
                return Optional.of(new Alignment(Kind.OPERATION, rank.startA(low), rank.startB(low)));
            }
        }
        return Optional.empty();
    }
}
