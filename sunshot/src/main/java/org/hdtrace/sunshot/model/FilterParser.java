// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.hdtrace.sunshot.model.StateFilter.Answer;
import org.hdtrace.sunshot.model.StateFilter.Test;

/** Reads the language of {@link StateFilter}. Used once. */
final class FilterParser {
    /** What is compared with a regular expression. */
    private static final Set<String> TEXTS = Set.of(".category", ".unit", ".statistic");

    /** What is known of each state or record, beside attributes. */
    private static final Set<String> FACTS = Set.of(".category", ".unit", ".statistic", ".duration", ".value");

    /** Up to here each whole number is a double, too. */
    private static final long MOST_EXACT = 1L << 53;

    private final String text;
    private final Set<String> attributes = new HashSet<>();
    private final List<Double> seconds = new ArrayList<>();
    private boolean aboutStates;
    private boolean aboutStatistics;
    private int at;

    FilterParser(String text) {
        this.text = text;
    }

    /**
     * The filter of the whole text.
     *
     * @throws IllegalArgumentException with the place and the cause
     */
    StateFilter filter() {
        Test test = expression();
        if (peek() != 0) {
            throw error("expected & or |");
        }
        return new StateFilter(test, attributes, new ComparedDurations(seconds), aboutStates, aboutStatistics);
    }

    private Test expression() {
        Test left = term();
        while (peek() == '&' || peek() == '|') {
            boolean and = text.charAt(at++) == '&';
            left = joined(left, term(), and ? Answer.NO : Answer.YES);
        }
        return left;
    }

    /** Of two the one that decides wins; what does not concern is left away. */
    private static Test joined(Test left, Test right, Answer deciding) {
        return facts -> {
            Answer first = left.of(facts);
            if (first == deciding) {
                return first;
            }
            Answer second = right.of(facts);
            return second == Answer.NEITHER ? first : second;
        };
    }

    private Test term() {
        if (peek() == '(') {
            at++;
            Test inner = expression();
            if (peek() != ')') {
                throw error("expected )");
            }
            at++;
            return inner;
        }
        peek();
        int nameAt = at;
        String name = word("an attribute");
        if (name.startsWith(".") && !FACTS.contains(name)) {
            at = nameAt;
            throw error("expected .category, .duration, .value, .unit, .statistic or an attribute, not " + name);
        }
        char operator = peek();
        if (operator != '=' && TEXTS.contains(name)) {
            throw error("expected = after " + name);
        }
        if (operator != '<' && operator != '>' && operator != '=') {
            throw error("expected <, > or =");
        }
        at++;
        int valueAt = at;
        String value = word("a value");
        return switch (name) {
            case ".category" -> category(value, valueAt);
            case ".duration" -> duration(operator, value, valueAt);
            case ".value" -> statisticValue(operator, value, valueAt);
            case ".unit" -> statisticText(StatisticSeries::unit, value, valueAt);
            case ".statistic" -> statisticText(StatisticSeries::name, value, valueAt);
            default -> attribute(name, operator, value, valueAt);
        };
    }

    private Test category(String value, int valueAt) {
        aboutStates = true;
        Pattern pattern = pattern(value, valueAt);
        // There are millions of states of a few names.
        Map<String, Boolean> known = new ConcurrentHashMap<>();
        return facts -> facts.series() != null
                ? Answer.NEITHER
                : Answer.of(known.computeIfAbsent(
                        facts.name(), name -> pattern.matcher(name).matches()));
    }

    private Test duration(char operator, String value, int valueAt) {
        aboutStates = true;
        double compared = number(value, valueAt, "expected seconds");
        seconds.add(compared);
        return facts -> Answer.of(compares(ComparedDurations.secondsOf(facts.durationNanos()), operator, compared));
    }

    private Test statisticValue(char operator, String value, int valueAt) {
        aboutStatistics = true;
        double number = number(value, valueAt, "expected a number");
        return facts -> facts.series() == null ? Answer.NEITHER : Answer.of(compares(facts.value(), operator, number));
    }

    private Test statisticText(Function<StatisticSeries, String> of, String value, int valueAt) {
        aboutStatistics = true;
        Pattern pattern = pattern(value, valueAt);
        return facts -> facts.series() == null
                ? Answer.NEITHER
                : Answer.of(pattern.matcher(of.apply(facts.series())).matches());
    }

    private Test attribute(String name, char operator, String value, int valueAt) {
        attributes.add(name);
        aboutStates = true;
        double number = operator == '=' ? number(value) : number(value, valueAt, "expected a number");
        return facts -> {
            long whole = facts.wholeNumber(name);
            if (whole >= -MOST_EXACT && whole <= MOST_EXACT) {
                return Answer.of(compares((double) whole, operator, number));
            }
            String found = facts.attribute(name);
            if (found == null) {
                return facts.series() == null ? Answer.NO : Answer.NEITHER;
            }
            return Answer.of((operator == '=' && found.equals(value)) || compares(number(found), operator, number));
        };
    }

    private double number(String value, int valueAt, String otherwise) {
        double number = number(value);
        if (Double.isNaN(number)) {
            at = valueAt;
            throw error(otherwise);
        }
        return number;
    }

    private Pattern pattern(String value, int valueAt) {
        try {
            return Pattern.compile(value);
        } catch (PatternSyntaxException e) {
            at = valueAt;
            throw error("not a regular expression (" + e.getDescription() + ")");
        }
    }

    private static boolean compares(double left, char operator, double right) {
        return switch (operator) {
            case '<' -> left < right;
            case '>' -> left > right;
            default -> left == right;
        };
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** A quoted text, or everything up to the next operator, parenthesis or blank. */
    private String word(String what) {
        char first = peek();
        if (first == '\'' || first == '"') {
            int end = text.indexOf(first, at + 1);
            if (end < 0) {
                throw error("missing closing " + first);
            }
            String word = text.substring(at + 1, end);
            at = end + 1;
            return word;
        }
        int begin = at;
        while (at < text.length() && "<>=&|() \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (begin == at) {
            throw error("expected " + what);
        }
        return text.substring(begin, at);
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private IllegalArgumentException error(String cause) {
        return new IllegalArgumentException("filter: column " + (at + 1) + ": " + cause);
    }
}
