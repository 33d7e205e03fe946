// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.List;
import java.util.Locale;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.model.StateFilter;

/**
 * What is searched: a filter (SUNSHOT S-48) if the text holds one of {@code < > =}, else words that must all occur in
 * the name or in the text of an attribute, whatever their case. Immutable.
 */
public final class SearchText {
    /** Null if words are searched. */
    private final StateFilter filter;

    private final List<String> words;

    private SearchText(StateFilter filter, List<String> words) {
        this.filter = filter;
        this.words = words;
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException with place and cause if it is no filter
     */
    public static SearchText parse(String text) {
        boolean isFilter = text.chars().anyMatch(letter -> "<>=".indexOf(letter) >= 0);
        if (isFilter) {
            return new SearchText(StateFilter.parse(text), List.of());
        }
        String trimmed = text.trim().toLowerCase(Locale.ROOT);
        return new SearchText(null, trimmed.isEmpty() ? List.of() : List.of(trimmed.split("\\s+")));
    }

    /** Whether nothing is searched. */
    public boolean isEmpty() {
        return words.isEmpty() && filter == null;
    }

    /** Whether names and durations decide, so that the trace need not be read again. */
    public boolean needsNoAttributes() {
        return filter != null && !filter.usesAttributes();
    }

    /** Whether it is a filter that asks for the records of a statistic, by its name or for all. */
    boolean asksFor(String statistic) {
        return filter != null && filter.asksFor(statistic);
    }

    /** Whether it may find states and events. */
    boolean concernsStates() {
        return filter == null || filter.concernsStates();
    }

    /** As {@link StateFilter#foundDurations}, only if {@link #needsNoAttributes}. */
    long[] foundDurations(String name) {
        return filter.foundDurations(name);
    }

    /** Decides of a record that it {@link #asksFor}. */
    boolean fits(StateFilter.Facts facts) {
        return filter.finds(facts);
    }

    boolean fits(TraceCursor cursor, StateFilter.Facts facts) {
        return filter != null ? filter.finds(facts) : words.stream().allMatch(word -> occurs(word, cursor));
    }

    private static boolean occurs(String word, TraceCursor cursor) {
        if (holds(cursor.name(), word)) {
            return true;
        }
        for (int i = 0; i < cursor.attributeCount(); i++) {
            if (holds(cursor.attributeValue(i), word)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(String text, String word) {
        int last = text.length() - word.length();
        for (int at = 0; at <= last; at++) {
            if (text.regionMatches(true, at, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
