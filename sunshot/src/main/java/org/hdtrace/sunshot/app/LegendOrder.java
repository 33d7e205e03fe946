// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.query.Usage;

/**
 * In which order the legend lists states (SUNSHOT S-53).
 *
 * @param reversed the other way round
 */
record LegendOrder(By by, boolean reversed) {
    private static final String REVERSED = " reversed";

    static final LegendOrder USUAL = new LegendOrder(By.TIME, false);

    /** What states are sorted by. */
    enum By {
        TIME("Most time first"),
        EXCLUSIVE("Most time of its own first"),
        COUNT("Most frequent first"),
        NAME("By name, Aa to Zz"),
        CASE("By name, A to Z before a to z"),
        KIND("By kind of call");

        private final String title;

        By(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        /** What a click on the title of the same column sorts by. */
        By column() {
            return this == CASE ? NAME : this;
        }

        /** Whether the usual direction is from the least to the most; of amounts the most come first. */
        boolean leastFirst() {
            return this == NAME || this == CASE || this == KIND;
        }
    }

    /** The same order the other way round, or another one the usual way. */
    LegendOrder chosen(By other) {
        return new LegendOrder(other, other == by && !reversed);
    }

    /** As a session keeps it. */
    String text() {
        return by.name() + (reversed ? REVERSED : "");
    }

    /**
     * Reads {@link #text}.
     *
     * @throws IllegalArgumentException with name and cause
     */
    static LegendOrder of(String text) {
        boolean reversed = text.endsWith(REVERSED);
        String by = reversed ? text.substring(0, text.length() - REVERSED.length()) : text;
        return new LegendOrder(StateText.choice(By.class, "legendorder", by), reversed);
    }

    /** The states in this order; of equal ones the one met first, which is no matter of the direction. */
    List<Category> sort(List<Category> all, Usage usage) {
        Comparator<Category> order =
                switch (by) {
                    case TIME -> most(usage::inclusiveNanos).thenComparing(most(usage::count));
                    case EXCLUSIVE -> most(usage::exclusiveNanos).thenComparing(most(usage::count));
                    case COUNT -> most(usage::count);
                    case NAME -> Comparator.comparing(Category::title, String.CASE_INSENSITIVE_ORDER);
                    case CASE -> Comparator.comparing(Category::title);
                    case KIND -> Comparator.comparing(Category::group);
                };
        List<Category> sorted = new ArrayList<>(all);
        sorted.sort((reversed ? order.reversed() : order).thenComparingInt(Category::id));
        return sorted;
    }

    private static Comparator<Category> most(ToLongFunction<Integer> value) {
        return Comparator.comparingLong((Category category) -> value.applyAsLong(category.id()))
                .reversed();
    }
}
