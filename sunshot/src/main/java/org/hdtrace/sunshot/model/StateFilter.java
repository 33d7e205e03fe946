// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The filter language (SUNSHOT S-48): {@code attribute > n}, {@code <}, {@code =} (number or text), {@code .duration >
 * seconds}, {@code .category = regular expression}, joined by {@code &} and {@code |} from left to right without
 * precedence, with parentheses. A state without the attribute does not pass.
 *
 * <p>Of statistics, records are sifted: by {@code NAME > n} those of the value with this name, by {@code .value > n},
 * {@code .unit = regular expression} and {@code .statistic = regular expression} (of the name) those of all. A comparison that
 * does not concern a state, or a record, is as if it were not there; where none concerns it, it passes. Statistics that a filter
 * does not ask for are left as they are. Immutable.
 */
public final class StateFilter {
    private static final StateFilter NONE =
            new StateFilter(facts -> Answer.NEITHER, Set.of(), new ComparedDurations(List.of()), false, false);

    private final Test test;
    private final Set<String> attributes;
    private final boolean aboutStates;
    private final boolean aboutStatistics;
    private final ComparedDurations durations;

    /**
     * A filter.
     *
     * @param attributes that it asks for
     * @param durations that it compares with
     * @param aboutStates whether anything in it concerns states
     * @param aboutStatistics whether it asks for statistics whatever their name
     */
    StateFilter(
            Test test,
            Set<String> attributes,
            ComparedDurations durations,
            boolean aboutStates,
            boolean aboutStatistics) {
        this.test = test;
        this.attributes = Set.copyOf(attributes);
        this.aboutStates = aboutStates;
        this.aboutStatistics = aboutStatistics;
        this.durations = durations;
    }

    /** What a comparison says. */
    enum Answer {
        YES,
        NO,
        /** It does not concern what it was asked about. */
        NEITHER;

        static Answer of(boolean fits) {
            return fits ? YES : NO;
        }
    }

    /** A comparison, or several joined. */
    @FunctionalInterface
    interface Test {
        Answer of(Facts facts);
    }

    /** What a filter asks about a state, or a record of a statistic. */
    public interface Facts {
        /** Of a record the name of the value. */
        String name();

        long durationNanos();

        /** The attribute's text, or null. */
        String attribute(String name);

        /** The attribute as a whole number where that is known without its text, which takes longer; {@link Long#MAX_VALUE} if not. */
        default long wholeNumber(String name) {
            return Long.MAX_VALUE;
        }

        /** The series whose record this is; null of a state. */
        default StatisticSeries series() {
            return null;
        }

        /** The value of a record. */
        default double value() {
            return Double.NaN;
        }
    }

    /** What filters ask about the entry that a cursor stands at; it moves with the cursor. */
    public static Facts factsOf(TraceCursor cursor) {
        return new CursorFacts(cursor);
    }

    private record CursorFacts(TraceCursor cursor) implements Facts {
        @Override
        public String name() {
            return cursor.name();
        }

        @Override
        public long durationNanos() {
            return cursor.isEvent() ? 0 : cursor.endNanos() - cursor.startNanos();
        }

        @Override
        public String attribute(String name) {
            return cursor.attribute(name);
        }

        @Override
        public long wholeNumber(String name) {
            return cursor.attributeLong(name, Long.MAX_VALUE);
        }
    }

    /** What filters ask about one record of a series. */
    public static Facts factsOf(StatisticSeries series, int record) {
        return new RecordFacts(series, record);
    }

    private record RecordFacts(StatisticSeries series, int record) implements Facts {
        @Override
        public String name() {
            return series.name();
        }

        @Override
        public long durationNanos() {
            return series.boundaryNanos(record + 1) - series.boundaryNanos(record);
        }

        @Override
        public String attribute(String attribute) {
            return attribute.equals(series.name()) ? String.valueOf(value()) : null;
        }

        @Override
        public double value() {
            return series.value(record);
        }
    }

    /** The filter that everything passes. */
    public static StateFilter none() {
        return NONE;
    }

    /** Whether anything in it concerns states; if not, all of them pass. */
    public boolean concernsStates() {
        return aboutStates;
    }

    /**
     * Parses a filter; an empty text is {@link #none()}.
     *
     * @throws IllegalArgumentException with the place and the cause
     */
    public static StateFilter parse(String text) {
        return text.isBlank() ? none() : new FilterParser(text).filter();
    }

    /** Whether it asks for more than name and duration. */
    public boolean usesAttributes() {
        return !attributes.isEmpty();
    }

    /** Whether it says anything about the records of a statistic. */
    public boolean asksFor(String statistic) {
        return aboutStatistics || attributes.contains(statistic);
    }

    /** Whether a state, or a record that it {@link #asksFor}, is shown: nothing in the filter speaks against it. */
    public boolean passes(Facts facts) {
        return test.of(facts) != Answer.NO;
    }

    /** Whether it is just what the filter describes, as for a search: something in the filter speaks for it. */
    public boolean finds(Facts facts) {
        return test.of(facts) == Answer.YES;
    }

    /**
     * Which states of a name pass, unless it {@link #usesAttributes}.
     *
     * @return ranges of durations in rising order, nanoseconds: least and most of each, both included
     */
    public long[] passingDurations(String name) {
        return durations.where(nanos -> passes(new PlainFacts(name, nanos)));
    }

    /** As {@link #passingDurations} of those that it {@link #finds}. */
    public long[] foundDurations(String name) {
        return durations.where(nanos -> finds(new PlainFacts(name, nanos)));
    }

    private record PlainFacts(String name, long durationNanos) implements Facts {
        @Override
        public String attribute(String attribute) {
            return null;
        }
    }

    /** What it leaves of a series: the series itself if it does not ask for it; empty if no record passes. */
    Optional<StatisticSeries> sift(StatisticSeries series) {
        if (!asksFor(series.name())) {
            return Optional.of(series);
        }
        BitSet kept = new BitSet();
        for (int i = 0; i < series.size(); i++) {
            kept.set(i, passes(factsOf(series, i)));
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(series.only(kept));
    }
}
